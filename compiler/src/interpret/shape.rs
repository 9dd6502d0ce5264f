//! Ops that move elements, and those about sizes.

use super::computation::Imported;
use super::declared::{Declared, site, sizes, unsigned};
use super::value::{Tensor, Value};
use crate::verified;
use std::sync::{Arc, OnceLock};
use xla_dialect::ir::{Op, OpExt};
use xla_dialect::ods::xla;
use xla_scalar::Element;

/// A literal.
pub(super) fn constant(op: Op<'_>) -> Imported {
    let declared = Declared::of(op.output(0))?;
    let bytes = op.attr("value").and_then(|value| crate::literal::storage_bytes(value, declared.element));
    let bytes = bytes.ok_or("its literal is of a kind that cannot be read")?;
    let is_splat = bytes.len() == declared.element.storage_bytes();
    // A splat may be larger than memory: it is spread when it is evaluated, once.
    let spread = OnceLock::new();
    Ok(Box::new(move |machine, _| {
        let whole = spread.get_or_init(|| {
            Value::from(match is_splat {
                true => Tensor::filled(declared.element, &declared.bounds, &bytes),
                false => Tensor { element: declared.element, shape: declared.bounds.clone(), bytes: bytes.clone() },
            })
        });
        Ok(vec![machine.coerced(whole.clone(), declared.element)])
    }))
}

/// Each element is its index along one dimension.
pub(super) fn iota(op: Op<'_>) -> Imported {
    let declared = Declared::of(op.output(0))?;
    let along = xla::Iota::cast(op).iota_dimension() as usize;
    let site = site(op);
    Ok(Box::new(move |machine, _| {
        machine.spend(super::value::count(&declared.bounds), &site)?;
        let numbers: Vec<u8> = (0..declared.bounds[along] as u64).flat_map(u64::to_le_bytes).collect();
        let shape = vec![declared.bounds[along]];
        let numbers =
            Tensor { element: Element::U64, shape, bytes: numbers }.converted(machine.element(declared.element));
        Ok(vec![numbers.moved(&declared.bounds, &[], |index| Some(vec![index[along]])).into()])
    }))
}

/// `broadcast` adds dimensions in front; `broadcast_in_dim` says which dimension of the result is which of the operand,
/// whose dimensions of size 1 expand.
pub(super) fn broadcast(op: Op<'_>) -> Imported {
    let (from, to) = (Declared::of(op.input(0))?, Declared::of(op.output(0))?);
    let dimensions: Vec<usize> = match xla::Broadcast::of(op) {
        Some(_) => (to.rank() - from.rank()..to.rank()).collect(),
        None => sizes(op, "broadcast_dimensions"),
    };
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let x = inputs[0].tensor();
        if x.rank() != from.rank() {
            // Several scalars, of which each stays one.
            return Ok(inputs.to_vec());
        }
        let mut shape = to.bounds.clone();
        for (own, &d) in dimensions.iter().enumerate() {
            if from.shape[own] != 1 || to.shape[d] == 1 {
                shape[d] = x.shape[own];
            }
        }
        machine.spend(super::value::count(&shape), &site)?;
        let place = |own: usize, index: &[usize]| if x.shape[own] == 1 { 0 } else { index[dimensions[own]] };
        let moved = x.moved(&shape, &[], |index| Some((0..x.rank()).map(|own| place(own, index)).collect()));
        Ok(vec![moved.into()])
    }))
}

/// The same elements in row-major order, or in the order of the dimensions that the op names, in another shape.
pub(super) fn reshape(op: Op<'_>) -> Imported {
    let to = Declared::of(op.output(0))?;
    let order = xla::Reshape::of(op).and_then(xla::Reshape::dimensions).map(unsigned);
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let x = inputs[0].tensor();
        if to.rank() == 0 && x.rank() == 1 && x.size() != 1 {
            // Several scalars, of which each stays one.
            return Ok(inputs.to_vec());
        }
        machine.spend(x.size(), &site)?;
        let mut shape = to.bounds.clone();
        if x.size() != super::value::count(&shape) {
            // One dimension at most is of a size that the others leave.
            let open: Vec<usize> = (0..to.rank()).filter(|&d| to.is_dynamic(d)).collect();
            let others: usize = (0..to.rank()).filter(|d| !open.contains(d)).map(|d| to.bounds[d]).product();
            let (&[d], Some(size)) = (open.as_slice(), x.size().checked_div(others)) else {
                return Err(site.unsupported("its type does not say which dimension has the operand's dynamic size"));
            };
            shape[d] = size;
        }
        let mut result = match &order {
            None => x.reshaped(&shape),
            Some(order) => permuted(x, order).reshaped(&shape),
        };
        // What does not fill a row of the others is left out.
        result.bytes.truncate(super::value::count(&shape) * x.element.storage_bytes());
        Ok(vec![result.into()])
    }))
}

/// Dimension `i` of the result is dimension `order[i]`.
pub(super) fn permuted(x: &Tensor, order: &[usize]) -> Tensor {
    let shape: Vec<usize> = order.iter().map(|&d| x.shape[d]).collect();
    x.moved(&shape, &[], |index| {
        let mut from = vec![0; index.len()];
        order.iter().zip(index).for_each(|(&d, &i)| from[d] = i);
        Some(from)
    })
}

