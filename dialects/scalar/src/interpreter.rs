//! Evaluation: a [`Builder`] whose values are numbers, and [`eval`] on bytes in storage form.

use crate::builder::{BinOp, Builder, Cast, CmpF, CmpI, UnOp, Val};
use crate::element::{Element, Machine};
use crate::functions::MathFn;
use crate::ops::{self, Error, Op};
use std::cmp::Ordering;

/// Elements evaluated together: few enough to stay in the cache, many enough to hide the dispatch.
const CHUNK: usize = 512;

/// The lanes of one value, all of one machine type.
#[derive(Clone, Debug, PartialEq)]
pub enum Lanes {
    I1(Vec<bool>),
    I8(Vec<i8>),
    I16(Vec<i16>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    F32(Vec<f32>),
    F64(Vec<f64>),
}

impl Lanes {
    pub fn machine(&self) -> Machine {
        match self {
            Lanes::I1(_) => Machine::I1,
            Lanes::I8(_) => Machine::I8,
            Lanes::I16(_) => Machine::I16,
            Lanes::I32(_) => Machine::I32,
            Lanes::I64(_) => Machine::I64,
            Lanes::F32(_) => Machine::F32,
            Lanes::F64(_) => Machine::F64,
        }
    }
}

/// Evaluates primitives immediately, on some number of lanes, with exactly the results that hardware
/// gives (up to the payload of NaNs that arithmetic makes).
///
/// Values are handles; they live until [`Interpreter::clear`].
pub struct Interpreter {
    lanes: usize,
    values: Vec<Lanes>,
}

/// A value of an [`Interpreter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(u32);

/// A primitive on operands it does not have: a bug in this crate, which no program can reach.
#[cold]
fn ill_typed(op: impl std::fmt::Debug, a: &Lanes, b: &Lanes) -> ! {
    unreachable!("{op:?} on {} and {}", a.machine(), b.machine())
}

fn map<A: Copy, R>(a: &[A], f: impl Fn(A) -> R) -> Vec<R> {
    a.iter().map(|&x| f(x)).collect()
}

fn zip<A: Copy, B: Copy, R>(a: &[A], b: &[B], f: impl Fn(A, B) -> R) -> Vec<R> {
    a.iter().zip(b).map(|(&x, &y)| f(x, y)).collect()
}

impl Interpreter {
    pub fn new(lanes: usize) -> Self {
        Interpreter { lanes, values: Vec::new() }
    }

    /// Forgets all values; handles to them are dead.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    pub fn value(&mut self, lanes: Lanes) -> Handle {
        let handle = Handle(self.values.len() as u32);
        self.values.push(lanes);
        handle
    }

    pub fn get(&self, v: Handle) -> &Lanes {
        &self.values[v.0 as usize]
    }

    /// Reads one component of `self.lanes` elements from storage.
    fn load(&mut self, e: Element, bytes: &[u8], component: usize) -> Handle {
        let stride = e.storage_bytes();
        let offset = component * e.storage().bytes();
        macro_rules! read {
            ($Variant:ident $T:ty) => {{
                const N: usize = size_of::<$T>();
                let at = |element: &[u8]| {
                    let mut word = [0; N];
                    word.copy_from_slice(&element[offset..offset + N]);
                    <$T>::from_le_bytes(word)
                };
                Lanes::$Variant(bytes.chunks_exact(stride).map(at).collect())
            }};
        }
        let lanes = match e.storage() {
            Machine::I1 | Machine::I8 => read!(I8 i8),
            Machine::I16 => read!(I16 i16),
            Machine::I32 => read!(I32 i32),
            Machine::I64 => read!(I64 i64),
            Machine::F32 => read!(F32 f32),
            Machine::F64 => read!(F64 f64),
        };
        self.value(lanes)
    }

    fn store(&self, v: Handle, e: Element, component: usize, out: &mut [u8]) {
        let stride = e.storage_bytes();
        let offset = component * e.storage().bytes();
        macro_rules! write {
            ($v:expr) => {
                for (x, element) in $v.iter().zip(out.chunks_exact_mut(stride)) {
                    let word = x.to_le_bytes();
                    element[offset..offset + word.len()].copy_from_slice(&word);
                }
            };
        }
        match self.get(v) {
            Lanes::I1(v) => write!(map(v, i8::from)),
            Lanes::I8(v) => write!(v),
            Lanes::I16(v) => write!(v),
            Lanes::I32(v) => write!(v),
            Lanes::I64(v) => write!(v),
            Lanes::F32(v) => write!(v),
            Lanes::F64(v) => write!(v),
        }
    }
}

