//! Custom calls that frontends write where StableHLO has no op, and those that only say something about a value.
//!
//! The calls of ops with dynamic shapes are `refine`'s, those of LAPACK the runtime's.

use crate::inline::Functions;
use crate::verified;
use melior::ir::{Region, ValueLike};
use mlir_sys::*;
use xla_dialect::ir::{
    Attribute, Block, Builder, Element, Op, OpExt, Tensor, Value, array_elements, block_args, defining_op, entries,
    int_value, is_float, symbol_value, take_region, tensor_of, terminator,
};
use xla_dialect::ods::{chlo, stablehlo};

/// What a call becomes.
enum Known {
    /// Its operand.
    Operand,
    /// The op of chlo of the same operand and result.
    Op(chlo::Kind),
    /// What this builds.
    Built(for<'c> fn(Op<'c>, &Builder<'c>, &Functions<'c>) -> Option<Vec<Value<'c>>>),
    /// Nothing: why.
    Refused(&'static str),
}
use Known::{Built, Operand, Refused};

const OLD_FFT: &str =
    "the Fourier transform of JAX before 0.4.31; newer ones write stablehlo.fft: export the program again";
const GPU: &str = "a kernel for GPUs; export the program for the CPU";

/// The calls, by their targets.
const CALLS: &[(&str, Known)] = &[
    // How values are shared among devices, laid out or placed: on one device, and where no layout shows, they stay.
    ("LayoutConstraint", Operand),
    ("MoveToDevice", Operand),
    ("MoveToHost", Operand),
    ("SPMDFullToShardShape", Operand),
    ("SPMDShardToFullShape", Operand),
    ("Sharding", Operand),
    ("annotate_device_placement", Operand),
    ("xla.sdy.FuncResultSharding", Operand),
    // Ops that are serialized as calls, since StableHLO does not have them.
    ("mhlo.acos", Known::Op(chlo::Kind::Acos)),
    ("mhlo.acosh", Known::Op(chlo::Kind::Acosh)),
    ("mhlo.asin", Known::Op(chlo::Kind::Asin)),
    ("mhlo.asinh", Known::Op(chlo::Kind::Asinh)),
    ("mhlo.atanh", Known::Op(chlo::Kind::Atanh)),
    ("mhlo.cosh", Known::Op(chlo::Kind::Cosh)),
    ("mhlo.erf", Known::Op(chlo::Kind::Erf)),
    ("mhlo.sinh", Known::Op(chlo::Kind::Sinh)),
    ("mhlo.tan", Known::Op(chlo::Kind::Tan)),
    ("mhlo.topk", Built(top_k)),
    ("ApproxTopK", Built(sorted)),
    ("TopK", Built(compared_top_k)),
    // Calls of other times and machines.
    ("cu_threefry2x32", Refused(GPU)),
    ("cu_threefry2x32_ffi", Refused(GPU)),
    ("ducc_fft", Refused(OLD_FFT)),
    ("dynamic_ducc_fft", Refused(OLD_FFT)),
];

fn known(op: Op<'_>) -> Option<&'static Known> {
    let target = stablehlo::CustomCall::of(op)?.call_target_name();
    CALLS.iter().find(|(name, _)| *name == target).map(|(_, known)| known)
}

/// Replaces the calls in `module` that are known, as far as they are called as they should be. The others stay, for the
/// host to know.
pub(super) fn expand(module: Op<'_>) {
    let functions = Functions::of(module);
    for op in module.walk_ops() {
        let Some(known) = known(op) else { continue };
        let builder = verified::before(op);
        let values = match known {
            Operand => noted(op),
            Known::Op(kind) => elementwise(op, &builder, *kind),
            Built(build) => build(op, &builder, &functions),
            Refused(_) => None,
        };
        if let Some(values) = values {
            op.replace(&values);
        }
    }
}

/// Why a call that [`expand`] left cannot be made.
pub(super) fn refusal(op: Op<'_>) -> Option<String> {
    let target = stablehlo::CustomCall::cast(op).call_target_name();
    match known(op)? {
        Refused(reason) => Some(format!("@{target} is {reason}")),
        Known::Op(_) | Built(_) => Some(format!("@{target} with these operands, results and parameters")),
        Operand => None,
    }
}

/// The operand of a call that says something about it.
fn noted<'c>(op: Op<'c>) -> Option<Vec<Value<'c>>> {
    let (operands, results) = (op.ins(), op.outs());
    let same = operands.len() == 1 && results.len() == 1 && operands[0].r#type() == results[0].r#type();
    same.then_some(operands)
}

