//! The tile of a contraction's result that is kept in vector registers.

use crate::machine::MachineModel;

/// Vectors of columns of a register tile, unless there are fewer: two loads of B then serve all rows, and the additions of
/// a row are independent.
pub const NR_VECTORS: i64 = 2;

/// Rows of a register tile of vectors at most, on any machine.
pub const MOST_ROWS_OF_VECTORS: i64 = 14;

/// Rows of a register tile of `vectors` of columns at most: the registers hold the sums, a row of B, one element of A in every
/// lane, and one value in between.
pub fn most_rows(machine: &MachineModel, vectors: i64) -> i64 {
    (machine.vector_registers - vectors - 2) / vectors
}

/// Rows of a register tile for `rows` rows: the number that leaves the smallest remainder, and reads B seldom.
pub fn tile_rows(rows: i64, machine: &MachineModel) -> i64 {
    // A row takes an instruction per vector, and reading B and the loop three.
    let cost = |tile: &i64| (rows + tile - 1) / tile * (tile * NR_VECTORS + 3);
    (1..=most_rows(machine, NR_VECTORS).min(rows)).rev().min_by_key(cost).unwrap_or(1)
}

/// Rows of a matrix tile at most, of 64 bytes each; its columns, where sums are of 32 bits; and the groups of factors
/// along the depth that a product of two tiles sums.
pub const MATRIX_ROWS: i64 = 16;

/// Matrix tiles of sums along the rows and along the columns of a register tile at most. With those of A and of B, they are
/// the eight that there are, and each one that is loaded is multiplied twice.
const MATRIX_TILES: i64 = 2;

/// Rows of a register tile of matrix tiles at most.
pub const MOST_ROWS_OF_MATRICES: i64 = MATRIX_TILES * MATRIX_ROWS;

/// Rows of a register tile of matrix tiles for `rows` rows: of a few, tiles of equal size; of many, whole ones.
pub fn tile_rows_of_matrices(rows: i64) -> i64 {
    const MOST: i64 = MOST_ROWS_OF_MATRICES;
    const MANY: i64 = 4 * MOST;
    if rows >= MANY {
        return MOST;
    }
    let tiles = (rows + MOST - 1) / MOST;
    whole_matrices((rows + tiles - 1) / tiles)
}

/// `rows` of a register tile, made a number that matrix tiles of equal size hold.
pub fn whole_matrices(rows: i64) -> i64 {
    let matrices = (rows + MATRIX_ROWS - 1) / MATRIX_ROWS;
    (rows + matrices - 1) / matrices * matrices
}

/// Rows of a tile along a loop: a divisor of its extent that is large enough, otherwise tiles as equal as possible.
pub fn even_tile(extent: i64, most: i64) -> i64 {
    if extent <= most {
        return extent;
    }
    // Sums of four sevenths of the registers hide the latency of the additions.
    let least = (most * 4 / 7).max(1);
    let divisor = (least..=most).rev().find(|size| extent % size == 0);
    divisor.unwrap_or_else(|| {
        let count = (extent + most - 1) / most;
        (extent + count - 1) / count
    })
}

/// How many rows of B are prefetched ahead of the one that is multiplied: as many as are multiplied while memory answers.
pub fn prefetch_distance(machine: &MachineModel) -> i64 {
    /// Cycles: 80 to 100 ns at 3.5 to 4 GHz.
    const MEMORY_LATENCY: i64 = 340;
    /// Fused multiplications and additions that a core begins in a cycle.
    const PER_CYCLE: i64 = 2;
    MEMORY_LATENCY / (most_rows(machine, NR_VECTORS) * NR_VECTORS / PER_CYCLE)
}
