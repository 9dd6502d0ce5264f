//! Facts about the body of a kernel and its values.

use super::kernel::Kernel;
use crate::memref::{complex_element, scalar_bits};
use melior::ir::ValueLike;
use xla_dialect::ir::{
    Attribute, Block, Op, OpExt, Type, Value, block_args, block_ops, defining_op, element_type, float_value, int_value,
};
use xla_dialect::ods::{Kind, affine, complex, linalg, memref};

/// Bits of a scalar type that vectors can hold; 0 for others.
pub fn bits(ty: Type<'_>) -> i64 {
    match scalar_bits(ty) {
        bits @ (8 | 16 | 32 | 64) => bits,
        _ => 0,
    }
}

/// Bits of an element type that vectors can hold, of both parts of a complex one; 0 for others.
pub fn element_bits(ty: Type<'_>) -> i64 {
    complex_element(ty).map_or_else(|| bits(ty), |part| 2 * bits(part))
}

/// Whether a literal is 0, and not -0.
pub fn is_zero(literal: Attribute<'_>) -> bool {
    match float_value(literal) {
        Some(value) => value == 0.0 && value.is_sign_positive(),
        None => int_value(literal) == Some(0),
    }
}

/// The first op of the body that does not work on vectors as it does on scalars.
pub fn scalar_op(body: Block<'_>) -> Option<Op<'_>> {
    let is_real = |op: &Op<'_>| op.outs().iter().all(|value| complex_element(value.r#type()).is_none());
    let is_vectorizable = |op: &Op<'_>| match Kind::of(*op) {
        Some(Kind::Arith(_) | Kind::Math(_)) => op.region_list().is_empty() && is_real(op),
        Some(
            Kind::Complex(complex::Kind::Re | complex::Kind::Im | complex::Kind::Create)
            | Kind::Linalg(linalg::Kind::Yield | linalg::Kind::Index)
            | Kind::Affine(affine::Kind::AffineApply)
            | Kind::Memref(memref::Kind::Load),
        ) => true,
        _ => false,
    };
    block_ops(body).into_iter().find(|op| !is_vectorizable(op))
}

/// Whether every op of the body works on vectors as it does on scalars.
pub fn is_vectorizable(body: Block<'_>) -> bool {
    scalar_op(body).is_none()
}

/// Elements of the widest of the kernel's elements that a register of `vector_bits` holds; 1 if the kernel cannot be
/// computed in vectors. Complex numbers of which none is a result are taken apart as they are read: a part is in a register then.
pub fn lanes(kernel: &Kernel<'_>, vector_bits: i64) -> i64 {
    let gives_complex = kernel.outputs.iter().any(|output| complex_element(output.element).is_some());
    let element_bits =
        |ty| if gives_complex { element_bits(ty) } else { complex_element(ty).map_or_else(|| bits(ty), bits) };
    let elements = kernel.operands().map(|operand| element_bits(operand.element));
    let elements = elements.chain(kernel.tables.iter().map(|table| element_bits(element_type(table.r#type()))));
    let (narrowest, widest) = elements.fold((i64::MAX, 0), |(low, high), bits| (low.min(bits), high.max(bits)));
    if narrowest == 0 || widest == 0 || !is_vectorizable(kernel.body) { 1 } else { vector_bits / widest }
}

/// What a value of a body is computed from.
pub struct Sources {
    /// The numbers of the kernel's inputs that it depends on, in order.
    pub inputs: Vec<usize>,
    /// How many ops of the body compute it.
    pub ops: usize,
}

/// What `value` is computed from in the body of `kernel`.
pub fn sources<'c>(kernel: &Kernel<'c>, value: Value<'c>) -> Sources {
    let arguments = block_args(kernel.body);
    let (mut inputs, mut ops, mut open) = (Vec::new(), Vec::new(), vec![value]);
    while let Some(value) = open.pop() {
        if let Some(i) = arguments.iter().position(|argument| *argument == value) {
            inputs.push(i);
        } else if let Some(op) = defining_op(value).filter(|op| op.parent_block() == Some(kernel.body))
            && !ops.contains(&op)
        {
            ops.push(op);
            open.extend(op.ins());
        }
    }
    inputs.sort_unstable();
    inputs.dedup();
    Sources { inputs, ops: ops.len() }
}

/// Whether vectors of `value` along loop `d` can be computed from vectors of its inputs: their elements are neighbours
/// there, or the same.
pub fn is_contiguous_along<'c>(kernel: &Kernel<'c>, value: Value<'c>, d: usize) -> bool {
    sources(kernel, value).inputs.iter().all(|i| matches!(kernel.inputs[*i].strides[d], 0 | 1))
}