macro_rules! int_lanes {
    ($op:expr, $a:expr, $b:expr, |$x:ident, $y:ident: $T:ident| $e:expr) => {
        match ($a, $b) {
            (Lanes::I8(a), Lanes::I8(b)) => {
                type $T = i8;
                Lanes::I8(zip(a, b, |$x: i8, $y: i8| -> i8 { $e }))
            }
            (Lanes::I16(a), Lanes::I16(b)) => {
                type $T = i16;
                Lanes::I16(zip(a, b, |$x: i16, $y: i16| -> i16 { $e }))
            }
            (Lanes::I32(a), Lanes::I32(b)) => {
                type $T = i32;
                Lanes::I32(zip(a, b, |$x: i32, $y: i32| -> i32 { $e }))
            }
            (Lanes::I64(a), Lanes::I64(b)) => {
                type $T = i64;
                Lanes::I64(zip(a, b, |$x: i64, $y: i64| -> i64 { $e }))
            }
            (a, b) => ill_typed($op, a, b),
        }
    };
}

macro_rules! float_lanes {
    ($op:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $e:expr) => {
        match ($a, $b) {
            (Lanes::F32(a), Lanes::F32(b)) => Lanes::F32(zip(a, b, |$x: f32, $y: f32| $e)),
            (Lanes::F64(a), Lanes::F64(b)) => Lanes::F64(zip(a, b, |$x: f64, $y: f64| $e)),
            (a, b) => ill_typed($op, a, b),
        }
    };
}

macro_rules! float_map {
    ($op:expr, $a:expr, |$x:ident| $e:expr) => {
        match $a {
            Lanes::F32(a) => Lanes::F32(map(a, |$x: f32| $e)),
            Lanes::F64(a) => Lanes::F64(map(a, |$x: f64| $e)),
            a => ill_typed($op, a, a),
        }
    };
}

macro_rules! int_map {
    ($op:expr, $a:expr, |$x:ident: $T:ident| $e:expr) => {
        match $a {
            Lanes::I8(a) => {
                type $T = i8;
                Lanes::I8(map(a, |$x: i8| -> i8 { $e }))
            }
            Lanes::I16(a) => {
                type $T = i16;
                Lanes::I16(map(a, |$x: i16| -> i16 { $e }))
            }
            Lanes::I32(a) => {
                type $T = i32;
                Lanes::I32(map(a, |$x: i32| -> i32 { $e }))
            }
            Lanes::I64(a) => {
                type $T = i64;
                Lanes::I64(map(a, |$x: i64| -> i64 { $e }))
            }
            a => ill_typed($op, a, a),
        }
    };
}

/// The unsigned integer of a signed one's width.
trait Unsigned {
    type U;
}
macro_rules! unsigned { ($($I:ident $U:ident),*) => { $(impl Unsigned for $I { type U = $U; })* } }
unsigned!(i8 u8, i16 u16, i32 u32, i64 u64);
type U<I> = <I as Unsigned>::U;

impl Builder for Interpreter {
    type V = Handle;

    fn int(&mut self, t: Machine, value: i64) -> Handle {
        let n = self.lanes;
        let lanes = match t {
            Machine::I1 => Lanes::I1(vec![value & 1 != 0; n]),
            Machine::I8 => Lanes::I8(vec![value as i8; n]),
            Machine::I16 => Lanes::I16(vec![value as i16; n]),
            Machine::I32 | Machine::F32 => Lanes::I32(vec![value as i32; n]),
            Machine::I64 | Machine::F64 => Lanes::I64(vec![value; n]),
        };
        self.value(lanes)
    }

    fn float(&mut self, t: Machine, value: f64) -> Handle {
        let n = self.lanes;
        let lanes = match t {
            Machine::F32 => Lanes::F32(vec![value as f32; n]),
            _ => Lanes::F64(vec![value; n]),
        };
        self.value(lanes)
    }

