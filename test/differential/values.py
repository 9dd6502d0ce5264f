"""Element types, random values with corners, how results are compared, and the tool that computes them."""

import pathlib

import ml_dtypes
import numpy as np

XLA_RUN = pathlib.Path(__file__).resolve().parents[2] / "target/release/xla-run"

DTYPES = {
    "i1": np.dtype(bool),
    **{f"i{w}": np.dtype(f"int{w}") for w in (8, 16, 32, 64)},
    **{f"ui{w}": np.dtype(f"uint{w}") for w in (8, 16, 32, 64)},
    "i4": np.dtype(ml_dtypes.int4),
    "ui4": np.dtype(ml_dtypes.uint4),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "f8E4M3FN": np.dtype(ml_dtypes.float8_e4m3fn),
    "f8E5M2": np.dtype(ml_dtypes.float8_e5m2),
    "complex<f32>": np.dtype(np.complex64),
    "complex<f64>": np.dtype(np.complex128),
}
FLOATS = ["f16", "bf16", "f32", "f64"]
SIGNED = ["i8", "i16", "i32", "i64"]
UNSIGNED = ["ui8", "ui16", "ui32", "ui64"]
INTS = SIGNED + UNSIGNED
COMPLEX = ["complex<f32>", "complex<f64>"]
WIDTH = {"i1": 1, "i4": 4, "ui4": 4}


def width(element):
    return WIDTH.get(element, 8 * DTYPES[element].itemsize)


def is_float(element):
    return element[0] == "f" or element == "bf16"


def is_complex(element):
    return element.startswith("complex")


class Size(int):
    """The size of a dimension of which a program knows only the bound."""

    def __new__(cls, size, bound):
        self = super().__new__(cls, size)
        self.bound = bound
        return self


def tensor(element, shape):
    bounds = [getattr(d, "bound", None) for d in shape]
    sizes = "".join(f"{d if bound is None else '?'}x" for d, bound in zip(shape, bounds))
    encoding = ", ".join("?" if bound is None else str(bound) for bound in bounds)
    open_ = any(bound is not None for bound in bounds)
    return f"tensor<{sizes}{element}{f', #stablehlo.bounds<{encoding}>' if open_ else ''}>"


def bits(array):
    return np.atleast_1d(array).view(f"u{array.dtype.itemsize}")


def float_corners(dtype):
    info = ml_dtypes.finfo(dtype)
    finite = [0.0, 1.0, 0.5, 1.5, 2.5, info.max, info.tiny, info.smallest_subnormal, info.eps, 1 - float(info.epsneg) / 2]
    signed = np.array([float(v) for v in finite] + [np.inf, np.nan]).astype(dtype)
    return np.concatenate([signed, -signed])


def int_corners(element):
    info = ml_dtypes.iinfo(DTYPES[element]) if width(element) == 4 else np.iinfo(DTYPES[element])
    return np.array([info.min, info.min + 1, -1 if info.min else 1, 0, 1, 2, info.max - 1, info.max], object)


def random_array(rng, element, shape, corners=0.25):
    """Elements of every magnitude; about `corners` of them from the list where mistakes are made."""
    dtype, n = DTYPES[element], int(np.prod(shape))
    if is_complex(element):
        part = "f32" if element == "complex<f32>" else "f64"
        parts = [moderate_array(rng, part, shape) for _ in range(2)]
        return (parts[0] + 1j * parts[1].astype(dtype)).astype(dtype).reshape(shape)
    if element == "i1":
        return rng.integers(0, 2, shape).astype(bool)
    if is_float(element):
        kinds = rng.integers(0, 3, n)
        uniform = rng.uniform(-10, 10, n)
        magnitudes = np.exp(rng.uniform(-12, 12, n)) * rng.choice([-1, 1], n)
        patterns = rng.integers(0, 1 << width(element), n, dtype=np.uint64).astype(f"u{dtype.itemsize}").view(dtype)
        with np.errstate(all="ignore"):
            values = np.where(kinds == 0, uniform.astype(dtype), np.where(kinds == 1, magnitudes.astype(dtype), patterns))
        special = float_corners(dtype)
    else:
        info = ml_dtypes.iinfo(dtype) if width(element) == 4 else np.iinfo(dtype)
        wide = rng.integers(info.min, info.max, n, endpoint=True, dtype=np.int64 if info.min else np.uint64)
        small = rng.integers(-9 if info.min else 0, 9, n)
        small = np.clip(small, info.min, min(info.max, 9))
        values = np.where(rng.random(n) < 0.5, wide.astype(object), small.astype(object)).astype(dtype)
        special = int_corners(element).astype(dtype)
    chosen = rng.random(n) < corners
    values = np.where(chosen, rng.choice(special, n), values) if n else values
    return values.astype(dtype).reshape(shape)


