//! The rules of ops that several processes run together, and of ops that communicate with the host.
//!
//! Source: the StableHLO specification.

use crate::diagnostics::Violation;
use crate::ir::{
    Attribute, DYNAMIC, Element, Op, OpExt, Tensor, Type, array_elements, block_args, channel_handle,
    is_stablehlo_token, tensor_of,
};
use crate::ops::collective::unique;
use crate::ops::control::{check_body_arguments, check_terminator, function};
use crate::ops::dimensions::{compatible, compatible_shapes, index, show};
use crate::ops::fields::field;
use crate::ops::tuple::elements;
use crate::quantized::promotable;
use crate::require;
use melior::ir::ValueLike;
use melior::ir::attribute::AttributeLike;
use mlir_sys::*;

/// Which process ids `replica_groups` must contain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ids {
    /// Every id exactly once; smaller groups are padded with -1 to the size of the largest.
    AllPadded,
    /// Every id exactly once, in groups of equal size.
    All,
    /// Any ids, each at most once.
    Some,
}

/// The shape and the elements of an array of integers.
fn numbers(attribute: Attribute<'_>) -> Option<(Vec<i64>, Vec<i64>)> {
    let raw = attribute.to_raw();
    // SAFETY: the kind is checked first; ODS requires elements of type i64; places are below the element count.
    unsafe {
        if !mlirAttributeIsADenseElements(raw) {
            return None;
        }
        let shape = Tensor::of(Type::from_raw(mlirAttributeGetType(raw)))?.shape;
        let count = mlirElementsAttrGetNumElements(raw) as isize;
        Some((shape, (0..count).map(|i| mlirDenseElementsAttrGetInt64Value(raw, i)).collect()))
    }
}

/// Verifies the groups of processes, and returns the group size, if `replica_groups` lists the groups.
pub fn verify_groups(op: Op<'_>, ids: Ids) -> Result<Option<i64>, Violation<'_>> {
    let Some(groups) = op.attr("replica_groups") else { return Ok(None) };
    let global = op.attr("use_global_device_ids").is_some();
    let channel = op.attr("channel_handle").and_then(channel_handle).map_or(0, |channel| channel.handle);
    require!(
        !global || channel > 0,
        "channel-positive",
        "has use_global_device_ids, which requires a positive channel id, not {channel}"
    );
    let Some((shape, processes)) = numbers(groups) else { return verify_mesh(op, groups).map(|()| None) };
    require!(
        shape.len() == 2,
        "replica-groups",
        "has replica_groups of shape {}; it must be a list of lists",
        show(&shape)
    );
    require!(
        !global || !processes.is_empty(),
        "replica-groups",
        "has use_global_device_ids, which requires non-empty replica_groups"
    );
    let named: Vec<i64> = processes.iter().copied().filter(|&id| !(id == -1 && ids == Ids::AllPadded)).collect();
    unique("replica-groups-unique", "replica_groups", &named)?;
    for &id in &named {
        let known = ids == Ids::Some || id < named.len() as i64;
        require!(
            id >= 0 && known,
            "replica-groups-ids",
            "names process {id} in replica_groups{}",
            if ids == Ids::Some { "; ids start at 0".into() } else { format!(" of {} processes", named.len()) }
        );
    }
    Ok(Some(shape[1]))
}

/// Verifies that the mesh is defined, if the groups are given by the axes of a mesh.
fn verify_mesh<'c>(op: Op<'c>, groups: Attribute<'c>) -> Result<(), Violation<'c>> {
    let text = groups.to_string();
    let Some(symbol) = field(&text, "mesh").and_then(|mesh| mesh.strip_prefix('@')) else { return Ok(()) };
    let symbol = symbol.trim_matches('"');
    require!(
        function(op, symbol).is_some(),
        "replica-groups-mesh",
        "refers to the mesh @{symbol}, which is not defined"
    );
    Ok(())
}

/// The tensors of operand and result `i`.
fn pair(op: Op<'_>, i: usize) -> Option<(Tensor<'_>, Tensor<'_>)> {
    Some((tensor_of(*op.ins().get(i)?)?, tensor_of(*op.outs().get(i)?)?))
}

fn verify_count(op: Op<'_>, inputs: usize) -> Result<(), Violation<'_>> {
    require!(op.outs().len() == inputs, "collective-results", "has {} results of {inputs} operands", op.outs().len());
    Ok(())
}

/// Requires operand and result to have the same shape except in the dimensions `but`, and the result to have elements of
/// type `element`.
fn agree_except<'c>(
    operand: &Tensor<'c>,
    result: &Tensor<'c>,
    element: Type<'c>,
    but: &[usize],
) -> Result<(), Violation<'c>> {
    let masked = |shape: &[i64]| -> Vec<i64> {
        shape.iter().enumerate().map(|(d, &size)| if but.contains(&d) { DYNAMIC } else { size }).collect()
    };
    require!(
        element == result.element && compatible_shapes(&masked(&operand.shape), &masked(&result.shape)),
        "collective-type",
        "has a result of type {result}, which does not fit the operand's type {operand}"
    );
    Ok(())
}

