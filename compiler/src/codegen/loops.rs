//! Loop nests of scf over vectors: elementwise chains, data movement and reductions.

use super::body::clone_body;
use super::columns::reduces_columns;
use super::contraction::{equal, if_else};
use super::groups::place;
use super::kernel::{Kernel, Operand, TABLE_LOAD};
use super::lower_kernels::Frame;
use super::rows::reduces_rows;
use super::transpose::Tiles;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use xla_dialect::ir::{
    Attribute, Block, Builder, Op, OpExt, Type, Value, block_args, block_ops, defining_op, i64_attribute, int_value,
    parse_type,
};
use xla_dialect::passes::Failed;

/// Bits of the widest vector register that code is shaped for; narrower machines split.
pub const VECTOR_BITS: i64 = 512;

/// Emits the nest of `kernel` for turns `frame.begin` to `frame.end` of its outermost loop, and in it, as far as it
/// goes, the one `before` it that [`feeds`] it.
pub fn emit<'c>(
    kernel: &Kernel<'c>,
    builder: &Builder<'c>,
    frame: &Frame<'c>,
    before: Option<(&Kernel<'c>, &Frame<'c>)>,
) -> Result<(), Failed> {
    let lanes = lanes(kernel);
    let before = before.and_then(|(producer, frame)| {
        Some(Before { nest: Nest { kernel: producer, frame, lanes, before: None }, input: feeds(producer, kernel)? })
    });
    let mut nest = Nest { kernel, frame, lanes, before: before.as_ref() };
    let base = nest.base(builder);
    match Way::of(kernel, lanes) {
        Way::Tiles(tiles) => tiles.emit(&mut nest, builder, &base),
        Way::Rows(first) => nest.row_reduction(builder, 0, first, &base),
        Way::Columns(first) => nest.column_reduction(builder, 0, first, &base),
        Way::Elements { vectors } => {
            if !vectors {
                nest.lanes = 1;
            }
            nest.parallel(builder, 0, &base, &[]);
        }
    }
    Ok(())
}

/// The input of `sums`, which reduces rows, that `producer` computes element by element in the same loops: as it is
/// written, it can be added up.
pub fn feeds(producer: &Kernel<'_>, sums: &Kernel<'_>) -> Option<usize> {
    let lanes = lanes(sums);
    let Way::Rows(first) = Way::of(sums, lanes) else { return None };
    let Way::Elements { vectors: true } = Way::of(producer, self::lanes(producer)) else { return None };
    let [output] = producer.outputs.as_slice() else { return None };
    if !producer.dims.iter().map(|dim| dim.extent).eq(sums.dims.iter().map(|dim| dim.extent)) {
        return None;
    }
    let written = place(output.memref);
    let reads = |operand: &Operand<'_>| {
        place(operand.memref) == written && operand.strides == output.strides && operand.offset == output.offset
    };
    let input = sums.inputs.iter().position(reads)?;
    // What a row's sums overwrite is not read for the next row.
    let same_row = |a: &Operand<'_>, b: &Operand<'_>| {
        a.offset == b.offset && a.strides[..first] == b.strides[..first] && b.strides[first..].iter().all(|s| *s == 0)
    };
    let stays = |result: &Operand<'_>| {
        let at = place(result.memref);
        let read = producer.operands().all(|operand| {
            !place(operand.memref).overlaps(&at) || place(operand.memref) == at && same_row(result, operand)
        });
        read && producer.tables.iter().all(|table| !place(*table).overlaps(&at))
    };
    let others = sums.memrefs().enumerate().filter(|(i, _)| *i != input);
    let fits = self::lanes(producer) == lanes
        && vectorizes_loop(producer, lanes, producer.dims.len() - 1)
        && !producer.streams
        && !producer.asks_for_indices()
        && others.map(|(_, memref)| memref).all(|memref| !place(memref).overlaps(&written))
        && sums.starts.iter().all(Option::is_some)
        && sums.outputs.iter().all(stays);
    fits.then_some(input)
}

/// How the elements of a nest are computed together.
enum Way {
    /// One after the other, or neighbours of the innermost loop in vectors.
    Elements { vectors: bool },
    /// In square tiles.
    Tiles(Tiles),
    /// Vectors along reductions, which begin with this loop.
    Rows(usize),
    /// Vectors along the loop in front of the reductions, which begin with this loop.
    Columns(usize),
}

