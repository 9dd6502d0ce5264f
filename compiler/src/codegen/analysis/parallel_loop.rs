//! Loops over scalars whose iterations touch elements of their own, such as those of a scatter over its batch.

use crate::identity::ValueMap;
use crate::memref::{ByteRange, element_bytes, is_dense};
use crate::scf::known_index;
use melior::ir::{RegionLike, TypeLike, ValueLike};
use xla_dialect::ir::{Block, Op, OpExt, Type, Value, block_args, block_ops, defining_op, element_type, shape_of};
use xla_dialect::ods::{Kind, arith, memref, scf};

/// An `scf.for` from 0, by 1, whose iterations threads may run in any order and at the same time.
///
/// Legality: all that is in it are loops, branches, ops on scalars, loads, stores, and views. What it takes from around it are
/// constants and dense memory, of the function's arguments and globals. All of its accesses to memory that it stores are to the
/// same array, and have the induction variable as the index in one and the same dimension, so that no iteration loads or stores
/// what another one stores.
pub struct ParallelLoop<'c> {
    /// The loop.
    pub op: Op<'c>,
    /// Its number of iterations.
    pub iterations: i64,
    /// The ops of all iterations, where the number of those of inner loops is known.
    pub work: i64,
    /// From the bytes that an iteration stores to those of the next one, for each array.
    pub strides: Vec<i64>,
    /// The memrefs that it takes from around it.
    pub memrefs: Vec<Value<'c>>,
    /// The constants that it takes from around it.
    pub constants: Vec<Value<'c>>,
}

impl<'c> ParallelLoop<'c> {
    /// The outermost ones of `function`.
    pub fn all_of(function: Op<'c>) -> Vec<Self> {
        let arguments = function.body(0).map(block_args).unwrap_or_default();
        let mut found = Vec::new();
        Self::find(function, &arguments, &mut found);
        found
    }

    /// Finds the outermost ones in `op`.
    fn find(op: Op<'c>, arguments: &[Value<'c>], found: &mut Vec<Self>) {
        if let Some(shared) = Self::of(op, arguments) {
            return found.push(shared);
        }
        let blocks = op.region_list().into_iter().filter_map(|region| region.first_block());
        blocks.flat_map(block_ops).for_each(|op| Self::find(op, arguments, found));
    }

    /// `op`, if it is one, in a function of these arguments.
    fn of(op: Op<'c>, arguments: &[Value<'c>]) -> Option<Self> {
        scf::For::of(op)?;
        let [begin, end, step] = op.ins()[..] else { return None };
        let body = op.body(0)?;
        let iterations = known_index(end).filter(|_| [begin, step].map(known_index) == [Some(0), Some(1)])?;
        let inside = op.walk_ops().split_off(1);
        if !inside.iter().all(|op| is_scalar_code(*op)) {
            return None;
        }
        let arrays = Array::all(&inside, block_args(body)[0]);
        let stride = |stored: &Array<'c>| {
            let mut others = arrays.iter().filter(|other| other.range.overlaps(&stored.range));
            others.all(|other| std::ptr::eq(other, stored)).then(|| stored.stride())?
        };
        // Of memory from elsewhere it is not known what it shares with others.
        let is_known = |array: &Array<'c>| {
            let root = array.range.root();
            arguments.contains(&root) || defining_op(root).is_some_and(|op| memref::GetGlobal::of(op).is_some())
        };
        if !arrays.iter().all(is_known) {
            return None;
        }
        let strides = arrays.iter().filter(|array| array.is_stored).map(stride).collect::<Option<_>>()?;
        let work = iterations.saturating_mul(work(body));
        let mut found = Self { op, iterations, work, strides, memrefs: Vec::new(), constants: Vec::new() };
        found.take(&inside).then_some(found)
    }

    /// Notes what the ops `inside` take from around the loop. False if they take anything but dense memory and constants.
    fn take(&mut self, inside: &[Op<'c>]) -> bool {
        let mut known = ValueMap::default();
        let regions = std::iter::once(&self.op).chain(inside).flat_map(|op| op.region_list());
        let arguments = regions.filter_map(|region| region.first_block()).flat_map(block_args);
        arguments.chain(inside.iter().flat_map(|op| op.outs())).for_each(|value| known.insert(value, ()));
        for value in inside.iter().flat_map(|op| op.ins()) {
            if known.contains(value) {
                continue;
            }
            known.insert(value, ());
            if value.r#type().is_mem_ref() && is_dense(value.r#type()) {
                self.memrefs.push(value);
            } else if defining_op(value).is_some_and(|op| arith::Constant::of(op).is_some()) {
                self.constants.push(value);
            } else {
                return false;
            }
        }
        true
    }
}

/// Whether `op` computes scalars, loads or stores them, is a view, or a loop or branch around such ops.
fn is_scalar_code(op: Op<'_>) -> bool {
    match Kind::of(op) {
        Some(Kind::Arith(_) | Kind::Math(_) | Kind::Complex(_)) => true,
        Some(Kind::Memref(kind)) => {
            matches!(
                kind,
                memref::Kind::Load | memref::Kind::Store | memref::Kind::View | memref::Kind::ReinterpretCast
            )
        }
        Some(Kind::Scf(kind)) => {
            matches!(kind, scf::Kind::For | scf::Kind::If | scf::Kind::While | scf::Kind::Condition | scf::Kind::Yield)
        }
        _ => false,
    }
}

/// The ops that `block` runs.
fn work(block: Block<'_>) -> i64 {
    let work_of = |op: Op<'_>| {
        let inner = op.region_list().into_iter().filter_map(|region| region.first_block()).map(work);
        let iterations = scf::For::of(op).and_then(|_| known_index(op.input(1))).unwrap_or(1);
        inner.fold(0, i64::saturating_add).saturating_mul(iterations).saturating_add(1)
    };
    block_ops(block).into_iter().map(work_of).fold(0, i64::saturating_add)
}

/// What a loop loads and stores of an array.
struct Array<'c> {
    ty: Type<'c>,
    range: ByteRange<'c>,
    /// For each dimension, whether the induction variable is the index in all accesses.
    own: Vec<bool>,
    is_stored: bool,
}

impl<'c> Array<'c> {
    /// The arrays that the ops `inside` load and store.
    fn all(inside: &[Op<'c>], induction_variable: Value<'c>) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        for op in inside {
            let is_stored = memref::Store::of(*op).is_some();
            if !is_stored && memref::Load::of(*op).is_none() {
                continue;
            }
            let operands = op.ins();
            let (memref, indices) = (operands[usize::from(is_stored)], &operands[1 + usize::from(is_stored)..]);
            let (ty, range) = (memref.r#type(), ByteRange::of(memref));
            let number = found.iter().position(|array| array.ty == ty && array.range == range).unwrap_or_else(|| {
                found.push(Self { ty, range, own: vec![true; indices.len()], is_stored });
                found.len() - 1
            });
            let array = &mut found[number];
            array.is_stored |= is_stored;
            array.own.iter_mut().zip(indices).for_each(|(own, index)| *own &= *index == induction_variable);
        }
        found
    }

    /// From the bytes of one iteration to those of the next one, if the induction variable is the index of a dimension.
    fn stride(&self) -> Option<i64> {
        let d = self.own.iter().position(|own| *own)?;
        Some(shape_of(self.ty)[d + 1..].iter().product::<i64>() * element_bytes(element_type(self.ty)))
    }
}
