//! The sizes of an op's results, as other passes than ours ask for them: the lowering of the op is where the rules are, so that
//! a copy of the op is lowered apart from its program, and what its sizes depend on is all that is kept.
//!
//! ```mlir
//! %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
//! // has the size
//! %1 = tensor.dim %x, %c0
//! %2 = tensor.dim %y, %c0
//! %3 = arith.addi %1, %2
//! ```
//! Checks that the lowered op makes at run time are left to it. The sizes of a conditional are those of the branch that runs: they
//! are computed for each branch, from values that exist before it, and selected. The sizes of a loop are those of its last
//! iteration, which nothing before it has to know.

use crate::identity::{OpMap, ValueMap};
use crate::import;
use crate::lower::{self, Size, size};
use crate::parse::OwnedModule;
use crate::scf::index;
use melior::ir::ValueLike;
use mlir_sys::{
    mlirContextIsRegisteredOperation, mlirModuleCreateEmpty, mlirModuleGetOperation, mlirOperationClone,
    mlirOperationSetOperand,
};
use xla_dialect::diagnostics::quietly;
use xla_dialect::ir::{
    Block, Builder, DYNAMIC, Op, OpExt, Value, block_args, blocks, defining_op, function_type, result_number, shape_of,
    string_ref, tensor_of, terminator,
};
use xla_dialect::ods::{Kind, arith, builtin, func, scf, stablehlo, tensor, xla};
use xla_dialect::sizes::Computation;

/// What makes linalg of an op.
const PASSES: [&str; 5] = [
    "stablehlo-legalize-quantized",
    "stablehlo-legalize-to-xla",
    "xla-resolve-layouts",
    "xla-expand-client-ops",
    "xla-legalize-to-linalg",
];

/// See [`xla_dialect::sizes::Compute`].
pub fn compute<'c>(op: Op<'c>, give: &mut dyn FnMut(&Computation<'c>)) {
    let is_loop = matches!(Kind::of(op), Some(Kind::Xla(xla::Kind::While) | Kind::Stablehlo(stablehlo::Kind::While)));
    if is_loop || !can_be_lowered(op) {
        return;
    }
    let captured = captured(op);
    // SAFETY: the module is new, and ours.
    let own = unsafe { OwnedModule(mlirModuleCreateEmpty(op.loc().to_raw())) };
    // SAFETY: it lives until the end of this function.
    let module = unsafe { Op::from_raw(mlirModuleGetOperation(own.0)) };
    let Some(block) = copy_into(module, op, &captured) else { return };
    let passes = import::PASSES.iter().chain(lower::PASSES);
    for name in PASSES {
        let Some(pass) = passes.clone().find(|pass| pass.name == name) else { return };
        let options: Vec<&str> = pass.options.iter().map(|option| option.default).collect();
        if quietly(|| (pass.run)(module, &options)).is_err() {
            return;
        }
    }
    let Some(end) = terminator(block) else { return };
    let start = Builder::at_start(op.ctx(), block, op.loc());
    let mut kept = Kept { block, start, ops: Vec::new(), known: OpMap::default() };
    let mut sizes = Vec::new();
    for (result, lowered) in op.outs().into_iter().zip(end.ins()) {
        let lowered = uncast(lowered);
        let open = tensor_of(result).map(|tensor| tensor.shape).unwrap_or_default();
        for d in (0..open.len()).filter(|d| open[*d] == DYNAMIC) {
            sizes.push(kept.size(lowered, d));
        }
    }
    if sizes.iter().any(Option::is_some) {
        give(&Computation { block, captured, ops: kept.ops, sizes });
    }
}

/// Whether the dialects that are lowered to are there: loading one is not possible here, where threads may be running.
fn can_be_lowered(op: Op<'_>) -> bool {
    let ops =
        ["arith.addi", "cf.assert", "complex.re", "func.func", "linalg.generic", "math.exp", "scf.if", "tensor.dim"];
    ops.into_iter().chain(["xla.add"]).all(|name| {
        // SAFETY: the context and the text outlive the call.
        unsafe { mlirContextIsRegisteredOperation(op.ctx().to_raw(), string_ref(name)) }
    })
}

/// The values that regions of `op` use and that are defined outside of it, each once.
fn captured<'c>(op: Op<'c>) -> Vec<Value<'c>> {
    let mut inside: ValueMap<'c, ()> = ValueMap::default();
    let mut captured = Vec::new();
    for inner in op.walk_ops() {
        let arguments = inner.region_list().into_iter().flat_map(blocks).flat_map(block_args);
        arguments.chain(inner.outs()).for_each(|value| inside.insert(value, ()));
    }
    for value in op.walk_ops().into_iter().skip(1).flat_map(|inner| inner.ins()) {
        if !inside.contains(value) && !captured.contains(&value) {
            captured.push(value);
        }
    }
    captured
}

