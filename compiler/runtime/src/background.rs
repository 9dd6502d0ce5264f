//! Exchanges that run in the background, from where the program begins them until it waits for them.

use crate::call::CallError;
use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A queue of exchanges that run one after the other, independently of those in other lanes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// The collective operations of this group.
    Group(Vec<usize>),
    /// The receives on this channel.
    Received(i64),
    /// The sends on this channel.
    Sent(i64),
}

type Outcome = Result<(), CallError>;
type Work = Box<dyn FnOnce() -> Outcome + Send>;

/// The exchanges of one process that run beside its program, with a thread for each lane that was used.
#[derive(Default)]
pub struct Background {
    lanes: Mutex<HashMap<Lane, Sender<(u32, Work)>>>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    last: u32,
    /// The exchanges that the program has not waited for yet: their lanes, and their outcomes if they have ended.
    begun: HashMap<u32, (Lane, Option<Outcome>)>,
}

impl fmt::Debug for Background {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Background").field("begun", &self.shared.lock().begun.len()).finish_non_exhaustive()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pause<'a>(&'a self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn ended(&self, number: u32, outcome: Outcome) {
        if let Some((_, end)) = self.lock().begun.get_mut(&number) {
            *end = Some(outcome);
        }
        self.changed.notify_all();
    }

    /// Runs the work that arrives, one item after the other.
    fn work(&self, works: &Receiver<(u32, Work)>) {
        for (number, work) in works {
            let outcome = catch_unwind(AssertUnwindSafe(work));
            self.ended(number, outcome.unwrap_or_else(|_| Err(CallError::Failed("it panicked".to_string()))));
        }
    }
}

impl Background {
    /// Queues `work` in `lane`. Returns the number to wait for.
    ///
    /// # Safety
    /// Until [`Background::wait`] or [`Background::finish`] has returned, the data that `work` refers to must stay valid;
    /// nothing else may write what it reads or access what it writes.
    pub unsafe fn begin<'a>(&self, lane: Lane, work: impl FnOnce() -> Outcome + Send + 'a) -> u32 {
        let work: Box<dyn FnOnce() -> Outcome + Send + 'a> = Box::new(work);
        // SAFETY: the caller's promise.
        let work = unsafe { std::mem::transmute::<Box<dyn FnOnce() -> Outcome + Send + 'a>, Work>(work) };
        let number = self.next(lane.clone());
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = lanes.entry(lane).or_insert_with(|| {
            let (sender, receiver) = channel();
            let shared = self.shared.clone();
            // If the thread cannot be created, the receiver is dropped with the closure, and `send` fails below.
            let _ = std::thread::Builder::new().name("exchange".to_string()).spawn(move || shared.work(&receiver));
            sender
        });
        if let Err(unsent) = sender.send((number, work)) {
            let (number, work) = unsent.0;
            self.shared.ended(number, work());
        }
        number
    }

    /// Runs `work` synchronously. Returns the number to wait for.
    pub fn done(&self, lane: Lane, work: impl FnOnce() -> Outcome) -> u32 {
        let number = self.next(lane);
        self.shared.ended(number, work());
        number
    }

    fn next(&self, lane: Lane) -> u32 {
        let mut state = self.shared.lock();
        state.last = state.last.wrapping_add(1);
        let number = state.last;
        state.begun.insert(number, (lane, None));
        number
    }

    /// Waits until the exchange with this number has ended.
    ///
    /// # Errors
    /// If it has failed, or has been waited for before.
    pub fn wait(&self, number: u32) -> Outcome {
        let mut state = self.shared.lock();
        loop {
            match state.begun.get(&number) {
                Some((_, None)) => state = self.shared.pause(state),
                Some((_, Some(_))) => return state.begun.remove(&number).and_then(|(_, end)| end).unwrap_or(Ok(())),
                None => {
                    let reason = format!("internal error, please report: nothing that was begun has number {number}");
                    return Err(CallError::Failed(reason));
                }
            }
        }
    }

    /// Whether something in `lane` has not ended.
    pub fn is_busy(&self, lane: &Lane) -> bool {
        self.shared.lock().begun.values().any(|(begun, end)| begun == lane && end.is_none())
    }

    /// Whether all that was begun has been waited for.
    pub fn is_idle(&self) -> bool {
        self.shared.lock().begun.is_empty()
    }

    /// Waits until all that was begun has ended, whatever became of it.
    pub fn finish(&self) {
        let mut state = self.shared.lock();
        while state.begun.values().any(|(_, end)| end.is_none()) {
            state = self.shared.pause(state);
        }
        state.begun.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn lanes_keep_their_order_and_do_not_wait_for_each_other() {
        let background = Background::default();
        let (open, closed) = channel::<()>();
        let order = Mutex::new(Vec::new());
        let note = |what: u32| {
            order.lock().unwrap_or_else(PoisonError::into_inner).push(what);
            Ok(())
        };
        // SAFETY: all ends before what it refers to.
        let numbers = unsafe {
            let slow = background.begin(Lane::Received(1), move || {
                let _ = closed.recv_timeout(Duration::from_secs(60));
                Ok(())
            });
            [
                slow,
                background.begin(Lane::Received(1), || note(1)),
                background.begin(Lane::Received(2), || note(2)),
                background.begin(Lane::Received(2), || Err(CallError::Failed("no".to_string()))),
            ]
        };
        assert_eq!(background.wait(numbers[2]), Ok(()));
        assert_eq!(background.wait(numbers[3]), Err(CallError::Failed("no".to_string())));
        assert!(background.is_busy(&Lane::Received(1)) && !background.is_busy(&Lane::Received(2)));
        drop(open);
        background.finish();
        assert!(background.is_idle());
        assert_eq!(*order.lock().unwrap_or_else(PoisonError::into_inner), [2, 1]);
        // Nothing has this number any more.
        assert!(background.wait(numbers[0]).is_err());
        assert_eq!(background.wait(background.done(Lane::Received(3), || note(3))), Ok(()));
    }
}