def moderate_array(rng, element, shape):
    """Small numbers, exact in every float type, whose products and sums of a few stay exact."""
    if is_complex(element):
        return (rng.integers(-3, 4, shape) + 1j * rng.integers(-3, 4, shape)).astype(DTYPES[element])
    low = 0 if element[0] == "u" or element == "i1" else -3
    return rng.integers(low, 2 if element == "i1" else 4, shape).astype(DTYPES[element])


def is_subnormal(array):
    if array.dtype.kind == "c":
        return is_subnormal(array.real) | is_subnormal(array.imag)
    if array.dtype.kind in "biu" or array.dtype in (DTYPES["i4"], DTYPES["ui4"]):
        return np.zeros(array.shape, bool)
    with np.errstate(all="ignore"):
        magnitude = np.abs(array.astype(np.float64))
    return (magnitude > 0) & (magnitude < float(ml_dtypes.finfo(array.dtype).tiny))


FAR = np.uint64(2**64 - 1)


def ulp_distance(a, b):
    """How many numbers of the type lie between; 0 for two NaNs, FAR for numbers against NaN or infinity and for zeros of
    different sign."""
    w, at = 8 * a.dtype.itemsize, a.shape
    ua, ub = (bits(x).reshape(at).astype(np.uint64) for x in (a, b))
    same = (np.isnan(a) & np.isnan(b)) | (ua == ub)
    sign, mask = np.uint64(1 << (w - 1)), np.uint64((1 << w) - 1)
    ordered = [np.where(u & sign != 0, ~u & mask, u | sign) for u in (ua, ub)]
    distance = np.maximum(*ordered) - np.minimum(*ordered)
    comparable = np.isfinite(a) & np.isfinite(b) & ~((a == 0) & (b == 0))
    return np.where(same, np.uint64(0), np.where(comparable, distance, FAR))


def mismatches(ours, expected, ulp, tolerance):
    """Which elements differ by more than `ulp`; complex numbers by more than `tolerance` of their magnitude."""
    if expected.dtype.kind == "c":
        with np.errstate(all="ignore"):
            close = np.abs(ours - expected) <= tolerance * (np.abs(expected) + np.finfo(expected.dtype).tiny)
            undefined = ~np.isfinite(expected.real) | ~np.isfinite(expected.imag)
            return ~(close | (ours == expected) | undefined)
    if expected.dtype.kind in "biu" or expected.dtype in (DTYPES["i4"], DTYPES["ui4"]):
        return ours != expected
    return ulp_distance(ours, expected) > np.uint64(ulp)


def far_apart(ours, expected, scale):
    """Which elements differ by more than some roundings of a number as large as `scale`."""
    rounding = float(ml_dtypes.finfo(ours.real.dtype if ours.dtype.kind == "c" else ours.dtype).eps)
    exact = np.complex128 if expected.dtype.kind == "c" else np.float64
    with np.errstate(all="ignore"):
        return ~(np.abs(ours.astype(exact) - expected.astype(exact)) <= 32 * rounding * scale)


def stored(array):
    """As .npy holds it: the types NumPy does not know as unsigned integers of their width."""
    array = np.asarray(array, order="C")
    return array if array.dtype.isbuiltin == 1 else array.view(f"u{array.dtype.itemsize}")


def restored(array, like):
    """What `stored` made of an array of the type of `like`."""
    return array.view(stored(like).dtype).view(like.dtype)


def error(ours, expected):
    """The largest difference, relative where numbers are above 1."""
    wide = np.complex128 if expected.dtype.kind == "c" else object if expected.dtype.kind in "iu" else np.float64
    ours, expected = ours.astype(wide), expected.astype(wide)
    with np.errstate(all="ignore"):
        same = (ours == expected) | ((ours != ours) & (expected != expected))
        return float(np.where(same, 0, abs(ours - expected) / (1 + abs(expected))).max(initial=0))