impl Way {
    fn of(kernel: &Kernel<'_>, lanes: i64) -> Self {
        match kernel.dims.iter().position(|dim| !dim.parallel) {
            None => Tiles::of(kernel, lanes).map_or(Self::Elements { vectors: true }, Self::Tiles),
            Some(first) if reduces_rows(kernel, lanes, first) => Self::Rows(first),
            Some(first) if reduces_columns(kernel, lanes, first) => Self::Columns(first),
            Some(_) => Self::Elements { vectors: false },
        }
    }
}

/// Whether the nest of `kernel` can begin with literals instead of what its outputs hold.
pub fn takes_starts(kernel: &Kernel<'_>) -> bool {
    matches!(Way::of(kernel, lanes(kernel)), Way::Rows(_) | Way::Columns(_))
}

/// How many turns of its outermost loop a nest takes at once where it can: such turns have no rest.
pub fn turns_at_once(kernel: &Kernel<'_>) -> i64 {
    let lanes = lanes(kernel);
    let size = match Way::of(kernel, lanes) {
        Way::Elements { vectors: true } if kernel.dims.len() == 1 && vectorizes_loop(kernel, lanes, 0) => lanes,
        Way::Tiles(tiles) if tiles.across == 0 => tiles.size,
        Way::Columns(1) => lanes,
        _ => 1,
    };
    if kernel.dims.first().is_some_and(|dim| dim.extent % size == 0) { size } else { 1 }
}

/// Whether neighbours along loop `d`, the innermost, are computed in vectors.
fn vectorizes_loop(kernel: &Kernel<'_>, lanes: i64, d: usize) -> bool {
    let writes_apart = kernel.outputs.iter().all(|operand| operand.strides[d] == 1);
    lanes > 1 && kernel.dims[d].extent >= lanes && kernel.is_contiguous(d) && writes_apart
}

