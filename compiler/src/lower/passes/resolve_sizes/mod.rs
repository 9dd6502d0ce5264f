//! The pass xla-resolve-dynamic-sizes: arrays of dynamic size become arrays as large as their bounds, and scalars
//! that say how much of them counts.
//!
//! ```mlir
//! func.func @main(%x: tensor<10xf32>, %n: tensor<i32>) -> tensor<f32> {
//!   %0 = xla.set_dimension_size %x, %n, dim = 0 : (tensor<10xf32>, tensor<i32>) -> tensor<?xf32, #xla.bounds<10>>
//!   %1 = xla.reduce(%0 init: %zero) applies xla.add across dimensions = [0]
//! // becomes
//!   %2 = xla.iota dim = 0 : tensor<10xi32>
//!   %3 = xla.lt %2, %n : (tensor<10xi32>, tensor<i32>) -> tensor<10xi1>
//!   %4 = xla.select %3, %x, %zeros
//!   %1 = xla.reduce(%4 init: %zero) applies xla.add across dimensions = [0]
//! ```
//!
//! Elements beyond a size are arbitrary, and no op lets them reach one that counts: where elements of different
//! indices meet, those beyond the size are replaced first. Sizes follow the values, whatever a type says of them, as
//! in XLA. Arguments and results of dynamic size take and give their sizes behind all others, in order, as `i32`.

mod indexing;
pub(super) mod mask;
mod ops;
mod resolver;
mod windows;

use crate::identity::ValueMap;
use crate::inline::{self, Calls, Functions, Walk};
use crate::lower::passes::expand_client_ops::builders::like;
use crate::verified;
use melior::ir::r#type::TupleType;
use melior::ir::{BlockLike, ValueLike};
use resolver::{Resolver, Sizes, open_dimensions, shape};
use xla_dialect::bounds;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{
    Block, Builder, DYNAMIC, Op, OpExt, Tensor, Type, Value, block_args, block_ops, blocks, set_type, take_region,
    terminator,
};
use xla_dialect::ods::{func, xla};
use xla_dialect::ops::tuple;
use xla_dialect::passes::{Failed, Pass};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-resolve-dynamic-sizes",
    description: "Make arrays of dynamic size as large as their bounds, and keep what is beyond a size out of results",
    op: "builtin.module",
    options: &[],
    dialects: &["xla", "func"],
    run: |module, _| run(module),
};

fn run(module: Op<'_>) -> Result<(), Failed> {
    if !module.walk_ops().into_iter().any(concerns) {
        return Ok(());
    }
    let functions = Functions::of(module);
    for function in block_ops(verified::body(module, 0)) {
        if func::Func::of(function).is_some()
            && function.attr("sym_visibility").is_none()
            && let Some(body) = inline::only_block(function)
        {
            let mut resolver =
                Resolver { calls: Calls::of(&functions), sizes: ValueMap::default(), setters: Vec::new() };
            resolver.function(function, body)?;
        }
    }
    Ok(())
}

fn concerns(op: Op<'_>) -> bool {
    let arguments = op.region_list().into_iter().flat_map(blocks).flat_map(block_args);
    xla::SetDimensionSize::of(op).is_some()
        || op.outs().into_iter().chain(arguments).any(|value| shape(value).contains(&DYNAMIC))
}

