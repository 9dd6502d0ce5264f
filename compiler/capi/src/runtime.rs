//! Running executables.

use crate::compiler::XlaMlirExecutable;
use crate::error::{Error, XlaMlirError, XlaMlirStatus, guard};
use crate::handle::{Handle, destructor};
use std::ffi::c_void;
use std::num::NonZero;
use std::ops::Range;
use xla_compiler::execute::{Executable, Form, Runtime, TensorType, View, ViewMut};

/// The handle of a runtime.
pub type XlaMlirRuntime = Handle<Runtime>;

destructor!(XlaMlirRuntime: xlaMlirRuntimeDestroy, xlaMlirRuntimeIsNull);

/// An array to read.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct XlaMlirInput {
    /// The elements, dense and row-major, aligned as C's type of their size is.
    pub data: *const c_void,
    /// Bytes.
    pub bytes: usize,
    /// Sizes; null for those of the program's type.
    pub shape: *const i64,
}

/// An array to write.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct XlaMlirOutput {
    /// Room for the elements, dense and row-major.
    pub data: *mut c_void,
    /// Bytes.
    pub bytes: usize,
    /// Gets the sizes, unless it is null.
    pub shape: *mut i64,
}

/// All inputs of a program.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct XlaMlirInputs {
    /// The arrays.
    pub data: *const XlaMlirInput,
    /// How many.
    pub count: isize,
}

/// All outputs of a program.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct XlaMlirOutputs {
    /// The arrays.
    pub data: *const XlaMlirOutput,
    /// How many.
    pub count: isize,
}

/// A runtime with `threads` threads, the caller's included; with as many as the machine has for 0. Null if it cannot be made.
#[unsafe(no_mangle)]
pub extern "C" fn xlaMlirRuntimeCreate(threads: i32, seed: u64) -> XlaMlirRuntime {
    XlaMlirRuntime::made_by(move || {
        let available = || std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = usize::try_from(threads).ok().filter(|&threads| threads > 0).unwrap_or_else(available);
        Runtime::new(threads).seeded(seed)
    })
}

/// Runs a program.
///
/// # Safety
/// Executable and runtime are alive, or null. There are as many inputs and outputs as is said, each of as many bytes as it
/// says and a shape of the program's rank or null. `error` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirExecute(
    executable: XlaMlirExecutable,
    runtime: XlaMlirRuntime,
    inputs: XlaMlirInputs,
    outputs: XlaMlirOutputs,
    error: *mut XlaMlirError,
) -> XlaMlirStatus {
    // SAFETY: the caller's promise.
    unsafe {
        guard(error, || {
            let compiled = executable.ptr.as_ref().ok_or_else(|| Error::invalid("there is no executable"))?;
            let runtime = runtime.ptr.as_ref().ok_or_else(|| Error::invalid("there is no runtime"))?;
            run(&compiled.executable, runtime, slice(inputs.data, inputs.count), slice(outputs.data, outputs.count))
        })
    }
}

/// # Safety
/// There are `count` elements that live for `'a`.
unsafe fn slice<'a, T>(data: *const T, count: isize) -> &'a [T] {
    match usize::try_from(count) {
        Ok(count) if count > 0 && !data.is_null() => {
            // SAFETY: the caller's promise.
            unsafe { std::slice::from_raw_parts(data, count) }
        }
        _ => &[],
    }
}

