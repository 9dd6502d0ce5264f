//! What stands for MPI where the crate was built without it.

use crate::Order;
use std::sync::Arc;
use std::time::Duration;
use xla_runtime::{Communicator, Site};

/// A job, of which there is none.
#[derive(Debug)]
pub enum Job {}

impl Job {
    /// Says why there is no job.
    ///
    /// # Errors
    /// Always.
    pub fn join(_: Duration, _: Order) -> Result<Arc<Self>, String> {
        Err("this xla-run was built without MPI; `./x setup --mpi` installs what it needs, and `./x build` then builds \
             with it"
            .to_string())
    }

    /// The number of this process.
    pub fn rank(&self) -> usize {
        match *self {}
    }

    /// Number of processes.
    pub fn size(&self) -> usize {
        match *self {}
    }

    /// Gets ready to run a program.
    ///
    /// # Errors
    /// If the processes do not run the same program.
    pub fn prepare(self: &Arc<Self>, _: Vec<String>, _: &[Site]) -> Result<(), String> {
        match **self {}
    }

    /// What the program has of the other processes.
    pub fn communicator(self: &Arc<Self>) -> Arc<dyn Communicator> {
        match **self {}
    }

    /// Whether the first process says so.
    pub fn first_says(&self, _: bool) -> bool {
        match *self {}
    }

    /// Says that the program has come to its end here, and waits until it has everywhere.
    ///
    /// # Errors
    /// If another process fails.
    pub fn end(&self) -> Result<(), String> {
        match *self {}
    }

    /// What each process has, in the first one.
    pub fn gather(&self, _: &[u8]) -> Option<Vec<Vec<u8>>> {
        match *self {}
    }

    /// Leaves the job; gives the exit code.
    pub fn leave(&self, _: Option<&str>, _: i32) -> i32 {
        match *self {}
    }
}
