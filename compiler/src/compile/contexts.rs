//! MLIR's contexts, kept for the next compilation: to register all dialects and ops, and to drop them, takes about two
//! milliseconds; to set up the passes, one.

use super::pipelines::Pipelines;
use crate::source::Source;
use std::cell::Cell;
use std::sync::Mutex;
use xla_dialect::ir::Context;

/// Compilations of a context: it keeps the types, attributes and locations of all.
const MOST_USES: usize = 64;

/// Bytes of a source, and of literals that were made of it, up to which a context is kept, which keeps them.
const MOST_BYTES: usize = 1 << 16;

/// Contexts that are kept: more are not in use at the same time but by many threads.
const MOST_IDLE: usize = 4;

static IDLE: Mutex<Vec<Session>> = Mutex::new(Vec::new());

/// A context, its pipelines, and how many programs were compiled in it.
pub(super) struct Session {
    /// Dropped first.
    pub(super) pipelines: Pipelines,
    pub(super) context: Context,
    uses: usize,
}

// SAFETY: a context without threads of its own is nobody's thread's, and is used by one at a time.
unsafe impl Send for Session {}

thread_local! {
    /// Bytes of the literals that passes of this thread have made.
    static LITERALS: Cell<usize> = const { Cell::new(0) };
}

/// Notes that a pass makes literals of so many bytes.
pub(crate) fn note_literals(bytes: usize) {
    LITERALS.set(LITERALS.get().saturating_add(bytes));
}

/// Runs `f` in a context, in which the program `source` is compiled. What `f` makes in it is gone when it returns.
pub(super) fn in_session<T, E>(source: &Source, f: impl FnOnce(&Session) -> Result<T, E>) -> Result<T, E> {
    let idle = IDLE.lock().ok().and_then(|mut idle| idle.pop());
    let mut session = idle.unwrap_or_else(|| {
        let context = xla_dialect::context();
        // One program's functions are few, and the passes' order of reporting stays the same.
        context.enable_multi_threading(false);
        Session { pipelines: Pipelines::default(), context, uses: 0 }
    });
    LITERALS.set(0);
    let result = f(&session);
    session.uses += 1;
    // After an error nothing is assumed of the context.
    if result.is_ok()
        && source.bytes.len().saturating_add(LITERALS.get()) <= MOST_BYTES
        && session.uses < MOST_USES
        && let Ok(mut idle) = IDLE.lock()
        && idle.len() < MOST_IDLE
    {
        idle.push(session);
    }
    result
}
