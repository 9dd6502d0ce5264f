//! Packing: copies the factors of a contraction into panels, which hold what a register tile reads in the order in which it
//! reads it.
//!
//! ```text
//! for groups of factors along the depth
//!   for rows (or columns) of the panel: the factors of the group
//! ```
//! Where the operand is contiguous along the panel, vectors of it are copied, interleaved if factors are grouped; where it
//! is contiguous along the depth, squares of B are transposed. A's elements are read one by one, from rows as well:
//!
//! ```text
//! for rows of the panel
//!   for groups of factors along the depth: the factors of the group
//! ```

use super::body::Lanes;
use super::dot::{bitcast, interleave, unit};
use super::factors::ContractionEmitter;
use super::ops::{add_offset, add_scaled, equal, if_else, load_vector, remaining, store, store_vector, vector, zero};
use super::transpose::transpose;
use crate::codegen::analysis::body::{bits, is_contiguous_along};
use crate::codegen::schedule::nest::has_complex;
use crate::codegen::schedule::packing::{Method, Packing};
use crate::codegen::schedule::register_tile::MATRIX_ROWS;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Value, integer_type, shape_of};
use xla_dialect::ods::{arith, vector};

/// One operand, and the memory of its panels.
pub struct Side<'c, 'p> {
    /// How it is packed.
    pub packing: &'p Packing<'c>,
    /// The panels' memory.
    pub into: Value<'c>,
    /// A square of vectors, if it is to be transposed.
    pub square: Value<'c>,
    /// Whether it is A.
    pub is_a: bool,
}

/// A panel to be filled.
pub struct Panel<'c, 's> {
    /// The operand.
    pub side: &'s Side<'c, 's>,
    /// The operands' addresses at its first row (or column) and depth.
    pub at: Vec<Value<'c>>,
    /// Where it begins in memory.
    pub start: Value<'c>,
    /// Its rows or columns, at most the tile's.
    pub count: Value<'c>,
    /// Its depth, in factors.
    pub length: Value<'c>,
}

