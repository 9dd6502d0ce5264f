//! Programs that run.

use super::CodeError;
use super::form::Form;
use super::jit::Jit;
use super::llvm::LlvmModule;
use super::program::{ENTRY, Program, Signature};
use super::split::objects;
use super::target::{Machine, Target};
use std::ffi::c_void;
use std::fmt;
use std::sync::Mutex;
use xla_dialect::ir::Op;
use xla_runtime::memory::{Block, OutOfMemory, check};
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
    /// The program wants or gives values that are no plain buffers.
    #[error("a value of {} dynamic sizes and layout {:?} is no plain buffer", .0.dynamic.len(), .0.layout)]
    Form(Form),
    /// There is less memory than a run takes.
    #[error(
        "{error}: {} for inputs, {} for outputs, {} for the arena, {} for code and constants",
        .memory.inputs, .memory.outputs, .memory.arena, .memory.code
    )]
    Memory {
        /// What it takes.
        memory: Memory,
        /// What there is.
        error: OutOfMemory,
    },
    /// A buffer cannot be made.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// A custom call failed.
    #[error(transparent)]
    Call(#[from] CallFailure),
    /// One of several processes failed.
    #[error("{name}: {error}")]
    Replica {
        /// Which one.
        name: String,
        /// Why.
        error: Box<RunError>,
    },
    /// Only the interpreter: an op that it does not know, or not so.
    #[error("{location}: error: unsupported: {op}: {reason}")]
    Unsupported {
        /// Where the op is.
        location: String,
        /// Its name.
        op: String,
        /// Why.
        reason: String,
    },
    /// Only the interpreter: it has taken as many steps as it may.
    #[error("{location}: error: the program takes more than {limit} steps")]
    Steps {
        /// How many there may be.
        limit: u64,
        /// Where the op is that was to be next.
        location: String,
    },
    /// The processes did not come to their end.
    #[error("{name}: {reason}")]
    Process {
        /// Which one, or when.
        name: String,
        /// Why.
        reason: String,
    },
}

/// Bytes that a program takes while it runs, beside what a library that it calls takes for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The buffers of the inputs.
    pub inputs: usize,
    /// The buffers of the outputs.
    pub outputs: usize,
    /// What is neither: values that do not live at once share it. Runs at the same time have one each.
    pub arena: usize,
    /// Code, and the arrays that are constants of the program.
    pub code: usize,
}

impl Memory {
    /// All of it.
    pub fn peak(&self) -> usize {
        [self.outputs, self.arena, self.code].into_iter().fold(self.inputs, usize::saturating_add)
    }

    /// Refuses a run that takes more than `most` bytes.
    ///
    /// # Errors
    /// If it does: how many it takes, and for what.
    pub fn within(&self, most: u64) -> Result<(), RunError> {
        let needed = self.peak() as u64;
        if needed <= most {
            return Ok(());
        }
        Err(RunError::Memory { memory: *self, error: OutOfMemory { needed, available: most } })
    }
}

/// A table: bytes, and what they are for.
impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = [
            (self.peak(), "all"),
            (self.inputs, "  inputs"),
            (self.outputs, "  outputs"),
            (self.arena, "  arena"),
            (self.code, "  code and constants"),
        ];
        rows.into_iter().try_for_each(|(bytes, what)| writeln!(f, "{bytes:>14} bytes  {what}"))
    }
}

type Entry = unsafe extern "C" fn(*mut c_void, *const *const c_void, *const *mut c_void, *mut c_void);

/// A compiled program: made once, run many times, from any number of threads at once.
#[derive(Debug)]
pub struct Executable {
    program: Program,
    entry: Entry,
    /// Bytes of code, and of the arrays that are constants of the program.
    code_bytes: usize,
    /// Scratch memory that no run is using.
    arenas: Mutex<Vec<Block>>,
    /// Keeps the code loaded.
    _jit: Jit,
}

