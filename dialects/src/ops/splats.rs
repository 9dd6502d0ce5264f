//! Arrays all of whose elements are equal: wherever elements of them are taken from, the result is such an array, too, and of a
//! reduction one element is computed.
//!
//! ```mlir
//! %s = xla.dynamic_slice(%ones : tensor<64x8xf32>, %i, %j) …  -> tensor<4x8xf32>
//! %s = xla.constant dense<1.0> : tensor<4x8xf32>
//!
//! %r = xla.reduce(%ones : tensor<64x8xf32>) … dimensions = [1]  -> tensor<64xf32>
//! %one = xla.reduce(%ones : tensor<1x8xf32>) … dimensions = [1] -> tensor<1xf32>   %r = xla.broadcast_in_dim %one
//! ```

use super::convolution::Convolution;
use super::literal::Literal;
use super::matching::{defined_by, literal_of, plain};
use super::meaning::{Arguments, Pattern};
use super::pad::kept;
use super::repeated::{computed_of, kept_dimensions, only_array, position};
use super::sort::{dimension, is_same_computation};
use super::{dot, elementwise, reduce, window};
use crate::ir::{
    Builder, Element, Op, OpExt, Tensor, Value, block_args, defining_op, has_uses, i64_array, size_of, string_value,
    take_region, tensor_of, terminator, type_of, uses,
};
use crate::ods::xla::{self, Kind};
use melior::ir::ValueLike;

/// Results of fewer elements are not worth another loop.
pub(super) const LEAST: i64 = 1024;

/// The patterns that start from what reads such arrays, or makes one.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::Concatenate, rewrite: concatenate },
    Pattern { kind: Kind::Concatenate, rewrite: concatenate_of_short_rows },
    Pattern { kind: Kind::Conv, rewrite: convolution_of_equal },
    Pattern { kind: Kind::ConvWithGeneralPadding, rewrite: convolution_of_equal },
    Pattern { kind: Kind::DotGeneral, rewrite: product },
    Pattern { kind: Kind::DotGeneral, rewrite: product_of_equal },
    Pattern { kind: Kind::DotGeneral, rewrite: product_by_one_number },
    Pattern { kind: Kind::DynamicSlice, rewrite: taken },
    Pattern { kind: Kind::DynamicUpdateSlice, rewrite: updated },
    Pattern { kind: Kind::Gather, rewrite: gather },
    Pattern { kind: Kind::Map, rewrite: map },
    Pattern { kind: Kind::Pad, rewrite: pad },
    Pattern { kind: Kind::Reduce, rewrite: reduce },
    Pattern { kind: Kind::ReduceWindow, rewrite: reduce },
    Pattern { kind: Kind::Reshape, rewrite: taken },
    Pattern { kind: Kind::Slice, rewrite: taken },
    Pattern { kind: Kind::Sort, rewrite: sort },
    Pattern { kind: Kind::Transpose, rewrite: taken },
];

/// What is taken of equal elements are such elements, wherever they are.
fn taken<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    plain(op.input(0))?;
    Some(vec![splat(builder, op.input(0), &plain(op.output(0))?.shape)?])
}

/// Where equal elements are replaced by the same ones, all stay equal.
fn updated<'c>(op: Op<'c>, _: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let array = op.input(0);
    (have_same_value(array, op.input(1)) && array.r#type() == op.output(0).r#type()).then(|| vec![array])
}

/// What is gathered of an array of one element is that element, wherever it is looked for.
fn gather<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (operand, result) = (plain(op.input(0))?, plain(op.output(0))?);
    if operand.size() != 1 {
        return taken(op, builder);
    }
    let one = xla::reshape(builder, op.input(0), operand.with_shape(&[]).ty());
    Some(vec![xla::broadcast_in_dim(builder, one, &[], result.ty())])
}

/// A computation that returns a literal.
fn map<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (result, returned) = (plain(op.output(0))?, terminator(op.body(0)?)?.input(0));
    // What else it returns may be defined in it.
    literal_of(returned)?;
    Some(vec![splat(builder, returned, &result.shape)?])
}

/// Where all pieces repeat one scalar, so does the result.
fn concatenate<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (first, result) = (broadcast_scalar(op.input(0))?, plain(op.output(0))?);
    let are_equal = op.ins().into_iter().all(|piece| broadcast_scalar(piece) == Some(first));
    are_equal.then(|| vec![xla::broadcast_in_dim(builder, first, &[], result.ty())])
}

