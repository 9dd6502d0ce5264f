//! What is known of the arguments of the function that is called.

use super::values::{constant, refine};
use melior::ir::ValueLike;
use xla_dialect::diagnostics::error;
use xla_dialect::ir::{Block, Builder, DYNAMIC, Op, OpExt, Type, block_args, replace_uses, tensor_of};
use xla_dialect::ops::dimensions::{compatible_shapes, show};
use xla_dialect::passes::Failed;

/// What is known of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Nothing.
    Unknown,
    /// The shape of an array that is passed for it: who passes it is told where the program takes another.
    Shape(Vec<i64>),
    /// The shape that somebody states for it: an error where the program has no such argument, or one of another shape.
    Stated(Vec<i64>),
    /// The integer that it is.
    Value(i64),
}

impl std::fmt::Display for Argument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown => f.write_str("_"),
            Self::Shape(sizes) | Self::Stated(sizes) => f.write_str(&show(sizes).replace(' ', "")),
            Self::Value(value) => write!(f, "{value}"),
        }
    }
}

/// Reads `[2,3],_,5`.
pub fn parse(text: &str) -> Result<Vec<Argument>, String> {
    let mut all = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = if rest.starts_with('[') { rest.find(']').map(|end| end + 1) } else { rest.find(',') };
        let (argument, after) = rest.split_at(end.unwrap_or(rest.len()));
        all.push(argument_of(argument).ok_or_else(|| format!("`{argument}` is no shape such as [2,3], nor a number"))?);
        rest = after.strip_prefix(',').unwrap_or(after);
    }
    Ok(all)
}

fn argument_of(text: &str) -> Option<Argument> {
    if text == "_" {
        return Some(Argument::Unknown);
    }
    let Some(sizes) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return text.parse().ok().map(Argument::Value);
    };
    let size = |size: &str| if size == "?" { Some(DYNAMIC) } else { size.parse().ok().filter(|size| *size >= 0) };
    let sizes = sizes.split(',').map(str::trim).filter(|size| !size.is_empty());
    Some(Argument::Shape(sizes.map(size).collect::<Option<_>>()?))
}

/// How the shapes that are stated in `known` contradict `function`, if they do.
pub fn contradiction(function: Op<'_>, known: &[Argument]) -> Option<String> {
    let arguments = function.body(0).map(block_args).unwrap_or_default();
    known.iter().enumerate().find_map(|(i, known)| {
        let Argument::Stated(shape) = known else { return None };
        let Some(argument) = arguments.get(i) else {
            let (name, count) = (crate::entry::name(function), arguments.len());
            return Some(format!("there is no argument {i}, of shape {}: @{name} has {count}", show(shape)));
        };
        let is_so = tensor_of(*argument).is_some_and(|tensor| compatible_shapes(&tensor.shape, shape));
        (!is_so).then(|| not_of_shape(i, argument.r#type(), shape))
    })
}

fn not_of_shape(i: usize, ty: Type<'_>, shape: &[i64]) -> String {
    format!("argument {i} is {ty}, not of shape {}", show(shape))
}

/// Makes the arguments of `function` what they are known to be. Types that are static already are left alone, since
/// whoever calls the function is told of a wrong shape by the type; and sizes with bounds stay dynamic.
pub fn apply<'c>(function: Op<'c>, body: Block<'c>, known: &[Argument]) -> Result<(), Failed> {
    for (i, (argument, known)) in block_args(body).into_iter().zip(known).enumerate() {
        let Some(tensor) = tensor_of(argument) else { continue };
        match known {
            Argument::Shape(shape) | Argument::Stated(shape) if !tensor.is_static() && tensor.encoding.is_none() => {
                if !compatible_shapes(&tensor.shape, shape) {
                    return Err(error(function.loc(), &not_of_shape(i, tensor.ty(), shape)));
                }
                refine(function, argument, tensor.with_shape(shape).ty())?;
            }
            Argument::Value(value) if tensor.rank() == 0 => {
                let builder = Builder::at_start(function.ctx(), body, function.loc());
                if let Some(value) = constant(&builder, &[*value], tensor.ty()) {
                    replace_uses(argument, value);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_and_written() {
        let all = [Argument::Shape(vec![2, DYNAMIC]), Argument::Unknown, Argument::Value(-5), Argument::Shape(vec![])];
        let text = all.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        assert_eq!(text, "[2,?],_,-5,[]");
        assert_eq!(parse(&text), Ok(all.to_vec()));
        assert_eq!(parse(""), Ok(vec![]));
        for wrong in ["[2", "[-1]", "x", "[2]3x"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
