//! `#xla.bounds` and `#stablehlo.bounds`: how large a dimension of dynamic size can become.

use crate::ir::{Attribute, BoundsDialect, Context, DYNAMIC, Tensor, bounds_attribute, bounds_value, context_at};
use melior::ir::attribute::AttributeLike;
use mlir_sys::mlirAttributeGetContext;

/// The bounds that `encoding` states, [`DYNAMIC`] for a dimension without one; none of any other encoding.
pub fn of_encoding(encoding: Attribute<'_>) -> Option<Vec<i64>> {
    bounds_value(encoding).map(|(_, bounds)| bounds.to_vec())
}

/// The encoding of the dialect of `like` that states `bounds`; none where nothing is bounded.
pub fn like<'c>(like: Attribute<'c>, bounds: &[i64]) -> Option<Attribute<'c>> {
    // SAFETY: an attribute's context outlives it.
    let context = unsafe { context_at(mlirAttributeGetContext(like.to_raw())) };
    encoding(context, bounds_value(like)?.0, bounds)
}

/// The encoding of the xla dialect that states `bounds`; none where nothing is bounded.
pub fn xla<'c>(context: &'c Context, bounds: &[i64]) -> Option<Attribute<'c>> {
    encoding(context, BoundsDialect::Xla, bounds)
}

fn encoding<'c>(context: &'c Context, dialect: BoundsDialect, bounds: &[i64]) -> Option<Attribute<'c>> {
    let any = bounds.iter().any(|bound| *bound != DYNAMIC);
    any.then(|| bounds_attribute(context, dialect, bounds))
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
