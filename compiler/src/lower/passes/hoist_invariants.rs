//! The pass xla-hoist-invariants: what a loop computes anew in each iteration, from values that do not change, is computed
//! once in front of it, if it is much work.
//!
//! ```mlir
//! scf.while (%x = %a) … do { %e = linalg.generic { math.exp } ins(%k)  %y = linalg.generic { arith.mulf } ins(%x, %e) … }
//! // becomes
//! %e = linalg.generic { math.exp } ins(%k)
//! scf.while (%x = %a) … do { %y = linalg.generic { arith.mulf } ins(%x, %e) … }
//! ```
//! What is little work stays, to be fused into what reads it: that is less than to load it. Of an `xla.while`, only ops leave that
//! become loops over elements, such as `xla.sort`; others are linalg ops later. The ops that are moved have no effects and end, so
//! that a loop of no iterations computes them in vain, but no differently.

use crate::identity::OpMap;
use crate::linalg::is_parallel;
use crate::scope::{defined_in, used};
use xla_dialect::ir::{Op, OpExt, Value, block_ops, blocks, defining_op};
use xla_dialect::ods::{Kind, arith, linalg, scf, tensor, xla};
use xla_dialect::ops::control::has_effects;
use xla_dialect::passes::{Failed, Pass};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-hoist-invariants",
    description: "Move ops that are much work and do not depend on the iteration out of loops",
    op: "builtin.module",
    options: &[],
    dialects: &[],
    run,
};

/// Ops of a body from which on it is much work: more than a load takes.
const MUCH: usize = 16;

fn run<'c>(module: Op<'c>, _options: &[&str]) -> Result<(), Failed> {
    // Inner loops first: what leaves them may leave those around.
    let is_loop = |op: &Op<'c>| {
        let kind = Kind::of(*op);
        matches!(kind, Some(Kind::Scf(scf::Kind::While | scf::Kind::For) | Kind::Xla(xla::Kind::While)))
    };
    let loops: Vec<_> = module.walk_ops().into_iter().filter(is_loop).collect();
    loops.into_iter().rev().for_each(hoist);
    Ok(())
}

/// Moves what is worth it in front of `around`, a loop.
fn hoist(around: Op<'_>) {
    let inside = defined_in(around);
    let mut invariant: OpMap<'_, ()> = OpMap::default();
    let mut candidates = Vec::new();
    for op in around.region_list().into_iter().flat_map(blocks).flat_map(block_ops) {
        let is_known = |value: Value<'_>| {
            !inside.contains(value) || defining_op(value).is_some_and(|source| invariant.contains(source))
        };
        if is_movable(op) && used(op).into_iter().all(is_known) {
            invariant.insert(op, ());
            candidates.push(op);
        }
    }
    let mut needed: OpMap<'_, ()> = OpMap::default();
    for op in candidates.iter().rev().filter(|op| is_much_work(**op)) {
        need(*op, &invariant, &mut needed);
    }
    for op in candidates.into_iter().filter(|op| needed.contains(*op)) {
        // SAFETY: both ops are alive, and what `op` uses is in front of the loop, or has just been moved there.
        unsafe { mlir_sys::mlirOperationMoveBefore(op.to_raw(), around.to_raw()) };
    }
}

/// Marks `op` and those of `invariant` that it is computed from.
fn need<'c>(op: Op<'c>, invariant: &OpMap<'c, ()>, needed: &mut OpMap<'c, ()>) {
    if needed.contains(op) || !invariant.contains(op) {
        return;
    }
    needed.insert(op, ());
    used(op).into_iter().filter_map(defining_op).for_each(|source| need(source, invariant, needed));
}

/// Whether `op` has no effects and ends, whatever its operands.
fn is_movable(op: Op<'_>) -> bool {
    matches!(
        Kind::of(op),
        Some(
            Kind::Linalg(linalg::Kind::Generic)
                | Kind::Tensor(
                    tensor::Kind::Empty
                        | tensor::Kind::CollapseShape
                        | tensor::Kind::ExpandShape
                        | tensor::Kind::InsertSlice
                )
                | Kind::Arith(arith::Kind::Constant)
        )
    ) || op.walk_ops().into_iter().all(|inner| !has_effects(inner) && xla::While::of(inner).is_none())
}

/// Whether `op` is a reduction or a product, computes much of each element, copies an array into another one, which is not
/// fused into what reads it, or is one of xla's that become loops over elements.
fn is_much_work(op: Op<'_>) -> bool {
    use xla::Kind::{Cholesky, Fft, RngBitGenerator, Scatter, SelectAndScatter, Sort, TriangularSolve};
    let becomes_loops = matches!(
        xla::Kind::of(op),
        Some(Cholesky | Fft | RngBitGenerator | Scatter | SelectAndScatter | Sort | TriangularSolve)
    );
    if becomes_loops || tensor::InsertSlice::of(op).is_some() {
        return true;
    }
    let Some(body) = linalg::Generic::of(op).and_then(|_| op.body(0)) else { return false };
    let ops = block_ops(body);
    let functions = ops.iter().any(|op| matches!(Kind::of(*op), Some(Kind::Math(_))));
    !is_parallel(op) || functions || ops.len() > MUCH
}