/// Permutes dimensions.
pub(super) fn transpose(op: Op<'_>) -> Imported {
    let order = sizes(op, "permutation");
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        machine.spend(inputs[0].tensor().size(), &site)?;
        // Of several scalars each stays one.
        Ok(vec![if order.is_empty() { inputs[0].clone() } else { permuted(inputs[0].tensor(), &order).into() }])
    }))
}

/// Reverses dimensions.
pub(super) fn rev(op: Op<'_>) -> Imported {
    let dimensions = sizes(op, "dimensions");
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let x = inputs[0].tensor();
        machine.spend(x.size(), &site)?;
        let place = |d: usize, i: usize| if dimensions.contains(&d) { x.shape[d] - 1 - i } else { i };
        Ok(vec![
            x.moved(&x.shape, &[], |index| Some(index.iter().enumerate().map(|(d, &i)| place(d, i)).collect())).into(),
        ])
    }))
}

/// `[start:limit:stride]` of each dimension, and of a dynamic one what of it there is.
pub(super) fn slice(op: Op<'_>) -> Imported {
    let (starts, limits, strides) = (sizes(op, "start_indices"), sizes(op, "limit_indices"), sizes(op, "strides"));
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let x = inputs[0].tensor();
        let size = |d: usize| limits[d].min(x.shape[d]).saturating_sub(starts[d]).div_ceil(strides[d]);
        let shape: Vec<usize> = (0..x.rank()).map(size).collect();
        machine.spend(super::value::count(&shape), &site)?;
        let place = |index: &[usize]| (0..index.len()).map(|d| starts[d] + index[d] * strides[d]).collect();
        Ok(vec![x.moved(&shape, &[], |index| Some(place(index))).into()])
    }))
}

/// Joins arrays along a dimension.
pub(super) fn concatenate(op: Op<'_>) -> Imported {
    let along = verified::index(op, "dimension");
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let parts: Vec<&Arc<Tensor>> = inputs.iter().map(Value::tensor).collect();
        Ok(vec![joined(machine, &parts, along, &site)?.into()])
    }))
}

/// `parts`, one after the other along dimension `d`.
pub(super) fn joined(
    machine: &mut super::machine::Machine<'_>,
    parts: &[&Arc<Tensor>],
    d: usize,
    site: &super::machine::Site,
) -> super::machine::Outcome<Tensor> {
    let least = |e: usize| parts.iter().map(|part| part.shape[e]).min().unwrap_or_default();
    let mut shape: Vec<usize> = (0..parts[0].rank()).map(least).collect();
    shape[d] = parts.iter().map(|part| part.shape[d]).sum();
    machine.spend(super::value::count(&shape), site)?;
    Ok(Tensor::build(parts[0].element, &shape, |index| {
        let (mut index, mut part) = (index.to_vec(), 0);
        while index[d] >= parts[part].shape[d] {
            index[d] -= parts[part].shape[d];
            part += 1;
        }
        parts[part].at(&index)
    }))
}

/// Padding at the low edge, at the high edge and between elements; negative edges crop.
pub(super) fn pad(op: Op<'_>) -> Imported {
    let (low, high, interior) =
        (op.i64s("edge_padding_low"), op.i64s("edge_padding_high"), op.i64s("interior_padding"));
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let (x, value) = (inputs[0].tensor(), inputs[1].tensor());
        let size = |d: usize| {
            let own = x.shape[d] as i64;
            let padded = own + low[d] + high[d] + (own - 1).max(0) * interior[d];
            usize::try_from(padded).unwrap_or_default()
        };
        let shape: Vec<usize> = (0..x.rank()).map(size).collect();
        machine.spend(super::value::count(&shape), &site)?;
        let place = |d: usize, i: usize| {
            let (offset, step) = (i as i64 - low[d], interior[d] + 1);
            let own = usize::try_from(offset / step).ok().filter(|_| offset >= 0 && offset % step == 0)?;
            (own < x.shape[d]).then_some(own)
        };
        Ok(vec![x.moved(&shape, &value.bytes, |index| (0..index.len()).map(|d| place(d, index[d])).collect()).into()])
    }))
}

/// The size of a dimension as it is at run time.
pub(super) fn get_dimension_size(op: Op<'_>) -> Imported {
    let d = verified::index(op, "dimension");
    Ok(Box::new(move |_, inputs| {
        let size = inputs[0].tensor().shape[d] as i32;
        Ok(vec![Tensor { element: Element::S32, shape: Vec::new(), bytes: size.to_le_bytes().to_vec() }.into()])
    }))
}

/// The front of the operand along a dimension. A size beyond what there is counts as that.
pub(super) fn set_dimension_size(op: Op<'_>) -> Imported {
    let d = verified::index(op, "dimension");
    let bound = Declared::of(op.input(0))?.bounds[d];
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let (x, size) = (inputs[0].tensor(), inputs[1].tensor().integers()[0]);
        let mut shape = x.shape.clone();
        shape[d] = size.clamp(0, bound as i64) as usize;
        machine.spend(super::value::count(&shape), &site)?;
        // What it has not had so far is arbitrary.
        let zero = vec![0; x.element.storage_bytes()];
        Ok(vec![x.moved(&shape, &zero, |index| (index[d] < x.shape[d]).then(|| index.to_vec())).into()])
    }))
}
