//! What is known of the arguments of the function that is called.

use super::values::{constant, refine};
use xla_dialect::diagnostics::error;
use xla_dialect::ir::{Block, Builder, DYNAMIC, Op, OpExt, block_args, replace_uses, tensor_of};
use xla_dialect::ops::dimensions::{compatible_shapes, show};
use xla_dialect::passes::Failed;

/// What is known of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Nothing.
    Unknown,
    /// Its shape.
    Shape(Vec<i64>),
    /// The integer that it is.
    Value(i64),
}

impl std::fmt::Display for Argument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown => f.write_str("_"),
            Self::Shape(sizes) => f.write_str(&show(sizes).replace(' ', "")),
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

/// Makes the arguments of `function` what they are known to be. Types that are static already are left alone, since
/// whoever calls the function is told of a wrong shape by the type; and sizes with bounds stay dynamic.
pub fn apply<'c>(function: Op<'c>, body: Block<'c>, known: &[Argument]) -> Result<(), Failed> {
    for (i, (argument, known)) in block_args(body).into_iter().zip(known).enumerate() {
        let Some(tensor) = tensor_of(argument) else { continue };
        match known {
            Argument::Shape(shape) if !tensor.is_static() && tensor.encoding.is_none() => {
                if !compatible_shapes(&tensor.shape, shape) {
                    let message = format!("argument {i} is {}, not of shape {}", tensor.ty(), show(shape));
                    return Err(error(function.loc(), &message));
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
