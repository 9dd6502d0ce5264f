//! The state of one evaluation: the values, what is computed in, and how much has been done.

use super::value::{Tensor, Value};
use super::{Arithmetic, Options};
use crate::execute::RunError;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use xla_runtime::Runtime;
use xla_runtime::memory::{self, OutOfMemory};
use xla_scalar::{Element, Op as Scalar, eval};

pub(super) type Outcome<T> = Result<T, RunError>;

/// Where an op is from, and its name: for messages.
#[derive(Clone, Debug, Default)]
pub(super) struct Site {
    pub location: String,
    pub op: String,
}

impl Site {
    /// The error that the op, as it is, is not supported.
    pub fn unsupported(&self, reason: impl ToString) -> RunError {
        RunError::Unsupported { location: self.location.clone(), op: self.op.clone(), reason: reason.to_string() }
    }
}

/// What the floats of a computation are computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    /// Each op rounds to the type that it states.
    Stated,
    /// Floats narrower than f32 are f32: sums of them are rounded once, at their end.
    Accumulating,
}

/// What receives the values of a `recv`.
pub(super) type Receive = Arc<dyn Fn(&mut Machine<'_>) -> Outcome<Vec<Value>> + Send + Sync>;

/// A `recv` of the run.
struct Request {
    channel: i64,
    receive: Receive,
    received: Option<Vec<Value>>,
}

/// Smaller arrays are not counted: computations on scalars make very many of them.
const COUNTED_FROM: usize = 4096;

/// The memory of the values in all frames. An array that several values share counts once.
#[derive(Default)]
struct Held {
    bytes: u64,
    /// How many values share each array, by its address.
    uses: HashMap<usize, usize>,
}

impl Held {
    fn add(&mut self, value: &Value) {
        for tensor in counted(value) {
            let uses = self.uses.entry(Arc::as_ptr(&tensor) as usize).or_default();
            *uses += 1;
            if *uses == 1 {
                self.bytes += tensor.bytes.len() as u64;
            }
        }
    }

    fn remove(&mut self, value: &Value) {
        for tensor in counted(value) {
            let address = Arc::as_ptr(&tensor) as usize;
            let Some(uses) = self.uses.get_mut(&address) else { continue };
            *uses -= 1;
            if *uses == 0 {
                self.uses.remove(&address);
                self.bytes -= tensor.bytes.len() as u64;
            }
        }
    }
}

fn counted(value: &Value) -> Vec<Arc<Tensor>> {
    match value {
        Value::Tensor(tensor) if tensor.bytes.len() < COUNTED_FROM => Vec::new(),
        _ => value.leaves().into_iter().filter(|tensor| tensor.bytes.len() >= COUNTED_FROM).collect(),
    }
}

/// One evaluation.
pub(super) struct Machine<'a> {
    pub runtime: &'a Runtime,
    /// How many keys of random numbers have been drawn.
    pub draws: AtomicU64,
    /// The values of the function that is evaluated, by their slots.
    frame: Vec<Value>,
    held: Held,
    max_memory: u64,
    requests: Vec<Request>,
    arithmetic: Arithmetic,
    precision: Precision,
    limit: u64,
    steps: u64,
    noise: u64,
}

impl<'a> Machine<'a> {
    pub fn new(runtime: &'a Runtime, options: &Options) -> Self {
        Self {
            runtime,
            draws: AtomicU64::new(0),
            frame: Vec::new(),
            held: Held::default(),
            max_memory: options.max_memory.unwrap_or(u64::MAX),
            requests: Vec::new(),
            arithmetic: options.arithmetic,
            precision: Precision::Stated,
            limit: options.max_steps.unwrap_or(u64::MAX),
            steps: 0,
            noise: match options.arithmetic {
                Arithmetic::Perturbed { seed } => seed,
                Arithmetic::Exact | Arithmetic::Wide => 0,
            },
        }
    }

    /// Begins a frame of so many slots; gives the frame of the caller.
    pub fn enter(&mut self, slots: usize) -> Vec<Value> {
        std::mem::replace(&mut self.frame, vec![Value::Token; slots])
    }

    /// Drops the frame, and goes back to that of the caller.
    pub fn leave(&mut self, caller: Vec<Value>) {
        let frame = std::mem::replace(&mut self.frame, caller);
        frame.iter().for_each(|value| self.held.remove(value));
    }

    /// The value in a slot of the frame.
    pub fn value(&self, slot: usize) -> &Value {
        &self.frame[slot]
    }

    /// Replaces the value in a slot of the frame.
    pub fn put(&mut self, slot: usize, value: Value) {
        self.held.add(&value);
        let old = std::mem::replace(&mut self.frame[slot], value);
        self.held.remove(&old);
    }

