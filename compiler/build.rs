//! Compiles the C++ glue; tests find the shared MLIR at the prefix they were built with.
use std::path::Path;

fn main() {
    println!("cargo:rerun-if-env-changed=MLIR_SYS_220_PREFIX");
    println!("cargo:rerun-if-changed=glue");
    // Without it, the build of the dialects has said what is missing.
    let Ok(prefix) = std::env::var("MLIR_SYS_220_PREFIX") else { return };
    let mut build = cc::Build::new();
    let clang = Path::new(&prefix).join("bin/clang++");
    if clang.exists() {
        build.compiler(clang);
    }
    build
        .cpp(true)
        .std("c++17")
        .include(Path::new(&prefix).join("include"))
        .flag("-fno-exceptions")
        .flag("-fno-rtti")
        .flag_if_supported("-Wno-unused-parameter")
        .opt_level(1)
        .debug(false)
        .file("glue/CodeGenerator.cpp")
        .file("glue/Resources.cpp")
        .compile("xla_compiler_glue");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{prefix}/lib");
}
