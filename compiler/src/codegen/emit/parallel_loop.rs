//! Functions of loops over scalars that threads share.
//!
//! ```mlir
//! scf.for %i = %c0 to %c64 step %c1 { … memref.store %x, %r[%i, %j] … }
//! // becomes
//! call @main_loop_0(%a, %r, %c0, %c64)      // the first iteration, and the one after the last
//! ```

use super::kernel_function::{each_once, options};
use crate::attributes::PARALLEL;
use crate::codegen::analysis::parallel_loop::ParallelLoop;
use crate::identity::ValueMap;
use crate::memref::{ByteRange, flat_type, reshape_memref};
use crate::scf::index;
use crate::verified;
use melior::ir::ValueLike;
use melior::ir::r#type::FunctionType;
use xla_dialect::ir::{Builder, Op, OpExt, Type, Value, defining_op, i64_attribute, move_to_end, set_operands};
use xla_dialect::ods::{arith, func};

/// Makes a function `name` of `shared`, which is in `function`, and a call of it. `grain` iterations are worth handing to a thread.
pub fn outline<'c>(function: Op<'c>, shared: &ParallelLoop<'c>, name: &str, grain: i64) {
    let ParallelLoop { op, ref memrefs, ref constants, .. } = *shared;
    let buffers = each_once(memrefs.iter().copied());
    let (here, there) = (verified::before(op), verified::before(function).located(op.loc()));
    let mut operands: Vec<Value<'c>> = Vec::new();
    for (_, buffer) in &buffers {
        operands.push(reshape_memref(&here, *buffer, flat_type(buffer.r#type())));
    }
    operands.extend(&op.ins()[..2]);
    func::call(&here, name, &operands, &[]);

    let types: Vec<Type<'c>> = operands.iter().map(|operand| operand.r#type()).collect();
    let region = there.region(&types, |builder, arguments| {
        let mut inside = ValueMap::default();
        for &memref in memrefs {
            let range = ByteRange::of(memref);
            if let Some(number) = buffers.iter().position(|(other, _)| *other == range) {
                inside.insert(memref, reshape_memref(builder, arguments[number], memref.r#type()));
            }
        }
        for &constant in constants {
            if let Some(value) = defining_op(constant).and_then(arith::Constant::of) {
                inside.insert(constant, arith::constant(builder, value.value()));
            }
        }
        for inner in op.walk_ops() {
            for (i, operand) in inner.ins().into_iter().enumerate() {
                if let Some(&value) = inside.get(operand) {
                    inner.set_input(i, value);
                }
            }
        }
        move_to_end(op, builder.block());
        let [begin, end] = [0, 1].map(|i| arguments[buffers.len() + i]);
        let step = index(&Builder::at_start(builder.context, builder.block(), builder.location), 1);
        set_operands(op, &[begin, end, step]);
        func::return_(builder, &[]);
    });
    let context = there.context;
    let ranges: Vec<_> = buffers.iter().map(|(range, _)| *range).collect();
    let ty = FunctionType::new(context, &types, &[]).into();
    let created = func::func_with(&there, name, ty, region, options(context, &ranges, types.len()));
    created.set_attr(PARALLEL, i64_attribute(context, grain));
}
