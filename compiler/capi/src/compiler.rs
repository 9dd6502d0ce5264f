//! Options, compiling, and what an executable takes and gives.

use crate::XlaMlirStringRef;
use crate::error::{Error, XlaMlirError, XlaMlirStatus, guard};
use crate::handle::{Handle, destructor};
use std::path::PathBuf;
use std::time::Duration;
use xla_compiler::execute::{Executable, Form, Target, TensorType};
use xla_compiler::{Argument, Cache, Cancel, Source, compile};

/// What is behind the handle of options.
#[derive(Clone, Debug, Default)]
pub struct Options {
    options: xla_compiler::Options,
    target: Option<String>,
    name: Option<String>,
    cache: Option<PathBuf>,
    /// What was wrong with an argument's shape.
    refused: Option<String>,
}

/// The handle of options.
pub type XlaMlirOptions = Handle<Options>;

destructor!(XlaMlirOptions: xlaMlirOptionsDestroy);

/// The handle of what cancels compilations.
pub type XlaMlirCancel = Handle<Cancel>;

destructor!(XlaMlirCancel: xlaMlirCancelDestroy);

/// What is behind an executable's handle.
#[derive(Debug)]
pub struct Compiled {
    pub(crate) executable: Executable,
    inputs: Vec<Value>,
    outputs: Vec<Value>,
}

/// The handle of an executable.
pub type XlaMlirExecutable = Handle<Compiled>;

destructor!(XlaMlirExecutable: xlaMlirExecutableDestroy, xlaMlirExecutableIsNull);

/// What is told of an input or output, as C reads it.
#[derive(Debug)]
struct Value {
    name: String,
    shape: Vec<i64>,
    is_dynamic: Vec<bool>,
    ty: TensorType,
}

/// An input or output; what it points to lives as long as the executable.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct XlaMlirValue {
    /// What the program calls it; empty where it does not.
    pub name: XlaMlirStringRef,
    /// The type of its elements, as MLIR writes it.
    pub element: XlaMlirStringRef,
    /// Bytes of an element.
    pub elementBytes: usize,
    /// Number of dimensions.
    pub rank: isize,
    /// Sizes, the largest there can be.
    pub shape: *const i64,
    /// Which of them are dynamic.
    pub isDynamic: *const bool,
    /// Bytes of all.
    pub bytes: usize,
}

impl Value {
    fn all(types: &[TensorType], forms: &[Form], names: &[String]) -> Vec<Self> {
        let one = |((ty, form), name): ((&TensorType, &Form), &String)| Self {
            name: name.clone(),
            shape: ty.shape.iter().map(|&size| i64::try_from(size).unwrap_or(i64::MAX)).collect(),
            is_dynamic: (0..ty.shape.len()).map(|d| form.dynamic.contains(&d)).collect(),
            ty: ty.clone(),
        };
        types.iter().zip(forms).zip(names).map(one).collect()
    }

    fn told(&self) -> XlaMlirValue {
        XlaMlirValue {
            name: XlaMlirStringRef::of(&self.name),
            element: XlaMlirStringRef::of(self.ty.element.mlir_name()),
            elementBytes: self.ty.element.storage_bytes(),
            rank: self.shape.len() as isize,
            shape: self.shape.as_ptr(),
            isDynamic: self.is_dynamic.as_ptr(),
            bytes: self.ty.bytes().unwrap_or(usize::MAX),
        }
    }

    const NONE: XlaMlirValue = XlaMlirValue {
        name: XlaMlirStringRef { data: std::ptr::null(), length: 0 },
        element: XlaMlirStringRef { data: std::ptr::null(), length: 0 },
        elementBytes: 0,
        rank: 0,
        shape: std::ptr::null(),
        isDynamic: std::ptr::null(),
        bytes: 0,
    };
}

impl Compiled {
    fn new(executable: Executable) -> Self {
        let signature = executable.signature();
        let inputs = Value::all(&signature.inputs, &signature.input_forms, &signature.input_names);
        let outputs = Value::all(&signature.outputs, &signature.output_forms, &signature.output_names);
        Self { executable, inputs, outputs }
    }
}

