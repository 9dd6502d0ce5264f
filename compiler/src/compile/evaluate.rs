//! One op, compiled and run while the program that it belongs to is compiled.

use super::compile;
use crate::execute::{Array, Runtime};
use crate::identity::ValueMap;
use crate::options::Options;
use crate::parse::OwnedModule;
use crate::scope::used;
use crate::source::Source;
use melior::ir::ValueLike;
use mlir_sys::{mlirModuleCreateEmpty, mlirModuleGetBody, mlirOperationClone};
use xla_dialect::ir::{Block, Builder, Op, OpExt, defining_op, function_type};
use xla_dialect::ods::func;

/// The results of `op`, whose regions read nothing from outside but its operands and literals, for operands of these values. None
/// if it is not supported.
pub(crate) fn evaluate(op: Op<'_>, operands: &[Array], runtime: &Runtime) -> Option<Vec<Array>> {
    let executable = compile(&Source::new("a folded op", program(op)), &Options::default()).ok()?;
    let views: Vec<_> = operands.iter().map(Array::view).collect();
    executable.run(runtime, &views).ok()
}

/// The text of a program that is `op` alone, on the program's inputs.
fn program(op: Op<'_>) -> String {
    // SAFETY: the module is new, and lives to the end of this function; the copy is detached, and then the block's.
    let (module, block) = unsafe {
        let module = OwnedModule(mlirModuleCreateEmpty(op.loc().to_raw()));
        let block = Block::from_raw(mlirModuleGetBody(module.0));
        (module, block)
    };
    let builder = Builder::at_end(op.ctx(), block, op.loc());
    let inputs: Vec<_> = op.ins().iter().map(|value| value.r#type()).collect();
    let outputs: Vec<_> = op.outs().iter().map(|value| value.r#type()).collect();
    let region = builder.region(&inputs, |builder, arguments| {
        // SAFETY: each copy is detached, and then the block's.
        let copied =
            |op: Op<'_>| builder.insert(unsafe { melior::ir::Operation::from_raw(mlirOperationClone(op.to_raw())) });
        let mut known = ValueMap::default();
        for value in used(op).into_iter().filter(|value| !op.ins().contains(value)) {
            if let Some(literal) = defining_op(value).filter(|_| !known.contains(value)) {
                known.insert(value, copied(literal).output(0));
            }
        }
        op.ins().into_iter().zip(arguments).for_each(|(operand, argument)| known.insert(operand, *argument));
        let copy = copied(op);
        for inner in copy.walk_ops() {
            for (i, value) in inner.ins().into_iter().enumerate() {
                known.get(value).into_iter().for_each(|value| inner.set_input(i, *value));
            }
        }
        func::return_(builder, &copy.outs());
    });
    let function = func::func(&builder, "main", function_type(op.ctx(), &inputs, &outputs), region);
    let text = function.to_string();
    drop(module);
    text
}
