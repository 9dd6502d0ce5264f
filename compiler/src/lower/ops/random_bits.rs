//! rng_bit_generator: counters through Threefry or Philox, as arithmetic that vectorizes.
//!
//! The bits are those that XLA gives. Each counter makes one block of 32-bit words. Threefry's two are the elements
//! 2i and 2i + 1 along one dimension, Philox's four those along the flattened array; a 64-bit element takes two words.

use super::elementwise::of_bits;
use super::movement::transposed;
use crate::affine::{Expr, Map};
use crate::lower::rewriter::emit::Emitter;
use crate::lower::rewriter::sizes::{Size, known};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{cropped, element, empty, generic, insert, loop_index, reshape_to, shape};
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{Builder, Element, Op, OpExt, Tensor, Value, uses};
use xla_dialect::ods::arith;
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::ods::xla::Kind;
use xla_dialect::ops::elementwise::enum_word;
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, CmpI, Machine};

/// By the algorithm; `DEFAULT` is Philox, as on XLA's CPU backend.
pub fn rng_bit_generator<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let given = lowering.tensor(op.input(0))?;
    let narrow = element(op.input(0)).bits() == 32;
    let state = if narrow { of_narrow_words(lowering, builder, given)? } else { given };
    let algorithm = op.attr("rng_algorithm").map(enum_word).unwrap_or_default();
    let words = shape(state)[0];
    let (bits, used) = if algorithm == "THREE_FRY" {
        threefry_bits(lowering, op, builder, state)?
    } else if matches!(words, 2 | 3) {
        philox_bits(lowering, op, builder, state)?
    } else {
        return Err(unsupported(op, format!("a state of {words} numbers: {algorithm} takes two or three")));
    };
    let next = advanced(lowering, builder, state, used)?;
    let next = if narrow { narrow_words(lowering, builder, next, given)? } else { next };
    lowering.set_tensor(op.output(0), next);
    lowering.set_tensor(op.output(1), bits);
    Ok(())
}

/// Number `i` of the state, read in a loop nest of `rank` dimensions.
fn state_word<'c>(state: Value<'c>, i: i64, rank: usize) -> (Value<'c>, Map) {
    (state, Map { dims: rank, results: vec![Expr::constant(rank, i)] })
}

/// The state after `used` counters: the key, the low number, and the high one with the carry.
fn advanced<'c>(
    lowering: &Lowering<'c>,
    builder: &Builder<'c>,
    state: Value<'c>,
    used: i64,
) -> Result<Value<'c>, Failed> {
    use melior::ir::ValueLike;
    let init = (empty(builder, state.r#type()), Map::identity(1));
    let inputs = [(state, Map::identity(1)), state_word(state, 1, 1)];
    let next = generic(builder, &inputs, &[init], &[IteratorType::Parallel], |builder, arguments| {
        let mut emitter = lowering.emitter(builder);
        let e = &mut emitter;
        let t = Machine::I64;
        let (index, used) = (loop_index(builder, 0), e.int(t, used));
        let sum = e.addi(arguments[1], used);
        let carry = e.cmpi(CmpI::Ult, sum, used);
        let carry = e.extui(carry, t);
        let high = e.addi(arguments[0], carry);
        let is_low = e.cmpik(CmpI::Eq, t, index, 1);
        let is_high = e.cmpik(CmpI::Eq, t, index, 2);
        let value = e.select(is_high, high, arguments[0]);
        Ok(vec![e.select(is_low, sum, value)])
    })?;
    Ok(next[0])
}

/// The state that four 32-bit words are: the key's low and high ones, the counter's high and low ones.
fn of_narrow_words<'c>(lowering: &Lowering<'c>, builder: &Builder<'c>, words: Value<'c>) -> Result<Value<'c>, Failed> {
    let init = empty(builder, Tensor::new(&[2], lowering.element_type(Element::S64)).ty());
    let map = |scale, offset| Map { dims: 1, results: vec![Expr::scaled(1, 0, scale, offset)] };
    let inputs = [(words, map(3, 0)), (words, map(1, 1))];
    let state =
        generic(builder, &inputs, &[(init, Map::identity(1))], &[IteratorType::Parallel], |builder, arguments| {
            let mut emitter = lowering.emitter(builder);
            Ok(vec![joined(&mut emitter, [arguments[0], arguments[1]])])
        })?;
    Ok(state[0])
}