/// Short rows that begin or end with equal elements are padded: all are filled, in vectors, before the other pieces are stored.
fn concatenate_of_short_rows<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    /// Rows of more elements are stored in vectors.
    const LONGEST: i64 = 16;
    let (result, pieces) = (plain(op.output(0))?, op.ins());
    let axis = usize::try_from(op.int("dimension")?).ok()?;
    if result.size() < LEAST || size_of(&result.shape[axis..]) > LONGEST {
        return None;
    }
    let at = [pieces.len() - 1, 0].into_iter().find(|&i| is_splat(pieces[i]))?;
    let mut others = pieces.clone();
    let filled = others.remove(at);
    let (amount, mut shape) = (plain(filled)?.shape[axis], result.shape.clone());
    shape[axis] -= amount;
    let inner = match others[..] {
        [] => return None,
        [only] => only,
        _ => xla::concatenate(&builder.typed(result.with_shape(&shape).ty()), &others, axis as i64),
    };
    let none = vec![0; result.rank()];
    let mut padding = [none.clone(), none.clone()];
    padding[usize::from(at > 0)][axis] = amount;
    Some(vec![xla::pad(builder, inner, splat(builder, filled, &[])?, &padding[0], &padding[1], &none)])
}

/// Around no elements there is padding alone, and so there is where it cuts all of them off.
fn pad<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (operand, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let is_cut = (0..operand.rank()).any(|d| kept(op, &operand.shape, &result.shape, d).is_empty());
    is_cut.then(|| vec![xla::broadcast_in_dim(builder, op.input(1), &[], result.ty())])
}

/// Arrays whose keys, or all of whose elements along the dimension that is sorted, are equal are sorted.
fn sort<'c>(op: Op<'c>, _: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let types_stay = op.ins().iter().zip(op.outs()).all(|(operand, result)| tensor_of(*operand) == tensor_of(result));
    let comparator = op.body(0)?;
    let arguments = block_args(comparator);
    let mut keys =
        op.ins().into_iter().zip(arguments.chunks(2)).filter(|(_, pair)| pair.iter().any(|key| has_uses(*key)));
    let is_sorted = || {
        let order = defining_op(terminator(comparator)?.input(0))?;
        let is_strict = matches!(
            Kind::of(order)?,
            Kind::Lt | Kind::Gt | Kind::Ne | Kind::LtTotalOrder | Kind::GtTotalOrder | Kind::NeTotalOrder
        );
        // The two elements of each key are equal.
        (is_strict && is_same_computation(order, comparator, &|i, j| i / 2 == j / 2)).then_some(())
    };
    let along = dimension(op.int("dimension").unwrap_or(-1), tensor_of(op.input(0))?.rank())?;
    let all_equal = op.ins().into_iter().all(|value| repeats_along(value, along));
    (types_stay && (all_equal || keys.all(|(key, _)| is_splat(key)) && is_sorted().is_some())).then(|| op.ins())
}

/// Of products of equal elements one sum is computed.
fn product<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (lhs, result) = (plain(op.input(0))?, plain(op.output(0))?);
    if result.size() <= 1 || !op.ins().into_iter().all(is_splat) {
        return None;
    }
    let contracting = op.i64s("lhs_contracting_dimensions");
    let sizes: Vec<i64> = contracting.iter().map(|&d| lhs.shape[d as usize]).collect();
    let along: Vec<i64> = (0..sizes.len() as i64).collect();
    let options = xla::DotGeneralOptions {
        lhs_contracting_dimensions: Some(&along),
        rhs_contracting_dimensions: Some(&along),
        ..Default::default()
    };
    let [a, b] = [0, 1].map(|i| splat(builder, op.input(i), &sizes));
    let one = xla::dot_general_with(builder, a?, b?, result.with_shape(&[]).ty(), options);
    Some(vec![xla::broadcast_in_dim(builder, one, &[], result.ty())])
}

/// Of equal rows or columns one is multiplied.
fn product_of_equal<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let [lhs, rhs] = [plain(op.input(0))?, plain(op.input(1))?];
    let dimensions = dot::Dimensions::of(&Arguments::of(op));
    let free = dimensions.lhs_free(lhs.rank()).into_iter().map(|d| (0, d));
    let free = free.chain(dimensions.rhs_free(rhs.rank()).into_iter().map(|d| (1, d)));
    let free: Vec<_> = (dimensions.lhs_batching.len()..).zip(free).map(|(at, (operand, d))| (operand, d, at)).collect();
    one_of_equal(op, builder, &free)
}

