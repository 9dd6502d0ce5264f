//! Faults that are planted in memory plans, and that the check of what is where finds.

use super::bufferize::{PASS, bufferize};
use super::plan::{Plan, Storage, plan};
use crate::check::memory::Trace;
use xla_dialect::ir::{Op, OpExt, block_ops};

/// A function on eight numbers, of ops that add one, and ops that read their operands from the end.
fn program(body: &str) -> String {
    let forward = "affine_map<(d0) -> (d0)>";
    let op = |result: &str, operand: &str, read: &str| {
        format!(
            "%{result} = linalg.generic {{indexing_maps = [{read}, {forward}], iterator_types = [\"parallel\"]}} \
             ins(%{operand} : tensor<8xf32>) outs(%empty : tensor<8xf32>) {{\n\
             ^bb0(%in: f32, %out: f32):\n %s = arith.addf %in, %in : f32\n linalg.yield %s : f32\n\
             }} -> tensor<8xf32>\n"
        )
    };
    let mut text = String::from(
        "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n%empty = tensor.empty() : tensor<8xf32>\n\
         %c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c4 = arith.constant 4 : index\n",
    );
    for line in body.lines().map(str::trim) {
        match line.split(' ').collect::<Vec<_>>()[..] {
            [result, "=", "add", operand] => text += &op(result, operand, forward),
            [result, "=", "reverse", operand] => text += &op(result, operand, "affine_map<(d0) -> (-d0 + 7)>"),
            _ => text += &format!("{line}\n"),
        }
    }
    text + "}\n"
}

/// Whether bufferization by the plan for `body` passes the check, after `fault` was planted in the plan.
fn passes(body: &str, fault: impl FnOnce(&mut Plan)) -> bool {
    let context = xla_dialect::context();
    PASS.dialects.iter().for_each(|dialect| {
        context.get_or_load_dialect(dialect);
    });
    let text = program(body);
    let module = melior::ir::Module::parse(&context, &text).unwrap_or_else(|| panic!("{text}"));
    // SAFETY: the module outlives its use here.
    let module: Op<'_> = unsafe { Op::from_raw(mlir_sys::mlirModuleGetOperation(module.to_raw())) };
    let function = block_ops(module.body(0).expect("a module has a body"))[0];
    let mut plan = plan(function);
    fault(&mut plan);
    bufferize(module, function, &plan, Trace::new(true)).is_ok()
}

/// The buffers in the arena.
fn in_arena(plan: &Plan) -> Vec<usize> {
    let arena = |id: &usize| matches!(plan.buffers[*id].storage, Storage::Arena(_));
    (0..plan.buffers.len()).filter(arena).collect()
}

const TWO_READERS: &str = "a = add x
    b = reverse a
    c = reverse b
    d = reverse a
    e = reverse c
    %sum = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [\"parallel\"]} ins(%d, %e : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.subf %p, %q : f32
    linalg.yield %s : f32
    } -> tensor<8xf32>
    return %sum : tensor<8xf32>";

const SWAP: &str = "a = add x
    b = reverse a
    %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%p = %a, %q = %b) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %q, %p : tensor<8xf32>, tensor<8xf32>
    }
    return %r#0 : tensor<8xf32>";

#[test]
fn plans_pass() {
    assert!(passes(TWO_READERS, |_| ()));
    assert!(passes(SWAP, |_| ()));
}

#[test]
fn buffers_that_share_bytes_while_both_are_read_are_found() {
    // What is overwritten while it is still to be read, and what is read elsewhere than it is written.
    assert!(!passes(TWO_READERS, |plan| {
        let buffers = in_arena(plan);
        assert!(buffers.len() > 1);
        buffers.iter().for_each(|id| plan.buffers[*id].storage = Storage::Arena(0));
    }));
    // Half a buffer is enough.
    assert!(!passes(TWO_READERS, |plan| {
        let buffers = in_arena(plan);
        (0..).zip(&buffers).for_each(|(i, id)| plan.buffers[*id].storage = Storage::Arena(i * 16));
    }));
}

#[test]
fn an_output_that_is_written_too_early_is_found() {
    assert!(!passes("a = add x\n b = reverse a\n return %b : tensor<8xf32>", |plan| {
        let buffers = in_arena(plan);
        plan.buffers[buffers[0]].storage = Storage::Output(0);
    }));
}

#[test]
fn a_result_that_is_overwritten_before_it_is_returned_is_found() {
    assert!(!passes("a = reverse x\n b = add x\n c = reverse b\n return %a : tensor<8xf32>", |plan| {
        let outputs: Vec<usize> =
            (0..plan.buffers.len()).filter(|id| plan.buffers[*id].storage == Storage::Output(0)).collect();
        let buffers = in_arena(plan);
        outputs.iter().for_each(|id| plan.buffers[*id].storage = plan.buffers[buffers[0]].storage);
    }));
}

#[test]
fn states_that_change_places_without_being_parked_are_found() {
    assert!(!passes(SWAP, Plan::park_nothing));
}