/// The reverse of [`of_narrow_words`], with the type of `like`.
fn narrow_words<'c>(
    lowering: &Lowering<'c>,
    builder: &Builder<'c>,
    state: Value<'c>,
    like: Value<'c>,
) -> Result<Value<'c>, Failed> {
    use melior::ir::ValueLike;
    let init = empty(builder, like.r#type());
    let inputs = [state_word(state, 0, 1), state_word(state, 1, 1)];
    let words =
        generic(builder, &inputs, &[(init, Map::identity(1))], &[IteratorType::Parallel], |builder, arguments| {
            let mut emitter = lowering.emitter(builder);
            let e = &mut emitter;
            let t = Machine::I64;
            let index = loop_index(builder, 0);
            let of_key = e.cmpik(CmpI::Slt, t, index, 2);
            let (first, last) = (e.cmpik(CmpI::Eq, t, index, 0), e.cmpik(CmpI::Eq, t, index, 3));
            let is_low = e.ori(first, last);
            let number = e.select(of_key, arguments[0], arguments[1]);
            let [low, high] = halves(e, number);
            Ok(vec![e.select(is_low, low, high)])
        })?;
    Ok(words[0])
}

/// How many elements lie between an element and the next one along each dimension, in row-major order; 0 along a dimension
/// of at most one element.
pub fn strides<'c>(builder: &Builder<'c>, sizes: &[Size<'c>]) -> Vec<Size<'c>> {
    let mut stride = Size::Known(1);
    let mut strides = vec![Size::Known(0); sizes.len()];
    for (d, size) in sizes.iter().enumerate().rev() {
        if size.known().is_none_or(|size| size > 1) {
            strides[d] = stride;
        }
        stride = stride.times(builder, *size);
    }
    strides
}

/// The place of the element that a loop nest over an array of these [`strides`] is at, in row-major order.
pub fn linear_index<'c>(emitter: &mut Emitter<'c>, builder: &Builder<'c>, strides: &[Size<'c>]) -> Value<'c> {
    let mut place = emitter.int(Machine::I64, 0);
    for (d, stride) in strides.iter().enumerate().rev() {
        let scale = match *stride {
            Size::Known(0) => continue,
            Size::Known(stride) => emitter.int(Machine::I64, stride),
            Size::Open(stride) => arith::index_cast(builder, stride, builder.machine(Machine::I64)),
        };
        let index = loop_index(builder, d);
        let offset = emitter.muli(index, scale);
        place = emitter.addi(place, offset);
    }
    place
}

/// The low and the high 32 bits.
pub fn halves<'c>(e: &mut Emitter<'c>, value: Value<'c>) -> [Value<'c>; 2] {
    let high = e.shru(Machine::I64, value, 32);
    [e.trunci(value, Machine::I32), e.trunci(high, Machine::I32)]
}

/// The reverse of [`halves`].
pub fn joined<'c>(e: &mut Emitter<'c>, [low, high]: [Value<'c>; 2]) -> Value<'c> {
    let (low, high) = (e.extui(low, Machine::I64), e.extui(high, Machine::I64));
    let high = e.shl(Machine::I64, high, 32);
    e.ori(low, high)
}

/// One block of Threefry-2x32 with 20 rounds (Salmon et al., Parallel random numbers: as easy as 1, 2, 3).
pub fn threefry<'c>(e: &mut Emitter<'c>, key: [Value<'c>; 2], counter: [Value<'c>; 2]) -> [Value<'c>; 2] {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let t = Machine::I32;
    let mixed = e.xori(key[0], key[1]);
    let parity = e.int(t, 0x1bd1_1bda);
    let keys = [key[0], key[1], e.xori(mixed, parity)];
    let mut x = [e.addi(counter[0], keys[0]), e.addi(counter[1], keys[1])];
    for i in 0..5 {
        for rotation in ROTATIONS[i % 2] {
            x[0] = e.addi(x[0], x[1]);
            let (left, right) = (e.shl(t, x[1], rotation), e.shru(t, x[1], 32 - rotation));
            let rotated = e.ori(left, right);
            x[1] = e.xori(rotated, x[0]);
        }
        let step = e.int(t, i as i64 + 1);
        let injected = e.addi(keys[(i + 2) % 3], step);
        x = [e.addi(x[0], keys[(i + 1) % 3]), e.addi(x[1], injected)];
    }
    x
}

