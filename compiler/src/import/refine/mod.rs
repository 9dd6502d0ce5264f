//! `stablehlo-refine-shapes`: a program of dynamic shapes becomes the static one that its arguments' shapes make it.
//!
//! ```mlir
//! // stablehlo-refine-shapes{entry=main arguments=[2,3]}
//! func.func @main(%x: tensor<?x3xf32>) -> tensor<?xf32> {
//!   %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
//!   %n = stablehlo.multiply %rows, %three : tensor<i32>
//!   %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
//!   %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x3xf32>, tensor<1xi32>) -> tensor<?xf32>
//! // becomes
//! func.func @main(%x: tensor<2x3xf32>) -> tensor<6xf32> {
//!   %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
//! ```
//!
//! Ops are visited in order: calls are replaced by what they call, since a function means something else for each
//! shape; types are inferred from operands; integers, of which shapes are made, are folded; and an op whose shape
//! was an operand becomes the op whose shape is in its type. What stays dynamic is left as it is, for a later pass
//! to refuse. A program without dynamic shapes is not touched.

mod arguments;
mod arithmetic;
mod dynamic_ops;
mod infer;
mod values;

pub use arguments::{Argument, contradiction};

use crate::identity::{Handle, Identity};
use crate::inline::{self, Calls, Functions, Walk};
use crate::verified;
use melior::ir::ValueLike;
use std::collections::HashSet;
use values::refine;
use xla_dialect::diagnostics::{error, unsupported};
use xla_dialect::ir::{Block, Op, OpExt, Tensor, Type, Value, block_args, block_ops, blocks, string_value, terminator};
use xla_dialect::ods::{Kind, func, shape, stablehlo};
use xla_dialect::passes::{Failed, Pass, PassOption};

/// The pass.
pub const PASS: Pass = Pass {
    name: "stablehlo-refine-shapes",
    description: "Make a StableHLO program of dynamic shapes static, for given shapes of its arguments",
    op: "builtin.module",
    options: &[
        PassOption::text("entry", "the function that is called; every public one if none", ""),
        PassOption::text(
            "arguments",
            "its arguments: a shape such as [2,3], or the value of an integer such as 5; _ for any",
            "",
        )
        .checked(|text| arguments::parse(text).map(drop)),
    ],
    dialects: &["chlo", "func", "stablehlo"],
    run,
};

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let (entry, known) = (options.first().copied().unwrap_or(""), options.get(1).copied().unwrap_or(""));
    if !module.walk_ops().into_iter().any(concerns) {
        return Ok(());
    }
    let functions = Functions::of(module);
    let known = arguments::parse(known).map_err(|reason| error(module.loc(), &reason))?;
    for function in block_ops(verified::body(module, 0)) {
        let is_entry = match function.attr("sym_name").and_then(string_value) {
            Some(name) if entry.is_empty() => {
                let is_public = !name.is_empty() && function.attr("sym_visibility").is_none();
                is_public && !has_memory(function, &functions, &mut HashSet::new())
            }
            Some(name) => name == entry,
            None => false,
        };
        if func::Func::of(function).is_none() || !is_entry {
            continue;
        }
        if let Some(body) = inline::only_block(function) {
            arguments::apply(function, body, &known)?;
            Refinement { calls: Calls::of(&functions) }.block(body)?;
            inline::update_type(function, body);
        }
    }
    Ok(())
}

/// Whether `function`, or one that it calls, computes in memory: then it is lowered already, and its sizes are its own.
fn has_memory<'c>(function: Op<'c>, functions: &Functions<'c>, seen: &mut HashSet<Identity>) -> bool {
    const DIALECTS: [&str; 3] = ["bufferization", "llvm", "memref"];
    seen.insert(function.identity())
        && function.walk_ops().into_iter().any(|op| {
            let dialect = op.name_str().split('.').next().unwrap_or_default();
            let callee = functions.callee(op);
            DIALECTS.contains(&dialect) || callee.is_some_and(|(_, callee)| has_memory(callee, functions, seen))
        })
}

