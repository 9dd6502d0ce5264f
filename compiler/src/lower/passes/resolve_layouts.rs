//! The pass xla-resolve-layouts: a program's buffers lie in memory as its layouts say, and no value inside of it has a
//! layout any more.
//!
//! ```mlir
//! func.func @main(%x: tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1], padded_dimensions = [3, 5]>>)
//! // becomes
//! func.func @main(%buffer: tensor<5x3xf32>) {
//!   %inside = xla.slice %buffer [0:3, 0:2] : (tensor<5x3xf32>) -> tensor<3x2xf32>
//!   %x = xla.transpose %inside, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
//! ```
//!
//! A buffer is an array of the padded sizes, the slowest dimension first; what moves its elements fuses with what
//! computes them. A result is transposed, and padded with the layout's padding value, or with zero.

use crate::inline;
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{
    Attribute, Builder, Op, OpExt, Tensor, Type, Value, block_args, block_ops, blocks, layout_parts, set_type,
    splat_attribute, tensor_of, uses,
};
use xla_dialect::layout::Layout;
use xla_dialect::ods::{func, xla};
use xla_dialect::ops::literal::Literal;
use xla_dialect::ops::tuple;
use xla_dialect::passes::{Failed, Pass};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-resolve-layouts",
    description: "Let a program's buffers lie as its layouts say, and drop the layouts",
    op: "builtin.module",
    options: &[],
    dialects: &["xla", "func"],
    run: |module, _| run(module),
};

fn run(module: Op<'_>) -> Result<(), Failed> {
    let values = module.walk_ops().into_iter().flat_map(|op| {
        let arguments = op.region_list().into_iter().flat_map(blocks).flat_map(block_args);
        op.outs().into_iter().chain(arguments).collect::<Vec<_>>()
    });
    let laid_out: Vec<Value<'_>> = values.filter(|value| plain(value.r#type()) != value.r#type()).collect();
    if laid_out.is_empty() {
        return Ok(());
    }
    let functions: Vec<Op<'_>> = block_ops(verified::body(module, 0));
    let functions = functions.into_iter().filter(|op| func::Func::of(*op).is_some());
    let mut buffers = Vec::new();
    for function in functions.clone().filter(|function| function.attr("sym_visibility").is_none()) {
        buffers.extend(resolve(function)?);
    }
    for value in laid_out {
        set_type(value, plain(value.r#type()));
    }
    for (argument, ty) in buffers {
        set_type(argument, ty);
    }
    for function in functions {
        if let Some(body) = inline::only_block(function) {
            inline::update_type(function, body);
        }
    }
    Ok(())
}

/// `ty` without layouts.
fn plain<'c>(ty: Type<'c>) -> Type<'c> {
    if let Some(elements) = tuple::elements(ty) {
        let elements: Vec<Type<'c>> = elements.into_iter().map(plain).collect();
        // SAFETY: a type's context outlives it.
        let context = unsafe { xla_dialect::ir::context_at(mlir_sys::mlirTypeGetContext(raw(ty))) };
        return melior::ir::r#type::TupleType::new(context, &elements).into();
    }
    match Tensor::of(ty) {
        Some(tensor) if tensor.encoding.and_then(Layout::parse).is_some() => tensor.with_shape(&tensor.shape).ty(),
        _ => ty,
    }
}

fn raw(ty: Type<'_>) -> mlir_sys::MlirType {
    use melior::ir::TypeLike;
    ty.to_raw()
}

/// The layout of an array that does not lie as it is by default.
fn layout_of<'c>(function: Op<'c>, value: Value<'c>) -> Result<Option<(Tensor<'c>, Layout)>, Failed> {
    let Some(tensor) = tensor_of(value) else {
        if plain(value.r#type()) != value.r#type() {
            return Err(unsupported(function, format!("a layout inside of {}", value.r#type())));
        }
        return Ok(None);
    };
    let layout = Layout::of(&tensor);
    Ok((!layout.is_row_major()).then_some((tensor, layout)))
}

/// Reads and writes the buffers of a function's arguments and results; gives the types that the arguments get.
fn resolve<'c>(function: Op<'c>) -> Result<Vec<(Value<'c>, Type<'c>)>, Failed> {
    let Some(body) = inline::only_block(function) else { return Ok(Vec::new()) };
    let start = Builder::at_start(function.ctx(), body, function.loc());
    let mut buffers = Vec::new();
    for argument in block_args(body) {
        let Some((tensor, layout)) = layout_of(function, argument)? else { continue };
        let users = uses(argument);
        let buffer = Buffer::of(&tensor, &layout);
        let value = buffer.read(&start, argument);
        for (user, i) in users {
            user.set_input(i, value);
        }
        buffers.push((argument, buffer.padded.ty()));
    }
    let end = verified::end(body);
    let builder = verified::before(end);
    for (i, result) in end.ins().into_iter().enumerate() {
        let Some((tensor, layout)) = layout_of(function, result)? else { continue };
        let padding = tensor.encoding.and_then(layout_parts).and_then(|parts| parts.padding_value);
        end.set_input(i, Buffer::of(&tensor, &layout).write(&builder, result, padding));
    }
    Ok(buffers)
}

/// An array as it lies in memory.
struct Buffer<'c> {
    logical: Tensor<'c>,
    /// The dimensions, slowest first.
    order: Vec<i64>,
    /// The array transposed to that order.
    transposed: Tensor<'c>,
    /// And padded.
    padded: Tensor<'c>,
}

impl<'c> Buffer<'c> {
    fn of(tensor: &Tensor<'c>, layout: &Layout) -> Self {
        let logical = tensor.with_shape(&tensor.shape);
        let order: Vec<i64> = layout.minor_to_major.iter().rev().copied().collect();
        let by_order = |sizes: &[i64]| -> Vec<i64> { order.iter().map(|&d| sizes[d as usize]).collect() };
        let transposed = logical.with_shape(&by_order(&logical.shape));
        let extents = if layout.padded_dimensions.is_empty() { &logical.shape } else { &layout.padded_dimensions };
        let padded = logical.with_shape(&by_order(extents));
        Self { logical, order, transposed, padded }
    }

    // The types of arguments and results still have the layouts, so that no type is inferred from them.
    fn read(&self, builder: &Builder<'c>, buffer: Value<'c>) -> Value<'c> {
        let rank = self.order.len();
        let inside = xla::slice(
            &builder.typed(self.transposed.ty()),
            buffer,
            &vec![0; rank],
            &self.transposed.shape,
            &vec![1; rank],
        );
        let mut places = vec![0; rank];
        for (place, &d) in self.order.iter().enumerate() {
            places[d as usize] = place as i64;
        }
        xla::transpose(&builder.typed(self.logical.ty()), inside, &places)
    }

    /// `padding` is what the layout fills with; zero by default.
    fn write(&self, builder: &Builder<'c>, value: Value<'c>, padding: Option<Attribute<'c>>) -> Value<'c> {
        let transposed = xla::transpose(&builder.typed(self.transposed.ty()), value, &self.order);
        let scalar = self.logical.with_shape(&[]).ty();
        let filler = padding.map_or_else(|| Literal::filling(scalar, 0.0), |padding| splat_attribute(scalar, padding));
        let filler = xla::constant(builder, filler);
        let sizes = self.padded.shape.iter().zip(&self.transposed.shape);
        let high: Vec<i64> = sizes.map(|(padded, size)| padded - size).collect();
        let none = vec![0; high.len()];
        xla::pad(&builder.typed(self.padded.ty()), transposed, filler, &none, &high, &none)
    }
}
