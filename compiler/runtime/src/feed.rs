//! The queues between a program and its host, for infeed and outfeed.

use crate::array::{Array, TensorType};
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The destination of the values that a program writes to its outfeed.
pub enum Outfeed {
    /// The values are kept.
    Kept(Vec<Array>),
    /// Each value is passed to a function when it is written; an error ends the program.
    Given(Box<dyn FnMut(Array) -> Result<(), String> + Send>),
}

impl Default for Outfeed {
    fn default() -> Self {
        Self::Kept(Vec::new())
    }
}

impl Outfeed {
    /// Adds a value.
    ///
    /// # Errors
    /// If the function fails.
    pub fn put(&mut self, value: Array) -> Result<(), String> {
        match self {
            Self::Kept(values) => {
                values.push(value);
                Ok(())
            }
            Self::Given(give) => give(value),
        }
    }
}

/// A value of a type that is known only when it is taken.
pub type Value = Box<dyn FnOnce(&TensorType) -> Result<Array, String> + Send>;

/// Values in the order they were put in.
#[derive(Default)]
pub struct Feed {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    values: VecDeque<Value>,
    closed: bool,
}

impl fmt::Debug for Feed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Feed").field("values", &self.lock().values.len()).finish_non_exhaustive()
    }
}

impl Feed {
    /// An empty queue.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts in a value.
    pub fn push(&self, array: Array) {
        self.push_untyped(Box::new(
            move |ty| {
                if array.ty() == ty { Ok(array) } else { Err(format!("it is {}", array.ty())) }
            },
        ));
    }

    /// Puts in a value that is made when its type is known.
    pub fn push_untyped(&self, value: Value) {
        self.lock().values.push_back(value);
        self.changed.notify_all();
    }

    /// As [`Feed::push_untyped`], as soon as there are fewer than `count` values in it.
    pub fn push_when_below(&self, count: usize, value: Value) {
        let mut state = self.lock();
        while state.values.len() >= count {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.values.push_back(value);
        self.changed.notify_all();
    }

    /// Says that no more values come.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Number of values in it.
    pub fn len(&self) -> usize {
        self.lock().values.len()
    }

    /// Whether there is no value in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes the next value, of type `ty`; waits for it at most for `timeout`.
    ///
    /// # Errors
    /// If there is none, or if it is of another type.
    pub fn pop(&self, ty: &TensorType, timeout: Duration) -> Result<Array, String> {
        let deadline = Instant::now() + timeout;
        let mut state = self.lock();
        loop {
            if let Some(value) = state.values.pop_front() {
                drop(state);
                self.changed.notify_all();
                return value(ty).map_err(|reason| format!("a {ty} is taken from the queue, but {reason}"));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if state.closed {
                return Err(format!("a {ty} is taken from the queue, which is empty"));
            }
            if left.is_zero() {
                return Err(format!("no {ty} was put into the queue for {} s", timeout.as_secs_f64()));
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xla_scalar::Element;

    #[test]
    fn values_come_in_order_and_of_their_types() {
        let ty = TensorType::new(Element::U8, &[1]);
        let feed = Feed::new();
        for value in [1, 2] {
            feed.push(Array::new(ty.clone(), &[value]).expect("one byte"));
        }
        let now = Duration::ZERO;
        assert_eq!(feed.pop(&ty, now).map(|array| array.bytes().to_vec()), Ok(vec![1]));
        let other = TensorType::new(Element::U8, &[2]);
        let message = "a tensor<2xui8> is taken from the queue, but it is tensor<1xui8>";
        assert_eq!(feed.pop(&other, now).err().as_deref(), Some(message));
        assert_eq!(feed.pop(&ty, now).err().as_deref(), Some("no tensor<1xui8> was put into the queue for 0 s"));
        feed.close();
        assert_eq!(
            feed.pop(&ty, Duration::from_secs(60)).err().as_deref(),
            Some("a tensor<1xui8> is taken from the queue, which is empty")
        );
    }

    #[test]
    fn a_program_waits_for_its_host() {
        let ty = TensorType::new(Element::U8, &[1]);
        let feed = Feed::new();
        std::thread::scope(|scope| {
            scope.spawn(|| feed.push(Array::new(ty.clone(), &[7]).expect("one byte")));
            let taken = feed.pop(&ty, Duration::from_secs(60)).map(|array| array.bytes().to_vec());
            assert_eq!(taken, Ok(vec![7]));
        });
        // And a host for its program.
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for value in 0..100 {
                    let array = Array::new(ty.clone(), &[value]).expect("one byte");
                    feed.push_when_below(2, Box::new(move |_| Ok(array)));
                    assert!(feed.len() <= 2);
                }
            });
            for value in 0..100 {
                let taken = feed.pop(&ty, Duration::from_secs(60)).map(|array| array.bytes().to_vec());
                assert_eq!(taken, Ok(vec![value]));
            }
        });
    }
}