/// The dimension that the attribute `name` gives, checked against the rank of `tensor`.
fn dimension<'c>(op: Op<'c>, name: &str, tensor: &Tensor<'c>) -> Result<usize, Violation<'c>> {
    let number = op.int(name).unwrap_or_default();
    let Some(d) = index(number, tensor.rank()) else {
        let message = format!("has {name} = {number}, but operands of rank {}", tensor.rank());
        return Err(Violation::new("collective-dim", message));
    };
    Ok(d)
}

/// Requires `whole` to be a positive multiple of `part`.
fn multiple<'c>(whole: i64, part: i64) -> Result<(), Violation<'c>> {
    if whole == DYNAMIC || part == DYNAMIC {
        return Ok(());
    }
    require!(part > 0 && whole > 0, "collective-size", "splits a dimension of size {whole} into parts of size {part}");
    require!(
        whole % part == 0,
        "collective-size",
        "splits size {whole} into parts of size {part}, which leaves a remainder"
    );
    Ok(())
}

pub fn verify_all_gather(op: Op<'_>) -> Result<(), Violation<'_>> {
    verify_groups(op, Ids::All)?;
    verify_count(op, op.ins().len())?;
    for i in 0..op.ins().len() {
        let Some((operand, result)) = pair(op, i) else { continue };
        let d = dimension(op, "all_gather_dim", &operand)?;
        agree_except(&operand, &result, operand.element, &[d])?;
        multiple(result.shape[d], operand.shape[d])?;
    }
    Ok(())
}

pub fn verify_all_to_all(op: Op<'_>) -> Result<(), Violation<'_>> {
    let size = verify_groups(op, Ids::All)?;
    let count = op.int("split_count").unwrap_or_default();
    require!(
        size.is_none_or(|size| size == count) && count > 0,
        "collective-split-count",
        "splits into {count} parts, but its groups have {} processes",
        size.unwrap_or_default()
    );
    verify_count(op, op.ins().len())?;
    for i in 0..op.ins().len() {
        let Some((operand, result)) = pair(op, i) else { continue };
        let (split, concat) =
            (dimension(op, "split_dimension", &operand)?, dimension(op, "concat_dimension", &operand)?);
        let mut shape = operand.shape.clone();
        if shape[split] != DYNAMIC {
            require!(
                shape[split] % count == 0,
                "collective-size",
                "splits size {} into {count} parts, which leaves a remainder",
                shape[split]
            );
        }
        let scaled = |size: i64, by: fn(i64, i64) -> Option<i64>| match size {
            DYNAMIC => DYNAMIC,
            size => by(size, count).unwrap_or(DYNAMIC),
        };
        shape[split] = scaled(shape[split], i64::checked_div);
        shape[concat] = scaled(shape[concat], i64::checked_mul);
        agree_except(&operand.with_shape(&shape), &result, operand.element, &[])?;
    }
    Ok(())
}

/// Verifies the computation, if there is one, and returns the type in which it accumulates.
fn verify_computation<'c>(op: Op<'c>, from: &Tensor<'c>) -> Result<Type<'c>, Violation<'c>> {
    let Some(body) = op.body(0) else { return Ok(from.element) };
    let stated = block_args(body).first().and_then(|argument| Tensor::of(argument.r#type()));
    let element = stated.map_or(from.element, |tensor| tensor.element);
    require!(
        promotable(from.element, element),
        "collective-accumulator",
        "accumulates elements of type {} in the type {element}, which is no wider",
        from.element
    );
    let scalar = Tensor::new(&[], element).ty();
    check_body_arguments(op, body, "computation", "collective-body-arguments", &[scalar, scalar])?;
    check_terminator(body, "computation", "collective-body-results", &[scalar])?;
    Ok(element)
}

pub fn verify_all_reduce(op: Op<'_>) -> Result<(), Violation<'_>> {
    verify_groups(op, Ids::AllPadded)?;
    verify_count(op, op.ins().len())?;
    for i in 0..op.ins().len() {
        let Some((operand, result)) = pair(op, i) else { continue };
        let element = verify_computation(op, &operand)?;
        agree_except(&operand, &result, element, &[])?;
    }
    Ok(())
}

pub fn verify_reduce_scatter(op: Op<'_>) -> Result<(), Violation<'_>> {
    verify_groups(op, Ids::All)?;
    let Some((operand, result)) = pair(op, 0) else { return Ok(()) };
    let element = verify_computation(op, &operand)?;
    let d = dimension(op, "scatter_dimension", &operand)?;
    agree_except(&operand, &result, element, &[d])?;
    multiple(operand.shape[d], result.shape[d])
}

/// Verifies the operands of an op with an optional dynamic root, and returns the number of inputs. With
/// `has_dynamic_root`, the last operand holds the root of each input.
pub fn verify_rooted(op: Op<'_>) -> Result<usize, Violation<'_>> {
    let operands = op.ins();
    let mut inputs = operands.len();
    if op.attr("has_dynamic_root").is_some() {
        let root = operands.last().and_then(|value| tensor_of(*value));
        let Some(root) = root.filter(|_| operands.len() >= 2) else {
            return Err(Violation::new("collective-operands", "needs an operand and a root"));
        };
        inputs -= 1;
        require!(
            root.rank() == 1 && root.xla_element() == Some(Element::S32) && compatible(root.shape[0], inputs as i64),
            "collective-root",
            "has a root of type {root}; it must be a tensor<{inputs}xi32>"
        );
    }
    require!(inputs > 0, "collective-operands", "needs an operand");
    verify_count(op, inputs)?;
    Ok(inputs)
}

pub fn verify_collective_reduce(op: Op<'_>) -> Result<(), Violation<'_>> {
    verify_groups(op, Ids::Some)?;
    for i in 0..verify_rooted(op)? {
        let Some((operand, result)) = pair(op, i) else { continue };
        let element = verify_computation(op, &operand)?;
        agree_except(&operand, &result, element, &[])?;
    }
    Ok(())
}

/// Verifies `source_target_pairs`: no process is the source or the target of two pairs.
fn verify_pairs(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some((shape, processes)) = op.attr("source_target_pairs").and_then(numbers) else { return Ok(()) };
    require!(
        shape.len() == 2 && (shape[1] == 2 || shape[0] == 0),
        "source-target-pairs",
        "has source_target_pairs of shape {}; it must be a list of pairs",
        show(&shape)
    );
    let side = |i: usize| -> Vec<i64> { processes.iter().skip(i).step_by(2).copied().collect() };
    unique("source-target-unique", "the sources", &side(0))?;
    unique("source-target-unique", "the targets", &side(1))?;
    require!(
        processes.iter().all(|id| *id >= 0),
        "source-target-pairs",
        "names a process below 0 in source_target_pairs"
    );
    Ok(())
}

pub fn verify_permute(op: Op<'_>) -> Result<(), Violation<'_>> {
    verify_pairs(op)?;
    let Some((operand, result)) = pair(op, 0) else { return Ok(()) };
    agree_except(&operand, &result, operand.element, &[])
}

/// Verifies the type of the channel: 1 between devices, and `host` between a device and the host.
pub fn verify_channel(op: Op<'_>, host: i64) -> Result<(), Violation<'_>> {
    let ty = op.attr("channel_handle").and_then(channel_handle).map_or(0, |channel| channel.kind);
    let expected = if op.int("is_host_transfer") == Some(1) { host } else { 1 };
    require!(
        ty == expected,
        "channel-type",
        "has a channel of type {ty}; it must be {expected}, as is_host_transfer says"
    );
    verify_pairs(op)
}

/// Requires the results to be tensors (or tuples) followed by a token.
pub fn verify_received(op: Op<'_>) -> Result<(), Violation<'_>> {
    let types: Vec<Type<'_>> = op.outs().iter().map(|value| value.r#type()).collect();
    let Some((token, tensors)) = types.split_last() else {
        return Err(Violation::new("received-types", "has no results; the last one must be a token"));
    };
    require!(is_stablehlo_token(*token), "received-types", "has a last result of type {token}; it must be a token");
    for ty in tensors {
        require!(
            Tensor::of(*ty).is_some() || elements(*ty).is_some(),
            "received-types",
            "receives a value of type {ty}; it must be a tensor"
        );
    }
    Ok(())
}

/// Verifies the attribute `layout`: a list of integers for each tensor.
pub fn verify_infeed_layout(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some(layouts) = op.attr("layout").and_then(array_elements) else { return Ok(()) };
    let tensors = op.outs().len() - 1;
    require!(
        layouts.len() == tensors,
        "infeed-layout",
        "gives {} layouts to the {tensors} tensors that it reads",
        layouts.len()
    );
    for layout in layouts {
        let integers = array_elements(layout).is_some_and(|entries| {
            // SAFETY: asks for an attribute's kind.
            entries.iter().all(|entry| unsafe { mlirAttributeIsAInteger(entry.to_raw()) })
        });
        require!(integers, "infeed-layout", "has the layout {layout}, which is not a list of integers");
    }
    Ok(())
}
