//! Translates StableHLO to xla, xla to LLVM IR, assembly and object code, and whatever MLIR translates.

use mlir_sys::MlirStringRef;
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use xla_compiler::execute::{CodeKind, LlvmModule, Machine, Target};
use xla_compiler::{CompileError, Options, Source, pipeline, with_lowered, with_module};
use xla_tools::mlir::{CheckInput, bytes, check_input, run};

#[repr(C)]
struct Translation {
    name: MlirStringRef,
    description: MlirStringRef,
}

#[repr(C)]
struct Input {
    name: MlirStringRef,
    text: MlirStringRef,
    entry: MlirStringRef,
    target: MlirStringRef,
}

type Write = unsafe extern "C" fn(MlirStringRef, *mut c_void);
type Translate = unsafe extern "C" fn(isize, *const Input, Write, *mut c_void) -> c_int;

unsafe extern "C" {
    fn xla_translate_main(
        argc: c_int,
        argv: *mut *mut c_char,
        check: CheckInput,
        translations: *const Translation,
        count: isize,
        translate: Translate,
    ) -> c_int;
}

type Run = fn(&Source, &Options) -> Result<Vec<u8>, CompileError>;

/// Flag, description, work.
const TRANSLATIONS: [(&str, &str, Run); 7] = [
    ("stablehlo-to-xla", "StableHLO to xla, as text", |source, _| {
        with_module(source, pipeline::IMPORT, |module| Ok(format!("{module}\n").into_bytes()))
    }),
    ("stablehlo-to-xla-bytecode", "StableHLO to xla, as MLIR bytecode", |source, _| {
        with_module(source, pipeline::IMPORT, |module| Ok(xla_compiler::bytecode(module)))
    }),
    ("to-bytecode", "any MLIR text to MLIR bytecode", |source, _| {
        with_module(source, "", |module| Ok(xla_compiler::bytecode(module)))
    }),
    ("xla-to-llvmir", "xla or StableHLO to LLVM IR, before LLVM's passes", |source, options| {
        with_llvm(source, options, |llvm, _| Ok(llvm.to_string().into_bytes()))
    }),
    ("xla-to-optimized-llvmir", "xla or StableHLO to LLVM IR, after LLVM's passes", |source, options| {
        with_llvm(source, options, |llvm, machine| {
            llvm.optimize(machine)?;
            Ok(llvm.to_string().into_bytes())
        })
    }),
    ("xla-to-asm", "xla or StableHLO to assembly", |source, options| code(source, options, CodeKind::Assembly)),
    ("xla-to-object", "xla or StableHLO to an object file", |source, options| code(source, options, CodeKind::Object)),
];

fn with_llvm(
    source: &Source,
    options: &Options,
    f: impl FnOnce(&mut LlvmModule, &Machine) -> Result<Vec<u8>, CompileError> + Send,
) -> Result<Vec<u8>, CompileError> {
    with_lowered(source, options, |module| {
        let machine = Machine::new(&options.target)?;
        f(&mut LlvmModule::translate(module, &machine)?, &machine)
    })
}

fn code(source: &Source, options: &Options, kind: CodeKind) -> Result<Vec<u8>, CompileError> {
    with_llvm(source, options, |llvm, machine| {
        llvm.optimize(machine)?;
        Ok(llvm.emit(machine, kind)?)
    })
}

unsafe extern "C" fn translate(number: isize, input: *const Input, write: Write, stream: *mut c_void) -> c_int {
    // SAFETY: the caller lends the input for the call.
    let (name, text, entry, target) = unsafe {
        let Input { name, text, entry, target } = &*input;
        (bytes(*name), bytes(*text), bytes(*entry), bytes(*target))
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let source = Source::new(&String::from_utf8_lossy(name), text);
        let target: Target = match String::from_utf8_lossy(target).parse() {
            Ok(target) => target,
            Err(error) => return Err(xla_tools::report(&CompileError::Code(error), &source)),
        };
        let entry = (!entry.is_empty()).then(|| String::from_utf8_lossy(entry).into_owned());
        let options = Options { entry, target, ..Options::default() };
        let (_, _, run) = TRANSLATIONS[number as usize];
        run(&source, &options).map_err(|error| xla_tools::report(&error, &source))
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

fn string_ref(text: &[u8]) -> MlirStringRef {
    MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

fn main() {
    run(|arguments, _| {
        let translations = TRANSLATIONS.map(|(name, description, _)| Translation {
            name: string_ref(name.as_bytes()),
            description: string_ref(description.as_bytes()),
        });
        // SAFETY: the arguments are as C's main has them; texts are static, and everything outlives the call.
        unsafe {
            xla_translate_main(
                arguments.count(),
                arguments.pointers(),
                check_input,
                translations.as_ptr(),
                translations.len() as isize,
                translate,
            )
        }
    })
}
