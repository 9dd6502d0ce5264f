//! Runs mlir-tblgen over the dialects' ODS files, compiles the C++ glue and tells the linker where the one
//! shared MLIR is.

mod ods;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, exit},
    thread,
};

/// Each dialect: its folder and ODS root, as `<folder>/<Root>.td` with `<Root>` the prefix of its generated files,
/// and in how many pieces, two or more, its op definitions are compiled, in parallel: one file of ~90 ops takes
/// over a minute.
const DIALECTS: [(&str, &str, usize); 5] = [
    ("xla", "Xla", 4),
    ("stablehlo", "Stablehlo", 4),
    ("chlo", "Chlo", 2),
    ("sdy", "Sdy", 2),
    ("interpreter", "Interpreter", 2),
];

const PREFIX_VARIABLE: &str = "MLIR_SYS_220_PREFIX";

fn main() {
    if let Err(message) = run() {
        eprintln!("{message}");
        exit(1);
    }
}

fn run() -> Result<(), String> {
    let out = PathBuf::from(env::var("OUT_DIR").map_err(|e| e.to_string())?);
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(|e| e.to_string())?);
    let prefix = mlir_prefix()?;
    for watched in ["build", "xla", "stablehlo", "chlo", "sdy", "interpreter", "glue"] {
        println!("cargo:rerun-if-changed={}", root.join(watched).display());
    }
    println!("cargo:rerun-if-env-changed={PREFIX_VARIABLE}");

    tablegen(&prefix, &root, &out)?;
    ods::write(&prefix, &root, &out)?;
    compile_glue(&prefix, &root, &out);
    link_shared_mlir(&prefix, &out)
}

fn mlir_prefix() -> Result<PathBuf, String> {
    let prefix = PathBuf::from(env::var(PREFIX_VARIABLE).map_err(|_| {
        format!("{PREFIX_VARIABLE} is not set: it names the prefix of LLVM/MLIR 22, such as /usr/lib/llvm-22")
    })?);
    let tblgen = prefix.join("bin/mlir-tblgen");
    if tblgen.exists() {
        return Ok(prefix);
    }
    Err(format!(
        "no MLIR 22 under {}: {} is missing. On Debian run `./x setup`; elsewhere set MLIR_PREFIX to an \
         installation of LLVM/MLIR 22 built with its shared libraries.",
        prefix.display(),
        tblgen.display()
    ))
}

fn tablegen(prefix: &Path, root: &Path, out: &Path) -> Result<(), String> {
    let mut jobs = Vec::new();
    for (folder, name, shards) in DIALECTS {
        for (generator, file) in
            [("op", "Ops"), ("typedef", "Types"), ("attrdef", "Attrs"), ("dialect", "Dialect"), ("enum", "Enums")]
        {
            for (kind, extension) in [("decls", "h.inc"), ("defs", "cpp.inc")] {
                let mut command = Command::new(prefix.join("bin/mlir-tblgen"));
                command
                    .arg(format!("-gen-{generator}-{kind}"))
                    .arg("-I")
                    .arg(prefix.join("include"))
                    .arg("-I")
                    .arg(root)
                    .arg(root.join(folder).join(format!("{name}.td")))
                    .arg("-o")
                    .arg(out.join(format!("{name}{file}.{extension}")));
                match generator {
                    "op" => command.arg(format!("-op-shard-count={shards}")),
                    "typedef" => command.arg(format!("-typedefs-dialect={folder}")),
                    "attrdef" => command.arg(format!("-attrdefs-dialect={folder}")),
                    "dialect" => command.arg(format!("-dialect={folder}")),
                    _ => &mut command,
                };
                jobs.push(command);
            }
        }
    }
    for (kind, extension) in [("decls", "h.inc"), ("defs", "cpp.inc")] {
        let mut command = Command::new(prefix.join("bin/mlir-tblgen"));
        command
            .arg(format!("-gen-attr-interface-{kind}"))
            .arg("-I")
            .arg(prefix.join("include"))
            .arg(root.join("glue/Interfaces.td"))
            .arg("-o")
            .arg(out.join(format!("AttrInterfaces.{extension}")));
        jobs.push(command);
    }
    thread::scope(|scope| {
        let running: Vec<_> = jobs.into_iter().map(|mut job| scope.spawn(move || (job.status(), job))).collect();
        for handle in running {
            match handle.join() {
                Ok((Ok(status), _)) if status.success() => {}
                Ok((_, job)) => return Err(format!("failed: {job:?}")),
                Err(_) => return Err("a tablegen thread panicked".into()),
            }
        }
        Ok(())
    })
}

fn compile_glue(prefix: &Path, root: &Path, out: &Path) {
    let clang = prefix.join("bin/clang++");
    let mut build = cc::Build::new();
    if clang.exists() {
        build.compiler(clang);
    }
    build
        .cpp(true)
        .std("c++17")
        .include(out)
        .include(root.join("glue"))
        .include(prefix.join("include"))
        .flag("-fno-exceptions")
        .flag("-fno-rtti")
        .flag_if_supported("-Wno-unused-parameter")
        .flag_if_supported("-Wno-deprecated-declarations")
        // The classes generated for ops are not hot, and their compile time is what a newcomer waits for.
        .opt_level(1)
        .debug(false);
    for file in [
        "Attributes",
        "Bufferization",
        "Hooks",
        "Interfaces",
        "Syntax",
        "RegionSyntax",
        "XlaDialect",
        "StablehloDialect",
        "ChloDialect",
        "SdyDialect",
        "InterpreterDialect",
        "Passes",
        "Registration",
        "Sizes",
        "Compile",
        "Extraction",
        "Fusion",
        "FusionRules",
        "ToLlvm",
        "ToLlvmOps",
        "Tools",
    ] {
        build.file(root.join(format!("glue/{file}.cpp")));
    }
    build.file(out.join("OdsEnums.cpp"));
    for (_, name, shards) in DIALECTS {
        for shard in 0..shards {
            let file = out.join(format!("{name}Ops{shard}.cpp"));
            let text =
                format!("#define GET_OP_DEFS_{shard}\n#include \"{name}Dialect.h\"\n#include \"{name}Ops.cpp.inc\"\n");
            // Written only when it differs, so that an unchanged shard is not compiled again.
            if fs::read_to_string(&file).ok().as_deref() != Some(&text) {
                let _ = fs::write(&file, text);
            }
            build.file(file);
        }
    }
    build.compile("xla_glue");
}

/// Debian has no `libMLIR-C.so`, which mlir-sys asks for: a linker script of that name brings together the C
/// API's archives and the shared MLIR.
fn link_shared_mlir(prefix: &Path, out: &Path) -> Result<(), String> {
    let lib = prefix.join("lib");
    let mut archives: Vec<String> = fs::read_dir(&lib)
        .map_err(|e| format!("{}: {e}", lib.display()))?
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.starts_with("libMLIRCAPI") && name.ends_with(".a"))
        .map(|name| lib.join(name).display().to_string())
        .collect();
    archives.sort();
    let script = format!("GROUP( {} {} )\n", archives.join(" "), lib.join("libMLIR.so").display());
    fs::write(out.join("libMLIR-C.so"), script).map_err(|e| e.to_string())?;
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-search=native={}", lib.display());
    println!("cargo:rustc-link-lib=dylib=MLIR");
    println!("cargo:prefix={}", prefix.display());
    Ok(())
}
