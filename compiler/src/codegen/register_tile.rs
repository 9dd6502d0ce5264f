//! The innermost part of a contraction: the products of two panels, summed in registers and added to the result.

use super::contraction::{Contraction, equal, if_else, rest};
use super::dot::{bitcast, unit};
use super::loops::{add_scaled, splat, vector, zero_text};
use super::lower_kernels::Frame;
use super::packing::Layout;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Type, Value};

/// Vectors of columns of a register tile, unless there are fewer.
pub const NR_VECTORS: i64 = 2;

/// How many rows of B are on their way while one is multiplied: these are as many cycles as memory takes.
const AHEAD: i64 = 24;

/// The panels' memory and sizes.
pub struct Panels<'c> {
    /// Panels of rows.
    pub a: Value<'c>,
    /// Panels of columns.
    pub b: Value<'c>,
    /// One register tile, for the edges.
    pub tile: Value<'c>,
    /// A square of vectors of factors.
    pub square: Value<'c>,
    /// The type of the sums.
    pub scalar: Type<'c>,
    /// Sums of a vector.
    pub lanes: i64,
    /// Rows of a register tile.
    pub mr: i64,
    /// Columns of a register tile.
    pub nr: i64,
    /// Where the factors of A are.
    pub a_layout: Layout,
}

impl Panels<'_> {
    /// Vectors of columns of a register tile.
    fn vectors(&self) -> usize {
        (self.nr / self.lanes) as usize
    }
}

/// A block of the result.
pub struct Block<'c> {
    /// Where it begins.
    pub output: Value<'c>,
    /// Its rows.
    pub height: Value<'c>,
    /// Its columns.
    pub width: Value<'c>,
    /// The depth of the panels, in groups of factors.
    pub groups: Value<'c>,
    /// Whether nothing has been added to the block before.
    pub first: Value<'c>,
    /// B, if it is packed with the first tile.
    pub unpacked: Option<Unpacked<'c>>,
}

/// A panel of B where it lies.
pub struct Unpacked<'c> {
    /// The input.
    pub input: usize,
    /// Where it begins.
    pub at: Value<'c>,
    /// From row to row.
    pub stride: i64,
    /// From behind the panel's last row to the next panel's first, if the processor does not know by itself that it will
    /// read these lines.
    pub jump: Option<Value<'c>>,
}

/// Where a tile reads its panel of B.
struct Columns<'c, 'u> {
    buffer: Value<'c>,
    at: Value<'c>,
    /// From a group's row to the next.
    step: Value<'c>,
    /// For each vector, which columns there are, if they may be fewer than it has lanes.
    masks: Option<Vec<Value<'c>>>,
    /// Where it lies, and whether this is it, to be packed.
    packs: Option<(&'u Unpacked<'c>, Value<'c>)>,
}

/// Where a tile's sums go: the buffer, where the tile begins in it, and from row to row.
#[derive(Clone, Copy)]
struct Place<'c> {
    target: Value<'c>,
    at: Value<'c>,
    step: i64,
    /// For each lane, whether what is there counts; if it does not say, it does.
    counts: Option<Value<'c>>,
}

