//! Random bits of a state, and random numbers of the run: docs/random.md.

use super::computation::Imported;
use super::declared::{Declared, site};
use super::elementwise::of_bits;
use super::value::{Tensor, count};
use xla_dialect::ir::{Op, OpExt};
use xla_dialect::ods::xla;
use xla_scalar::{Element, Op as Scalar, eval};

/// The low and the high half.
fn halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

fn joined([low, high]: [u32; 2]) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// One block of Threefry-2x32 with 20 rounds (Salmon et al., Parallel random numbers: as easy as 1, 2, 3).
fn threefry(key: [u32; 2], counter: [u32; 2]) -> [u32; 2] {
    const ROTATIONS: [u32; 8] = [13, 15, 26, 6, 17, 29, 16, 24];
    let keys = [key[0], key[1], key[0] ^ key[1] ^ 0x1bd1_1bda];
    let mut x = [counter[0].wrapping_add(keys[0]), counter[1].wrapping_add(keys[1])];
    for round in 0..20 {
        x[0] = x[0].wrapping_add(x[1]);
        x[1] = x[1].rotate_left(ROTATIONS[round % 8]) ^ x[0];
        if round % 4 == 3 {
            let step = round / 4 + 1;
            x[0] = x[0].wrapping_add(keys[step % 3]);
            x[1] = x[1].wrapping_add(keys[(step + 1) % 3]).wrapping_add(step as u32);
        }
    }
    x
}

/// One block of Philox-4x32 with 10 rounds (as above).
fn philox(mut key: [u32; 2], mut x: [u32; 4]) -> [u32; 4] {
    for _ in 0..10 {
        let [low0, high0] = halves(u64::from(x[0]) * 0xd251_1f53);
        let [low1, high1] = halves(u64::from(x[2]) * 0xcd9e_8d57);
        x = [high1 ^ x[1] ^ key[0], low1, high0 ^ x[3] ^ key[1], low0];
        key = [key[0].wrapping_add(0x9e37_79b9), key[1].wrapping_add(0xbb67_ae85)];
    }
    x
}

/// A key, a counter, and what Philox takes for the counter's high half.
struct State {
    numbers: Vec<u64>,
    is_narrow: bool,
}

impl State {
    fn of(tensor: &Tensor) -> Self {
        let words: Vec<u64> = tensor.integers().into_iter().map(|word| word as u64).collect();
        if tensor.element.bits() != 32 {
            return Self { numbers: words, is_narrow: false };
        }
        // The key's low and high word, the counter's high and low word.
        let word = |i: usize| words[i] as u32;
        Self { numbers: vec![joined([word(0), word(1)]), joined([word(3), word(2)])], is_narrow: true }
    }

    /// After `used` counters.
    fn advanced(&self, used: usize) -> Vec<u64> {
        let mut next = self.numbers.clone();
        let (low, carry) = next[1].overflowing_add(used as u64);
        next[1] = low;
        if let Some(high) = next.get_mut(2) {
            *high = high.wrapping_add(u64::from(carry));
        }
        next
    }

    fn bytes(&self, used: usize) -> Vec<u8> {
        let next = self.advanced(used);
        if !self.is_narrow {
            return next.into_iter().flat_map(u64::to_le_bytes).collect();
        }
        let ([key_low, key_high], [low, high]) = (halves(next[0]), halves(next[1]));
        [key_low, key_high, high, low].into_iter().flat_map(u32::to_le_bytes).collect()
    }
}

/// The low bits of `word` as an element in storage form.
fn element_of(element: Element, word: u64) -> Vec<u8> {
    let bits: Vec<bool> = (0..element.bits()).map(|i| word >> i & 1 != 0).collect();
    of_bits(element, &bits)
}

/// The elements of `shape`, and the number of counters used.
fn threefry_words(state: &State, shape: &[usize], is_wide: bool) -> (Vec<u64>, usize) {
    let block = |place: usize| threefry(halves(state.numbers[0]), halves(state.numbers[1].wrapping_add(place as u64)));
    if is_wide {
        return ((0..count(shape)).map(|place| joined(block(place))).collect(), count(shape));
    }
    // XLA halves the first dimension of even size, else the first of the largest ones.
    let mut sizes = if shape.is_empty() { vec![1] } else { shape.to_vec() };
    let whole = Tensor::zeros(Element::Pred, &sizes);
    let longest = sizes.iter().copied().max().unwrap_or(1);
    let d = sizes.iter().position(|n| n % 2 == 0).or(sizes.iter().position(|n| *n == longest)).unwrap_or(0);
    sizes[d] = sizes[d].div_ceil(2);
    let mut words = vec![0; whole.size()];
    for (place, index) in super::value::indices(&sizes).enumerate() {
        for (i, word) in block(place).into_iter().enumerate() {
            let mut to = index.clone();
            to[d] = 2 * to[d] + i;
            if to[d] < whole.shape[d] {
                words[whole.number(&to)] = u64::from(word);
            }
        }
    }
    (words, count(&sizes))
}

