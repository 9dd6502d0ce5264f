//! Custom calls that frontends write where StableHLO has no op, and those that only say something about a value.
//!
//! The calls of ops with dynamic shapes are `refine`'s, those of LAPACK the runtime's.

use crate::inline::Functions;
use melior::ir::attribute::AttributeLike;
use melior::ir::{Region, ValueLike};
use mlir_sys::*;
use xla_dialect::ir::{
    Attribute, Block, Builder, Op, OpExt, Tensor, Value, block_args, defining_op, entries, i64_array, i64_attribute,
    int_value, string_value, symbol_value, take_region, tensor_of, terminator,
};
use xla_dialect::ops::elementwise::enum_word;

/// What a call becomes.
enum Known {
    /// Its operand.
    Operand,
    /// The op of this name, of the same operands and results.
    Op(&'static str),
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
    ("mhlo.acos", Known::Op("chlo.acos")),
    ("mhlo.acosh", Known::Op("chlo.acosh")),
    ("mhlo.asin", Known::Op("chlo.asin")),
    ("mhlo.asinh", Known::Op("chlo.asinh")),
    ("mhlo.atanh", Known::Op("chlo.atanh")),
    ("mhlo.cosh", Known::Op("chlo.cosh")),
    ("mhlo.erf", Known::Op("chlo.erf")),
    ("mhlo.sinh", Known::Op("chlo.sinh")),
    ("mhlo.tan", Known::Op("chlo.tan")),
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
    if op.name_str() != "stablehlo.custom_call" {
        return None;
    }
    let target = op.attr("call_target_name").and_then(string_value)?;
    CALLS.iter().find(|(name, _)| *name == target).map(|(_, known)| known)
}

/// Replaces the calls in `module` that are known, as far as they are called as they should be. The others stay, for the
/// host to know.
pub(super) fn expand(module: Op<'_>) {
    let functions = Functions::of(module);
    for op in module.walk_ops() {
        let (Some(known), Some(builder)) = (known(op), Builder::before(op)) else { continue };
        let values = match known {
            Operand => noted(op),
            Known::Op(name) => elementwise(op, &builder, name),
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
    let target = op.attr("call_target_name").and_then(string_value).unwrap_or_default();
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

fn elementwise<'c>(op: Op<'c>, builder: &Builder<'c>, name: &str) -> Option<Vec<Value<'c>>> {
    noted(op)?;
    Some(vec![builder.value(name, &op.ins(), op.output(0).r#type(), &[])])
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
    (fits && indices.element.to_string() == "i32" && values.element == operand.element).then_some((operand, *count))
}

/// `mhlo.topk`: the largest or the smallest elements of the last dimension, and where these are.
fn top_k<'c>(op: Op<'c>, builder: &Builder<'c>, _: &Functions<'c>) -> Option<Vec<Value<'c>>> {
    let (operand, count) = selection(op)?;
    let largest = parameter(op, "largest").is_none_or(|largest| largest.to_string() != "false");
    if largest {
        return largest_of(op, builder, count);
    }
    let dimension = operand.rank() as i64 - 1;
    let numbers = [("iota_dimension", i64_attribute(builder.context, dimension))];
    let places = operand.with_element(builder.ty("i32")).ty();
    let indices = builder.value("stablehlo.iota", &[], places, &numbers);
    let compared = [operand.element, operand.element, builder.ty("i32"), builder.ty("i32")];
    let arguments = compared.map(|element| Tensor::new(&[], element).ty());
    let comparator = builder.region(&arguments, |builder, arguments| {
        let total = ["f", "bf"].iter().any(|prefix| operand.element.to_string().starts_with(prefix));
        let mut attributes = vec![("comparison_direction", builder.attr("#stablehlo<comparison_direction LT>"))];
        if total {
            attributes.push(("compare_type", builder.attr("#stablehlo<comparison_type TOTALORDER>")));
        }
        let less = builder.value("stablehlo.compare", &arguments[..2], builder.ty("tensor<i1>"), &attributes);
        builder.create("stablehlo.return", &[less], &[], &[], Vec::new());
    });
    sort_and_slice(op, builder, &[op.input(0), indices], dimension, comparator)
}

fn largest_of<'c>(op: Op<'c>, builder: &Builder<'c>, count: i64) -> Option<Vec<Value<'c>>> {
    let types: Vec<_> = op.outs().iter().map(|result| result.r#type()).collect();
    let count = [("k", i64_attribute(builder.context, count))];
    Some(builder.create("chlo.top_k", &op.ins(), &types, &count, Vec::new()).outs())
}

/// `TopK`, which XLA makes of a sort: the first elements by a comparison, here of the larger ones.
fn compared_top_k<'c>(op: Op<'c>, builder: &Builder<'c>, functions: &Functions<'c>) -> Option<Vec<Value<'c>>> {
    let (_, count) = selection(op)?;
    let body = functions.get(&called(op)?)?.body(0)?;
    let compare = defining_op(*terminator(body)?.ins().first()?).filter(|compare| compare.mnemonic() == "compare")?;
    let in_order = block_args(body).starts_with(&compare.ins());
    let greater = compare.attr("comparison_direction").is_some_and(|direction| enum_word(direction) == "GT");
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
    let attributes = [("dimension", i64_attribute(builder.context, dimension)), ("is_stable", builder.attr("true"))];
    let sort = builder.create("stablehlo.sort", operands, &types, &attributes, vec![comparator]);
    let slice = |(all, result): (Value<'c>, Value<'c>)| {
        let limits = tensor_of(result)?.shape;
        let attributes = [
            ("start_indices", i64_array(builder.context, &vec![0; limits.len()])),
            ("limit_indices", i64_array(builder.context, &limits)),
            ("strides", i64_array(builder.context, &vec![1; limits.len()])),
        ];
        Some(builder.value("stablehlo.slice", &[all], result.r#type(), &attributes))
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
    let list = op.attr("called_computations")?;
    // SAFETY: the kind is checked, and there is a first element.
    let first = unsafe {
        let raw = list.to_raw();
        (mlirAttributeIsAArray(raw) && mlirArrayAttrGetNumElements(raw) == 1)
            .then(|| Attribute::from_raw(mlirArrayAttrGetElement(raw, 0)))?
    };
    symbol_value(first).map(str::to_string)
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
    Builder::before(end)?.create("stablehlo.return", &end.ins(), &[], &[], Vec::new());
    end.erase();
    Some(region)
}