/// # Safety
/// As for [`xlaMlirExecute`].
unsafe fn run(
    executable: &Executable,
    runtime: &Runtime,
    inputs: &[XlaMlirInput],
    outputs: &[XlaMlirOutput],
) -> Result<(), Error> {
    let signature = executable.signature();
    for (what, expected, found) in
        [("inputs", signature.inputs.len(), inputs.len()), ("outputs", signature.outputs.len(), outputs.len())]
    {
        if expected != found {
            return Err(Error::invalid(format!("expected {expected} {what}, found {found}")));
        }
    }
    refuse_overlap(inputs, outputs)?;
    // SAFETY: the caller's promise.
    let types: Vec<TensorType> = signature
        .inputs
        .iter()
        .zip(inputs)
        .map(|(ty, input)| unsafe { stated(ty, input.shape) })
        .collect::<Result<_, _>>()?;
    let mut views = Vec::new();
    for (i, (ty, input)) in types.iter().zip(inputs).enumerate() {
        // SAFETY: the caller's promise.
        let bytes = unsafe { slice(input.data.cast::<u8>(), input.bytes.try_into().unwrap_or(0)) };
        views.push(View::new(ty, bytes).map_err(|error| Error::invalid(format!("input {i}: {error}")))?);
    }
    let mut buffers: Vec<&mut [u8]> = Vec::new();
    for output in outputs {
        // SAFETY: the caller's promise; no other reference to the buffer exists.
        buffers.push(unsafe {
            if output.data.is_null() || output.bytes == 0 {
                &mut []
            } else {
                std::slice::from_raw_parts_mut(output.data.cast::<u8>(), output.bytes)
            }
        });
    }
    let is_plain = |form: &Form| form.dynamic.is_empty() && !form.is_laid_out();
    if signature.input_forms.iter().chain(&signature.output_forms).all(is_plain) {
        let mut views_mut = Vec::new();
        for (i, (ty, buffer)) in signature.outputs.iter().zip(buffers).enumerate() {
            let view = ViewMut::new(ty, buffer).map_err(|error| Error::invalid(format!("output {i}: {error}")))?;
            views_mut.push(view);
        }
        executable.run_into(runtime, &views, &mut views_mut)?;
        for (ty, output) in signature.outputs.iter().zip(outputs) {
            // SAFETY: the caller's promise.
            unsafe { tell(ty, output.shape) };
        }
        return Ok(());
    }
    let results = executable.run(runtime, &views)?;
    for (i, ((result, buffer), output)) in results.iter().zip(buffers).zip(outputs).enumerate() {
        let (have, want) = (buffer.len(), result.bytes().len());
        let Some(room) = buffer.get_mut(..want) else {
            return Err(Error::invalid(format!("output {i}: {} takes {want} bytes, not {have}", result.ty())));
        };
        room.copy_from_slice(result.bytes());
        // SAFETY: the caller's promise.
        unsafe { tell(result.ty(), output.shape) };
    }
    Ok(())
}

/// Refuses outputs whose bytes are also those of an input or of another output.
fn refuse_overlap(inputs: &[XlaMlirInput], outputs: &[XlaMlirOutput]) -> Result<(), Error> {
    let range = |data: *const c_void, bytes: usize| data.addr()..data.addr().saturating_add(bytes);
    let meet = |a: &Range<usize>, b: Range<usize>| a.start.max(b.start) < a.end.min(b.end);
    for (i, output) in outputs.iter().enumerate() {
        let own = range(output.data, output.bytes);
        let input = inputs.iter().position(|input| meet(&own, range(input.data, input.bytes)));
        let other = || outputs[..i].iter().position(|other| meet(&own, range(other.data, other.bytes)));
        let found = input.map(|number| ("input", number)).or_else(|| Some(("output", other()?)));
        if let Some((kind, number)) = found {
            return Err(Error::invalid(format!("output {i} and {kind} {number} share memory")));
        }
    }
    Ok(())
}

/// The type of an input of the sizes that are stated.
///
/// # Safety
/// `shape` is null or points to as many sizes as the type has.
unsafe fn stated(ty: &TensorType, shape: *const i64) -> Result<TensorType, Error> {
    if shape.is_null() {
        return Ok(ty.clone());
    }
    // SAFETY: the caller's promise.
    let sizes = unsafe { slice(shape, ty.shape.len() as isize) };
    let sizes: Option<Vec<usize>> = sizes.iter().map(|&size| usize::try_from(size).ok()).collect();
    Ok(TensorType { element: ty.element, shape: sizes.ok_or_else(|| Error::invalid("a size is negative"))? })
}

/// # Safety
/// `shape` is null or has room for as many sizes as the type has.
unsafe fn tell(ty: &TensorType, shape: *mut i64) {
    if shape.is_null() {
        return;
    }
    for (i, &size) in ty.shape.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { shape.add(i).write(size as i64) };
    }
}
