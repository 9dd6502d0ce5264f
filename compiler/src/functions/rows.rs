//! Whether a function computes each row of its results from the same row of its arguments alone.
//!
//! The function is linalg on tensors, of which the leading sizes are open. Its arguments' are the same number of rows n.
//! By induction over the ops, so are those of all tensors: an op may
//!
//! - ask for n, and make a tensor of n rows that holds nothing yet;
//! - be a `linalg.generic` of which one parallel loop d runs over the rows: each operand with rows is indexed by d in its
//!   leading dimension, and by d nowhere else; no operand without rows is indexed by d; and the body asks neither for d nor
//!   for elements that it picks by itself;
//! - merge or divide dimensions behind the leading one;
//! - do anything else with values that have no rows and do not depend on n.
//!
//! So row i of each tensor depends on row i of the arguments and on what has no rows, and on neither n nor i: calls for
//! parts of the rows compute what one call for all of them does.

use super::outline::{Apart, Outlined};
use crate::affine::Map;
use crate::identity::ValueMap;
use crate::linalg::{maps, parallel_loops};
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::ir::{DYNAMIC, Op, OpExt, Value, array_elements, block_ops, i64_values, int_value, tensor_of, uses};
use xla_dialect::ods::{Kind, arith, cf, func, linalg, tensor};
use xla_dialect::passes::Failed;

/// What a value has to do with the rows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// A tensor of n rows.
    Rows,
    /// The number n.
    Count,
    /// Whether n is n.
    True,
}

/// Checks the function that `outlined` is, and that `lowered` is on linalg.
pub fn check<'c>(outlined: &Outlined<'c>, lowered: &Apart<'c>) -> Result<(), Failed> {
    let body = verified::body(lowered.function(), 0);
    let mut rows = Rows { relations: ValueMap::default() };
    for argument in xla_dialect::ir::block_args(body) {
        rows.relate(argument, Relation::Rows);
    }
    block_ops(body).into_iter().try_for_each(|op| rows.op(op).map_err(|reason| outlined.unsupported(op, reason)))
}

struct Rows<'c> {
    relations: ValueMap<'c, Relation>,
}

impl<'c> Rows<'c> {
    /// Records how `value` is related to the rows, unless it is a tensor without any.
    fn relate(&mut self, value: Value<'c>, relation: Relation) {
        if relation != Relation::Rows || has_rows(value) {
            self.relations.insert(value, relation);
        }
    }

    fn is(&self, value: Value<'c>, relation: Relation) -> bool {
        self.relations.get(value) == Some(&relation)
    }

    fn op(&mut self, op: Op<'c>) -> Result<(), String> {
        let behind =
            |value: &Value<'c>| tensor_of(*value).is_some_and(|t| t.shape.iter().skip(1).any(|s| *s == DYNAMIC));
        if let Some(result) = op.outs().iter().find(|result| behind(result)) {
            return Err(format!("{}, of which another size than the leading one is open", result.r#type()));
        }
        let independent =
            op.walk_ops().iter().flat_map(|inner| inner.ins()).all(|value| self.relations.get(value).is_none());
        if independent && !op.outs().into_iter().any(has_rows) {
            return Ok(());
        }
        match Kind::of(op) {
            Some(Kind::Tensor(tensor::Kind::Dim)) => self.relate(op.output(0), Relation::Count),
            Some(Kind::Tensor(tensor::Kind::Empty)) if self.is(op.input(0), Relation::Count) => {
                self.relate(op.output(0), Relation::Rows);
            }
            Some(Kind::Arith(arith::Kind::CmpI)) if self.compares_counts(op) => {
                self.relate(op.output(0), Relation::True);
            }
            Some(Kind::Cf(cf::Kind::Assert)) if self.is(op.input(0), Relation::True) => {}
            Some(Kind::Tensor(tensor::Kind::CollapseShape | tensor::Kind::ExpandShape)) => self.reshape(op)?,
            Some(Kind::Linalg(linalg::Kind::Generic)) => self.generic(op)?,
            Some(Kind::Func(func::Kind::Return)) => {}
            _ => {
                return Err(
                    "it is not known to compute each row by itself, which an open leading size needs".to_string()
                );
            }
        }
        Ok(())
    }

    /// Whether `op` asks if the number of rows is itself.
    fn compares_counts(&self, op: Op<'c>) -> bool {
        arith::CmpI::cast(op).predicate() == arith::CmpIPredicate::Eq
            && op.ins().into_iter().all(|operand| self.is(operand, Relation::Count))
            && uses(op.output(0)).into_iter().all(|(user, _)| cf::Assert::of(user).is_some())
    }

    fn reshape(&mut self, op: Op<'c>) -> Result<(), String> {
        let sizes_are_counts = op.ins()[1..].iter().all(|size| self.is(*size, Relation::Count));
        let groups = op.attr("reassociation").and_then(array_elements).unwrap_or_default();
        let first = groups.first().and_then(|group| match i64_values(*group) {
            Some(dims) => Some(dims),
            None => array_elements(*group).map(|dims| dims.into_iter().filter_map(int_value).collect()),
        });
        if !sizes_are_counts || first.as_deref() != Some(&[0]) {
            return Err("rows are merged with another dimension, or divided".to_string());
        }
        self.relate(op.output(0), Relation::Rows);
        Ok(())
    }

    fn generic(&mut self, op: Op<'c>) -> Result<(), String> {
        let maps = maps(op).ok_or("its index maps are not linear")?;
        let operands = op.ins();
        let with_rows = || operands.iter().zip(&maps).filter(|(operand, _)| has_rows(**operand));
        let leading = |map: &Map| map.results.first().and_then(|expr| expr.as_dim());
        let d = with_rows().next().and_then(|(_, map)| leading(map)).ok_or("rows are not indexed by one loop")?;
        let only_leading = |(operand, map): (&Value<'c>, &Map)| {
            let skipped = usize::from(has_rows(*operand));
            (skipped == 0 || leading(map) == Some(d))
                && map
                    .results
                    .iter()
                    .skip(skipped)
                    .all(|expr| expr.coefficients[d] == 0 && expr.moduli.iter().all(|(c, _, _)| c[d] == 0))
        };
        if !operands.iter().zip(&maps).all(only_leading) {
            return Err("rows of one operand are combined with other rows, or with parts of an operand without rows"
                .to_string());
        }
        if parallel_loops(op).is_none_or(|loops| !loops[d]) {
            return Err("rows are combined".to_string());
        }
        let inner = || op.walk_ops().into_iter().skip(1);
        if inner().any(|inner| linalg::Index::of(inner).is_some_and(|index| index.dim() == d as i64)) {
            return Err("rows are computed from their number".to_string());
        }
        if inner().flat_map(|inner| inner.ins()).any(|value| self.relations.get(value).is_some()) {
            return Err("rows are picked at indices that are computed, or depend on how many there are".to_string());
        }
        op.outs().into_iter().for_each(|result| self.relate(result, Relation::Rows));
        Ok(())
    }
}

/// Whether `value` is a tensor whose leading size is open.
fn has_rows(value: Value<'_>) -> bool {
    tensor_of(value).is_some_and(|tensor| tensor.shape.first() == Some(&DYNAMIC))
}