/// Adds a function to `module` that returns the results of `op` for the operands and the `captured` values that it is given.
/// Gives its block.
fn copy_into<'c>(module: Op<'c>, op: Op<'c>, captured: &[Value<'c>]) -> Option<Block<'c>> {
    let types = |values: Vec<Value<'c>>| values.into_iter().map(|value| value.r#type()).collect::<Vec<_>>();
    let (operands, results) = (types([&op.ins()[..], captured].concat()), types(op.outs()));
    let builder = Builder::at_end(op.ctx(), module.body(0)?, op.loc());
    let region = builder.region(&operands, |builder, arguments| {
        // SAFETY: the op is alive; the copy is detached, and then the block's.
        let copy: Op<'c> = unsafe {
            let copy = mlirOperationClone(op.to_raw());
            let (own, others) = arguments.split_at(op.ins().len());
            for (i, argument) in own.iter().enumerate() {
                mlirOperationSetOperand(copy, i as isize, argument.to_raw());
            }
            let copy: Op<'c> = Op::from_raw(copy);
            for inner in copy.walk_ops().into_iter().skip(1) {
                for (i, operand) in inner.ins().into_iter().enumerate() {
                    if let Some(at) = captured.iter().position(|value| *value == operand) {
                        mlirOperationSetOperand(inner.to_raw(), i as isize, others[at].to_raw());
                    }
                }
            }
            copy
        };
        builder.take(copy);
        func::return_(builder, &copy.outs());
    });
    let options = func::FuncOptions { sym_visibility: Some("private"), ..Default::default() };
    func::func_with(&builder, "op", function_type(op.ctx(), &operands, &results), region, options).body(0)
}

/// What `value` was converted from where a type only states something else.
fn uncast(mut value: Value<'_>) -> Value<'_> {
    while let Some(cast) = defining_op(value).filter(|op| {
        builtin::UnrealizedConversionCast::of(*op).is_some() && op.ins().len() == 1 && tensor_of(op.input(0)).is_some()
    }) {
        value = cast.input(0);
    }
    value
}

/// The ops that sizes depend on.
struct Kept<'c> {
    /// The block that they are in.
    block: Block<'c>,
    /// In front of its first op.
    start: Builder<'c>,
    /// In the order in which they run.
    ops: Vec<Op<'c>>,
    /// Whether the op can be kept, of those that were asked for.
    known: OpMap<'c, bool>,
}

impl<'c> Kept<'c> {
    /// The size of dimension `d` of `value`, if it depends on the operands alone.
    fn size(&mut self, value: Value<'c>, d: usize) -> Option<Value<'c>> {
        // A token or a tuple has none.
        shape_of(value.r#type()).get(d)?;
        if let Some(op) =
            defining_op(value).filter(|op| scf::If::of(*op).is_some() || scf::IndexSwitch::of(*op).is_some())
        {
            return self.selected(op, result_number(value), d);
        }
        let size = match size(value, d) {
            Size::Known(number) => index(&self.start, number),
            Size::Open(size) => size,
        };
        self.keep(size).then_some(size)
    }

    /// The size of dimension `d` of result `number` of a conditional: that of the branch that runs.
    fn selected(&mut self, op: Op<'c>, number: usize, d: usize) -> Option<Value<'c>> {
        let yielded = op.region_list().into_iter().map(|region| {
            let end = blocks(region).first().copied().and_then(terminator)?;
            self.size(uncast(*end.ins().get(number)?), d)
        });
        let sizes = yielded.collect::<Option<Vec<_>>>()?;
        let condition = op.input(0);
        let builder = Builder::before(op)?;
        let chosen = if scf::If::of(op).is_some() {
            arith::select(&builder, condition, *sizes.first()?, *sizes.get(1)?)
        } else {
            // The first region is the default.
            let cases = op.i64s("cases").into_iter().zip(&sizes[1..]);
            cases.fold(sizes[0], |otherwise, (case, size)| {
                let is_case = arith::cmpi(&builder, arith::CmpIPredicate::Eq, condition, index(&builder, case));
                arith::select(&builder, is_case, *size, otherwise)
            })
        };
        self.keep(chosen).then_some(chosen)
    }

    /// Whether `value` can be computed from the arguments of the block; then the ops that do are kept.
    fn keep(&mut self, value: Value<'c>) -> bool {
        let Some(op) = defining_op(value) else { return block_args(self.block).contains(&value) };
        if let Some(known) = self.known.get(op) {
            return *known;
        }
        if tensor::Dim::of(op).is_some() {
            // SAFETY: the op is alive, and the value of the same rank.
            unsafe { mlirOperationSetOperand(op.to_raw(), 0, uncast(op.input(0)).to_raw()) };
        }
        // What a branch computes is computed whichever runs.
        let is_outside = op.parent_block() == Some(self.block);
        let is_kept = computes_sizes(op) && (is_outside || !may_fail(op));
        let is_kept = is_kept && op.ins().into_iter().all(|operand| self.keep(operand));
        if is_kept {
            self.ops.push(op);
        }
        self.known.insert(op, is_kept);
        is_kept
    }
}

/// Whether there are operands for which `op` is not defined.
fn may_fail(op: Op<'_>) -> bool {
    use arith::Kind::{CeilDivSI, CeilDivUI, DivSI, DivUI, FloorDivSI, RemSI, RemUI};
    match Kind::of(op) {
        Some(Kind::Arith(CeilDivSI | CeilDivUI | DivSI | DivUI | FloorDivSI | RemSI | RemUI)) => {
            !matches!(Size::of(op.input(1)), Size::Known(divisor) if divisor > 0)
        }
        Some(Kind::Tensor(tensor::Kind::Extract)) => tensor_of(op.input(0)).is_none_or(|tensor| !tensor.is_static()),
        _ => false,
    }
}

/// Whether `op` is arithmetic, or reads a size or an element.
fn computes_sizes(op: Op<'_>) -> bool {
    match Kind::of(op) {
        Some(Kind::Arith(_) | Kind::Builtin(builtin::Kind::UnrealizedConversionCast)) => true,
        Some(Kind::Tensor(kind)) => {
            matches!(kind, tensor::Kind::Cast | tensor::Kind::Dim | tensor::Kind::Extract)
        }
        _ => false,
    }
}
