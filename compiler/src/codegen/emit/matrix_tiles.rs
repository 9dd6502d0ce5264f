//! A register tile that is made of matrix tiles: those of AMX, which multiply 16 rows of A by 16 columns of B, 64 bytes deep.
//!
//! ```text
//! for the depth in steps of 16 groups of factors
//!   A: rows, one below the other                load each tile of A
//!   B: groups of 16 columns, as lanes hold them load each tile of B
//!   each tile of sums += tile of A * tile of B
//! ```
//! A processor without matrix tiles computes them in vectors, a row for each of theirs, from the same panels: what tests of
//! layouts and edges need.

use super::ops::{add_offset, add_scaled, load_vector, store_vector, vector, zero};
use super::register_tile::RegisterTiles;
use crate::codegen::analysis::body::bits;
use crate::codegen::schedule::dot::{Dot, MatrixFactors};
use crate::codegen::schedule::register_tile::MATRIX_ROWS;
use crate::intrinsic::call_intrinsic;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use xla_dialect::ir::{
    Builder, Type, Value, element_type, i64_attribute, integer_attribute, integer_type, matrix_tile_type, pointer_type,
};
use xla_dialect::ods::{arith, llvm, memref};

/// Bytes of a row of a matrix tile.
const ROW_BYTES: i64 = 64;

/// The matrix tiles of a register tile.
pub struct MatrixTiles<'c, 'p> {
    tiles: &'p RegisterTiles<'c, 'p>,
    factors: MatrixFactors,
    /// Whether the processor has them.
    has_instructions: bool,
    /// Rows of a matrix tile.
    rows: i64,
    /// Matrix tiles along the rows, and along the columns.
    counts: (i64, i64),
}

/// A matrix in memory.
#[derive(Clone, Copy)]
struct Matrix<'c> {
    buffer: Value<'c>,
    at: Value<'c>,
    rows: i64,
    /// Elements from row to row.
    stride: i64,
}

impl<'c> Matrix<'c> {
    /// The operands that describe it to the instructions: its rows, their bytes, its address, and the bytes between rows.
    fn operands(self, builder: &Builder<'c>) -> [Value<'c>; 4] {
        let size = bits(element_type(self.buffer.r#type())) / 8;
        let start = memref::extract_aligned_pointer_as_index(builder, self.buffer);
        let address = add_scaled(builder, start, self.at, size);
        let wide = integer_type(builder.context, 64);
        let address = arith::index_cast(builder, address, wide);
        let pointer = llvm::inttoptr(builder, address, pointer_type(builder.context));
        let stride = arith::constant(builder, i64_attribute(builder.context, self.stride * size));
        [short(builder, self.rows), short(builder, ROW_BYTES), pointer, stride]
    }
}

/// A number of rows or of bytes.
fn short<'c>(builder: &Builder<'c>, value: i64) -> Value<'c> {
    arith::constant(builder, integer_attribute(integer_type(builder.context, 16), value))
}

impl<'c, 'p> MatrixTiles<'c, 'p> {
    /// Those of each register tile of `tiles`, if it is made of them.
    pub fn of(tiles: &'p RegisterTiles<'c, 'p>) -> Option<Self> {
        let Dot::Matrix(factors) = tiles.emitter.dot() else { return None };
        let has_instructions = factors.have_instructions(tiles.emitter.frame.machine.extensions);
        let tile_rows = tiles.panels.a_packing.tile;
        let along_rows = (tile_rows + MATRIX_ROWS - 1) / MATRIX_ROWS;
        let counts = (along_rows, tiles.panels.tile_columns / MATRIX_ROWS);
        Some(Self { tiles, factors, has_instructions, rows: tile_rows / along_rows, counts })
    }

