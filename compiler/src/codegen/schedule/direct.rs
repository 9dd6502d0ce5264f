//! Contractions whose operands are read where they are: convolutions, and products of small or narrow matrices, where
//! packing would cost as much as it saves.

use super::contraction::SharedLoop;
use super::register_tile::{NR_VECTORS, even_tile, most_rows};
use crate::codegen::analysis::body::bits;
use crate::codegen::analysis::contraction::Contraction;
use crate::machine::{MachineModel, PAGE};

/// How a contraction is computed without packing.
pub struct DirectPlan {
    /// The inputs that are A and B.
    pub inputs: [usize; 2],
    /// The loops over rows that make tiles, one or two.
    pub rows: Vec<usize>,
    /// Rows of a tile, along each.
    pub tile: Vec<i64>,
    /// Columns of a tile: whole vectors.
    pub columns: i64,
    /// Whether the loop over panels of columns is inside those over rows.
    pub panels_inside: bool,
    /// Whether all of B stays in half of the second-level cache, so that rows may be computed a few at a time.
    pub keeps_b: bool,
}

impl DirectPlan {
    /// The tiles of `contraction`, if it is to be computed without packing.
    pub fn of(contraction: &Contraction<'_>, machine: &MachineModel) -> Option<Self> {
        /// Panels of columns up to which A is read again from wherever it is.
        const FEW_PANELS: i64 = 4;
        /// Rows of A up to which B is read too seldom for what packing it costs, if it is in the last cache.
        const FEW_ROWS: i64 = 64;
        let inputs = contraction.plain_inputs()?;
        let (kernel, rows) = (&contraction.kernel, &contraction.rows);
        let extent = |d: &usize| contraction.extent(*d);
        let element = bits(contraction.element());
        let (lanes, bytes) = (machine.lanes(element), element / 8);
        let b = &kernel.inputs[inputs[1]];
        let vectors = vectors(contraction.columns(), lanes, machine);
        let nr = lanes * vectors;
        let depth: i64 = contraction.k.iter().map(extent).product();
        let row_count: i64 = rows.iter().map(extent).product();
        // A panel of B is read again for each tile of rows: it leaves a quarter of the second-level cache to A and C. If its rows are
        // less than a page apart, the processor reads ahead, and it may come from the last cache. A is read once per panel of columns.
        let stride = b.strides[*contraction.k.last()?].abs();
        let b_bytes = depth * contraction.columns() * bytes;
        let is_near = stride * bytes < PAGE || row_count <= FEW_ROWS && b_bytes <= machine.l3 / 4;
        let panel_bytes = if stride <= FEW_PANELS * nr { machine.l3 / 4 } else { machine.l2 * 3 / 4 };
        // Whole vectors of A's elements are multiplied: of very few columns, partial sums along the reduction are faster.
        let fits = b.strides[contraction.n] == 1
            && is_near
            && depth * nr * bytes <= panel_bytes
            && (depth * row_count * bytes <= machine.l2 || contraction.columns() <= FEW_PANELS * nr)
            && contraction.columns() > (lanes / 4).max(1);
        if !fits {
            return None;
        }
        let rows = rows[rows.len().saturating_sub(2)..].to_vec();
        let most = most_rows(machine, vectors);
        let inner = even_tile(extent(rows.last()?), most);
        let tile = match rows.as_slice() {
            [outer, _] => vec![even_tile(extent(outer), most / inner), inner],
            _ => vec![inner],
        };
        let (panels_inside, keeps_b) = (b_bytes <= machine.l1 / 2, b_bytes <= machine.l2 / 2);
        Some(Self { inputs, rows, tile, columns: nr, panels_inside, keeps_b })
    }

    /// What `cores` threads share: that of which the largest share is smaller, where they may all read B. What follows row by row
    /// finds in its thread's caches what this one has written.
    pub fn shared(&self, contraction: &Contraction<'_>, cores: i64) -> SharedLoop {
        let [row] = self.rows.as_slice() else { return SharedLoop::Rows };
        let (rows, columns) = (contraction.extent(*row), contraction.columns());
        let share = |extent: i64, tile: i64| (extent + tile * cores - 1) / (tile * cores) * tile;
        let (by_rows, by_columns) = (share(rows, self.tile[0]) * columns, rows * share(columns, self.columns));
        let prefers_rows = if self.keeps_b { by_rows <= by_columns } else { rows > columns };
        if prefers_rows { SharedLoop::Rows } else { SharedLoop::Columns }
    }
}

/// Vectors of columns of a tile, where there are so many columns.
fn vectors(columns: i64, lanes: i64, machine: &MachineModel) -> i64 {
    /// Registers that leave rows enough to tiles of three vectors.
    const MANY_REGISTERS: i64 = 32;
    match (columns + lanes - 1) / lanes {
        3 if machine.vector_registers >= MANY_REGISTERS => 3,
        all => all.min(NR_VECTORS),
    }
}