/// One block of Philox-4x32 with 10 rounds (as above). The words are the low halves of numbers whose high halves mean nothing: a
/// multiplication takes only the low ones, so that they are not cut off in each round.
fn philox<'c>(e: &mut Emitter<'c>, key: [Value<'c>; 2], counter: [Value<'c>; 4]) -> [Value<'c>; 4] {
    let t = Machine::I64;
    let (mut key, mut x) = (key.map(|word| e.extui(word, t)), counter.map(|word| e.extui(word, t)));
    for _ in 0..10 {
        let product0 = product(e, x[0], 0xd251_1f53);
        let product1 = product(e, x[2], 0xcd9e_8d57);
        let (high0, high1) = (e.shru(t, product0, 32), e.shru(t, product1, 32));
        let (keyed0, keyed1) = (e.xori(x[1], key[0]), e.xori(x[3], key[1]));
        x = [e.xori(high1, keyed0), product1, e.xori(high0, keyed1), product0];
        let steps = [e.int(t, 0x9e37_79b9), e.int(t, 0xbb67_ae85)];
        key = [e.addi(key[0], steps[0]), e.addi(key[1], steps[1])];
    }
    x.map(|word| e.trunci(word, Machine::I32))
}

/// The low half of `x` times `factor`.
fn product<'c>(e: &mut Emitter<'c>, x: Value<'c>, factor: i64) -> Value<'c> {
    let (low, factor) = (e.mask(Machine::I64, x, 0xffff_ffff), e.int(Machine::I64, factor));
    e.muli(low, factor)
}

/// `pieces`, each of the shape of one, as every so-manieth element of a longer dimension `d`, which is cut at the
/// size it has in `ty`.
fn interleaved<'c>(
    builder: &Builder<'c>,
    pieces: &[Value<'c>],
    d: usize,
    ty: &Tensor<'c>,
) -> Result<Value<'c>, Failed> {
    // Rows of fewer elements are no vectors: the pieces are transposed.
    const LEAST_ROW: i64 = 16;
    let rank = ty.rank();
    if ty.shape[d + 1..].iter().product::<i64>() < LEAST_ROW {
        return transposed_pieces(builder, pieces, d, ty);
    }
    let (mut offset, mut step) = (vec![0; rank], vec![1; rank]);
    step[d] = pieces.len() as i64;
    let mut whole = empty(builder, ty.ty());
    for (i, piece) in pieces.iter().enumerate() {
        offset[d] = i as i64;
        let mut sizes = shape(*piece);
        let room = (ty.shape[d] - offset[d] + step[d] - 1) / step[d];
        if room <= 0 {
            break;
        }
        sizes[d] = sizes[d].min(room);
        let piece = cropped(builder, *piece, &vec![0; rank], &ty.with_shape(&sizes))?;
        whole = insert(builder, piece, whole, (&offset, &step));
    }
    Ok(whole)
}

/// The same, one piece beside the other, and then the dimension of the pieces behind dimension `d`.
fn transposed_pieces<'c>(
    builder: &Builder<'c>,
    pieces: &[Value<'c>],
    d: usize,
    ty: &Tensor<'c>,
) -> Result<Value<'c>, Failed> {
    let (rank, count, sizes) = (ty.rank(), pieces.len() as i64, shape(pieces[0]));
    let mut offset = vec![0; rank + 1];
    let (row, rows) = ([&[1], &sizes[..]].concat(), [&[count], &sizes[..]].concat());
    let mut whole = empty(builder, ty.with_shape(&rows).ty());
    for (i, piece) in pieces.iter().enumerate() {
        offset[0] = i as i64;
        let piece = reshape_to(builder, *piece, ty.with_shape(&row).ty());
        whole = insert(builder, piece, whole, (&offset, &vec![1; rank + 1]));
    }
    let order: Vec<usize> = (1..d + 2).chain([0]).chain(d + 2..rank + 1).collect();
    let mut long = sizes;
    long[d] *= count;
    let whole = transposed(builder, whole, &order)?;
    cropped(builder, reshape_to(builder, whole, ty.with_shape(&long).ty()), &vec![0; rank], ty)
}

