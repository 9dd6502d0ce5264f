//! `stablehlo-legalize-quantized`: quantized values become the integers that are stored.
//!
//! ```mlir
//! %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
//! %1 = stablehlo.negate %0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
//! %2 = stablehlo.reverse %1, dims = [0] : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
//! // becomes, with Q(x) = convert(round_nearest_even(clamp(-128, x / 0.5 + 3, 127)))
//! // and D(q) = convert(convert(q) - 3) * 0.5,
//! %0 = Q(%x) : tensor<4xi8>
//! %1 = Q(stablehlo.negate D(%0)) : tensor<4xi8>
//! %2 = stablehlo.reverse %1, dims = [0] : tensor<4xi8>
//! ```
//!
//! Ops that move elements move what is stored. Every other op computes with the numbers that are expressed, in their
//! type. A computation given as a region, such as a reducer, is rewritten inside. Source: the StableHLO specification,
//! where Q is called `quantize` and D `dequantize`; its D subtracts in the storage type, which we widen first.

use super::types::map_type;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::{internal, unsupported};
use xla_dialect::ir::{
    Attribute, Builder, Context, Element, Op, OpExt, Tensor, Type, Value, block_args, blocks, element_of, i64_array,
    set_type, take_region, tensor_of, type_of,
};
use xla_dialect::ops::literal::Literal;
use xla_dialect::passes::{Failed, Pass};
use xla_dialect::quantized::{Quantized, is_quantized};

/// The pass.
pub const PASS: Pass = Pass {
    name: "stablehlo-legalize-quantized",
    description: "Turn quantized values into the integers that are stored",
    op: "builtin.module",
    options: &[],
    dialects: &["stablehlo"],
    run: |module, _| run(module),
};

fn run(module: Op<'_>) -> Result<(), Failed> {
    let ops: Vec<Op<'_>> = module.walk_ops().into_iter().filter(|op| computes(*op)).collect();
    let mut checked = Ok(());
    for op in &ops {
        if let Err(reason) = check(*op) {
            checked = Err(unsupported(*op, reason));
        }
    }
    checked?;
    // Values keep the types that say how they are quantized until every op that computes with them is rewritten.
    for op in ops {
        rewrite(op).ok_or_else(|| internal(op, "was checked and cannot be rewritten"))?;
    }
    for op in module.walk_ops() {
        store_types(op);
    }
    Ok(())
}

/// Ops that leave the elements they take as they are, or hand them to a computation of their own.
const MOVES: &[&str] = &[
    "all_gather",
    "all_reduce",
    "all_to_all",
    "async_done",
    "async_start",
    "bitcast_convert",
    "broadcast",
    "broadcast_in_dim",
    "case",
    "collective_broadcast",
    "collective_permute",
    "collective_reduce",
    "composite",
    "concatenate",
    "constant",
    "custom_call",
    "dynamic_broadcast_in_dim",
    "dynamic_gather",
    "dynamic_pad",
    "dynamic_reshape",
    "dynamic_slice",
    "dynamic_update_slice",
    "gather",
    "get_dimension_size",
    "get_tuple_element",
    "if",
    "infeed",
    "map",
    "optimization_barrier",
    "outfeed",
    "pad",
    "real_dynamic_slice",
    "recv",
    "reduce",
    "reduce_scatter",
    "reduce_window",
    "reshape",
    "return",
    "reverse",
    "scatter",
    "select_and_scatter",
    "send",
    "set_dimension_size",
    "slice",
    "sort",
    "transpose",
    "tuple",
    "while",
];

