"""The rows of CHLO's ops; see table.py."""

import math

import numpy as np
import scipy.special

from table import Case, op, pick, shape_of, signature, wide
from values import COMPLEX, DTYPES, FLOATS, INTS, is_complex, moderate_array, random_array, tensor, width


def generic(name, mnemonic, inputs, element, shape, attributes="", **rest):
    """A case of one op in generic form, which both sides parse."""
    operands = ", ".join(f"%{i}" for i in range(len(inputs)))
    line = f'%r = "chlo.{mnemonic}"({operands}){attributes} : {signature(inputs, tensor(element, shape))}'
    return Case(name, inputs, [line], [("%r", element, shape)], **rest)


def unary(mnemonic, types, ulp, reference, draw=random_array, double_ulp=None):
    """`reference` computes in f64; `ulp` is for the types narrower than that, `double_ulp` for f64 itself, where most of
    it is the reference's: SciPy's erfc is off by a hundred units far out."""

    @op(mnemonic)
    def case(rng):
        element, shape = pick(rng, types), shape_of(rng)
        x = draw(rng, element, shape)
        expected = None
        if not is_complex(element):
            with np.errstate(all="ignore"):
                expected = [np.asarray(reference(x)).astype(DTYPES[element]).reshape(shape)]
        limit = (double_ulp or ulp) if element == "f64" else ulp
        return generic(mnemonic, mnemonic, [(element, x)], element, shape, ulp=limit, expected=expected)


def odd(f):
    """Of an odd function: SciPy drops the sign of zero."""
    return lambda x: np.copysign(f(np.abs(x)), x)


def digamma(x):
    """XLA: not a number at the pole at 0, where SciPy takes the side of the sign."""
    return np.where(x == 0, np.nan, scipy.special.digamma(x))


def lgamma(x):
    """SciPy takes subnormal numbers for the pole."""
    return np.where(np.abs(x) < 1e-300, -np.log(np.abs(x)), scipy.special.gammaln(x))


def erfc(x):
    """libm's: SciPy's is off by hundreds of units far out."""
    return np.array([math.erfc(v) for v in x.ravel().tolist()]).reshape(x.shape)


def positive(rng, element, shape):
    """Where the gamma function's family has no zeros but 1, 2 and 1.46, near which only an absolute error is small."""
    x = np.abs(random_array(rng, element, shape))
    with np.errstate(all="ignore"):
        return np.where(np.abs(x.astype(np.float64) - 1.5) < 0.75, DTYPES[element].type(3.25), x).astype(DTYPES[element])


unary("acos", FLOATS + COMPLEX, 1, wide(np.arccos), double_ulp=3)
unary("acosh", FLOATS + COMPLEX, 1, wide(np.arccosh), double_ulp=3)
unary("asin", FLOATS + COMPLEX, 1, wide(np.arcsin), double_ulp=3)
unary("asinh", FLOATS + COMPLEX, 1, wide(np.arcsinh), double_ulp=3)
unary("atan", FLOATS + COMPLEX, 1, wide(np.arctan), double_ulp=3)
unary("atanh", FLOATS + COMPLEX, 1, wide(np.arctanh), double_ulp=3)
unary("bessel_i1e", FLOATS, 1, wide(odd(scipy.special.i1e)), double_ulp=16)
unary("cosh", FLOATS + COMPLEX, 65, wide(np.cosh), double_ulp=3)
unary("digamma", FLOATS, 1, wide(digamma), positive, double_ulp=8)
unary("erf", FLOATS, 2, wide(scipy.special.erf), double_ulp=3)
unary("erf_inv", FLOATS, 2, wide(odd(scipy.special.erfinv)), double_ulp=8)
unary("erfc", FLOATS, 1, wide(erfc), double_ulp=8)
unary("lgamma", FLOATS, 1, wide(lgamma), positive, double_ulp=8)
unary("sinh", FLOATS + COMPLEX, 65, wide(np.sinh), double_ulp=3)


