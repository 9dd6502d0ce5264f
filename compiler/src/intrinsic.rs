//! Calls of LLVM's intrinsics.

use xla_dialect::ir::{Builder, Type, Value};

/// The result, of type `ty`, of the intrinsic `name`, such as `llvm.arithmetic.fence`.
pub fn call_intrinsic<'c>(builder: &Builder<'c>, name: &str, operands: &[Value<'c>], ty: Type<'c>) -> Value<'c> {
    let attributes = [
        ("intrin", builder.attr(&format!("\"{name}\""))),
        ("op_bundle_sizes", builder.attr("array<i32>")),
        ("operandSegmentSizes", builder.attr(&format!("array<i32: {}, 0>", operands.len()))),
    ];
    builder.value("llvm.call_intrinsic", operands, ty, &attributes)
}
