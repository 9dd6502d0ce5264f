//! The state of the lowering to linalg, which maps the values of the xla program to their lowered forms.

use super::element_types::ElementTypes;
use super::emit::Emitter;
use crate::identity::ValueMap;
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::bounds;
use xla_dialect::diagnostics::{error, unsupported};
use xla_dialect::ir::{
    self, Attribute, Builder, Context, Element, Location, Op, OpExt, Tensor, Type, Value, is_index, tensor_of,
    value_location,
};
use xla_dialect::layout::Layout;
use xla_dialect::ods::xla;
use xla_dialect::ops::tuple;
use xla_dialect::passes::Failed;
use xla_scalar::Op as Scalar;

/// The lowered form of an xla value.
#[derive(Clone, Debug)]
pub enum Lowered<'c> {
    /// A tensor of storage type.
    Tensor(Value<'c>),
    /// The elements of a tuple.
    Tuple(Vec<Lowered<'c>>),
    /// A token, which does not exist at run time: ops are in order already.
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

/// A call that may become two, and its description for the runtime.
#[derive(Clone)]
pub struct Exchange<'c> {
    /// The call.
    pub call: Op<'c>,
    /// Types of its operands in the xla program.
    pub operands: Vec<Type<'c>>,
    /// Types of its results in the xla program.
    pub results: Vec<Type<'c>>,
    /// Its attributes for the runtime.
    pub attributes: Vec<(String, Attribute<'c>)>,
}

/// An op that has been lowered to an exchange and further ops, and whose results have not been used yet.
pub struct Begun<'c> {
    /// The exchange.
    pub(super) exchange: Exchange<'c>,
    /// The results of the op.
    pub(super) values: Vec<Value<'c>>,
    /// The last op that it was lowered to.
    pub(super) last: Op<'c>,
}

/// Lowers one op.
pub type LowerOp = for<'c> fn(&mut Lowering<'c>, Op<'c>, &Builder<'c>) -> Result<(), Failed>;

/// What is lowered to.
#[derive(Clone, Copy, Debug)]
pub struct LoweringOptions {
    /// Whether to follow XLA:CPU where it differs from the specification.
    pub xla_cpu_compat: bool,
    /// The types of elements in the lowered program.
    pub types: ElementTypes,
    /// Whether ops of dialects other than the target dialects are refused.
    pub full: bool,
    /// Whether an `optimization_barrier` stays, and not only one of literals.
    pub keep_barriers: bool,
}

/// The state of the lowering.
pub struct Lowering<'c> {
    /// The context.
    pub context: &'c Context,
    /// What is lowered to.
    pub options: LoweringOptions,
    /// Lowers one op of any family. Ops with regions use it to lower the ops in them.
    pub(super) lower_op: LowerOp,
    values: ValueMap<'c, Lowered<'c>>,
    /// The descriptions of the custom calls for the runtime, one attribute each.
    pub sites: Vec<Attribute<'c>>,
    /// The exchange to which the current op was lowered.
    pub exchange: Option<Exchange<'c>>,
    /// Exchanges whose results have not been used, the latest last.
    pub(super) begun: Vec<Begun<'c>>,
    /// The lowered ops that are still in blocks with foreign ops.
    pub(super) replaced: Vec<Op<'c>>,
}

impl<'c> Lowering<'c> {
    /// The state before the first op, which `lower_op` is to lower.
    pub fn new(context: &'c Context, options: LoweringOptions, lower_op: LowerOp) -> Self {
        let (values, sites, begun, replaced) = (ValueMap::default(), Vec::new(), Vec::new(), Vec::new());
        Self { context, options, lower_op, values, sites, exchange: None, begun, replaced }
    }

    /// Refuses types that no lowering supports: dynamic sizes and element types that are not XLA's.
    pub fn check_types(&self, op: Op<'c>) -> Result<(), Failed> {
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
        if is_token(ty) {
            return Ok(());
        }
        let Some(tensor) = Tensor::of(ty) else {
            return Err(unsupported(op, format!("values of type {ty}")));
        };
        if self.options.types == ElementTypes::Storage && !tensor.is_static() {
            return Err(unsupported(op, format!("{ty} has sizes that are known only at run time")));
        }
        let is_plain = |encoding| {
            bounds::of_encoding(encoding).is_some()
                || Layout::parse(encoding).is_some_and(|layout| layout.is_row_major())
        };
        if let Some(encoding) = tensor.encoding.filter(|encoding| !is_plain(*encoding)) {
            if !self.keeps(encoding) {
                return Err(unsupported(op, format!("{ty}: only row-major layouts without padding are compiled")));
            }
            if !takes_encodings(op) {
                return Err(unsupported(op, format!("{ty}: this op does not take encodings of other dialects")));
            }
        }
        // Shapes that are operands may be indices.
        if tensor.xla_element().is_none() && !is_index(tensor.element) {
            return Err(unsupported(op, format!("element type {}", tensor.element)));
        }
        out.push(self.storage(&tensor).ty());
        Ok(())
    }