impl Executable {
    /// Compiles a module of the llvm dialect that describes itself as [`Program`] says.
    ///
    /// # Errors
    /// If the module is no such program, LLVM cannot make it into code, or the code is for another architecture.
    pub fn new(module: Op<'_>, target: &Target) -> Result<Self, CodeError> {
        target.check_runs_here()?;
        let machine = Machine::new(target)?;
        let program = Program::of(module)?;
        let llvm = LlvmModule::translate(module, &machine)?;
        Self::from_objects(program, &objects(llvm, &machine, 1)?)
    }

    /// Loads the object files of `program`.
    ///
    /// # Errors
    /// If it cannot be loaded or has no entry.
    pub fn from_objects(program: Program, objects: &[Vec<u8>]) -> Result<Self, CodeError> {
        let jit = Jit::new(objects)?;
        let address = jit.lookup(ENTRY)?;
        // SAFETY: a lowered program's entry has this type.
        let entry = unsafe { std::mem::transmute::<usize, Entry>(address) };
        let code_bytes = objects.iter().map(Vec::len).sum();
        Ok(Self { program, entry, code_bytes, arenas: Mutex::new(Vec::new()), _jit: jit })
    }

    /// The most memory that a run takes.
    pub fn memory(&self) -> Memory {
        self.program.memory(self.code_bytes)
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
    /// Inputs and outputs are row-major and as large as they are, whatever the program's layouts and bounds.
    ///
    /// # Errors
    /// If the inputs are not those of the signature, or a custom call fails.
    pub fn run(&self, runtime: &Runtime, inputs: &[View<'_>]) -> Result<Vec<Array>, RunError> {
        let Signature { inputs: types, input_forms: forms, .. } = self.signature();
        self.check("input", types, forms, inputs.iter().map(View::ty))?;
        let packed = types.iter().zip(forms).zip(inputs).map(|((ty, form), input)| form.pack(ty, input));
        let packed = packed.collect::<Result<Vec<_>, _>>()?;
        let sizes = forms.iter().zip(inputs).flat_map(|(form, input)| {
            // A size is at most its bound, which 32 bits hold: the program computes with it in as many.
            form.dynamic.iter().map(|&d| i32::try_from(input.ty().shape[d]).unwrap_or(i32::MAX))
        });
        let sizes: Vec<i32> = sizes.collect();
        let buffers: Vec<View<'_>> =
            packed.iter().zip(inputs).map(|(packed, input)| packed.as_ref().map_or(*input, Array::view)).collect();
        self.outputs(runtime, &buffers, &sizes, true)
    }

    /// Runs the program on buffers as its layouts say they lie in memory, each an array of one dimension; what has the
    /// default layout stays as it is.
    ///
    /// # Errors
    /// If the inputs are not those of the signature, or have dynamic sizes, or a custom call fails.
    pub fn run_buffers(&self, runtime: &Runtime, inputs: &[View<'_>]) -> Result<Vec<Array>, RunError> {
        let types = self.signature().input_buffers();
        let forms: Vec<Form> = types.iter().map(|ty| Form::plain(ty.shape.len())).collect();
        self.check("input", &types, &forms, inputs.iter().map(View::ty))?;
        let full = self.signature().input_forms.iter().zip(&types);
        let sizes = full.flat_map(|(form, ty)| form.dynamic.iter().map(|&d| ty.shape[d] as i32)).collect::<Vec<_>>();
        self.outputs(runtime, inputs, &sizes, false)
    }

    /// Runs on buffers, and gives the outputs: unpacked, or their buffers if they are laid out.
    fn outputs(
        &self,
        runtime: &Runtime,
        inputs: &[View<'_>],
        sizes: &[i32],
        unpack: bool,
    ) -> Result<Vec<Array>, RunError> {
        let Signature { outputs: types, output_forms: forms, .. } = self.signature();
        self.check_memory()?;
        let mut outputs = self
            .signature()
            .output_buffers()
            .into_iter()
            .map(Array::scratch)
            .collect::<Result<Vec<_>, ArrayError>>()?;
        let mut found = vec![0i32; forms.iter().map(|form| form.dynamic.len()).sum()];
        let mut buffers: Vec<_> = outputs.iter_mut().map(|output| output.bytes_mut().as_mut_ptr().cast()).collect();
        buffers.extend(found.iter_mut().map(|size| std::ptr::from_mut(size).cast()));
        self.call(runtime, inputs, sizes, &buffers)?;
        let mut found = found.into_iter().map(|size| usize::try_from(size).unwrap_or_default());
        let outputs = outputs.into_iter().zip(types).zip(forms).map(|((output, ty), form)| {
            let sizes: Vec<usize> = found.by_ref().take(form.dynamic.len()).collect();
            if unpack || !form.is_laid_out() { form.unpack(ty, output, &sizes) } else { Ok(output) }
        });
        Ok(outputs.collect::<Result<Vec<_>, _>>()?)
    }

    /// Runs the program into buffers of the caller's, which keep arbitrary content if the run fails. Outputs must have
    /// static sizes and the default layout.
    ///
    /// # Errors
    /// If inputs or outputs are not those of the signature, or a custom call fails.
    pub fn run_into(
        &self,
        runtime: &Runtime,
        inputs: &[View<'_>],
        outputs: &mut [ViewMut<'_>],
    ) -> Result<(), RunError> {
        let Signature { inputs: types, input_forms, outputs: output_types, output_forms, .. } = self.signature();
        let forms = input_forms.iter().chain(output_forms);
        if let Some(form) = forms.into_iter().find(|form| !form.dynamic.is_empty() || form.is_laid_out()) {
            return Err(RunError::Form(form.clone()));
        }
        self.check("input", types, input_forms, inputs.iter().map(View::ty))?;
        self.check("output", output_types, output_forms, outputs.iter().map(ViewMut::ty))?;
        let buffers: Vec<_> = outputs.iter_mut().map(|output| output.bytes_mut().as_mut_ptr().cast()).collect();
        self.call(runtime, inputs, &[], &buffers)
    }

    /// Inputs and outputs have been checked. Sizes come behind the inputs.
    fn call(
        &self,
        runtime: &Runtime,
        inputs: &[View<'_>],
        sizes: &[i32],
        outputs: &[*mut c_void],
    ) -> Result<(), RunError> {
        let mut inputs: Vec<*const c_void> = inputs.iter().map(|input| input.bytes().as_ptr().cast()).collect();
        inputs.extend(sizes.iter().map(|size| std::ptr::from_ref(size).cast::<c_void>()));
        let mut arena = self.arena().map_err(|error| RunError::Memory { memory: self.memory(), error })?;
        let context = Context::new(runtime, &self.program.sites[..])?;
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
        let failure = context.into_failure();
        if let Ok(mut arenas) = self.arenas.lock() {
            arenas.push(arena);
        }
        failure.map_or(Ok(()), |failure| Err(failure.into()))
    }

    fn arena(&self) -> Result<Block, OutOfMemory> {
        let unused = self.arenas.lock().ok().and_then(|mut arenas| arenas.pop());
        unused.map_or_else(|| Block::scratch(self.program.arena_bytes), Ok)
    }

    /// Refuses a run for whose outputs and arena, which are allocated before anything is written, there is no memory.
    fn check_memory(&self) -> Result<(), RunError> {
        let memory = self.memory();
        let has_arena = self.arenas.lock().is_ok_and(|arenas| !arenas.is_empty());
        let needed = memory.outputs.saturating_add(if has_arena { 0 } else { memory.arena });
        check(needed as u64).map_err(|error| RunError::Memory { memory, error })
    }

    fn check<'t>(
        &self,
        what: &'static str,
        expected: &[TensorType],
        forms: &[Form],
        found: impl ExactSizeIterator<Item = &'t TensorType>,
    ) -> Result<(), RunError> {
        if found.len() != expected.len() {
            let what = if what == "input" { "inputs" } else { "outputs" };
            return Err(RunError::Count { what, expected: expected.len(), found: found.len() });
        }
        for (index, ((expected, form), found)) in expected.iter().zip(forms).zip(found).enumerate() {
            if !form.accepts(expected, found) {
                return Err(RunError::Type { what, index, expected: expected.clone(), found: found.clone() });
            }
        }
        Ok(())
    }
}
