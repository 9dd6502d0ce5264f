//! The pass xla-lower-kernels: each linalg op becomes a function of loops and vectors.
//!
//! ```mlir
//! linalg.generic … ins(%a : memref<8x8xf32>) outs(%r : memref<8x8xf32>) { … }
//! // becomes
//! call @main_kernel_0(%a, %r, %c0, %c64)      // from which turn of the outermost loop, to which
//! ```

use super::contraction;
use super::kernel::Kernel;
use super::loops;
use crate::scf::index;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{Attribute, Builder, Op, OpExt, Tensor, Type, Value, block_ops, i64_attribute, string_value};
use xla_dialect::passes::{Failed, Pass};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-lower-kernels",
    description: "Lower linalg ops on memrefs to kernels: functions of scf loops and vectors",
    op: "builtin.module",
    options: &[],
    dialects: &["arith", "func", "llvm", "math", "memref", "scf", "vector"],
    run,
};

/// Below this many scalar operations, waking another thread costs more than it saves.
const PARALLEL_WORK: i64 = 1 << 17;

fn run<'c>(module: Op<'c>, _options: &[&str]) -> Result<(), Failed> {
    let Some(body) = module.body(0) else { return Ok(()) };
    for function in block_ops(body).into_iter().filter(|op| op.name_str() == "func.func") {
        let name = function.attr("sym_name").and_then(string_value).unwrap_or("main").to_string();
        // Collected first: outlining erases the ops inside.
        let kernels: Vec<_> = function.walk_ops().into_iter().filter(|op| op.name_str() == "linalg.generic").collect();
        for (number, op) in kernels.into_iter().enumerate() {
            outline(function, op, &format!("{name}_kernel_{number}"))?;
        }
    }
    Ok(())
}

/// What a kernel function gets.
pub struct Frame<'c> {
    /// The buffers, flat, in the order of the kernel's operands; behind them its tables.
    pub buffers: Vec<Value<'c>>,
    /// First turn of the outermost loop.
    pub begin: Value<'c>,
    /// The turn after the last one.
    pub end: Value<'c>,
    /// What the body takes from around it: the value outside, and its argument in the kernel.
    pub captured: Vec<(Value<'c>, Value<'c>)>,
}

fn outline<'c>(function: Op<'c>, op: Op<'c>, name: &str) -> Result<(), Failed> {
    let (Some(kernel), Some(here), Some(there)) = (Kernel::of(op), Builder::before(op), Builder::before(function))
    else {
        unsupported(op, "its index maps are not linear");
        return Err(Failed);
    };
    let context = here.context;
    let there = there.located(op.loc());
    let index_type = Type::index(context);
    let buffers: Vec<Value<'c>> =
        kernel.operands().map(|operand| operand.memref).chain(kernel.tables.clone()).collect();
    let mut arguments: Vec<Type<'c>> = buffers.iter().map(|buffer| flat_type(*buffer)).collect();
    arguments.extend([index_type, index_type]);
    let count = buffers.len();
    let captured = kernel.captured();
    arguments.extend(captured.iter().map(|value| value.r#type()));
    let schedule = contraction::recognise(&kernel);
    let extent = match &schedule {
        Some(contraction) => contraction.parallel_extent(),
        None => kernel.dims.first().filter(|dim| dim.parallel).map_or(1, |dim| dim.extent),
    };
    let mut outcome = Ok(());
    let region = there.region(&arguments, |builder, values| {
        let frame = Frame {
            buffers: values[..count].to_vec(),
            begin: values[count],
            end: values[count + 1],
            captured: captured.iter().copied().zip(values[count + 2..].iter().copied()).collect(),
        };
        outcome = match &schedule {
            Some(contraction) => contraction.emit(builder, &frame),
            None => loops::emit(&kernel, builder, &frame),
        };
        builder.create("func.return", &[], &[], &[], Vec::new());
    });
    outcome?;
    let ty = melior::ir::r#type::FunctionType::new(context, &arguments, &[]);
    let disjoint = op.attr("xla.disjoint").is_some();
    let mut attributes: Vec<(&str, Attribute<'c>)> = vec![
        ("sym_name", there.attr(&format!("\"{name}\""))),
        ("sym_visibility", there.attr("\"private\"")),
        ("function_type", melior::ir::attribute::TypeAttribute::new(ty.into()).into()),
    ];
    if disjoint {
        let mut each = vec!["{llvm.noalias}"; count];
        each.resize(arguments.len(), "{}");
        attributes.push(("arg_attrs", there.attr(&format!("[{}]", each.join(", ")))));
    }
    let created = there.create("func.func", &[], &[], &attributes, vec![region]);
    let work = kernel.turns().saturating_mul(block_ops(kernel.body).len() as i64);
    // Threads are handed addresses only.
    if extent > 1 && work >= PARALLEL_WORK && captured.is_empty() {
        created.set_attr("xla.parallel", i64_attribute(context, grain(extent, work)));
    }
    let mut operands: Vec<Value<'c>> = buffers.into_iter().map(|buffer| flatten(&here, buffer)).collect();
    operands.extend([index(&here, 0), index(&here, extent)]);
    operands.extend(captured);
    here.create("func.call", &operands, &[], &[("callee", here.attr(&format!("@{name}")))], Vec::new());
    op.erase();
    Ok(())
}

/// The least number of turns worth handing to a thread.
fn grain(extent: i64, work: i64) -> i64 {
    let per_turn = (work / extent).max(1);
    (PARALLEL_WORK / 4 / per_turn).max(1)
}

/// The buffer as one dimension.
fn flat_type<'c>(memref: Value<'c>) -> Type<'c> {
    let ty = memref.r#type();
    let size = xla_dialect::ir::shape_of(ty).iter().product();
    super::bufferize::memref(Tensor::new(&[size], xla_dialect::ir::element_type(ty)).ty())
}

fn flatten<'c>(builder: &Builder<'c>, memref: Value<'c>) -> Value<'c> {
    super::bufferize::reshape_memref(builder, memref, flat_type(memref))
}
