//! The thread that compiles, which has a stack for what is nested.

use super::error::CompileError;
use xla_dialect::limits::Limits;

/// Bytes of stack for compiling: MLIR and LLVM recurse over what is nested.
pub(super) const STACK: usize = 256 << 20;

/// Runs `f` within `limits`, on a stack of [`STACK`] bytes.
pub(super) fn on_large_stack<R: Send>(
    limits: &Limits,
    f: impl FnOnce() -> Result<R, CompileError> + Send,
) -> Result<R, CompileError> {
    let failed = || CompileError::Internal { pass: "the compiler".to_string(), diagnostics: Vec::new() };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("xla-compile".to_string()).stack_size(STACK);
        match thread.spawn_scoped(scope, || limits.scope(f)) {
            Ok(thread) => thread.join().unwrap_or_else(|_| Err(failed())),
            Err(error) => {
                let reason = format!("cannot start a thread with {} MiB of stack to compile: {error}", STACK >> 20);
                Err(CompileError::invalid(None, reason))
            }
        }
    })
}
