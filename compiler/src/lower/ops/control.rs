//! Control flow to scf, and calls out of the program.

use super::elementwise::is_true;
use crate::lower::rewriter::block::lower_block;
use crate::lower::rewriter::element_types::ElementTypes;
use crate::lower::rewriter::site::{Site, call_at};
use crate::lower::rewriter::sizes::cast_all;
use crate::lower::rewriter::state::{Lowering, rebuild, result_types, set_results};
use crate::lower::rewriter::tensor::{element, extract};
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::internal;
use xla_dialect::ir::{Attribute, Block, Builder, Op, OpExt, Type, Value, block_args, defining_op};
use xla_dialect::ods::xla;
use xla_dialect::ods::{arith, scf};
use xla_dialect::passes::Failed;

/// Becomes its operands: what it is there for, that no pattern simplifies what is on one side by what is on the other, is done. A
/// literal stays behind it, so that code is generated for what is computed with it, and all operands do if that is asked for; but not
/// on natural types, with which passes of upstream continue, which have no such op.
pub fn optimization_barrier<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let mut leaves: Vec<_> = op.ins().iter().flat_map(|value| lowering.get(*value).leaves()).collect();
    if lowering.options.types == ElementTypes::Storage {
        let keeps_all = lowering.options.keep_barriers;
        let stays = |value: Value<'c>| keeps_all || defining_op(value).and_then(arith::Constant::of).is_some();
        for leaf in leaves.iter_mut().filter(|leaf| stays(**leaf)) {
            *leaf = xla::optimization_barrier(builder, &[*leaf]).output(0);
        }
    }
    set_results(lowering, op, leaves);
    Ok(())
}

/// A region without arguments that runs `block` and yields what it returns.
fn yielding_region<'c>(
    lowering: &mut Lowering<'c>,
    block: Block<'c>,
    builder: &Builder<'c>,
    types: &[Type<'c>],
) -> Result<melior::ir::Region<'c>, Failed> {
    let mut outcome = Ok(());
    let region = builder.region(&[], |builder, _| match lower_block(lowering, block, builder) {
        Ok(values) => {
            scf::yield_(builder, &cast_all(builder, &values, types));
        }
        Err(failed) => outcome = Err(failed),
    });
    outcome.map(|()| region)
}

/// By a predicate: `scf.if`. By an index: `scf.index_switch`, whose default is the last branch, since every index
/// out of range runs that one.
pub fn conditional<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let index = lowering.tensor(op.input(0))?;
    let by_predicate = element(op.input(0)).is_pred();
    let types = result_types(lowering, op)?;
    let branches = op.region_list().len();
    let operands = &op.ins()[1..];
    let mut regions = Vec::new();
    for branch in 0..branches {
        let block = verified::body(op, branch);
        if let (Some(argument), Some(operand)) = (block_args(block).first(), operands.get(branch)) {
            let lowered = lowering.get(*operand);
            lowering.set(*argument, lowered);
        }
        regions.push(yielding_region(lowering, block, builder, &types)?);
    }
    let scalar = extract(builder, index, &[]);
    let mut emitter = lowering.emitter(builder);
    let lowered = if by_predicate {
        let condition = is_true(&mut emitter, scalar);
        let [then, otherwise] = regions.try_into().expect("a conditional by a predicate has two branches");
        scf::if_(builder, condition, then, otherwise)
    } else {
        let last = regions.pop().expect("a conditional has a branch");
        let cases: Vec<i64> = (0..regions.len() as i64).collect();
        let index = arith::index_cast(builder, scalar, Type::index(builder.context));
        scf::index_switch(builder, index, &cases, last, regions, &types)
    };
    set_results(lowering, op, lowered.outs());
    Ok(())
}

/// ```mlir
/// scf.while (%state = %init) { scf.condition(cond(%state)) %state } do { scf.yield body(%state) }
/// ```
pub fn while_loop<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let inits: Vec<_> = op.ins().iter().flat_map(|value| lowering.get(*value).leaves()).collect();
    let types = result_types(lowering, op)?;
    let inits = cast_all(builder, &inits, &types);
    let (condition, body) = (verified::body(op, 0), verified::body(op, 1));
    let bind = |lowering: &mut Lowering<'c>, block: Block<'c>, values: &[Value<'c>]| {
        let mut leaves = values.iter().copied();
        for argument in block_args(block) {
            let lowered = rebuild(argument.r#type(), &mut leaves);
            lowering.set(argument, lowered);
        }
    };
    let mut outcome = Ok(());
    let before = builder.region(&types, |builder, arguments| {
        bind(lowering, condition, arguments);
        match lower_block(lowering, condition, builder) {
            Ok(values) if values.len() == 1 => {
                let scalar = extract(builder, values[0], &[]);
                let holds = is_true(&mut lowering.emitter(builder), scalar);
                scf::condition(builder, holds, arguments);
            }
            Ok(values) => outcome = Err(internal(op, &format!("has a condition of {} values", values.len()))),
            Err(failed) => outcome = Err(failed),
        }
    });
    outcome?;
    let mut outcome = Ok(());
    let after = builder.region(&types, |builder, arguments| {
        bind(lowering, body, arguments);
        match lower_block(lowering, body, builder) {
            Ok(values) => {
                scf::yield_(builder, &cast_all(builder, &values, &types));
            }
            Err(failed) => outcome = Err(failed),
        }
    });
    outcome?;
    let lowered = scf::while_(builder, &inits, before, after, &types);
    set_results(lowering, op, lowered.outs());
    Ok(())
}

/// Kept as an op on storage types; the runtime finds the function, and what the operands are, by the site's number.
pub fn custom_call<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let target = verified::string(op, "call_target_name");
    let inputs: Vec<_> = op.ins().iter().flat_map(|value| lowering.get(*value).leaves()).collect();
    let types = result_types(lowering, op)?;
    let types_of = |values: Vec<Value<'c>>| values.iter().map(|value| value.r#type()).collect();
    let (operands, results) = (types_of(op.ins()), types_of(op.outs()));
    let site = Site { target, operands, results, attributes: discardable_attributes(op) };
    let effects: Vec<_> = op.attr("has_side_effect").map(|effect| ("has_side_effect", effect)).into_iter().collect();
    let call = call_at(lowering, builder, &site, &inputs, &types, &effects);
    set_results(lowering, op, call.outs());
    Ok(())
}

/// The attributes that the custom call's author wrote.
fn discardable_attributes<'c>(op: Op<'c>) -> Attribute<'c> {
    // SAFETY: positions are below the count.
    unsafe {
        let count = mlir_sys::mlirOperationGetNumDiscardableAttributes(op.to_raw());
        let all: Vec<_> = (0..count).map(|i| mlir_sys::mlirOperationGetDiscardableAttribute(op.to_raw(), i)).collect();
        Attribute::from_raw(mlir_sys::mlirDictionaryAttrGet(op.ctx().to_raw(), all.len() as isize, all.as_ptr()))
    }
}
