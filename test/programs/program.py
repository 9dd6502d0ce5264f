"""The class of programs, and the list of programs that run.py runs."""

import zlib
from dataclasses import dataclass
from typing import Callable

import jax
import numpy as np

PROGRAMS = {}


@dataclass
class Program:
    """`make(rng)` gives a JAX function and its inputs, the same ones each time."""

    name: str
    about: str
    make: Callable
    tolerance: float | None  # relative and absolute; None: what xla-run takes for the element type
    x64: bool  # whether JAX may use 64-bit types
    portable: bool  # whether factorizations stay ops, instead of calls of LAPACK

    def function_and_inputs(self):
        return self.make(np.random.default_rng(zlib.crc32(self.name.encode())))

    def export(self):
        """The StableHLO text, and the arrays it takes in the order of @main's arguments."""
        function, inputs = self.function_and_inputs()
        # JAX calls LAPACK for factorizations on the CPU, and keeps the ops of StableHLO for platforms that have none.
        platforms = {"lowering_platforms": ("tpu",)} if self.portable else {}
        with jax.enable_x64(self.x64):
            lowered = jax.jit(function, keep_unused=True).trace(*inputs).lower(**platforms)
        return lowered.as_text(), jax.tree.leaves(inputs)


def program(tolerance=None, x64=False, portable=False):
    """Makes a program of a function that takes NumPy's random generator and returns a JAX function and its inputs.
    Its name and its doc string are the program's."""

    def register(make):
        name = make.__name__
        assert name not in PROGRAMS, name
        PROGRAMS[name] = Program(name, make.__doc__.strip(), make, tolerance, x64, portable)
        return make

    return register


def normal(rng, *shape, scale=1.0, dtype=np.float32):
    return (rng.standard_normal(shape) * scale).astype(dtype)


def uniform(rng, *shape, low=0.0, high=1.0, dtype=np.float32):
    return rng.uniform(low, high, shape).astype(dtype)


def integers(rng, high, *shape, low=0, dtype=np.int32):
    return rng.integers(low, high, shape).astype(dtype)
