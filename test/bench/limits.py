"""The least time that the machine allows a workload: by its products' operations, or by the bytes of its inputs and results."""

import json
import math
import subprocess

from peers import XLA_RUN

# For each type of factors, the one whose peak holds, and operations of a product and a sum.
FACTORS = {
    "float32": ("f32", 2),
    "float64": ("f64", 2),
    "float16": ("f32", 2),
    "bfloat16": ("bf16", 2),
    "complex64": ("f32", 8),
    "complex128": ("f64", 8),
    "int8": ("i8", 2),
    "uint8": ("i8", 2),
}


def peaks(threads):
    """By number of threads: operations per second by element type, and pairs of a thread's bytes and all bytes per second."""
    command = [XLA_RUN.with_name("machine-peaks"), *map(str, threads)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def operations(workload):
    """The operations of products and convolutions, by the element type whose peak holds."""
    import jax
    from jax.interpreters import partial_eval

    function, inputs = workload.function_and_inputs()
    with jax.enable_x64(workload.x64):
        traced = jax.make_jaxpr(function)(*inputs).jaxpr
    used, _ = partial_eval.dce_jaxpr(traced, [True] * len(traced.outvars))
    found = {}
    add_operations(used, 1, found)
    return found


def add_operations(jaxpr, times, found):
    """Adds those of a function that runs `times`; loops whose iterations are not known count as one."""
    from jax.extend.core import jaxprs_in_params

    for equation in jaxpr.eqns:
        params = equation.params
        if equation.primitive.name in ("dot_general", "conv_general_dilated"):
            lhs, rhs = (operand.aval for operand in equation.invars)
            if equation.primitive.name == "dot_general":
                (contracted, _), _ = params["dimension_numbers"]
                terms = math.prod(lhs.shape[d] for d in contracted)
            else:
                _, features, *window = params["dimension_numbers"].rhs_spec
                # The zeros between the elements of a dilated input are nobody's work.
                terms = math.prod(rhs.shape[d] for d in (features, *window)) / math.prod(params["lhs_dilation"])
            if known := FACTORS.get(lhs.dtype.name):
                element, each = known
                found[element] = found.get(element, 0) + each * terms * times * equation.outvars[0].aval.size
        for inner in jaxprs_in_params(params):
            add_operations(inner, times * params.get("length", 1), found)


def least_seconds(workload, peaks, threads):
    """`workload`: its `operations` and `bytes`; None if a peak is not known."""
    arithmetic, bandwidth = peaks["arithmetic"], peaks["bandwidth"]
    if any(element not in arithmetic for element in workload["operations"]):
        return None
    computing = sum(count / arithmetic[element] for element, count in workload["operations"].items())
    fitting = [speed for size, speed in bandwidth if size <= workload["bytes"] / threads]
    return max(computing, workload["bytes"] / (fitting or [bandwidth[0][1]])[-1])
