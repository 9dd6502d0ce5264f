//! Batch normalization in core ops: sums over all dimensions but the features', and elementwise ops that fuse.

use super::builders::broadcast_in_dim;
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::ir::{Attribute, Builder, DYNAMIC, Element, Op, OpExt, Tensor, Type, Value, tensor_of, type_of};
use xla_dialect::ods::xla;
use xla_dialect::ops::reduce::addition;

/// The results of a batch normalization. `counted` is the number of elements that a feature has,
/// as a `tensor<i32>`, where it is known only at run time.
pub fn expand<'c>(op: Op<'c>, builder: &Builder<'c>, counted: Option<Value<'c>>) -> Vec<Value<'c>> {
    let features = Features::of(op, builder, counted);
    let inputs: Vec<Value<'c>> = op.ins().into_iter().map(|value| features.widened(value)).collect();
    let results = match (xla::Kind::of(op), inputs.as_slice()) {
        (Some(xla::Kind::BatchNormInference), &[x, scale, offset, mean, variance]) => {
            vec![features.normalize(x, scale, offset, mean, variance)]
        }
        (Some(xla::Kind::BatchNormTraining), &[x, scale, offset]) => {
            let mean = features.mean(x);
            let centered = xla::sub(builder, x, features.spread(mean));
            let variance = features.mean(xla::mul(builder, centered, centered));
            vec![features.normalize(x, scale, offset, mean, variance), mean, variance]
        }
        (Some(xla::Kind::BatchNormGrad), &[x, scale, mean, variance, gradient]) => {
            features.gradients(x, scale, mean, variance, gradient)
        }
        _ => panic!("'{}' is no batch normalization", op.name_str()),
    };
    let each = results.into_iter().zip(op.outs());
    each.map(|(value, result)| features.converted(value, result.r#type())).collect()
}

/// Builds ops on arrays of the operand's shape and on those of one element a feature.
struct Features<'c> {
    op: Op<'c>,
    builder: Builder<'c>,
    operand: Tensor<'c>,
    feature: i64,
    /// What is computed in: f32 for narrow floats, which would lose too much in the sums.
    element: Type<'c>,
    counted: Option<Value<'c>>,
}

impl<'c> Features<'c> {
    fn of(op: Op<'c>, builder: &Builder<'c>, counted: Option<Value<'c>>) -> Self {
        let operand = verified::tensor(op.input(0));
        let narrow = verified::element(&operand).is_narrow_float();
        let element = if narrow { type_of(builder.context, Element::F32) } else { operand.element };
        Self { op, builder: *builder, operand, feature: verified::int(op, "feature_index"), element, counted }
    }

    fn widened(&self, value: Value<'c>) -> Value<'c> {
        let wide = tensor_of(value).map(|tensor| tensor.with_element(self.element).ty());
        wide.map_or(value, |wide| self.converted(value, wide))
    }

    fn converted(&self, value: Value<'c>, to: Type<'c>) -> Value<'c> {
        if value.r#type() == to { value } else { xla::convert(&self.builder, value, to) }
    }

    /// One element a feature, in the operand's shape.
    fn spread(&self, each: Value<'c>) -> Value<'c> {
        broadcast_in_dim(&self.builder, each, &[self.feature], self.op.input(0))
    }

    fn scalar(&self) -> Type<'c> {
        Tensor::new(&[], self.element).ty()
    }

