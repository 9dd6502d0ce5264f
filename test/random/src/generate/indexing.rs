//! Slices, gathers and scatters by computed indices.

use super::ops::{Family, Op};
use super::reductions::Body;
use super::{Generator, array_of, list_of, sized};
use crate::case::{Fill, exact_limit, largest};
use crate::model::Value;
use xla_runtime::TensorType;
use xla_scalar::Element;

impl Generator {
    fn index_element(&mut self) -> Element {
        use Element::*;
        self.pick(&[S32, S32, S32, S64, S64, U32, U8, S8, S16, U64])
    }

    /// A scalar index into `size` elements, often one that does not fit.
    fn index(&mut self, element: Element, size: usize) -> Value {
        let ty = TensorType::new(element, &[]);
        if self.chance(40) { self.value(&ty) } else { self.leaf_of(&ty, Fill::Range(-2, size as i64 + 2)) }
    }
}

impl Generator {
    /// Indices that follow from where they stand: `step * i + first` along a dimension, backwards for a negative step.
    fn counted(&mut self, ty: &TensorType) -> Option<Value> {
        let dim = self.rng.usize(0..ty.shape.len().max(1));
        let size = *ty.shape.get(dim)? as f64;
        let (step, first) = self.pick(&[(1.0, 0.0), (1.0, 1.0), (-1.0, size - 1.0), (2.0, 0.0), (3.0, -2.0)]);
        let most = largest(ty.element);
        let mut made = self.one("stablehlo.iota", &[], format!("iota_dimension = {dim} : i64"), ty.clone(), size);
        if step > 1.0 {
            let step = self.splat(ty, step);
            made = self.one("stablehlo.multiply", &[made, step], "", ty.clone(), most);
        }
        let first = self.splat(ty, first);
        let (op, operands) = match step < 0.0 {
            true => ("stablehlo.subtract", [first, made]),
            false => ("stablehlo.add", [made, first]),
        };
        Some(self.one(op, &operands, "", ty.clone(), most))
    }
}

pub fn dynamic_slice(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let shape: Vec<usize> = ty.shape.iter().map(|&size| size + g.pick(&[0, 0, 1, 2, 5, 17])).collect();
    if !g.fits(&shape) {
        return None;
    }
    let x = g.value(&sized(ty, shape.clone()));
    let element = g.index_element();
    let mut operands = vec![x];
    operands.extend(shape.iter().map(|&size| g.index(element, size)));
    let bound = g.bound(x);
    Some(g.one(op.name, &operands, format!("slice_sizes = {}", array_of(&ty.shape)), ty.clone(), bound))
}

pub fn dynamic_update_slice(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let shape = ty.shape.iter().map(|&size| if g.chance(40) { size } else { g.rng.usize(0..=size) }).collect();
    let (x, part) = (g.value(ty), sized(ty, shape));
    let update = if g.chance(15) {
        // A part of the array itself.
        let limits = array_of(&part.shape);
        let (starts, strides) = (array_of(&vec![0; part.shape.len()]), array_of(&vec![1; part.shape.len()]));
        let attributes = format!("start_indices = {starts}, limit_indices = {limits}, strides = {strides}");
        g.one("stablehlo.slice", &[x], attributes, part, g.bound(x))
    } else {
        g.value(&part)
    };
    let element = g.index_element();
    let mut operands = vec![x, update];
    operands.extend(ty.shape.iter().map(|&size| g.index(element, size)));
    let bound = g.bound(x).max(g.bound(update));
    Some(g.one(op.name, &operands, "", ty.clone(), bound))
}

/// Which dimensions of an array indices choose from, and how index vectors lie.
struct Numbers {
    /// The array's dimensions.
    shape: Vec<usize>,
    /// Sizes of the slices, one a dimension of the array.
    slice: Vec<usize>,
    /// Dimensions that slices do not have in the result.
    collapsed: Vec<usize>,
    /// Dimensions that go with those of the indices.
    batching: Vec<usize>,
    index_batching: Vec<usize>,
    start_index_map: Vec<usize>,
    index_vector_dim: usize,
    indices: Vec<usize>,
}