    fn unary(&mut self, op: UnOp, a: Handle) -> Handle {
        let a = self.get(a);
        let lanes = match op {
            UnOp::NegF => float_map!(op, a, |x| -x),
            UnOp::AbsF => float_map!(op, a, |x| x.abs()),
            UnOp::Sqrt => float_map!(op, a, |x| x.sqrt()),
            UnOp::Floor => float_map!(op, a, |x| x.floor()),
            UnOp::Ceil => float_map!(op, a, |x| x.ceil()),
            UnOp::Trunc => float_map!(op, a, |x| x.trunc()),
            UnOp::RoundEven => float_map!(op, a, |x| x.round_ties_even()),
            UnOp::CtPop => int_map!(op, a, |x: T| x.count_ones() as T),
            UnOp::CtLz => int_map!(op, a, |x: T| x.leading_zeros() as T),
        };
        self.value(lanes)
    }

    fn binary(&mut self, op: BinOp, a: Handle, b: Handle) -> Handle {
        let (a, b) = (self.get(a), self.get(b));
        if let (Lanes::I1(x), Lanes::I1(y)) = (a, b) {
            let lanes = match op {
                BinOp::AndI | BinOp::MulI | BinOp::MinUI => zip(x, y, |x, y| x & y),
                BinOp::OrI | BinOp::MaxUI => zip(x, y, |x, y| x | y),
                BinOp::XorI | BinOp::AddI | BinOp::SubI => zip(x, y, |x, y| x ^ y),
                _ => ill_typed(op, a, b),
            };
            return self.value(Lanes::I1(lanes));
        }
        // Amounts and divisors are safe by the builder's contract; the wrapping forms only keep a
        // broken contract from ending the process.
        let lanes = match op {
            BinOp::AddF => float_lanes!(op, a, b, |x, y| x + y),
            BinOp::SubF => float_lanes!(op, a, b, |x, y| x - y),
            BinOp::MulF => float_lanes!(op, a, b, |x, y| x * y),
            BinOp::DivF => float_lanes!(op, a, b, |x, y| x / y),
            BinOp::CopySign => float_lanes!(op, a, b, |x, y| x.copysign(y)),
            BinOp::MaximumF => float_lanes!(op, a, b, |x, y| match x.partial_cmp(&y) {
                None => x + y,
                Some(Ordering::Greater) => x,
                Some(Ordering::Equal) if x.is_sign_positive() => x,
                _ => y,
            }),
            BinOp::MinimumF => float_lanes!(op, a, b, |x, y| match x.partial_cmp(&y) {
                None => x + y,
                Some(Ordering::Less) => x,
                Some(Ordering::Equal) if x.is_sign_negative() => x,
                _ => y,
            }),
            BinOp::AddI => int_lanes!(op, a, b, |x, y: _T| x.wrapping_add(y)),
            BinOp::SubI => int_lanes!(op, a, b, |x, y: _T| x.wrapping_sub(y)),
            BinOp::MulI => int_lanes!(op, a, b, |x, y: _T| x.wrapping_mul(y)),
            BinOp::AndI => int_lanes!(op, a, b, |x, y: _T| x & y),
            BinOp::OrI => int_lanes!(op, a, b, |x, y: _T| x | y),
            BinOp::XorI => int_lanes!(op, a, b, |x, y: _T| x ^ y),
            BinOp::ShlI => int_lanes!(op, a, b, |x, y: _T| x.wrapping_shl(y as u32)),
            BinOp::ShrUI => {
                int_lanes!(op, a, b, |x, y: T| (x as U<T>).wrapping_shr(y as u32) as T)
            }
            BinOp::ShrSI => int_lanes!(op, a, b, |x, y: _T| x.wrapping_shr(y as u32)),
            BinOp::DivSI => int_lanes!(op, a, b, |x, y: _T| x.checked_div(y).unwrap_or(0)),
            BinOp::DivUI => {
                int_lanes!(op, a, b, |x, y: T| (x as U<T>).checked_div(y as U<T>).unwrap_or(0) as T)
            }
            BinOp::RemSI => int_lanes!(op, a, b, |x, y: _T| x.checked_rem(y).unwrap_or(0)),
            BinOp::RemUI => {
                int_lanes!(op, a, b, |x, y: T| (x as U<T>).checked_rem(y as U<T>).unwrap_or(0) as T)
            }
            BinOp::MaxSI => int_lanes!(op, a, b, |x, y: _T| x.max(y)),
            BinOp::MaxUI => int_lanes!(op, a, b, |x, y: T| (x as U<T>).max(y as U<T>) as T),
            BinOp::MinSI => int_lanes!(op, a, b, |x, y: _T| x.min(y)),
            BinOp::MinUI => int_lanes!(op, a, b, |x, y: T| (x as U<T>).min(y as U<T>) as T),
        };
        self.value(lanes)
    }

