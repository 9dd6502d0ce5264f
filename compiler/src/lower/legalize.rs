//! The pass xla-legalize-to-linalg: rebuilds each function on storage types.

use crate::affine::Map;
use crate::lower::overlap::{Begun, Exchange, may_begin};
use crate::lower::{
    collective, contraction, control, convolution, elementwise, indexing, library, movement, random, random_bits,
    reduction, select_and_scatter, sort, window,
};
use melior::ir::{BlockLike, RegionLike, ValueLike};
use std::collections::HashMap;
use xla_dialect::diagnostics::{Severity, emit, unsupported};
use xla_dialect::ir::{
    Attribute, Block, Builder, Context, Element, Op, OpExt, Tensor, Type, Value, block_args, block_ops, element_of,
    has_uses, parse_attribute, parse_type, replace_uses,
};
use xla_dialect::layout::Layout;
use xla_dialect::ops::tuple;
use xla_dialect::passes::{Failed, Pass, PassOption};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-legalize-to-linalg",
    description: "Lower xla ops to linalg, scf and arith on tensors of storage types",
    op: "builtin.module",
    options: &[PassOption {
        name: "xla-cpu-compat",
        description: "do as XLA:CPU does where it departs from the specification: see docs/accuracy.md",
        default: "false",
    }],
    dialects: &["arith", "complex", "func", "linalg", "math", "scf", "tensor", "xla"],
    run,
};

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let Some(body) = module.body(0) else { return Ok(()) };
    let (values, sites, begun) = (HashMap::new(), Vec::new(), Vec::new());
    let xla_cpu_compat = options == ["true"];
    let mut lowering = Lowering { context: module.ctx(), xla_cpu_compat, values, sites, exchange: None, begun };
    for function in block_ops(body).into_iter().filter(|op| op.name_str() == "func.func") {
        lowering.function(function)?;
    }
    if !lowering.sites.is_empty() {
        let sites = melior::ir::attribute::ArrayAttribute::new(module.ctx(), &lowering.sites).into();
        module.set_attr("xla.custom_calls", sites);
    }
    Ok(())
}

/// What an xla value became.
#[derive(Clone, Debug)]
pub enum Lowered<'c> {
    /// A tensor of storage type.
    Tensor(Value<'c>),
    /// The elements of a tuple.
    Tuple(Vec<Lowered<'c>>),
    /// Nothing at run time: ops are in order already.
    Token,
}

impl<'c> Lowered<'c> {
    /// The tensors in it, in order.
    pub fn leaves(&self) -> Vec<Value<'c>> {
        match self {
            Lowered::Tensor(value) => vec![*value],
            Lowered::Tuple(elements) => elements.iter().flat_map(Lowered::leaves).collect(),
            Lowered::Token => Vec::new(),
        }
    }
}

/// How one dimension of a loop nest may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iterator {
    /// In any order, at once.
    Parallel,
    /// Accumulating.
    Reduction,
}

/// The state of the lowering.
pub struct Lowering<'c> {
    /// The context.
    pub context: &'c Context,
    /// Whether to do as XLA:CPU does where it departs from the specification.
    pub xla_cpu_compat: bool,
    values: HashMap<usize, Lowered<'c>>,
    /// One attribute a custom call: what the runtime needs to know of it.
    pub sites: Vec<Attribute<'c>>,
    /// The exchange that the op at hand became.
    pub exchange: Option<Exchange<'c>>,
    /// Exchanges whose results have not been used, the latest last.
    begun: Vec<Begun<'c>>,
}

fn key(value: Value<'_>) -> usize {
    value.to_raw().ptr as usize
}