/// Options as they are by default.
#[unsafe(no_mangle)]
pub extern "C" fn xlaMlirOptionsCreate() -> XlaMlirOptions {
    XlaMlirOptions::made_by(Options::default)
}

/// Functions that set an option to a text.
macro_rules! setters {
    ($($(#[$meta:meta])* $name:ident: |$options:ident, $text:ident| $set:expr;)*) => { $(
        $(#[$meta])*
        ///
        /// # Safety
        /// The options are alive, or null, and no other thread uses them; the text is as long as it says.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(options: XlaMlirOptions, text: XlaMlirStringRef) {
            // SAFETY: the caller's promise.
            if let (Some($options), $text) = unsafe { (options.ptr.as_mut(), text.to_string()) } {
                $set;
            }
        }
    )* };
}

setters! {
    /// The function to compile.
    xlaMlirOptionsSetEntry: |options, text| options.options.entry = Some(text);
    /// What diagnostics call the program.
    xlaMlirOptionsSetSourceName: |options, text| options.name = Some(text);
    /// What to compile for.
    xlaMlirOptionsSetTarget: |options, text| options.target = Some(text);
    /// The passes that lower the program.
    xlaMlirOptionsSetPipeline: |options, text| options.options.pipeline = Some(text);
    /// A folder in which compiled programs are kept.
    xlaMlirOptionsSetCache: |options, text| options.cache = Some(PathBuf::from(text));
}

/// No function has more arguments, and no array more dimensions.
const MOST_ARGUMENTS: usize = 1 << 20;

/// The shape of an argument whose type leaves it open. One that contradicts the program, or an earlier call, is an error of
/// the compilation.
///
/// # Safety
/// The options are alive, or null, and no other thread uses them; `shape` points to `rank` sizes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirOptionsSetArgumentShape(
    options: XlaMlirOptions,
    index: isize,
    rank: isize,
    shape: *const i64,
) {
    // SAFETY: the caller's promise.
    let Some(options) = (unsafe { options.ptr.as_mut() }) else { return };
    let count = |number: isize| usize::try_from(number).ok().filter(|number| *number < MOST_ARGUMENTS);
    let (Some(index), Some(rank)) = (count(index), count(rank)) else {
        options.refused = Some(format!("there is no argument {index} of {rank} dimensions"));
        return;
    };
    // SAFETY: the caller's promise.
    let shape = if rank == 0 { &[] } else { unsafe { std::slice::from_raw_parts(shape, rank) } };
    let arguments = &mut options.options.arguments;
    if arguments.len() <= index {
        arguments.resize(index + 1, Argument::Unknown);
    }
    let stated = Argument::Stated(shape.to_vec());
    if arguments[index] != Argument::Unknown && arguments[index] != stated {
        options.refused =
            Some(format!("two shapes are stated for argument {index}: {} and {stated}", arguments[index]));
    }
    arguments[index] = stated;
}

/// The most bytes that a run may take.
///
/// # Safety
/// The options are alive, or null, and no other thread uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirOptionsSetMaxMemory(options: XlaMlirOptions, bytes: u64) {
    // SAFETY: the caller's promise.
    if let Some(options) = unsafe { options.ptr.as_mut() } {
        options.options.max_memory = Some(bytes);
    }
}

/// How long compiling may take, in seconds. A number that is not finite or negative is no limit.
///
/// # Safety
/// The options are alive, or null, and no other thread uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirOptionsSetMaxCompileSeconds(options: XlaMlirOptions, seconds: f64) {
    // SAFETY: the caller's promise.
    if let Some(options) = unsafe { options.ptr.as_mut() } {
        options.options.max_compile_time = Duration::try_from_secs_f64(seconds).ok();
    }
}

/// What cancels the compilations with these options; null for nothing.
///
/// # Safety
/// The options are alive, or null, and no other thread uses them; `cancel` is alive, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirOptionsSetCancel(options: XlaMlirOptions, cancel: XlaMlirCancel) {
    // SAFETY: the caller's promise.
    if let (Some(options), cancel) = unsafe { (options.ptr.as_mut(), cancel.ptr.as_ref()) } {
        options.options.cancel = cancel.cloned();
    }
}

