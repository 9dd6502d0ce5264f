//! From a source to a module that is verified.

use super::bytecode::read_isolated;
use super::contexts::in_context;
use super::error::CompileError;
use crate::diagnostics::{Collector, Diagnostic};
use crate::parse::parse_module;
use crate::source::Source;
use mlir_sys::MlirModule;
use xla_dialect::ir::{Context, Op};

/// Runs `f` on the module in `source`.
///
/// # Errors
/// If the source is not a valid module, and those of `f`.
pub(super) fn parsed<R>(
    source: &Source,
    f: impl FnOnce(Op<'_>, MlirModule, &Collector<'_>) -> Result<R, CompileError>,
) -> Result<R, CompileError> {
    source.check().map_err(|diagnostic| CompileError::Invalid(vec![diagnostic]))?;
    in_context(source, |context| parsed_in(context, source, f))
}

fn parsed_in<R>(
    context: &Context,
    source: &Source,
    f: impl FnOnce(Op<'_>, MlirModule, &Collector<'_>) -> Result<R, CompileError>,
) -> Result<R, CompileError> {
    let collector = Collector::new(context);
    let text = match source.is_bytecode() {
        true => read_isolated(source, context, &collector).map_err(CompileError::Invalid)?,
        false => Vec::new(),
    };
    let text = if source.is_bytecode() { &text } else { &source.bytes };
    // SAFETY: the module is dropped at the end of this function, before the context.
    let Some(module) = (unsafe { parse_module(context.to_raw(), text, source.name.as_bytes()) }) else {
        let mut diagnostics = collector.take();
        if diagnostics.is_empty() {
            diagnostics.push(Diagnostic::error(None, format!("{} is not a module", source.name)));
        }
        return Err(CompileError::Invalid(diagnostics));
    };
    collector.take();
    // SAFETY: the module lives to the end of this function.
    let op: Op<'_> = unsafe { Op::from_raw(mlir_sys::mlirModuleGetOperation(module.0)) };
    f(op, module.0, &collector)
}