/// Products by equal elements, one for each matrix, are sums:
///
/// ```mlir
/// %r = xla.dot_general %x, %ones : (tensor<36x3x512xf32>, tensor<512x3xf32>) -> tensor<512x36xf32>
/// %s = xla.reduce(xla.mul %x, 1.0) applies xla.add, dimensions = [1] -> tensor<36x512xf32>    %r = xla.transpose %s
/// ```
fn product_by_one_number<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (arrays, result) = ([plain(op.input(0))?, plain(op.input(1))?], plain(op.output(0))?);
    let by = [1, 0].into_iter().find(|i| is_splat(op.input(*i)))?;
    let (array, dimensions) = (&arrays[1 - by], dot::Dimensions::of(&Arguments::of(op)));
    let free = [dimensions.lhs_free(arrays[0].rank()), dimensions.rhs_free(arrays[1].rank())];
    let contracting = [&dimensions.lhs_contracting, &dimensions.rhs_contracting][1 - by];
    let batching = [&dimensions.lhs_batching, &dimensions.rhs_batching][1 - by];
    let sum = result.xla_element()?.accumulator();
    let is_one = free[by].iter().all(|d| arrays[by].shape[*d as usize] == 1);
    if !is_one || sum.is_complex() || sum.is_pred() || contracting.is_empty() || result.size() == 0 {
        return None;
    }
    let ty = type_of(builder.context, sum);
    let wide = |value: Value<'c>| Some(xla::convert(builder, value, plain(value)?.with_element(ty).ty()));
    let number = wide(splat(builder, op.input(by), &array.shape)?)?;
    let terms = xla::mul(builder, wide(op.input(1 - by))?, number);
    let zero = filled(builder, &Tensor::new(&[], ty), 0.0)?;
    let sums = xla::reduce(builder, &[terms], &[zero], contracting, reduce::addition(builder, zero.r#type())).outs();
    let kept: Vec<i64> = (0..array.rank() as i64).filter(|d| !contracting.contains(d)).collect();
    let order = batching.iter().chain(&free[1 - by]).map(|d| position(&kept, d)).collect::<Option<Vec<_>>>()?;
    let sums = xla::transpose(builder, sums[0], &order);
    let sums = xla::convert(builder, sums, plain(sums)?.with_element(result.element).ty());
    Some(vec![xla::reshape(builder, sums, result.ty())])
}

/// Of equal kernels, or equal inputs of a batch, one is used.
fn convolution_of_equal<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let found = Convolution::of(&Arguments::of(op)).ok()?;
    let dimensions = found.dimensions;
    let free = [(0, dimensions.lhs[0], dimensions.result[0]), (1, dimensions.rhs[0], dimensions.result[1])];
    let has_groups = found.feature_groups > 1 || found.batch_groups > 1;
    if has_groups { None } else { one_of_equal(op, builder, &free.map(|(operand, d, at)| (operand, d, at as usize))) }
}

/// A result that repeats what an operand repeats along dimensions of its own: each is the number of the operand, its dimension, and that of
/// the result.
fn one_of_equal<'c>(op: Op<'c>, builder: &Builder<'c>, free: &[(usize, i64, usize)]) -> Option<Vec<Value<'c>>> {
    let result = plain(op.output(0)).filter(|result| result.size() >= LEAST)?;
    let mut operands = op.ins();
    let mut shape = result.shape.clone();
    for &(operand, d, at) in free {
        if shape[at] > 1 && repeats_along(operands[operand], d as usize) {
            let mut limits = plain(operands[operand])?.shape;
            limits[d as usize] = 1;
            let (starts, strides) = (vec![0; limits.len()], vec![1; limits.len()]);
            operands[operand] = xla::slice(builder, operands[operand], &starts, &limits, &strides);
            shape[at] = 1;
        }
    }
    if shape == result.shape {
        return None;
    }
    let one = builder.create(op.name_str(), &operands, &[result.with_shape(&shape).ty()], &op.attrs(), Vec::new());
    let same: Vec<i64> = (0..shape.len() as i64).collect();
    Some(vec![xla::broadcast_in_dim(builder, one.output(0), &same, result.ty())])
}