impl<'c> Resolver<'c, '_> {
    fn function(&mut self, function: Op<'c>, body: Block<'c>) -> Result<(), Failed> {
        let arguments = block_args(body);
        let start = Builder::at_start(function.ctx(), body, function.loc());
        for argument in arguments {
            let open = open_dimensions(argument.r#type());
            make_static(function, argument)?;
            let mut sizes = self.sizes(argument);
            for d in open {
                let given = body.add_argument(mask::number_type(function.ctx()), function.loc());
                sizes[d] = Some(mask::clamped(&start, given, shape(argument)[d]));
            }
            self.set(argument, sizes);
        }
        self.block(body)?;
        let end = verified::end(body);
        let builder = verified::before(end);
        let mut results = end.ins();
        // The sizes that the signature speaks of: those that the function's type leaves open.
        let stated = declared_results(function);
        for (result, ty) in end.ins().into_iter().zip(stated) {
            results.extend(open_dimensions(ty).into_iter().map(|d| self.size(&builder, result, d)));
        }
        func::return_(&builder, &results);
        end.erase();
        for setter in self.setters.drain(..).rev() {
            setter.replace(&[setter.input(0)]);
        }
        inline::update_type(function, body);
        // One attribute a value: the sizes have none, and nothing later reads the others'.
        function.remove_attr("arg_attrs");
        function.remove_attr("res_attrs");
        Ok(())
    }

    /// Lets `expand` put other ops in the place of `op`, and visits those.
    fn expanded(&mut self, op: Op<'c>, expand: impl FnOnce() -> Result<(), Failed>) -> Result<(), Failed> {
        let block = op.parent_block().expect("the op is in a block");
        let ops = block_ops(block);
        let first = ops.iter().position(|other| *other == op).expect("the op is in its block");
        let behind = ops.len() - first - 1;
        expand()?;
        let ops = block_ops(block);
        ops[first..ops.len() - behind].iter().try_for_each(|op| self.op(*op))
    }

    /// Sizes of the state become state.
    fn while_loop(&mut self, op: Op<'c>) -> Result<(), Failed> {
        let (condition, body, builder) = (verified::body(op, 0), verified::body(op, 1), verified::before(op));
        let mut inits = op.ins();
        let mut state = Vec::new();
        for (i, init) in op.ins().into_iter().enumerate() {
            let mut dimensions = open_dimensions(op.output(i).r#type());
            dimensions.extend((0..self.sizes(init).len()).filter(|&d| self.sizes(init)[d].is_some()));
            dimensions.sort_unstable();
            dimensions.dedup();
            for value in [op.output(i), block_args(condition)[i], block_args(body)[i]] {
                make_static(op, value)?;
            }
            for d in dimensions {
                inits.push(self.size(&builder, init, d));
                state.push((i, d));
            }
        }
        let number = mask::number_type(op.ctx());
        for block in [condition, body] {
            let arguments = block_args(block);
            let mut sizes: Vec<Sizes<'c>> = arguments.iter().map(|argument| self.sizes(*argument)).collect();
            for &(i, d) in &state {
                sizes[i][d] = Some(block.add_argument(number, op.loc()));
            }
            for (argument, sizes) in arguments.into_iter().zip(sizes) {
                self.set(argument, sizes);
            }
            self.block(block)?;
        }
        let end = verified::end(body);
        let returned = end.ins();
        for (i, value) in returned.iter().enumerate() {
            let unknown =
                (0..self.sizes(*value).len()).find(|&d| self.sizes(*value)[d].is_some() && !state.contains(&(i, d)));
            if let Some(d) = unknown {
                return Err(unsupported(
                    op,
                    format!("the body makes dimension {d} of state {i} dynamic, which is static before"),
                ));
            }
        }
        self.return_sizes(end, &state)?;
        let types: Vec<Type<'c>> = inits.iter().map(|value| value.r#type()).collect();
        self.rebuild(op, &builder, &inits, &types, &state)
    }

    /// Results whose size depends on the branch give it.
    fn conditional(&mut self, op: Op<'c>) -> Result<(), Failed> {
        let builder = verified::before(op);
        let branches: Vec<Block<'c>> = op.region_list().into_iter().flat_map(blocks).collect();
        let mut given = Vec::new();
        for result in op.outs().iter().enumerate() {
            given.extend(open_dimensions(result.1.r#type()).into_iter().map(|d| (result.0, d)));
            make_static(op, *result.1)?;
        }
        for (i, branch) in branches.iter().enumerate() {
            if let (Some(argument), Some(operand)) = (block_args(*branch).first(), op.ins().get(i + 1)) {
                make_static(op, *argument)?;
                self.set(*argument, self.sizes(*operand));
            }
            self.block(*branch)?;
            for (i, value) in terminator(*branch).map(|end| end.ins()).unwrap_or_default().into_iter().enumerate() {
                let sizes = self.sizes(value);
                given.extend((0..sizes.len()).filter(|&d| sizes[d].is_some()).map(|d| (i, d)));
            }
        }
        given.sort_unstable();
        given.dedup();
        for branch in branches {
            self.return_sizes(verified::end(branch), &given)?;
        }
        let mut types: Vec<Type<'c>> = op.outs().iter().map(|value| value.r#type()).collect();
        types.extend(given.iter().map(|_| mask::number_type(op.ctx())));
        self.rebuild(op, &builder, &op.ins(), &types, &given)
    }

    /// Lets a terminator return the sizes of the values that it returns, those that `which` names.
    fn return_sizes(&mut self, end: Op<'c>, which: &[(usize, usize)]) -> Result<(), Failed> {
        let builder = verified::before(end);
        let mut values = end.ins();
        for &(i, d) in which {
            values.push(self.size(&builder, end.input(i), d));
        }
        like(&builder, end, &values, &[], Vec::new());
        end.erase();
        Ok(())
    }

    /// Replaces `op` by one that also gives the sizes that `given` names, behind its results.
    fn rebuild(
        &mut self,
        op: Op<'c>,
        builder: &Builder<'c>,
        operands: &[Value<'c>],
        types: &[Type<'c>],
        given: &[(usize, usize)],
    ) -> Result<(), Failed> {
        let regions = op.region_list().into_iter().map(take_region).collect();
        let new = like(builder, op, operands, types, regions);
        let (results, sizes) = (new.outs(), op.outs().len());
        for (i, result) in results[..sizes].iter().enumerate() {
            let mut all = self.sizes(*result);
            for ((_, d), size) in given.iter().zip(&results[sizes..]).filter(|((j, _), _)| *j == i) {
                all[*d] = Some(*size);
            }
            self.set(*result, all);
        }
        op.replace(&results[..sizes]);
        Ok(())
    }
}

impl<'c, 'f> Walk<'c, 'f> for Resolver<'c, 'f> {
    fn calls(&mut self) -> &mut Calls<'c, 'f> {
        &mut self.calls
    }

    fn own(&mut self, op: Op<'c>) -> Result<(), Failed> {
        let kind = xla::Kind::of(op);
        match kind {
            Some(xla::Kind::Return) => return Ok(()),
            Some(xla::Kind::While) => return self.while_loop(op),
            Some(xla::Kind::Conditional) => return self.conditional(op),
            _ if func::Return::of(op).is_some() => return Ok(()),
            _ => {}
        }
        let open = op.outs().first().map_or_else(Vec::new, |result| open_dimensions(result.r#type()));
        for result in op.outs() {
            make_static(op, result)?;
        }
        let is_dynamic = op.ins().into_iter().any(|operand| self.is_dynamic(operand));
        if is_dynamic || matches!(kind, Some(xla::Kind::GetDimensionSize | xla::Kind::SetDimensionSize)) {
            let builder = verified::before(op);
            return self.dynamic_op(op, &builder, &open);
        }
        Ok(())
    }
}

/// Gives `value` the shape of its bounds.
fn make_static<'c>(op: Op<'c>, value: Value<'c>) -> Result<(), Failed> {
    if shape(value).contains(&DYNAMIC) {
        set_type(value, static_type(op, value.r#type())?);
    }
    Ok(())
}

fn static_type<'c>(op: Op<'c>, ty: Type<'c>) -> Result<Type<'c>, Failed> {
    if let Some(elements) = tuple::elements(ty) {
        let elements: Vec<_> = elements.into_iter().map(|ty| static_type(op, ty)).collect::<Result<_, _>>()?;
        return Ok(TupleType::new(op.ctx(), &elements).into());
    }
    let Some(tensor) = Tensor::of(ty).filter(|tensor| !tensor.is_static()) else { return Ok(ty) };
    let shape = bounds::of(&tensor);
    if shape.iter().any(|size| *size < 0) {
        return Err(unsupported(
            op,
            format!("sizes of {} are known only at run time, and have no bounds", tensor.ty()),
        ));
    }
    Ok(tensor.with_shape(&shape).ty())
}

/// The results in the function's type.
fn declared_results(function: Op<'_>) -> Vec<Type<'_>> {
    use melior::ir::attribute::AttributeLike;
    let Some(attribute) = function.attr("function_type") else { return Vec::new() };
    // SAFETY: a function's type attribute holds a function type; places are below the count.
    unsafe {
        let ty = mlir_sys::mlirTypeAttrGetValue(attribute.to_raw());
        (0..mlir_sys::mlirFunctionTypeGetNumResults(ty))
            .map(|i| Type::from_raw(mlir_sys::mlirFunctionTypeGetResult(ty, i)))
            .collect()
    }
}