/// As [`threefry_words`].
fn philox_words(state: &State, size: usize, is_wide: bool) -> (Vec<u64>, usize) {
    let in_block = if is_wide { 2 } else { 4 };
    let used = size.div_ceil(in_block);
    // A state of two numbers has the key for the counter's high one.
    let high = state.numbers.get(2).copied().unwrap_or(state.numbers[0]);
    let words = (0..used as u64).flat_map(|place| {
        let (low, carry) = state.numbers[1].overflowing_add(place);
        let ([x0, x1], [x2, x3]) = (halves(low), halves(high.wrapping_add(u64::from(carry))));
        let block = philox(halves(state.numbers[0]), [x0, x1, x2, x3]);
        match is_wide {
            true => vec![joined([block[0], block[1]]), joined([block[2], block[3]])],
            false => block.map(u64::from).to_vec(),
        }
    });
    (words.take(size).collect(), used)
}

/// `rng_bit_generator`.
pub(super) fn bits(op: Op<'_>) -> Imported {
    let algorithm = xla::RngBitGenerator::cast(op).rng_algorithm();
    let (result, site) = (Declared::of(op.output(1))?, site(op));
    Ok(Box::new(move |machine, inputs| {
        let given = inputs[0].tensor();
        let state = State::of(given);
        machine.spend(count(&result.bounds), &site)?;
        let is_wide = result.element.bits() == 64;
        let (words, used) = match (algorithm, state.numbers.len()) {
            (xla::RngAlgorithm::ThreeFry, _) => threefry_words(&state, &result.bounds, is_wide),
            (_, 2 | 3) => philox_words(&state, count(&result.bounds), is_wide),
            (_, n) => return Err(site.unsupported(format!("a state of {n} numbers: {algorithm:?} takes two or three"))),
        };
        let bytes = words.into_iter().flat_map(|word| element_of(result.element, word)).collect();
        let bits = Tensor { element: result.element, shape: result.bounds.clone(), bytes };
        let next = Tensor { bytes: state.bytes(used), ..(**given).clone() };
        Ok(vec![next.into(), bits.converted(machine.element(result.element)).into()])
    }))
}

/// `rng_uniform` and `rng_normal`: Threefry of a key of the run, with an element's place as the counter.
pub(super) fn draw(op: Op<'_>) -> Imported {
    let is_normal = xla::RngNormal::of(op).is_some();
    let (result, site) = (Declared::of(op.output(0))?, site(op));
    Ok(Box::new(move |machine, inputs| {
        let [a, b] = [0, 1].map(|i| inputs[i].tensor().converted(result.element).bytes);
        let size = count(&result.bounds);
        machine.spend(size, &site)?;
        let mut bytes = Vec::new();
        if size > 0 {
            let key = halves(machine.runtime.next_key(&machine.draws));
            for place in 0..size {
                let [low, high] = halves(place as u64);
                // No array is so large that the highest bit of an index matters.
                let block = |block: u32| threefry(key, [low, high | block << 31]);
                bytes.extend(match (is_normal, result.element.is_float()) {
                    (true, _) => normal(result.element, block, [&a, &b]),
                    (false, true) => uniform_float(result.element, block(0), [&a, &b]),
                    (false, false) => uniform_integer(result.element, block(0), [&a, &b]),
                });
            }
        }
        let drawn = Tensor { element: result.element, shape: result.bounds.clone(), bytes };
        Ok(vec![drawn.converted(machine.element(result.element)).into()])
    }))
}

fn scalar(element: Element, bytes: &[u8]) -> Tensor {
    Tensor { element, shape: Vec::new(), bytes: bytes.to_vec() }
}

