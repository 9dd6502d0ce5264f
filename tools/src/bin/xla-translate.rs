//! Translates StableHLO to xla, and xla to LLVM IR, assembly, object code, and static and shared libraries; also runs
//! MLIR's own translations.

use mlir_sys::MlirStringRef;
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use xla_compiler::ahead_of_time::{Library, LinkError, Linker};
use xla_compiler::execute::{CodeKind, LlvmModule, Machine, Target};
use xla_compiler::host::npy::{self, Prepared};
use xla_compiler::{CompileError, Options, Source, pipeline, tell, with_lowered, with_module};
use xla_dialect::ir::string_ref;
use xla_tools::mlir::{GUARD, Guard, bytes, run};

/// `XlaTranslation` in dialects/glue/Tools.cpp, whose layout must match.
#[repr(C)]
struct Translation {
    name: MlirStringRef,
    description: MlirStringRef,
}

/// `XlaTranslationInput` in dialects/glue/Tools.cpp, whose layout must match.
#[repr(C)]
struct Input {
    name: MlirStringRef,
    text: MlirStringRef,
    entry: MlirStringRef,
    target: MlirStringRef,
    function: MlirStringRef,
    c_header: MlirStringRef,
    cpp_header: MlirStringRef,
    rust_module: MlirStringRef,
    linker: MlirStringRef,
    runtime_library: MlirStringRef,
    xla_cpu_compat: bool,
}

type Write = unsafe extern "C" fn(MlirStringRef, *mut c_void);
type Translate = unsafe extern "C" fn(isize, *const Input, Write, *mut c_void) -> c_int;

unsafe extern "C" {
    fn xla_translate_main(
        argc: c_int,
        argv: *mut *mut c_char,
        guard: Guard,
        translations: *const Translation,
        count: isize,
        translate: Translate,
    ) -> c_int;
}

/// Generates the header or module of a program for one language.
type WriteHeader = fn(&Library) -> String;

/// One translation: its input and options.
struct Job {
    source: Source,
    options: Options,
    /// The name of the program's function.
    function: String,
    /// The generator and the output path for each language; the path is empty if no file is requested.
    headers: [(WriteHeader, String); 3],
    linker: Linker,
}

/// Why there is no output.
enum Failure {
    Compile(CompileError),
    Link(LinkError),
    /// A file cannot be written.
    Write(npy::NpyError),
}

impl From<CompileError> for Failure {
    fn from(error: CompileError) -> Self {
        Self::Compile(error)
    }
}

type Run = fn(&Job) -> Result<Vec<u8>, Failure>;

/// Flag, description and function of each translation.
const TRANSLATIONS: [(&str, &str, Run); 9] = [
    ("stablehlo-to-xla", "StableHLO to xla, as text", |job| {
        Ok(with_module(&job.source, &pipeline::import().to_string(), |module| Ok(format!("{module}\n").into_bytes()))?)
    }),
    ("stablehlo-to-xla-bytecode", "StableHLO to xla, as MLIR bytecode", |job| {
        Ok(with_module(&job.source, &pipeline::import().to_string(), |module| Ok(xla_compiler::bytecode(module)))?)
    }),
    ("to-bytecode", "any MLIR text to MLIR bytecode", |job| {
        Ok(with_module(&job.source, "", |module| Ok(xla_compiler::bytecode(module)))?)
    }),
    ("xla-to-llvmir", "xla or StableHLO to LLVM IR, before LLVM's passes", |job| {
        with_llvm(job, |llvm, _| Ok(llvm.to_string().into_bytes()))
    }),
    ("xla-to-optimized-llvmir", "xla or StableHLO to LLVM IR, after LLVM's passes", |job| {
        with_llvm(job, |llvm, machine| {
            llvm.optimize(machine)?;
            Ok(llvm.to_string().into_bytes())
        })
    }),
    ("xla-to-asm", "xla or StableHLO to assembly", |job| {
        with_llvm(job, |llvm, machine| {
            llvm.optimize(machine)?;
            Ok(llvm.emit(machine, CodeKind::Assembly)?)
        })
    }),
    ("xla-to-object", "xla or StableHLO to an object file", |job| library(job, |library| Ok(library.object.clone()))),
    ("xla-to-static-library", "xla or StableHLO to a static library", |job| library(job, Library::archive)),
    ("xla-to-shared-library", "xla or StableHLO to a shared library", |job| {
        library(job, |library| {
            let runtime = job.linker.runtime.clone().or_else(|| library.runtime_library());
            library.shared(&Linker { runtime, ..job.linker.clone() })
        })
    }),
];

