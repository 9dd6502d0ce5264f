//! Ops of several replicas. They are made in `main` alone, where all replicas come.

use super::ops::Op;
use super::reductions::Body;
use super::{Generator, sized};
use crate::case::largest;
use crate::model::Value;
use xla_runtime::TensorType;

impl Generator {
    /// Replicas in groups of one size: the attribute, and the size.
    fn groups(&mut self) -> (String, usize) {
        let replicas = self.program.replicas;
        let sizes: Vec<usize> = (1..=replicas).filter(|size| replicas.is_multiple_of(*size)).collect();
        let size = if self.chance(60) { replicas } else { self.pick(&sizes) };
        let order = self.order(replicas);
        let rows: Vec<String> = order.chunks(size).map(super::list_of).collect();
        (format!("replica_groups = dense<[{}]> : tensor<{}x{size}xi64>", rows.join(", "), replicas / size), size)
    }
}

pub fn all_reduce(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (groups, size) = g.groups();
    let body = Body::random(g, ty.element);
    let x = g.bounded(ty, body.limits(size)[0]);
    let bound = body.result_bounds(g, &[x], &[x], size)[0];
    let region = body.region(g);
    Some(g.node_with(op.name, &[x], groups, vec![region], &[(ty.clone(), bound)])[0])
}

pub fn reduce_scatter(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (groups, size) = g.groups();
    let dim = g.rng.usize(0..ty.shape.len());
    let mut shape = ty.shape.clone();
    if shape[dim] == 0 {
        return None;
    }
    shape[dim] *= size;
    if !g.fits(&shape) {
        return None;
    }
    let body = Body::random(g, ty.element);
    let x = g.bounded(&sized(ty, shape), body.limits(size)[0]);
    let bound = body.result_bounds(g, &[x], &[x], size)[0];
    let region = body.region(g);
    let attributes = format!("{groups}, scatter_dimension = {dim} : i64");
    Some(g.node_with(op.name, &[x], attributes, vec![region], &[(ty.clone(), bound)])[0])
}

pub fn all_gather(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (groups, size) = g.groups();
    let dim = g.rng.usize(0..ty.shape.len());
    let mut shape = ty.shape.clone();
    if shape[dim] == 0 || !shape[dim].is_multiple_of(size) {
        return None;
    }
    shape[dim] /= size;
    let x = g.value(&sized(ty, shape));
    let bound = g.bound(x);
    Some(g.one(op.name, &[x], format!("all_gather_dim = {dim} : i64, {groups}"), ty.clone(), bound))
}

pub fn all_to_all(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (groups, size) = g.groups();
    let (split, concat) = (g.rng.usize(0..ty.shape.len()), g.rng.usize(0..ty.shape.len()));
    let mut shape = ty.shape.clone();
    if shape[concat] == 0 || !shape[concat].is_multiple_of(size) {
        return None;
    }
    shape[concat] /= size;
    shape[split] *= size;
    if !g.fits(&shape) {
        return None;
    }
    let x = g.value(&sized(ty, shape));
    let bound = g.bound(x);
    let attributes = format!(
        "concat_dimension = {concat} : i64, {groups}, split_count = {size} : i64, split_dimension = {split} : i64"
    );
    Some(g.one(op.name, &[x], attributes, ty.clone(), bound))
}

pub fn collective_permute(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let replicas = g.program.replicas;
    let (from, to) = (g.order(replicas), g.order(replicas));
    let count = g.rng.usize(1..=replicas);
    let pairs: Vec<(i64, i64)> = from.iter().zip(&to).take(count).map(|(&a, &b)| (a as i64, b as i64)).collect();
    let x = g.value(ty);
    let bound = g.bound(x);
    Some(g.one(op.name, &[x], format!("source_target_pairs = {}", super::pairs_of(&pairs)), ty.clone(), bound))
}

pub fn collective_broadcast(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (groups, _) = g.groups();
    let x = g.value(ty);
    let bound = g.bound(x);
    Some(g.one(op.name, &[x], groups, ty.clone(), bound))
}

pub fn replica_id(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    Some(g.one(op.name, &[], "", ty.clone(), largest(ty.element)))
}
