//! Rules of StableHLO's ops whose shapes are operands, and of bounds. They are the rules of the op whose shape is in its
//! type; further, the operands must agree with that type. The values of operands are checked if they are literals.
//!
//! Source: the StableHLO specification.

use crate::bounds;
use crate::diagnostics::Violation;
use crate::ir::{DYNAMIC, Op, OpExt};
use crate::ops::dimensions::{self, compatible, compatible_shapes, element_count, show};
use crate::ops::gather;
use crate::ops::matching::integers;
use crate::ops::meaning::{Arguments, result_tensor};
use crate::ops::pad::padded_size;
use crate::ops::slice::sliced_size;
use crate::require;

/// Requires operand `i` to be a shape, of the result's rank and sizes.
pub fn verify_shape(op: Op<'_>, i: usize) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let (operand, Some(result)) = (arguments.tensor(i)?, result_tensor(op, 0)) else { return Ok(()) };
    let refuse = |message| Err(Violation::new("dynamic-shape", message).operand(&arguments, i));
    if operand.shape != [result.rank() as i64] {
        return refuse(format!("has a shape of type {} for a result of rank {}", operand.ty(), result.rank()));
    }
    let stated = integers(op.input(i)).unwrap_or_else(|| vec![DYNAMIC; result.rank()]);
    if !compatible_shapes(&stated, &result.shape) {
        return refuse(format!("makes the shape {} a result of type {}", show(&stated), result.ty()));
    }
    if stated.iter().any(|&size| size < 0 && size != DYNAMIC) {
        return refuse(format!("has the shape {}; sizes must not be negative", show(&stated)));
    }
    Ok(())
}

/// A gather whose slice sizes are an operand.
pub fn verify_gather(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let (operand, sizes) = (arguments.tensor(0)?, arguments.tensor(2)?);
    let count = match sizes.shape[..] {
        [DYNAMIC] => operand.rank(),
        [count] => usize::try_from(count).unwrap_or_default(),
        _ => {
            let message = format!("has slice sizes of type {}; it must be a list", sizes.ty());
            return Err(Violation::new("dynamic-shape", message).operand(&arguments, 2));
        }
    };
    let sizes = integers(op.input(2)).unwrap_or_else(|| vec![DYNAMIC; count]);
    let (gathered, Some(result)) = (gather::gathered(&arguments, &sizes)?, result_tensor(op, 0)) else { return Ok(()) };
    if !compatible_shapes(&gathered.shape, &result.shape) || gathered.element != result.element {
        let message = format!("has a result of type {}; it must be {}", result.ty(), gathered.ty());
        return Err(Violation::new("dynamic-shape", message).operand(&arguments, 0));
    }
    Ok(())
}

/// A reshape keeps the number of elements, also where only its operand determines it.
pub fn verify_count(op: Op<'_>) -> Result<(), Violation<'_>> {
    verify_shape(op, 1)?;
    let arguments = Arguments::of(op);
    let stated = integers(op.input(1)).and_then(|shape| element_count(&shape));
    let (Some(stated), Some(found)) = (stated, element_count(&arguments.tensor(0)?.shape)) else { return Ok(()) };
    if stated != found {
        let message = format!("gives the {found} elements of its operand a shape of {stated}");
        return Err(Violation::new("reshape-element-count", message).operand(&arguments, 0).operand(&arguments, 1));
    }
    Ok(())
}

/// Each dimension of the operand is known to expand, or not to, at most.
pub fn verify_hints(op: Op<'_>) -> Result<(), Violation<'_>> {
    verify_shape(op, 1)?;
    let arguments = Arguments::of(op);
    let operand = arguments.tensor(0)?;
    let dims = op.i64s("broadcast_dimensions");
    for (d, (&size, &to)) in operand.shape.iter().zip(&dims).enumerate() {
        let stated = integers(op.input(1)).map_or(DYNAMIC, |shape| shape[to as usize]);
        if size != 1 && !compatible(size, stated) {
            let message = format!("maps dimension {d} of size {size} to one of size {stated}");
            return Err(Violation::new("broadcast-in-dim-size", message).operand(&arguments, 0).operand(&arguments, 1));
        }
    }
    let rank = operand.rank();
    let hints = [op.i64s("known_expanding_dimensions"), op.i64s("known_nonexpanding_dimensions")].concat();
    let what = "known_expanding_dimensions and known_nonexpanding_dimensions";
    dimensions::in_range("broadcast-hints-range", what, &hints, rank)?;
    dimensions::unique("broadcast-hints-unique", what, &hints)
}

/// Requires operands `which` to be lists of one entry for each dimension of operand 0.
fn verify_lists<'c>(arguments: &Arguments<'c>, which: std::ops::Range<usize>) -> Result<(), Violation<'c>> {
    let rank = arguments.tensor(0)?.rank() as i64;
    for i in which {
        let list = arguments.tensor(i)?;
        if list.rank() != 1 || !compatible(list.shape[0], rank) {
            let message = format!("has a list of type {} for an operand of rank {rank}", list.ty());
            return Err(Violation::new("dynamic-list", message).operand(arguments, i));
        }
    }
    Ok(())
}

