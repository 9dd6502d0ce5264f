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
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{
    Attribute, Builder, Context, Element, Op, OpExt, Tensor, Type, Value, block_args, blocks, element_of, set_type,
    take_region, tensor_of, type_of,
};
use xla_dialect::ods::stablehlo::{self, Kind};
use xla_dialect::ops::literal::Literal;
use xla_dialect::passes::{Failed, Pass};
use xla_dialect::quantized::{Quantized, is_quantized};
use xla_dialect::stablehlo_elementwise_kinds;

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
    ops.into_iter().for_each(rewrite);
    for op in module.walk_ops() {
        store_types(op);
    }
    Ok(())
}

/// Whether an op leaves the elements it takes as they are, or hands them to a computation of its own.
fn moves(kind: Kind) -> bool {
    match kind {
        Kind::AllGather
        | Kind::AllReduce
        | Kind::AllToAll
        | Kind::AsyncDone
        | Kind::AsyncStart
        | Kind::BitcastConvert
        | Kind::Broadcast
        | Kind::BroadcastInDim
        | Kind::Case
        | Kind::CollectiveBroadcast
        | Kind::CollectivePermute
        | Kind::CollectiveReduce
        | Kind::Composite
        | Kind::Concatenate
        | Kind::Constant
        | Kind::CustomCall
        | Kind::DynamicBroadcastInDim
        | Kind::DynamicGather
        | Kind::DynamicPad
        | Kind::DynamicReshape
        | Kind::DynamicSlice
        | Kind::DynamicUpdateSlice
        | Kind::Gather
        | Kind::GetDimensionSize
        | Kind::GetTupleElement
        | Kind::If
        | Kind::Infeed
        | Kind::Map
        | Kind::OptimizationBarrier
        | Kind::Outfeed
        | Kind::Pad
        | Kind::RealDynamicSlice
        | Kind::Recv
        | Kind::Reduce
        | Kind::ReduceScatter
        | Kind::ReduceWindow
        | Kind::Reshape
        | Kind::Return
        | Kind::Reverse
        | Kind::Scatter
        | Kind::SelectAndScatter
        | Kind::Send
        | Kind::SetDimensionSize
        | Kind::Slice
        | Kind::Sort
        | Kind::Transpose
        | Kind::Tuple
        | Kind::While => true,
        stablehlo_elementwise_kinds!()
        | Kind::AfterAll
        | Kind::BatchNormGrad
        | Kind::BatchNormInference
        | Kind::BatchNormTraining
        | Kind::Cholesky
        | Kind::Convolution
        | Kind::CreateToken
        | Kind::CrossReplicaSum
        | Kind::Dot
        | Kind::DotGeneral
        | Kind::DynamicConv
        | Kind::DynamicIota
        | Kind::Einsum
        | Kind::Fft
        | Kind::Iota
        | Kind::PartitionId
        | Kind::ReducePrecision
        | Kind::ReplicaId
        | Kind::Rng
        | Kind::RngBitGenerator
        | Kind::TorchIndexSelect
        | Kind::TriangularSolve
        | Kind::UnaryEinsum
        | Kind::UniformDequantize
        | Kind::UniformQuantize => false,
    }
}

