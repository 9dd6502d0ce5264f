//! The pass xla-expand-math: math functions to polynomials.

use crate::lower::rewriter::avx512;
use crate::lower::rewriter::emit::Emitter;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Op, OpExt, Type, element_type};
use xla_dialect::ods::arith;
use xla_dialect::passes::{Failed, Pass, PassOption};
use xla_scalar::{Machine, MathFn, expand};

/// Expands `math.exp` and its kin, on scalars and vectors of f32 and f64, to xla-scalar's polynomials, and the largest
/// and least of vectors to the instructions that a target has for them.
pub const PASS: Pass = Pass {
    name: "xla-expand-math",
    description: "Expand math functions to polynomials of stated accuracy, and f64 ones to library calls",
    op: "builtin.module",
    options: &[PassOption::text("features", "what of avx512dq the target has", "")],
    dialects: &["arith", "func", "llvm", "math", "vector"],
    run,
};

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let avx512 = options.first().is_some_and(|features| features.split(',').any(|name| name == "avx512dq"));
    // These ops have no regions, so that erasing one invalidates no other in the list.
    for op in module.walk_ops() {
        if avx512 && matches!(arith::Kind::of(op), Some(arith::Kind::MaximumF | arith::Kind::MinimumF)) {
            avx512::extremum(op);
            continue;
        }
        let Some(function) = MathFn::from_mlir_name(op.name_str()) else { continue };
        let ty = op.output(0).r#type();
        let (Some(machine), Some(builder)) = (machine(ty), Builder::before(op)) else { continue };
        let value = expand(&mut Emitter::expanding(builder, ty, avx512), function, machine, &op.ins());
        op.replace(&[value]);
    }
    Ok(())
}

/// The machine type of a float scalar or vector.
fn machine(ty: Type<'_>) -> Option<Machine> {
    use melior::ir::TypeLike;
    let scalar = if ty.is_vector() { element_type(ty) } else { ty };
    // SAFETY: asks for the kind of a valid type.
    unsafe {
        if mlir_sys::mlirTypeIsAF32(scalar.to_raw()) {
            Some(Machine::F32)
        } else if mlir_sys::mlirTypeIsAF64(scalar.to_raw()) {
            Some(Machine::F64)
        } else {
            None
        }
    }
}
