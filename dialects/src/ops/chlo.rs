//! Rules of the CHLO ops, which StableHLO programs may contain.
//!
//! An op that is expressed by several ops of xla is verified again in that form; the rules here are those that the expansion
//! cannot check.

use super::dimensions::{self, compatible, compatible_shapes, show};
use super::dot::Dimensions;
use super::fields::list;
use super::meaning::Arguments;
use crate::diagnostics::Violation;
use crate::ir::{DYNAMIC, Element, Op, OpExt, Tensor, Type, block_args, tensor_of, terminator, value_type};
use crate::ods::chlo::Kind;
use crate::ods::xla;
use crate::require;
use melior::ir::ValueLike;

/// The xla op that a CHLO op is; none where it becomes several.
pub fn xla_kind(arguments: &Arguments<'_>) -> Option<xla::Kind> {
    use xla::Kind as Xla;
    Some(match Kind::from_mnemonic(arguments.name.strip_prefix("chlo.")?)? {
        Kind::Acos => Xla::Acos,
        Kind::Acosh => Xla::Acosh,
        Kind::BroadcastAdd => Xla::Add,
        Kind::BroadcastAnd => Xla::And,
        Kind::Asin => Xla::Asin,
        Kind::Asinh => Xla::Asinh,
        Kind::Atan => Xla::Atan,
        Kind::BroadcastAtan2 => Xla::Atan2,
        Kind::Atanh => Xla::Atanh,
        Kind::BesselI1e => Xla::BesselI1e,
        Kind::BroadcastComplex => Xla::Complex,
        Kind::Constant => Xla::Constant,
        Kind::Cosh => Xla::Cosh,
        Kind::Digamma => Xla::Digamma,
        Kind::BroadcastDivide => Xla::Div,
        Kind::Erf => Xla::Erf,
        Kind::ErfInv => Xla::ErfInv,
        Kind::Erfc => Xla::Erfc,
        Kind::Lgamma => Xla::Lgamma,
        Kind::BroadcastMaximum => Xla::Max,
        Kind::BroadcastMinimum => Xla::Min,
        Kind::BroadcastMultiply => Xla::Mul,
        Kind::Mulhi => Xla::Mulhi,
        Kind::NextAfter | Kind::BroadcastNextAfter => Xla::NextAfter,
        Kind::BroadcastOr => Xla::Or,
        Kind::Polygamma | Kind::BroadcastPolygamma => Xla::Polygamma,
        Kind::BroadcastPower => Xla::Pow,
        Kind::BroadcastRemainder => Xla::Rem,
        Kind::BroadcastShiftLeft => Xla::ShiftLeft,
        Kind::BroadcastShiftRightArithmetic => Xla::ShiftRightArithmetic,
        Kind::BroadcastShiftRightLogical => Xla::ShiftRightLogical,
        Kind::Sinh => Xla::Sinh,
        Kind::BroadcastSubtract => Xla::Sub,
        Kind::Tan => Xla::Tan,
        Kind::BroadcastXor => Xla::Xor,
        Kind::Zeta | Kind::BroadcastZeta => Xla::Zeta,
        Kind::BroadcastCompare => return arguments.comparison(),
        Kind::AsinAcosKernel
        | Kind::BroadcastSelect
        | Kind::Conj
        | Kind::ConstantLike
        | Kind::IsInf
        | Kind::IsNegInf
        | Kind::IsPosInf
        | Kind::RaggedDot
        | Kind::Scan
        | Kind::Square
        | Kind::TopK => return None,
    })
}

