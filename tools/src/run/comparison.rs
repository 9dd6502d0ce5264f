//! The comparison of outputs with the expected ones.

use super::arguments::RunArguments;
use super::failure::{Failure, invalid};
use super::inputs::parts;
use super::outputs::{of_process, say};
use super::processes::Crew;
use super::values::fitted;
use std::path::PathBuf;
use xla_compiler::execute::{Array, Form, TensorType};
use xla_compiler::host::{compare, npy};
use xla_compiler::tell;
use xla_scalar::{Element, Kind};

/// The expected outputs of each process; empty if no files are given.
pub(crate) fn expected(
    files: &[PathBuf],
    types: &[TensorType],
    forms: &[Form],
    crew: &Crew,
) -> Result<Vec<Vec<Array>>, Failure> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let mut arrays = Vec::new();
    for file in files {
        arrays.extend(npy::read(file).map_err(invalid)?);
    }
    if arrays.len() != types.len() {
        return Err(invalid(format!("the program has {} outputs, and {} are expected", types.len(), arrays.len())));
    }
    let mut expected: Vec<Vec<Array>> = vec![Vec::new(); crew.count];
    for (i, (array, (ty, form))) in arrays.into_iter().zip(types.iter().zip(forms)).enumerate() {
        let ty = &fitted(ty, form, Some(array.argument()));
        let values = array.into_array(ty.element).and_then(|array| parts(array, ty, crew));
        let values = values.map_err(|reason| invalid(format!("result {i} is {ty}, but what is expected: {reason}")))?;
        expected.iter_mut().zip(values).for_each(|(all, value)| all.push(value));
    }
    Ok(expected)
}

/// Tolerances: a few units in the last place of the element type, for sums of many terms.
pub(crate) fn tolerances(arguments: &RunArguments, element: Element) -> (f64, f64) {
    let (rtol, atol) = default_tolerances(element);
    (arguments.rtol.unwrap_or(rtol), arguments.atol.unwrap_or(atol))
}

/// The tolerances that are not given.
pub(crate) fn default_tolerances(element: Element) -> (f64, f64) {
    match element {
        Element::F64 | Element::C128 => (1e-10, 1e-12),
        Element::F32 | Element::C64 => (1e-5, 1e-6),
        Element::F16 => (1e-2, 1e-3),
        Element::BF16 => (2e-2, 1e-2),
        _ if element.kind() == Kind::Float => (0.2, 0.05),
        _ => (0.0, 0.0),
    }
}

/// The largest relative error; none where nothing is expected.
pub(crate) fn max_error(outputs: &[Vec<Array>], expected: &[Vec<Array>]) -> Result<Option<f64>, Failure> {
    let mut worst = None;
    for (output, expected) in outputs.iter().flatten().zip(expected.iter().flatten()) {
        let error = compare::max_error(output.view(), expected.view()).map_err(invalid)?;
        worst = Some(worst.unwrap_or(0f64).max(error));
    }
    Ok(worst)
}

/// Prints for each output whether it is as expected. Returns whether all are.
pub(crate) fn compare_all(
    arguments: &RunArguments,
    outputs: &[Vec<Array>],
    expected: &[Vec<Array>],
) -> Result<bool, Failure> {
    let mut are_all = true;
    for (process, (own, expected)) in outputs.iter().zip(expected).enumerate() {
        let of = of_process(process, outputs.len());
        for (i, (output, expected)) in own.iter().zip(expected).enumerate() {
            if output.ty() != expected.ty() {
                tell!("error: {of}result {i} is {}, and {} is expected", output.ty(), expected.ty());
                are_all = false;
                continue;
            }
            let (rtol, atol) = tolerances(arguments, output.ty().element);
            match compare::close(output.view(), expected.view(), rtol, atol).map_err(invalid)? {
                None => say!("{of}result {i}: as expected (rtol {rtol:e}, atol {atol:e})"),
                Some(mismatch) => {
                    tell!("error: {of}result {i} is not as expected at {mismatch}");
                    are_all = false;
                }
            }
        }
    }
    Ok(are_all)
}
