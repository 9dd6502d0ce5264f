//! The program finds the shared MLIR at the prefix it was built with.
fn main() {
    if let Ok(prefix) = std::env::var("MLIR_SYS_220_PREFIX") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{prefix}/lib");
    }
    println!("cargo:rerun-if-env-changed=MLIR_SYS_220_PREFIX");
}
