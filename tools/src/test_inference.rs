//! `xla-test-inference`, a pass of xla-opt for tests only: it answers what tests ask about inference.
//!
//! ```mlir
//! %0 = stablehlo.slice %x [1:3] : (tensor<4xf32>) -> tensor<?xf32>
//! %1 = "hlo_test_infer.get_return_types"(%0) : (tensor<?xf32>) -> tensor<index>
//! // becomes
//! %1 = "hlo_test_infer.return_types"(%0) {types0 = tensor<2xf32>} : (tensor<?xf32>) -> tensor<index>
//! ```

use melior::ir::attribute::TypeAttribute;
use xla_dialect::ir::{Builder, Op, OpExt, defining_op};
use xla_dialect::ops::{self, Arguments};
use xla_dialect::passes::{Failed, Pass};

/// The pass.
pub static PASS: Pass = Pass {
    name: "xla-test-inference",
    description: "Test only: Answer the ops of hlo_test_infer with the types that inference gives",
    op: "builtin.module",
    options: &[],
    dialects: &[],
    run: |module, _| run(module),
};

fn run(module: Op<'_>) -> Result<(), Failed> {
    for op in module.walk_ops() {
        let answer = match op.name_str() {
            "hlo_test_infer.get_return_types" => "hlo_test_infer.return_types",
            "hlo_test_infer.get_return_type_components" => "hlo_test_infer.return_type_components",
            _ => continue,
        };
        answer_with(op, answer)?;
    }
    Ok(())
}

/// Replaces `op` by the op `answer`, with the types inferred. Where the types are not inferred, the question stays.
fn answer_with(op: Op<'_>, answer: &str) -> Result<(), Failed> {
    let Some(asked) = op.ins().first().and_then(|value| defining_op(*value)) else { return Ok(()) };
    let Some(infer) = ops::meaning(asked.name_str()).and_then(|meaning| meaning.infer) else { return Ok(()) };
    let types = infer(&Arguments::of(asked)).map_err(|violation| violation.emit(asked.loc(), asked.name_str()))?;
    let Some(builder) = Builder::before(op) else { return Ok(()) };
    let results: Vec<_> = op.outs().iter().map(melior::ir::ValueLike::r#type).collect();
    let new = builder.create(answer, &op.ins(), &results, &[], Vec::new());
    for (i, ty) in types.into_iter().enumerate() {
        new.set_attr(&format!("types{i}"), TypeAttribute::new(ty).into());
    }
    op.replace(&new.outs());
    Ok(())
}
