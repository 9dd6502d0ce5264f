//! rng_uniform, rng_normal: elementwise arithmetic on Threefry's words, whose key the runtime draws.
//!
//! docs/random.md says what is promised.

use super::library;
use super::random_bits::{halves, joined, linear_index, strides, threefry};
use crate::affine::Map;
use crate::lower::rewriter::emit::Emitter;
use crate::lower::rewriter::sizes::{Size, empty_of};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{compute_elements, element, shape};
use xla_dialect::diagnostics::internal;
use xla_dialect::ir::{Builder, Element, Op, OpExt, Tensor, Value};
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, CmpF, CmpI, Machine, MathFn, Val, decode, encode};

/// Random words of one element.
struct Words<'c> {
    key: [Value<'c>; 2],
    counter: [Value<'c>; 2],
}

impl<'c> Words<'c> {
    /// Block `block` of the element's.
    fn block(&self, e: &mut Emitter<'c>, block: i64) -> [Value<'c>; 2] {
        // No array is so large that the highest bit of an index matters.
        let block = e.int(Machine::I32, block << 31);
        let high = e.ori(self.counter[1], block);
        threefry(e, self.key, [self.counter[0], high])
    }
}

/// Draws each element of the result by `body`, given its words and both parameters as they lie in memory.
/// The result has these `sizes`.
fn draw<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    sizes: &[Size<'c>],
    body: impl FnOnce(&mut Emitter<'c>, Element, Words<'c>, [Value<'c>; 2]) -> Result<Value<'c>, Failed>,
) -> Result<(), Failed> {
    let result = op.output(0);
    let (rank, of) = (sizes.len(), element(result));
    let init = empty_of(builder, Tensor::new(&shape(result), lowering.element_type(of)).ty(), sizes);
    if shape(result).contains(&0) {
        lowering.set_tensor(result, init);
        return Ok(());
    }
    let key = library::call(lowering, builder, "random_key", &[], &[(&[], Element::U64)], &[])[0];
    let parameters = [lowering.tensor(op.input(0))?, lowering.tensor(op.input(1))?];
    let inputs = [key, parameters[0], parameters[1]].map(|value| (value, Map::scalar(rank)));
    let strides = strides(builder, sizes);
    let value = compute_elements(builder, &inputs, init, |builder, arguments| {
        let mut emitter = lowering.emitter(builder);
        let e = &mut emitter;
        let place = linear_index(e, builder, &strides);
        let words = Words { key: halves(e, arguments[0]), counter: halves(e, place) };
        body(e, of, words, [arguments[1], arguments[2]])
    })?;
    lowering.set_tensor(result, value);
    Ok(())
}

/// In `[a, b)`; `a` where that is empty. The result has these `sizes`.
pub fn uniform<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    sizes: &[Size<'c>],
) -> Result<(), Failed> {
    draw(lowering, op, builder, sizes, |e, of, words, bounds| {
        let block = words.block(e, 0);
        Ok(if of.is_float() { uniform_float(e, of, block, bounds) } else { uniform_int(e, of, block, bounds) })
    })
}

/// `a + floor(bits * (b - a) / 2^n)`, where n is the number of bits.
fn uniform_int<'c>(e: &mut Emitter<'c>, of: Element, block: [Value<'c>; 2], bounds: [Value<'c>; 2]) -> Value<'c> {
    let t = Machine::I64;
    let storage = of.storage();
    let [a, b] = bounds.map(|bound| match (e.storage_form(of, bound), storage, of.is_signed()) {
        (bound, Machine::I64, _) => bound,
        (bound, _, true) => e.extsi(bound, t),
        (bound, _, false) => e.extui(bound, t),
    });
    let range = e.subi(b, a);
    let offset = if storage == Machine::I64 {
        let bits = joined(e, block);
        high_product(e, bits, range)
    } else {
        let bits = e.extui(block[0], t);
        let product = e.muli(bits, range);
        e.shru(t, product, 32)
    };
    let drawn = e.addi(a, offset);
    let some = e.cmpi(if of.is_signed() { CmpI::Sgt } else { CmpI::Ugt }, b, a);
    let value = e.select(some, drawn, a);
    let value = if storage == Machine::I64 { value } else { e.trunci(value, storage) };
    e.memory_form(of, value)
}

/// The high 64 bits of a product of unsigned numbers.
fn high_product<'c>(e: &mut Emitter<'c>, x: Value<'c>, y: Value<'c>) -> Value<'c> {
    let t = Machine::I64;
    let low = |e: &mut Emitter<'c>, v| e.mask(t, v, 0xffff_ffff);
    let high = |e: &mut Emitter<'c>, v| e.shru(t, v, 32);
    let ([x0, x1], [y0, y1]) = ([low(e, x), high(e, x)], [low(e, y), high(e, y)]);
    let lowest = e.muli(x0, y0);
    let carry = high(e, lowest);
    let cross = e.muli(x1, y0);
    let middle = e.addi(cross, carry);
    let rest = low(e, middle);
    let cross = e.muli(x0, y1);
    let other = e.addi(cross, rest);
    let (above, carry) = (high(e, middle), high(e, other));
    let highest = e.muli(x1, y1);
    let sum = e.addi(highest, above);
    e.addi(sum, carry)
}

