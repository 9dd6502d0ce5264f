"""Measures the F64 and complex functions against mpmath, on random and corner inputs.

    pip install mpmath
    cargo build --release -p xla-scalar --example eval
    python3 dialects/scalar/examples/double.py target/release/examples/eval [--samples 5000] [function …]

Prints a Markdown table. An error is in units of the last place of the true result; of a complex function, of the worse
component.
"""

import argparse
import random
import struct
import subprocess

import mpmath
from mpmath import mp, mpc, mpf

mp.prec = 300


def ulps(got, want):
    """The distance of an F64 from a number of any precision."""
    if want != want or got != got:
        return 0.0 if want != want and got != got else float("inf")
    rounded = float(want)
    if got == rounded or rounded in (float("inf"), float("-inf")):
        return 0.0 if got == rounded else float("inf")
    if got in (float("inf"), float("-inf")):
        return float("inf")
    exponent = max(mpmath.frexp(want)[1] - 1, -1022) if want else -1022
    return float(abs(mpf(got) - want) * mpf(2) ** (52 - exponent))


def log_uniform(low, high, signs=True):
    """Numbers whose logarithms are spread evenly."""

    def draw():
        x = 2.0 ** random.uniform(low, high)
        return -x if signs and random.random() < 0.5 else x

    return draw


def uniform(low, high):
    return lambda: random.uniform(low, high)


def either(*draws):
    return lambda: random.choice(draws)()


def next_to_one():
    return (1 - 2.0 ** random.uniform(-53, -1)) * random.choice((-1, 1))


def erf_inv(x):
    x = mpf(x)
    if abs(x) < 0.5:
        return mpmath.erfinv(x)
    tail = 1 - abs(x)
    y = mpmath.sqrt(-mpmath.log(tail))
    for _ in range(100):
        step = (mpmath.erfc(y) - tail) / (2 / mpmath.sqrt(mp.pi) * mpmath.exp(-y * y))
        y += step
        if abs(step) < mpf(10) ** -40:
            break
    return y if x > 0 else -y


def zeta(s, q):
    """In as many more bits as mpmath loses to differences of numbers near 1."""
    with mpmath.workprec(1000):
        return mpmath.zeta(mpf(s), mpf(q))


def lgamma(x):
    return mpmath.re(mpmath.loggamma(mpf(x)))


SMALL = log_uniform(-60, 0)
UNIT = either(uniform(-1, 1), SMALL, next_to_one)
ANY = log_uniform(-1022, 1023)
REAL = {
    "exp": (mpmath.exp, either(uniform(-745, 709.7), SMALL)),
    "exponential_minus_one": (mpmath.expm1, either(uniform(-40, 709.7), uniform(-1, 1), SMALL)),
    "log": (mpmath.log, either(log_uniform(-1074, 1023, False), uniform(0.5, 2))),
    "log_plus_one": (mpmath.log1p, either(uniform(-1, 1), SMALL, log_uniform(0, 1000, False))),
    "logistic": (lambda x: 1 / (1 + mpmath.exp(-mpf(x))), either(uniform(-700, 700), uniform(-5, 5))),
    "asin": (mpmath.asin, UNIT),
    "acos": (mpmath.acos, UNIT),
    "atan": (mpmath.atan, either(uniform(-5, 5), ANY)),
    "sinh": (mpmath.sinh, either(uniform(-710, 710), uniform(-3, 3), SMALL)),
    "cosh": (mpmath.cosh, either(uniform(-710, 710), uniform(-3, 3), SMALL)),
    "tanh": (mpmath.tanh, either(uniform(-22, 22), uniform(-2, 2), SMALL)),
    "asinh": (mpmath.asinh, either(uniform(-5, 5), ANY)),
    "acosh": (mpmath.acosh, either(uniform(1, 5), log_uniform(0, 1023, False), lambda: 1 + 2.0 ** random.uniform(-52, 0))),
    "atanh": (mpmath.atanh, UNIT),
    "erf": (mpmath.erf, either(uniform(-6, 6), SMALL)),
    "erfc": (mpmath.erfc, either(uniform(-6, 26.5), SMALL)),
    "erf_inv": (erf_inv, UNIT),
    "lgamma of x > 0": (lgamma, either(uniform(0, 20), log_uniform(-100, 1000, False))),
    "digamma of x > 0": (lambda x: mpmath.psi(0, mpf(x)), either(uniform(0, 20), log_uniform(-100, 1000, False))),
    "bessel_i1e": (lambda x: mpmath.exp(-abs(mpf(x))) * mpmath.besseli(1, mpf(x)), either(uniform(-20, 20), SMALL, log_uniform(0, 20))),
}
ORDER = lambda: float(random.randrange(0, 20))
BINARY = {
    "atan2": (lambda y, x: mpmath.atan2(mpf(y), mpf(x)), either(uniform(-5, 5), log_uniform(-300, 300)), either(uniform(-5, 5), log_uniform(-300, 300))),
    "zeta of q > 0": (zeta, uniform(1.01, 30), either(uniform(0.01, 20), log_uniform(-10, 10, False))),
    "polygamma of x > 0": (lambda n, x: mpmath.psi(int(n), mpf(x)), ORDER, uniform(0.01, 20)),
}
PLANE = lambda: complex(either(uniform(-3, 3), log_uniform(-300, 300))(), either(uniform(-3, 3), log_uniform(-300, 300))())
COMPLEX = {
    name: (getattr(mpmath, name), PLANE) for name in ("asin", "acos", "atan", "asinh", "acosh", "atanh")
} | {
    name: (getattr(mpmath, name), lambda: complex(uniform(-20, 20)(), uniform(-20, 20)())) for name in ("sinh", "cosh")
}


def run(program, name, element, operands):
    data = b"".join(struct.pack(f"<{len(operand)}d", *operand) for operand in operands)
    op = name.split()[0]
    result = subprocess.run([program, op, element], input=data, stdout=subprocess.PIPE, check=True).stdout
    return struct.unpack(f"<{len(result) // 8}d", result)


def row(name, errors, inputs):
    worst = max(range(len(errors)), key=lambda i: errors[i])
    exact = sum(error <= 0.5 for error in errors) / len(errors)
    print(f"| `{name}` | {errors[worst]:.2f} | {100 * exact:.1f} % | {inputs[worst]} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--samples", type=int, default=5000)
    options = parser.parse_intermixed_args()
    wanted = lambda name: not options.names or name.split()[0] in options.names
    random.seed(1)
    print("| function | max ULP | correctly rounded | at |\n|---|---|---|---|")
    for name, (function, *draws) in (REAL | BINARY).items():
        if wanted(name):
            operands = [[draw() for _ in range(options.samples)] for draw in draws]
            got = run(options.program, name, "f64", operands)
            wants = [function(*map(mpf, arguments)) for arguments in zip(*operands)]
            row(name, [ulps(g, w) for g, w in zip(got, wants)], list(zip(*operands)))
    for name, (function, draw) in COMPLEX.items():
        if wanted(name):
            points = [draw() for _ in range(options.samples)]
            got = run(options.program, name, "complex<f64>", [[part for z in points for part in (z.real, z.imag)]])
            errors = []
            for i, z in enumerate(points):
                # Logarithms of quotients near 1 cancel by as much as the parts differ.
                with mpmath.workprec(2300 if abs(z) > 1e9 or abs(z.real) < 1e-9 or abs(z.imag) < 1e-9 else 300):
                    want = function(mpc(z.real, z.imag))
                    errors.append(max(ulps(got[2 * i], want.real), ulps(got[2 * i + 1], want.imag)))
            row(f"{name}, complex", errors, points)


main()
