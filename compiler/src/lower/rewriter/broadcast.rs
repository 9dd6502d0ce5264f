//! Broadcasting: the indices at which loops over a result read an operand, whose sizes may be known only at run time.

use super::sizes::{Size, cast, demand, demand_equal, empty_of, is_static, sizes};
use super::state::Lowering;
use super::tensor::{compute_elements, copy_elements, empty, extract, linalg_index, shape};
use crate::affine::{Expr, Map};
use crate::attributes::EQUAL_SIZES;
use crate::scf::index;
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Op, OpExt, Tensor, Type, Value};
use xla_dialect::ods::arith;
use xla_dialect::passes::Failed;

/// Compile-time knowledge of a dimension that is broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// It has the same size as the result's dimension.
    Never,
    /// It is of size 1.
    Always,
    /// It is known only at run time.
    Unknown,
}

/// How a dimension of an operand is read.
#[derive(Clone, Copy)]
enum Index<'c> {
    /// At the index of this loop.
    Loop(usize),
    /// At index 0.
    First,
    /// At index 0 if the `i1` is true, otherwise at the index of this loop.
    Either(usize, Value<'c>),
}

/// An operand, and the roles of its dimensions.
pub struct Broadcast<'c, 'a> {
    /// The operand.
    pub source: Value<'c>,
    /// The dimension of the result to which each dimension corresponds.
    pub dimensions: &'a [usize],
    /// Compile-time knowledge of each dimension.
    pub expansion: &'a [Expansion],
}