/// Where the results of a reduction are equal, one is computed.
fn reduce<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (n, operands) = (op.outs().len(), op.ins());
    let arrays: Vec<Tensor<'c>> = operands[..n].iter().map(|value| plain(*value)).collect::<Option<_>>()?;
    let results: Vec<Tensor<'c>> = op.outs().into_iter().map(plain).collect::<Option<_>>()?;
    // Padding and holes of windows are the initial value.
    let is_initial = operands.iter().zip(&operands[n..]).all(|(value, init)| is_filled_with(*value, *init));
    if results[0].size() == 0 || arrays[0].size() == 0 && !is_initial {
        return None;
    }
    // The operands' sizes from which all results are computed that there are, and the results' sizes then.
    let (mut shape, mut ones) = (arrays[0].shape.clone(), results[0].shape.clone());
    let mut moved: Option<Vec<window::Dim>> = None;
    match xla::Kind::of(op)? {
        Kind::Reduce => {
            let reduced = op.i64s("dimensions");
            (0..shape.len()).filter(|d| !reduced.contains(&(*d as i64))).for_each(|d| shape[d] = 1);
            ones.fill(1);
        }
        _ if op.attr("padding").and_then(string_value).is_some() => return None,
        _ => {
            let mut dims = window::of(&Arguments::of(op), &shape).ok()?;
            // Without padding and holes a window holds equal elements wherever it is.
            let is_same = |dim: &window::Dim| dim.low <= 0 && dim.high <= 0 && dim.base_dilation == 1;
            for (d, dim) in dims.iter_mut().enumerate().filter(|(_, dim)| is_initial || is_same(dim)) {
                shape[d] = (dim.size - 1).checked_mul(dim.window_dilation)?.checked_add(1)?;
                ones[d] = 1;
                (dim.low, dim.high, dim.base_dilation) = (0, 0, 1);
            }
            moved = Some(dims);
        }
    }
    if shape == arrays[0].shape || !is_initial && !operands[..n].iter().all(|value| is_splat(*value)) {
        return None;
    }
    let filled = |(value, init): (&Value<'c>, &Value<'c>)| {
        let ty = tensor_of(*value)?.with_shape(&shape).ty();
        if is_initial { Some(xla::broadcast_in_dim(builder, *init, &[], ty)) } else { splat(builder, *value, &shape) }
    };
    let smaller = operands.iter().zip(&operands[n..]).map(filled).collect::<Option<Vec<_>>>()?;
    let types: Vec<_> = results.iter().map(|result| result.with_shape(&ones).ty()).collect();
    let inputs = [&smaller, &operands[n..]].concat();
    let region = take_region(op.region_list().into_iter().next()?);
    let new = builder.create(op.name_str(), &inputs, &types, &op.attrs(), vec![region]);
    if let Some(dims) = moved {
        let dilations: Vec<i64> = dims.iter().map(|dim| dim.base_dilation).collect();
        new.set_attr("padding", window::padding(builder, &dims));
        new.set_attr("base_dilations", i64_array(builder.context, &dilations));
    }
    let same: Vec<i64> = (0..ones.len() as i64).collect();
    let all = new.outs().into_iter().zip(&results);
    Some(all.map(|(one, result)| xla::broadcast_in_dim(builder, one, &same, result.ty())).collect())
}

/// `f(select(p, 1, 2))` -> `select(p, f(1), f(2))`, which are literals, where the other operands of `f` are literals, too.
fn computed_of_choice<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let array = only_array(op)?;
    let choice = defined_by(array, Kind::Select).filter(|_| uses(array).len() == 1)?;
    let (chosen, result) = (plain(array)?, plain(op.output(0))?);
    let are_literals =
        op.ins().into_iter().filter(|value| *value != array).chain(choice.ins().split_off(1)).all(is_literal);
    if chosen.shape != result.shape || !are_literals {
        return None;
    }
    let [on_true, on_false] = [1, 2].map(|i| computed_of(op, builder, array, choice.input(i)));
    Some(vec![xla::select(&builder.typed(result.ty()), choice.input(0), on_true?, on_false?)])
}

/// What takes much longer than to store it is not computed where a scalar chooses a literal instead:
///
/// ```mlir
/// %x = xla.select %p, %ones, %y : tensor<4096xf32>   %r = xla.erf %x
/// // becomes
/// %r = xla.conditional %p : … then {xla.return (xla.erf %ones)} else {xla.return (xla.erf %y)}
/// ```
fn branches_of_choice<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    if !takes_long(Kind::of(op)?) {
        return None;
    }
    let array = only_array(op)?;
    let choice = defined_by(array, Kind::Select).filter(|_| uses(array).len() == 1)?;
    let (predicate, chosen, result) = (choice.input(0), plain(array)?, plain(op.output(0))?);
    let literals = (1..3).filter(|i| is_literal(choice.input(*i))).count();
    if plain(predicate)?.rank() > 0 || literals != 1 || chosen.shape != result.shape || result.size() < LEAST {
        return None;
    }
    let branch = |i: usize| {
        let mut computed = None;
        let region = builder.region(&[], |builder, _| {
            computed = computed_of(op, builder, array, choice.input(i));
            xla::return_(builder, computed.as_slice());
        });
        computed.map(|_| region)
    };
    Some(xla::conditional(builder, predicate, &[], vec![branch(1)?, branch(2)?], &[result.ty()]).outs())
}