    /// The tensor in memory.
    pub fn storage(&self, tensor: &Tensor<'c>) -> Tensor<'c> {
        let element = match is_index(tensor.element) {
            true => tensor.element,
            false => self.element_type(verified::element(tensor)),
        };
        let encoding = tensor.encoding.filter(|encoding| self.keeps(*encoding));
        Tensor { encoding, ..Tensor::new(&tensor.shape, element) }
    }

    /// Whether lowered types keep this encoding, which belongs to another dialect.
    fn keeps(&self, encoding: Attribute<'c>) -> bool {
        let ours = Layout::parse(encoding).is_some() || bounds::of_encoding(encoding).is_some();
        !ours && self.options.types == ElementTypes::Natural
    }

    /// The lowered type of `value`, with elements of this type.
    pub fn type_with(&self, value: Value<'c>, element: Element) -> Type<'c> {
        Tensor { element: self.element_type(element), ..self.storage(&verified::tensor(value)) }.ty()
    }

    /// The type of an element.
    pub fn element_type(&self, element: Element) -> Type<'c> {
        self.options.types.of(self.context, element)
    }

    /// Emits scalar code at the insertion point of `builder`.
    pub fn emitter(&self, builder: &Builder<'c>) -> Emitter<'c> {
        Emitter::scalar(*builder, self.options.types)
    }

    /// Whether `value` has been lowered.
    pub fn is_lowered(&self, value: Value<'c>) -> bool {
        self.values.contains(value)
    }

    /// The lowered form of `value`.
    pub fn get(&self, value: Value<'c>) -> Lowered<'c> {
        self.values.get(value).cloned().unwrap_or(Lowered::Token)
    }

    /// The tensor to which `value` was lowered.
    pub fn tensor(&self, value: Value<'c>) -> Result<Value<'c>, Failed> {
        match self.get(value) {
            Lowered::Tensor(tensor) => Ok(tensor),
            _ => {
                let location = value_location(value, Location::unknown(self.context));
                Err(error(location, "internal error, please report: a value was used before it was lowered"))
            }
        }
    }

    /// Records the lowered form of `value`.
    pub fn set(&mut self, value: Value<'c>, lowered: Lowered<'c>) {
        self.values.insert(value, lowered);
    }

    /// Records the tensor to which `value` was lowered.
    pub fn set_tensor(&mut self, value: Value<'c>, tensor: Value<'c>) {
        self.set(value, Lowered::Tensor(tensor));
    }
}

/// Whether `op` becomes a linalg op, which states how its elements are found, or a reshape of known sizes. Other ops would
/// have to be of the encoding's dialect.
fn takes_encodings(op: Op<'_>) -> bool {
    let is_open = |value: &Value<'_>| tensor_of(*value).is_some_and(|tensor| !tensor.is_static());
    match xla::Kind::of(op) {
        Some(xla::Kind::DotGeneral | xla::Kind::Reduce | xla::Kind::Transpose) => true,
        Some(xla::Kind::BroadcastInDim | xla::Kind::Reshape) => !op.ins().iter().chain(&op.outs()).any(is_open),
        _ => Scalar::from_mnemonic(op.mnemonic()).is_some_and(|meaning| meaning != Scalar::BitcastConvert),
    }
}

/// Whether values of type `ty` only order ops.
pub fn is_token(ty: Type<'_>) -> bool {
    ir::is_token(ty) || ir::is_stablehlo_token(ty)
}

/// Groups leaves into the structure of `ty`.
pub fn rebuild<'c>(ty: Type<'c>, leaves: &mut impl Iterator<Item = Value<'c>>) -> Lowered<'c> {
    if let Some(elements) = tuple::elements(ty) {
        return Lowered::Tuple(elements.into_iter().map(|element| rebuild(element, leaves)).collect());
    }
    if Tensor::of(ty).is_none() {
        return Lowered::Token;
    }
    leaves.next().map_or(Lowered::Token, Lowered::Tensor)
}

/// Groups `leaves` into the results of `op`.
pub fn set_results<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, leaves: Vec<Value<'c>>) {
    let mut leaves = leaves.into_iter();
    for result in op.outs() {
        let lowered = rebuild(result.r#type(), &mut leaves);
        lowering.set(result, lowered);
    }
}

/// The storage types of all results of `op`.
pub fn result_types<'c>(lowering: &Lowering<'c>, op: Op<'c>) -> Result<Vec<Type<'c>>, Failed> {
    let mut types = Vec::new();
    for result in op.outs() {
        lowering.leaf_types(result.r#type(), op, &mut types)?;
    }
    Ok(types)
}
