//! Maps whose keys are SSA values.

use melior::ir::ValueLike;
use std::collections::HashMap;
use xla_dialect::ir::Value;

/// What is known of values. A value must not be erased while it is a key.
#[derive(Clone, Debug)]
pub struct ValueMap<T>(HashMap<usize, T>);

impl<T> Default for ValueMap<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T> ValueMap<T> {
    /// What is known of `value`.
    pub fn get(&self, value: Value<'_>) -> Option<&T> {
        self.0.get(&key(value))
    }

    /// Whether something is known of `value`.
    pub fn contains(&self, value: Value<'_>) -> bool {
        self.0.contains_key(&key(value))
    }

    /// Records `known` of `value`, in the place of what was known before.
    pub fn insert(&mut self, value: Value<'_>, known: T) {
        self.0.insert(key(value), known);
    }
}

fn key(value: Value<'_>) -> usize {
    value.to_raw().ptr as usize
}
