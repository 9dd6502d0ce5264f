//! Processes that run a program together as the ranks of an MPI job: `mpirun -n 4 xla-run --backend mpi step.mlir`.
//!
//! MPI moves the data, and does the reductions whose result does not depend on the order. This crate adds that no process
//! waits for ever: before the members of a group exchange anything, they agree on what they exchange, and while they wait
//! they check a clock and what the others report.
//!
//! Without the feature `mpi` the crate needs no MPI, and [`Job::join`] says that it is missing.

#[cfg(not(feature = "mpi"))]
mod absent;
#[cfg(feature = "mpi")]
mod exchange;
#[cfg(feature = "mpi")]
mod job;
#[cfg(feature = "mpi")]
mod messages;
#[cfg(feature = "mpi")]
mod raw;
#[cfg(feature = "mpi")]
mod watchdog;

#[cfg(not(feature = "mpi"))]
pub use absent::Job;
#[cfg(feature = "mpi")]
pub use job::Job;

/// Who decides the order in which floating-point numbers are added and multiplied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The group: the same bits as on threads.
    #[default]
    Group,
    /// MPI, as suits it.
    Any,
}
