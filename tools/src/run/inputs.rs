//! The inputs of the processes that run a program.

use super::arguments::RunArguments;
use super::failure::{Failure, invalid};
use super::processes::Crew;
use super::values::{Given, excerpt, of_number, stacked, typed};
use xla_compiler::execute::{Array, TensorType};
use xla_compiler::host::random::Random;
use xla_compiler::host::{literal, npy};

/// The inputs of the processes that this one is responsible for.
pub(crate) fn inputs(
    arguments: &RunArguments,
    given: Vec<Given>,
    expected: &[TensorType],
    crew: &Crew,
) -> Result<Vec<Vec<Array>>, Failure> {
    if given.len() > expected.len() || (given.len() < expected.len() && arguments.random.is_none()) {
        let types: Vec<_> = expected.iter().map(ToString::to_string).collect();
        return Err(invalid(format!(
            "the program takes {} input{} ({}), and {} {} given",
            expected.len(),
            if expected.len() == 1 { "" } else { "s" },
            types.join(", "),
            given.len(),
            if given.len() == 1 { "is" } else { "are" },
        )));
    }
    let mut random = Random::new(arguments.random.unwrap_or(0));
    let mut given = given.into_iter();
    let mut inputs: Vec<Vec<Array>> = vec![Vec::new(); crew.own.len()];
    for (i, ty) in expected.iter().enumerate() {
        // Drawn for every input, so that giving one does not change the others.
        let values = match given.next() {
            Some(given) => for_each(given, i, ty, crew)?,
            None => vec![random.array(ty).map_err(invalid)?; crew.own.len()],
        };
        inputs.iter_mut().zip(values).for_each(|(inputs, value)| inputs.push(value));
    }
    Ok(inputs)
}

/// Input `i` of those processes: the same for all, parts along a dimension in front, or a file each.
fn for_each(given: Given, i: usize, ty: &TensorType, crew: &Crew) -> Result<Vec<Array>, Failure> {
    let wrong = |name: &str, reason: String| invalid(format!("input {i} is {ty}, but {name}: {reason}"));
    match given {
        Given::File(name, array) => {
            let array = array.into_array(ty.element).and_then(|array| parts(array, ty, crew));
            array.map_err(|reason| wrong(&name, reason))
        }
        Given::Each(name, _) => { crew.own.clone() }
            .map(|number| {
                let name = of_number(&name, number);
                let mut arrays = npy::read(&name).map_err(invalid)?;
                let array = arrays.pop().filter(|_| arrays.is_empty()).ok_or("it holds several arrays".to_string());
                array.and_then(|array| typed(array, ty)).map_err(|reason| wrong(&name.display().to_string(), reason))
            })
            .collect(),
        Given::Literal(text) => match (literal::parse(&text, ty), literal::parse(&text, &stacked(ty, crew.count))) {
            (Ok(array), _) => Ok(vec![array; crew.own.len()]),
            (_, Ok(array)) if crew.count > 1 => parts(array, ty, crew).map_err(|reason| wrong(&text, reason)),
            (Err(reason), _) => Err(wrong(&format!("`{}`", excerpt(&text)), reason.to_string())),
        },
    }
}

/// A value of type `ty` for each of those processes: copies, or parts of a stack with one for every process.
pub(crate) fn parts(array: Array, ty: &TensorType, crew: &Crew) -> Result<Vec<Array>, String> {
    if array.ty() == ty {
        return Ok(vec![array; crew.own.len()]);
    }
    if crew.count == 1 || *array.ty() != stacked(ty, crew.count) {
        return Err(format!("it holds {}", array.ty()));
    }
    let size = array.bytes().len() / crew.count;
    let part = |i: usize| Array::new(ty.clone(), &array.bytes()[i * size..][..size]).map_err(|error| error.to_string());
    crew.own.clone().map(part).collect()
}
