//! Programs that run.

use super::CodeError;
use super::jit::Jit;
use super::llvm::{CodeKind, LlvmModule};
use super::program::{ENTRY, Program, Signature};
use super::target::{Machine, Target};
use std::ffi::c_void;
use std::sync::Mutex;
use xla_dialect::ir::Op;
use xla_runtime::memory::Block;
use xla_runtime::{Array, ArrayError, CallFailure, Context, Runtime, TensorType, View, ViewMut};

/// Why a run did not give its outputs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// Not as many inputs or outputs as the program has.
    #[error("expected {expected} {what}, found {found}")]
    Count {
        /// `inputs` or `outputs`.
        what: &'static str,
        /// How many it has.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// An input or output is not of its type.
    #[error("{what} {index} is {expected}, not {found}")]
    Type {
        /// `input` or `output`.
        what: &'static str,
        /// Which one.
        index: usize,
        /// Its type.
        expected: TensorType,
        /// The type that was given.
        found: TensorType,
    },
    /// A buffer cannot be made.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// A custom call failed.
    #[error(transparent)]
    Call(#[from] CallFailure),
}

type Entry = unsafe extern "C" fn(*mut c_void, *const *const c_void, *const *mut c_void, *mut c_void);

/// A compiled program: made once, run many times, from any number of threads at once.
#[derive(Debug)]
pub struct Executable {
    program: Program,
    entry: Entry,
    /// Scratch memory that no run is using.
    arenas: Mutex<Vec<Block>>,
    /// Keeps the code loaded.
    _jit: Jit,
}

impl Executable {
    /// Compiles a module of the llvm dialect that describes itself as [`Program`] says.
    ///
    /// # Errors
    /// If the module is no such program, or LLVM cannot make it into code.
    pub fn new(module: Op<'_>, target: &Target) -> Result<Self, CodeError> {
        let machine = Machine::new(target)?;
        let program = Program::of(module)?;
        let mut llvm = LlvmModule::translate(module, &machine)?;
        llvm.optimize(&machine)?;
        Self::from_object(program, &llvm.emit(&machine, CodeKind::Object)?)
    }

    /// Loads the object code of `program`.
    ///
    /// # Errors
    /// If it cannot be loaded or has no entry.
    pub fn from_object(program: Program, object: &[u8]) -> Result<Self, CodeError> {
        let jit = Jit::new(object)?;
        let address = jit.lookup(ENTRY)?;
        // SAFETY: a lowered program's entry has this type.
        let entry = unsafe { std::mem::transmute::<usize, Entry>(address) };
        Ok(Self { program, entry, arenas: Mutex::new(Vec::new()), _jit: jit })
    }

    /// Types of what goes in and out.
    pub fn signature(&self) -> &Signature {
        &self.program.signature
    }

    /// The program's description.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Runs the program; the outputs are the caller's.
    ///
    /// # Errors
    /// If the inputs are not those of the signature, or a custom call fails.
    pub fn run(&self, runtime: &Runtime, inputs: &[View<'_>]) -> Result<Vec<Array>, RunError> {
        self.check("input", &self.program.signature.inputs, inputs.iter().map(View::ty))?;
        let outputs = &self.program.signature.outputs;
        let mut outputs =
            outputs.iter().map(|ty| Array::scratch(ty.clone())).collect::<Result<Vec<_>, ArrayError>>()?;
        let buffers: Vec<_> = outputs.iter_mut().map(|output| output.bytes_mut().as_mut_ptr().cast()).collect();
        self.call(runtime, inputs, &buffers)?;
        Ok(outputs)
    }

    /// Runs the program into buffers of the caller's, which keep arbitrary content if the run fails.
    ///
    /// # Errors
    /// If inputs or outputs are not those of the signature, or a custom call fails.
    pub fn run_into(
        &self,
        runtime: &Runtime,
        inputs: &[View<'_>],
        outputs: &mut [ViewMut<'_>],
    ) -> Result<(), RunError> {
        self.check("input", &self.program.signature.inputs, inputs.iter().map(View::ty))?;
        self.check("output", &self.program.signature.outputs, outputs.iter().map(ViewMut::ty))?;
        let buffers: Vec<_> = outputs.iter_mut().map(|output| output.bytes_mut().as_mut_ptr().cast()).collect();
        self.call(runtime, inputs, &buffers)
    }

    /// Inputs and outputs have been checked.
    fn call(&self, runtime: &Runtime, inputs: &[View<'_>], outputs: &[*mut c_void]) -> Result<(), RunError> {
        let inputs: Vec<*const c_void> = inputs.iter().map(|input| input.bytes().as_ptr().cast()).collect();
        let mut arena = self.arena();
        let context = Context::new(runtime, &self.program.sites)?;
        // SAFETY: the buffers have the types of the signature, outputs and arena are not referred to otherwise,
        // and the context is shared by address only, for calls that end before this one does.
        unsafe {
            (self.entry)(
                std::ptr::from_ref(&context).cast_mut().cast(),
                inputs.as_ptr(),
                outputs.as_ptr(),
                arena.bytes_mut().as_mut_ptr().cast(),
            );
        }
        if let Ok(mut arenas) = self.arenas.lock() {
            arenas.push(arena);
        }
        context.into_failure().map_or(Ok(()), |failure| Err(failure.into()))
    }

    fn arena(&self) -> Block {
        let unused = self.arenas.lock().ok().and_then(|mut arenas| arenas.pop());
        unused.unwrap_or_else(|| Block::scratch(self.program.arena_bytes))
    }

    fn check<'t>(
        &self,
        what: &'static str,
        expected: &[TensorType],
        found: impl ExactSizeIterator<Item = &'t TensorType>,
    ) -> Result<(), RunError> {
        if found.len() != expected.len() {
            let what = if what == "input" { "inputs" } else { "outputs" };
            return Err(RunError::Count { what, expected: expected.len(), found: found.len() });
        }
        for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
            if expected != found {
                return Err(RunError::Type { what, index, expected: expected.clone(), found: found.clone() });
            }
        }
        Ok(())
    }
}