fn quantized_values(op: Op<'_>) -> impl Iterator<Item = Value<'_>> {
    op.ins().into_iter().chain(op.outs()).filter(|value| is_quantized(value.r#type()))
}

/// Whether `op` computes with quantized values.
fn computes(op: Op<'_>) -> bool {
    op.name_str().starts_with("stablehlo.") && !MOVES.contains(&op.mnemonic()) && quantized_values(op).next().is_some()
}

/// Why `op` cannot be rewritten.
fn check(op: Op<'_>) -> Result<(), String> {
    for value in quantized_values(op) {
        let ty = value.r#type();
        let known = Quantized::of_tensor(ty).is_some_and(|quantized| element_of(quantized.expressed).is_some());
        if !known {
            return Err(format!("no lowering of elements quantized as in {ty} yet"));
        }
        if !tensor_of(value).is_some_and(|tensor| tensor.is_static()) {
            return Err(format!("no lowering of quantized values of dynamic shapes yet, such as {ty}"));
        }
    }
    Ok(())
}

/// Rewrites an op that computes: its operands dequantized, its results quantized.
fn rewrite(op: Op<'_>) -> Option<()> {
    let builder = Builder::before(op)?;
    let operands: Vec<Value<'_>> =
        op.ins().into_iter().map(|operand| dequantize(&builder, operand)).collect::<Option<_>>()?;
    let expressed = match op.mnemonic() {
        "uniform_dequantize" | "uniform_quantize" => operands,
        name => {
            let types: Vec<Type<'_>> = op.outs().iter().map(|result| expressed(result.r#type())).collect();
            // Whatever kind of integer is stored, it is floats that are compared.
            let attributes: Vec<(&str, Attribute<'_>)> = op
                .attrs()
                .into_iter()
                .filter(|(attribute, _)| name != "compare" || *attribute != "compare_type")
                .collect();
            let regions = op.region_list().into_iter().map(take_region).collect();
            builder.create(op.name_str(), &operands, &types, &attributes, regions).outs()
        }
    };
    let results: Vec<Value<'_>> = expressed
        .into_iter()
        .zip(op.outs())
        .map(|(value, result)| quantize(&builder, value, result.r#type()))
        .collect::<Option<_>>()?;
    op.replace(&results);
    Some(())
}

/// The type of the numbers that a value of type `ty` expresses.
fn expressed(ty: Type<'_>) -> Type<'_> {
    Tensor::of(ty).map_or(ty, |tensor| xla_dialect::quantized::expressed(tensor).ty())
}

/// The type that a value of type `ty` is stored in.
fn stored<'c>(context: &'c Context, ty: Type<'c>) -> Type<'c> {
    let quantized = Tensor::of(ty).and_then(|tensor| Some((Quantized::of(tensor.element)?, tensor)));
    quantized.map_or(ty, |(quantized, tensor)| tensor.with_element(type_of(context, quantized.storage)).ty())
}

/// Ops on tensors of one shape.
struct Arithmetic<'b, 'c> {
    builder: &'b Builder<'c>,
    shape: Vec<i64>,
    axis: Option<i64>,
}

impl<'c> Arithmetic<'_, 'c> {
    fn ty(&self, element: Element) -> Type<'c> {
        Tensor::new(&self.shape, type_of(self.builder.context, element)).ty()
    }

    fn apply(&self, name: &str, operands: &[Value<'c>], element: Element) -> Value<'c> {
        self.builder.value(&format!("stablehlo.{name}"), operands, self.ty(element), &[])
    }

    /// A literal of one element a slice along the axis, or of one for all, in the whole shape.
    fn literal(&self, element: Element, numbers: &[f64]) -> Option<Value<'c>> {
        let sizes = if self.axis.is_some() { vec![numbers.len() as i64] } else { vec![] };
        let mut bytes = Vec::new();
        for number in numbers {
            bytes.extend(Literal::splat(element, &[], *number)?.all());
        }
        let ty = Tensor::new(&sizes, type_of(self.builder.context, element)).ty();
        let value = Literal::new(element, &sizes, bytes)?.attribute(ty)?;
        let literal = self.builder.value("stablehlo.constant", &[], ty, &[("value", value)]);
        let dimensions: Vec<i64> = self.axis.into_iter().collect();
        let attributes = [("broadcast_dimensions", i64_array(self.builder.context, &dimensions))];
        Some(self.builder.value("stablehlo.broadcast_in_dim", &[literal], self.ty(element), &attributes))
    }

    /// A literal scalar.
    fn scalar(&self, element: Element, number: f64) -> Option<Value<'c>> {
        Self { builder: self.builder, shape: vec![], axis: None }.literal(element, &[number])
    }
}

/// The numbers that `value` expresses: (q - zero point) * scale.
fn dequantize<'c>(builder: &Builder<'c>, value: Value<'c>) -> Option<Value<'c>> {
    let Some(quantized) = Quantized::of_tensor(value.r#type()) else { return Some(value) };
    let float = element_of(quantized.expressed)?;
    let on = Arithmetic { builder, shape: tensor_of(value)?.shape, axis: quantized.axis };
    let mut number = value;
    if quantized.zero_points.iter().any(|zero_point| *zero_point != 0) {
        // A difference of two numbers of the storage type need not be one.
        let wide = if quantized.storage.bits() < 32 { Element::S32 } else { Element::S64 };
        let zero_points: Vec<f64> = quantized.zero_points.iter().map(|zero_point| *zero_point as f64).collect();
        number = on.apply("convert", &[number], wide);
        number = on.apply("subtract", &[number, on.literal(wide, &zero_points)?], wide);
    }
    let number = on.apply("convert", &[number], float);
    Some(on.apply("multiply", &[number, on.literal(float, &quantized.scales)?], float))
}

/// What is stored of `value` where it is quantized as `ty` says: x / scale + zero point, rounded, within bounds.
fn quantize<'c>(builder: &Builder<'c>, value: Value<'c>, ty: Type<'c>) -> Option<Value<'c>> {
    let Some(quantized) = Quantized::of_tensor(ty) else { return Some(value) };
    let float = element_of(quantized.expressed)?;
    let on = Arithmetic { builder, shape: Tensor::of(ty)?.shape, axis: quantized.axis };
    let mut number = on.apply("divide", &[value, on.literal(float, &quantized.scales)?], float);
    if quantized.zero_points.iter().any(|zero_point| *zero_point != 0) {
        let zero_points: Vec<f64> = quantized.zero_points.iter().map(|zero_point| *zero_point as f64).collect();
        number = on.apply("add", &[number, on.literal(float, &zero_points)?], float);
    }
    let (min, max) = (on.scalar(float, quantized.min as f64)?, on.scalar(float, quantized.max as f64)?);
    let number = on.apply("clamp", &[min, number, max], float);
    let number = on.apply("round_nearest_even", &[number], float);
    // The next op that computes asks the type how the integers are quantized: it gets its own when all are rewritten.
    Some(builder.value("stablehlo.convert", &[number], ty, &[]))
}

/// Gives the results, arguments and signature of `op` the types that are stored.
fn store_types(op: Op<'_>) {
    let context = op.ctx();
    let leaf = |ty| stored(context, ty);
    let arguments = op.region_list().into_iter().flat_map(blocks).flat_map(block_args);
    for value in op.outs().into_iter().chain(arguments) {
        let ty = value.r#type();
        let new = map_type(context, ty, &leaf);
        if new != ty {
            set_type(value, new);
        }
    }
    super::types::map_signature(op, &leaf);
}

#[cfg(test)]
mod tests {
    use super::MOVES;

    #[test]
    fn table_is_sorted() {
        assert!(MOVES.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
