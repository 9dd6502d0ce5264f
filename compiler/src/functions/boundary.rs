//! The function on tensors, whose body becomes a call of compiled code.

use super::interface::{Buffer, Interface};
use super::link::Linker;
use super::native::call;
use crate::scf::index;
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, OpExt, Type, Value, pointer_type};
use xla_dialect::ods::{arith, bufferization, cf, func, llvm, memref};

/// What results are aligned to, as upstream's bufferization has it.
const ALIGNMENT: i64 = 64;

/// Replaces the function by one of the same name, signature and attributes that calls `native`.
pub fn replace<'c>(linker: &mut Linker<'c>, interface: &Interface<'c>, native: &str) {
    let function = interface.function;
    let builder = verified::before(function);
    let arguments: Vec<Type<'c>> = interface.arguments.iter().map(|buffer| buffer.tensor.ty()).collect();
    let region = builder.region(&arguments, |builder, arguments| {
        let inputs = interface.arguments.iter().zip(arguments).map(|(buffer, tensor)| {
            let options = bufferization::ToBufferOptions { read_only: true };
            bufferization::to_buffer_with(builder, *tensor, buffer.memref(), options)
        });
        let inputs: Vec<Value<'c>> = inputs.collect();
        let rows = rows(builder, interface, &inputs);
        let outputs: Vec<Value<'c>> = interface.results.iter().map(|buffer| allocate(builder, buffer, rows)).collect();
        let mut operands: Vec<Value<'c>> =
            rows.map(|rows| arith::index_cast(builder, rows, builder.integer(64))).into_iter().collect();
        operands.extend(inputs.iter().chain(&outputs).map(|memref| address(builder, *memref)));
        call(builder, native, &operands, None);
        let results = interface.results.iter().zip(&outputs).map(|(buffer, memref)| {
            let options = bufferization::ToTensorOptions { restrict: true, writable: true };
            bufferization::to_tensor_with(builder, *memref, buffer.tensor.ty(), options)
        });
        let results: Vec<Value<'c>> = results.collect();
        func::return_(builder, &results);
    });
    let old = func::Func::cast(function);
    let new = func::func(&builder, old.sym_name(), old.function_type(), region);
    for (name, value) in function.attrs() {
        new.set_attr(name, value);
    }
    linker.replaced(function, new);
    function.erase();
}

/// The number of rows, where leading sizes are open: that of all arguments.
fn rows<'c>(builder: &Builder<'c>, interface: &Interface<'c>, inputs: &[Value<'c>]) -> Option<Value<'c>> {
    let open = interface.arguments.iter().zip(inputs).filter(|(buffer, _)| buffer.has_rows());
    let mut sizes = open.map(|(_, memref)| memref::dim(builder, *memref, index(builder, 0)));
    let first = sizes.next()?;
    for other in sizes {
        let equal = arith::cmpi(builder, arith::CmpIPredicate::Eq, first, other);
        let message = format!("the leading sizes of the arguments of @{} are equal", interface.name());
        cf::assert(builder, equal, &message);
    }
    Some(first)
}

fn allocate<'c>(builder: &Builder<'c>, buffer: &Buffer<'c>, rows: Option<Value<'c>>) -> Value<'c> {
    let rows: Vec<Value<'c>> = rows.filter(|_| buffer.has_rows()).into_iter().collect();
    let options = memref::AllocOptions { alignment: Some(ALIGNMENT) };
    memref::alloc_with(builder, &rows, &[], buffer.memref(), options)
}

/// The address of the first element of a dense memref.
fn address<'c>(builder: &Builder<'c>, memref: Value<'c>) -> Value<'c> {
    debug_assert!(melior::ir::TypeLike::is_mem_ref(&memref.r#type()));
    let address = memref::extract_aligned_pointer_as_index(builder, memref);
    let address = arith::index_cast(builder, address, builder.integer(64));
    llvm::inttoptr(builder, address, pointer_type(builder.context))
}
