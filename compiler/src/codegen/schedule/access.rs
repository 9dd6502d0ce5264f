//! How vectors are read and written where elements are not neighbours, and what that costs beside single elements.

use crate::codegen::analysis::body::{bits, element_bits};
use crate::codegen::analysis::kernel::{Kernel, Operand};
use crate::codegen::analysis::pattern::{Pattern, moving_ops, table_reads};
use xla_dialect::ir::{Type, block_args, has_uses};

/// How a vector of an operand's elements, which lie a number of elements apart, is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// One element for all lanes.
    Same,
    /// Neighbours.
    Neighbours,
    /// Reads all elements from the first to the last, and picks those of the lanes by shuffles: all of them are in memory.
    Shuffled,
    /// Reads by a gather.
    Gathered,
    /// Writes vectors of all elements from the first to the last, of which masks select those of the lanes.
    Masked,
    /// Reads or writes one element after the other.
    Single,
}

impl Access {
    /// As many vectors are read as elements lie apart: up to here that takes less than gathers, which take more than one cycle
    /// for each element.
    pub const MOST_APART: i64 = 8;

    /// How `lanes` elements of type `element`, which lie `stride` apart, are read.
    pub fn of_read(element: Type<'_>, stride: i64, lanes: i64) -> Self {
        match stride {
            0 => Self::Same,
            1 => Self::Neighbours,
            _ if stride.abs() <= Self::MOST_APART.min(lanes) => Self::Shuffled,
            _ if matches!(bits(element), 32 | 64) => Self::Gathered,
            _ => Self::Single,
        }
    }

    /// How `lanes` elements that lie `stride` apart are written.
    pub fn of_write(stride: i64, lanes: i64) -> Self {
        /// Up to here a mask selects more than one lane, which is worth it.
        const MOST_APART: i64 = 4;
        match stride {
            1 => Self::Neighbours,
            _ if stride != 0 && stride.abs() <= MOST_APART.min(lanes / 2) => Self::Masked,
            _ => Self::Single,
        }
    }

    /// The instructions for `lanes` elements of type `element` that lie `stride` apart, to write them.
    fn cost_of_write(element: Type<'_>, stride: i64, lanes: i64) -> i64 {
        /// Bits of a line of the cache.
        const LINE: i64 = 512;
        /// What a store takes as long as, where the next one is to another line.
        const STORE_APART: i64 = 8;
        match Self::of_write(stride, lanes) {
            Self::Single if stride.abs().saturating_mul(element_bits(element)) >= LINE => lanes * STORE_APART,
            access => access.cost(stride, lanes),
        }
    }

    /// The instructions of one access.
    fn cost(self, stride: i64, lanes: i64) -> i64 {
        match self {
            Self::Same | Self::Neighbours => 1,
            Self::Shuffled => 2 * stride.abs() - 1,
            Self::Gathered => 3 * lanes,
            Self::Masked => 2 * stride.abs(),
            Self::Single => 2 * lanes,
        }
    }
}

/// The instructions for `lanes` results of a nest.
pub struct Costs {
    /// Computed together, as neighbours along a loop.
    pub together: i64,
    /// Computed one after the other.
    pub single: i64,
    /// Of those computed together, for each term.
    term: i64,
}

impl Costs {
    /// Those of `lanes` neighbours along loop `d` of `kernel`.
    pub fn of(kernel: &Kernel<'_>, d: usize, lanes: i64) -> Self {
        /// Instructions that combine the lanes of a vector.
        const ACROSS_LANES: i64 = 8;
        let ops = moving_ops(kernel);
        let arguments = block_args(kernel.body);
        let reads = kernel.inputs.iter().zip(&arguments).filter(|(_, argument)| has_uses(**argument));
        let read = |operand: &Operand<'_>| {
            Access::of_read(operand.element, operand.strides[d], lanes).cost(operand.strides[d], lanes)
        };
        let written = |operand: &Operand<'_>| match kernel.dims[d].parallel {
            true => Access::cost_of_write(operand.element, operand.strides[d], lanes),
            false => lanes * ACROSS_LANES,
        };
        let terms = kernel.dims.iter().filter(|dim| !dim.parallel).map(|dim| dim.extent).product::<i64>();
        let (mut each, mut count) = (ops, ops);
        for (operand, _) in reads {
            each += read(operand);
            count += 1;
        }
        // A load of a table is one of the ops. Where data decide what is read, it is one instruction, or one for each lane, at either.
        for (element, pattern) in table_reads(kernel, d) {
            if let Pattern::Steps(stride) = pattern {
                each += Access::of_read(element, stride, lanes).cost(stride, lanes) - 1;
            }
        }
        let writes: i64 = kernel.outputs.iter().map(written).sum();
        Self {
            term: each,
            together: each.saturating_mul(terms).saturating_add(writes),
            single: count.saturating_mul(terms).saturating_add(kernel.outputs.len() as i64).saturating_mul(lanes),
        }
    }

    /// The instructions for `extent` results, in whole vectors, and the remainder one by one.
    pub fn of_whole(&self, lanes: i64, extent: i64) -> i64 {
        let remainder = self.single.saturating_mul(extent % lanes) / lanes;
        self.together.saturating_mul(extent / lanes).saturating_add(remainder)
    }

    /// Those of `extent` results, in vectors of which a mask selects lanes of the last one.
    pub fn of_part(&self, lanes: i64, extent: i64) -> Self {
        let vectors = (extent + lanes - 1) / lanes;
        Self {
            together: self.together.saturating_mul(vectors),
            single: self.single.saturating_mul(extent) / lanes,
            ..*self
        }
    }

    /// The instructions for `period` results whose terms are in the lanes of vectors, in turn, if those of a vector of `lanes` are
    /// these costs.
    pub fn of_few(&self, kernel: &Kernel<'_>, period: i64, lanes: i64) -> i64 {
        /// What the loop of each vector takes.
        const LOOP: i64 = 2;
        /// Where the terms of these results begin and end: loops, starts and stores of parts of vectors.
        const AROUND: i64 = 6;
        let mut reductions = kernel.dims.iter().rev().take_while(|dim| !dim.parallel).map(|dim| dim.extent);
        let terms = reductions.next().unwrap_or(1).saturating_mul(period);
        let around = reductions.fold(1, i64::saturating_mul);
        // The remainder in vectors of a half, a quarter and so on.
        let vectors = terms / lanes + i64::from((terms % lanes / period).count_ones());
        let halvings = i64::from((lanes / period).ilog2()) * kernel.outputs.len() as i64;
        vectors
            .saturating_mul(around)
            .saturating_mul(self.term + LOOP)
            .saturating_add(halvings * (self.term + 1) + AROUND)
    }

    /// Whether vectors take less by so much that the loop around them, which single elements have too, does not matter.
    pub fn pay(&self) -> bool {
        self.together.saturating_mul(4) <= self.single.saturating_mul(3)
    }
}