/// A multiple of 2^-24 or 2^-53 in [0, 1), of a block.
fn unit<'c>(e: &mut Emitter<'c>, t: Machine, block: [Value<'c>; 2]) -> Value<'c> {
    if t == Machine::F64 {
        let bits = joined(e, block);
        let bits = e.shru(Machine::I64, bits, 11);
        let number = e.sitofp(bits, t);
        return e.mulk(t, number, (-53f64).exp2());
    }
    let bits = e.shru(Machine::I32, block[0], 8);
    let number = e.sitofp(bits, t);
    e.mulk(t, number, (-24f64).exp2())
}

/// `a (1 - u) + b u`, which does not overflow, held between `a` and the last number before `b`.
fn uniform_float<'c>(e: &mut Emitter<'c>, of: Element, block: [Value<'c>; 2], bounds: [Value<'c>; 2]) -> Value<'c> {
    let t = of.compute();
    let value = |e: &mut Emitter<'c>, stored: Value<'c>| decode(e, of, Val::Real(stored)).re();
    let last = below(e, of, bounds[1]);
    let (a, b, last) = (value(e, bounds[0]), value(e, bounds[1]), value(e, last));
    let u = unit(e, t, block);
    let one = e.float(t, 1.0);
    let rest = e.subf(one, u);
    let (from_a, from_b) = (e.mulf(a, rest), e.mulf(b, u));
    let between = e.addf(from_a, from_b);
    let above = e.cmpf(CmpF::Ogt, between, a);
    let between = e.select(above, between, a);
    let inside = e.cmpf(CmpF::Olt, between, last);
    let drawn = e.select(inside, between, last);
    let some = e.cmpf(CmpF::Ogt, b, a);
    let drawn = e.select(some, drawn, a);
    encode(e, of, Val::Real(drawn)).re()
}

/// The number before one that lies in memory.
fn below<'c>(e: &mut Emitter<'c>, of: Element, stored: Value<'c>) -> Value<'c> {
    let storage = of.storage();
    let t = storage.as_int();
    let stored = e.storage_form(of, stored);
    let bits = if storage.is_float() { e.bitcast(stored, t) } else { stored };
    let one = e.int(t, 1);
    let less = e.subi(bits, one);
    let bits = if of.is_signed() {
        // Below zero the magnitude grows; what is below zero itself is the smallest negative number.
        let sign = 1i64 << (of.bits() - 1);
        let magnitude = e.mask(t, bits, sign - 1);
        let is_zero = e.cmpik(CmpI::Eq, t, magnitude, 0);
        let signed = e.mask(t, bits, sign);
        let is_negative = e.cmpik(CmpI::Ne, t, signed, 0);
        let more = e.addi(bits, one);
        let first = e.int(t, sign | 1);
        let other = e.select(is_negative, more, less);
        e.select(is_zero, first, other)
    } else {
        less
    };
    let stored = if storage.is_float() { e.bitcast(bits, storage) } else { bits };
    e.memory_form(of, stored)
}

/// By Box and Muller: `sqrt(-2 log u) cos(2 π v)` is a normal number. The result has these `sizes`.
pub fn normal<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    sizes: &[Size<'c>],
) -> Result<(), Failed> {
    draw(lowering, op, builder, sizes, |e, of, words, parameters| {
        let t = of.compute();
        if !t.is_float() {
            return Err(internal(op, "draws from a distribution of floats"));
        }
        let block = words.block(e, 0);
        // In (0, 1], so that the logarithm is finite.
        let (u, v) = if t == Machine::F64 {
            let u = unit(e, t, block);
            let second = words.block(e, 1);
            (e.addk(t, u, (-54f64).exp2()), unit(e, t, second))
        } else {
            let number = e.uitofp(block[0], t);
            let number = e.addk(t, number, 0.5);
            let u = e.mulk(t, number, (-32f64).exp2());
            let v = unit(e, t, [block[1], block[0]]);
            (u, v)
        };
        let log = e.math(MathFn::Log, t, &[u]);
        let square = e.mulk(t, log, -2.0);
        let radius = e.sqrt(square);
        let angle = e.mulk(t, v, std::f64::consts::TAU);
        let cosine = e.math(MathFn::Cos, t, &[angle]);
        let z = e.mulf(radius, cosine);
        let [mu, sigma] = parameters.map(|stored| decode(e, of, Val::Real(stored)).re());
        let drawn = e.fma(sigma, z, mu);
        Ok(encode(e, of, Val::Real(drawn)).re())
    })
}