/// What cancels compilations; it has not been asked to yet.
#[unsafe(no_mangle)]
pub extern "C" fn xlaMlirCancelCreate() -> XlaMlirCancel {
    XlaMlirCancel::made_by(Cancel::default)
}

/// Cancels the compilations whose options have it, from any thread.
///
/// # Safety
/// It is null, or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirCancelRequest(cancel: XlaMlirCancel) {
    // SAFETY: the caller's promise.
    if let Some(cancel) = unsafe { cancel.ptr.as_ref() } {
        cancel.cancel();
    }
}

/// Compiles a program of StableHLO or xla, as text or bytecode.
///
/// # Safety
/// The text is as long as it says; the options are alive, or null, and not changed meanwhile; `executable` and
/// `error` may be written, or are null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirCompile(
    text: XlaMlirStringRef,
    options: XlaMlirOptions,
    executable: *mut XlaMlirExecutable,
    error: *mut XlaMlirError,
) -> XlaMlirStatus {
    // SAFETY: the caller's promise.
    unsafe {
        if executable.is_null() {
            return guard(error, || Err(Error::invalid("there is no place for the executable")));
        }
        executable.write(XlaMlirExecutable::NULL);
        guard(error, || {
            let Options { mut options, target, name, cache, refused } =
                options.ptr.as_ref().cloned().unwrap_or_default();
            if let Some(reason) = refused {
                return Err(Error::invalid(reason));
            }
            if let Some(target) = target {
                options.target = target.parse::<Target>().map_err(|error| Error::invalid(error.to_string()))?;
            }
            if let Some(folder) = cache {
                let cache = Cache::new(&folder);
                options.cache =
                    Some(cache.map_err(|e| Error::invalid(format!("cannot use {}: {e}", folder.display())))?);
            }
            let source = Source::new(name.as_deref().unwrap_or("<program>"), text.bytes());
            executable.write(XlaMlirExecutable::new(Compiled::new(compile(&source, &options)?)));
            Ok(())
        })
    }
}

fn told(values: Option<&Vec<Value>>, index: isize) -> XlaMlirValue {
    let found = values.zip(usize::try_from(index).ok()).and_then(|(values, index)| values.get(index));
    found.map_or(Value::NONE, Value::told)
}

/// How many inputs it takes.
///
/// # Safety
/// The executable is alive, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirExecutableGetNumInputs(executable: XlaMlirExecutable) -> isize {
    // SAFETY: the caller's promise.
    unsafe { executable.ptr.as_ref() }.map_or(0, |compiled| compiled.inputs.len() as isize)
}

/// One of the inputs; nothing where there is none of this number.
///
/// # Safety
/// The executable is alive, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirExecutableGetInput(executable: XlaMlirExecutable, index: isize) -> XlaMlirValue {
    // SAFETY: the caller's promise.
    told(unsafe { executable.ptr.as_ref() }.map(|compiled| &compiled.inputs), index)
}

/// How many outputs it gives.
///
/// # Safety
/// The executable is alive, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirExecutableGetNumOutputs(executable: XlaMlirExecutable) -> isize {
    // SAFETY: the caller's promise.
    unsafe { executable.ptr.as_ref() }.map_or(0, |compiled| compiled.outputs.len() as isize)
}

/// One of the outputs; nothing where there is none of this number.
///
/// # Safety
/// The executable is alive, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirExecutableGetOutput(executable: XlaMlirExecutable, index: isize) -> XlaMlirValue {
    // SAFETY: the caller's promise.
    told(unsafe { executable.ptr.as_ref() }.map(|compiled| &compiled.outputs), index)
}

/// Bytes of scratch memory that each run needs besides, which it takes itself.
///
/// # Safety
/// The executable is alive, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirExecutableGetArenaBytes(executable: XlaMlirExecutable) -> usize {
    // SAFETY: the caller's promise.
    unsafe { executable.ptr.as_ref() }.map_or(0, |compiled| compiled.executable.memory().arena)
}
