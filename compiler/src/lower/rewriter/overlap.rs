//! Exchanges that overlap with computation.
//!
//! A collective op with the attribute `xla.async` begins at its position, and the program waits for its results at their
//! first use; `send` and `recv` begin at their positions, and the program waits for them at `send_done` and `recv_done`. If
//! there is work in between, the call of the runtime becomes two:
//!
//! ```mlir
//! %r = xla.custom_call @xla_rt.all_gather(%x)
//! // becomes
//! %0, %number = xla.custom_call @xla_rt.all_gather(%x)
//! …
//! %r = xla.custom_call @xla_rt.wait(%number, %x, %0) {xla.waits}
//! ```
//!
//! Of the operands of the second call, only the number is passed. The others are operands so that they stay alive and are
//! not overwritten; the results of the call are the last operands, in the same memory.

use super::site::{Site, call_at, dictionary};
use super::state::{Begun, Exchange, Lowered, Lowering};
use crate::attributes::{ASYNC, SITE, WAITS};
use crate::verified;
use melior::ir::ValueLike;
use melior::ir::attribute::BoolAttribute;
use mlir_sys::mlirOperationMoveAfter;
use xla_dialect::ir::{
    Attribute, Builder, Element, Op, OpExt, Tensor, Value, i64_attribute, next_op, replace_uses, type_of,
};
use xla_dialect::ods::xla;
use xla_dialect::passes::Failed;
use xla_runtime::call::RESERVED;

/// Whether results of `op` may be waited for later.
pub fn may_begin(op: Op<'_>) -> bool {
    matches!(op.mnemonic(), "recv" | "send") || op.attr(ASYNC).is_some()
}

/// The ops after `first`, up to `last`.
fn behind<'c>(first: Op<'c>, last: Op<'c>) -> Vec<Op<'c>> {
    let is_last = |op: &Op<'c>| op.to_raw().ptr == last.to_raw().ptr;
    let mut ops = Vec::new();
    let mut at = first;
    while !is_last(&at)
        && let Some(op) = next_op(at)
    {
        ops.push(op);
        at = op;
    }
    ops
}

/// The ops after `first` and before the insertion point of `at`.
fn so_far<'c>(first: Op<'c>, at: &Builder<'c>) -> Vec<Op<'c>> {
    let mut ops = Vec::new();
    let mut next = next_op(first);
    while let Some(op) = next.filter(|op| Some(*op) != at.next()) {
        ops.push(op);
        next = next_op(op);
    }
    ops
}

impl<'c> Begun<'c> {
    /// That `op` has just been lowered to `exchange` and what is behind it, in front of the insertion point of `at`.
    pub fn new(op: Op<'c>, exchange: Exchange<'c>, at: &Builder<'c>) -> Self {
        let last = so_far(exchange.call, at).pop().unwrap_or(exchange.call);
        Self { exchange, values: op.outs(), last }
    }

    /// Whether `op` uses the results.
    pub fn is_used_by(&self, op: Op<'c>) -> bool {
        op.walk_ops().into_iter().any(|inner| inner.ins().iter().any(|operand| self.values.contains(operand)))
    }

    /// Waits at the insertion point of `at`, in the block in which the exchange began.
    pub fn wait(&self, lowering: &mut Lowering<'c>, at: &Builder<'c>) -> Result<(), Failed> {
        let Exchange { call, operands, results, attributes } = &self.exchange;
        if !so_far(self.last, at).into_iter().any(works) {
            return Ok(());
        }
        let builder = verified::before(*call);
        let name = verified::string(*call, "call_target_name");
        let number = verified::index(*call, SITE);
        let number_type = Tensor::new(&[], type_of(builder.context, Element::U32)).ty();

        // The first call replaces the original one, and also returns the number.
        let mut named: Vec<_> = attributes.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        named.push(("begin", Attribute::unit(builder.context)));
        let mut begun = results.clone();
        begun.push(number_type);
        let site =
            Site { target: name, operands: operands.clone(), results: begun, attributes: dictionary(&builder, &named) };
        lowering.sites[number] = site.attribute(&builder);
        let types: Vec<_> = call.outs().iter().map(|value| value.r#type()).collect();
        let mut with_number = types.clone();
        with_number.push(Tensor::new(&[], lowering.element_type(Element::U32)).ty());
        let effect = ("has_side_effect", BoolAttribute::new(builder.context, true).into());
        let options = xla::CustomCallOptions { has_side_effect: Some(true) };
        let start = xla::custom_call_with(&builder, &call.ins(), name, &with_number, options);
        start.set_attr(SITE, i64_attribute(builder.context, number as i64));

        let builder = at.located(builder.location);
        let mut outs = start.outs();
        let mut kept = vec![outs.pop().expect("the call was built with a number as its last result")];
        kept.extend(call.ins());
        kept.extend(&outs);
        let target = &format!("{RESERVED}wait");
        let site =
            Site { target, operands: vec![number_type], results: Vec::new(), attributes: dictionary(&builder, &[]) };
        let effects = [effect, (WAITS, Attribute::unit(builder.context))];
        let wait = call_at(lowering, &builder, &site, &kept, &types, &effects);

        let mut at = wait;
        for op in behind(*call, self.last) {
            // SAFETY: both ops are alive, and nothing in between uses what moves.
            unsafe { mlirOperationMoveAfter(op.to_raw(), at.to_raw()) };
            at = op;
        }
        let waited: Vec<_> = call.outs().into_iter().zip(wait.outs()).collect();
        for value in &self.values {
            let lowered = replaced(lowering.get(*value), &waited);
            lowering.set(*value, lowered);
        }
        waited.iter().for_each(|(old, new)| replace_uses(*old, *new));
        call.erase();
        Ok(())
    }
}

fn replaced<'c>(lowered: Lowered<'c>, new: &[(Value<'c>, Value<'c>)]) -> Lowered<'c> {
    match lowered {
        Lowered::Tensor(value) => {
            Lowered::Tensor(new.iter().find(|(old, _)| *old == value).map_or(value, |(_, new)| *new))
        }
        Lowered::Tuple(elements) => {
            Lowered::Tuple(elements.into_iter().map(|element| replaced(element, new)).collect())
        }
        Lowered::Token => Lowered::Token,
    }
}

/// Whether an op is more than a renaming of values.
fn works(op: Op<'_>) -> bool {
    let name = op.name_str();
    name.starts_with("linalg.")
        || name.starts_with("scf.")
        || matches!(name, "tensor.insert_slice" | "tensor.insert" | "xla.custom_call")
}
