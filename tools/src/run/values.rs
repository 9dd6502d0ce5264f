//! Values of the command line: files and literals, before and after their types are known.

use super::failure::{Failure, invalid};
use std::path::PathBuf;
use xla_compiler::Argument;
use xla_compiler::execute::{Array, Form, TensorType};
use xla_compiler::host::{literal, npy};

/// A value for an input, before its type is known.
pub(crate) enum Given {
    /// A file for each process, and what the first one has.
    Each(String, npy::NpyArray),
    File(String, npy::NpyArray),
    Literal(String),
}

impl Given {
    /// What it says of the program's argument.
    pub(crate) fn argument(&self) -> Argument {
        match self {
            Given::Each(_, array) | Given::File(_, array) => array.argument(),
            Given::Literal(text) => literal::argument(text),
        }
    }
}

/// The values of one argument.
pub(crate) fn given(text: &str) -> Result<Vec<Given>, Failure> {
    if !text.ends_with(".npy") && !text.ends_with(".npz") {
        return Ok(vec![Given::Literal(text.to_string())]);
    }
    let arrays = npy::read(&of_number(text, 0)).map_err(invalid)?;
    let is_each = text.contains("{}");
    Ok(arrays
        .into_iter()
        .map(|array| if is_each { Given::Each(text.to_string(), array) } else { Given::File(text.to_string(), array) })
        .collect())
}

/// The name of the file of process `number`.
pub(crate) fn of_number(name: &str, number: usize) -> PathBuf {
    PathBuf::from(name.replace("{}", &number.to_string()))
}

/// `ty` with the dynamic sizes that the value given has.
pub(crate) fn fitted(ty: &TensorType, form: &Form, given: Option<Argument>) -> TensorType {
    let found = match given {
        Some(Argument::Shape(sizes)) => sizes.into_iter().map(|size| usize::try_from(size).unwrap_or(0)).collect(),
        _ => return ty.clone(),
    };
    let found = TensorType { element: ty.element, shape: found };
    if form.accepts(ty, &found) { found } else { ty.clone() }
}

/// The type of `count` such values in one.
pub(crate) fn stacked(ty: &TensorType, count: usize) -> TensorType {
    let mut shape = vec![count];
    shape.extend(&ty.shape);
    TensorType::new(ty.element, &shape)
}

/// The front of a text that may be long.
pub(crate) fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    if start.len() < text.len() { format!("{start}…") } else { start }
}

/// The array, if it has the type `ty`.
pub(crate) fn typed(array: npy::NpyArray, ty: &TensorType) -> Result<Array, String> {
    let array = array.into_array(ty.element)?;
    if array.ty() == ty { Ok(array) } else { Err(format!("it holds {}", array.ty())) }
}
