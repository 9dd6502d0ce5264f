//! The relation between an array, its slices and an array of slices, which `gather` and `scatter` describe alike with
//! different names.

use super::dimensions::{self, compatible, show};
use super::literal::Literal;
use super::matching::literal_of;
use super::meaning::Arguments;
use crate::bounds;
use crate::diagnostics::Violation;
use crate::ir::{DYNAMIC, Tensor, Value, named_dimensions};
use crate::require;

/// The names that an op has for the parts of [`Slices`].
struct Names {
    window: &'static str,
    collapsed: &'static str,
    operand_batching: &'static str,
    indices_batching: &'static str,
    map: &'static str,
    /// The attribute that holds them all in StableHLO.
    numbers: &'static str,
}

const GATHER: Names = Names {
    window: "offset_dims",
    collapsed: "collapsed_slice_dims",
    operand_batching: "operand_batching_dims",
    indices_batching: "start_indices_batching_dims",
    map: "start_index_map",
    numbers: "dimension_numbers",
};

const SCATTER: Names = Names {
    window: "update_window_dims",
    collapsed: "inserted_window_dims",
    operand_batching: "input_batching_dims",
    indices_batching: "scatter_indices_batching_dims",
    map: "scatter_dims_to_operand_dims",
    numbers: "scatter_dimension_numbers",
};

/// Slices of an operand, at an array of indices. The array of slices, which `gather` gives and `scatter` takes, has
/// *window* dimensions, which run inside of a slice, and between them *batch* dimensions, which run over the indices.
pub struct Slices {
    /// The window dimensions of the array of slices.
    pub window: Vec<i64>,
    /// Operand dimensions in which a slice has one element and its array no dimension.
    pub collapsed: Vec<i64>,
    /// Operand dimensions that are walked together with those in `indices_batching`.
    pub operand_batching: Vec<i64>,
    /// Dimensions of the array of indices.
    pub indices_batching: Vec<i64>,
    /// The operand dimension that each component of an index belongs to.
    pub map: Vec<i64>,
    /// The dimension of the array of indices that holds an index's components; its rank when an index is a scalar.
    pub vector: i64,
    names: &'static Names,
}

impl Slices {
    /// The slices of a `gather` of xla or StableHLO.
    pub fn of_gather(arguments: &Arguments<'_>) -> Self {
        Self::of(arguments, &GATHER)
    }

    /// The slices of a `scatter` of xla or StableHLO.
    pub fn of_scatter(arguments: &Arguments<'_>) -> Self {
        Self::of(arguments, &SCATTER)
    }

    fn of(arguments: &Arguments<'_>, names: &'static Names) -> Self {
        let numbers = arguments.attr(names.numbers).and_then(named_dimensions);
        let list = |name: &str| match &numbers {
            Some(lists) => {
                lists.iter().find(|(list, _)| list == name).map(|(_, list)| list.clone()).unwrap_or_default()
            }
            None => arguments.i64s(name),
        };
        let vector = match &numbers {
            Some(_) => list("index_vector_dim").first().copied().unwrap_or_default(),
            None => arguments.int("index_vector_dim"),
        };
        Self {
            window: list(names.window),
            collapsed: list(names.collapsed),
            operand_batching: list(names.operand_batching),
            indices_batching: list(names.indices_batching),
            map: list(names.map),
            vector,
            names,
        }
    }

    /// The components of an index, if a literal says that all of `indices` are that one.
    pub(super) fn only_index(&self, indices: Value<'_>) -> Option<Vec<i64>> {
        if self.map.is_empty() {
            return Some(Vec::new());
        }
        let literal = literal_of(indices)?;
        let integer = |bytes: &[u8]| Literal::new(literal.element, &[], bytes.to_vec())?.integer();
        match literal.one() {
            Some(one) => Some(vec![integer(one)?; self.map.len()]),
            None if literal.count() != self.map.len() => None,
            None => literal.stored().chunks_exact(literal.element.storage_bytes()).map(integer).collect(),
        }
    }

    /// The operand dimensions that the window dimensions are, in order.
    pub fn window_in_operand(&self, rank: usize) -> Vec<i64> {
        (0..rank as i64).filter(|d| !self.collapsed.contains(d) && !self.operand_batching.contains(d)).collect()
    }

    /// The dimensions of the array of indices that the batch dimensions are, in order.
    pub fn batch_in_indices(&self, rank: usize) -> Vec<i64> {
        (0..rank as i64).filter(|d| *d != self.vector).collect()
    }

    /// The batch dimension of an array of slices, of rank `rank`, that dimension `d` of the array of indices, of rank `of_indices`, is.
    pub fn batch_of(&self, d: i64, of_indices: usize, rank: usize) -> Option<i64> {
        let at = self.batch_in_indices(of_indices).iter().position(|own| *own == d)?;
        self.batch(rank).get(at).copied()
    }

    /// The batch dimensions of an array of slices of this rank.
    pub fn batch(&self, rank: usize) -> Vec<i64> {
        (0..rank as i64).filter(|d| !self.window.contains(d)).collect()
    }

    /// The shape of the array of slices, of slices of these sizes along the operand's dimensions.
    pub fn shape(&self, indices: &[i64], sizes: &[i64]) -> Vec<i64> {
        let mut window = self.window_in_operand(sizes.len()).into_iter().map(|d| sizes[d as usize]);
        let mut batch = self.batch_in_indices(indices.len()).into_iter().map(|d| indices[d as usize]);
        let rank = window.len() + batch.len();
        let next = |d| if self.window.contains(&d) { window.next() } else { batch.next() };
        (0..rank as i64).filter_map(next).collect()
    }