/// Checks an op of the chlo dialect.
pub fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some(kind) = Kind::of(op) else { return Ok(()) };
    match kind {
        Kind::ConstantLike => verify_constant_like(op),
        Kind::RaggedDot => verify_ragged_dot(op),
        Kind::Scan => verify_scan(op),
        Kind::TopK => verify_top_k(op),
        Kind::BroadcastComplex => verify_same_elements(op, 0),
        Kind::BroadcastSelect => verify_same_elements(op, 1),
        Kind::IsInf | Kind::IsNegInf | Kind::IsPosInf | Kind::BroadcastCompare | Kind::Constant => Ok(()),
        Kind::BroadcastAdd
        | Kind::BroadcastAnd
        | Kind::BroadcastAtan2
        | Kind::BroadcastDivide
        | Kind::BroadcastMaximum
        | Kind::BroadcastMinimum
        | Kind::BroadcastMultiply
        | Kind::BroadcastNextAfter
        | Kind::BroadcastOr
        | Kind::BroadcastPolygamma
        | Kind::BroadcastPower
        | Kind::BroadcastRemainder
        | Kind::BroadcastShiftLeft
        | Kind::BroadcastShiftRightArithmetic
        | Kind::BroadcastShiftRightLogical
        | Kind::BroadcastSubtract
        | Kind::BroadcastXor
        | Kind::BroadcastZeta => verify_elementwise(op, true),
        Kind::AsinAcosKernel
        | Kind::Acos
        | Kind::Acosh
        | Kind::Asin
        | Kind::Asinh
        | Kind::Atan
        | Kind::Atanh
        | Kind::BesselI1e
        | Kind::Conj
        | Kind::Cosh
        | Kind::Digamma
        | Kind::Erf
        | Kind::ErfInv
        | Kind::Erfc
        | Kind::Lgamma
        | Kind::Mulhi
        | Kind::NextAfter
        | Kind::Polygamma
        | Kind::Sinh
        | Kind::Square
        | Kind::Tan
        | Kind::Zeta => verify_elementwise(op, false),
    }
}

/// Operands and result have one element type, and without broadcasting one shape.
fn verify_elementwise(op: Op<'_>, broadcasts: bool) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let Some(result) = tensor_of(op.output(0)) else { return Ok(()) };
    for (i, operand) in op.ins().into_iter().enumerate() {
        let Some(operand) = tensor_of(operand) else { continue };
        let refuse = |label, message| Err(Violation::new(label, message).operand(&arguments, i));
        if !compatible_elements(operand.element, result.element) {
            let message =
                format!("operand {i} has elements of type {}, the result of {}", operand.element, result.element);
            return refuse("chlo-element-type", message);
        }
        if !broadcasts && !compatible_shapes(&operand.shape, &result.shape) {
            let message = format!("operand {i} has shape {}, the result {}", show(&operand.shape), show(&result.shape));
            return refuse("chlo-same-shape", message);
        }
        if Kind::of(op) == Some(Kind::Mulhi) && !operand.xla_element().is_some_and(Element::is_integer) {
            return refuse(
                "chlo-element-type",
                format!("multiplies elements of type {}, not integers", operand.element),
            );
        }
    }
    Ok(())
}