/// Whether the op is one of those that this pass is for, or has dynamic shapes.
fn concerns(op: Op<'_>) -> bool {
    let arguments = op.region_list().into_iter().flat_map(blocks).flat_map(block_args);
    dynamic_ops::concerns(op)
        || op.name_str().starts_with("shape.")
        || op.outs().into_iter().chain(arguments).any(|value| is_dynamic(value.r#type()))
}

/// Whether sizes of `ty` are open.
fn is_dynamic(ty: Type<'_>) -> bool {
    Tensor::of(ty).is_some_and(|tensor| !tensor.is_static())
}

/// The walk over a program.
pub(super) struct Refinement<'c, 'f> {
    calls: Calls<'c, 'f>,
}

impl<'c, 'f> Walk<'c, 'f> for Refinement<'c, 'f> {
    fn calls(&mut self) -> &mut Calls<'c, 'f> {
        &mut self.calls
    }

    fn own(&mut self, op: Op<'c>) -> Result<(), Failed> {
        match Kind::of(op) {
            Some(
                Kind::Func(func::Kind::Return)
                | Kind::Stablehlo(stablehlo::Kind::Return)
                | Kind::Shape(shape::Kind::AssumingYield),
            ) => Ok(()),
            Some(Kind::Stablehlo(stablehlo::Kind::While)) => self.while_loop(op),
            Some(Kind::Stablehlo(stablehlo::Kind::Case | stablehlo::Kind::If)) => self.conditional(op),
            Some(Kind::Shape(shape::Kind::Assuming)) => self.assuming(op),
            _ if arithmetic::is_shape_op(op) => arithmetic::fold_shape_op(op),
            _ => {
                for op in dynamic_ops::make_static(op, self.calls.functions())? {
                    infer::refine_results(op)?;
                    arithmetic::fold(op);
                }
                Ok(())
            }
        }
    }
}

impl<'c> Refinement<'c, '_> {
    /// The state has the types it is initialized with.
    fn while_loop(&mut self, op: Op<'c>) -> Result<(), Failed> {
        for (i, init) in op.ins().into_iter().enumerate() {
            let regions = (0..2).filter_map(|region| block_args(op.body(region)?).get(i).copied());
            for value in regions.chain(op.outs().get(i).copied()) {
                refine(op, value, init.r#type())?;
            }
        }
        for region in op.region_list().into_iter().flat_map(blocks) {
            self.block(region)?;
        }
        let next = op.body(1).and_then(terminator).map(|end| end.ins()).unwrap_or_default();
        for (next, state) in next.into_iter().zip(op.outs()) {
            if next.r#type() != state.r#type() {
                let (from, to) = (state.r#type(), next.r#type());
                return Err(unsupported(op, format!("its state changes its shape, from {from} to {to}")));
            }
        }
        Ok(())
    }

    /// Results have the types that all branches give.
    fn conditional(&mut self, op: Op<'c>) -> Result<(), Failed> {
        let branches: Vec<Block<'c>> = op.region_list().into_iter().flat_map(blocks).collect();
        for branch in &branches {
            self.block(*branch)?;
        }
        let given: Vec<Vec<Value<'c>>> =
            branches.into_iter().filter_map(|b| terminator(b)).map(|end| end.ins()).collect();
        for (i, result) in op.outs().into_iter().enumerate() {
            let mut types = given.iter().filter_map(|values| values.get(i)).map(|value| value.r#type());
            let Some(first) = types.next() else { continue };
            if let Some(other) = types.find(|ty| *ty != first) {
                return Err(unsupported(op, format!("its branches give different shapes, {first} and {other}")));
            }
            refine(op, result, first)?;
        }
        Ok(())
    }

    /// What is assumed of shapes is checked where it is used: the region is inlined.
    fn assuming(&mut self, op: Op<'c>) -> Result<(), Failed> {
        let Some(body) = inline::only_block(op) else { return Ok(()) };
        self.block(body)?;
        for inner in block_ops(body) {
            if shape::AssumingYield::of(inner).is_some() {
                for (result, value) in op.outs().into_iter().zip(inner.ins()) {
                    xla_dialect::ir::replace_uses(result, value);
                }
                inner.erase();
            } else {
                // SAFETY: both ops are alive; what the op uses is defined in front of `op` or moved there before it.
                unsafe { mlir_sys::mlirOperationMoveBefore(inner.to_raw(), op.to_raw()) };
            }
        }
        op.erase();
        Ok(())
    }
}