    fn fma(&mut self, a: Handle, b: Handle, c: Handle) -> Handle {
        let lanes = match (self.get(a), self.get(b), self.get(c)) {
            (Lanes::F32(a), Lanes::F32(b), Lanes::F32(c)) => {
                let terms = a.iter().zip(b).zip(c);
                Lanes::F32(terms.map(|((a, b), &c)| a.mul_add(*b, c)).collect())
            }
            (Lanes::F64(a), Lanes::F64(b), Lanes::F64(c)) => {
                let terms = a.iter().zip(b).zip(c);
                Lanes::F64(terms.map(|((a, b), &c)| a.mul_add(*b, c)).collect())
            }
            (a, b, _) => ill_typed("fma", a, b),
        };
        self.value(lanes)
    }

    // A NaN makes the negated and the doubled comparisons differ from the ones clippy would write.
    #[allow(clippy::neg_cmp_op_on_partial_ord, clippy::double_comparisons)]
    fn cmpf(&mut self, p: CmpF, a: Handle, b: Handle) -> Handle {
        macro_rules! compare {
            ($a:expr, $b:expr) => {
                match p {
                    CmpF::Oeq => zip($a, $b, |x, y| x == y),
                    CmpF::Ogt => zip($a, $b, |x, y| x > y),
                    CmpF::Oge => zip($a, $b, |x, y| x >= y),
                    CmpF::Olt => zip($a, $b, |x, y| x < y),
                    CmpF::Ole => zip($a, $b, |x, y| x <= y),
                    CmpF::One => zip($a, $b, |x, y| x < y || x > y),
                    CmpF::Ord => zip($a, $b, |x, y| !x.is_nan() && !y.is_nan()),
                    CmpF::Ueq => zip($a, $b, |x, y| !(x < y || x > y)),
                    CmpF::Ugt => zip($a, $b, |x, y| !(x <= y)),
                    CmpF::Uge => zip($a, $b, |x, y| !(x < y)),
                    CmpF::Ult => zip($a, $b, |x, y| !(x >= y)),
                    CmpF::Ule => zip($a, $b, |x, y| !(x > y)),
                    CmpF::Une => zip($a, $b, |x, y| x != y),
                    CmpF::Uno => zip($a, $b, |x, y| x.is_nan() || y.is_nan()),
                }
            };
        }
        let lanes = match (self.get(a), self.get(b)) {
            (Lanes::F32(a), Lanes::F32(b)) => compare!(a, b),
            (Lanes::F64(a), Lanes::F64(b)) => compare!(a, b),
            (a, b) => ill_typed(p, a, b),
        };
        self.value(Lanes::I1(lanes))
    }

    fn cmpi(&mut self, p: CmpI, a: Handle, b: Handle) -> Handle {
        macro_rules! compare {
            ($a:expr, $b:expr, $U:ty) => {
                match p {
                    CmpI::Eq => zip($a, $b, |x, y| x == y),
                    CmpI::Ne => zip($a, $b, |x, y| x != y),
                    CmpI::Slt => zip($a, $b, |x, y| x < y),
                    CmpI::Sle => zip($a, $b, |x, y| x <= y),
                    CmpI::Sgt => zip($a, $b, |x, y| x > y),
                    CmpI::Sge => zip($a, $b, |x, y| x >= y),
                    CmpI::Ult => zip($a, $b, |x, y| (x as $U) < (y as $U)),
                    CmpI::Ule => zip($a, $b, |x, y| (x as $U) <= (y as $U)),
                    CmpI::Ugt => zip($a, $b, |x, y| (x as $U) > (y as $U)),
                    CmpI::Uge => zip($a, $b, |x, y| (x as $U) >= (y as $U)),
                }
            };
        }
        let lanes = match (self.get(a), self.get(b)) {
            (Lanes::I1(a), Lanes::I1(b)) => {
                // Signed, `true` is -1.
                let (a, b) = (map(a, |x| -i8::from(x)), map(b, |x| -i8::from(x)));
                compare!(&a, &b, u8)
            }
            (Lanes::I8(a), Lanes::I8(b)) => compare!(a, b, u8),
            (Lanes::I16(a), Lanes::I16(b)) => compare!(a, b, u16),
            (Lanes::I32(a), Lanes::I32(b)) => compare!(a, b, u32),
            (Lanes::I64(a), Lanes::I64(b)) => compare!(a, b, u64),
            (a, b) => ill_typed(p, a, b),
        };
        self.value(Lanes::I1(lanes))
    }

