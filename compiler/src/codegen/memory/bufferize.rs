//! The pass xla-bufferize: tensors become memrefs, in the memory that [`super::plan`] chose.
//!
//! ```mlir
//! func.func @main(%a: tensor<4xf32>) -> tensor<4xf32>
//! // becomes: a context for the runtime, inputs, outputs, the arena
//! func.func @main(%ctx: !llvm.ptr, %a: memref<4xf32>, %r: memref<4xf32>, %arena: memref<64xi8>)
//! ```

use super::copies::{copy, copy_to_offsets};
use super::factors::make_factors;
use super::fills::{fill_with_literals, inserted_literal, spread_fills};
use super::pieces::compute_in_place;
use super::plan::{ALIGNMENT, Plan, Storage, chooses_tensor, inits, is_tensor, plan, state_arguments, waited};
use super::state_loops::normalize;
use crate::affine::Map;
use crate::attributes::{ARENA_BYTES, INPUT_COUNT, SITE, WAITS};
use crate::check::memory::Trace;
use crate::check::violation::enabled;
use crate::identity::ValueMap;
use crate::linalg::{is_parallel, maps, overwrites};
use crate::lower::value_sizes;
use crate::memref::{
    element_bytes, flat_type, is_empty, is_same_memory, is_view, memref_type, of_elements, reshape_memref, view,
};
use crate::runtime_call::address_array;
use crate::scf::{combines_under_condition, guard, index, is_better_scalar};
use crate::verified;
use melior::ir::{BlockLike, RegionLike, ValueLike};
use xla_dialect::accumulation::input_count;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{
    Attribute, Block, Builder, DYNAMIC, Op, OpExt, Tensor, Type, Value, block_args, block_ops, defining_op,
    element_type, function_type, has_uses, i64_attribute, integer_type, machine_type, pointer_type, tensor_of,
    terminator,
};
use xla_dialect::ods::{Kind, arith, func, linalg, memref, scf, tensor, xla};
use xla_dialect::passes::{Failed, Pass};

/// LLVM would make gathers, scatters or masked accesses of such a loop, which take longer than its loads and stores do.
const KEPT_SCALAR: &str = "#llvm.loop_annotation<vectorize = <disable = true>>";

/// A few iterations of such a loop are computed together, so that counting them takes less of the time. It has no vectors, as an iteration may
/// need what the one before stored.
const UNROLLED: &str = "#llvm.loop_annotation<vectorize = <disable = true>, unroll = <count = 4 : i32>>";

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-bufferize",
    description: "Give every tensor its memory: inputs, outputs and one planned arena",
    op: "builtin.module",
    options: &[],
    dialects: &["arith", "func", "linalg", "llvm", "memref", "scf"],
    run,
};

fn run<'c>(module: Op<'c>, _options: &[&str]) -> Result<(), Failed> {
    let Some(body) = module.body(0) else { return Ok(()) };
    for function in block_ops(body) {
        if func::Func::of(function).is_some() && function.body(0).is_some() {
            check_types(function)?;
            normalize(function)?;
            make_factors(function);
            fill_with_literals(function);
            spread_fills(function);
            if !has_many_pieces(function) {
                compute_in_place(function);
            }
            bufferize(module, function, &plan(function), Trace::new(enabled()))?;
        }
    }
    Ok(())
}

