//! Processes that run a program together as the ranks of an MPI job: `mpirun -n 4 xla-run --backend mpi step.mlir`.
//!
//! MPI moves the data; where its own reductions give the one result that there can be, it reduces, too. What is added
//! is that nobody waits for ever: before members of a group exchange anything, they tell each other what they are about
//! to do, and look at a clock and at what the others report while they wait.
//!
//! Without the feature `mpi` the crate needs no MPI, and [`Job::join`] says that it is missing.

#[cfg(not(feature = "mpi"))]
mod absent;
#[cfg(feature = "mpi")]
mod exchange;
#[cfg(feature = "mpi")]
mod job;
#[cfg(feature = "mpi")]
mod last_words;
#[cfg(feature = "mpi")]
mod messages;
#[cfg(feature = "mpi")]
mod raw;

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
