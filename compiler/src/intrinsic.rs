//! Calls of LLVM's intrinsics.

use xla_dialect::ir::{Builder, OpExt, Type, Value};
use xla_dialect::ods::llvm;

/// The result, of type `ty`, of the intrinsic `name`, such as `llvm.arithmetic.fence`.
pub fn call_intrinsic<'c>(builder: &Builder<'c>, name: &str, operands: &[Value<'c>], ty: Type<'c>) -> Value<'c> {
    llvm::call_intrinsic(builder, name, operands, &[], &[], Some(ty)).output(0)
}
