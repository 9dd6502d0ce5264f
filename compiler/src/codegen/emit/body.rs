//! The body of a kernel, on scalars or on vectors.

use super::apart::load_apart;
use super::complex as numbers;
use super::frame::Frame;
use super::ops::{add_scaled, attributes, fence, gather, literal, load_masked, splat, vector};
use crate::affine::{Expr, Map};
use crate::codegen::analysis::kernel::Kernel;
use crate::codegen::analysis::pattern::Pattern;
use crate::identity::ValueMap;
use crate::scf::index;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Op, OpExt, Value, block_args, block_ops, shape_of};
use xla_dialect::ods::{Kind, affine, arith, complex, linalg, memref, vector};

/// Neighbours along a loop that are computed together.
#[derive(Clone, Copy)]
pub struct Lanes {
    /// How many.
    pub count: i64,
    /// The loop; irrelevant for one lane.
    pub along: usize,
}

impl Lanes {
    /// One element.
    pub const ONE: Self = Self { count: 1, along: usize::MAX };
}

/// Emits the body of `kernel` on `lanes` neighbours in the iteration `indices` of its loops, and gives what it yields;
/// arguments that it does not use may be absent. Of tables, only the lanes that the mask selects are read.
pub fn emit_body<'c>(
    builder: &Builder<'c>,
    (kernel, frame): (&Kernel<'c>, &Frame<'c>),
    arguments: &[Option<Value<'c>>],
    indices: &[Value<'c>],
    (lanes, mask): (Lanes, Option<Value<'c>>),
) -> Vec<Value<'c>> {
    let mut body = BodyEmitter::new(kernel, frame, lanes.count).masked(mask);
    for (i, (argument, value)) in block_args(kernel.body).into_iter().zip(arguments).enumerate() {
        if let Some(value) = value {
            body.set(argument, *value);
            if kernel.operands().nth(i).is_some_and(|operand| operand.strides.get(lanes.along) == Some(&0)) {
                body.pattern_of.insert(argument, Pattern::SAME);
            }
        }
    }
    for op in block_ops(kernel.body) {
        let builder = &builder.located(op.loc());
        match linalg::Kind::of(op) {
            Some(linalg::Kind::Yield) => return op.ins().into_iter().map(|value| body.get(builder, value)).collect(),
            Some(linalg::Kind::Index) => {
                let source = linalg::Index::cast(op).dim() as usize;
                let asked = kernel.dims.iter().position(|dim| dim.source == source);
                let at = asked.map_or_else(|| index(builder, 0), |d| indices[d]);
                let mut value = splat(builder, at, lanes.count);
                let is_along = asked == Some(lanes.along);
                if lanes.count > 1 && is_along {
                    let step = vector::step(builder, value.r#type());
                    value = arith::addi(builder, value, step);
                }
                body.set(op.output(0), value);
                body.pattern_of.insert(op.output(0), Pattern::Steps(i64::from(is_along)));
            }
            _ => body.copy_op(builder, op),
        }
    }
    Vec::new()
}

/// Emits ops of bodies on scalars or on vectors, and knows what their values became.
pub struct BodyEmitter<'c, 'f> {
    kernel: &'f Kernel<'c>,
    frame: &'f Frame<'c>,
    lanes: i64,
    mask: Option<Value<'c>>,
    values: ValueMap<'c, Value<'c>>,
    pattern_of: ValueMap<'c, Pattern>,
}

impl<'c, 'f> BodyEmitter<'c, 'f> {
    /// For the body of `kernel`, or one that is applied to its results, on `lanes` elements; nothing is emitted yet.
    pub fn new(kernel: &'f Kernel<'c>, frame: &'f Frame<'c>, lanes: i64) -> Self {
        Self { kernel, frame, lanes, mask: None, values: ValueMap::default(), pattern_of: ValueMap::default() }
    }

    /// The same on the lanes that `mask` selects alone.
    pub fn masked(self, mask: Option<Value<'c>>) -> Self {
        Self { mask, ..self }
    }

    /// States that `old` became `new`.
    pub fn set(&mut self, old: Value<'c>, new: Value<'c>) {
        self.values.insert(old, new);
    }

    /// What `value` became: the ops that compute it are emitted, unless they have been. What is defined around the body is
    /// a parameter of the kernel, or a literal.
    pub fn get(&mut self, builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
        if let Some(known) = self.values.get(value) {
            return *known;
        }
        if let Some(captured) = self.frame.captured(value) {
            return splat(builder, captured, self.lanes);
        }
        match xla_dialect::ir::defining_op(value) {
            Some(op) if arith::Constant::of(op).is_none() => {
                self.copy_op(builder, op);
                self.values.get(value).copied().unwrap_or(value)
            }
            _ => {
                let literal = splat(builder, literal(builder, value), self.lanes);
                self.set(value, literal);
                self.pattern_of.insert(value, Pattern::SAME);
                literal
            }
        }
    }

    /// Emits `op` on the lanes.
    pub fn copy_op(&mut self, builder: &Builder<'c>, op: Op<'c>) {
        match Kind::of(op) {
            Some(Kind::Affine(affine::Kind::AffineApply)) => {
                let value = self.affine_apply(builder, op);
                self.set(op.output(0), value);
            }
            Some(Kind::Arith(arith::Kind::Constant)) => {
                self.set(op.output(0), splat(builder, literal(builder, op.output(0)), self.lanes));
                self.pattern_of.insert(op.output(0), Pattern::SAME);
            }
            Some(Kind::Complex(kind)) if self.lanes > 1 => {
                let operands: Vec<_> = op.ins().into_iter().map(|value| self.get(builder, value)).collect();
                let pattern = self.pattern_after(op);
                let value = match (kind, operands.as_slice()) {
                    (complex::Kind::Create, [re, im]) => numbers::create(builder, *re, *im),
                    (kind, numbers) => numbers::part(builder, numbers[0], i64::from(kind == complex::Kind::Im)),
                };
                self.set(op.output(0), value);
                self.pattern_of.insert(op.output(0), pattern);
            }
            // A table, at indices that the body computes.
            Some(Kind::Memref(memref::Kind::Load)) => {
                let value = self.load(builder, op);
                self.set(op.output(0), value);
            }
            _ => {
                // LLVM would compare whole vectors of complex numbers and pick bits of masks, one by one.
                let is_part = |value: Value<'c>| {
                    xla_dialect::ir::defining_op(value)
                        .is_some_and(|part| matches!(Kind::of(part), Some(Kind::Complex(_))))
                };
                let hides = self.lanes > 1 && arith::CmpF::of(op).is_some();
                let operand = |value: Value<'c>| {
                    let own = self.get(builder, value);
                    if hides && is_part(value) { fence(builder, own) } else { own }
                };
                let operands: Vec<_> = op.ins().into_iter().map(operand).collect();
                let wide = |ty| if self.lanes > 1 { vector(ty, self.lanes) } else { ty };
                let types: Vec<_> = op.outs().iter().map(|result| wide(result.r#type())).collect();
                let created = builder.create(op.name_str(), &operands, &types, &attributes(op), Vec::new());
                let pattern = self.pattern_after(op);
                for (old, new) in op.outs().into_iter().zip(created.outs()) {
                    self.set(old, new);
                    self.pattern_of.insert(old, pattern);
                }
            }
        }
    }

    /// Fusion asks for an index of the fused loops in the producer's terms.
    fn affine_apply(&mut self, builder: &Builder<'c>, op: Op<'c>) -> Value<'c> {
        let operands: Vec<_> = op.ins().into_iter().map(|value| self.get(builder, value)).collect();
        let expr = op.attr("map").and_then(Map::of).and_then(|map| map.results.into_iter().next());
        let expr = expr.unwrap_or_else(|| Expr::constant(operands.len(), 0));
        self.pattern_of.insert(op.output(0), self.pattern_after(op));
        let start = splat(builder, index(builder, expr.constant), self.lanes);
        let terms = operands.iter().zip(&expr.coefficients).filter(|(_, coefficient)| **coefficient != 0);
        terms.fold(start, |sum, (operand, coefficient)| {
            let coefficient = splat(builder, index(builder, *coefficient), self.lanes);
            let term = arith::muli(builder, *operand, coefficient);
            arith::addi(builder, sum, term)
        })
    }

    /// What the lanes of `value`, of the original body, hold. What comes from around the body is one scalar.
    fn pattern_of(&self, value: Value<'c>) -> Pattern {
        let otherwise = if self.values.contains(value) { Pattern::Any } else { Pattern::SAME };
        self.pattern_of.get(value).copied().unwrap_or(otherwise)
    }

    /// What the lanes of the result of `op` hold, given those of its operands.
    fn pattern_after(&self, op: Op<'c>) -> Pattern {
        let operands: Vec<Pattern> = op.ins().into_iter().map(|operand| self.pattern_of(operand)).collect();
        Pattern::of_result(op, &operands)
    }

    /// Reads a table at the flat index that `op`, a load, computes. The body has made sure that this is in bounds.
    fn load(&mut self, builder: &Builder<'c>, op: Op<'c>) -> Value<'c> {
        let (table, indices) = (op.input(0), &op.ins()[1..]);
        let position = self.kernel.tables.iter().position(|other| *other == table).unwrap_or_default();
        let buffer = self.frame.buffers[self.kernel.operands().count() + position];
        let element = op.output(0).r#type();
        let sizes = shape_of(table.r#type());
        let strides = (0..sizes.len()).map(|d| sizes[d + 1..].iter().product::<i64>());
        // Sizes of 1 are indexed by 0 alone.
        let dims = indices.iter().zip(strides).zip(&sizes).filter(|(_, size)| **size != 1);
        // One lane is like all of them.
        let pattern_of = |value| if self.lanes == 1 { Pattern::SAME } else { self.pattern_of(value) };
        let dims: Vec<_> = dims.map(|((value, stride), _)| (*value, pattern_of(*value), stride)).collect();
        let steps = Pattern::of_sum(dims.iter().map(|(_, pattern, stride)| (*pattern, *stride)));
        // Vectors between the first and the last of elements that a mask selects may reach beyond the table.
        let known = match steps {
            Pattern::Steps(stride) if matches!(stride, 0 | 1) || self.mask.is_none() => Some(stride),
            _ => None,
        };
        let (mut at, mut wide) = (index(builder, 0), None);
        for (value, pattern, stride) in dims {
            let position = self.get(builder, value);
            if known.is_none() && pattern != Pattern::SAME {
                let stride = splat(builder, index(builder, stride), self.lanes);
                let scaled = arith::muli(builder, position, stride);
                wide = Some(wide.map_or(scaled, |sum| arith::addi(builder, sum, scaled)));
            } else {
                let first = if self.lanes == 1 { position } else { vector::extract(builder, position, &[], &[0]) };
                at = add_scaled(builder, at, first, stride);
            }
        }
        let ty = vector(element, self.lanes);
        if let Some(indices) = wide {
            return gather(builder, buffer, at, indices, ty, self.mask);
        }
        match known {
            Some(1) => load_masked(builder, buffer, at, ty, self.mask),
            stride => {
                if stride == Some(0) {
                    self.pattern_of.insert(op.output(0), Pattern::SAME);
                }
                load_apart(builder, buffer, at, (element, self.lanes), stride.unwrap_or_default())
            }
        }
    }
}
