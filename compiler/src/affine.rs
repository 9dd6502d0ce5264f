//! Index maps of linalg ops as plain numbers: linear expressions, with the moduli that [`Expr::moduli`] explains.

use melior::ir::attribute::AttributeLike;
use mlir_sys::*;
use xla_dialect::ir::{AffineMap, Attribute, Context};

/// `constant + Σ coefficients[d] * d` over the loop dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// One coefficient a loop dimension.
    pub coefficients: Vec<i64>,
    /// What is added.
    pub constant: i64,
    /// The moduli in the expression, each with the linear expression that it is taken of. linalg takes the extents of
    /// loops from the sizes of operands; `d mod size` on an operand of which only the first part is read keeps it from
    /// setting the extent. The index is in bounds, so that the modulus changes nothing; [`Expr::is_linear`] checks
    /// that.
    pub moduli: Vec<(Vec<i64>, i64, i64)>,
}

impl Expr {
    /// A constant index.
    pub fn constant(dims: usize, constant: i64) -> Self {
        Self { coefficients: vec![0; dims], constant, moduli: Vec::new() }
    }

    /// `scale * d + offset`.
    pub fn scaled(dims: usize, d: usize, scale: i64, offset: i64) -> Self {
        let mut expr = Self::constant(dims, offset);
        expr.coefficients[d] = scale;
        expr
    }

    /// `offset + Σ scale * d` over these pairs of a loop dimension and its scale.
    pub fn sum(dims: usize, terms: &[(usize, i64)], offset: i64) -> Self {
        let mut expr = Self::constant(dims, offset);
        for &(d, scale) in terms {
            expr.coefficients[d] += scale;
        }
        expr
    }

    /// Loop dimension `d`, of an operand dimension of `size`, of which the loop reads the first part.
    pub fn prefix(dims: usize, d: usize, size: i64) -> Self {
        Self::scaled(dims, d, 1, 0).within(size)
    }

    /// The same index, said to lie within an operand dimension of `size` that the loops do not read the whole of.
    pub fn within(mut self, size: i64) -> Self {
        self.moduli.push((self.coefficients.clone(), self.constant, size));
        self
    }

    /// The same index for other loops: `loops` gives their coefficients for those of this one's.
    pub fn map(&self, loops: impl Fn(&[i64]) -> Vec<i64>) -> Self {
        let moduli = self.moduli.iter().map(|(coefficients, constant, size)| (loops(coefficients), *constant, *size));
        Self { coefficients: loops(&self.coefficients), constant: self.constant, moduli: moduli.collect() }
    }

    /// The same index for the loops that are in `order`, in that order. The others iterate once, or do not decide it.
    fn of_order(&self, order: &[usize]) -> Self {
        self.map(|coefficients| order.iter().map(|d| coefficients[*d]).collect())
    }

    /// Whether no modulus changes anything for loops of these extents.
    pub fn is_linear(&self, extents: &[i64]) -> bool {
        self.moduli.iter().all(|(coefficients, constant, modulus)| {
            let ends = coefficients.iter().zip(extents).map(|(c, extent)| c * (extent - 1).max(0));
            let (low, high) =
                ends.fold((*constant, *constant), |(low, high), end| (low + end.min(0), high + end.max(0)));
            low >= 0 && high < *modulus
        })
    }

    /// The loop dimension this is, if it is just one.
    pub fn as_dim(&self) -> Option<usize> {
        if !self.moduli.is_empty() {
            return None;
        }
        let mut terms = self.coefficients.iter().enumerate().filter(|(_, c)| **c != 0);
        match (self.constant, terms.next(), terms.next()) {
            (0, Some((d, 1)), None) => Some(d),
            _ => None,
        }
    }

    fn combine(&self, other: &Self, f: impl Fn(i64, i64) -> i64) -> Self {
        let coefficients = self.coefficients.iter().zip(&other.coefficients).map(|(a, b)| f(*a, *b)).collect();
        let moduli = self.moduli.iter().chain(&other.moduli).cloned().collect();
        Self { coefficients, constant: f(self.constant, other.constant), moduli }
    }

    fn scale(&self, factor: i64) -> Self {
        Self {
            coefficients: self.coefficients.iter().map(|c| c * factor).collect(),
            constant: self.constant * factor,
            moduli: self.moduli.clone(),
        }
    }

