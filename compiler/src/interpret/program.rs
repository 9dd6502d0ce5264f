//! Programs: imported once, evaluated any number of times, from any number of threads.

use super::Options;
use super::collective;
use super::computation::Function;
use super::declared::Structure;
use super::import::Importer;
use super::machine::{Machine, Outcome};
use super::value::{Tensor, Value};
use crate::compile::{CompileError, with_imported};
use crate::diagnostics::{Diagnostic, Position};
use crate::execute::RunError;
use crate::execute::{Array, Form, Grid, Runtime, Signature, TensorType, signature};
use crate::import::refine::Argument;
use crate::options;
use crate::source::Source;
use melior::ir::ValueLike;
use std::sync::Arc;
use xla_dialect::ir::{Op, OpExt, Type, block_args, string_value, terminator};
use xla_dialect::ods::xla;
use xla_dialect::ops::tuple;

/// A program, ready to be evaluated.
pub struct Program {
    entry: Arc<Function>,
    /// What the entry's parameters are made of.
    parameters: Vec<Structure>,
    signature: Signature,
    grid: Grid,
    communicates: bool,
    /// What custom calls call.
    calls: Vec<String>,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").field("signature", &self.signature).field("grid", &self.grid).finish_non_exhaustive()
    }
}

impl Program {
    /// Imports the function `entry` of a program; without a name `main`, or the only function there is. Sizes that it
    /// leaves open are those of `arguments`.
    ///
    /// # Errors
    /// If the program is not valid, or has ops that the interpreter does not know.
    pub fn import(source: &Source, entry: Option<&str>, arguments: &[Argument]) -> Result<Self, CompileError> {
        let entry = entry.map(str::to_string);
        let options = options::Options { entry, arguments: arguments.to_vec(), ..options::Options::default() };
        Self::import_with(source, &options)
    }

    /// As [`Program::import`], with the entry, the arguments and the grid that `options` have.
    ///
    /// # Errors
    /// As for [`Program::import`].
    pub fn import_with(source: &Source, options: &options::Options) -> Result<Self, CompileError> {
        with_imported(source, options, "", Self::of)
    }

