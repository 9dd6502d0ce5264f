//! The innermost part of a packed contraction: the products of two panels, summed in registers and added to the result.

use super::dot::{bitcast, unit};
use super::factors::ContractionEmitter;
use super::matrix_tiles::MatrixTiles;
use super::ops::{
    add_offset, add_scaled, constant, equal, if_else, load_masked, load_scalar, load_vector, prefetch, remaining,
    splat, store_masked, store_vector, vector, zero,
};
use crate::codegen::schedule::packing::Packing;
use crate::codegen::schedule::register_tile::prefetch_distance;
use crate::memref::memref_type;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, DYNAMIC, Tensor, Type, Value, integer_type};
use xla_dialect::ods::{arith, memref, vector};

/// The memory of panels, and what they hold.
pub struct Panels<'c, 'p> {
    /// Panels of rows.
    pub a: Value<'c>,
    /// Panels of columns.
    pub b: Value<'c>,
    /// The sums of one register tile.
    pub tile: Value<'c>,
    /// How A is packed: its tile is the rows of a register tile.
    pub a_packing: &'p Packing<'c>,
    /// Columns of a register tile.
    pub tile_columns: i64,
}

/// A block of the result.
pub struct OutputBlock<'c> {
    /// The address of its first element.
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

/// A panel of B in the operand's own memory.
pub struct Unpacked<'c> {
    /// The input.
    pub input: usize,
    /// The address of its first element.
    pub at: Value<'c>,
    /// From row to row.
    pub stride: i64,
    /// From behind the panel's last row to the next panel's first, if the processor cannot predict that it will read these
    /// lines.
    pub jump: Option<Value<'c>>,
}

/// Where a tile reads its panel of B.
struct Columns<'c, 'u> {
    buffer: Value<'c>,
    at: Value<'c>,
    /// From a group's row to the next.
    step: Value<'c>,
    /// For each vector, a mask of the columns that exist, if they may be fewer than its lanes.
    masks: Option<Vec<Value<'c>>>,
    /// The panel in the operand's memory, and whether that is what is read, to be packed.
    packs: Option<(&'u Unpacked<'c>, Value<'c>)>,
}

/// The memory that a tile's sums are added to.
#[derive(Clone, Copy)]
struct TileTarget<'c> {
    buffer: Value<'c>,
    at: Value<'c>,
    /// From row to row.
    step: i64,
    rows: Value<'c>,
    /// For each lane, whether the memory holds sums; absent if it does.
    counts: Option<Value<'c>>,
}

/// The tiles of a block of the result.
pub struct RegisterTiles<'c, 'p> {
    /// The contraction.
    pub emitter: ContractionEmitter<'c, 'p>,
    /// The panels' memory.
    pub panels: &'p Panels<'c, 'p>,
    /// The block.
    pub block: &'p OutputBlock<'c>,
}

