//! The same interface for builds without MPI.

use crate::Order;
use std::sync::Arc;
use std::time::Duration;
use xla_runtime::{Communicator, Site};

/// A job; without MPI there are none.
#[derive(Debug)]
pub enum Job {}

impl Job {
    /// Returns the reason why there is no job.
    ///
    /// # Errors
    /// Always.
    pub fn join(_: Duration, _: Order) -> Result<Arc<Self>, String> {
        Err("this xla-run was built without MPI; `./x setup --mpi` installs what it needs, and `./x build` then builds \
             with it"
            .to_string())
    }

    /// The rank of this process.
    pub fn rank(&self) -> usize {
        match *self {}
    }

    /// The number of processes.
    pub fn size(&self) -> usize {
        match *self {}
    }

    /// Prepares to run a program.
    ///
    /// # Errors
    /// If the processes do not run the same program.
    pub fn prepare(self: &Arc<Self>, _: Vec<String>, _: &[Site]) -> Result<(), String> {
        match **self {}
    }

    /// The interface through which the program communicates.
    pub fn communicator(self: &Arc<Self>) -> Arc<dyn Communicator> {
        match **self {}
    }

    /// Returns the flag of the first process, in every process.
    pub fn first_says(&self, _: bool) -> bool {
        match *self {}
    }

    /// Reports that the program has ended in this process, and waits until it has ended in all.
    ///
    /// # Errors
    /// If another process fails.
    pub fn end(&self) -> Result<(), String> {
        match *self {}
    }

    /// Gathers the bytes of each process in the first one; returns None in the others.
    pub fn gather(&self, _: &[u8]) -> Option<Vec<Vec<u8>>> {
        match *self {}
    }

    /// Leaves the job; returns the exit code.
    pub fn leave(&self, _: Option<&str>, _: i32) -> i32 {
        match *self {}
    }
}
