//! reduce: a `linalg.generic` whose body is the computation on scalars.

use super::rows::generic_of_rows;
use crate::affine::Map;
use crate::lower::rewriter::computation::{Precision, accumulator, convert, encoder, scalar_computation_in, widen};
use crate::lower::rewriter::emit::{load_form, store_form};
use crate::lower::rewriter::sizes::{Size, declared, demand_equal, empty_of, is_static, sizes};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{element, fill, shape};
use crate::verified;
use xla_dialect::ir::{Builder, Element, Op, OpExt, Tensor, Value};
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, CmpI, Machine, decode};

/// Loops over the dimensions, of which the reduced ones accumulate.
///
/// Any association is allowed, so narrow floats are summed in f32 and rounded once.
pub fn reduce<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let inputs = &op.ins()[..op.outs().len()];
    let dimensions = op.i64s("dimensions");
    let rank = shape(inputs[0]).len();
    let kept: Vec<usize> = (0..rank).filter(|d| !dimensions.contains(&(*d as i64))).collect();
    let iterators =
        (0..rank).map(|d| if kept.contains(&d) { IteratorType::Parallel } else { IteratorType::Reduction }).collect();
    let sources = inputs
        .iter()
        .map(|input| Ok((lowering.tensor(*input)?, Map::identity(rank))))
        .collect::<Result<Vec<_>, Failed>>()?;
    let result = Map::of_dims(rank, &kept);
    let first: Vec<Size<'c>> = sizes(sources[0].0);
    for (source, _) in &sources[1..] {
        for (d, size) in sizes(*source).into_iter().enumerate() {
            demand_equal(builder, op, size, first[d], &format!("expects inputs of the same size in dimension {d}"));
        }
    }
    let results = kept.iter().map(|&d| first[d]).collect();
    accumulate(
        lowering,
        op,
        builder,
        &Nest {
            precision: accumulator,
            starts: None,
            sources,
            counted: None,
            extents: None,
            sizes: results,
            result,
            iterators,
        },
    )
}

/// The loops of a reduction.
pub struct Nest<'c> {
    /// What the sums of elements of a type are computed in.
    pub precision: Precision,
    /// What the results start with, in that type, where it is not the initial values.
    pub starts: Option<Vec<Value<'c>>>,
    /// The inputs, and how the loops read them.
    pub sources: Vec<(Value<'c>, Map)>,
    /// A tensor of i8 that is 0 where the inputs are not to be combined, and how the loops read it.
    pub counted: Option<(Value<'c>, Map)>,
    /// A tensor that is not read, but gives those loops their extents that no dimension of an input or result does.
    pub extents: Option<(Value<'c>, Map)>,
    /// The sizes of the results.
    pub sizes: Vec<Size<'c>>,
    /// How the loops write the results.
    pub result: Map,
    /// The kinds of the loops.
    pub iterators: Vec<IteratorType>,
}

/// The results of a reduction, from its initial values through its body.
pub fn accumulate<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    nest: &Nest<'c>,
) -> Result<(), Failed> {
    let n = op.outs().len();
    let operands = op.ins();
    let (inputs, inits) = operands.split_at(n);
    let body = verified::body(op, 0);
    let elements = op.outs().into_iter().map(element).collect::<Vec<_>>();
    let input_elements = inputs.iter().map(|v| element(*v)).collect::<Vec<_>>();
    let sums: Vec<Element> = elements.iter().map(|e| (nest.precision)(*e)).collect();
    let result_shape = shape(op.output(0));

    let mut outputs = Vec::new();
    for (i, init) in inits.iter().enumerate() {
        let ty = match declared(&nest.sizes) {
            // A phase of a window has fewer positions than the result.
            part if is_static(&result_shape) && part != result_shape => {
                Tensor::new(&part, lowering.element_type(sums[i])).ty()
            }
            _ => lowering.type_with(op.output(i), sums[i]),
        };
        let (mut init_value, from) = (lowering.tensor(*init)?, element(*init));
        if let Some(starts) = &nest.starts {
            init_value = starts[i];
        } else if from != sums[i] {
            init_value = convert(lowering, op, builder, init_value, from, sums[i])?;
        }
        let start = empty_of(builder, ty, &nest.sizes);
        let start = if result_shape.contains(&0) { start } else { fill(builder, init_value, start)? };
        outputs.push((start, nest.result.clone()));
    }
    let mut values: Vec<_> = outputs.iter().map(|(value, _)| *value).collect();
    if !shape(nest.sources[0].0).contains(&0) {
        let sources: Vec<_> = nest.sources.iter().chain(&nest.counted).chain(&nest.extents).cloned().collect();
        values = generic_of_rows(builder, &sources, &outputs, &nest.iterators, |builder, arguments| {
            let mut emitter = lowering.emitter(builder);
            let so_far = &arguments[sources.len()..];
            let mut parameters = Vec::new();
            // The computation's parameters: the accumulators, then the elements.
            for i in 0..n {
                let stored = load_form(&emitter, sums[i], so_far[i]);
                parameters.push((sums[i], decode(&mut emitter, sums[i], stored)));
            }
            for i in 0..n {
                let stored = load_form(&emitter, input_elements[i], arguments[i]);
                let value = decode(&mut emitter, input_elements[i], stored);
                parameters.push(widen(op, &mut emitter, input_elements[i], sums[i], value)?);
            }
            let results = scalar_computation_in(lowering, op, body, &mut emitter, nest.precision, &parameters)?;
            let counted = nest.counted.as_ref().map(|_| emitter.cmpik(CmpI::Ne, Machine::I8, arguments[n], 0));
            let encode = encoder(body);
            results
                .into_iter()
                .zip(&sums)
                .zip(so_far)
                .map(|(((element, value), sum), before)| {
                    let (_, value) = widen(op, &mut emitter, element, *sum, value)?;
                    let stored = encode(&mut emitter, *sum, value);
                    let after = store_form(&emitter, *sum, stored);
                    Ok(counted.map_or(after, |counted| emitter.select(counted, after, *before)))
                })
                .collect()
        })?;
    }
    for (i, value) in values.into_iter().enumerate() {
        let value =
            if sums[i] == elements[i] { value } else { convert(lowering, op, builder, value, sums[i], elements[i])? };
        lowering.set_tensor(op.output(i), value);
    }
    Ok(())
}
