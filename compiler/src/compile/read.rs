//! From a source to a module that is verified.

use super::bytecode::read_isolated;
use super::contexts::{Session, in_session};
use super::error::CompileError;
use crate::diagnostics::{Collector, Diagnostic};
use crate::parse::parse_module;
use crate::source::Source;
use mlir_sys::MlirModule;
use xla_dialect::ir::Op;

/// A module that was read, in a context of which nobody else makes use.
pub(super) struct Parsed<'a> {
    pub(super) module: Op<'a>,
    pub(super) raw: MlirModule,
    pub(super) collector: &'a Collector<'a>,
    pub(super) session: &'a Session,
}

/// Runs `f` on the module in `source`.
///
/// # Errors
/// If the source is not a valid module, and those of `f`.
pub(super) fn parsed<R>(
    source: &Source,
    f: impl FnOnce(&Parsed<'_>) -> Result<R, CompileError>,
) -> Result<R, CompileError> {
    source.check().map_err(|diagnostic| CompileError::Invalid(vec![diagnostic]))?;
    in_session(source, |session| parsed_in(session, source, f))
}

fn parsed_in<R>(
    session: &Session,
    source: &Source,
    f: impl FnOnce(&Parsed<'_>) -> Result<R, CompileError>,
) -> Result<R, CompileError> {
    let context = &session.context;
    let collector = &Collector::new(context);
    let text = match source.is_bytecode() {
        true => read_isolated(source, context, collector).map_err(CompileError::Invalid)?,
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
    f(&Parsed { module: op, raw: module.0, collector, session })
}
