"""Workloads by name. core.py and wide.py register theirs; import workloads.py for all of them."""

import pathlib
import sys
from dataclasses import dataclass
from typing import Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "programs"))

from program import Program

WORKLOADS = {}


@dataclass
class Workload(Program):
    """`tolerance` bounds the largest difference of any result, relative where numbers are above 1."""

    numpy: Callable | None  # the same by NumPy or SciPy
    onnx: str | None  # the same by ONNX: statements that make y of x0, x1, …
    weights: tuple[int, ...]  # the inputs that are constants of ONNX's model
    channels_first: bool  # whether ONNX gets NHWC data as NCHW, and HWIO filters as OIHW
    group: str  # core: what was tuned for; wide: what was not


def workload(name=None, tolerance=1e-3, numpy=None, onnx=None, weights=(), channels_first=False, portable=False, group="core"):
    """Makes a workload of a function that takes NumPy's random generator and returns a JAX function and its inputs."""

    def register(make):
        called = name or make.__name__
        assert called not in WORKLOADS, called
        form = (numpy, onnx, weights, channels_first, group)
        WORKLOADS[called] = Workload(called, make.__doc__.strip(), make, tolerance, False, portable, *form)
        return make

    return register
