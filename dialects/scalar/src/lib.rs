//! The scalar meaning of XLA's elementwise operations, written once over a [`Builder`].
//!
//! A compiler's builder emits `arith` and `math` operations, [`Interpreter`] evaluates. Both run the
//! same code, so constant folding cannot disagree with compiled programs.
//!
//! # Forms of a value
//!
//! An [`Element`] lives in memory in *storage* form ([`Element::storage`], one machine value per
//! component) and is computed in *compute* form ([`Element::compute`]):
//!
//! | element | storage | compute |
//! |---|---|---|
//! | `Pred` | `i8`, 0 or 1 (any other value loads as true) | `i1` |
//! | `S2 S4 U2 U4` | `i8`, sign or zero extended | the same, in range |
//! | `S8 .. S64`, `U8 .. U64` | their width | the same |
//! | floats below 32 bits | `i8` or `i16` bit pattern | `f32` that has such a pattern |
//! | `F32 F64` | the same | the same |
//! | `C64 C128` | real, imaginary part | [`Val::Complex`] of the parts |
//!
//! [`decode`] and [`encode`] go between them. A builder may keep elements in other types in memory: it
//! overrides [`Builder::decode`] and [`Builder::encode`], of which [`decode_storage`] and
//! [`encode_storage`] are what elements in storage form are converted by. [`apply`] takes and gives compute form;
//! [`apply_to_storage`] gives storage form and so rounds a narrow float once, not twice.
//!
//! [`reduce_precision`], which has parameters, is a function of its own beside the table, and
//! [`eval_with`] evaluates it, or any other code over a builder.
//!
//! # Functions
//!
//! `exp` and its like are requested through [`Builder::math`]. A compiler may keep them symbolic and
//! call [`expand`] in a later pass, with any builder. Values may be vectors all along: no code here
//! looks at a value, except through `select`.
//!
//! # Example
//!
//! ```
//! use xla_scalar::{Element, Op, eval};
//!
//! // Folding: bytes in storage form. 7 / 0 is -1 in XLA, and does not trap.
//! let x: Vec<u8> = [7i32, -7].iter().flat_map(|v| v.to_le_bytes()).collect();
//! let y: Vec<u8> = [0i32, 2].iter().flat_map(|v| v.to_le_bytes()).collect();
//! let op = Op::from_mnemonic("div").expect("a row of the table");
//! let q = eval(op, &[Element::S32, Element::S32], Element::S32, &[&x, &y])?;
//! assert_eq!(q[..4], (-1i32).to_le_bytes());
//! assert_eq!(q[4..], (-3i32).to_le_bytes());
//! # Ok::<(), xla_scalar::Error>(())
//! ```
//!
//! Emitting is the same with a builder of one's own:
//!
//! ```
//! use xla_scalar::{Builder, Element, Error, Op, Val, apply_to_storage, decode};
//!
//! /// `bf16` from memory, negated, to memory.
//! fn negate<B: Builder>(b: &mut B, stored: B::V) -> Result<B::V, Error> {
//!     let e = Element::BF16;
//!     let x = decode(b, e, Val::Real(stored));
//!     Ok(apply_to_storage(b, Op::Neg, &[e], e, &[x])?.re())
//! }
//! ```

mod builder;
mod complex;
mod complex_arc;
mod complex_math;
mod convert;
mod element;
mod float;
mod float_formats;
mod functions;
mod int;
mod interpreter;
mod math;
mod ops;
mod reduce_precision;

pub use builder::{BinOp, Builder, Cast, CmpF, CmpI, UnOp, Val};
pub use convert::{decode_storage, encode_storage};
pub use element::{Element, Kind, Machine};
pub use functions::MathFn;
pub use interpreter::{Handle, Interpreter, Lanes, eval, eval_with};
pub use math::expand;
pub use ops::{Error, Op, ResultRule, apply, apply_to_storage, decode, encode, encode_exact, infer, supported};
pub use reduce_precision::{reduce_precision, reduces_nothing, supports_reduce_precision};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