fn with_llvm(
    job: &Job,
    f: impl FnOnce(&mut LlvmModule, &Machine) -> Result<Vec<u8>, CompileError> + Send,
) -> Result<Vec<u8>, Failure> {
    Ok(with_lowered(&job.source, &job.options, |module| {
        let machine = Machine::new(&job.options.target)?;
        f(&mut LlvmModule::translate(module, &machine)?, &machine)
    })?)
}

/// The requested headers, which are kept once the output is written.
static HEADERS: Mutex<Vec<Prepared>> = Mutex::new(Vec::new());

/// Compiles the program as a library, makes the output of it, and then writes the requested headers.
fn library(job: &Job, make: impl FnOnce(&Library) -> Result<Vec<u8>, LinkError>) -> Result<Vec<u8>, Failure> {
    let library = Library::compile(&job.source, &job.options, &job.function)?;
    let output = make(&library).map_err(Failure::Link)?;
    for (text, path) in job.headers.iter().filter(|(_, path)| !path.is_empty()) {
        let header = npy::prepare(path.as_ref(), |out| out.write_all(text(&library).as_bytes()));
        HEADERS.lock().unwrap_or_else(PoisonError::into_inner).push(header.map_err(Failure::Write)?);
    }
    Ok(output)
}

fn job(input: &Input) -> Result<Job, CompileError> {
    // SAFETY: the caller lends the input for the call.
    let text = |text: MlirStringRef| unsafe { String::from_utf8_lossy(bytes(text)).into_owned() };
    let given = |value: MlirStringRef| Some(text(value)).filter(|text| !text.is_empty());
    let target: Target = text(input.target).parse()?;
    Ok(Job {
        // SAFETY: as above.
        source: Source::new(&text(input.name), unsafe { bytes(input.text) }),
        options: Options {
            entry: given(input.entry),
            target,
            xla_cpu_compat: input.xla_cpu_compat,
            ..Options::default()
        },
        function: text(input.function),
        headers: [
            (Library::c_header, text(input.c_header)),
            (Library::cpp_header, text(input.cpp_header)),
            (Library::rust_module, text(input.rust_module)),
        ],
        linker: Linker { command: given(input.linker), runtime: given(input.runtime_library).map(Into::into) },
    })
}

unsafe extern "C" fn translate(number: isize, input: *const Input, write: Write, stream: *mut c_void) -> c_int {
    // SAFETY: the caller lends the input for the call.
    let input = unsafe { &*input };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let job = job(input).map_err(|error| xla_tools::report(&error, &Source::new("", "")))?;
        let (_, _, run) = TRANSLATIONS[number as usize];
        run(&job).map_err(|failure| match failure {
            Failure::Compile(error) => xla_tools::report(&error, &job.source),
            Failure::Link(error) => {
                tell!("error: {error}");
                xla_tools::exit::INVALID
            }
            Failure::Write(error) => {
                tell!("error: cannot write {error}");
                xla_tools::exit::INVALID
            }
        })
    }));
    match outcome {
        Ok(Ok(output)) => {
            // SAFETY: the text outlives the call, and the stream is the one that came with the function.
            unsafe { write(string_ref(&output), stream) };
            0
        }
        Ok(Err(code)) => code,
        Err(_) => xla_tools::exit::INTERNAL,
    }
}

fn main() {
    run(|arguments, _| {
        let translations = TRANSLATIONS
            .map(|(name, description, _)| Translation { name: string_ref(name), description: string_ref(description) });
        // SAFETY: the arguments are as C's main has them; texts are static, and everything outlives the call.
        let code = unsafe {
            xla_translate_main(
                arguments.count(),
                arguments.pointers(),
                GUARD,
                translations.as_ptr(),
                translations.len() as isize,
                translate,
            )
        };
        let headers = std::mem::take(&mut *HEADERS.lock().unwrap_or_else(PoisonError::into_inner));
        // What is not kept is removed here: the process ends without doing so.
        if code != xla_tools::exit::SUCCESS {
            return code;
        }
        match headers.into_iter().try_for_each(Prepared::keep) {
            Ok(()) => code,
            Err(error) => {
                tell!("error: cannot write {error}");
                xla_tools::exit::INVALID
            }
        }
    })
}