/// `a + floor(w (b - a) / 2^n)`; `a` where that interval is empty.
fn uniform_integer(element: Element, block: [u32; 2], [a, b]: [&[u8]; 2]) -> Vec<u8> {
    let [a, b] = [a, b].map(|bytes| scalar(element, bytes).integers()[0]);
    let is_empty = if element.is_signed() { b <= a } else { b as u64 <= a as u64 };
    let range = u128::from(b.wrapping_sub(a) as u64);
    let offset = match element.storage().bits() {
        64 => (u128::from(joined(block)) * range) >> 64,
        _ => (u128::from(block[0]) * range) >> 32,
    };
    let drawn = if is_empty { a } else { a.wrapping_add(offset as u64 as i64) };
    drawn.to_le_bytes()[..element.storage_bytes()].to_vec()
}

/// A multiple of 2^-24, or for f64 of 2^-53, in [0, 1).
fn unit(is_double: bool, block: [u32; 2]) -> f64 {
    match is_double {
        true => (joined(block) >> 11) as f64 * (-53f64).exp2(),
        false => f64::from(block[0] >> 8) * (-24f64).exp2(),
    }
}

/// `op` of numbers in f32 or f64.
fn rounded(is_double: bool, op: Scalar, operands: &[f64]) -> f64 {
    let element = if is_double { Element::F64 } else { Element::F32 };
    let operands: Vec<Vec<u8>> = operands.iter().map(|x| Tensor::of_floats(element, &[], &[*x]).bytes).collect();
    let bytes: Vec<&[u8]> = operands.iter().map(Vec::as_slice).collect();
    let result = eval(op, &vec![element; bytes.len()], element, &bytes).expect("an op of floats");
    scalar(element, &result).floats()[0]
}

/// `a (1 - u) + b u`, held between `a` and the last number before `b`; `a` where that interval is empty.
fn uniform_float(element: Element, block: [u32; 2], [a, b]: [&[u8]; 2]) -> Vec<u8> {
    let is_double = element == Element::F64;
    let value = |bytes: &[u8]| scalar(element, bytes).floats()[0];
    let last = value(&below(element, b));
    let (from, to, u) = (value(a), value(b), unit(is_double, block));
    let op = |op, x, y| rounded(is_double, op, &[x, y]);
    let between = op(Scalar::Add, op(Scalar::Mul, from, op(Scalar::Sub, 1.0, u)), op(Scalar::Mul, to, u));
    let between = if between > from { between } else { from };
    let drawn = match (to > from, between < last) {
        (false, _) => from,
        (true, true) => between,
        (true, false) => last,
    };
    Tensor::of_floats(element, &[], &[drawn]).bytes
}

/// The number before one in storage form.
fn below(element: Element, stored: &[u8]) -> Vec<u8> {
    let mut word = [0; 8];
    word[..stored.len()].copy_from_slice(stored);
    let bits = u64::from_le_bytes(word);
    let sign = 1u64 << (element.bits() - 1);
    let next = match (element.is_signed(), bits & (sign - 1), bits & sign) {
        (false, ..) => bits.wrapping_sub(1),
        // Below zero itself is the smallest negative number.
        (true, 0, _) => sign | 1,
        (true, _, 0) => bits - 1,
        (true, ..) => bits + 1,
    };
    next.to_le_bytes()[..stored.len()].to_vec()
}

/// By Box and Muller: `mu + sigma sqrt(-2 log u) cos(2 π v)`, u in (0, 1].
fn normal(element: Element, block: impl Fn(u32) -> [u32; 2], [mu, sigma]: [&[u8]; 2]) -> Vec<u8> {
    let is_double = element == Element::F64;
    let op = |op, operands: &[f64]| rounded(is_double, op, operands);
    let [first, second] = block(0);
    let (u, v) = match is_double {
        true => (unit(true, [first, second]) + (-54f64).exp2(), unit(true, block(1))),
        false => {
            let number = f64::from((first as f32) + 0.5);
            (op(Scalar::Mul, &[number, (-32f64).exp2()]), unit(false, [second, first]))
        }
    };
    let radius = op(Scalar::Sqrt, &[op(Scalar::Mul, &[op(Scalar::Log, &[u]), -2.0])]);
    let z = op(Scalar::Mul, &[radius, op(Scalar::Cos, &[op(Scalar::Mul, &[v, std::f64::consts::TAU])])]);
    let [mu, sigma] = [mu, sigma].map(|bytes| scalar(element, bytes).floats()[0]);
    let drawn = match is_double {
        true => sigma.mul_add(z, mu),
        false => f64::from((sigma as f32).mul_add(z as f32, mu as f32)),
    };
    Tensor::of_floats(element, &[], &[drawn]).bytes
}