fn elementwise<'c>(op: Op<'c>, builder: &Builder<'c>, kind: chlo::Kind) -> Option<Vec<Value<'c>>> {
    noted(op)?;
    Some(vec![builder.value(kind.name(), &op.ins(), op.output(0).r#type(), &[])])
}

/// A parameter: of `mhlo.attributes`, of the call's configuration, or an attribute.
fn parameter<'c>(op: Op<'c>, name: &str) -> Option<Attribute<'c>> {
    let dictionaries = ["mhlo.attributes", "mhlo.backend_config", "backend_config"];
    let mut found = dictionaries.iter().filter_map(|dictionary| entries(op.attr(dictionary)?)).flatten();
    found.find(|(entry, _)| *entry == name).map(|(_, value)| value).or_else(|| op.attr(name))
}

/// The operand, and the values and the i32 indices of the elements selected along the last dimension.
fn selection(op: Op<'_>) -> Option<(Tensor<'_>, i64)> {
    let (operands, results) = (op.ins(), op.outs());
    let ([operand], [values, indices]) = (&operands[..], &results[..]) else { return None };
    let (operand, values, indices) = (tensor_of(*operand)?, tensor_of(*values)?, tensor_of(*indices)?);
    let (count, outer) = values.shape.split_last()?;
    let (size, operand_outer) = operand.shape.split_last()?;
    let fits = count <= size && outer == operand_outer && indices.shape == values.shape;
    (fits && indices.xla_element() == Some(Element::S32) && values.element == operand.element)
        .then_some((operand, *count))
}

/// `mhlo.topk`: the largest or the smallest elements of the last dimension, and where these are.
fn top_k<'c>(op: Op<'c>, builder: &Builder<'c>, _: &Functions<'c>) -> Option<Vec<Value<'c>>> {
    let (operand, count) = selection(op)?;
    let largest = parameter(op, "largest").and_then(int_value) != Some(0);
    if largest {
        return largest_of(op, builder, count);
    }
    let dimension = operand.rank() as i64 - 1;
    let number = builder.element(Element::S32);
    let indices = stablehlo::iota(builder, dimension, operand.with_element(number).ty());
    let compared = [operand.element, operand.element, number, number];
    let arguments = compared.map(|element| Tensor::new(&[], element).ty());
    let comparator = builder.region(&arguments, |builder, arguments| {
        let (a, b) = (arguments[0], arguments[1]);
        let truth = Tensor::new(&[], builder.element(Element::Pred)).ty();
        let total_order = is_float(operand.element).then_some(stablehlo::ComparisonType::Totalorder);
        let options = stablehlo::CompareOptions { compare_type: total_order };
        let less = stablehlo::compare_with(builder, a, b, stablehlo::ComparisonDirection::Lt, truth, options);
        stablehlo::return_(builder, &[less]);
    });
    sort_and_slice(op, builder, &[op.input(0), indices], dimension, comparator)
}

fn largest_of<'c>(op: Op<'c>, builder: &Builder<'c>, count: i64) -> Option<Vec<Value<'c>>> {
    let (values, indices) = (op.output(0).r#type(), op.output(1).r#type());
    Some(chlo::top_k(builder, op.input(0), count, values, indices).outs())
}

/// `TopK`, which XLA makes of a sort: the first elements by a comparison, here of the larger ones.
fn compared_top_k<'c>(op: Op<'c>, builder: &Builder<'c>, functions: &Functions<'c>) -> Option<Vec<Value<'c>>> {
    let (_, count) = selection(op)?;
    let body = functions.get(&called(op)?)?.body(0)?;
    let compare = defining_op(*terminator(body)?.ins().first()?).and_then(stablehlo::Compare::of)?;
    let in_order = block_args(body).starts_with(&[compare.lhs(), compare.rhs()]);
    let greater = compare.comparison_direction() == stablehlo::ComparisonDirection::Gt;
    (greater && in_order).then(|| largest_of(op, builder, count))?
}

