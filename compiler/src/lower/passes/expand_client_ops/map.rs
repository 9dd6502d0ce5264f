//! `map` is its computation on whole arrays.

use super::builders::{broadcast_in_dim, like};
use crate::attributes::EQUAL_SIZES;
use crate::identity::ValueMap;
use crate::verified;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{Attribute, Builder, Op, OpExt, Tensor, Value, block_args, block_ops};
use xla_dialect::ods::xla::{self, Kind};
use xla_dialect::passes::Failed;

/// ```mlir
/// %0 = xla.map(%x, %y) … { ^bb0(%a: tensor<f32>, %b: tensor<f32>): %c = xla.add %a, %b  xla.return %c }
/// // becomes
/// %0 = xla.add %x, %y : tensor<4xf32>
/// ```
/// What the computation has from outside, or as a constant, is broadcast.
pub fn expand_map<'c>(op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (body, result) = (verified::body(op, 0), verified::tensor(op.output(0)));
    let mut values: ValueMap<'c, Value<'c>> = ValueMap::default();
    for (argument, operand) in block_args(body).into_iter().zip(op.ins()) {
        values.insert(argument, operand);
    }
    for inner in block_ops(body) {
        let at = builder.located(inner.loc());
        let wide = |value: Value<'c>| match values.get(value) {
            Some(array) => *array,
            None => broadcast_in_dim(&at, value, &[], op.input(0)),
        };
        match Kind::of(inner) {
            Some(Kind::Return) => {
                let value = wide(inner.input(0));
                op.replace(&[value]);
                return Ok(());
            }
            Some(Kind::Constant) => {
                let constant = xla::constant(&at, xla::Constant::cast(inner).value());
                let array = broadcast_in_dim(&at, constant, &[], op.input(0));
                values.insert(inner.output(0), array);
            }
            // On rank 0 these change nothing.
            Some(Kind::Reshape | Kind::Broadcast | Kind::BroadcastInDim | Kind::Transpose | Kind::Rev) => {
                let array = wide(inner.input(0));
                values.insert(inner.output(0), array);
            }
            Some(kind) if is_elementwise(kind) => {
                let operands: Vec<_> = inner.ins().into_iter().map(wide).collect();
                let element = verified::tensor(inner.output(0)).element;
                let ty = Tensor::new(&result.shape, element).ty();
                let array = like(&at, inner, &operands, &[ty], Vec::new());
                // The arrays have one shape: no dimension expands that is of size 1 at run time.
                if !result.is_static() {
                    array.set_attr(EQUAL_SIZES, Attribute::unit(op.ctx()));
                }
                values.insert(inner.output(0), array.output(0));
            }
            _ => {
                let name = inner.name_str();
                return Err(unsupported(
                    op,
                    format!("'{name}' in its computation, which only elementwise ops may make up"),
                ));
            }
        }
    }
    panic!("a computation ends in xla.return")
}

/// Whether the op does to arrays what it does to scalars.
fn is_elementwise(kind: Kind) -> bool {
    kind == Kind::ReducePrecision || xla_scalar::Op::from_mnemonic(kind.mnemonic()).is_some()
}