impl Numbers {
    /// `shape`, of the array, decides where slices lie; `batches` are the sizes of the dimensions of indices.
    fn random(g: &mut Generator, shape: Vec<usize>, roles: &[Role], slice: Vec<usize>, batches: &[usize]) -> Self {
        let of = |role: Role| (0..roles.len()).filter(|&d| roles[d] == role).collect::<Vec<_>>();
        let (collapsed, batching) = (of(Role::Collapsed), of(Role::Batching));
        let mut map: Vec<usize> = (0..roles.len()).filter(|&d| roles[d] != Role::Batching).collect();
        g.rng.shuffle(&mut map);
        // Some dimensions are not indexed: slices begin at 0 there.
        map.retain(|&d| roles[d] == Role::Collapsed || g.chance(60));
        let mut index_batching = Vec::new();
        for &d in &batching {
            let candidates: Vec<usize> =
                (0..batches.len()).filter(|b| batches[*b] == shape[d] && !index_batching.contains(b)).collect();
            index_batching.push(candidates[0]);
        }
        let mut indices = batches.to_vec();
        let mut index_vector_dim = g.rng.usize(0..=batches.len());
        if map.len() == 1 && g.chance(40) {
            index_vector_dim = batches.len();
        } else {
            indices.insert(index_vector_dim, map.len());
            index_batching.iter_mut().for_each(|b| *b += usize::from(*b >= index_vector_dim));
        }
        Self { shape, slice, collapsed, batching, index_batching, start_index_map: map, index_vector_dim, indices }
    }