    fn is_constant(&self) -> bool {
        self.coefficients.iter().all(|c| *c == 0)
    }

    fn of(expr: MlirAffineExpr, plain: usize, dims: usize) -> Option<Self> {
        // SAFETY: the kind of the expression is checked before it is taken apart.
        unsafe {
            if mlirAffineExprIsAConstant(expr) {
                return Some(Self::constant(dims, mlirAffineConstantExprGetValue(expr)));
            }
            if mlirAffineExprIsADim(expr) {
                let d = usize::try_from(mlirAffineDimExprGetPosition(expr)).ok()?;
                return (d < dims).then(|| Self::scaled(dims, d, 1, 0));
            }
            if mlirAffineExprIsASymbol(expr) {
                let d = plain + usize::try_from(mlirAffineSymbolExprGetPosition(expr)).ok()?;
                return (d < dims).then(|| Self::scaled(dims, d, 1, 0));
            }
            if mlirAffineExprIsAMod(expr) {
                let mut inner = Self::of(mlirAffineBinaryOpExprGetLHS(expr), plain, dims)?;
                let modulus = Self::of(mlirAffineBinaryOpExprGetRHS(expr), plain, dims).filter(Self::is_constant)?;
                inner.moduli.push((inner.coefficients.clone(), inner.constant, modulus.constant));
                return Some(inner);
            }
            if mlirAffineExprIsAFloorDiv(expr) {
                // It is 0 where the modulus of the same numbers changes nothing: `32 * (d mod 16)` is simplified to
                // `32 * d - 512 * (d floordiv 16)`.
                let mut inner = Self::of(mlirAffineBinaryOpExprGetLHS(expr), plain, dims)?;
                let divisor = Self::of(mlirAffineBinaryOpExprGetRHS(expr), plain, dims).filter(Self::is_constant)?;
                inner.moduli.push((inner.coefficients, inner.constant, divisor.constant));
                return Some(Self { moduli: inner.moduli, ..Self::constant(dims, 0) });
            }
            if !mlirAffineExprIsAAdd(expr) && !mlirAffineExprIsAMul(expr) {
                return None;
            }
            let lhs = Self::of(mlirAffineBinaryOpExprGetLHS(expr), plain, dims)?;
            let rhs = Self::of(mlirAffineBinaryOpExprGetRHS(expr), plain, dims)?;
            if mlirAffineExprIsAAdd(expr) {
                return Some(lhs.combine(&rhs, |a, b| a + b));
            }
            if rhs.is_constant() {
                return Some(lhs.scale(rhs.constant));
            }
            lhs.is_constant().then(|| rhs.scale(lhs.constant))
        }
    }

    fn build(&self, context: MlirContext) -> MlirAffineExpr {
        // A modulus is of what it was taken of. One keeps an index from being a loop's alone.
        let Some((coefficients, constant, modulus)) = self.moduli.first() else {
            return linear(context, &self.coefficients, self.constant);
        };
        let others: Vec<i64> = self.coefficients.iter().zip(coefficients).map(|(all, inner)| all - inner).collect();
        let (inner, others) =
            (linear(context, coefficients, *constant), linear(context, &others, self.constant - constant));
        // SAFETY: the context is alive.
        unsafe {
            let inner = mlirAffineModExprGet(inner, mlirAffineConstantExprGet(context, *modulus));
            mlirAffineAddExprGet(inner, others)
        }
    }
}

/// `constant + Σ coefficients[d] * d` in MLIR.
fn linear(context: MlirContext, coefficients: &[i64], constant: i64) -> MlirAffineExpr {
    // SAFETY: the context is alive.
    unsafe {
        let mut sum = mlirAffineConstantExprGet(context, constant);
        for (d, &coefficient) in coefficients.iter().enumerate().filter(|(_, c)| **c != 0) {
            let dim = mlirAffineDimExprGet(context, d as isize);
            let term = mlirAffineMulExprGet(dim, mlirAffineConstantExprGet(context, coefficient));
            sum = mlirAffineAddExprGet(term, sum);
        }
        sum
    }
}