    fn select(&mut self, c: Handle, a: Handle, b: Handle) -> Handle {
        fn pick<T: Copy>(c: &[bool], a: &[T], b: &[T]) -> Vec<T> {
            c.iter().zip(a).zip(b).map(|((&c, &a), &b)| if c { a } else { b }).collect()
        }
        let Lanes::I1(c) = self.get(c) else { ill_typed("select", self.get(c), self.get(a)) };
        let lanes = match (self.get(a), self.get(b)) {
            (Lanes::I1(a), Lanes::I1(b)) => Lanes::I1(pick(c, a, b)),
            (Lanes::I8(a), Lanes::I8(b)) => Lanes::I8(pick(c, a, b)),
            (Lanes::I16(a), Lanes::I16(b)) => Lanes::I16(pick(c, a, b)),
            (Lanes::I32(a), Lanes::I32(b)) => Lanes::I32(pick(c, a, b)),
            (Lanes::I64(a), Lanes::I64(b)) => Lanes::I64(pick(c, a, b)),
            (Lanes::F32(a), Lanes::F32(b)) => Lanes::F32(pick(c, a, b)),
            (Lanes::F64(a), Lanes::F64(b)) => Lanes::F64(pick(c, a, b)),
            (a, b) => ill_typed("select", a, b),
        };
        self.value(lanes)
    }

    fn cast(&mut self, op: Cast, a: Handle, to: Machine) -> Handle {
        // `as` extends by the source's signedness and converts between integer and float with the
        // rounding of the hardware; out of range it saturates, which nobody relies on.
        macro_rules! to {
            ($v:expr, |$x:ident| $source:expr) => {
                match to {
                    Machine::I1 => Lanes::I1(map($v, |$x| ($source as i64) & 1 != 0)),
                    Machine::I8 => Lanes::I8(map($v, |$x| $source as i8)),
                    Machine::I16 => Lanes::I16(map($v, |$x| $source as i16)),
                    Machine::I32 => Lanes::I32(map($v, |$x| $source as i32)),
                    Machine::I64 => Lanes::I64(map($v, |$x| $source as i64)),
                    Machine::F32 => Lanes::F32(map($v, |$x| $source as f32)),
                    Machine::F64 => Lanes::F64(map($v, |$x| $source as f64)),
                }
            };
        }
        macro_rules! to_unsigned {
            ($v:expr) => {
                match to {
                    Machine::I8 => Lanes::I8(map($v, |x| x as u8 as i8)),
                    Machine::I16 => Lanes::I16(map($v, |x| x as u16 as i16)),
                    Machine::I32 => Lanes::I32(map($v, |x| x as u32 as i32)),
                    _ => Lanes::I64(map($v, |x| x as u64 as i64)),
                }
            };
        }
        let lanes = match (op, self.get(a)) {
            (Cast::ExtUI | Cast::UIToFP, Lanes::I1(v)) => to!(v, |x| u8::from(x)),
            (Cast::ExtSI | Cast::SIToFP, Lanes::I1(v)) => to!(v, |x| (-i8::from(x))),
            (Cast::ExtUI | Cast::UIToFP, Lanes::I8(v)) => to!(v, |x| x as u8),
            (Cast::ExtUI | Cast::UIToFP, Lanes::I16(v)) => to!(v, |x| x as u16),
            (Cast::ExtUI | Cast::UIToFP, Lanes::I32(v)) => to!(v, |x| x as u32),
            (Cast::ExtUI | Cast::UIToFP, Lanes::I64(v)) => to!(v, |x| x as u64),
            (Cast::ExtSI | Cast::SIToFP | Cast::TruncI, Lanes::I8(v)) => to!(v, |x| x),
            (Cast::ExtSI | Cast::SIToFP | Cast::TruncI, Lanes::I16(v)) => to!(v, |x| x),
            (Cast::ExtSI | Cast::SIToFP | Cast::TruncI, Lanes::I32(v)) => to!(v, |x| x),
            (Cast::ExtSI | Cast::SIToFP | Cast::TruncI, Lanes::I64(v)) => to!(v, |x| x),
            (Cast::FPToUI, Lanes::F32(v)) => to_unsigned!(v),
            (Cast::FPToUI, Lanes::F64(v)) => to_unsigned!(v),
            (Cast::FPToSI | Cast::ExtF | Cast::TruncF, Lanes::F32(v)) => to!(v, |x| x),
            (Cast::FPToSI | Cast::ExtF | Cast::TruncF, Lanes::F64(v)) => to!(v, |x| x),
            (Cast::Bitcast, Lanes::F32(v)) if to == Machine::I32 => Lanes::I32(map(v, |x| x.to_bits() as i32)),
            (Cast::Bitcast, Lanes::F64(v)) if to == Machine::I64 => Lanes::I64(map(v, |x| x.to_bits() as i64)),
            (Cast::Bitcast, Lanes::I32(v)) if to == Machine::F32 => Lanes::F32(map(v, |x| f32::from_bits(x as u32))),
            (Cast::Bitcast, Lanes::I64(v)) if to == Machine::F64 => Lanes::F64(map(v, |x| f64::from_bits(x as u64))),
            (Cast::Bitcast, same) if same.machine() == to => same.clone(),
            (op, a) => ill_typed(op, a, a),
        };
        self.value(lanes)
    }