    /// The rank-0 literal `value`.
    fn literal(&self, value: f64) -> Value<'c> {
        // SAFETY: the element type is F32 or F64, whose attribute takes a double, and the tensor type is static.
        let literal = unsafe {
            let value = mlir_sys::mlirFloatAttrDoubleGet(self.builder.context.to_raw(), raw(self.element), value);
            Attribute::from_raw(mlir_sys::mlirDenseElementsAttrSplatGet(raw(self.scalar()), value))
        };
        xla::constant(&self.builder, literal)
    }

    /// A scalar for each feature, as the scale has.
    fn each(&self, scalar: Value<'c>) -> Value<'c> {
        broadcast_in_dim(&self.builder, scalar, &[], self.op.input(1))
    }

    /// Number of elements a feature, for each.
    fn elements(&self) -> Value<'c> {
        let others = self.operand.shape.iter().enumerate().filter(|(d, _)| *d as i64 != self.feature);
        let (open, known): (Vec<_>, Vec<_>) = others.partition(|(_, size)| **size == DYNAMIC);
        self.each(match self.counted {
            Some(counted) => self.converted(counted, self.scalar()),
            None => {
                let known = self.literal(known.into_iter().map(|(_, size)| *size as f64).product());
                open.into_iter().fold(known, |product, (d, _)| {
                    let size = xla::get_dimension_size(&self.builder, self.op.input(0), d as i64);
                    xla::mul(&self.builder, product, self.converted(size, self.scalar()))
                })
            }
        })
    }

    fn sum(&self, x: Value<'c>) -> Value<'c> {
        let others: Vec<i64> = (0..self.operand.rank() as i64).filter(|d| *d != self.feature).collect();
        let body = addition(&self.builder, self.scalar());
        xla::reduce(&self.builder, &[x], &[self.literal(0.0)], &others, body).output(0)
    }

    fn mean(&self, x: Value<'c>) -> Value<'c> {
        xla::div(&self.builder, self.sum(x), self.elements())
    }

    /// `variance + epsilon`.
    fn stabilized(&self, variance: Value<'c>) -> Value<'c> {
        let epsilon = self.literal(verified::float(self.op, "epsilon"));
        xla::add(&self.builder, variance, self.each(epsilon))
    }

    fn sqrt(&self, x: Value<'c>) -> Value<'c> {
        xla::sqrt(&self.builder, x)
    }

    /// `(x - mean) * (scale / sqrt(variance + epsilon)) + offset`
    fn normalize(
        &self,
        x: Value<'c>,
        scale: Value<'c>,
        offset: Value<'c>,
        mean: Value<'c>,
        variance: Value<'c>,
    ) -> Value<'c> {
        let factor = xla::div(&self.builder, scale, self.sqrt(self.stabilized(variance)));
        let centered = xla::sub(&self.builder, x, self.spread(mean));
        let scaled = xla::mul(&self.builder, centered, self.spread(factor));
        xla::add(&self.builder, scaled, self.spread(offset))
    }

    /// By the operand, the scale and the offset, with c and d as the documents call them:
    /// `scale / sqrt(variance + epsilon) * (gradient - d - c * (x - mean))`.
    fn gradients(
        &self,
        x: Value<'c>,
        scale: Value<'c>,
        mean: Value<'c>,
        variance: Value<'c>,
        gradient: Value<'c>,
    ) -> Vec<Value<'c>> {
        let stabilized = self.stabilized(variance);
        let deviation = self.sqrt(stabilized);
        let elements = self.elements();
        let centered = xla::sub(&self.builder, x, self.spread(mean));
        let products = self.sum(xla::mul(&self.builder, gradient, centered));
        let offset = self.sum(gradient);
        let c = xla::div(&self.builder, products, xla::mul(&self.builder, elements, stabilized));
        let d = xla::div(&self.builder, offset, elements);
        let shifted = xla::sub(&self.builder, gradient, self.spread(d));
        let corrected = xla::sub(&self.builder, shifted, xla::mul(&self.builder, centered, self.spread(c)));
        let factor = xla::div(&self.builder, scale, deviation);
        vec![
            xla::mul(&self.builder, corrected, self.spread(factor)),
            xla::div(&self.builder, products, deviation),
            offset,
        ]
    }
}

fn raw(ty: Type<'_>) -> mlir_sys::MlirType {
    melior::ir::TypeLike::to_raw(&ty)
}