/// The two operands from number `first` on have one element type.
fn verify_same_elements(op: Op<'_>, first: usize) -> Result<(), Violation<'_>> {
    let (Some(a), Some(b)) = (tensor_of(op.input(first)), tensor_of(op.input(first + 1))) else { return Ok(()) };
    if compatible_elements(a.element, b.element) {
        return Ok(());
    }
    let message = format!("operand {first} has elements of type {}, operand {} of {}", a.element, first + 1, b.element);
    let arguments = Arguments::of(op);
    Err(Violation::new("chlo-element-type", message).operand(&arguments, first).operand(&arguments, first + 1))
}

/// The same type; or quantized ones that store and express the same types.
fn compatible_elements(a: Type<'_>, b: Type<'_>) -> bool {
    // `!quant.uniform<i8:f32, 2.0:15>`: the kind, and what it is stored as and stands for.
    let kept = |ty: Type<'_>| ty.to_string().split([',', '{']).next().unwrap_or_default().to_owned();
    a == b || (kept(a).starts_with("!quant") && kept(a) == kept(b))
}

fn verify_constant_like(op: Op<'_>) -> Result<(), Violation<'_>> {
    let (Some(value), Some(result)) = (op.attr("value").map(value_type), tensor_of(op.output(0))) else {
        return Ok(());
    };
    require!(
        value == result.element,
        "constant-like-value",
        "has a value of type {value} for elements of type {}",
        result.element
    );
    Ok(())
}

fn verify_top_k(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let Some(operand) = tensor_of(op.input(0)) else { return Ok(()) };
    let k = op.int("k").unwrap_or_default();
    let refuse = |label, message| Err(Violation::new(label, message).operand(&arguments, 0));
    let Some((&last, rest)) = operand.shape.split_last() else {
        return refuse("top-k-rank", "takes a scalar; there must be a dimension to choose along".to_owned());
    };
    if k < 0 || (last != DYNAMIC && last < k) {
        return refuse("top-k-size", format!("chooses {k} of {last} elements"));
    }
    let shape: Vec<i64> = rest.iter().copied().chain([k]).collect();
    for (result, what, element) in [(0, "values", Some(operand.element)), (1, "indices", None)] {
        let Some(found) = tensor_of(op.output(result)) else {
            let message = format!("gives {what} of type {}, whose shape is not known", op.output(result).r#type());
            return refuse("top-k-result", message);
        };
        let index = found.xla_element() == Some(Element::S32);
        if !compatible_shapes(&shape, &found.shape) || !element.map_or(index, |element| element == found.element) {
            let element = element.map_or("i32".to_owned(), |element| element.to_string());
            let message =
                format!("gives {what} of type {}; they have shape {} and elements {element}", found.ty(), show(&shape));
            return refuse("top-k-result", message);
        }
    }
    Ok(())
}

/// The dimensions that a `ragged_dot` contracts and batches, and those of its groups.
pub struct RaggedDot {
    /// The batching and contracting dimensions, as those of `dot_general`.
    pub dimensions: Dimensions,
    /// The left operand's dimension that the groups divide.
    pub ragged: i64,
    /// The right operand's dimension of groups; None if the groups divide a dimension that both operands have.
    pub group: Option<i64>,
    /// The left operand's dimensions for whose indices the group sizes may differ.
    pub prefix: Vec<i64>,
}

impl RaggedDot {
    /// The dimensions of `op`, a `ragged_dot` of these arrays.
    pub fn of<'c>(op: Op<'c>, lhs: &Tensor<'c>, rhs: &Tensor<'c>) -> Result<Self, Violation<'c>> {
        let text = op.attr("ragged_dot_dimension_numbers").map(|numbers| numbers.to_string()).unwrap_or_default();
        let list = |name: &str| list(&text, name).into_iter().map(|d| d as i64).collect::<Vec<_>>();
        let dimensions = Dimensions {
            lhs_batching: list("lhs_batching_dimensions"),
            rhs_batching: list("rhs_batching_dimensions"),
            lhs_contracting: list("lhs_contracting_dimensions"),
            rhs_contracting: list("rhs_contracting_dimensions"),
        };
        let (ragged, groups) = (list("lhs_ragged_dimensions"), list("rhs_group_dimensions"));
        let [ragged] = ragged[..] else {
            let message = format!("has {} ragged dimensions; there is one", ragged.len());
            return Err(Violation::new("ragged-dot-ragged-count", message));
        };
        let both = |a: &[i64], b: &[i64], c: &[i64]| a.iter().chain(b).chain(c).copied().collect::<Vec<_>>();
        let left = both(&dimensions.lhs_batching, &dimensions.lhs_contracting, &[]);
        let right = both(&dimensions.rhs_batching, &dimensions.rhs_contracting, &groups);
        for (side, all, rank) in [("lhs", &left, lhs.rank()), ("rhs", &right, rhs.rank())] {
            let what = format!("{side}'s batching, contracting and group dimensions");
            dimensions::in_range("ragged-dot-dims-range", &what, all, rank)
                .and_then(|()| dimensions::unique("ragged-dot-dims-unique", &what, all))?;
        }
        dimensions::in_range("ragged-dot-dims-range", "the ragged dimension", &[ragged], lhs.rank())?;
        // Group sizes may differ from one index to the next of the dimensions in front of the ragged one.
        let before = |all: &[i64]| all.iter().copied().take_while(|d| *d != ragged).collect::<Vec<_>>();
        let prefix = if dimensions.lhs_batching.contains(&ragged) {
            before(&dimensions.lhs_batching)
        } else if dimensions.lhs_contracting.contains(&ragged) {
            both(&dimensions.lhs_batching, &before(&dimensions.lhs_contracting), &[])
        } else {
            both(&dimensions.lhs_batching, &before(&dimensions.lhs_free(lhs.rank())), &[])
        };
        let wanted = usize::from(!left.contains(&ragged));
        require!(
            groups.len() == wanted,
            "ragged-dot-group-count",
            "has {} group dimensions; there must be {wanted}, for the ragged dimension is {}",
            groups.len(),
            if wanted == 1 { "the left operand's own" } else { "both operands'" }
        );
        Ok(Self { dimensions, ragged, group: groups.first().copied(), prefix })
    }
}

fn verify_ragged_dot(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let (Some(lhs), Some(rhs), Some(sizes)) = (tensor_of(op.input(0)), tensor_of(op.input(1)), tensor_of(op.input(2)))
    else {
        return Ok(());
    };
    let numbers = RaggedDot::of(op, &lhs, &rhs)?;
    let dims = &numbers.dimensions;
    for (kind, left, right) in [
        ("batching", &dims.lhs_batching, &dims.rhs_batching),
        ("contracting", &dims.lhs_contracting, &dims.rhs_contracting),
    ] {
        require!(
            left.len() == right.len(),
            "ragged-dot-dims-pairs",
            "pairs {} {kind} dimensions of the left operand with {} of the right",
            left.len(),
            right.len()
        );
        for (&l, &r) in left.iter().zip(right) {
            let (a, b) = (lhs.shape[l as usize], rhs.shape[r as usize]);
            if !compatible(a, b) {
                let message = format!("pairs {kind} dimension {l} of size {a} with dimension {r} of size {b}");
                let violation = Violation::new("ragged-dot-sizes", message);
                return Err(violation.operand(&arguments, 0).operand(&arguments, 1));
            }
        }
    }
    let refuse = |label, message| Err(Violation::new(label, message).operand(&arguments, 2));
    let Some((&groups, prefix)) = sizes.shape.split_last() else {
        return refuse("ragged-dot-group-sizes", "has a scalar for its group sizes".to_owned());
    };
    let wanted: Vec<i64> = numbers.prefix.iter().map(|&d| lhs.shape[d as usize]).collect();
    if !prefix.is_empty() && !compatible_shapes(prefix, &wanted) {
        let wanted: Vec<i64> = wanted.into_iter().chain([groups]).collect();
        let message = format!("has group sizes of shape {}; it is [{groups}] or {}", show(&sizes.shape), show(&wanted));
        return refuse("ragged-dot-group-sizes", message);
    }
    if let Some(group) = numbers.group
        && !compatible(rhs.shape[group as usize], groups)
    {
        let size = rhs.shape[group as usize];
        let message = format!("has {groups} group sizes for group dimension {group} of size {size}");
        let violation = Violation::new("ragged-dot-group-dimension", message);
        return Err(violation.operand(&arguments, 1).operand(&arguments, 2));
    }
    if !sizes.xla_element().is_some_and(Element::is_integer) {
        return refuse("ragged-dot-group-sizes", format!("has group sizes of type {}, not integers", sizes.element));
    }
    let Some(result) = tensor_of(op.output(0)) else { return Ok(()) };
    let mut shape = dims.result(&lhs.shape, &rhs.shape);
    if let Some(group) = numbers.group {
        // Summed over: the right operand's free dimensions stand last.
        let after = dims.rhs_free(rhs.rank()).iter().rev().position(|d| *d == group).unwrap_or_default();
        shape.remove(shape.len() - 1 - after);
    } else if dims.lhs_contracting.contains(&numbers.ragged) {
        shape.insert(0, groups);
    }
    if !compatible_shapes(&shape, &result.shape) {
        let message = format!("has a result of shape {}, but its operands give {}", show(&result.shape), show(&shape));
        let violation = Violation::new("ragged-dot-result-shape", message);
        return Err(violation.operand(&arguments, 0).operand(&arguments, 1).operand(&arguments, 2));
    }
    Ok(())
}

/// The parameters of a `scan`.
pub struct Scan {
    /// The number of operands that are scanned; the others are the initial carries.
    pub inputs: usize,
    /// The number of results that are outputs, with one slice per index; the others are the final carries.
    pub outputs: usize,
    /// The dimension it runs along.
    pub dimension: usize,
    /// Its size.
    pub size: i64,
}

impl Scan {
    /// The parameters of `op`, a `scan`.
    pub fn of<'c>(op: Op<'c>) -> Result<Self, Violation<'c>> {
        let first = |name| {
            // `array<i32: 2, 1>`
            let text = op.attr(name).map(|sizes| sizes.to_string()).unwrap_or_default();
            let number = text.split([':', ',']).nth(1).and_then(|number| number.trim().parse().ok());
            number.unwrap_or_default()
        };
        let (inputs, outputs) = (first("operandSegmentSizes"), first("resultSegmentSizes"));
        let dimension = op.int("dimension").unwrap_or_default();
        let mut size = op.int("scan_dim_size");
        for i in 0..inputs {
            let Some(operand) = tensor_of(op.input(i)) else { continue };
            let refuse = |label, message| Err(Violation::new(label, message).operand(&Arguments::of(op), i));
            let Some(dimension) = dimensions::index(dimension, operand.rank()) else {
                let message =
                    format!("runs along dimension {dimension} of operand {i}, which has rank {}", operand.rank());
                return refuse("scan-dimension", message);
            };
            let found = operand.shape[dimension];
            if size.is_some_and(|size| !compatible(size, found)) {
                let size = size.unwrap_or_default();
                return refuse("scan-size", format!("runs over {size} indices, but operand {i} has {found}"));
            }
            size = size.filter(|size| *size != DYNAMIC).or(Some(found));
        }
        let Some(size) = size else {
            return Err(Violation::new("scan-size", "has no operand to scan, and no scan_dim_size"));
        };
        Ok(Self { inputs, outputs, dimension: dimension as usize, size })
    }
}