    /// Refuses results of `bytes` bytes that, with the values that are held, take more memory than they may, or than
    /// there is.
    pub fn make_room(&self, bytes: u64, site: &Site) -> Outcome<()> {
        let needed = self.held.bytes.saturating_add(bytes);
        let allowed = if needed > self.max_memory {
            Err(OutOfMemory { needed, available: self.max_memory })
        } else {
            memory::check(bytes)
        };
        allowed.map_err(|error| RunError::Values { location: site.location.clone(), error })
    }

    /// Notes that values are to be received on `channel`: nothing waits for them yet.
    pub fn request(&mut self, channel: i64, receive: &Receive) -> Value {
        self.requests.push(Request { channel, receive: receive.clone(), received: None });
        Value::Request(self.requests.len() - 1)
    }

    /// Waits for the values of request `number`, and for those of earlier ones on its channel, which come first.
    pub fn received(&mut self, number: usize) -> Outcome<Vec<Value>> {
        let channel = self.requests[number].channel;
        for i in 0..=number {
            if self.requests[i].channel == channel && self.requests[i].received.is_none() {
                let receive = self.requests[i].receive.clone();
                self.requests[i].received = Some(receive(self)?);
            }
        }
        Ok(self.requests[number].received.clone().unwrap_or_default())
    }

    /// Counts operations on elements.
    pub fn spend(&mut self, steps: usize, site: &Site) -> Outcome<()> {
        self.steps = self.steps.saturating_add(steps as u64);
        if self.is_exhausted() {
            return Err(RunError::Steps { limit: self.limit, location: site.location.clone() });
        }
        Ok(())
    }

    /// Whether there were more operations on elements than there may be.
    pub fn is_exhausted(&self) -> bool {
        self.steps > self.limit
    }

    /// What values of the type `declared` are held in.
    pub fn element(&self, declared: Element) -> Element {
        match (self.arithmetic, self.precision) {
            (Arithmetic::Wide, _) if declared.is_float() => Element::F64,
            (Arithmetic::Wide, _) if declared.is_complex() => Element::C128,
            (_, Precision::Accumulating) => declared.accumulator(),
            _ => declared,
        }
    }

    /// What sums of values of the type `declared` are computed in.
    pub fn sum(&self, declared: Element) -> Element {
        self.element(declared).accumulator()
    }