impl<'c> RegisterTiles<'c, '_> {
    /// Emits every register tile of the block.
    pub fn emit(&self, builder: &Builder<'c>) {
        let (emitter, panels, block) = (self.emitter, self.panels, self.block);
        let zero = index(builder, 0);
        let kernel = emitter.kernel();
        let buffer = emitter.frame.buffers[kernel.inputs.len()];
        let step = emitter.plan.m.map_or(0, |m| kernel.outputs[0].strides[m]);
        let start = self.start(builder);
        let counts = emitter.plan.fresh.then(|| {
            let yes = constant(builder, integer_type(builder.context, 1), 1.0);
            let counts = arith::xori(builder, block.first, yes);
            splat(builder, counts, emitter.plan.lanes)
        });
        let masks = self.masks(builder);
        let tile_rows = panels.a_packing.tile;
        for_loop(builder, zero, block.height, tile_rows, &[], |builder, row, _| {
            let a = add_scaled(builder, zero, row, panels.a_packing.layout.row);
            let rows = remaining(builder, row, block.height, tile_rows);
            let target = TileTarget { buffer, at: add_scaled(builder, block.output, row, step), step, rows, counts };
            self.fetch(builder, target);
            let columns = match &block.unpacked {
                None => self.packed(builder),
                Some(unpacked) => {
                    let first = equal(builder, row, zero);
                    self.packed_with_first(builder, unpacked, first, masks.clone())
                }
            };
            if let Some(matrices) = MatrixTiles::of(self) {
                matrices.emit(builder, a);
            } else {
                let sums = self.sums(builder, a, &start, &columns);
                for (i, sum) in (0..).zip(sums) {
                    store_vector(builder, sum, panels.tile, index(builder, i * emitter.plan.lanes));
                }
            }
            self.add_rows(builder, target, masks.as_deref());
            Vec::new()
        });
    }

    /// Vectors of columns of a register tile.
    fn vectors(&self) -> i64 {
        self.panels.tile_columns / self.emitter.plan.lanes
    }

    /// A vector of sums that are zero.
    fn zero(&self, builder: &Builder<'c>) -> Value<'c> {
        zero(builder, self.emitter.sums_type())
    }

    /// For each vector of a panel's columns, a mask of those that exist, unless all panels are full.
    fn masks(&self, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
        let (lanes, width) = (self.emitter.plan.lanes, self.block.width);
        let ty = vector(integer_type(builder.context, 1), lanes);
        let mask = |v: i64| vector::create_mask(builder, &[add_offset(builder, width, -v * lanes)], ty);
        let all_full = self.emitter.plan.contraction.columns() % self.panels.tile_columns == 0;
        (!all_full).then(|| (0..self.vectors()).map(mask).collect())
    }

    /// B's panel, packed before.
    fn packed<'u>(&self, builder: &Builder<'c>) -> Columns<'c, 'u> {
        let step = index(builder, self.panels.tile_columns * self.emitter.dot().group());
        Columns { buffer: self.panels.b, at: index(builder, 0), step, masks: None, packs: None }
    }

    /// B's panel: in the operand's memory for the first tile, which packs it, then as it is packed. One piece of code does
    /// both, half of what two would be.
    fn packed_with_first<'u>(
        &self,
        builder: &Builder<'c>,
        unpacked: &'u Unpacked<'c>,
        first: Value<'c>,
        masks: Option<Vec<Value<'c>>>,
    ) -> Columns<'c, 'u> {
        let select = |yes: Value<'c>, no: Value<'c>| arith::select(builder, first, yes, no);
        let any = memref_type(Tensor::new(&[DYNAMIC], self.factor_type(1)).ty());
        let input = self.emitter.frame.buffers[unpacked.input];
        let [input, panel] = [input, self.panels.b].map(|buffer| memref::cast(builder, buffer, any));
        Columns {
            buffer: select(input, panel),
            at: select(unpacked.at, index(builder, 0)),
            step: select(index(builder, unpacked.stride), index(builder, self.panels.tile_columns)),
            masks,
            packs: Some((unpacked, first)),
        }
    }

    /// What the sums of a panel of columns begin with: zeros, or what compensates for the flip of A's bytes.
    fn start(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        let (dot, groups) = (self.emitter.dot(), self.block.groups);
        let zero = self.zero(builder);
        let zeros = vec![zero; self.vectors() as usize];
        if !dot.flips() {
            return zeros;
        }
        let packed = self.packed(builder);
        let top = splat(builder, dot.top_bit(builder), self.emitter.plan.lanes * dot.group());
        let sums = for_loop(builder, index(builder, 0), groups, 1, &zeros, |builder, deep, sums| {
            let columns = self.columns_at(builder, &packed, deep);
            let each = columns.into_iter().zip(sums);
            each.map(|(column, sum)| dot.add_product(builder, top, column, *sum)).collect()
        });
        sums.into_iter().map(|sum| arith::subi(builder, zero, sum)).collect()
    }

    /// The groups of factors of B's panel at one depth, a vector for each vector of sums.
    fn columns_at(&self, builder: &Builder<'c>, columns: &Columns<'c, '_>, deep: Value<'c>) -> Vec<Value<'c>> {
        let lanes = self.emitter.plan.lanes * self.emitter.dot().group();
        let ty = vector(self.factor_type(1), lanes);
        let each = |builder: &Builder<'c>, begin: Value<'c>| -> Vec<Value<'c>> {
            (0..self.vectors()).map(|v| add_offset(builder, begin, v * lanes)).collect()
        };
        let begin = arith::muli(builder, deep, columns.step);
        let begin = add_scaled(builder, columns.at, begin, 1);
        let masks = columns.masks.iter().flatten().copied().map(Some).chain(std::iter::repeat(None));
        let read = each(builder, begin).into_iter().zip(masks);
        let read: Vec<_> = read.map(|(at, mask)| load_masked(builder, columns.buffer, at, ty, mask)).collect();
        let Some((unpacked, packs)) = columns.packs else { return read };
        let pack = |builder: &Builder<'c>| {
            if let Some(jump) = unpacked.jump {
                let later = add_offset(builder, deep, prefetch_distance(&self.emitter.frame.machine));
                let beyond = arith::cmpi(builder, arith::CmpIPredicate::Sge, later, self.block.groups);
                let jump = arith::select(builder, beyond, jump, index(builder, 0));
                let begin = add_scaled(builder, unpacked.at, later, unpacked.stride);
                let ahead = each(builder, add_scaled(builder, begin, jump, 1));
                ahead.into_iter().for_each(|at| prefetch(builder, columns.buffer, at, false));
            }
            let to = add_scaled(builder, index(builder, 0), deep, self.panels.tile_columns);
            for (value, to) in read.iter().zip(each(builder, to)) {
                store_vector(builder, *value, self.panels.b, to);
            }
        };
        if_else(builder, packs, pack, |_| {});
        read
    }

    /// The sums of one tile of vectors over the depth, a vector per row and group of columns; `a` is the address of its rows.
    fn sums(
        &self,
        builder: &Builder<'c>,
        a: Value<'c>,
        start: &[Value<'c>],
        columns: &Columns<'c, '_>,
    ) -> Vec<Value<'c>> {
        let (packing, dot) = (self.panels.a_packing, self.emitter.dot());
        let start: Vec<_> = (0..packing.tile).flat_map(|_| start.iter().copied()).collect();
        for_loop(builder, index(builder, 0), self.block.groups, 1, &start, |builder, deep, sums| {
            let columns = self.columns_at(builder, columns, deep);
            let a = add_scaled(builder, a, deep, packing.layout.along);
            let mut next = Vec::new();
            for (i, sums) in (0..).zip(sums.chunks(columns.len())) {
                let at = add_offset(builder, a, i * packing.layout.across);
                let row = self.row_at(builder, at, self.emitter.plan.lanes);
                next.extend(columns.iter().zip(sums).map(|(column, sum)| dot.add_product(builder, row, *column, *sum)));
            }
            next
        })
    }

    /// The type of the factors of A or of B.
    pub fn factor_type(&self, side: usize) -> Type<'c> {
        self.emitter.packed_factors()[side].r#type()
    }

    /// One group of factors of A's panel, in each of `lanes`.
    pub fn row_at(&self, builder: &Builder<'c>, at: Value<'c>, lanes: i64) -> Value<'c> {
        let (group, factor) = (self.emitter.dot().group(), self.factor_type(0));
        if group == 1 {
            return splat(builder, load_scalar(builder, self.panels.a, at), lanes);
        }
        let factors = load_vector(builder, self.panels.a, at, vector(factor, group));
        let unit = unit(builder, factor, group);
        let one = bitcast(builder, factors, vector(unit, 1));
        let all = vector::broadcast(builder, one, vector(unit, lanes));
        bitcast(builder, all, vector(factor, lanes * group))
    }

    /// Adds the rows that exist of the tile in memory: one piece of code, of one row, serves whole tiles and those at the
    /// edges.
    fn add_rows(&self, builder: &Builder<'c>, target: TileTarget<'c>, masks: Option<&[Value<'c>]>) {
        let (emitter, panels) = (self.emitter, self.panels);
        let (lanes, ty) = (emitter.plan.lanes, emitter.sums_type());
        let begin = index(builder, 0);
        for_loop(builder, begin, target.rows, 1, &[], |builder, row, _| {
            let from = add_scaled(builder, begin, row, panels.tile_columns);
            let at = add_scaled(builder, target.at, row, target.step);
            for v in 0..self.vectors() {
                let (from, at) = (add_offset(builder, from, v * lanes), add_offset(builder, at, v * lanes));
                let mask = masks.map(|masks| masks[v as usize]);
                let sum = load_vector(builder, panels.tile, from, ty);
                let mut old = load_masked(builder, target.buffer, at, ty, mask);
                if let Some(counts) = target.counts {
                    old = arith::select(builder, counts, old, self.zero(builder));
                }
                let new = emitter.finished(builder, emitter.dot().add(builder, old, sum));
                store_masked(builder, new, target.buffer, at, mask);
            }
            Vec::new()
        });
    }

    /// Prefetches the lines of a tile that is added to later.
    fn fetch(&self, builder: &Builder<'c>, target: TileTarget<'c>) {
        let width = self.block.width;
        let last = arith::subi(builder, width, index(builder, 1));
        for_loop(builder, index(builder, 0), target.rows, 1, &[], |builder, row, _| {
            let at = add_scaled(builder, target.at, row, target.step);
            prefetch(builder, target.buffer, at, true);
            prefetch(builder, target.buffer, add_scaled(builder, at, last, 1), true);
            Vec::new()
        });
    }
}