/// What is filled with bits.
struct Output<'c, 'l> {
    lowering: &'l Lowering<'c>,
    element: Element,
    ty: Tensor<'c>,
}

impl<'c, 'l> Output<'c, 'l> {
    fn of(lowering: &'l Lowering<'c>, op: Op<'c>) -> Self {
        let element = element(op.output(1));
        let ty = Tensor::new(&shape(op.output(1)), lowering.element_type(element));
        Self { lowering, element, ty }
    }

    /// Elements of the words of a block: one a word, or one of two.
    fn elements(&self, e: &mut Emitter<'c>, words: &[Value<'c>]) -> Vec<Value<'c>> {
        if self.element.bits() == 64 {
            let pairs = words.as_chunks().0;
            return pairs
                .iter()
                .map(|pair| {
                    let bits = joined(e, *pair);
                    of_bits(e, self.element, bits, Machine::I64)
                })
                .collect();
        }
        words.iter().map(|word| of_bits(e, self.element, *word, Machine::I32)).collect()
    }

    /// One array of `sizes` for each element of a block, computed by `body` from the key and the two other numbers
    /// of the state.
    fn blocks(
        &self,
        builder: &Builder<'c>,
        inputs: impl Fn(usize) -> Vec<(Value<'c>, Map)>,
        sizes: &[i64],
        count: usize,
        body: impl FnOnce(&mut Emitter<'c>, Value<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
    ) -> Result<Vec<Value<'c>>, Failed> {
        let rank = sizes.len();
        let init = || (empty(builder, Tensor::new(sizes, self.ty.element).ty()), Map::identity(rank));
        let inits: Vec<_> = (0..count).map(|_| init()).collect();
        generic(builder, &inputs(rank), &inits, &vec![IteratorType::Parallel; rank], |builder, arguments| {
            let mut emitter = self.lowering.emitter(builder);
            let place = linear_index(&mut emitter, builder, &strides(builder, &known(sizes)));
            let words = body(&mut emitter, place, arguments);
            Ok(self.elements(&mut emitter, &words))
        })
    }
}

/// The bits and the number of counters used.
fn threefry_bits<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    state: Value<'c>,
) -> Result<(Value<'c>, i64), Failed> {
    let output = Output::of(lowering, op);
    let inputs = |rank: usize| vec![state_word(state, 0, rank), state_word(state, 1, rank)];
    let body = |e: &mut Emitter<'c>, place: Value<'c>, state: &[Value<'c>]| {
        let counter = e.addi(state[1], place);
        let (key, counter) = (halves(e, state[0]), halves(e, counter));
        threefry(e, key, counter).to_vec()
    };
    let shape = output.ty.shape.clone();
    if output.element.bits() == 64 {
        let bits = if shape.contains(&0) {
            empty(builder, output.ty.ty())
        } else {
            output.blocks(builder, inputs, &shape, 1, body)?[0]
        };
        return Ok((bits, output.ty.size()));
    }
    // XLA halves the first dimension of even size, else the first of the largest ones.
    let mut sizes = if shape.is_empty() { vec![1] } else { shape.clone() };
    let longest = sizes.iter().copied().max().unwrap_or(1);
    let d = sizes.iter().position(|n| n % 2 == 0).or(sizes.iter().position(|n| *n == longest)).unwrap_or(0);
    let whole = Tensor::new(&sizes, output.ty.element);
    sizes[d] = (sizes[d] + 1) / 2;
    let used = sizes.iter().product();
    if used == 0 {
        return Ok((empty(builder, output.ty.ty()), 0));
    }
    if reads_few(op.output(1), used) {
        // A block for each element that is read, as in `philox_bits`.
        let mut others = strides(builder, &known(&sizes));
        others[d] = Size::Known(0);
        let stride = sizes[d + 1..].iter().product();
        let alone = |e: &mut Emitter<'c>, _: Value<'c>, state: &[Value<'c>]| {
            let builder = e.builder;
            let index = loop_index(&builder, d);
            let (half, stride) = (e.shru(Machine::I64, index, 1), e.int(Machine::I64, stride));
            let (other, along) = (linear_index(e, &builder, &others), e.muli(half, stride));
            let place = e.addi(other, along);
            let (words, within) = (body(e, place, state), e.mask(Machine::I64, index, 1));
            let is_first = e.cmpik(CmpI::Eq, Machine::I64, within, 0);
            vec![e.select(is_first, words[0], words[1])]
        };
        let bits = output.blocks(builder, inputs, &whole.shape, 1, alone)?[0];
        return Ok((reshape_to(builder, bits, output.ty.ty()), used));
    }
    let pieces = output.blocks(builder, inputs, &sizes, 2, body)?;
    let bits = interleaved(builder, &pieces, d, &whole)?;
    Ok((reshape_to(builder, bits, output.ty.ty()), used))
}