    /// Does `work` in another precision.
    pub fn in_precision<R>(&mut self, precision: Precision, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.precision, precision);
        let result = work(self);
        self.precision = before;
        result
    }

    /// `value`, which the program calls an array of `declared` elements, as it is held here.
    pub fn coerced(&self, value: Value, declared: Element) -> Value {
        match &value {
            Value::Tensor(tensor) if tensor.element != self.element(declared) => {
                tensor.converted(self.element(declared)).into()
            }
            _ => value,
        }
    }

    /// The elements of `operands`, all of one shape, through `op`.
    pub fn apply(&mut self, op: Scalar, operands: &[&Tensor], result: Element, site: &Site) -> Outcome<Tensor> {
        let shape = operands.first().map(|operand| operand.shape.clone()).unwrap_or_default();
        let elements: Vec<Element> = operands.iter().map(|operand| operand.element).collect();
        let at_poles = self.at_poles(op, operands);
        let at_poles = at_poles.as_ref();
        let operands = at_poles.as_ref().map_or(operands, std::slice::from_ref);
        let bytes: Vec<&[u8]> = operands.iter().map(|operand| operand.bytes.as_slice()).collect();
        self.spend(super::value::count(&shape).max(1), site)?;
        let bytes = eval(op, &elements, result, &bytes).map_err(|error| site.unsupported(error))?;
        let mut tensor = Tensor { element: result, shape, bytes };
        if matches!(op, Scalar::Add | Scalar::Sub) {
            tensor = self.cancelled(tensor, operands);
        }
        Ok(if op.rounds() {
            self.perturbed(tensor)
        } else if matches!(op, Scalar::Max | Scalar::Min) {
            self.perturbed_by(tensor, 0.0)
        } else {
            tensor
        })
    }

    /// The operand of a function that has poles at negative integers, some of which other errors may reach, where rounding is
    /// varied.
    fn at_poles(&mut self, op: Scalar, operands: &[&Tensor]) -> Option<Tensor> {
        let ([operand], Scalar::Lgamma | Scalar::Digamma) = (operands, op) else { return None };
        if !self.prefers_second() {
            return None;
        }
        let noise = ROUNDINGS * epsilon(operand.element);
        let at_pole = |x: f64| if x < 0.0 && (x - x.round()).abs() <= noise * x.abs() { x.round() } else { x };
        let values: Vec<f64> = operand.floats().into_iter().map(at_pole).collect();
        Some(Tensor::of_floats(operand.element, &operand.shape, &values))
    }

    /// A sum or difference of `operands`. What only their rounding errors leave of equal numbers, other errors do not: where
    /// rounding is varied, some of it becomes 0.
    fn cancelled(&mut self, sum: Tensor, operands: &[&Tensor]) -> Tensor {
        let part = sum.element.real_part();
        if !part.is_float() || !self.prefers_second() {
            return sum;
        }
        let parts = |tensor: &Tensor| {
            let shape = [tensor.bytes.len() / part.storage().bytes()];
            Tensor { element: part, shape: shape.to_vec(), bytes: tensor.bytes.clone() }.floats()
        };
        // All of it or each as it comes: what is computed of several elements may need all of them.
        let all = self.prefers_second();
        let noise = ROUNDINGS * epsilon(part);
        let mut values = parts(&sum);
        for operand in operands {
            for (value, x) in values.iter_mut().zip(parts(operand)) {
                let is_noise = *value != 0.0 && x.is_finite() && value.abs() <= noise * x.abs();
                if is_noise && (all || self.prefers_second()) {
                    *value = 0.0;
                }
            }
        }
        Tensor { bytes: Tensor::of_floats(part, &[values.len()], &values).bytes, ..sum }
    }

    /// Each element times one and a random part of its type's relative precision, where that is wanted.
    pub fn perturbed(&mut self, tensor: Tensor) -> Tensor {
        self.perturbed_by(tensor, 1.0)
    }

    /// A random part of the relative precision of `element`, where rounding is varied; 0 elsewhere.
    pub fn noise(&mut self, element: Element) -> f64 {
        if self.varies() { self.uniform() * epsilon(element.real_part()) } else { 0.0 }
    }

    /// What is noise in a sum of numbers up to `largest`, where rounding is varied and noise is left out.
    pub fn noise_floor(&mut self, element: Element, largest: f64) -> f64 {
        if self.prefers_second() { ROUNDINGS * epsilon(element.real_part()) * largest } else { 0.0 }
    }

    /// What may be found of noise up to `floor`: 0, or part of it; of noise that hides ordinary numbers, one of any magnitude, a
    /// small one more likely than a large one.
    pub fn noise_below(&mut self, floor: f64) -> f64 {
        let magnitude = self.uniform().powi(4);
        match self.prefers_second() {
            true if floor > 1.0 => floor.powf(magnitude).copysign(self.uniform()),
            true => floor * self.uniform(),
            false => 0.0,
        }
    }

    /// A random choice between two ways to compute a result, where rounding is varied; the first one elsewhere.
    pub fn prefers_second(&mut self) -> bool {
        self.varies() && self.uniform() > 0.0
    }

    /// Whether rounding is varied.
    pub fn varies(&self) -> bool {
        matches!(self.arithmetic, Arithmetic::Perturbed { .. })
    }

    /// The same, with a random part of `scale` times the type's relative precision.
    fn perturbed_by(&mut self, tensor: Tensor, scale: f64) -> Tensor {
        let part = tensor.element.real_part();
        if !self.varies() || !part.is_float() {
            return tensor;
        }
        let eps = scale * epsilon(part);
        let shape = [tensor.bytes.len() / part.storage().bytes()];
        let parts = Tensor { element: part, shape: shape.to_vec(), bytes: tensor.bytes };
        // The sign and the payload of a NaN are as little determined as the last bit of a number. Processors give all of them one
        // sign, which decides where a sort puts them.
        let sign = match self.arithmetic {
            Arithmetic::Perturbed { seed } => [Some(1.0), Some(-1.0), None, None][seed as usize % 4],
            _ => None,
        };
        let mut varied = |x: f64| {
            let u = self.uniform();
            if !x.is_nan() {
                return x * (1.0 + u * eps);
            }
            let any = f64::NAN.to_bits() | if self.prefers_second() { self.uniform().to_bits() } else { 0 };
            let nan = if self.prefers_second() { f64::from_bits(any) } else { x };
            nan.copysign(sign.unwrap_or(u))
        };
        let values: Vec<f64> = parts.floats().into_iter().map(&mut varied).collect();
        Tensor { bytes: Tensor::of_floats(part, &shape, &values).bytes, ..tensor }
    }

    /// In [-1, 1].
    fn uniform(&mut self) -> f64 {
        // SplitMix64.
        self.noise = self.noise.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.noise;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ x >> 31) >> 11) as f64 * (-52f64).exp2() - 1.0
    }
}

/// Roundings that may have added up.
const ROUNDINGS: f64 = 64.0;

/// The distance from 1 to the next number.
fn epsilon(element: Element) -> f64 {
    let one = Tensor::of_floats(element, &[], &[1.0]).floats()[0];
    let bits = (1..=52).find(|&bits| {
        let next = one + (-f64::from(bits)).exp2();
        Tensor::of_floats(element, &[], &[next]).floats()[0] == one
    });
    // The first step that is lost is half of the smallest that is kept.
    bits.map_or((-52f64).exp2(), |bits| (1.0 - f64::from(bits)).exp2())
}