    /// The indices: any that there may be, or, where `inside`, such that slices lie within the array.
    fn indices(&self, g: &mut Generator, inside: bool) -> Value {
        let element = g.index_element();
        let ty = TensorType { element, shape: self.indices.clone() };
        let room = |d: &usize| self.shape[*d] as i64 - self.slice[*d] as i64;
        if inside {
            let most = self.start_index_map.iter().map(room).min().unwrap_or(0).max(0);
            let most = most.min(largest(element) as i64);
            return g.leaf_of(&ty, Fill::Range(0, most));
        }
        if g.chance(35) {
            return g.value(&ty);
        }
        if g.chance(25)
            && let Some(indices) = g.counted(&ty)
        {
            return indices;
        }
        let most = self.start_index_map.iter().map(|&d| self.shape[d] as i64).max().unwrap_or(0);
        g.leaf_of(&ty, Fill::Range(-2, most + 1))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Kept,
    Collapsed,
    Batching,
}

pub fn gather(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let rank = ty.shape.len();
    let kept = g.rng.usize(0..=rank);
    let offset_dims = g.subset(rank, kept);
    let batches: Vec<usize> = (0..rank).filter(|d| !offset_dims.contains(d)).map(|d| ty.shape[d]).collect();
    let mut roles = vec![Role::Kept; kept];
    for _ in 0..g.pick(&[0, 1, 1, 1, 2]) {
        let at = g.rng.usize(0..=roles.len());
        roles.insert(at, Role::Collapsed);
    }
    let batching_size = (!batches.is_empty() && g.chance(25)).then(|| batches[g.rng.usize(0..batches.len())]);
    if batching_size.is_some() {
        let at = g.rng.usize(0..=roles.len());
        roles.insert(at, Role::Batching);
    }
    let mut offsets = offset_dims.iter().map(|&d| ty.shape[d]);
    let (mut shape, mut slice) = (Vec::new(), Vec::new());
    for role in &roles {
        match role {
            Role::Kept => {
                let size = offsets.next().unwrap_or(0);
                slice.push(size);
                shape.push(size + g.pick(&[0, 0, 1, 3, 8]));
            }
            Role::Collapsed => {
                slice.push(1);
                shape.push(g.size().max(1));
            }
            Role::Batching => {
                let size = batching_size.unwrap_or(0);
                slice.push(size.min(1));
                shape.push(size);
            }
        }
    }
    if !g.fits(&shape) {
        return None;
    }
    let numbers = Numbers::random(g, shape, &roles, slice, &batches);
    if !g.fits(&numbers.indices) {
        return None;
    }
    let x = g.value(&sized(ty, numbers.shape.clone()));
    let mut operands = vec![x, numbers.indices(g, false)];
    let sizes = if op.family == Family::Dynamic {
        operands.push(g.sizes(&numbers.slice));
        String::new()
    } else {
        format!(", slice_sizes = {}", array_of(&numbers.slice))
    };
    let attributes = format!(
        "dimension_numbers = #stablehlo.gather<offset_dims = {}, collapsed_slice_dims = {}, operand_batching_dims = {}, \
         start_indices_batching_dims = {}, start_index_map = {}, index_vector_dim = {}>, indices_are_sorted = false{sizes}",
        list_of(&offset_dims),
        list_of(&numbers.collapsed),
        list_of(&numbers.batching),
        list_of(&numbers.index_batching),
        list_of(&numbers.start_index_map),
        numbers.index_vector_dim,
    );
    let bound = g.bound(x);
    let gathered = g.one(op.name, &operands, attributes, ty.clone(), bound);
    if g.ty(x) == ty && !ty.element.is_complex() && g.chance(30) {
        // What is read elsewhere is read here as well.
        return Some(g.one("stablehlo.maximum", &[x, gathered], "", ty.clone(), bound));
    }
    Some(gathered)
}

pub fn scatter(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let rank = ty.shape.len();
    let mut roles: Vec<Role> = (0..rank).map(|_| if g.chance(50) { Role::Collapsed } else { Role::Kept }).collect();
    if ty.shape.contains(&0) {
        roles = vec![Role::Kept; rank];
    }
    let batch_count = g.pick(&[0, 1, 1, 1, 2]);
    let mut batches = g.shape(batch_count);
    if g.chance(20) && !batches.is_empty() {
        let d = g.rng.usize(0..rank);
        roles[d] = Role::Batching;
        let at = g.rng.usize(0..batches.len());
        batches[at] = ty.shape[d];
    }
    let slice: Vec<usize> = (0..rank)
        .map(|d| match roles[d] {
            Role::Kept if g.chance(50) => ty.shape[d],
            Role::Kept => g.rng.usize(0..=ty.shape[d]),
            Role::Collapsed => 1,
            Role::Batching => ty.shape[d].min(1),
        })
        .collect();
    let numbers = Numbers::random(g, ty.shape.clone(), &roles, slice, &batches);
    // Parts of windows outside of the array are left out by us, whole windows by XLA:CPU.
    let whole = numbers.start_index_map.iter().all(|&d| numbers.slice[d] <= 1);
    let inside = !whole && g.chance(85);
    if !whole && !inside {
        g.program.exclusions.insert(super::PARTS_OF_WINDOWS);
    }
    // Where in the updates window dimensions are.
    let windows: Vec<usize> = (0..rank).filter(|&d| roles[d] == Role::Kept).map(|d| numbers.slice[d]).collect();
    let window_dims = g.subset(windows.len() + batches.len(), windows.len());
    let (mut window, mut batch) = (windows.iter(), batches.iter());
    let shape: Vec<usize> = (0..windows.len() + batches.len())
        .map(|d| *if window_dims.contains(&d) { window.next() } else { batch.next() }.unwrap_or(&0))
        .collect();
    if !g.fits(&shape) || !g.fits(&numbers.indices) {
        return None;
    }
    let count: usize = shape.iter().product();
    let body = Body::random(g, ty.element);
    let limit = body.limits(count)[0];
    let x = g.bounded(ty, limit.max(1.0));
    let indices = numbers.indices(g, inside);
    let update = g.bounded(&sized(ty, shape), limit);
    let bound = body.result_bounds(g, &[update], &[x], count)[0];
    let region = body.region(g);
    let attributes = format!(
        "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = {}, inserted_window_dims = {}, \
         input_batching_dims = {}, scatter_indices_batching_dims = {}, scatter_dims_to_operand_dims = {}, \
         index_vector_dim = {}>, indices_are_sorted = false, unique_indices = false",
        list_of(&window_dims),
        list_of(&numbers.collapsed),
        list_of(&numbers.batching),
        list_of(&numbers.index_batching),
        list_of(&numbers.start_index_map),
        numbers.index_vector_dim
    );
    let bound = if g.exact && ty.element.is_float() { bound.min(exact_limit(ty.element)) } else { bound };
    Some(g.node_with(op.name, &[x, indices, update], attributes, vec![region], &[(ty.clone(), bound)])[0])
}