/// From loop dimensions to the index of an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Number of loop dimensions.
    pub dims: usize,
    /// One expression a dimension of the operand.
    pub results: Vec<Expr>,
}

impl Map {
    /// Each operand dimension is the loop dimension of its number.
    pub fn identity(dims: usize) -> Self {
        Self::of_dims(dims, &(0..dims).collect::<Vec<_>>())
    }

    /// Operand dimension `i` is loop dimension `selected[i]`.
    pub fn of_dims(dims: usize, selected: &[usize]) -> Self {
        Self { dims, results: selected.iter().map(|&d| Expr::scaled(dims, d, 1, 0)).collect() }
    }

    /// The map of a rank-0 operand.
    pub fn scalar(dims: usize) -> Self {
        Self { dims, results: Vec::new() }
    }

    /// The same indices for loops without those that are not in `kept`, which iterate once.
    pub fn of_loops(&self, kept: &[bool]) -> Self {
        self.of_order(&(0..kept.len()).filter(|d| kept[*d]).collect::<Vec<_>>())
    }

    /// The same indices for the loops that are in `order`, in that order. The others iterate once, or do not decide them.
    pub fn of_order(&self, order: &[usize]) -> Self {
        Self { dims: order.len(), results: self.results.iter().map(|expr| expr.of_order(order)).collect() }
    }

    /// Reads the part of a tensor of sizes `from` that begins at `start`, every `strides`, of sizes `to`.
    pub fn part(from: &[i64], to: &[i64], start: &[i64], strides: &[i64]) -> Self {
        let dims = from.len();
        let expr = |d: usize| {
            if start[d] == 0 && strides[d] == 1 && from[d] != to[d] {
                Expr::prefix(dims, d, from[d])
            } else {
                Expr::scaled(dims, d, strides[d], start[d])
            }
        };
        Self { dims, results: (0..dims).map(expr).collect() }
    }

    /// Whether this is the identity.
    pub fn is_identity(&self) -> bool {
        self.results.len() == self.dims && self.results.iter().enumerate().all(|(i, e)| e.as_dim() == Some(i))
    }

    /// Whether each loop dimension is one of the indices, so that different iterations are at different places.
    pub fn is_permutation(&self) -> bool {
        let mut seen = vec![false; self.dims];
        let dim = |expr: &Expr| expr.as_dim().is_some_and(|d| !std::mem::replace(&mut seen[d], true));
        self.results.len() == self.dims && self.results.iter().all(dim)
    }

    /// From the attribute; none if the map is not linear. Symbols count as further dimensions.
    pub fn of(attribute: Attribute<'_>) -> Option<Self> {
        // SAFETY: the attribute's kind is checked first.
        unsafe {
            if !mlirAttributeIsAAffineMap(attribute.to_raw()) {
                return None;
            }
            let map = mlirAffineMapAttrGetValue(attribute.to_raw());
            let plain = usize::try_from(mlirAffineMapGetNumDims(map)).ok()?;
            let dims = plain + usize::try_from(mlirAffineMapGetNumSymbols(map)).ok()?;
            let results = (0..mlirAffineMapGetNumResults(map))
                .map(|i| Expr::of(mlirAffineMapGetResult(map, i), plain, dims))
                .collect::<Option<_>>()?;
            Some(Self { dims, results })
        }
    }

    /// The map of MLIR's.
    pub fn mlir<'c>(&self, context: &'c Context) -> AffineMap<'c> {
        let mut exprs: Vec<MlirAffineExpr> = self.results.iter().map(|e| e.build(context.to_raw())).collect();
        // SAFETY: the expressions are of this context; the array outlives the call.
        unsafe {
            let dims = self.dims as isize;
            let map = mlirAffineMapGet(context.to_raw(), dims, 0, exprs.len() as isize, exprs.as_mut_ptr());
            AffineMap::from_raw(map)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_wraps_around_is_not_linear() {
        let within = |scale, offset| Expr::scaled(1, 0, scale, offset).within(8);
        assert!(within(1, 0).is_linear(&[8]));
        assert!(within(-1, 7).is_linear(&[8]));
        assert!(!within(1, 1).is_linear(&[8]));
        assert!(!within(1, -1).is_linear(&[8]));
        assert!(!within(-1, 6).is_linear(&[8]));
    }
}