    /// The program of a module in the xla dialect, on which `xla-select-entry` ran, and maybe further passes.
    ///
    /// # Errors
    /// If it has ops that the interpreter does not know.
    pub fn of(module: Op<'_>) -> Result<Self, CompileError> {
        let mut importer = Importer::new(module);
        let unsupported = |diagnostic| CompileError::Unsupported(vec![diagnostic]);
        let Some(name) = importer.entry() else {
            return Err(unsupported(Diagnostic::error(
                None,
                "unsupported: module: it has no function that is not private",
            )));
        };
        let entry = importer.function(name, module).map_err(|refused| unsupported(refused.0))?;
        let functions = module.walk_ops().into_iter();
        let main = functions.filter(|op| op.attr("sym_name").and_then(string_value) == Some(name));
        let main: Vec<Op<'_>> = main.collect();
        for (function, body) in main.iter().filter_map(|op| Some((op, op.body(0)?))) {
            let results = terminator(body).map(|end| end.ins()).unwrap_or_default();
            if let Some(reason) = block_args(body).into_iter().chain(results).find_map(|value| formless(value.r#type()))
            {
                let message = format!("unsupported: {}: {reason}", function.name_str());
                return Err(unsupported(Diagnostic::error(Position::of(function.loc()), message)));
            }
        }
        let parameters = main.iter().filter_map(|op| op.body(0)).flat_map(block_args);
        let communicates = module.walk_ops().into_iter().filter_map(xla::Kind::of).any(collective::is_for_several);
        let calls = module.walk_ops().into_iter().filter_map(|op| op.attr("call_target_name").and_then(string_value));
        Ok(Self {
            entry,
            calls: calls.map(str::to_string).collect(),
            parameters: parameters.map(|value| Structure::of(value.r#type())).collect(),
            signature: signature(module)?,
            grid: importer.grid,
            communicates,
        })
    }

    /// Types of what goes in and out. Outputs have these types but for their dynamic sizes, and for what
    /// [`super::Arithmetic::Wide`] says.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// The processes that the program is for.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Whether it makes a difference that several processes run it.
    pub fn communicates(&self) -> bool {
        self.communicates
    }

    /// The names that its custom calls call.
    pub fn calls(&self) -> &[String] {
        &self.calls
    }

    /// Evaluates the program in one process.
    ///
    /// # Errors
    /// If the inputs are not those of the program, an op is not supported with these operands, a custom call fails,
    /// or more steps or memory are taken than there may be.
    pub fn run(&self, runtime: &Runtime, inputs: &[Array], options: &Options) -> Result<Vec<Array>, RunError> {
        let Signature { inputs: types, input_forms: forms, outputs, output_forms, .. } = &self.signature;
        if inputs.len() != types.len() {
            return Err(RunError::Count { what: "inputs", expected: types.len(), found: inputs.len() });
        }
        for (index, ((ty, form), input)) in types.iter().zip(forms).zip(inputs).enumerate() {
            if !form.accepts(ty, input.ty()) {
                let (expected, found) = (ty.clone(), input.ty().clone());
                return Err(RunError::Type { what: "input", index, expected, found });
            }
        }
        let mut machine = Machine::new(runtime, options);
        let mut arrays = self.parameter_arrays(inputs).into_iter().map(Value::from);
        let parameters: Vec<Value> = self.parameters.iter().map(|parameter| parameter.value(&mut arrays)).collect();
        let results = self.entry.run(&mut machine, &parameters)?;
        let leaves: Vec<Arc<Tensor>> = results.iter().flat_map(Value::leaves).collect();
        let mut sizes = leaves.iter().skip(outputs.len()).map(|size| size.integers()[0]);
        leaves
            .iter()
            .zip(outputs.iter().zip(output_forms))
            .map(|(tensor, (ty, form))| output(tensor, ty, form, &mut sizes))
            .collect()
    }

    /// The arrays of the parameters: the inputs, and where `xla-resolve-dynamic-sizes` has run, their sizes.
    fn parameter_arrays(&self, inputs: &[Array]) -> Vec<Tensor> {
        let mut arrays: Vec<Tensor> = inputs.iter().map(Tensor::from).collect();
        let expected: usize = self.parameters.iter().map(Structure::leaves).sum();
        if expected > arrays.len() {
            let Signature { inputs: types, input_forms: forms, .. } = &self.signature;
            for (array, ty) in arrays
                .iter_mut()
                .zip(types)
                .zip(forms)
                .filter(|(_, form)| !form.dynamic.is_empty())
                .map(|(pair, _)| pair)
            {
                *array = resized(array, &ty.shape);
            }
            let sizes = inputs.iter().zip(forms).flat_map(|(input, form)| {
                form.dynamic
                    .iter()
                    .map(|&d| Tensor::of_floats(xla_scalar::Element::S32, &[], &[input.ty().shape[d] as f64]))
            });
            arrays.extend(sizes);
        }
        arrays
    }
}

/// Why a value of type `ty` can neither go in nor out; nothing if it can.
fn formless(ty: Type<'_>) -> Option<String> {
    if let Some(elements) = tuple::elements(ty) {
        return elements.into_iter().find_map(formless);
    }
    let tensor = xla_dialect::ir::Tensor::of(ty).filter(|tensor| Form::of(tensor).is_none())?;
    Some(match tensor.xla_element() {
        None => format!("element type {}", tensor.element),
        Some(_) => format!("sizes of {ty} are known only at run time, and have no bounds"),
    })
}

/// A result as the signature says. One that is smaller than its type is filled up with zeros, which nothing may look at.
fn output(tensor: &Tensor, ty: &TensorType, form: &Form, sizes: &mut impl Iterator<Item = i64>) -> Outcome<Array> {
    let mut shape = ty.shape.clone();
    for &d in &form.dynamic {
        let stated = sizes.next().map(|size| usize::try_from(size).unwrap_or_default());
        shape[d] = stated.unwrap_or(tensor.shape[d]).min(ty.shape[d]);
    }
    Ok(if tensor.shape == shape { tensor.to_array()? } else { resized(tensor, &shape).to_array()? })
}

/// The front of `tensor`, or all of it with zeros behind, as an array of `shape`.
fn resized(tensor: &Tensor, shape: &[usize]) -> Tensor {
    let zero = vec![0; tensor.element.storage_bytes()];
    let inside = |index: &[usize]| index.iter().zip(&tensor.shape).all(|(i, size)| i < size);
    tensor.moved(shape, &zero, |index| inside(index).then(|| index.to_vec()))
}