/// Requires the result's dimension `d` to be of `size`, where that is known.
fn verify_size(op: Op<'_>, d: usize, size: Option<i64>) -> Result<(), Violation<'_>> {
    let (Some(size), Some(result)) = (size, result_tensor(op, 0)) else { return Ok(()) };
    require!(
        compatible(size, result.shape[d]),
        "dynamic-size",
        "makes dimension {d} of size {size}; its result is of type {}",
        result.ty()
    );
    Ok(())
}

pub fn verify_pad(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let (operand, value) = (arguments.tensor(0)?, arguments.tensor(1)?);
    if value.rank() != 0 {
        let message = format!("the padding value's rank is {}; it must be a scalar", value.rank());
        return Err(Violation::new("pad-value-scalar", message).operand(&arguments, 1));
    }
    if value.element != operand.element {
        let message = format!("pads elements of type {} with one of {}", operand.element, value.element);
        return Err(Violation::new("pad-element-type", message).operand(&arguments, 0).operand(&arguments, 1));
    }
    verify_lists(&arguments, 2..5)?;
    same_rank_and_element(op)?;
    let [low, high, interior] = [2, 3, 4].map(|i| integers(op.input(i)));
    for (d, &interior) in interior.iter().flatten().enumerate() {
        require!(interior >= 0, "pad-interior", "has interior padding {interior} in dimension {d}; it cannot crop");
    }
    let (Some(low), Some(high), Some(interior)) = (low, high, interior) else { return Ok(()) };
    for (d, &size) in operand.shape.iter().enumerate().filter(|(_, size)| **size != DYNAMIC) {
        verify_size(op, d, padded_size(size, low[d], high[d], interior[d]))?;
    }
    Ok(())
}

pub fn verify_slice(op: Op<'_>) -> Result<(), Violation<'_>> {
    verify_lists(&Arguments::of(op), 1..4)?;
    same_rank_and_element(op)?;
    let [starts, limits, strides] = [1, 2, 3].map(|i| integers(op.input(i)));
    for (d, &stride) in strides.iter().flatten().enumerate() {
        require!(stride >= 1, "slice-stride", "has stride {stride} in dimension {d}; strides must be positive");
    }
    let (Some(starts), Some(limits), Some(strides)) = (starts, limits, strides) else { return Ok(()) };
    (0..starts.len()).try_for_each(|d| verify_size(op, d, Some(sliced_size(starts[d], limits[d], strides[d]))))
}

fn same_rank_and_element(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let (operand, Some(result)) = (arguments.tensor(0)?, result_tensor(op, 0)) else { return Ok(()) };
    if operand.rank() != result.rank() || operand.element != result.element {
        let message = format!("makes {} of {}; rank and element type must stay", result.ty(), operand.ty());
        return Err(Violation::new("result-type", message).operand(&arguments, 0));
    }
    Ok(())
}

/// No size of an operand or of the result, where all have one, is larger than an operand's bound.
pub fn verify_bounds(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let operands = arguments.tensors()?;
    for (i, operand) in operands.iter().enumerate() {
        let others =
            operands.iter().cloned().chain(result_tensor(op, 0)).filter(|other| other.rank() == operand.rank());
        for other in others {
            for (d, (&size, bound)) in other.shape.iter().zip(bounds::of(operand)).enumerate() {
                if operand.shape[d] == DYNAMIC && bound != DYNAMIC && size > bound {
                    let message = format!("has a size of {size} in dimension {d}, which is at most {bound}");
                    return Err(Violation::new("size-bound", message).operand(&arguments, i));
                }
            }
        }
    }
    Ok(())
}
