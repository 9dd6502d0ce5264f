//! `#xla.bounds` and `#stablehlo.bounds`: how large a dimension of dynamic size can become.

use crate::ir::{Attribute, Context, DYNAMIC, Tensor, context_at, parse_attribute};
use melior::ir::attribute::AttributeLike;
use mlir_sys::mlirAttributeGetContext;

/// The bounds that `encoding` states, [`DYNAMIC`] for a dimension without one; none of any other encoding. The
/// printed form is the interface: the C API sees no further into a dialect's attributes.
pub fn of_encoding(encoding: Attribute<'_>) -> Option<Vec<i64>> {
    let text = encoding.to_string();
    let rest = text.strip_prefix("#xla.bounds<").or_else(|| text.strip_prefix("#stablehlo.bounds<"))?;
    let bounds = rest.strip_suffix('>')?.split(',').map(str::trim);
    bounds.map(|bound| if bound == "?" { Some(DYNAMIC) } else { bound.parse().ok() }).collect()
}

/// The encoding of the dialect of `like` that states `bounds`; none where nothing is bounded.
pub fn like<'c>(like: Attribute<'c>, bounds: &[i64]) -> Option<Attribute<'c>> {
    // SAFETY: an attribute's context outlives it.
    let context = unsafe { context_at(mlirAttributeGetContext(like.to_raw())) };
    encoding(context, like.to_string().split('.').next()?, bounds)
}

/// The encoding of the xla dialect that states `bounds`; none where nothing is bounded.
pub fn xla<'c>(context: &'c Context, bounds: &[i64]) -> Option<Attribute<'c>> {
    encoding(context, "#xla", bounds)
}

fn encoding<'c>(context: &'c Context, dialect: &str, bounds: &[i64]) -> Option<Attribute<'c>> {
    if bounds.iter().all(|bound| *bound == DYNAMIC) {
        return None;
    }
    let bound = |&bound: &i64| if bound == DYNAMIC { "?".to_string() } else { bound.to_string() };
    let bounds: Vec<_> = bounds.iter().map(bound).collect();
    Some(parse_attribute(context, &format!("{dialect}.bounds<{}>", bounds.join(", "))))
}

/// The bounds of a tensor's dimensions: the size where that is known, else what its encoding states.
pub fn of(tensor: &Tensor<'_>) -> Vec<i64> {
    let stated = tensor.encoding.and_then(of_encoding).unwrap_or_else(|| vec![DYNAMIC; tensor.rank()]);
    tensor.shape.iter().zip(stated).map(|(&size, bound)| if size == DYNAMIC { bound } else { size }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse_type;

    #[test]
    fn bounds_are_read_and_written() {
        let context = crate::context();
        let tensor = Tensor::of(parse_type(&context, "tensor<?x4x?xf32, #stablehlo.bounds<8, ?, 2>>")).unwrap();
        assert_eq!(of(&tensor), [8, 4, 2]);
        let encoding = tensor.encoding.unwrap();
        assert_eq!(like(encoding, &[DYNAMIC, DYNAMIC, 2]).unwrap().to_string(), "#stablehlo.bounds<?, ?, 2>");
        assert_eq!(xla(&context, &[8, DYNAMIC, 2]).unwrap().to_string(), "#xla.bounds<8, ?, 2>");
        assert_eq!(like(encoding, &[DYNAMIC; 3]), None);
        let open = Tensor::of(parse_type(&context, "tensor<?x4xf32>")).unwrap();
        assert_eq!(of(&open), [DYNAMIC, 4]);
    }
}