fn verify_scan(op: Op<'_>) -> Result<(), Violation<'_>> {
    let scan = Scan::of(op)?;
    let Some(body) = op.body(0) else { return Ok(()) };
    let (operands, parameters) = (op.ins(), block_args(body));
    require!(
        operands.len() == parameters.len(),
        "scan-body-arguments",
        "has {} operands, but a body of {} arguments",
        operands.len(),
        parameters.len()
    );
    let returned = terminator(body).map(|last| last.ins()).unwrap_or_default();
    let results = op.outs();
    require!(
        returned.len() == results.len() && results.len() + scan.inputs == operands.len() + scan.outputs,
        "scan-body-results",
        "has {} results, {} of them outputs, but a body that returns {} values",
        results.len(),
        scan.outputs,
        returned.len()
    );
    // One value of a whole: without the dimension that is scanned.
    let pairs = operands.iter().zip(&parameters).enumerate().map(|(i, pair)| (i, pair, i < scan.inputs, "operand"));
    let results = results.iter().zip(&returned).enumerate();
    let pairs = pairs.chain(results.map(|(i, pair)| (i, pair, i < scan.outputs, "result")));
    for (i, (whole, part), sliced, what) in pairs {
        let (Some(whole), Some(part)) = (tensor_of(*whole), tensor_of(*part)) else { continue };
        let mut shape = whole.shape.clone();
        if sliced && scan.dimension < shape.len() {
            shape.remove(scan.dimension);
        }
        require!(
            whole.element == part.element && compatible_shapes(&shape, &part.shape),
            "scan-body-types",
            "has {what} {i} of type {}, but a body with {} for it",
            whole.ty(),
            part.ty()
        );
    }
    Ok(())
}