impl<'c> Contraction<'c> {
    /// Every register tile of the block.
    pub(super) fn tiles(&self, builder: &Builder<'c>, frame: &Frame<'c>, panels: &Panels<'c>, block: &Block<'c>) {
        let zero = index(builder, 0);
        let target = frame.buffers[self.kernel.inputs.len()];
        let step = self.m.map_or(0, |m| self.kernel.outputs[0].strides[m]);
        let start = self.start(builder, panels, block.groups);
        let counts = self.fresh.then(|| {
            let yes = builder.value("arith.constant", &[], builder.ty("i1"), &[("value", builder.attr("true"))]);
            let counts = builder.value("arith.xori", &[block.first, yes], yes.r#type(), &[]);
            splat(builder, counts, panels.lanes)
        });
        let masks = self.masks(builder, panels, block.width);
        for_loop(builder, zero, block.height, panels.mr, &[], |builder, row, _| {
            let a = add_scaled(builder, zero, row, panels.a_layout.row);
            let rows = rest(builder, row, block.height, panels.mr);
            let place = Place { target, at: add_scaled(builder, block.output, row, step), step, counts };
            fetch(builder, place, rows, block.width);
            let columns = match &block.unpacked {
                None => self.packed(builder, panels),
                Some(unpacked) => {
                    let first = equal(builder, row, zero);
                    let buffer = frame.buffers[unpacked.input];
                    self.packed_with_first(builder, panels, unpacked, (first, buffer), masks.clone())
                }
            };
            let sums = self.register_tile(builder, panels, a, block, &start, &columns);
            self.add_rows(builder, frame, panels, place, &sums, (rows, &masks));
            Vec::new()
        });
    }

    /// For each vector of a panel's columns, which of them there are, unless all panels are full.
    fn masks(&self, builder: &Builder<'c>, panels: &Panels<'c>, width: Value<'c>) -> Option<Vec<Value<'c>>> {
        let ty = vector(builder.ty("i1"), panels.lanes);
        let mask = |v: i64| {
            let left = add_scaled(builder, width, index(builder, -v * panels.lanes), 1);
            builder.value("vector.create_mask", &[left], ty, &[])
        };
        (self.columns() % panels.nr != 0).then(|| (0..panels.vectors() as i64).map(mask).collect())
    }

    /// B's panel, packed before.
    fn packed<'u>(&self, builder: &Builder<'c>, panels: &Panels<'c>) -> Columns<'c, 'u> {
        let step = index(builder, panels.nr * self.dot.group());
        Columns { buffer: panels.b, at: index(builder, 0), step, masks: None, packs: None }
    }

    /// B's panel: where it lies for the first tile, which packs it, then as it is packed. It is one code for both, half of
    /// what two would be.
    fn packed_with_first<'u>(
        &self,
        builder: &Builder<'c>,
        panels: &Panels<'c>,
        unpacked: &'u Unpacked<'c>,
        (first, input): (Value<'c>, Value<'c>),
        masks: Option<Vec<Value<'c>>>,
    ) -> Columns<'c, 'u> {
        let select =
            |yes: Value<'c>, no: Value<'c>| builder.value("arith.select", &[first, yes, no], yes.r#type(), &[]);
        let any = builder.ty(&format!("memref<?x{}>", self.factors[1].r#type()));
        let [input, panel] = [input, panels.b].map(|buffer| builder.value("memref.cast", &[buffer], any, &[]));
        Columns {
            buffer: select(input, panel),
            at: select(unpacked.at, index(builder, 0)),
            step: select(index(builder, unpacked.stride), index(builder, panels.nr)),
            masks,
            packs: Some((unpacked, first)),
        }
    }

    /// What the sums of a panel of columns begin with: zeros, or what undoes that A's bytes are flipped.
    fn start(&self, builder: &Builder<'c>, panels: &Panels<'c>, groups: Value<'c>) -> Vec<Value<'c>> {
        let zero = zero(builder, panels);
        let zeros = vec![zero; panels.vectors()];
        if !self.dot.flips() {
            return zeros;
        }
        let packed = self.packed(builder, panels);
        let top = splat(builder, self.dot.top_bit(builder), panels.lanes * self.dot.group());
        let sums = for_loop(builder, index(builder, 0), groups, 1, &zeros, |builder, deep, sums| {
            let columns = self.columns_at(builder, panels, &packed, (deep, groups));
            let each = columns.into_iter().zip(sums);
            each.map(|(column, sum)| self.dot.add_product(builder, top, column, *sum)).collect()
        });
        sums.into_iter().map(|sum| builder.value("arith.subi", &[zero, sum], sum.r#type(), &[])).collect()
    }

    /// The groups of factors of B's panel at one depth, a vector for each vector of sums.
    fn columns_at(
        &self,
        builder: &Builder<'c>,
        panels: &Panels<'c>,
        columns: &Columns<'c, '_>,
        (deep, length): (Value<'c>, Value<'c>),
    ) -> Vec<Value<'c>> {
        let lanes = panels.lanes * self.dot.group();
        let ty = vector(self.factors[1].r#type(), lanes);
        let each = |builder: &Builder<'c>, begin: Value<'c>| -> Vec<Value<'c>> {
            (0..panels.vectors() as i64).map(|v| add_scaled(builder, begin, index(builder, v * lanes), 1)).collect()
        };
        let begin = builder.value("arith.muli", &[deep, columns.step], deep.r#type(), &[]);
        let begin = add_scaled(builder, columns.at, begin, 1);
        let masks = columns.masks.iter().flatten().map(Some).chain(std::iter::repeat(None));
        let read = each(builder, begin).into_iter().zip(masks).map(|(at, mask)| match mask {
            None => builder.value("vector.load", &[columns.buffer, at], ty, &[]),
            Some(mask) => {
                let none = zero(builder, panels);
                builder.value("vector.maskedload", &[columns.buffer, at, *mask, none], ty, &[])
            }
        });
        let read: Vec<_> = read.collect();
        let Some((unpacked, packs)) = columns.packs else { return read };
        let pack = |builder: &Builder<'c>| {
            if let Some(jump) = unpacked.jump {
                let later = add_scaled(builder, deep, index(builder, AHEAD), 1);
                let at_least = xla_dialect::ir::i64_attribute(builder.context, 5);
                let beyond =
                    builder.value("arith.cmpi", &[later, length], builder.ty("i1"), &[("predicate", at_least)]);
                let jump = builder.value("arith.select", &[beyond, jump, index(builder, 0)], jump.r#type(), &[]);
                let begin = add_scaled(builder, unpacked.at, later, unpacked.stride);
                let ahead = each(builder, add_scaled(builder, begin, jump, 1));
                ahead.into_iter().for_each(|at| prefetch(builder, columns.buffer, at, false));
            }
            let to = add_scaled(builder, index(builder, 0), deep, panels.nr);
            for (value, to) in read.iter().zip(each(builder, to)) {
                builder.create("vector.store", &[*value, panels.b, to], &[], &[], Vec::new());
            }
        };
        if_else(builder, packs, pack, |_| {});
        read
    }

    /// The sums of one tile over the depth, a vector a row and group of columns.
    fn register_tile(
        &self,
        builder: &Builder<'c>,
        panels: &Panels<'c>,
        a: Value<'c>,
        block: &Block<'c>,
        start: &[Value<'c>],
        columns: &Columns<'c, '_>,
    ) -> Vec<Value<'c>> {
        let factor = self.factors[0].r#type();
        let start: Vec<_> = (0..panels.mr).flat_map(|_| start.iter().copied()).collect();
        for_loop(builder, index(builder, 0), block.groups, 1, &start, |builder, deep, sums| {
            let columns = self.columns_at(builder, panels, columns, (deep, block.groups));
            let a = add_scaled(builder, a, deep, panels.a_layout.along);
            let mut next = Vec::new();
            for (i, sums) in sums.chunks(columns.len()).enumerate() {
                let at = add_scaled(builder, a, index(builder, i as i64 * panels.a_layout.across), 1);
                let row = self.row_at(builder, panels, at, factor);
                next.extend(
                    columns.iter().zip(sums).map(|(column, sum)| self.dot.add_product(builder, row, *column, *sum)),
                );
            }
            next
        })
    }

    /// One group of factors of A's panel, in every lane.
    fn row_at(&self, builder: &Builder<'c>, panels: &Panels<'c>, at: Value<'c>, factor: Type<'c>) -> Value<'c> {
        let group = self.dot.group();
        if group == 1 {
            let scalar = builder.value("memref.load", &[panels.a, at], factor, &[]);
            return splat(builder, scalar, panels.lanes);
        }
        let factors = builder.value("vector.load", &[panels.a, at], vector(factor, group), &[]);
        let unit = unit(builder, factor, group);
        let one = bitcast(builder, factors, vector(unit, 1));
        let all = builder.value("vector.broadcast", &[one], vector(unit, panels.lanes), &[]);
        bitcast(builder, all, vector(factor, panels.lanes * group))
    }

    /// Adds `rows` rows of a tile, of their columns those that there are, by way of a tile in memory: one code for whole
    /// tiles and those at the edges, of one row.
    fn add_rows(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        panels: &Panels<'c>,
        place: Place<'c>,
        sums: &[Value<'c>],
        (rows, masks): (Value<'c>, &Option<Vec<Value<'c>>>),
    ) {
        for (i, sum) in sums.iter().enumerate() {
            let to = index(builder, i as i64 * panels.lanes);
            builder.create("vector.store", &[*sum, panels.tile, to], &[], &[], Vec::new());
        }
        let ty = vector(panels.scalar, panels.lanes);
        let begin = index(builder, 0);
        for_loop(builder, begin, rows, 1, &[], |builder, row, _| {
            let from = add_scaled(builder, begin, row, panels.nr);
            let at = add_scaled(builder, place.at, row, place.step);
            for v in 0..panels.vectors() {
                let step = index(builder, v as i64 * panels.lanes);
                let (from, at) = (add_scaled(builder, from, step, 1), add_scaled(builder, at, step, 1));
                let mask = masks.as_ref().map(|masks| masks[v]);
                let sum = builder.value("vector.load", &[panels.tile, from], ty, &[]);
                let old = match mask {
                    None => builder.value("vector.load", &[place.target, at], ty, &[]),
                    Some(mask) => {
                        let none = zero(builder, panels);
                        builder.value("vector.maskedload", &[place.target, at, mask, none], ty, &[])
                    }
                };
                let old = place.counted(builder, panels, old);
                let new = builder.value(self.dot.add(), &[old, sum], ty, &[]);
                let new = self.finished(builder, frame, new, panels.lanes);
                match mask {
                    None => builder.create("vector.store", &[new, place.target, at], &[], &[], Vec::new()),
                    Some(mask) => {
                        builder.create("vector.maskedstore", &[place.target, at, mask, new], &[], &[], Vec::new())
                    }
                };
            }
            Vec::new()
        });
    }
}

/// A vector of sums that are zero.
fn zero<'c>(builder: &Builder<'c>, panels: &Panels<'c>) -> Value<'c> {
    let ty = vector(panels.scalar, panels.lanes);
    let zero = builder.attr(&format!("dense<{}> : {ty}", zero_text(panels.scalar)));
    builder.value("arith.constant", &[], ty, &[("value", zero)])
}

impl<'c> Place<'c> {
    /// What of `old` counts.
    fn counted(&self, builder: &Builder<'c>, panels: &Panels<'c>, old: Value<'c>) -> Value<'c> {
        let Some(counts) = self.counts else { return old };
        builder.value("arith.select", &[counts, old, zero(builder, panels)], old.r#type(), &[])
    }
}

/// Asks for the lines of a tile that is added to later.
fn fetch<'c>(builder: &Builder<'c>, place: Place<'c>, rows: Value<'c>, width: Value<'c>) {
    let last = builder.value("arith.subi", &[width, index(builder, 1)], width.r#type(), &[]);
    for_loop(builder, index(builder, 0), rows, 1, &[], |builder, row, _| {
        let at = add_scaled(builder, place.at, row, place.step);
        prefetch(builder, place.target, at, true);
        prefetch(builder, place.target, add_scaled(builder, at, last, 1), true);
        Vec::new()
    });
}

/// Asks for the line of `buffer` at `at`.
fn prefetch<'c>(builder: &Builder<'c>, buffer: Value<'c>, at: Value<'c>, writes: bool) {
    let attributes = [
        ("isWrite", builder.attr(if writes { "true" } else { "false" })),
        ("localityHint", builder.attr("3 : i32")),
        ("isDataCache", builder.attr("true")),
    ];
    builder.create("memref.prefetch", &[buffer, at], &[], &attributes, Vec::new());
}