    /// Checks all but the sizes of the slices.
    pub fn verify<'c>(&self, operand: &Tensor<'c>, indices: &Tensor<'c>) -> Result<(), Violation<'c>> {
        let names = self.names;
        require!(
            indices.xla_element().is_none_or(|element| element.is_integer()),
            "indexing-element-type",
            "has indices of type {}; they must be integers",
            indices.element
        );
        require!(
            self.window.len() + self.collapsed.len() + self.operand_batching.len() == operand.rank(),
            "indexing-rank",
            "has {} {}, {} {} and {} {}, which must be the {} dimensions of the operand",
            self.window.len(),
            names.window,
            self.collapsed.len(),
            names.collapsed,
            self.operand_batching.len(),
            names.operand_batching,
            operand.rank()
        );
        self.verify_indices(indices)?;
        dimensions::increasing("indexing-window", names.window, &self.window)?;
        // One batch dimension fewer than the indices have, unless the vector's is left out.
        let rank = self.window.len() + self.batch_in_indices(indices.rank()).len();
        dimensions::in_range("indexing-window", names.window, &self.window, rank)?;
        for (label, name, list) in [
            ("indexing-collapsed", names.collapsed, &self.collapsed),
            ("indexing-batching", names.operand_batching, &self.operand_batching),
        ] {
            dimensions::increasing(label, name, list)?;
            dimensions::in_range(label, name, list, operand.rank())?;
        }
        self.disjoint("indexing-collapsed-batching", names.collapsed, &self.collapsed)?;
        dimensions::unique("indexing-map", names.map, &self.map)?;
        dimensions::in_range("indexing-map", names.map, &self.map, operand.rank())?;
        self.disjoint("indexing-map-batching", names.map, &self.map)?;
        self.verify_batching(operand, indices)
    }

    fn verify_indices<'c>(&self, indices: &Tensor<'c>) -> Result<(), Violation<'c>> {
        let rank = indices.rank() as i64;
        require!(
            (0..=rank).contains(&self.vector),
            "indexing-vector-dim",
            "has index_vector_dim = {}; it must be 0 to {rank}, for the indices have rank {rank}",
            self.vector
        );
        let components = if self.vector < rank { indices.shape[self.vector as usize] } else { 1 };
        require!(
            compatible(components, self.map.len() as i64),
            "indexing-map",
            "maps {} components by {} = {}, but an index has {components}",
            self.map.len(),
            self.names.map,
            show(&self.map)
        );
        Ok(())
    }

    /// A batching dimension is nothing else.
    fn disjoint<'c>(&self, label: &'static str, name: &str, list: &[i64]) -> Result<(), Violation<'c>> {
        for dimension in list {
            require!(
                !self.operand_batching.contains(dimension),
                label,
                "has dimension {dimension} in {name} and in {}",
                self.names.operand_batching
            );
        }
        Ok(())
    }

    fn verify_batching<'c>(&self, operand: &Tensor<'c>, indices: &Tensor<'c>) -> Result<(), Violation<'c>> {
        let (ours, theirs) = (&self.operand_batching, &self.indices_batching);
        let (name, label) = (self.names.indices_batching, "indexing-indices-batching");
        dimensions::unique(label, name, theirs)?;
        dimensions::in_range(label, name, theirs, indices.rank())?;
        require!(
            !theirs.contains(&self.vector),
            label,
            "has dimension {} in {name}, where the components of an index are",
            self.vector
        );
        require!(
            ours.len() == theirs.len(),
            "indexing-batching-pairs",
            "pairs {} {} with {} {name}",
            ours.len(),
            self.names.operand_batching,
            theirs.len()
        );
        for (&d, &i) in ours.iter().zip(theirs) {
            let (size, other) = (operand.shape[d as usize], indices.shape[i as usize]);
            require!(
                compatible(size, other),
                "indexing-batching-sizes",
                "pairs dimension {d} of the operand, of size {size}, with dimension {i} of the indices, of size {other}"
            );
        }
        Ok(())
    }

    /// Whether a slice has one element at most along operand dimension `d`.
    pub(super) fn is_thin(&self, d: i64) -> bool {
        self.collapsed.contains(&d) || self.operand_batching.contains(&d)
    }
}

/// The sizes that slices of `sizes` have: of a dimension that has a bound, taken whole, only the bound is known.
pub(super) fn taken(sizes: &[i64], operand: &Tensor<'_>) -> Vec<i64> {
    let each = sizes.iter().zip(&operand.shape).zip(bounds::of(operand));
    each.map(|((&size, &whole), bound)| if whole == DYNAMIC && size == bound { DYNAMIC } else { size }).collect()
}

/// Requires a slice of `sizes`, one a dimension, to fit the operand.
pub(super) fn sizes_fit<'c>(
    label: &'static str,
    what: &str,
    sizes: &[i64],
    operand: &Tensor<'c>,
) -> Result<(), Violation<'c>> {
    for (d, (&size, &whole)) in sizes.iter().zip(&operand.shape).enumerate() {
        let fits = size == DYNAMIC || size >= 0 && (whole == DYNAMIC || size <= whole);
        require!(fits, label, "has {what} {}, but dimension {d} has size {}", show(sizes), show(&[whole]));
    }
    Ok(())
}
