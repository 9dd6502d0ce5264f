//! Calls of the runtime's functions, which the module declares.

use melior::ir::ValueLike;
use xla_dialect::ir::{
    Block, Builder, Op, OpExt, OwnedRegion, Type, Value, block_ops, i64_attribute, pointer_type, string_value,
};
use xla_dialect::ods::{arith, builtin, func, llvm, memref};

/// Calls the runtime function `name`, declaring it in `module` if need be, of which the code that calls need not be part yet.
pub fn call<'c>(
    module: Op<'c>,
    builder: &Builder<'c>,
    name: &str,
    arguments: &[Value<'c>],
    results: &[Type<'c>],
) -> Vec<Value<'c>> {
    let types: Vec<_> = arguments.iter().map(|argument| argument.r#type()).collect();
    declare(module, builder, name, &types, results);
    func::call(builder, name, arguments, results).outs()
}

fn declare<'c>(module: Op<'c>, builder: &Builder<'c>, name: &str, arguments: &[Type<'c>], results: &[Type<'c>]) {
    let Some(body) = module.body(0) else { return };
    let declared = |op: &Op<'c>| op.attr("sym_name").and_then(string_value) == Some(name);
    if block_ops(body).iter().any(declared) {
        return;
    }
    let ty = melior::ir::r#type::FunctionType::new(builder.context, arguments, results);
    let at = Builder::at_start(builder.context, body, builder.location);
    let options = func::FuncOptions { sym_visibility: Some("private"), ..Default::default() };
    func::func_with(&at, name, ty.into(), OwnedRegion::new(), options);
}

/// The addresses of `memrefs` in an array on the stack, made once at the start of `entry`, a function's block.
pub fn address_array<'c>(entry: Block<'c>, memrefs: &[Value<'c>], builder: &Builder<'c>) -> Value<'c> {
    let (pointer, word) = (pointer_type(builder.context), builder.integer(64));
    let start = Builder::at_start(builder.context, entry, builder.location);
    let count = llvm::mlir_constant(&start, i64_attribute(builder.context, memrefs.len().max(1) as i64), word);
    let array = llvm::alloca(&start, count, pointer, pointer);
    for (i, memref) in memrefs.iter().enumerate() {
        let address = memref::extract_aligned_pointer_as_index(builder, *memref);
        let address = arith::index_cast(builder, address, word);
        let address = llvm::inttoptr(builder, address, pointer);
        let slot = llvm::getelementptr(builder, array, &[], &[i as i32], pointer, pointer);
        llvm::store(builder, address, slot);
    }
    array
}

/// The module the builder is in.
pub fn module_of<'c>(builder: &Builder<'c>) -> Option<Op<'c>> {
    use melior::ir::BlockLike;
    let block = builder.block();
    // SAFETY: the parent outlives 'c as the block does.
    let mut op = block.parent_operation().map(|op| unsafe { Op::from_raw(raw(&op)) })?;
    while builtin::Module::of(op).is_none() {
        op = op.parent_op()?;
    }
    Some(op)
}

fn raw(op: &melior::ir::OperationRef<'_, '_>) -> mlir_sys::MlirOperation {
    melior::ir::operation::OperationLike::to_raw(op)
}
