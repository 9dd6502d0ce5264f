//! A custom call: the site in the program at which it stands, its operands and results, and how it fails.

use crate::array::{TensorType, View, ViewMut};
use crate::pool::Pool;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// The prefix of the targets that are reserved for the compiler's own calls.
pub const RESERVED: &str = "xla_rt.";

/// An attribute of a custom call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Attribute {
    /// Present, without a value.
    Unit,
    /// `true` or `false`.
    Bool(bool),
    /// An integer of any width.
    Int(i64),
    /// A float of any width.
    Float(f64),
    /// A string, or the name of a symbol.
    String(String),
    /// A list, or a dense array.
    Array(Vec<Attribute>),
    /// A dictionary.
    Dictionary(BTreeMap<String, Attribute>),
    /// Anything else, as MLIR writes it.
    Other(String),
}

/// The structure of an operand or a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Structure {
    /// One array.
    Array,
    /// The elements of a tuple.
    Tuple(Vec<Structure>),
}

/// A custom call in a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Site {
    /// The name of the function.
    pub target: String,
    /// Types of the operands; of a tuple, those of its elements.
    pub operands: Vec<TensorType>,
    /// Types of the results; of a tuple, those of its elements.
    pub results: Vec<TensorType>,
    /// The structure of each operand; empty if all are arrays.
    pub operand_structure: Vec<Structure>,
    /// The structure of each result; empty if all are arrays.
    pub result_structure: Vec<Structure>,
    /// The op's attributes.
    pub attributes: BTreeMap<String, Attribute>,
    /// Where the op is, as `file:line:column`.
    pub location: String,
}

/// One execution of a custom call.
#[derive(Debug)]
pub struct Call<'a> {
    /// Where it stands.
    pub site: &'a Site,
    /// The operands; of a tuple, its elements.
    pub inputs: Vec<View<'a>>,
    /// The results, to be written whole; of a tuple, its elements.
    pub outputs: Vec<ViewMut<'a>>,
    /// The run it is part of.
    pub run: Run<'a>,
}

/// Why a handler did not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// It cannot: the reason.
    #[error("{0}")]
    Failed(String),
    /// The call is a valid one, and the handler does not know how to do it: the reason.
    #[error("unsupported: {0}")]
    Unsupported(String),
}

/// A custom call that failed, and with it the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallFailure {
    /// The name of what was called.
    pub target: String,
    /// Where the op is.
    pub location: String,
    /// Why.
    pub error: CallError,
}

impl CallFailure {
    /// The failure of the call at `site`.
    pub(crate) fn at(site: &Site, error: CallError) -> Self {
        Self { target: site.target.clone(), location: site.location.clone(), error }
    }
}

impl fmt::Display for CallFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: error: ", self.location)?;
        match &self.error {
            CallError::Failed(reason) if self.target.starts_with(RESERVED) => write!(f, "{reason}"),
            CallError::Failed(reason) => write!(f, "custom call @{}: {reason}", self.target),
            CallError::Unsupported(reason) => write!(f, "unsupported: custom_call @{}: {reason}", self.target),
        }
    }
}

impl std::error::Error for CallFailure {}

/// The function that a custom call calls, from any thread.
pub type Handler = dyn Fn(&mut Call<'_>) -> Result<(), CallError> + Send + Sync;

/// The state of the run that a custom call may use.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The threads.
    pub pool: &'a Pool,
    /// The seed of the random numbers that the program draws.
    pub seed: u64,
    /// How many keys have been drawn.
    pub draws: &'a AtomicU64,
}

impl Run<'_> {
    /// The key of a new stream of random numbers: another one each time, and for the same seed the same ones in the
    /// same order.
    pub fn next_key(&self) -> u64 {
        // SplitMix64: its steps go through all numbers, and its output is a permutation of them.
        let n = self.draws.fetch_add(1, Ordering::Relaxed);
        let mut x = self.seed.wrapping_add(n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_depend_on_the_seed_and_on_how_many_were_drawn() {
        let pool = Pool::new(1);
        let keys = |seed| {
            let draws = AtomicU64::new(0);
            let run = Run { pool: &pool, seed, draws: &draws };
            [(); 3].map(|()| run.next_key())
        };
        assert_eq!(keys(7), keys(7));
        let mut all = [keys(7), keys(8)].concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 6);
    }
}