@op("next_after")
def _(rng):
    element, shape = pick(rng, FLOATS), shape_of(rng)
    x = random_array(rng, element, shape)
    y = np.where(rng.random(shape) < 0.2, x, random_array(rng, element, shape)).astype(x.dtype)
    with np.errstate(all="ignore"):
        # Of equal numbers it is the second, which distinguishes zeros.
        expected = np.where(x == y, y, np.nextafter(x, y)).astype(x.dtype).reshape(shape)
    return generic("next_after", "next_after", [(element, x), (element, y)], element, shape, expected=[expected])


@op("zeta")
def _(rng):
    element, shape = pick(rng, FLOATS), shape_of(rng)
    s, q = (rng.uniform(low, high, shape).astype(DTYPES[element]) for low, high in ((1.1, 30), (0.1, 30)))
    expected = scipy.special.zeta(s.astype(np.float64), q.astype(np.float64))
    expected = [np.asarray(expected).astype(DTYPES[element]).reshape(shape)]
    limit = 16 if element == "f64" else 1
    return generic("zeta", "zeta", [(element, s), (element, q)], element, shape, ulp=limit, expected=expected)


@op("polygamma")
def _(rng):
    element, shape = pick(rng, FLOATS), shape_of(rng)
    n = rng.integers(1, 8, shape).astype(DTYPES[element])
    x = rng.uniform(0.5, 30, shape).astype(DTYPES[element])
    expected = scipy.special.polygamma(n.astype(np.int64), x.astype(np.float64))
    with np.errstate(all="ignore"):
        expected = [np.asarray(expected).astype(DTYPES[element]).reshape(shape)]
    limit = 32 if element == "f64" else 1
    return generic("polygamma", "polygamma", [(element, n), (element, x)], element, shape, ulp=limit, expected=expected)


@op("mulhi")
def _(rng):
    element, shape = pick(rng, INTS), shape_of(rng)
    x, y = (random_array(rng, element, shape) for _ in range(2))
    expected = ((x.astype(object) * y.astype(object)) >> width(element)) if x.size else x
    expected = [np.asarray(expected).astype(DTYPES[element]).reshape(shape)]
    return generic("mulhi", "mulhi", [(element, x), (element, y)], element, shape, expected=expected)


@op("ragged_dot")
def _(rng):
    """Groups of the left operand's rows; some rows may be in none."""
    m, k, n, groups = (int(size) for size in rng.integers(0, 9, 4))
    lhs, rhs = (moderate_array(rng, "f32", shape) for shape in ((m, k), (groups, k, n)))
    ends = np.sort(rng.integers(0, m + 1, groups))
    sizes = np.diff(ends, prepend=0).astype(np.int32)
    expected = np.zeros((m, n), np.float32)
    for group, (size, end) in enumerate(zip(sizes, ends)):
        expected[end - size : end] = lhs[end - size : end] @ rhs[group]
    inputs = [("f32", lhs), ("f32", rhs), ("i32", sizes)]
    numbers = "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]"
    empty = "lhs_batching_dimensions = [], rhs_batching_dimensions = [], "
    attributes = f" {{ragged_dot_dimension_numbers = #chlo.ragged_dot<{empty}{numbers}>}}"
    # Sums of nothing but -0 may begin with +0.
    return generic("ragged_dot", "ragged_dot", inputs, "f32", (m, n), attributes, expected=[expected], zero_signs=False)


@op("top_k")
def _(rng):
    element, shape = pick(rng, FLOATS + INTS), shape_of(rng, min_rank=1)
    x = random_array(rng, element, shape)
    k = int(rng.integers(0, shape[-1] + 1))
    to = (*shape[:-1], k)
    operand, (values, indices) = tensor(element, shape), (tensor(element, to), tensor("i32", to))
    line = f"%v, %i = chlo.top_k(%0, k = {k}) : {operand} -> ({values}, {indices})"
    return Case("top_k", [(element, x)], [line], [("%v", element, to), ("%i", "i32", to)])