/// `ApproxTopK`, of arrays and the elements that neutral ones would be: the first elements by a comparison, exactly, as
/// XLA:CPU has them.
fn sorted<'c>(op: Op<'c>, builder: &Builder<'c>, functions: &Functions<'c>) -> Option<Vec<Value<'c>>> {
    let (operands, count) = (op.ins(), op.outs().len());
    let dimension = parameter(op, "reduction_dim").and_then(int_value)?;
    if operands.len() != 2 * count || count == 0 {
        return None;
    }
    let first = tensor_of(operands[0])?;
    let results: Vec<_> = op.outs().into_iter().map(tensor_of).collect::<Option<_>>()?;
    let along = usize::try_from(dimension).ok().filter(|dimension| *dimension < first.rank())?;
    let fits = |(operand, result): (&Value<'c>, &Tensor<'c>)| {
        let operand = tensor_of(*operand)?;
        let mut shape = operand.shape.clone();
        let selected = *result.shape.get(along)?;
        let fewer = selected <= shape[along];
        shape[along] = selected;
        (fewer && shape == result.shape && operand.element == result.element).then_some(())
    };
    operands.iter().zip(&results).map(fits).collect::<Option<Vec<_>>>()?;
    let comparator = comparator(op, functions, 2 * count)?;
    sort_and_slice(op, builder, &operands[..count], dimension, comparator)
}

/// The first elements along `dimension` of `operands` in the order of `comparator`, as many as the results of `op` have.
fn sort_and_slice<'c>(
    op: Op<'c>,
    builder: &Builder<'c>,
    operands: &[Value<'c>],
    dimension: i64,
    comparator: Region<'c>,
) -> Option<Vec<Value<'c>>> {
    let types: Vec<_> = operands.iter().map(|operand| operand.r#type()).collect();
    let options = stablehlo::SortOptions { dimension: Some(dimension), is_stable: Some(true) };
    let sort = stablehlo::sort_with(builder, operands, comparator, &types, options);
    let slice = |(all, result): (Value<'c>, Value<'c>)| {
        let limits = tensor_of(result)?.shape;
        let (starts, strides) = (vec![0; limits.len()], vec![1; limits.len()]);
        Some(stablehlo::slice(builder, all, &starts, &limits, &strides, result.r#type()))
    };
    sort.outs().into_iter().zip(op.outs()).map(slice).collect()
}

/// The body of the function that `op` calls, if it takes as many arguments.
fn comparator<'c>(op: Op<'c>, functions: &Functions<'c>, arguments: usize) -> Option<Region<'c>> {
    let function = functions.get(&called(op)?)?;
    let takes = block_args(function.body(0)?).len();
    (takes == arguments).then(|| body_of(function))?
}

/// The function that a custom call names.
pub(super) fn called(op: Op<'_>) -> Option<String> {
    match array_elements(op.attr("called_computations")?)?.as_slice() {
        [one] => symbol_value(*one).map(str::to_string),
        _ => None,
    }
}

/// A copy of a function's body, as a computation of an op.
pub(super) fn body_of<'c>(function: Op<'c>) -> Option<Region<'c>> {
    // SAFETY: the copy is a detached op of ours; its region moves out before it is destroyed.
    let region = unsafe {
        let copy = Op::from_raw(mlirOperationClone(function.to_raw()));
        let region = take_region(copy.region_list().into_iter().next()?);
        mlirOperationDestroy(copy.to_raw());
        region
    };
    let end = melior::ir::RegionLike::first_block(&region).and_then(|block| {
        // SAFETY: the block stays in the region, which an op takes over.
        let block = unsafe { Block::from_raw(melior::ir::BlockLike::to_raw(&block)) };
        terminator(block)
    })?;
    stablehlo::return_(&verified::before(end), &end.ins());
    end.erase();
    Some(region)
}