impl<'c> ContractionEmitter<'c, '_> {
    /// Copies `width` rows (or columns) of `length` into panels.
    pub fn pack_panels(
        &self,
        builder: &Builder<'c>,
        side: &Side<'c, '_>,
        base: &[Value<'c>],
        (width, length): (Value<'c>, Value<'c>),
    ) {
        let (zero, packing) = (index(builder, 0), side.packing);
        for_loop(builder, zero, width, packing.tile, &[], |builder, first, _| {
            let at = packing.across.map_or(base.to_vec(), |d| self.kernel().advance(builder, base, d, first));
            let start = add_scaled(builder, zero, first, packing.layout.row);
            let count = remaining(builder, first, width, packing.tile);
            self.pack(builder, &Panel { side, at, start, count, length });
            Vec::new()
        });
    }

    /// Fills a panel. Rows (or columns) beyond its `count` are never stored to the result, so that their values do not
    /// matter; the remainder of a group is zeros.
    pub fn pack(&self, builder: &Builder<'c>, panel: &Panel<'c, '_>) {
        let packing = panel.side.packing;
        match packing.method {
            Method::Rows => self.copy_rows(builder, panel),
            Method::Copy => self.if_full(builder, panel, |builder| self.copy(builder, panel)),
            Method::Columns => self.if_full(builder, panel, |builder| self.transpose_columns(builder, panel)),
            Method::Transpose => self.transpose(builder, panel),
            Method::Scalars => self.copy_scalars(builder, panel, index(builder, 0)),
        }
        self.complete_matrices(builder, panel);
    }

    /// Zeros behind the last group of factors, where matrix tiles reach beyond it.
    fn complete_matrices(&self, builder: &Builder<'c>, panel: &Panel<'c, '_>) {
        let (side, group, at_once) = (panel.side, self.dot().group(), self.dot().groups_at_once());
        let packing = side.packing;
        // Blocks end with whole tiles, but for the last one.
        if at_once == 1 || self.kernel().dims[self.innermost()].extent % (group * at_once) == 0 {
            return;
        }
        let zeros = zero(builder, vector(packing.factor.r#type(), group));
        let begin = self.groups(builder, panel.length);
        let end = self.whole(builder, add_offset(builder, begin, at_once - 1), at_once);
        for_loop(builder, begin, end, 1, &[], |builder, deep, _| {
            let to = add_scaled(builder, panel.start, deep, packing.layout.along);
            for_loop(builder, index(builder, 0), index(builder, packing.tile), 1, &[], |builder, i, _| {
                let to = add_scaled(builder, to, i, packing.layout.across);
                store_vector(builder, zeros, side.into, to);
                Vec::new()
            });
            Vec::new()
        });
    }

    /// Fills a panel by `copy` if it is full, otherwise one by one.
    fn if_full(&self, builder: &Builder<'c>, panel: &Panel<'c, '_>, copy: impl Fn(&Builder<'c>)) {
        if self.all_full(panel.side.packing) {
            return copy(builder);
        }
        let full = equal(builder, panel.count, index(builder, panel.side.packing.tile));
        let scalars = |builder: &Builder<'c>| self.copy_scalars(builder, panel, index(builder, 0));
        if_else(builder, full, copy, scalars);
    }

    /// Whether all panels are full.
    fn all_full(&self, packing: &Packing<'c>) -> bool {
        packing.across.is_some_and(|d| self.kernel().dims[d].extent % packing.tile == 0)
    }

    /// The addresses of row (or column) `i` of a panel.
    fn row_of(&self, builder: &Builder<'c>, panel: &Panel<'c, '_>, i: Value<'c>) -> Vec<Value<'c>> {
        let across = panel.side.packing.across;
        across.map_or(panel.at.clone(), |d| self.kernel().advance(builder, &panel.at, d, i))
    }

    /// `length` rounded down to a multiple of `step`, a power of two.
    fn whole(&self, builder: &Builder<'c>, length: Value<'c>, step: i64) -> Value<'c> {
        arith::andi(builder, length, index(builder, -step))
    }

    /// Fills what is left of a panel behind depth `whole` one by one, if the depth is not always a multiple of `step`:
    /// blocks are, but for the last one.
    fn copy_remainder(&self, builder: &Builder<'c>, panel: &Panel<'c, '_>, whole: Value<'c>, step: i64) {
        if self.kernel().dims[self.innermost()].extent % step != 0 {
            let group = index(builder, self.dot().group());
            let whole = arith::divui(builder, whole, group);
            self.copy_scalars(builder, panel, whole);
        }
    }

    /// Fills a panel of rows.
    fn copy_rows(&self, builder: &Builder<'c>, panel: &Panel<'c, '_>) {
        let (side, k) = (panel.side, self.innermost());
        let zero = index(builder, 0);
        let step = self.frame.machine.lanes(bits(side.packing.factor.r#type()));
        let whole = self.whole(builder, panel.length, step);
        let is_masked = self.is_masked(step);
        // The cache line behind a row has room for the lanes that are masked out.
        let end = if is_masked { panel.length } else { whole };
        for_loop(builder, zero, panel.count, 1, &[], |builder, row, _| {
            let at = self.row_of(builder, panel, row);
            let to = add_scaled(builder, panel.start, row, side.packing.layout.across);
            for_loop(builder, zero, end, step, &[], |builder, deep, _| {
                let mask = is_masked.then(|| self.mask(builder, remaining(builder, deep, panel.length, step), step));
                let at = self.kernel().advance(builder, &at, k, deep);
                let value = self.packed_line(builder, side, &at, (step, mask));
                store_vector(builder, value, side.into, add_scaled(builder, to, deep, 1));
                Vec::new()
            });
            Vec::new()
        });
        if !is_masked {
            self.copy_remainder(builder, panel, whole, step);
        }
    }

    /// Whether the last factors along the depth are fewer than `step`, and masks may select them.
    fn is_masked(&self, step: i64) -> bool {
        let is_maskable = self.frame.machine.has_masks() && !has_complex(self.kernel());
        self.kernel().dims[self.innermost()].extent % step != 0 && is_maskable
    }

    /// The mask of the first `count` of `step` lanes.
    fn mask(&self, builder: &Builder<'c>, count: Value<'c>, step: i64) -> Value<'c> {
        vector::create_mask(builder, &[count], vector(integer_type(builder.context, 1), step))
    }

    /// `count` factors along the depth, zeros where a mask does not select them.
    fn packed_line(
        &self,
        builder: &Builder<'c>,
        side: &Side<'c, '_>,
        at: &[Value<'c>],
        (count, mask): (i64, Option<Value<'c>>),
    ) -> Value<'c> {
        let value = self.packed_factor(builder, side, at, (Lanes { count, along: self.innermost() }, mask));
        mask.map_or(value, |mask| arith::select(builder, mask, value, zero(builder, value.r#type())))
    }

    /// Fills a whole panel of an operand that is contiguous along it.
    fn copy(&self, builder: &Builder<'c>, panel: &Panel<'c, '_>) {
        let (side, group, k) = (panel.side, self.dot().group(), self.innermost());
        let packing = side.packing;
        let whole = arith::divui(builder, panel.length, index(builder, group));
        for_loop(builder, index(builder, 0), whole, 1, &[], |builder, deep, _| {
            let first = add_scaled(builder, index(builder, 0), deep, group);
            let at = self.kernel().advance(builder, &panel.at, k, first);
            let to = add_scaled(builder, panel.start, deep, packing.layout.along);
            let mut column = 0;
            while column < packing.tile {
                // Powers of two that add up to the tile.
                let lanes = Lanes { count: 1 << (packing.tile - column).ilog2(), along: packing.across.unwrap_or(0) };
                let at = self.columns_of(builder, packing, &at, index(builder, column));
                let value = self.interleaved(builder, side, &at, lanes);
                let to = add_offset(builder, to, column * group);
                store(builder, value, side.into, to, lanes.count * group);
                column += lanes.count;
            }
            Vec::new()
        });
        if self.kernel().dims[k].extent % group != 0 {
            self.copy_scalars(builder, panel, whole);
        }
    }

    /// The addresses that are `column` rows (or columns) of a panel behind `at`.
    fn columns_of(
        &self,
        builder: &Builder<'c>,
        packing: &Packing<'c>,
        at: &[Value<'c>],
        column: Value<'c>,
    ) -> Vec<Value<'c>> {
        packing.across.map_or(at.to_vec(), |d| self.kernel().advance(builder, at, d, column))
    }

    /// The factors of a group at `at` and its neighbours across, one group after the other.
    fn interleaved(&self, builder: &Builder<'c>, side: &Side<'c, '_>, at: &[Value<'c>], lanes: Lanes) -> Value<'c> {
        let lines = (0..self.dot().group()).map(|line| {
            let at = self.kernel().advance(builder, at, self.innermost(), index(builder, line));
            self.packed_factor(builder, side, &at, (lanes, None))
        });
        interleave(builder, lines.collect(), lanes.count)
    }

    /// Fills a whole panel, whose rows are contiguous, of an operand that is contiguous along it: squares of groups.
    fn transpose_columns(&self, builder: &Builder<'c>, panel: &Panel<'c, '_>) {
        let (side, group) = (panel.side, self.dot().group());
        let packing = side.packing;
        let element = packing.factor.r#type();
        let lanes = Lanes { count: MATRIX_ROWS, along: packing.across.unwrap_or(0) };
        let step = MATRIX_ROWS * group;
        let whole = self.whole(builder, panel.length, step);
        let zero = index(builder, 0);
        for_loop(builder, zero, index(builder, packing.tile), MATRIX_ROWS, &[], |builder, first, _| {
            let at = self.columns_of(builder, packing, &panel.at, first);
            let to = add_scaled(builder, panel.start, first, packing.layout.across);
            for_loop(builder, zero, whole, step, &[], |builder, deep, _| {
                let unit = vector(unit(builder, element, group), MATRIX_ROWS);
                let line = |i: i64| {
                    let deep = add_offset(builder, deep, i * group);
                    let at = self.kernel().advance(builder, &at, self.innermost(), deep);
                    bitcast(builder, self.interleaved(builder, side, &at, lanes), unit)
                };
                let rows = transpose(builder, (0..MATRIX_ROWS).map(line).collect());
                let to = add_scaled(builder, to, deep, 1);
                for (i, row) in (0..).zip(rows) {
                    let to = add_offset(builder, to, i * packing.layout.across);
                    store_vector(builder, bitcast(builder, row, vector(element, step)), side.into, to);
                }
                Vec::new()
            });
            Vec::new()
        });
        self.copy_remainder(builder, panel, whole, step);
    }

    /// Fills a panel of an operand that is contiguous along the depth, a square of vectors at a time. Its lines go through memory, from
    /// where pieces of them are transposed, both in loops: that is little to compile. Columns beyond the panel's `count` repeat the last
    /// one.
    fn transpose(&self, builder: &Builder<'c>, panel: &Panel<'c, '_>) {
        let (side, group, k) = (panel.side, self.dot().group(), self.innermost());
        let packing = side.packing;
        let lanes = self.frame.machine.lanes(bits(packing.factor.r#type()) * group);
        let step = lanes * group;
        let last = add_offset(builder, panel.count, -1);
        let zero = index(builder, 0);
        let whole = self.whole(builder, panel.length, step);
        let is_masked = self.is_masked(step);
        let end = if is_masked { panel.length } else { whole };
        for_loop(builder, zero, index(builder, packing.tile), lanes, &[], |builder, first, _| {
            for_loop(builder, zero, end, step, &[], |builder, deep, _| {
                let mask = is_masked.then(|| self.mask(builder, remaining(builder, deep, panel.length, step), step));
                for_loop(builder, zero, index(builder, lanes), 1, &[], |builder, line, _| {
                    let mut column = add_scaled(builder, first, line, 1);
                    if !self.all_full(packing) {
                        column = arith::minsi(builder, column, last);
                    }
                    let at = self.kernel().advance(builder, &self.row_of(builder, panel, column), k, deep);
                    let value = self.packed_line(builder, side, &at, (step, mask));
                    store_vector(builder, value, side.square, add_scaled(builder, zero, line, step));
                    Vec::new()
                });
                let to = add_scaled(builder, panel.start, deep, packing.tile);
                let to = add_scaled(builder, to, first, group);
                self.transpose_pieces(builder, side, lanes, to);
                Vec::new()
            });
            Vec::new()
        });
        if !is_masked {
            self.copy_remainder(builder, panel, whole, step);
        }
    }

    /// Transposes the square of vectors of `lanes` groups into the panel at `to`. From each line a piece is read, as many of them in a
    /// vector as fit, so that the lanes of a piece alone change places:
    ///
    /// ```text
    /// pieces of lines 0, 4, 8, 12        lanes 0 of lines 0 to 15
    /// pieces of lines 1, 5, 9, 13   -->  lanes 1 of lines 0 to 15
    /// pieces of lines 2, 6, 10, 14       lanes 2 of lines 0 to 15
    /// pieces of lines 3, 7, 11, 15       lanes 3 of lines 0 to 15
    /// ```
    fn transpose_pieces(&self, builder: &Builder<'c>, side: &Side<'c, '_>, lanes: i64, to: Value<'c>) {
        /// Bits of a piece: what processors move as a whole in a vector.
        const PIECE: i64 = 128;
        let group = self.dot().group();
        let element = side.packing.factor.r#type();
        let (step, size) = (lanes * group, PIECE / (bits(element) * group));
        let unit = unit(builder, element, group);
        let zero = index(builder, 0);
        for_loop(builder, zero, index(builder, lanes), size, &[], |builder, piece, _| {
            let read = |line: i64| {
                let from = add_scaled(builder, index(builder, line * step), piece, group);
                let value = load_vector(builder, side.square, from, vector(element, size * group));
                bitcast(builder, value, vector(unit, size))
            };
            let rows = (0..size).map(|i| joined(builder, (i..lanes).step_by(size as usize).map(read).collect()));
            let to = add_scaled(builder, to, piece, side.packing.layout.along);
            for (i, row) in (0..).zip(transpose(builder, rows.collect())) {
                let to = add_offset(builder, to, i * side.packing.layout.along);
                store_vector(builder, bitcast(builder, row, vector(element, step)), side.into, to);
            }
            Vec::new()
        });
    }

    /// Fills a panel one by one, from a group on.
    fn copy_scalars(&self, builder: &Builder<'c>, panel: &Panel<'c, '_>, from: Value<'c>) {
        let groups = self.groups(builder, panel.length);
        // Along memory: the inner loop is the one along which elements are neighbours.
        let along = is_contiguous_along(self.kernel(), panel.side.packing.factor, self.innermost());
        let (count, depth) = ((index(builder, 0), panel.count), (from, groups));
        let (outer, inner) = if along { (count, depth) } else { (depth, count) };
        for_loop(builder, outer.0, outer.1, 1, &[], |builder, slow, _| {
            for_loop(builder, inner.0, inner.1, 1, &[], |builder, fast, _| {
                let (i, deep) = if along { (slow, fast) } else { (fast, slow) };
                self.copy_group(builder, panel, i, deep);
                Vec::new()
            });
            Vec::new()
        });
    }

    /// Copies group `deep` of row (or column) `i` of a panel.
    fn copy_group(&self, builder: &Builder<'c>, panel: &Panel<'c, '_>, i: Value<'c>, deep: Value<'c>) {
        let (side, group, k) = (panel.side, self.dot().group(), self.innermost());
        let (layout, element) = (side.packing.layout, side.packing.factor.r#type());
        let at = self.row_of(builder, panel, i);
        let to = add_scaled(builder, panel.start, deep, layout.along);
        let to = add_scaled(builder, to, i, layout.across);
        for line in 0..group {
            let mut value;
            if group == 1 {
                let at = self.kernel().advance(builder, &at, k, deep);
                value = self.packed_factor(builder, side, &at, (Lanes::ONE, None));
            } else {
                let deep = add_scaled(builder, index(builder, line), deep, group);
                let last = arith::subi(builder, panel.length, index(builder, 1));
                let inside = arith::minsi(builder, deep, last);
                let at = self.kernel().advance(builder, &at, k, inside);
                value = self.packed_factor(builder, side, &at, (Lanes::ONE, None));
                let is_inside = equal(builder, deep, inside);
                let zero = zero(builder, element);
                value = arith::select(builder, is_inside, value, zero);
            }
            store(builder, value, side.into, add_offset(builder, to, line), 1);
        }
    }

    /// The value that is packed, computed from the inputs at `at`, on `lanes`, or on those that a mask selects.
    fn packed_factor(
        &self,
        builder: &Builder<'c>,
        side: &Side<'c, '_>,
        at: &[Value<'c>],
        (lanes, mask): (Lanes, Option<Value<'c>>),
    ) -> Value<'c> {
        let value = self.factor(builder, side.packing.factor, at, (lanes, mask));
        if side.is_a { self.dot().flipped(builder, value, lanes.count) } else { value }
    }
}

/// The lanes of one vector after those of the other, of as many vectors as a power of two.
fn joined<'c>(builder: &Builder<'c>, mut vectors: Vec<Value<'c>>) -> Value<'c> {
    while let [first, _, ..] = vectors[..] {
        let lanes: Vec<i64> = (0..2 * shape_of(first.r#type())[0]).collect();
        vectors = vectors.chunks(2).map(|pair| vector::shuffle(builder, pair[0], pair[1], &lanes)).collect();
    }
    vectors[0]
}
