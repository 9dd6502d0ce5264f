//! CHLO ops as xla ops: those that are one op, and those that a few ops spell exactly.

use melior::ir::ValueLike;
use xla_dialect::ir::{Attribute, Builder, Element, Op, OpExt, Tensor, Value, i64_array, tensor_of, type_of};
use xla_dialect::ops::{Arguments, elementwise, names};

/// The elementwise ops that xla calls alike, with `broadcast_` in front or without.
const SAME: [&str; 19] = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "bessel_i1e",
    "cosh",
    "digamma",
    "erf",
    "erf_inv",
    "erfc",
    "lgamma",
    "mulhi",
    "next_after",
    "polygamma",
    "sinh",
    "tan",
    "zeta",
];

/// The xla op that the op is.
pub fn mnemonic(op: Op<'_>) -> Option<&'static str> {
    let name = op.mnemonic();
    let (plain, broadcasts) = name.strip_prefix("broadcast_").map_or((name, false), |plain| (plain, true));
    match name {
        "constant" => Some("constant"),
        "broadcast_compare" => elementwise::comparison_mnemonic(&Arguments::of(op)),
        _ => SAME
            .into_iter()
            .find(|same| *same == plain)
            .or_else(|| broadcasts.then(|| names::xla_mnemonic(plain)).flatten()),
    }
}

/// Why an op whose name is known cannot become xla ops.
pub fn check(op: Op<'_>) -> Result<(), String> {
    let Some(meaning) = mnemonic(op).and_then(xla_scalar::Op::from_mnemonic) else { return Ok(()) };
    let operand = op.ins().first().copied().and_then(tensor_of);
    match operand.and_then(|tensor| tensor.xla_element()) {
        Some(element) if !xla_scalar::supported(meaning, element) => Err(format!("no lowering for {element} yet")),
        _ => Ok(()),
    }
}

/// Where the smaller operand of a broadcasting op goes: CHLO aligns trailing dimensions where it is not told, xla
/// only has scalars and equal ranks without being told.
pub fn broadcast_dimensions<'c>(op: Op<'c>) -> Option<Attribute<'c>> {
    if !op.mnemonic().starts_with("broadcast_") || op.attr("broadcast_dimensions").is_some() {
        return None;
    }
    let rank = |i| tensor_of(op.input(i)).map(|tensor| tensor.rank());
    let (lhs, rhs) = (rank(0)?, rank(1)?);
    let (small, large) = (lhs.min(rhs) as i64, lhs.max(rhs) as i64);
    (small != 0 && small != large).then(|| i64_array(op.ctx(), &(large - small..large).collect::<Vec<_>>()))
}

/// Whether [`expand`] knows the op.
pub fn expands(op: Op<'_>) -> bool {
    matches!(op.mnemonic(), "square" | "conj" | "is_inf" | "is_pos_inf" | "is_neg_inf")
}

/// Builds the ops that make up `op`.
pub fn expand<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Value<'c>> {
    let x = op.input(0);
    let ty = x.r#type();
    let tensor = Tensor::of(ty)?;
    let element = tensor.xla_element()?;
    let truth = tensor.with_element(type_of(builder.context, Element::Pred)).ty();
    // Not finite, and equal to itself as NaN is not.
    let is_infinite = || {
        let finite = builder.value("xla.is_finite", &[x], truth, &[]);
        let other = builder.value("xla.not", &[finite], truth, &[]);
        let number = builder.value("xla.eq", &[x, x], truth, &[]);
        builder.value("xla.and", &[other, number], truth, &[])
    };
    let by_sign = |comparison| {
        let magnitude = builder.value("xla.abs", &[x], ty, &[]);
        let sign = builder.value(comparison, &[x, magnitude], truth, &[]);
        builder.value("xla.and", &[is_infinite(), sign], truth, &[])
    };
    Some(match op.mnemonic() {
        "square" => builder.value("xla.mul", &[x, x], ty, &[]),
        "conj" if !element.is_complex() => x,
        "conj" => {
            let part = tensor.with_element(type_of(builder.context, element.real_part())).ty();
            let real = builder.value("xla.real", &[x], part, &[]);
            let imag = builder.value("xla.imag", &[x], part, &[]);
            let negated = builder.value("xla.neg", &[imag], part, &[]);
            builder.value("xla.complex", &[real, negated], ty, &[])
        }
        "is_inf" => is_infinite(),
        "is_pos_inf" => by_sign("xla.eq"),
        "is_neg_inf" => by_sign("xla.ne"),
        _ => return None,
    })
}