/// Refuses outputs that are not in memory, and tensors that are too large, of sizes that are known only at run time, or of elements that
/// are not in storage form.
fn check_types(function: Op<'_>) -> Result<(), Failed> {
    value_sizes::check(function)?;
    let body = function.body(0);
    let arguments = body.map(block_args).unwrap_or_default();
    let outputs = body.and_then(terminator).map(|end| end.ins()).unwrap_or_default();
    if let Some(output) = outputs.iter().find(|output| !is_tensor(**output)) {
        return Err(unsupported(function, format!("an output of type {}; outputs are tensors", output.r#type())));
    }
    let arguments = arguments.into_iter().map(|argument| (function, argument));
    let results = function.walk_ops().into_iter().flat_map(|op| op.outs().into_iter().map(move |result| (op, result)));
    for (op, value) in arguments.chain(results) {
        let Some(tensor) = tensor_of(value) else { continue };
        let element = tensor.xla_element().filter(|element| !element.is_complex());
        let is_stored = element.is_none_or(|element| machine_type(op.ctx(), element.storage()) == tensor.element);
        if !tensor.is_static() || !is_stored {
            let message = format!(
                "{tensor}; memory is planned for known sizes and storage types, as \
                                   xla-legalize-to-linalg{{storage-types=true}} makes"
            );
            return Err(unsupported(op, message));
        }
    }
    Ok(())
}

/// Rewrites `function`, on tensors, to one on memory, as `plan` says.
pub(crate) fn bufferize<'c>(module: Op<'c>, function: Op<'c>, plan: &Plan, trace: Trace<'c>) -> Result<(), Failed> {
    let (body, builder) = (verified::body(function, 0), verified::before(function));
    let inputs: Vec<_> = block_args(body).iter().map(|argument| memref_type(argument.r#type())).collect();
    let results: Vec<_> = terminator(body).map(|end| end.ins()).unwrap_or_default();
    let outputs: Vec<_> = results.iter().map(|value| memref_type(value.r#type())).collect();
    let mut arguments = vec![pointer_type(builder.context)];
    arguments.extend(&inputs);
    arguments.extend(&outputs);
    let byte = integer_type(builder.context, 8);
    arguments.push(memref_type(Tensor::new(&[plan.arena_bytes as i64], byte).ty()));

    let mut outcome = Ok(());
    let region = builder.region(&arguments, |builder, values| {
        let mut rewriter = Bufferizer {
            module,
            plan,
            context: values[0],
            outputs: values[1 + inputs.len()..values.len() - 1].to_vec(),
            arena: values[values.len() - 1],
            entry: builder.block(),
            values: ValueMap::default(),
            globals: 0,
            many_pieces: has_many_pieces(function),
            trace,
        };
        for (argument, value) in block_args(body).into_iter().zip(&values[1..]) {
            rewriter.values.insert(argument, *value);
            if is_tensor(argument) {
                rewriter.trace.write(*value, argument);
            }
        }
        outcome = rewriter.block(body, builder).and_then(|()| match rewriter.trace.check() {
            Some(violation) => Err(violation.emit()),
            None => Ok(()),
        });
        func::return_(builder, &[]);
    });
    outcome?;
    let old = func::Func::cast(function);
    let ty = function_type(builder.context, &arguments, &[]);
    let options = func::FuncOptions { sym_visibility: old.sym_visibility(), ..Default::default() };
    let rewritten = func::func_with(&builder, old.sym_name(), ty, region, options);
    rewritten.set_attr(ARENA_BYTES, i64_attribute(builder.context, plan.arena_bytes as i64));
    rewritten.set_attr(INPUT_COUNT, i64_attribute(builder.context, inputs.len() as i64));
    function.erase();
    Ok(())
}

/// Pieces that a function puts together up to which each is a kernel of its own: more take long to compile.
const FEW_PIECES: usize = 16;
/// Elements of a piece from which a kernel of its own, which threads may share, is worth compiling.
const LARGE_PIECE: i64 = 1 << 16;

/// Whether `function` puts arrays together of so many pieces that small ones are better copied row by row.
fn has_many_pieces(function: Op<'_>) -> bool {
    function.walk_ops().iter().filter(|op| tensor::InsertSlice::of(**op).is_some()).count() > FEW_PIECES
}

struct Bufferizer<'c, 'p> {
    module: Op<'c>,
    plan: &'p Plan,
    context: Value<'c>,
    outputs: Vec<Value<'c>>,
    arena: Value<'c>,
    entry: Block<'c>,
    values: ValueMap<'c, Value<'c>>,
    globals: usize,
    many_pieces: bool,
    trace: Trace<'c>,
}

impl<'c> Bufferizer<'c, '_> {
    fn block(&mut self, block: Block<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        for op in block_ops(block) {
            self.op(op, &builder.located(op.loc()))?;
        }
        Ok(())
    }

    fn op(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        match Kind::of(op) {
            Some(Kind::Arith(arith::Kind::Constant)) if Tensor::of(op.output(0).r#type()).is_some() => {
                self.constant(op, builder)
            }
            Some(Kind::Tensor(tensor::Kind::Empty)) => {}
            _ if is_view(op) => self.view(op, builder),
            Some(Kind::Tensor(tensor::Kind::Extract)) => {
                let source = self.tensor(op.input(0), builder);
                self.trace.read(source, op.input(0), op);
                let operands: Vec<_> = op.ins()[1..].iter().map(|index| self.scalar(*index)).collect();
                let value = memref::load(builder, source, &operands);
                self.values.insert(op.output(0), value);
            }
            Some(Kind::Tensor(tensor::Kind::Insert)) => {
                let target = self.updated(op, builder);
                let indices: Vec<_> = op.ins()[2..].iter().map(|index| self.scalar(*index)).collect();
                memref::store(builder, self.scalar(op.input(0)), target, &indices);
                self.trace.write(target, op.output(0));
            }
            Some(Kind::Tensor(tensor::Kind::FromElements)) => {
                let target = self.target(op.output(0), builder);
                let rank = xla_dialect::ir::shape_of(target.r#type()).len();
                let indices: Vec<_> = (0..rank).map(|_| index(builder, 0)).collect();
                memref::store(builder, self.scalar(op.input(0)), target, &indices);
                self.trace.write(target, op.output(0));
            }
            Some(Kind::Xla(xla::Kind::OptimizationBarrier)) => {
                for (operand, result) in op.ins().into_iter().zip(op.outs()) {
                    let source = self.tensor(operand, builder);
                    self.values.insert(result, source);
                    self.trace.alias(operand, result);
                }
            }
            Some(Kind::Arith(arith::Kind::Select)) if chooses_tensor(op) => self.select(op, builder),
            Some(Kind::Linalg(linalg::Kind::Generic)) => self.generic(op, builder)?,
            Some(Kind::Tensor(tensor::Kind::InsertSlice)) => self.insert_slice(op, builder)?,
            Some(Kind::Scf(scf::Kind::If) | Kind::Scf(scf::Kind::IndexSwitch)) => self.branches(op, builder)?,
            Some(Kind::Scf(scf::Kind::While) | Kind::Scf(scf::Kind::For)) => self.looping(op, builder)?,
            Some(Kind::Xla(xla::Kind::CustomCall)) => self.custom_call(op, builder)?,
            Some(Kind::Func(func::Kind::Return)) => {
                for (i, value) in op.ins().into_iter().enumerate() {
                    let (source, target) = (self.tensor(value, builder), self.outputs[i]);
                    let computed_there =
                        self.plan.buffer(value).is_some_and(|b| self.plan.buffers[b].storage == Storage::Output(i));
                    if !computed_there {
                        self.trace.read(source, value, op);
                        copy(builder, source, target);
                        self.trace.write(target, value);
                    }
                }
                for (i, value) in op.ins().into_iter().enumerate() {
                    self.trace.read(self.outputs[i], value, op);
                }
            }
            _ if op.outs().iter().chain(&op.ins()).any(|value| Tensor::of(value.r#type()).is_some()) => {
                return Err(unsupported(op, "no bufferization of this op"));
            }
            _ => {
                let copied = self.clone_op(op, builder);
                for (old, new) in op.outs().into_iter().zip(copied.outs()) {
                    self.values.insert(old, new);
                }
            }
        }
        Ok(())
    }

    /// A copy of an op on scalars.
    fn clone_op(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Op<'c> {
        // SAFETY: the clone is detached, and then given to the block.
        let cloned = unsafe {
            let raw = mlir_sys::mlirOperationClone(op.to_raw());
            Op::from_raw(builder.block().append_operation(melior::ir::Operation::from_raw(raw)).to_raw())
        };
        for (i, operand) in op.ins().into_iter().enumerate() {
            cloned.set_input(i, self.scalar(operand));
        }
        cloned
    }

    fn scalar(&self, value: Value<'c>) -> Value<'c> {
        self.values.get(value).copied().unwrap_or(value)
    }

    /// The memref of a tensor that has been computed.
    fn tensor(&mut self, value: Value<'c>, builder: &Builder<'c>) -> Value<'c> {
        match self.values.get(value) {
            Some(value) => *value,
            // Of a tensor without elements that anyone wrote, each reader makes a memref where it is: readers in different
            // regions do not see each other's.
            None => self.unwritten(value, builder),
        }
    }

    /// The memref that a tensor is computed into.
    fn target(&mut self, value: Value<'c>, builder: &Builder<'c>) -> Value<'c> {
        let memref = self.unwritten(value, builder);
        self.values.insert(value, memref);
        memref
    }

    /// The memory of a tensor, which nothing is computed into here.
    fn unwritten(&self, value: Value<'c>, builder: &Builder<'c>) -> Value<'c> {
        let storage = self.plan.buffer(value).map(|buffer| self.plan.buffers[buffer].storage);
        self.storage(storage, memref_type(value.r#type()), builder)
    }

    /// A memref of type `ty` in `storage`.
    fn storage(&self, storage: Option<Storage>, ty: Type<'c>, builder: &Builder<'c>) -> Value<'c> {
        match storage {
            Some(Storage::Output(i)) => reshape_memref(builder, self.outputs[i], ty),
            Some(Storage::Arena(offset)) => view(builder, self.arena, offset as i64, ty),
            Some(Storage::Input(_) | Storage::Constant) | None => view(builder, self.arena, 0, ty),
        }
    }

    /// Literals are read-only globals.
    fn constant(&mut self, op: Op<'c>, builder: &Builder<'c>) {
        let ty = memref_type(op.output(0).r#type());
        if xla_dialect::ir::shape_of(ty).contains(&0) {
            self.values.insert(op.output(0), self.storage(None, ty, builder));
            return;
        }
        let name = format!("__constant_{}", self.unique_global());
        if let (Some(value), Some(body)) = (op.attr("value"), self.module.body(0)) {
            let options = memref::GlobalOptions {
                sym_visibility: Some("private"),
                initial_value: Some(value),
                constant: true,
                alignment: Some(ALIGNMENT as i64),
            };
            memref::global_with(&Builder::at_start(builder.context, body, builder.location), &name, ty, options);
        }
        let global = memref::get_global(builder, &name, ty);
        self.values.insert(op.output(0), global);
        self.trace.write(global, op.output(0));
    }

    fn unique_global(&mut self) -> usize {
        self.globals += 1;
        self.globals - 1
    }

    /// The operand's memory by other sizes, or bytes of it as wider elements.
    fn view(&mut self, op: Op<'c>, builder: &Builder<'c>) {
        let source = self.tensor(op.input(0), builder);
        let (from, to) = (source.r#type(), memref_type(op.output(0).r#type()));
        let flat = || reshape_memref(builder, source, flat_type(from));
        let value = if element_type(from) == element_type(to) {
            reshape_memref(builder, source, to)
        } else if element_bytes(element_type(from)) == 1 {
            view(builder, flat(), 0, to)
        } else {
            reshape_memref(builder, of_elements(builder, flat(), element_type(to)), to)
        };
        self.values.insert(op.output(0), value);
        self.trace.alias(op.input(0), op.output(0));
    }

    fn generic(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        if op.outs().first().is_some_and(|result| inserted_literal(*result).is_some()) {
            return Ok(());
        }
        let inputs = input_count(op);
        let operands = op.ins();
        if operands.len() - inputs != op.outs().len() {
            return Err(unsupported(op, "it writes to memory; memory is planned for tensors"));
        }
        let mut memrefs: Vec<_> = operands[..inputs].iter().map(|value| self.tensor(*value, builder)).collect();
        for (i, result) in op.outs().into_iter().enumerate() {
            let target = self.target(result, builder);
            let init = operands[inputs + i];
            let in_place = self.plan.buffer(init) == self.plan.buffer(result);
            if !overwrites(op, i) && !in_place && self.plan.buffer(init).is_some() {
                let source = self.tensor(init, builder);
                self.trace.read(source, init, op);
                copy(builder, source, target);
                self.trace.write(target, init);
            }
            memrefs.push(target);
        }
        if memrefs.iter().any(|memref| is_empty(*memref)) {
            return Ok(());
        }
        self.trace_generic(op, &memrefs, builder);
        for inner in op.walk_ops().into_iter().skip(1) {
            for (i, operand) in inner.ins().into_iter().enumerate() {
                let outside = if is_tensor(operand) { self.tensor(operand, builder) } else { self.scalar(operand) };
                inner.set_input(i, outside);
            }
            if tensor::Extract::of(inner).is_some()
                && let Some(at) = Builder::before(inner)
            {
                let operands = inner.ins();
                inner.replace(&[memref::load(&at, operands[0], &operands[1..])]);
            }
        }
        let region = melior::ir::Region::new();
        // SAFETY: both regions are alive; the source is left empty, and its op is erased with the function.
        unsafe { mlir_sys::mlirRegionTakeBody(region.to_raw(), op.region_list()[0].to_raw()) };
        let generic = linalg::Generic::cast(op);
        linalg::GenericParts {
            inputs: &memrefs[..inputs],
            outputs: &memrefs[inputs..],
            indexing_maps: &generic.indexing_maps(),
            iterator_types: &generic.iterator_types(),
            region,
            result_tensors: &[],
            options: linalg::GenericOptions::default(),
        }
        .build(builder);
        Ok(())
    }

    /// Records what the linalg op `op` reads and writes in `memrefs`. An input may be in the memory of an output where each
    /// element is read just before it is written.
    fn trace_generic(&mut self, op: Op<'c>, memrefs: &[Value<'c>], builder: &Builder<'c>) {
        let (inputs, operands, maps) = (input_count(op), op.ins(), maps(op).unwrap_or_default());
        let arguments = op.body(0).map(block_args).unwrap_or_default();
        let outputs = inputs..memrefs.len();
        for i in (0..inputs).filter(|i| has_uses(arguments[*i])) {
            self.trace.read(memrefs[i], operands[i], op);
            for o in outputs.clone() {
                let same = is_same_memory(memrefs[i], memrefs[o]);
                let alike = maps.get(i) == maps.get(o) && maps.get(i).is_some_and(Map::is_permutation);
                if !(same && alike && is_parallel(op)) {
                    self.trace.apart(memrefs[i], memrefs[o], op);
                }
            }
        }
        for table in op.walk_ops().into_iter().skip(1).flat_map(|inner| inner.ins()).filter(|value| is_tensor(*value)) {
            let memref = self.tensor(table, builder);
            self.trace.read(memref, table, op);
            outputs.clone().for_each(|o| self.trace.apart(memref, memrefs[o], op));
        }
        for o in outputs.clone() {
            if !overwrites(op, o - inputs) {
                self.trace.read(memrefs[o], operands[o], op);
            }
            outputs
                .clone()
                .filter(|other| *other < o)
                .for_each(|other| self.trace.apart(memrefs[other], memrefs[o], op));
        }
        for (result, memref) in op.outs().into_iter().zip(&memrefs[inputs..]) {
            self.trace.write(*memref, result);
        }
    }

    /// Whole tensors chosen by one condition.
    fn select(&mut self, op: Op<'c>, builder: &Builder<'c>) {
        let condition = self.scalar(op.input(0));
        let choices = [1, 2].map(|i| self.tensor(op.input(i), builder));
        let target = self.target(op.output(0), builder);
        for i in [1, 2] {
            self.trace.read(choices[i - 1], op.input(i), op);
        }
        self.trace.write(target, op.output(0));
        let [then, otherwise] = [1, 2].map(|i| {
            builder.region(&[], |builder, _| {
                if !self.same_buffer(op.input(i), op.output(0)) {
                    copy(builder, choices[i - 1], target);
                }
                scf::yield_(builder, &[]);
            })
        });
        scf::if_(builder, condition, then, otherwise);
    }

    /// A copy into part of the target, as a linalg op on memory.
    fn insert_slice(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        let source = self.tensor(op.input(0), builder);
        let target = self.updated(op, builder);
        if inserted_literal(op.input(0)).is_none() {
            self.trace.read(source, op.input(0), op);
            self.trace.apart(source, target, op);
        }
        self.trace.write(target, op.output(0));
        if is_empty(source) {
            return Ok(());
        }
        if op.ins().len() > 2 {
            let mut computed = op.ins()[2..].iter().map(|offset| self.scalar(*offset)).collect::<Vec<_>>().into_iter();
            let offset = |offset: i64| match offset {
                DYNAMIC => computed.next().unwrap_or_else(|| index(builder, 0)),
                _ => index(builder, offset),
            };
            let offsets: Vec<_> = op.i64s("static_offsets").into_iter().map(offset).collect();
            copy_to_offsets(builder, source, target, &offsets);
            return Ok(());
        }
        let (from, to) = (xla_dialect::ir::shape_of(target.r#type()), xla_dialect::ir::shape_of(source.r#type()));
        let rank = to.len();
        let literal = inserted_literal(op.input(0));
        let dense = op.i64s("static_strides").iter().all(|stride| *stride == 1);
        if self.many_pieces && dense && literal.is_none() && to.iter().product::<i64>() < LARGE_PIECE {
            let offsets: Vec<_> = op.i64s("static_offsets").iter().map(|offset| index(builder, *offset)).collect();
            copy_to_offsets(builder, source, target, &offsets);
            return Ok(());
        }
        let write = Map::part(&from, &to, &op.i64s("static_offsets"), &op.i64s("static_strides"));
        let maps = [Map::identity(rank), write].map(|map| map.mlir(builder.context));
        let scalar = xla_dialect::ir::element_type(source.r#type());
        let body = builder.region(&[scalar, scalar], |builder, arguments| {
            let element = match literal {
                Some(literal) => arith::constant(builder, literal),
                None => arguments[0],
            };
            linalg::yield_(builder, &[element]);
        });
        linalg::GenericParts {
            inputs: &[source],
            outputs: &[target],
            indexing_maps: &maps,
            iterator_types: &vec![linalg::IteratorType::Parallel; rank],
            region: body,
            result_tensors: &[],
            options: linalg::GenericOptions::default(),
        }
        .build(builder);
        Ok(())
    }

    /// The memref of the result of `op`, which begins as operand 1.
    fn updated(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Value<'c> {
        let target = self.target(op.output(0), builder);
        if self.plan.buffer(op.input(1)).is_some_and(|into| Some(into) != self.plan.buffer(op.output(0))) {
            let before = self.tensor(op.input(1), builder);
            self.trace.read(before, op.input(1), op);
            copy(builder, before, target);
            self.trace.write(target, op.input(1));
        }
        self.trace.read(target, op.input(1), op);
        target
    }

    /// Tensors among the results of control flow ops live in memory, other results stay results.
    fn memory_of(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Vec<Option<Value<'c>>> {
        op.outs().into_iter().map(|result| is_tensor(result).then(|| self.target(result, builder))).collect()
    }

    /// Creates what is left of the control flow op `op` once its tensors live in memory.
    fn create_without_tensors(
        &mut self,
        op: Op<'c>,
        operands: &[Value<'c>],
        regions: Vec<melior::ir::Region<'c>>,
        builder: &Builder<'c>,
    ) {
        let scalars: Vec<_> = op.outs().into_iter().filter(|result| !is_tensor(*result)).collect();
        let types: Vec<_> = scalars.iter().map(|value| value.r#type()).collect();
        let operands: Vec<_> =
            operands.iter().filter(|value| !is_tensor(**value)).map(|value| self.scalar(*value)).collect();
        let cases: Vec<_> = op.attr("cases").map(|cases| ("cases", cases)).into_iter().collect();
        let created = builder.create(op.name_str(), &operands, &types, &cases, regions);
        let annotation = match created {
            _ if combines_under_condition(created) => Some(UNROLLED),
            _ if is_better_scalar(created) => Some(KEPT_SCALAR),
            _ => None,
        };
        if let Some(annotation) = annotation.and_then(|text| Attribute::parse(builder.context, text)) {
            created.set_attr("llvm.loop_annotation", annotation);
        }
        for (old, new) in scalars.into_iter().zip(created.outs()) {
            self.values.insert(old, new);
        }
    }

    /// The terminator `end` without its tensors.
    fn terminate(&self, end: Op<'c>, builder: &Builder<'c>) {
        let scalars: Vec<_> =
            end.ins().into_iter().filter(|value| !is_tensor(*value)).map(|value| self.scalar(value)).collect();
        builder.create(end.name_str(), &scalars, &[], &[], Vec::new());
    }

    fn branches(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        let targets = self.memory_of(op, builder);
        let mut regions = Vec::new();
        let mut traces = Vec::new();
        let mut outcome = Ok(());
        for i in 0..op.region_list().len() {
            self.trace.enter();
            let Some(block) = op.body(i) else {
                traces.push(self.trace.leave());
                regions.push(melior::ir::Region::new());
                continue;
            };
            regions.push(builder.region(&[], |builder, _| {
                outcome = outcome.and_then(|()| self.until_terminator(block, builder));
                let Some(end) = xla_dialect::ir::terminator(block) else { return };
                self.leave(op, end, &targets, builder);
                self.rename(&targets, &end.ins(), &op.outs(), end);
                self.terminate(end, builder);
            }));
            traces.push(self.trace.leave());
        }
        outcome?;
        self.trace.branch(traces);
        self.create_without_tensors(op, &op.ins(), regions, builder);
        Ok(())
    }

    /// Records that the tensors `from`, as many as there are `memrefs`, are known as `to` from here on.
    fn rename(&mut self, memrefs: &[Option<Value<'c>>], from: &[Value<'c>], to: &[Value<'c>], op: Op<'c>) {
        let pairs = from.iter().zip(to);
        // All hold what they have to before any is renamed: a tensor may be in several.
        for (memref, (from, _)) in memrefs.iter().zip(pairs.clone()) {
            memref.iter().for_each(|memref| self.trace.read(*memref, *from, op));
        }
        for (memref, (_, to)) in memrefs.iter().zip(pairs) {
            memref.iter().for_each(|memref| self.trace.write(*memref, *to));
        }
    }

    fn same_buffer(&self, a: Value<'c>, b: Value<'c>) -> bool {
        self.plan.buffer(a) == self.plan.buffer(b)
    }

    fn until_terminator(&mut self, block: Block<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        let mut ops = block_ops(block);
        ops.pop();
        ops.into_iter().try_for_each(|op| self.op(op, &builder.located(op.loc())))
    }

    fn looping(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        let states = self.memory_of(op, builder);
        let guard = guard(op).filter(|_| states.iter().all(Option::is_some));
        for (i, init) in inits(op).into_iter().enumerate() {
            // A tensor without a buffer is a `tensor.empty`: there is nothing to copy.
            let begins = self.plan.buffer(init).is_some() && !self.same_buffer(init, op.output(i));
            if let Some(state) = states[i].filter(|_| begins) {
                let source = self.tensor(init, builder);
                self.trace.read(source, init, op);
                copy(builder, source, state);
                self.trace.write(state, init);
            }
        }
        let blocks: Vec<_> = (0..op.region_list().len()).map(|i| verified::body(op, i)).collect();
        let arguments: Vec<_> = blocks.iter().map(|block| state_arguments(op, *block)).collect();
        let first = &arguments[0];
        self.rename(&states, &inits(op), first, op);
        let mut traces = Vec::new();
        let mut outcome = Ok(());
        let mut regions = Vec::new();
        for (i, block) in blocks.into_iter().enumerate() {
            self.trace.enter();
            if i > 0 {
                self.rename(&states, first, &arguments[i], op);
            }
            for (argument, state) in state_arguments(op, block).into_iter().zip(&states) {
                if let Some(state) = *state {
                    self.values.insert(argument, state);
                }
            }
            let mut scalars: Vec<_> = block_args(block).into_iter().filter(|argument| !is_tensor(*argument)).collect();
            let first_iteration = guard.map(|_| scalars.remove(0));
            let types: Vec<_> = scalars.iter().map(|argument| argument.r#type()).collect();
            regions.push(builder.region(&types, |builder, arguments| {
                first_iteration.into_iter().for_each(|old| self.values.insert(old, index(builder, 0)));
                for (old, new) in scalars.iter().zip(arguments) {
                    self.values.insert(*old, *new);
                }
                outcome = outcome.and_then(|()| self.until_terminator(block, builder));
                let Some(end) = xla_dialect::ir::terminator(block) else { return };
                if scf::Yield::of(end).is_some() {
                    self.leave(op, end, &states, builder);
                    self.rename(&states, &end.ins(), first, end);
                }
                self.terminate(end, builder);
            }));
            traces.push(self.trace.leave());
        }
        outcome?;
        let after = traces.pop().unwrap_or_default();
        self.trace.repeat(traces.pop().unwrap_or_default(), after);
        self.rename(&states, first, &op.outs(), op);
        match (guard, regions.pop()) {
            (Some(condition), Some(once)) => {
                let otherwise = builder.region(&[], |builder, _| {
                    scf::yield_(builder, &[]);
                });
                scf::if_(builder, self.scalar(condition), once, otherwise);
            }
            (_, last) => {
                regions.extend(last);
                self.create_without_tensors(op, &op.ins(), regions, builder);
            }
        }
        Ok(())
    }

    /// Moves what `end` returns to where the results of `op` are, and parks first what lies where another one is.
    fn leave(&mut self, op: Op<'c>, end: Op<'c>, results: &[Option<Value<'c>>], builder: &Builder<'c>) {
        let mut copies = Vec::new();
        for (i, value) in end.ins().into_iter().enumerate() {
            let Some(result) = results[i].filter(|_| !self.same_buffer(value, op.output(i))) else { continue };
            let mut source = self.tensor(value, builder);
            if let Some(parked) = self.plan.scratch(end, i) {
                let target =
                    self.storage(Some(self.plan.buffers[parked].storage), memref_type(value.r#type()), builder);
                self.trace.read(source, value, end);
                copy(builder, source, target);
                self.trace.write(target, value);
                source = target;
            }
            copies.push((source, result, value));
        }
        for (source, target, value) in copies {
            self.trace.read(source, value, end);
            copy(builder, source, target);
            self.trace.write(target, value);
        }
    }

    /// `xla_rt_custom_call(context, site, inputs, outputs)`, with arrays of the buffers' addresses.
    fn custom_call(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        let (mut inputs, mut results) = (op.ins(), op.outs());
        if op.attr(WAITS).is_some() {
            let waited = waited(op);
            // The exchange goes on in the buffers that it began with, which have to be those that were kept.
            let kept = inputs.split_off(1);
            let start = defining_op(inputs[0]);
            if start.is_none_or(|start| [start.ins(), waited.clone()].concat() != kept) {
                return Err(unsupported(op, "it waits for what began with other values"));
            }
            for (operand, result) in waited.into_iter().zip(std::mem::take(&mut results)) {
                let memory = self.tensor(operand, builder);
                self.values.insert(result, memory);
                self.trace.alias(operand, result);
            }
            for value in kept {
                let memory = self.tensor(value, builder);
                self.trace.read(memory, value, op);
            }
        }
        let (read, written) = (inputs.clone(), results.clone());
        let inputs: Vec<_> = inputs.into_iter().map(|value| self.tensor(value, builder)).collect();
        let outputs: Vec<_> = results.into_iter().map(|value| self.target(value, builder)).collect();
        for (memref, value) in inputs.iter().zip(read) {
            self.trace.read(*memref, value, op);
            outputs.iter().for_each(|output| self.trace.apart(*memref, *output, op));
        }
        outputs.iter().zip(written).for_each(|(memref, value)| self.trace.write(*memref, value));
        let site = i64_attribute(builder.context, op.int(SITE).unwrap_or_default());
        let site = arith::constant(builder, site);
        let [inputs, outputs] = [inputs, outputs].map(|memrefs| address_array(self.entry, &memrefs, builder));
        let arguments = [self.context, site, inputs, outputs];
        crate::runtime_call::call(
            self.module,
            builder,
            "xla_rt_custom_call",
            &arguments,
            &[integer_type(builder.context, 32)],
        );
        Ok(())
    }
}
