//! Programs that run.

use super::error::{CodeError, RunError};
use super::form::Form;
use super::jit::Jit;
use super::llvm::LlvmModule;
use super::memory_use::Memory;
use super::program::{ENTRY, Program, Signature};
use super::split::objects;
use super::target::{Machine, Target};
use std::ffi::c_void;
use std::sync::Mutex;
use xla_dialect::ir::Op;
use xla_runtime::memory::{Block, OutOfMemory, check};
use xla_runtime::{Array, ArrayError, Context, Runtime, TensorType, View, ViewMut};

type Entry = unsafe extern "C" fn(*mut c_void, *const *const c_void, *const *mut c_void, *mut c_void);

/// A compiled program: made once, run many times, from any number of threads at the same time.
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
