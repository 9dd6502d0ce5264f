//! Reductions that select: each step keeps one of two pairs of a value and a number, the better one.
//!
//! ```mlir
//! %less = xla.lt %a, %b   %same = xla.eq %a, %b   %before = xla.lt %i, %j   …
//! xla.return (xla.select %less, %a, %b), (xla.select %less | %same & %before, %i, %j)
//! ```
//! What is compared decides, so that a computation is understood by going through all outcomes of comparisons.

use crate::lower::rewriter::tensor::element;
use xla_dialect::ir::{Op, OpExt, Value, block_args, block_ops, defining_op, has_uses};
use xla_dialect::ods::xla::{self, Kind};
use xla_dialect::ops::literal::Literal;

/// How the first of two values is to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Less,
    Equal,
    Greater,
    /// Either or both of them are NaN.
    Unordered {
        first: bool,
        second: bool,
    },
}

const ORDERED: [Relation; 3] = [Relation::Less, Relation::Equal, Relation::Greater];
const UNORDERED: [Relation; 3] = [
    Relation::Unordered { first: true, second: false },
    Relation::Unordered { first: false, second: true },
    Relation::Unordered { first: true, second: true },
];

/// A value of the computation in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Component `component` of the first pair, or of the second.
    Argument {
        component: usize,
        is_second: bool,
    },
    Truth(bool),
}

/// Whether `op`, a reduction of one or two arrays, keeps the better of two, by an order in which equal ones are the same: however
/// often and wherever its initial values are combined, they count once. Accumulators are the first arguments of a computation.
pub fn keeps_the_better(op: Op<'_>) -> bool {
    let count = op.outs().len();
    let elements: Vec<_> = op.outs().into_iter().map(element).collect();
    if !(1..=2).contains(&count) || elements.iter().any(|element| element.is_complex()) {
        return false;
    }
    (0..count).any(|first| {
        // Of equal values the numbers decide, which are never NaN.
        let others_are_ordered = (0..count).all(|i| i == first || !elements[i].is_float());
        let is_float = elements[first].is_float();
        others_are_ordered && (!is_float || equal_ones_are_the_same(op, first)) && is_order(op, first, is_float)
    })
}

/// Whether the computation of `op` gives the same pair of two that are the same, NaN included.
pub fn equal_ones_stay(op: Op<'_>) -> bool {
    let elements: Vec<_> = op.outs().into_iter().map(element).collect();
    let count = elements.len();
    let stays = |nans: u32| {
        let relation = |i: usize| if nans >> i & 1 == 1 { UNORDERED[2] } else { Relation::Equal };
        let is_own = |(i, known)| matches!(known, Known::Argument { component, .. } if component == i);
        let results = results(op, &(0..count).map(relation).collect::<Vec<_>>());
        results.is_some_and(|results| results.into_iter().enumerate().all(is_own))
    };
    let has_nan = |nans: u32| (0..count).all(|i| nans >> i & 1 == 0 || elements[i].is_float());
    let is_ordered = count <= MOST_COMPONENTS && !elements.iter().any(|element| element.is_complex());
    is_ordered && (0..1 << count).filter(|nans| has_nan(*nans)).all(stays)
}

/// Components of what a computation selects, at most.
const MOST_COMPONENTS: usize = 4;

/// Whether no zero of the other sign can take the place of the initial value of component `first`, or nothing uses it.
fn equal_ones_are_the_same(op: Op<'_>, first: usize) -> bool {
    let init = defining_op(op.input(op.outs().len() + first)).filter(|init| xla::Constant::of(*init).is_some());
    let literal = || Literal::of(init?.attr("value")?);
    !has_uses(op.output(first)) || literal().is_some_and(|literal| !literal.is(0.0) && !literal.is(-0.0))
}

