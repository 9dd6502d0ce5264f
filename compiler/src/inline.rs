//! Functions: what a call calls, calls replaced by it, and types that follow bodies.

use melior::ir::attribute::TypeAttribute;
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, ValueLike};
use std::collections::HashMap;
use xla_dialect::ir::{
    Block, Op, OpExt, Type, Value, block_args, block_ops, replace_uses, string_value, symbol_value, terminator,
};

/// The functions of a module, by name.
pub struct Functions<'c>(HashMap<String, Op<'c>>);

impl<'c> Functions<'c> {
    /// Those of `module`.
    pub fn of(module: Op<'c>) -> Self {
        let functions = module.body(0).map(block_ops).unwrap_or_default();
        let functions = functions.into_iter().filter(|op| op.name_str() == "func.func");
        Self(functions.filter_map(|op| Some((string_value(op.attr("sym_name")?)?.to_string(), op))).collect())
    }

    /// The function called `name`.
    pub fn get(&self, name: &str) -> Option<Op<'c>> {
        self.0.get(name).copied()
    }

    /// The function that `op` calls, and its name: by `func.call`, `xla.call` or `stablehlo.composite`. It has one
    /// block.
    pub fn callee(&self, op: Op<'c>) -> Option<(&'c str, Op<'c>)> {
        let attribute = match op.name_str() {
            "func.call" | "xla.call" => op.attr("callee"),
            "stablehlo.composite" => op.attr("decomposition"),
            _ => None,
        };
        let name = symbol_value(attribute?)?;
        let function = self.get(name)?;
        let block = function.body(0)?;
        (block.next_in_region().is_none() && block_args(block).len() == op.ins().len()).then_some((name, function))
    }
}

/// Copies the body of `function` in front of `call`, on the call's operands, whose types may say more than those of
/// the function's arguments. Gives the copies, the last of which is the terminator: once it has been seen to that
/// their types fit, [`finish`] puts the results into place.
pub fn inline<'c>(call: Op<'c>, function: Op<'c>) -> Vec<Op<'c>> {
    // SAFETY: the copy is a detached op of ours; its body moves out before it is destroyed.
    unsafe {
        let copy = Op::from_raw(mlir_sys::mlirOperationClone(function.to_raw()));
        let Some(body) = copy.body(0) else { return Vec::new() };
        for (argument, operand) in block_args(body).into_iter().zip(call.ins()) {
            replace_uses(argument, operand);
        }
        let ops = block_ops(body);
        for op in &ops {
            mlir_sys::mlirOperationMoveBefore(op.to_raw(), call.to_raw());
        }
        mlir_sys::mlirOperationDestroy(copy.to_raw());
        ops
    }
}

/// Replaces the results of `call` by what the inlined `terminator` returns, and erases both.
pub fn finish<'c>(call: Op<'c>, terminator: Op<'c>) {
    call.replace(&terminator.ins());
    terminator.erase();
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
