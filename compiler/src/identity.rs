//! Maps whose keys are handles of the IR: two handles of one value or op are one key.

use melior::ir::ValueLike;
use std::collections::HashMap;
use std::marker::PhantomData;
use xla_dialect::ir::{Op, Value};

/// A handle whose identity is that of what it refers to.
pub trait Handle: Copy {
    /// The same for all handles of one thing, as long as that is alive.
    fn identity(self) -> Identity;
}

/// The identity of a value or an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity(usize);

impl Handle for Value<'_> {
    fn identity(self) -> Identity {
        Identity(self.to_raw().ptr as usize)
    }
}

impl Handle for Op<'_> {
    fn identity(self) -> Identity {
        Identity(self.to_raw().ptr as usize)
    }
}

/// A map from handles of type `K`.
#[derive(Clone, Debug)]
pub struct HandleMap<K, V> {
    entries: HashMap<Identity, V>,
    keys: PhantomData<K>,
}

impl<K, V> Default for HandleMap<K, V> {
    fn default() -> Self {
        Self { entries: HashMap::new(), keys: PhantomData }
    }
}

impl<K: Handle, V> HandleMap<K, V> {
    /// The entry of `key`.
    pub fn get(&self, key: K) -> Option<&V> {
        self.entries.get(&key.identity())
    }

    /// Replaces the entry of `key`.
    pub fn insert(&mut self, key: K, value: V) {
        self.entries.insert(key.identity(), value);
    }

    /// Whether `key` has an entry.
    pub fn contains(&self, key: K) -> bool {
        self.entries.contains_key(&key.identity())
    }
}

/// A map from values.
pub type ValueMap<'c, V> = HandleMap<Value<'c>, V>;

/// A map from ops.
pub type OpMap<'c, V> = HandleMap<Op<'c>, V>;