/// Elements computed at once: what fills a vector register with the widest of the operands.
fn lanes(kernel: &Kernel<'_>) -> i64 {
    let elements = kernel.operands().map(|operand| operand.element);
    let elements = elements.chain(kernel.tables.iter().map(|table| xla_dialect::ir::element_type(table.r#type())));
    let (narrowest, widest) =
        elements.map(bits).fold((i64::MAX, 0), |(low, high), bits| (low.min(bits), high.max(bits)));
    if narrowest == 0 || widest == 0 || !vectorizes(kernel.body) { 1 } else { VECTOR_BITS / widest }
}

/// Bits of a scalar type that vectors can hold; 0 for others.
pub fn bits(ty: Type<'_>) -> i64 {
    match ty.to_string().as_str() {
        "i8" => 8,
        "i16" => 16,
        "i32" | "f32" => 32,
        "i64" | "f64" => 64,
        _ => 0,
    }
}

/// Whether every op of the body works on vectors as it does on scalars.
pub fn vectorizes(body: Block<'_>) -> bool {
    block_ops(body).iter().all(|op| {
        let name = op.name_str();
        let elementwise = name.starts_with("arith.") || name.starts_with("math.");
        elementwise && op.region_list().is_empty()
            || matches!(name, "linalg.yield" | "linalg.index" | "affine.apply" | TABLE_LOAD)
    })
}

/// A nest being emitted.
pub struct Nest<'c, 'k> {
    /// What it computes.
    pub kernel: &'k Kernel<'c>,
    /// What the kernel function gets.
    pub frame: &'k Frame<'c>,
    /// Elements computed at once.
    pub lanes: i64,
    /// The nest that computes one of the inputs on the way.
    pub before: Option<&'k Before<'c, 'k>>,
}

/// A nest of the same loops that computes input `input` of another.
pub struct Before<'c, 'k> {
    /// That nest.
    pub nest: Nest<'c, 'k>,
    /// The number of the input.
    pub input: usize,
}

impl<'c> Nest<'c, '_> {
    /// The addresses of all operands before any turn, those of the nest before this one behind them.
    fn base(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        let each = self.kernel.operands().zip(&self.frame.in_panel).map(|(operand, in_panel)| {
            let offset = index(builder, operand.offset);
            if *in_panel { add_scaled(builder, offset, self.frame.begin, -operand.strides[0]) } else { offset }
        });
        each.chain(self.before.iter().flat_map(|before| before.nest.base(builder)).collect::<Vec<_>>()).collect()
    }

    /// Those addresses after loop `d` has taken `turn`.
    pub fn advance(&self, builder: &Builder<'c>, base: &[Value<'c>], d: usize, turn: Value<'c>) -> Vec<Value<'c>> {
        let mut at = self.kernel.advance(builder, base, d, turn);
        if let Some(before) = self.before {
            at.extend(before.nest.advance(builder, &base[at.len()..], d, turn));
        }
        at
    }

    /// From which turn of loop `d` to which.
    pub fn bounds(&self, builder: &Builder<'c>, d: usize) -> (Value<'c>, Value<'c>) {
        if d == 0 && self.kernel.dims[0].parallel {
            (self.frame.begin, self.frame.end)
        } else {
            (index(builder, 0), index(builder, self.kernel.dims[d].extent))
        }
    }

    /// Whether the turns of loop `d` are a multiple of `lanes`, in each part that a thread gets.
    pub fn is_whole(&self, d: usize, lanes: i64) -> bool {
        let dim = &self.kernel.dims[d];
        let turns = if d == 0 && dim.parallel { self.frame.at_once } else { dim.extent };
        turns % lanes == 0
    }

    /// All remaining loops in order; the innermost in vectors where memory allows.
    pub fn parallel(&self, builder: &Builder<'c>, d: usize, base: &[Value<'c>], turns: &[Value<'c>]) {
        let dims = &self.kernel.dims;
        if d == dims.len() {
            self.body_at(builder, base, turns, 1, usize::MAX);
            return;
        }
        let (begin, end) = self.bounds(builder, d);
        if d + 1 == dims.len() && vectorizes_loop(self.kernel, self.lanes, d) {
            self.vector_loop(builder, d, (begin, end), |builder, turn, lanes| {
                let at = self.kernel.advance(builder, base, d, turn);
                let turns = [turns, &[turn]].concat();
                self.body_at(builder, &at, &turns, lanes, d);
            });
            return;
        }
        self.each_turn(builder, d, |builder, turn| {
            let at = self.kernel.advance(builder, base, d, turn);
            self.parallel(builder, d + 1, &at, &[turns, &[turn]].concat());
        });
    }

    /// All turns of loop `d`.
    pub fn each_turn(&self, builder: &Builder<'c>, d: usize, body: impl FnOnce(&Builder<'c>, Value<'c>)) {
        let (begin, end) = self.bounds(builder, d);
        if d == 0 && self.frame.one_turn && self.kernel.dims[0].parallel {
            body(builder, begin);
            return;
        }
        for_loop(builder, begin, end, 1, &[], |builder, turn, _| {
            body(builder, turn);
            Vec::new()
        });
    }

    /// Turns `[begin, end)` of loop `d` in vectors, and what is left one by one.
    pub fn vector_loop(
        &self,
        builder: &Builder<'c>,
        d: usize,
        (begin, end): (Value<'c>, Value<'c>),
        mut body: impl FnMut(&Builder<'c>, Value<'c>, i64),
    ) {
        let mut stretch = |begin, end, lanes| {
            for_loop(builder, begin, end, lanes, &[], |builder, turn, _| {
                body(builder, turn, lanes);
                Vec::new()
            });
        };
        if self.is_whole(d, self.lanes) {
            stretch(begin, end, self.lanes);
            return;
        }
        let middle = whole_vectors(builder, begin, end, self.lanes);
        stretch(begin, middle, self.lanes);
        stretch(middle, end, 1);
    }

    /// Loads, computes and stores `lanes` elements along loop `d`.
    pub fn body_at(&self, builder: &Builder<'c>, at: &[Value<'c>], turns: &[Value<'c>], lanes: i64, d: usize) {
        let results = self.results_given(builder, &[], at, turns, lanes, d);
        self.write(builder, &[(at.to_vec(), results)], lanes);
    }

    /// What the body makes of `lanes` elements along loop `d`, some of the inputs loaded already.
    pub fn results_given(
        &self,
        builder: &Builder<'c>,
        loaded: &[(usize, Value<'c>)],
        at: &[Value<'c>],
        turns: &[Value<'c>],
        lanes: i64,
        d: usize,
    ) -> Vec<Value<'c>> {
        let operands = self.kernel.operands().enumerate().zip(block_args(self.kernel.body));
        let arguments: Vec<_> = operands
            .map(|((i, operand), argument)| {
                let found = loaded.iter().find(|(number, _)| *number == i).map(|(_, value)| *value);
                let load = || self.load(builder, operand, self.frame.buffers[i], at[i], lanes, d);
                found.or_else(|| xla_dialect::ir::has_uses(argument).then(load))
            })
            .collect();
        clone_body(builder, self.kernel, self.frame, &arguments, turns, (lanes, d))
    }

    /// Stores results of the body, where the addresses of the first tell whether all are at multiples of whole vectors.
    pub fn write(&self, builder: &Builder<'c>, all: &[(Vec<Value<'c>>, Vec<Value<'c>>)], lanes: i64) {
        for (i, output) in self.kernel.outputs.iter().enumerate() {
            let operand = self.kernel.inputs.len() + i;
            let buffer = self.frame.buffers[operand];
            let each: Vec<_> = all.iter().map(|(at, results)| (at[operand], results[i])).collect();
            if self.kernel.streams && lanes * bits(output.element) == VECTOR_BITS {
                stream(builder, buffer, &each);
            } else {
                each.into_iter().for_each(|(at, result)| store(builder, result, buffer, at, lanes));
            }
        }
    }

    pub fn load(
        &self,
        builder: &Builder<'c>,
        operand: &Operand<'c>,
        buffer: Value<'c>,
        at: Value<'c>,
        lanes: i64,
        d: usize,
    ) -> Value<'c> {
        if lanes > 1 && operand.strides[d] == 1 {
            return builder.value("vector.load", &[buffer, at], vector(operand.element, lanes), &[]);
        }
        let scalar = builder.value("memref.load", &[buffer, at], operand.element, &[]);
        splat(builder, scalar, lanes)
    }

    /// One turn of the computation, on `lanes` elements along loop `d`.
    pub fn combine(
        &self,
        builder: &Builder<'c>,
        at: &[Value<'c>],
        sums: &[Value<'c>],
        lanes: i64,
        d: usize,
    ) -> Vec<Value<'c>> {
        let inputs = self.kernel.inputs.iter().enumerate().map(|(i, operand)| match self.before {
            Some(before) if before.input == i => {
                let at = &at[self.kernel.operands().count()..];
                let results = before.nest.results_given(builder, &[], at, &[], lanes, d);
                before.nest.write(builder, &[(at.to_vec(), results.clone())], lanes);
                results[0]
            }
            _ => self.load(builder, operand, self.frame.buffers[i], at[i], lanes, d),
        });
        let mut arguments: Vec<_> = inputs.map(Some).collect();
        arguments.extend(sums.iter().copied().map(Some));
        clone_body(builder, self.kernel, self.frame, &arguments, &[], (lanes, d))
    }
}

/// `base + turn * stride`.
pub fn add_scaled<'c>(builder: &Builder<'c>, base: Value<'c>, turn: Value<'c>, stride: i64) -> Value<'c> {
    // What is known is computed at once: most addresses are of this kind, and folding them later takes time.
    match (constant(base), constant(turn)) {
        (_, Some(0)) => return base,
        (Some(base), Some(turn)) => return index(builder, base + turn * stride),
        (None, Some(turn)) if stride != 1 => return add_scaled(builder, base, index(builder, turn * stride), 1),
        (Some(0), None) if stride == 1 => return turn,
        (Some(0), None) if stride != 0 => {
            return builder.value("arith.muli", &[turn, index(builder, stride)], base.r#type(), &[]);
        }
        _ => {}
    }
    match stride {
        0 => base,
        1 => builder.value("arith.addi", &[base, turn], base.r#type(), &[]),
        _ => {
            let scaled = builder.value("arith.muli", &[turn, index(builder, stride)], base.r#type(), &[]);
            builder.value("arith.addi", &[base, scaled], base.r#type(), &[])
        }
    }
}

/// The number that `value` is, if it is a constant one.
fn constant(value: Value<'_>) -> Option<i64> {
    defining_op(value).filter(|op| op.name_str() == "arith.constant")?.attr("value").and_then(int_value)
}

/// The end of the last whole vector in `[begin, end)`.
pub fn whole_vectors<'c>(builder: &Builder<'c>, begin: Value<'c>, end: Value<'c>, lanes: i64) -> Value<'c> {
    let ty = begin.r#type();
    let length = builder.value("arith.subi", &[end, begin], ty, &[]);
    // Lanes are a power of two.
    let whole = builder.value("arith.andi", &[length, index(builder, -lanes)], ty, &[]);
    builder.value("arith.addi", &[begin, whole], ty, &[])
}

/// `vector<lanes x element>`.
pub fn vector<'c>(element: Type<'c>, lanes: i64) -> Type<'c> {
    Type::vector(&[lanes as u64], element)
}

/// `scalar` in every lane; itself for one lane.
pub fn splat<'c>(builder: &Builder<'c>, scalar: Value<'c>, lanes: i64) -> Value<'c> {
    if lanes == 1 {
        return scalar;
    }
    builder.value("vector.broadcast", &[scalar], vector(scalar.r#type(), lanes), &[])
}

/// Stores a scalar, or a vector of `lanes`.
pub fn store<'c>(builder: &Builder<'c>, value: Value<'c>, buffer: Value<'c>, at: Value<'c>, lanes: i64) {
    let name = if lanes > 1 { "vector.store" } else { "memref.store" };
    builder.create(name, &[value, buffer, at], &[], &[], Vec::new());
}

/// Stores whole vectors past the caches, where the address of the first, and so of all, is a multiple of their size.
fn stream<'c>(builder: &Builder<'c>, buffer: Value<'c>, each: &[(Value<'c>, Value<'c>)]) {
    const BYTES: i64 = VECTOR_BITS / 8;
    let Some((at, vector)) = each.first() else { return };
    let ty = at.r#type();
    let size = index(builder, bits(xla_dialect::ir::element_type(vector.r#type())) / 8);
    let start = builder.value("memref.extract_aligned_pointer_as_index", &[buffer], ty, &[]);
    let offset = builder.value("arith.muli", &[*at, size], ty, &[]);
    let address = builder.value("arith.addi", &[start, offset], ty, &[]);
    let beyond = builder.value("arith.andi", &[address, index(builder, BYTES - 1)], ty, &[]);
    let aligned = equal(builder, beyond, index(builder, 0));
    let past = [("nontemporal", builder.attr("true")), ("alignment", i64_attribute(builder.context, BYTES))];
    let streamed = |builder: &Builder<'c>| {
        for (at, vector) in each {
            builder.create("vector.store", &[*vector, buffer, *at], &[], &past, Vec::new());
        }
    };
    if_else(builder, aligned, streamed, |builder| {
        each.iter().for_each(|(at, vector)| store(builder, *vector, buffer, *at, VECTOR_BITS));
    });
}

/// Memory on the stack for `size` elements, from a line of the caches on.
pub fn stack<'c>(builder: &Builder<'c>, size: i64, element: Type<'c>) -> Value<'c> {
    let ty = parse_type(builder.context, &format!("memref<{size}x{element}>"));
    let attributes = [
        ("alignment", i64_attribute(builder.context, VECTOR_BITS / 8)),
        ("operandSegmentSizes", builder.attr("array<i32: 0, 0>")),
    ];
    builder.value("memref.alloca", &[], ty, &attributes)
}

/// Whether a literal is 0, and not -0.
pub fn is_zero(literal: Attribute<'_>) -> bool {
    matches!(literal.to_string().split(' ').next(), Some("0.000000e+00" | "0"))
}

/// The zero of a scalar type, as text.
pub fn zero_text(ty: Type<'_>) -> &'static str {
    if ty.to_string().starts_with('f') { "0.0" } else { "0" }
}

/// The literal `value`, once more: kernels see nothing of what is around them.
pub fn literal<'c>(builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
    let attribute = xla_dialect::ir::defining_op(value)
        .and_then(|op| op.attr("value"))
        .unwrap_or_else(|| i64_attribute(builder.context, 0));
    builder.value("arith.constant", &[], value.r#type(), &[("value", attribute)])
}

/// The attributes of a scalar op.
pub fn attributes<'c>(op: Op<'c>) -> Vec<(&'static str, Attribute<'c>)> {
    ["predicate", "fastmath", "overflowFlags", "callee", "roundingmode"]
        .into_iter()
        .filter_map(|name| Some((name, op.attr(name)?)))
        .collect()
}