/// Whether the computation of `op` selects by component `first`, and where that is equal by the other one.
fn is_order(op: Op<'_>, first: usize, has_nan: bool) -> bool {
    let count = op.outs().len();
    // What is kept of the first and the second pair: the same of all components that differ.
    let kept = |relations: &[Relation]| -> Option<Option<bool>> {
        let results = results(op, relations)?;
        let mut kept = None;
        for (i, result) in results.into_iter().enumerate() {
            let Known::Argument { component, is_second } = result else { return None };
            if component != i || relations[i] != Relation::Equal && kept.is_some_and(|kept| kept != is_second) {
                return None;
            }
            if relations[i] != Relation::Equal {
                kept = Some(is_second);
            }
        }
        Some(kept)
    };
    let state = |own: Relation, other: Relation| -> Vec<Relation> {
        (0..count).map(|i| if i == first { own } else { other }).collect()
    };
    let others: &[Relation] = if count == 1 { &[Relation::Equal] } else { &ORDERED };
    // The side that is kept for all relations of the others.
    let side = |own: Relation| -> Option<bool> {
        let mut sides = others.iter().map(|other| kept(&state(own, *other)).flatten());
        let side = sides.next()??;
        sides.all(|other| other == Some(side)).then_some(side)
    };
    let opposite = |a: Option<bool>, b: Option<bool>| a.is_some_and(|a| b == Some(!a));
    let [nan_first, nan_second, both_nan] = UNORDERED;
    let is_decided = opposite(side(Relation::Less), side(Relation::Greater));
    let decides = |other: Relation| kept(&state(Relation::Equal, other)).flatten();
    let are_equal_decided = count == 1 || opposite(decides(Relation::Less), decides(Relation::Greater));
    let is_consistent = kept(&vec![Relation::Equal; count]).is_some();
    // Of two that are NaN the accumulator stays.
    let are_nans_decided = !has_nan || opposite(side(nan_first), side(nan_second)) && side(both_nan) == Some(false);
    is_decided && are_equal_decided && is_consistent && are_nans_decided
}

/// What the computation of `op` returns where its pairs have these relations; none if it does more than compare and select.
fn results(op: Op<'_>, relations: &[Relation]) -> Option<Vec<Known>> {
    let (body, count) = (op.body(0)?, relations.len());
    let argument = |i: usize| Known::Argument { component: i % count, is_second: i >= count };
    let mut known: Vec<(Value<'_>, Known)> =
        block_args(body).into_iter().enumerate().map(|(i, value)| (value, argument(i))).collect();
    for inner in block_ops(body) {
        let of = |value: Value<'_>| known.iter().find(|(other, _)| *other == value).map(|(_, known)| *known);
        let operands: Vec<Known> = inner.ins().into_iter().map(of).collect::<Option<_>>()?;
        let kind = xla::Kind::of(inner)?;
        let result = match (kind, operands.as_slice()) {
            (Kind::Return, _) => return Some(operands),
            (Kind::Constant, _) => {
                Known::Truth(Literal::of(inner.attr("value")?).filter(|l| l.element.is_pred())?.is(1.0))
            }
            (Kind::Not, [Known::Truth(a)]) => Known::Truth(!a),
            (Kind::And, [Known::Truth(a), Known::Truth(b)]) => Known::Truth(a & b),
            (Kind::Or, [Known::Truth(a), Known::Truth(b)]) => Known::Truth(a | b),
            (Kind::Xor, [Known::Truth(a), Known::Truth(b)]) => Known::Truth(a ^ b),
            (Kind::Select, [Known::Truth(condition), a, b]) => {
                if *condition {
                    *a
                } else {
                    *b
                }
            }
            (_, &[a @ Known::Argument { .. }, b @ Known::Argument { .. }]) => {
                Known::Truth(compared(kind, relation(a, b, relations)?)?)
            }
            _ => return None,
        };
        known.push((inner.output(0), result));
    }
    None
}

/// How two arguments of the same component are to each other.
fn relation(a: Known, b: Known, relations: &[Relation]) -> Option<Relation> {
    let (Known::Argument { component, is_second: a }, Known::Argument { component: other, is_second: b }) = (a, b)
    else {
        return None;
    };
    let relation = *relations.get(component).filter(|_| component == other)?;
    Some(match (a, b, relation) {
        (false, true, relation) => relation,
        (true, false, Relation::Less) => Relation::Greater,
        (true, false, Relation::Greater) => Relation::Less,
        (true, false, Relation::Unordered { first, second }) => Relation::Unordered { first: second, second: first },
        (false, false, Relation::Unordered { first: true, .. })
        | (true, true, Relation::Unordered { second: true, .. }) => Relation::Unordered { first: true, second: true },
        _ => Relation::Equal,
    })
}

/// The outcome of a comparison.
fn compared(kind: Kind, relation: Relation) -> Option<bool> {
    Some(match kind {
        Kind::Lt => relation == Relation::Less,
        Kind::Le => matches!(relation, Relation::Less | Relation::Equal),
        Kind::Gt => relation == Relation::Greater,
        Kind::Ge => matches!(relation, Relation::Greater | Relation::Equal),
        Kind::Eq => relation == Relation::Equal,
        Kind::Ne => relation != Relation::Equal,
        _ => return None,
    })
}