impl<'c> Lowering<'c> {
    fn function(&mut self, function: Op<'c>) -> Result<(), Failed> {
        let Some(body) = function.body(0) else { return Ok(()) };
        let Some(builder) = Builder::before(function) else { return Err(Failed) };
        let old_arguments = block_args(body);
        let mut arguments = Vec::new();
        for argument in &old_arguments {
            self.leaf_types(argument.r#type(), function, &mut arguments)?;
        }
        let mut outcome = Ok(Vec::new());
        let region = builder.region(&arguments, |builder, new_arguments| {
            let mut leaves = new_arguments.iter().copied();
            for argument in &old_arguments {
                let lowered = rebuild(argument.r#type(), &mut leaves);
                self.set(*argument, lowered);
            }
            outcome = self.block(body, builder).map(|results| {
                builder.create("func.return", &results, &[], &[], Vec::new());
                results.iter().map(|value| value.r#type()).collect::<Vec<_>>()
            });
        });
        let results = outcome?;
        let ty = melior::ir::r#type::FunctionType::new(self.context, &arguments, &results);
        let mut attributes = vec![("function_type", melior::ir::attribute::TypeAttribute::new(ty.into()).into())];
        for name in ["sym_name", "sym_visibility"] {
            attributes.extend(function.attr(name).map(|attribute| (name, attribute)));
        }
        builder.create("func.func", &[], &[], &attributes, vec![region]);
        function.erase();
        Ok(())
    }

    /// Lowers a block's ops in front of the builder's insertion point; gives the terminator's operands.
    pub fn block(&mut self, block: Block<'c>, builder: &Builder<'c>) -> Result<Vec<Value<'c>>, Failed> {
        let outside = self.begun.len();
        for op in block_ops(block) {
            let at = builder.located(op.loc());
            let is_end = matches!(op.name_str(), "func.return" | "xla.return");
            self.wait_where(|place, begun| begun.is_used_by(op) || (is_end && place >= outside))?;
            if is_end {
                return Ok(op.ins().iter().flat_map(|value| self.get(*value).leaves()).collect());
            }
            self.exchange = None;
            self.op(op, &at)?;
            if may_begin(op) {
                let begun = self.exchange.take().map(|exchange| Begun::new(op, exchange));
                self.begun.extend(begun);
            }
        }
        Ok(Vec::new())
    }

    /// Waits here for those exchanges, which is said of each by its place among them.
    fn wait_where(&mut self, condition: impl Fn(usize, &Begun<'c>) -> bool) -> Result<(), Failed> {
        for (place, begun) in std::mem::take(&mut self.begun).into_iter().enumerate() {
            if condition(place, &begun) {
                begun.wait(self)?;
            } else {
                self.begun.push(begun);
            }
        }
        Ok(())
    }

    fn op(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        self.check_types(op)?;
        match op.name_str() {
            "xla.constant" => movement::constant(self, op, builder),
            "xla.iota" => movement::iota(self, op, builder),
            "xla.broadcast_in_dim" => movement::broadcast_in_dim(self, op, builder),
            "xla.reshape" => movement::reshape(self, op, builder),
            "xla.transpose" => movement::transpose(self, op, builder),
            "xla.slice" => movement::slice(self, op, builder),
            "xla.rev" => movement::rev(self, op, builder),
            "xla.concatenate" => movement::concatenate(self, op, builder),
            "xla.pad" => movement::pad(self, op, builder),
            "xla.bitcast_convert" => elementwise::bitcast_convert(self, op, builder),
            "xla.reduce_precision" => elementwise::reduce_precision(self, op, builder),
            "xla.dot_general" => contraction::dot_general(self, op, builder),
            "xla.conv_with_general_padding" => convolution::conv_with_general_padding(self, op, builder),
            "xla.dynamic_slice" => indexing::dynamic_slice(self, op, builder),
            "xla.dynamic_update_slice" => indexing::dynamic_update_slice(self, op, builder),
            "xla.gather" => indexing::gather(self, op, builder),
            "xla.scatter" => indexing::scatter(self, op, builder),
            "xla.fft" => library::fft(self, op, builder),
            "xla.cholesky" => library::cholesky(self, op, builder),
            "xla.sort" => sort::sort(self, op, builder),
            "xla.triangular_solve" => library::triangular_solve(self, op, builder),
            "xla.rng_uniform" => random::uniform(self, op, builder),
            "xla.rng_normal" => random::normal(self, op, builder),
            "xla.rng_bit_generator" => random_bits::rng_bit_generator(self, op, builder),
            "xla.reduce" => reduction::reduce(self, op, builder),
            "xla.reduce_window" => window::reduce_window(self, op, builder),
            "xla.select_and_scatter" => select_and_scatter::select_and_scatter(self, op, builder),
            "xla.tuple" => {
                let elements = op.ins().into_iter().map(|value| self.get(value)).collect();
                self.set(op.output(0), Lowered::Tuple(elements));
                Ok(())
            }
            "xla.get_tuple_element" => {
                let index = op.int("index").unwrap_or_default() as usize;
                let element = match self.get(op.input(0)) {
                    Lowered::Tuple(elements) => elements.get(index).cloned(),
                    _ => None,
                };
                self.set(op.output(0), element.ok_or(Failed)?);
                Ok(())
            }
            "xla.all_gather" => collective::all_gather(self, op, builder),
            "xla.all_reduce" | "xla.collective_reduce" => collective::all_reduce(self, op, builder),
            "xla.all_to_all" => collective::all_to_all(self, op, builder),
            "xla.collective_broadcast" | "xla.collective_permute" => collective::permute(self, op, builder),
            "xla.infeed" => collective::infeed(self, op, builder),
            "xla.outfeed" => collective::outfeed(self, op, builder),
            "xla.partition_id" | "xla.replica_id" => collective::place(self, op, builder),
            "xla.recv" => collective::receive(self, op, builder),
            "xla.recv_done" => {
                collective::received(self, op);
                Ok(())
            }
            "xla.reduce_scatter" => collective::reduce_scatter(self, op, builder),
            "xla.send" => collective::send(self, op, builder),
            "xla.after_all" | "xla.send_done" => {
                self.set(op.output(0), Lowered::Token);
                Ok(())
            }
            "xla.optimization_barrier" => control::optimization_barrier(self, op, builder),
            "xla.conditional" => control::conditional(self, op, builder),
            "xla.while" => control::while_loop(self, op, builder),
            "xla.custom_call" => control::custom_call(self, op, builder),
            "func.call" | "xla.call" => {
                unsupported(op, "the call could not be inlined: a computation may not call itself");
                Err(Failed)
            }
            _ if elementwise::lowers(op) => elementwise::lower(self, op, builder),
            _ => {
                unsupported(op, "it has no lowering to linalg");
                Err(Failed)
            }
        }
    }

    /// Refuses what no lowering of ours can take: dynamic sizes and element types that are not XLA's.
    fn check_types(&self, op: Op<'c>) -> Result<(), Failed> {
        for value in op.ins().into_iter().chain(op.outs()) {
            self.leaf_types(value.r#type(), op, &mut Vec::new())?;
        }
        Ok(())
    }

    /// The storage types of the tensors in `ty`.
    pub fn leaf_types(&self, ty: Type<'c>, op: Op<'c>, out: &mut Vec<Type<'c>>) -> Result<(), Failed> {
        if let Some(elements) = tuple::elements(ty) {
            return elements.into_iter().try_for_each(|element| self.leaf_types(element, op, out));
        }
        if ty.to_string().ends_with(".token") {
            return Ok(());
        }
        let Some(tensor) = Tensor::of(ty) else {
            unsupported(op, format!("values of type {ty}"));
            return Err(Failed);
        };
        if !tensor.is_static() {
            unsupported(op, format!("{ty} has sizes that are known only at run time"));
            return Err(Failed);
        }
        if tensor.encoding.is_some_and(|encoding| !Layout::parse(encoding).is_some_and(|layout| layout.is_row_major()))
        {
            unsupported(op, format!("{ty}: only row-major layouts without padding are compiled"));
            return Err(Failed);
        }
        match self.storage(&tensor) {
            Some(storage) => out.push(storage.ty()),
            None => {
                unsupported(op, format!("element type {}", tensor.element));
                return Err(Failed);
            }
        }
        Ok(())
    }

    /// The tensor in memory.
    pub fn storage(&self, tensor: &Tensor<'c>) -> Option<Tensor<'c>> {
        Some(Tensor::new(&tensor.shape, storage_type(self.context, tensor.xla_element()?)))
    }

    /// What `value` became.
    pub fn get(&self, value: Value<'c>) -> Lowered<'c> {
        self.values.get(&key(value)).cloned().unwrap_or(Lowered::Token)
    }

    /// The tensor that `value` became.
    pub fn tensor(&self, value: Value<'c>) -> Result<Value<'c>, Failed> {
        match self.get(value) {
            Lowered::Tensor(tensor) => Ok(tensor),
            _ => {
                emit(
                    xla_dialect::ir::value_location(value, melior::ir::Location::unknown(self.context)),
                    Severity::Error,
                    "internal error, please report: a value was used before it was lowered",
                    &[],
                );
                Err(Failed)
            }
        }
    }

    /// Records what `value` became.
    pub fn set(&mut self, value: Value<'c>, lowered: Lowered<'c>) {
        self.values.insert(key(value), lowered);
    }

    /// Records the tensor `value` became.
    pub fn set_tensor(&mut self, value: Value<'c>, tensor: Value<'c>) {
        self.set(value, Lowered::Tensor(tensor));
    }
}

/// Groups leaves into the structure of `ty`.
pub fn rebuild<'c>(ty: Type<'c>, leaves: &mut impl std::iter::Iterator<Item = Value<'c>>) -> Lowered<'c> {
    if let Some(elements) = tuple::elements(ty) {
        return Lowered::Tuple(elements.into_iter().map(|element| rebuild(element, leaves)).collect());
    }
    if Tensor::of(ty).is_none() {
        return Lowered::Token;
    }
    leaves.next().map_or(Lowered::Token, Lowered::Tensor)
}

/// The MLIR type that holds an element in memory.
pub fn storage_type(context: &Context, element: Element) -> Type<'_> {
    if element.is_complex() {
        parse_type(context, element.mlir_name())
    } else {
        parse_type(context, element.storage().mlir_name())
    }
}

/// The XLA element type of a tensor value of the xla program, which [`Lowering::check_types`] has seen.
pub fn element<'c>(value: Value<'c>) -> Result<Element, Failed> {
    Tensor::of(value.r#type()).and_then(|tensor| element_of(tensor.element)).ok_or(Failed)
}

/// The shape of a tensor value.
pub fn shape<'c>(value: Value<'c>) -> Vec<i64> {
    Tensor::of(value.r#type()).map(|tensor| tensor.shape).unwrap_or_default()
}

/// `tensor.empty` of the type.
pub fn empty<'c>(builder: &Builder<'c>, ty: Type<'c>) -> Value<'c> {
    builder.value("tensor.empty", &[], ty, &[])
}

/// A `linalg.generic`: inputs and initial outputs, each with its map; the body gets one scalar an operand and gives
/// one a result.
///
/// Without a reduction there is nothing to add up: an initial output that the body reads is made an input, so that the op
/// is elementwise like any other.
pub fn generic<'c>(
    builder: &Builder<'c>,
    inputs: &[(Value<'c>, Map)],
    outputs: &[(Value<'c>, Map)],
    iterators: &[Iterator],
    body: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Result<Vec<Value<'c>>, Failed>,
) -> Result<Vec<Value<'c>>, Failed> {
    let context = builder.context;
    let mut operands: Vec<_> = inputs.iter().chain(outputs).map(|(value, _)| *value).collect();
    let scalars: Vec<_> = operands.iter().map(|value| xla_dialect::ir::element_type(value.r#type())).collect();
    let results: Vec<_> = outputs.iter().map(|(value, _)| value.r#type()).collect();
    let mut maps: Vec<_> = inputs.iter().chain(outputs).map(|(_, map)| map.attribute(context)).collect();
    let kinds: Vec<_> = iterators
        .iter()
        .map(|iterator| match iterator {
            Iterator::Parallel => "#linalg.iterator_type<parallel>",
            Iterator::Reduction => "#linalg.iterator_type<reduction>",
        })
        .map(|text| parse_attribute(context, text))
        .collect();
    let array = |attributes: &[Attribute<'c>]| -> Attribute<'c> {
        melior::ir::attribute::ArrayAttribute::new(context, attributes).into()
    };
    let mut outcome = Ok(());
    let region = builder.region(&scalars, |builder, arguments| match body(builder, arguments) {
        Ok(values) => {
            builder.create("linalg.yield", &values, &[], &[], Vec::new());
        }
        Err(failed) => outcome = Err(failed),
    });
    outcome?;
    let block = region.first_block().ok_or(Failed)?;
    // SAFETY: the block belongs to the region, which the op below gets; moving a region keeps its blocks.
    let block: Block<'c> = unsafe { Block::from_raw(block.to_raw()) };
    let mut count = inputs.len();
    for (i, (init, map)) in outputs.iter().enumerate() {
        let begins = xla_dialect::ir::block_args(block)[count + i];
        if !iterators.contains(&Iterator::Reduction) && map.is_permutation() && has_uses(begins) {
            let input = block.insert_argument(count, begins.r#type(), builder.location);
            replace_uses(begins, input);
            operands.insert(count, *init);
            maps.insert(count, map.attribute(context));
            count += 1;
            operands[count + i] = empty(builder, init.r#type());
        }
    }
    let segments = melior::ir::attribute::DenseI32ArrayAttribute::new(context, &[count as i32, outputs.len() as i32]);
    let op = builder.create(
        "linalg.generic",
        &operands,
        &results,
        &[("indexing_maps", array(&maps)), ("iterator_types", array(&kinds)), ("operandSegmentSizes", segments.into())],
        vec![region],
    );
    Ok(op.outs())
}