impl<'c> Broadcast<'c, '_> {
    /// How a result of sizes `to` reads the dimensions. Sizes that are unknown at compile time are checked at run time.
    fn indices(&self, builder: &Builder<'c>, op: Op<'c>, to: &[Size<'c>]) -> Vec<Index<'c>> {
        let read = |(i, from): (usize, Size<'c>)| {
            let d = self.dimensions[i];
            let rule = |what: &str| format!("expects dimension {i} of its operand to be {what}");
            let one = Size::Known(1);
            match (from.known(), self.expansion[i]) {
                _ if from.is_same(to[d]) => Index::Loop(d),
                (Some(1), _) => Index::First,
                (Some(_), _) | (None, Expansion::Never) => {
                    demand_equal(builder, op, from, to[d], &rule(&format!("as large as dimension {d} of the result")));
                    Index::Loop(d)
                }
                (None, Expansion::Always) => {
                    demand_equal(builder, op, from, one, &rule("of size 1"));
                    Index::First
                }
                (None, Expansion::Unknown) => {
                    let (is_one, fits) = (from.equals(builder, one), from.equals(builder, to[d]));
                    let rule = rule(&format!("of size 1 or as large as dimension {d} of the result"));
                    demand(builder, op, arith::ori(builder, is_one, fits), &rule);
                    Index::Either(d, is_one)
                }
            }
        };
        sizes(self.source).into_iter().enumerate().map(read).collect()
    }

    /// The operand and the map by which loops over `rank` dimensions read it. If there is no such map, the operand is copied
    /// to an array of sizes `to`.
    pub fn read(
        &self,
        builder: &Builder<'c>,
        op: Op<'c>,
        shape: &[i64],
        to: &[Size<'c>],
    ) -> Result<(Value<'c>, Map), Failed> {
        let rank = to.len();
        let indices = self.indices(builder, op, to);
        if let Some(map) = map(&indices, rank) {
            return Ok((self.source, map));
        }
        let ty = Tensor::new(shape, xla_dialect::ir::element_type(self.source.r#type())).ty();
        let copied = compute_elements(builder, &[], empty_of(builder, ty, to), |builder, _| {
            let at: Vec<_> = indices
                .iter()
                .map(|read| match *read {
                    Index::Loop(d) => linalg_index(builder, d),
                    Index::First => index(builder, 0),
                    Index::Either(d, is_one) => {
                        arith::select(builder, is_one, index(builder, 0), linalg_index(builder, d))
                    }
                })
                .collect();
            Ok(extract(builder, self.source, &at))
        })?;
        Ok((copied, Map::identity(rank)))
    }

    /// The operand as an array of type `ty`, whose sizes are `to`.
    pub fn write(&self, builder: &Builder<'c>, op: Op<'c>, ty: Type<'c>, to: &[Size<'c>]) -> Result<Value<'c>, Failed> {
        let shape = xla_dialect::ir::shape_of(ty);
        let (source, map) = self.read(builder, op, &shape, to)?;
        if source != self.source {
            return Ok(cast(builder, source, ty));
        }
        copy_elements(builder, source, map, empty_of(builder, ty, to))
    }
}

/// The indices as a map, unless one is known only at run time.
fn map(indices: &[Index<'_>], rank: usize) -> Option<Map> {
    let expr = |index: &Index<'_>| match index {
        Index::Loop(d) => Some(Expr::scaled(rank, *d, 1, 0)),
        Index::First => Some(Expr::constant(rank, 0)),
        Index::Either(..) => None,
    };
    Some(Map { dims: rank, results: indices.iter().map(expr).collect::<Option<_>>()? })
}

/// The operands of an elementwise op, with the maps by which loops over its result read them.
pub type Read<'c> = Vec<(Value<'c>, Map)>;

/// The operands of an elementwise op, and the tensor for its result.
///
/// Rank-0 operands are read by every iteration. A binary op of xla broadcasts its operands: dimensions of size 1 expand,
/// also those that are found to be only at run time. The other ops demand equal sizes, and so does one that is marked as
/// [`EQUAL_SIZES`].
pub fn elementwise<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
) -> Result<(Read<'c>, Value<'c>), Failed> {
    let result = op.output(0);
    let (to, ty) = (shape(result), lowering.storage(&verified::tensor(result)).ty());
    let operands = op.ins().into_iter().map(|operand| lowering.tensor(operand)).collect::<Result<Vec<_>, _>>()?;
    let all_static = operands.iter().all(|operand| is_static(&shape(*operand)));
    if is_static(&to) && all_static {
        let read = operands.into_iter().map(|operand| (operand, static_map(&shape(operand), &to))).collect();
        return Ok((read, empty(builder, ty)));
    }
    let rank = to.len();
    let expansion =
        if operands.len() == 2 && op.attr(EQUAL_SIZES).is_none() { Expansion::Unknown } else { Expansion::Never };
    let dimensions: Vec<Vec<usize>> = operands
        .iter()
        .map(|operand| match shape(*operand).len() {
            0 => Vec::new(),
            same if same == rank => (0..rank).collect(),
            _ => op.i64s("broadcast_dimensions").into_iter().map(|d| d as usize).collect(),
        })
        .collect();
    let found: Vec<Vec<Size<'c>>> = operands.iter().map(|operand| sizes(*operand)).collect();
    let mut result_sizes = Vec::new();
    for (d, declared) in to.iter().enumerate() {
        if *declared != xla_dialect::ir::DYNAMIC {
            result_sizes.push(Size::Known(*declared));
            continue;
        }
        let of = |(sizes, dimensions): (&Vec<Size<'c>>, &Vec<usize>)| {
            dimensions.iter().position(|dimension| *dimension == d).map(|i| sizes[i])
        };
        let joined = found.iter().zip(&dimensions).filter_map(of).reduce(|a, b| match (a.known(), b.known()) {
            _ if a.is_same(b) => a,
            (Some(1), _) => b,
            (_, Some(1)) => a,
            (Some(_), None) => a,
            (None, Some(_)) => b,
            _ if expansion == Expansion::Never => a,
            _ => a.select(builder, 1, b, a),
        });
        result_sizes.push(joined.expect("an operand has the result's rank"));
    }
    let mut read = Vec::new();
    for (i, operand) in operands.into_iter().enumerate() {
        let expansion = vec![expansion; found[i].len()];
        let broadcast = Broadcast { source: operand, dimensions: &dimensions[i], expansion: &expansion };
        read.push(broadcast.read(builder, op, &to, &result_sizes)?);
    }
    Ok((read, empty_of(builder, ty, &result_sizes)))
}

/// The map of an operand that is a scalar or has the result's shape, but for sizes of 1.
fn static_map(operand: &[i64], result: &[i64]) -> Map {
    let rank = result.len();
    if operand.len() != rank {
        return Map::scalar(rank);
    }
    let results = (0..rank)
        .map(|d| if operand[d] == result[d] { Expr::scaled(rank, d, 1, 0) } else { Expr::constant(rank, 0) })
        .collect();
    Map { dims: rank, results }
}
