//! How the operands of a contraction are packed into panels.

use super::dot::Dot;
use super::register_tile::MATRIX_ROWS;
use crate::codegen::analysis::body::{bits, is_contiguous_along, is_vectorizable};
use crate::codegen::analysis::contraction::Contraction;
use crate::machine::MachineModel;
use melior::ir::ValueLike;
use xla_dialect::ir::Value;

/// How one operand is packed.
pub struct Packing<'c> {
    /// The value that is multiplied.
    pub factor: Value<'c>,
    /// The loop over rows or columns, if there is one.
    pub across: Option<usize>,
    /// Rows or columns of a panel.
    pub tile: i64,
    /// Where a panel's factors are.
    pub layout: Layout,
    /// How they get there.
    pub method: Method,
}

/// How a panel is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Vectors along the depth are copied, row by row.
    Rows,
    /// Vectors along the panel are copied, and interleaved if factors are grouped.
    Copy,
    /// Vectors along the depth are transposed, a square at a time.
    Transpose,
    /// Vectors along the panel are copied, interleaved if factors are grouped, and transposed in registers.
    Columns,
    /// Element by element.
    Scalars,
}

/// Where the factors of panels are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Elements from a row (or column) of a panel to the next.
    pub across: i64,
    /// Elements from a group of factors to the next one along the depth.
    pub along: i64,
    /// Elements of a row (or column), so that panels of `tile` rows are `tile * row` apart.
    pub row: i64,
}

impl Layout {
    /// Rows (or columns) as neighbours, at most `depth` factors deep.
    fn interleaved(tile: i64, group: i64, depth: i64) -> Self {
        Self { across: group, along: tile * group, row: depth }
    }

    /// Rows one after the other, with a cache line of `line` elements between them: where rows begin at multiples of a
    /// page, all of a tile's rows would be in the same few sets of the first-level cache.
    fn rows(group: i64, depth: i64, line: i64) -> Self {
        Self { across: depth + line, along: group, row: depth + line }
    }
}

/// What the packing of both operands depends on.
pub struct Panels<'p, 'c> {
    /// The contraction.
    pub contraction: &'p Contraction<'c>,
    /// How products are added.
    pub dot: Dot,
    /// Sums in a vector.
    pub lanes: i64,
    /// Factors along the depth of a panel, at most.
    pub depth: i64,
    /// The processor.
    pub machine: &'p MachineModel,
}

impl<'c> Panels<'_, 'c> {
    /// The packing of A, in panels of `tile` rows of loop `across`.
    pub fn a(&self, factor: Value<'c>, across: Option<usize>, tile: i64) -> Packing<'c> {
        let is_along_rows = across.is_some_and(|m| self.is_copied(factor, m));
        let is_along_depth = across.is_some() && !is_along_rows && self.is_copied(factor, self.innermost());
        // The rows of matrix tiles are contiguous, whatever those of A are.
        if !is_along_depth && !self.dot.is_matrix() {
            return self.interleaved(factor, across, tile);
        }
        let line = self.machine.cache_line * 8 / bits(factor.r#type());
        let layout = Layout::rows(self.dot.group(), self.depth, line);
        let method = match () {
            () if is_along_depth => Method::Rows,
            () if is_along_rows && tile % MATRIX_ROWS == 0 => Method::Columns,
            () => Method::Scalars,
        };
        Packing { factor, across, tile, layout, method }
    }

    /// The packing of B, in panels of `tile` columns.
    pub fn b(&self, factor: Value<'c>, tile: i64) -> Packing<'c> {
        self.interleaved(factor, Some(self.contraction.n), tile)
    }

    fn interleaved(&self, factor: Value<'c>, across: Option<usize>, tile: i64) -> Packing<'c> {
        let k = self.innermost();
        let method = if across.is_some_and(|d| self.is_copied(factor, d)) {
            Method::Copy
        } else if self.is_copied(factor, k) && self.contraction.extent(k) >= self.lanes * self.dot.group() {
            Method::Transpose
        } else {
            Method::Scalars
        };
        let layout = Layout::interleaved(tile, self.dot.group(), self.depth);
        Packing { factor, across, tile, layout, method }
    }

    /// The reduction that panels are deep along.
    fn innermost(&self) -> usize {
        self.contraction.k[self.contraction.k.len() - 1]
    }

    /// Whether vectors of `factor` can be computed along loop `d`.
    fn is_copied(&self, factor: Value<'c>, d: usize) -> bool {
        let kernel = &self.contraction.kernel;
        is_vectorizable(kernel.body) && is_contiguous_along(kernel, factor, d)
    }
}