fn quantized_values(op: Op<'_>) -> impl Iterator<Item = Value<'_>> {
    op.ins().into_iter().chain(op.outs()).filter(|value| is_quantized(value.r#type()))
}

/// Whether `op` computes with quantized values.
fn computes(op: Op<'_>) -> bool {
    Kind::of(op).is_some_and(|kind| !moves(kind)) && quantized_values(op).next().is_some()
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

/// Rewrites an op that computes, and that [`check`] has accepted: its operands dequantized, its results quantized.
fn rewrite(op: Op<'_>) {
    let builder = verified::before(op);
    let operands: Vec<Value<'_>> = op.ins().into_iter().map(|operand| dequantize(&builder, operand)).collect();
    let expressed = match Kind::of(op) {
        Some(Kind::UniformDequantize | Kind::UniformQuantize) => operands,
        kind => {
            let types: Vec<Type<'_>> = op.outs().iter().map(|result| expressed(result.r#type())).collect();
            // Whatever kind of integer is stored, it is floats that are compared.
            let attributes: Vec<(&str, Attribute<'_>)> = op
                .attrs()
                .into_iter()
                .filter(|(attribute, _)| kind != Some(Kind::Compare) || *attribute != "compare_type")
                .collect();
            let regions = op.region_list().into_iter().map(take_region).collect();
            builder.create(op.name_str(), &operands, &types, &attributes, regions).outs()
        }
    };
    let results: Vec<Value<'_>> = expressed
        .into_iter()
        .zip(op.outs())
        .map(|(value, result)| quantize(&builder, value, result.r#type()))
        .collect();
    op.replace(&results);
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

/// What is quantized along an axis, or as a whole, with what it expresses.
struct Expression<'b, 'c> {
    builder: &'b Builder<'c>,
    shape: Vec<i64>,
    quantized: Quantized<'c>,
    float: Element,
}

impl<'b, 'c> Expression<'b, 'c> {
    /// Of a tensor type with elements that [`check`] has accepted; none of any other type.
    fn of(builder: &'b Builder<'c>, ty: Type<'c>) -> Option<Self> {
        let quantized = Quantized::of_tensor(ty)?;
        let float = element_of(quantized.expressed).unwrap_or_else(|| panic!("{ty} expresses no known numbers"));
        Some(Self { builder, shape: Tensor::of(ty)?.shape, quantized, float })
    }

    fn ty(&self, element: Element) -> Type<'c> {
        Tensor::new(&self.shape, type_of(self.builder.context, element)).ty()
    }

    /// A literal of one element for each slice along the axis, or of one for all, in the whole shape.
    fn literal(&self, element: Element, numbers: &[f64]) -> Value<'c> {
        let sizes: Vec<i64> = self.quantized.axis.map(|_| numbers.len() as i64).into_iter().collect();
        let dimensions: Vec<i64> = self.quantized.axis.into_iter().collect();
        let bytes = numbers.iter().filter_map(|number| Some(Literal::splat(element, &[], *number)?.all())).flatten();
        let ty = Tensor::new(&sizes, type_of(self.builder.context, element)).ty();
        let value = Literal::new(element, &sizes, bytes.collect()).and_then(|literal| literal.attribute(ty));
        let value = value.unwrap_or_else(|| panic!("no literal of type {ty} for {numbers:?}"));
        let literal = stablehlo::constant(self.builder, value, ty);
        stablehlo::broadcast_in_dim(self.builder, literal, &dimensions, self.ty(element))
    }

    /// A literal scalar.
    fn scalar(&self, number: i64) -> Value<'c> {
        let ty = Tensor::new(&[], type_of(self.builder.context, self.float)).ty();
        let literal = stablehlo::constant(self.builder, Literal::filling(ty, number as f64), ty);
        stablehlo::broadcast_in_dim(self.builder, literal, &[], ty)
    }

    fn scales(&self) -> Value<'c> {
        self.literal(self.float, &self.quantized.scales)
    }

    fn has_zero_points(&self) -> bool {
        self.quantized.zero_points.iter().any(|zero_point| *zero_point != 0)
    }

    fn zero_points(&self, element: Element) -> Value<'c> {
        let numbers: Vec<f64> = self.quantized.zero_points.iter().map(|zero_point| *zero_point as f64).collect();
        self.literal(element, &numbers)
    }
}

/// The numbers that `value` expresses: (q - zero point) * scale.
fn dequantize<'c>(builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
    let Some(on) = Expression::of(builder, value.r#type()) else { return value };
    let mut number = value;
    // A difference of two numbers of the storage type need not be one.
    let wide = if on.quantized.storage.bits() < 32 { Element::S32 } else { Element::S64 };
    if on.has_zero_points() {
        number = stablehlo::convert(builder, number, on.ty(wide));
        number = stablehlo::subtract(builder, number, on.zero_points(wide), on.ty(wide));
    }
    let ty = on.ty(on.float);
    let number = stablehlo::convert(builder, number, ty);
    stablehlo::multiply(builder, number, on.scales(), ty)
}

/// What is stored of `value` where it is quantized as `ty` says: x / scale + zero point, rounded, within bounds.
fn quantize<'c>(builder: &Builder<'c>, value: Value<'c>, ty: Type<'c>) -> Value<'c> {
    let Some(on) = Expression::of(builder, ty) else { return value };
    let float = on.ty(on.float);
    let mut number = stablehlo::divide(builder, value, on.scales(), float);
    if on.has_zero_points() {
        number = stablehlo::add(builder, number, on.zero_points(on.float), float);
    }
    let (min, max) = (on.scalar(on.quantized.min), on.scalar(on.quantized.max));
    let number = stablehlo::clamp(builder, min, number, max, float);
    let number = stablehlo::round_nearest_even(builder, number, float);
    // The next op that computes asks the type how the integers are quantized: it gets its own when all are rewritten.
    stablehlo::convert(builder, number, ty)
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