/// Whether an element takes much longer to compute than to store, of real numbers at least.
fn takes_long(kind: Kind) -> bool {
    use Kind::*;
    matches!(
        kind,
        Acos | Acosh
            | Asin
            | Asinh
            | Atan
            | Atan2
            | Atanh
            | BesselI1e
            | Cbrt
            | Cos
            | Cosh
            | Digamma
            | Erf
            | ErfInv
            | Erfc
            | Exp
            | ExponentialMinusOne
            | Lgamma
            | Log
            | LogPlusOne
            | Logistic
            | Polygamma
            | Pow
            | Sin
            | Sinh
            | Tan
            | Tanh
            | Zeta
    )
}

/// What a choice makes of what is computed of it.
fn computed<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    computed_of_choice(op, builder).or_else(|| branches_of_choice(op, builder))
}

/// The patterns that start from elementwise ops.
pub(super) const COMPUTED: &[Pattern] = &elementwise::patterns(computed);

/// Whether `value` is a literal of equal elements.
pub(super) fn is_literal(value: Value<'_>) -> bool {
    literal_of(value).is_some_and(|literal| literal.one().is_some())
}

/// Whether the elements of `value` along dimension `d` are equal, as its definition shows.
pub(super) fn repeats_along(value: Value<'_>, d: usize) -> bool {
    is_splat(value) || kept_dimensions(value).is_some_and(|kept| !kept.contains(&(d as i64)))
}

/// Whether all elements of `value` are equal, as its definition shows.
pub(super) fn is_splat(value: Value<'_>) -> bool {
    broadcast_scalar(value).is_some() || is_literal(value)
}

/// Whether `value` is a scalar or an array of equal elements.
pub(super) fn has_one_value(value: Value<'_>) -> bool {
    plain(value).is_some_and(|tensor| tensor.rank() == 0) || is_splat(value)
}

/// Whether all elements of `value` that there are are the scalar `init`.
fn is_filled_with<'c>(value: Value<'c>, init: Value<'c>) -> bool {
    let (Some(array), Some(scalar)) = (plain(value), plain(init)) else { return false };
    array.element == scalar.element && (array.size() == 0 || have_same_value(value, init))
}

/// Whether all elements of the array `a` and of `b`, an array or a scalar of the same element type, are equal, as their definitions show.
fn have_same_value(a: Value<'_>, b: Value<'_>) -> bool {
    let is_same = |scalar| scalar == b || broadcast_scalar(b) == Some(scalar);
    let are_equal_literals = || Some(literal_of(a)?.one()? == literal_of(b)?.one()?);
    broadcast_scalar(a).is_some_and(is_same) || are_equal_literals() == Some(true)
}

/// The scalar that `value` is a broadcast of.
fn broadcast_scalar<'c>(value: Value<'c>) -> Option<Value<'c>> {
    let source = [Kind::Broadcast, Kind::BroadcastInDim].iter().find_map(|kind| defined_by(value, *kind))?.input(0);
    tensor_of(source).filter(|tensor| tensor.rank() == 0)?;
    Some(source)
}

/// An array of `shape` with the elements of `value`, which are equal.
pub(super) fn splat<'c>(builder: &Builder<'c>, value: Value<'c>, shape: &[i64]) -> Option<Value<'c>> {
    let ty = tensor_of(value)?.with_shape(shape).ty();
    if let Some(scalar) = broadcast_scalar(value) {
        return Some(xla::broadcast_in_dim(builder, scalar, &[], ty));
    }
    let literal = literal_of(value)?;
    let smaller = Literal::filled(literal.element, shape, literal.one()?)?;
    Some(xla::constant(builder, smaller.attribute(ty)?))
}

/// A literal integer: `value` modulo the numbers that the type has.
pub(super) fn integer<'c>(builder: &Builder<'c>, element: Element, value: i64) -> Option<Value<'c>> {
    let unused = i64::BITS - element.bits();
    let wrapped =
        if element.is_signed() { value << unused >> unused } else { ((value as u64) << unused >> unused) as i64 };
    let literal = Literal::of_integers(element, &[], &[wrapped])?;
    Some(xla::constant(builder, literal.attribute(Tensor::new(&[], type_of(builder.context, element)).ty())?))
}

/// A literal of `number`s.
pub(super) fn filled<'c>(builder: &Builder<'c>, tensor: &Tensor<'c>, number: f64) -> Option<Value<'c>> {
    let literal = Literal::splat(tensor.xla_element()?, &tensor.shape, number)?;
    Some(xla::constant(builder, literal.attribute(tensor.ty())?))
}