    /// Computes the sums of the register tile whose rows of A begin at `a`, and stores them in its memory.
    pub fn emit(&self, builder: &Builder<'c>, a: Value<'c>) {
        let (panels, group) = (self.tiles.panels, self.tiles.emitter.dot().group());
        let (down, right) = self.counts;
        let layout = panels.a_packing.layout;
        // A tile for each: LLVM copies tiles through memory.
        let start: Vec<_> = (0..down * right).flat_map(|_| self.none(builder)).collect();
        let parts = if self.has_instructions { 1 } else { self.rows as usize };
        let (begin, end) = (index(builder, 0), self.tiles.block.groups);
        let sums = for_loop(builder, begin, end, MATRIX_ROWS, &start, |builder, deep, sums| {
            let a = add_scaled(builder, a, deep, layout.along);
            let a = |i: i64| Matrix {
                buffer: panels.a,
                at: add_offset(builder, a, i * self.rows * layout.across),
                rows: self.rows,
                stride: layout.across,
            };
            let stride = panels.tile_columns * group;
            let b = add_scaled(builder, begin, deep, stride);
            let b = |i: i64| Matrix {
                buffer: panels.b,
                at: add_offset(builder, b, i * MATRIX_ROWS * group),
                rows: MATRIX_ROWS,
                stride,
            };
            let a: Vec<_> = (0..down).map(|i| self.loaded(builder, a(i))).collect();
            let b: Vec<_> = (0..right).map(|i| self.loaded(builder, b(i))).collect();
            let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
            let each = pairs.zip(sums.chunks(parts));
            each.flat_map(|((a, b), sums)| self.add_product(builder, sums, *a, *b)).collect()
        });
        for (i, sums) in (0..).zip(sums.chunks(parts)) {
            let (row, column) = (i / right * self.rows, i % right * MATRIX_ROWS);
            let at = index(builder, row * panels.tile_columns + column);
            let into = Matrix { buffer: panels.tile, at, rows: self.rows, stride: panels.tile_columns };
            self.store(builder, sums, into);
        }
    }

    /// The type of a row of sums.
    fn row_type(&self) -> Type<'c> {
        vector(self.tiles.emitter.plan.contraction.element(), MATRIX_ROWS)
    }

    /// Sums that are zero: one tile, or a vector for each of its rows.
    fn none(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        if self.has_instructions {
            let size = [short(builder, self.rows), short(builder, ROW_BYTES)];
            return vec![call_intrinsic(
                builder,
                "llvm.x86.tilezero.internal",
                &size,
                matrix_tile_type(builder.context),
            )];
        }
        vec![zero(builder, self.row_type()); self.rows as usize]
    }

    /// A matrix, and the tile that holds it; vectors read it where it is.
    fn loaded(&self, builder: &Builder<'c>, matrix: Matrix<'c>) -> (Matrix<'c>, Option<Value<'c>>) {
        let load = || {
            let operands = matrix.operands(builder);
            call_intrinsic(builder, "llvm.x86.tileloadd64.internal", &operands, matrix_tile_type(builder.context))
        };
        (matrix, self.has_instructions.then(load))
    }

    /// `sums + a * b`.
    fn add_product(
        &self,
        builder: &Builder<'c>,
        sums: &[Value<'c>],
        (a_at, a): (Matrix<'c>, Option<Value<'c>>),
        (b_at, b): (Matrix<'c>, Option<Value<'c>>),
    ) -> Vec<Value<'c>> {
        if let (Some(a), Some(b)) = (a, b) {
            let intrinsic = match self.factors {
                MatrixFactors::Bf16 => "llvm.x86.tdpbf16ps.internal",
                MatrixFactors::Bytes { signed: [true, true] } => "llvm.x86.tdpbssd.internal",
                MatrixFactors::Bytes { signed: [true, false] } => "llvm.x86.tdpbsud.internal",
                MatrixFactors::Bytes { signed: [false, true] } => "llvm.x86.tdpbusd.internal",
                MatrixFactors::Bytes { signed: [false, false] } => "llvm.x86.tdpbuud.internal",
            };
            let [rows, bytes] = [self.rows, ROW_BYTES].map(|size| short(builder, size));
            return vec![call_intrinsic(
                builder,
                intrinsic,
                &[rows, bytes, bytes, sums[0], a, b],
                matrix_tile_type(builder.context),
            )];
        }
        let dot = self.tiles.emitter.dot();
        let groups = (index(builder, 0), index(builder, MATRIX_ROWS));
        for_loop(builder, groups.0, groups.1, 1, sums, |builder, deep, sums| {
            let ty = vector(self.tiles.factor_type(1), MATRIX_ROWS * dot.group());
            let columns = load_vector(builder, b_at.buffer, add_scaled(builder, b_at.at, deep, b_at.stride), ty);
            let a = add_scaled(builder, a_at.at, deep, dot.group());
            let product = |(i, sum): (i64, &Value<'c>)| {
                let row = self.tiles.row_at(builder, add_offset(builder, a, i * a_at.stride), MATRIX_ROWS);
                dot.add_product(builder, row, columns, *sum)
            };
            (0..).zip(sums).map(product).collect()
        })
    }

    /// Stores a tile of sums.
    fn store(&self, builder: &Builder<'c>, sums: &[Value<'c>], into: Matrix<'c>) {
        if self.has_instructions {
            let mut operands = into.operands(builder).to_vec();
            operands.push(sums[0]);
            llvm::call_intrinsic(builder, "llvm.x86.tilestored64.internal", &operands, &[], &[], None);
            return;
        }
        for (i, row) in (0..).zip(sums) {
            store_vector(builder, *row, into.buffer, add_offset(builder, into.at, i * into.stride));
        }
    }
}