    fn math(&mut self, f: MathFn, t: Machine, args: &[Handle]) -> Handle {
        crate::math::expand(self, f, t, args)
    }

    fn fmod(&mut self, x: Handle, y: Handle) -> Handle {
        let (x, y) = (self.get(x), self.get(y));
        let (Lanes::F64(x), Lanes::F64(y)) = (x, y) else { ill_typed("fmod", x, y) };
        let lanes = zip(x, y, libm::fmod);
        self.value(Lanes::F64(lanes))
    }
}

/// Evaluates the operation on elements in storage form (little endian), for constant folding.
///
/// Each operand holds as many elements as the first; `result` is the result's element type.
///
/// # Errors
/// If the operation does not take these element types, or lengths disagree.
pub fn eval(op: Op, operands: &[Element], result: Element, args: &[&[u8]]) -> Result<Vec<u8>, Error> {
    ops::infer(op, operands, result)?;
    if args.len() != operands.len() {
        return Err(Error::Arity { op, expected: operands.len(), found: args.len() });
    }
    let operands: Vec<(Element, &[u8])> = operands.iter().copied().zip(args.iter().copied()).collect();
    let elements: Vec<Element> = operands.iter().map(|(e, _)| *e).collect();
    let apply = |b: &mut Interpreter, values: &[Val<Handle>]| ops::apply_to_storage(b, op, &elements, result, values);
    eval_with(&operands, result, apply)?.ok_or(Error::Length { op })
}

/// Evaluates code over the interpreter, some elements at a time: `f` gets the operands in compute
/// form and gives the result in storage form. `None` if the operands' lengths disagree.
///
/// # Errors
/// Those of `f`.
pub fn eval_with<E>(
    operands: &[(Element, &[u8])],
    result: Element,
    mut f: impl FnMut(&mut Interpreter, &[Val<Handle>]) -> Result<Val<Handle>, E>,
) -> Result<Option<Vec<u8>>, E> {
    let Some((e, first)) = operands.first() else { return Ok(None) };
    let count = first.len() / e.storage_bytes();
    if operands.iter().any(|(e, bytes)| bytes.len() != count * e.storage_bytes()) {
        return Ok(None);
    }
    let mut out = vec![0; count * result.storage_bytes()];
    for start in (0..count).step_by(CHUNK) {
        let end = count.min(start + CHUNK);
        let mut b = Interpreter::new(end - start);
        let mut values = Vec::with_capacity(operands.len());
        for &(e, bytes) in operands {
            let bytes = &bytes[start * e.storage_bytes()..end * e.storage_bytes()];
            let stored = if e.is_complex() {
                Val::Complex(b.load(e, bytes, 0), b.load(e, bytes, 1))
            } else {
                Val::Real(b.load(e, bytes, 0))
            };
            values.push(ops::decode(&mut b, e, stored));
        }
        let v = f(&mut b, &values)?;
        let bytes = &mut out[start * result.storage_bytes()..end * result.storage_bytes()];
        b.store(v.re(), result, 0, bytes);
        if let Some(im) = v.im() {
            b.store(im, result, 1, bytes);
        }
    }
    Ok(Some(out))
}
