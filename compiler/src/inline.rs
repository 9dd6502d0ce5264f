//! Functions: what a call calls, walks that replace calls by it, and types that follow bodies.

use melior::ir::attribute::TypeAttribute;
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, ValueLike};
use std::collections::HashMap;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{Block, Op, OpExt, Type, Value, block_args, block_ops, replace_uses, string_value, terminator};
use xla_dialect::limits::{MAX_INLINED_OPS, may_inline};
use xla_dialect::ods::{Kind, func, stablehlo, xla};
use xla_dialect::passes::Failed;

/// The functions of a module, by name.
pub struct Functions<'c>(HashMap<String, Op<'c>>);

impl<'c> Functions<'c> {
    /// Those of `module`.
    pub fn of(module: Op<'c>) -> Self {
        let functions = module.body(0).map(block_ops).unwrap_or_default();
        let functions = functions.into_iter().filter(|op| func::Func::of(*op).is_some());
        Self(functions.filter_map(|op| Some((string_value(op.attr("sym_name")?)?.to_string(), op))).collect())
    }

    /// The function called `name`.
    pub fn get(&self, name: &str) -> Option<Op<'c>> {
        self.0.get(name).copied()
    }

    /// The function that `op` calls, and its name: by `func.call`, `xla.call` or `stablehlo.composite`. It has one
    /// block.
    pub fn callee(&self, op: Op<'c>) -> Option<(&'c str, Op<'c>)> {
        let name = match Kind::of(op)? {
            Kind::Func(func::Kind::Call) => func::Call::cast(op).callee(),
            Kind::Xla(xla::Kind::Call) => xla::Call::cast(op).callee(),
            Kind::Stablehlo(stablehlo::Kind::Composite) => stablehlo::Composite::cast(op).decomposition(),
            _ => return None,
        };
        let function = self.get(name)?;
        let block = function.body(0)?;
        (block.next_in_region().is_none() && block_args(block).len() == op.ins().len()).then_some((name, function))
    }
}

/// The functions that a walk is in, and those that it may come to.
pub struct Calls<'c, 'f> {
    functions: &'f Functions<'c>,
    entered: Vec<&'c str>,
}

impl<'c, 'f> Calls<'c, 'f> {
    /// None entered yet.
    pub fn of(functions: &'f Functions<'c>) -> Self {
        Self { functions, entered: Vec::new() }
    }

    /// All functions.
    pub fn functions(&self) -> &'f Functions<'c> {
        self.functions
    }
}

/// A walk over a program in order, of which each call is replaced by what it calls.
pub trait Walk<'c: 'f, 'f> {
    /// The functions it knows.
    fn calls(&mut self) -> &mut Calls<'c, 'f>;

    /// Visits an op that is no call.
    fn own(&mut self, op: Op<'c>) -> Result<(), Failed>;

    /// Visits the ops of `block`.
    fn block(&mut self, block: Block<'c>) -> Result<(), Failed> {
        block_ops(block).into_iter().try_for_each(|op| self.op(op))
    }

    /// Visits `op`, or the ops of the function that it calls.
    fn op(&mut self, op: Op<'c>) -> Result<(), Failed> {
        let calls = self.calls();
        let Some((name, function)) = calls.functions.callee(op) else { return self.own(op) };
        if calls.entered.contains(&name) {
            return Err(unsupported(op, format!("@{name} calls itself")));
        }
        calls.entered.push(name);
        let ops = inline(op, function)?;
        let Some((terminator, ops)) = ops.split_last() else { panic!("a body has a terminator") };
        ops.iter().try_for_each(|op| self.op(*op))?;
        self.calls().entered.pop();
        op.replace(&terminator.ins());
        terminator.erase();
        Ok(())
    }
}

/// Copies the body of `function` in front of `call`, on the call's operands, whose types may say more than those of
/// the function's arguments. The last of the copies is the terminator.
///
/// # Errors
/// If the program becomes too large.
pub fn inline<'c>(call: Op<'c>, function: Op<'c>) -> Result<Vec<Op<'c>>, Failed> {
    if !may_inline(function.walk_ops().len()) {
        return Err(unsupported(
            call,
            format!("the program has more than {MAX_INLINED_OPS} ops when its calls are inlined"),
        ));
    }
    // SAFETY: the copy is a detached op of ours; its body moves out before it is destroyed.
    unsafe {
        let copy = Op::from_raw(mlir_sys::mlirOperationClone(function.to_raw()));
        let Some(body) = copy.body(0) else { return Ok(Vec::new()) };
        for (argument, operand) in block_args(body).into_iter().zip(call.ins()) {
            replace_uses(argument, operand);
        }
        let ops = block_ops(body);
        for op in &ops {
            mlir_sys::mlirOperationMoveBefore(op.to_raw(), call.to_raw());
        }
        mlir_sys::mlirOperationDestroy(copy.to_raw());
        Ok(ops)
    }
}

/// The block of an op that has one region of one block.
pub fn only_block<'c>(op: Op<'c>) -> Option<Block<'c>> {
    op.body(0).filter(|block| block.next_in_region().is_none())
}

/// The function's type follows its block's.
pub fn update_type<'c>(function: Op<'c>, body: Block<'c>) {
    let types = |values: Vec<Value<'c>>| -> Vec<Type<'c>> { values.into_iter().map(|value| value.r#type()).collect() };
    let results = terminator(body).map(|end| types(end.ins())).unwrap_or_default();
    let ty = FunctionType::new(function.ctx(), &types(block_args(body)), &results);
    function.set_attr("function_type", TypeAttribute::new(ty.into()).into());
}
