//! What a compilation may take: time, until another thread cancels it, and ops.
//!
//! The limits belong to the thread that compiles. They are looked at before each pass of ours, at each rewrite, where
//! calls are inlined, and by LLVM before each of its passes.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Ops that inlining may make of a program: calls of calls grow exponentially, and memory does not.
pub const MAX_INLINED_OPS: usize = 1 << 18;

/// Cancels compilations that were given a clone of it, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// One that is not cancelled yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels; what is compiling fails as soon as it looks.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a compilation ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// It was cancelled.
    #[error("compiling was cancelled")]
    Cancelled,
    /// It takes longer than it may.
    #[error("compiling takes longer than it may")]
    OutOfTime,
}

/// The limits of one compilation.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Cancels it.
    pub cancel: Option<Cancel>,
    /// When it has to be done.
    pub deadline: Option<Instant>,
}

thread_local! {
    static CURRENT: RefCell<Limits> = const { RefCell::new(Limits { cancel: None, deadline: None }) };
    static INLINED: Cell<usize> = const { Cell::new(0) };
}

impl Limits {
    /// Those of this thread.
    pub fn current() -> Self {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Runs `f` within these limits.
    pub fn scope<R>(&self, f: impl FnOnce() -> R) -> R {
        struct Restore(Limits);
        impl Drop for Restore {
            fn drop(&mut self) {
                CURRENT.set(std::mem::take(&mut self.0));
            }
        }
        let _restore = Restore(CURRENT.replace(self.clone()));
        f()
    }

    fn stopped(&self) -> Option<Stopped> {
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Some(Stopped::Cancelled);
        }
        self.deadline.filter(|deadline| Instant::now() >= *deadline).map(|_| Stopped::OutOfTime)
    }
}

/// Why this thread's compilation is to end now, if it is.
pub fn stopped() -> Option<Stopped> {
    CURRENT.with_borrow(Limits::stopped)
}

/// Begins to count what is inlined, before a pass.
pub(crate) fn begin_pass() {
    INLINED.set(0);
}

/// Counts `ops` as inlined; false if these are too many.
pub fn may_inline(ops: usize) -> bool {
    INLINED.set(INLINED.get().saturating_add(ops));
    INLINED.get() <= MAX_INLINED_OPS && stopped().is_none()
}

#[unsafe(no_mangle)]
extern "C" fn xla_rs_stopped() -> bool {
    stopped().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_hold_for_their_scope_alone() {
        let cancel = Cancel::new();
        let limits = Limits { cancel: Some(cancel.clone()), deadline: None };
        limits.scope(|| {
            assert_eq!(stopped(), None);
            std::thread::spawn(move || cancel.cancel()).join().expect("it cancels");
            assert_eq!(stopped(), Some(Stopped::Cancelled));
            Limits { cancel: None, deadline: Some(Instant::now()) }
                .scope(|| assert_eq!(stopped(), Some(Stopped::OutOfTime)));
        });
        assert_eq!(stopped(), None);
    }

    #[test]
    fn inlining_is_bounded_in_each_pass() {
        for _ in 0..2 {
            begin_pass();
            assert!(may_inline(MAX_INLINED_OPS));
            assert!(!may_inline(1));
        }
    }
}