/// The bits and the number of counters used.
fn philox_bits<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    state: Value<'c>,
) -> Result<(Value<'c>, i64), Failed> {
    let output = Output::of(lowering, op);
    let count = output.ty.size();
    if count == 0 {
        return Ok((empty(builder, output.ty.ty()), 0));
    }
    // A state of two numbers has the key for the counter's high one.
    let high = if shape(state)[0] == 3 { 2 } else { 0 };
    let inputs = |rank: usize| [0, 1, high].map(|i| state_word(state, i, rank)).to_vec();
    let body = |e: &mut Emitter<'c>, place: Value<'c>, state: &[Value<'c>]| {
        let low = e.addi(state[1], place);
        let carry = e.cmpi(CmpI::Ult, low, place);
        let carry = e.extui(carry, Machine::I64);
        let high = e.addi(state[2], carry);
        let (key, [x0, x1], [x2, x3]) = (halves(e, state[0]), halves(e, low), halves(e, high));
        philox(e, key, [x0, x1, x2, x3]).to_vec()
    };
    let in_block = if output.element.bits() == 64 { 2 } else { 4 };
    let used = (count + in_block - 1) / in_block;
    if reads_few(op.output(1), used) {
        // A block for each element that is read: the slice and this become one kernel.
        let alone = |e: &mut Emitter<'c>, place: Value<'c>, state: &[Value<'c>]| {
            let block = e.shru(Machine::I64, place, in_block.ilog2());
            let (words, within) = (body(e, block, state), e.mask(Machine::I64, place, in_block - 1));
            let elements: Vec<&[Value<'c>]> = words.chunks(words.len() / in_block as usize).collect();
            let mut chosen = elements[0].to_vec();
            for (i, element) in (0..).zip(&elements).skip(1) {
                let is_here = e.cmpik(CmpI::Eq, Machine::I64, within, i);
                chosen = element.iter().zip(chosen).map(|(word, other)| e.select(is_here, *word, other)).collect();
            }
            chosen
        };
        return Ok((output.blocks(builder, inputs, &output.ty.shape, 1, alone)?[0], used));
    }
    let pieces = output.blocks(builder, inputs, &[used], in_block as usize, body)?;
    let flat = interleaved(builder, &pieces, 0, &Tensor::new(&[count], output.ty.element))?;
    Ok((reshape_to(builder, flat, output.ty.ty()), used))
}

/// Whether `bits`, which are made of so many `blocks`, are read by nothing but a slice of at most half as many elements.
fn reads_few(bits: Value<'_>, blocks: i64) -> bool {
    let [(slice, _)] = uses(bits)[..] else { return false };
    let is_slice = matches!(Kind::of(slice), Some(Kind::Slice | Kind::DynamicSlice));
    is_slice && 2 * shape(slice.output(0)).iter().product::<i64>() <= blocks
}
