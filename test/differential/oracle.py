"""Runs StableHLO text through XLA's CPU compiler, as JAX has it."""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.extend.backend
import numpy as np
from jaxlib import xla_client

jax.config.update("jax_enable_x64", True)


class Refused(Exception):
    """XLA does not compile the program."""


def compiled(text):
    """The executable of @main."""
    backend = jax.extend.backend.get_backend("cpu")
    devices = xla_client.DeviceList(tuple(backend.local_devices()[:1]))
    try:
        return backend.compile_and_load(text.encode(), devices, xla_client.CompileOptions())
    except Exception as error:
        raise Refused(str(error).splitlines()[0]) from error


def placed(inputs):
    """The arrays as the executable takes them."""
    return [jax.device_put(array) for array in inputs]


def called(executable, arguments):
    """The results as arrays."""
    results = executable.execute_sharded(arguments).disassemble_into_single_device_arrays()
    return [np.asarray(shards[0]) for shards in results]


def run(text, inputs):
    """The results of @main as arrays."""
    return called(compiled(text), placed(inputs))
