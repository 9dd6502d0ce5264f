"""Who is measured: each peer on a workload, with some number of threads.

XLA, NumPy and ONNX Runtime run in a process of their own for each number of threads, which stays for all rounds; ours and
IREE are their command-line tools. All are bound to as many processors as they have threads. A call is synchronous and
makes its outputs; the inputs are there already. Outputs are compared with what XLA:CPU computed at export.
"""

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import json
import multiprocessing
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "differential"))

import numpy as np

from values import XLA_RUN, error, restored

ROOT = pathlib.Path(__file__).resolve().parents[2]
WRITTEN = ROOT / "target/bench"
LIMIT = 15.0  # seconds that one call, with what it takes to start, may take
COMPILE_LIMIT = 120.0


class Failed(Exception):
    """There is no figure; why."""


class Absent(Failed):
    """The peer has no form of this workload, or is not installed."""


class Cell:
    """The times of a peer for one workload, in all rounds: the least and the median of single calls, in seconds."""

    def __init__(self):
        self.calls, self.fixed = [], {}

    def add(self, figures):
        """`figures`: min_s, median_s, and whatever is the same in each round."""
        self.calls.append((figures.pop("min_s"), figures.pop("median_s")))
        for key in ("compile_s", "first_compile_s"):
            if key in figures:
                figures[key] = min(figures[key], self.fixed.get(key, figures[key]))
        self.fixed |= figures

    def as_json(self):
        if "failed" in self.fixed or not self.calls:
            return {"failed": self.fixed.get("failed")}
        least, medians = zip(*self.calls)
        return {"min_s": min(least), "median_s": statistics.median(medians), **self.fixed}


@contextlib.contextmanager
def processors(count):
    """Processes that are started here run on `count` processors."""
    available = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(available)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, available)


def expected(name):
    """The results that XLA:CPU computed at export."""
    return [np.load(path) for path in sorted((WRITTEN / name).glob("expect*.npy"), key=lambda p: int(p.stem[6:]))]


def worst(name, results):
    """The largest error of results."""
    pairs = list(zip(results, expected(name), strict=True))
    return max(error(restored(np.asarray(ours), ours), restored(want, ours)) for ours, want in pairs)


def versions():
    """The peers' versions, of those that are installed."""
    packages = {"xla": "jaxlib", "iree": "iree-base-compiler", "onnx": "onnxruntime", "numpy": "numpy", "scipy": "scipy"}
    found = {}
    for peer, package in packages.items():
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[peer] = f"{package} {importlib.metadata.version(package)}"
    return found


# ---------------------------------------------------------------- in processes of their own


def load_xla(workload, threads):
    import jax

    jax.config.update("jax_cpu_enable_async_dispatch", False)
    function, inputs = workload.function_and_inputs()
    inputs = jax.block_until_ready(jax.device_put(inputs))
    lowered = jax.jit(function, keep_unused=True).lower(*inputs)
    started = time.perf_counter()
    lowered.compile()
    seconds = time.perf_counter() - started
    function = jax.jit(function, keep_unused=True)
    return (lambda: jax.block_until_ready(function(*inputs))), seconds, lambda result: jax.tree.leaves(result)


def load_numpy(workload, threads):
    if workload.numpy is None:
        raise Absent
    _, inputs = workload.function_and_inputs()
    return (lambda: workload.numpy(*inputs)), None, lambda result: [result]


def load_onnx(workload, threads):
    if workload.onnx is None or importlib.util.find_spec("onnxruntime") is None:
        raise Absent
    import onnx
    import onnxruntime

    _, inputs = workload.function_and_inputs()
    inputs = list(inputs)
    (result,) = expected(workload.name)
    shape = result.shape
    if workload.channels_first:
        inputs = [np.ascontiguousarray(x.transpose(order)) for x, order in zip(inputs, [(0, 3, 1, 2), (3, 2, 0, 1)])]
        shape = tuple(shape[d] for d in (0, 3, 1, 2))

    def declared(name, dtype, shape):
        element = {"float32": "float"}.get(dtype.name, dtype.name)
        return f"{element}[{', '.join(map(str, shape))}] {name}"

    named = {f"x{i}": x for i, x in enumerate(inputs)}
    weights = {f"x{i}": named.pop(f"x{i}") for i in workload.weights}
    taken = ", ".join(declared(name, x.dtype, x.shape) for name, x in named.items())
    head = '<ir_version: 10, opset_import: ["": 20]>'
    given = declared("y", result.dtype, shape)
    model = onnx.parser.parse_model(f"{head} workload ({taken}) => ({given}) {{ {workload.onnx} }}")
    model.graph.initializer.extend(onnx.numpy_helper.from_array(x, name) for name, x in weights.items())
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    text = model.SerializeToString()
    started = time.perf_counter()
    session = onnxruntime.InferenceSession(text, options, providers=["CPUExecutionProvider"])
    seconds = time.perf_counter() - started
    back = (0, 2, 3, 1) if workload.channels_first else tuple(range(len(shape)))
    return (lambda: session.run(None, named)), seconds, lambda result: [result[0].transpose(back)]


def times(call, seconds):
    """The least and the median time of single calls, as `xla-run --bench` takes them."""
    started = time.perf_counter()
    while time.perf_counter() - started < seconds / 10:
        call()
    found = []
    started = time.perf_counter()
    while len(found) < 3 or time.perf_counter() - started < seconds:
        begin = time.perf_counter()
        call()
        found.append(time.perf_counter() - begin)
    return {"min_s": min(found), "median_s": statistics.median(found)}


def serve(pipe, load, threads):
    """Answers a name of a workload with how it compiled and computed, and a number of seconds with times."""
    from workloads import WORKLOADS

    while True:
        try:
            asked = pipe.recv()
        except EOFError:
            return
        try:
            if isinstance(asked, str):
                call = None  # the arrays of the last one go first
                call, seconds, results = load(WORKLOADS[asked], threads)
                answer = {"error": worst(asked, results(call()))}
                if seconds is not None:
                    answer["compile_s"] = seconds
            else:
                answer = times(call, asked)
        except Absent:
            answer = {"failed": None}
        except Exception as failure:
            answer = {"failed": str(failure).splitlines()[0][:200] or repr(failure)}
        pipe.send(answer)


class Library:
    """A peer that is called from Python."""

    def __init__(self, title, load):
        self.title, self.load, self.workers = title, load, {}

    def ask(self, threads, request, limit):
        if threads not in self.workers:
            context = multiprocessing.get_context("spawn")
            pipe, theirs = context.Pipe()
            with processors(threads):
                process = context.Process(target=serve, args=(theirs, self.load, threads), daemon=True)
                process.start()
            theirs.close()
            self.workers[threads] = process, pipe
        process, pipe = self.workers[threads]
        try:
            pipe.send(request)
            if not pipe.poll(limit):
                raise Failed(f"takes over {limit:.0f} s")
            answer = pipe.recv()
        except (Failed, EOFError, OSError) as failure:
            del self.workers[threads]
            process.kill()
            raise failure if isinstance(failure, Failed) else Failed("the process ended") from failure
        if "failed" in answer:
            raise Failed(answer["failed"]) if answer["failed"] else Absent
        return answer

    def prepare(self, workload, threads):
        return self.ask(threads, workload.name, COMPILE_LIMIT)

    def measure(self, workload, threads, seconds):
        return self.ask(threads, seconds, LIMIT + seconds)


# ---------------------------------------------------------------- by their tools


def output_of(command, threads, limit):
    """The output of a command. Its children, if it is a wrapper, end with it."""
    words = [str(word) for word in command]
    try:
        with processors(threads):
            process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    except OSError as error:
        raise Failed(f"{words[0]} does not start: {error.strerror}") from None
    try:
        text, messages = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.communicate()
        raise Failed(f"takes over {limit:.0f} s") from None
    if process.returncode != 0:
        errors = [line for line in messages.splitlines() if "error" in line.lower()]
        said = (errors or messages.splitlines() or [f"exit code {process.returncode}"])[0]
        raise Failed(re.sub(r"^\S+:\d+:\d+: ", "", said)[:160])
    return text


class Ours:
    """xla-run."""

    title = "ours"

    def prepare(self, workload, threads):
        return {}

    def measure(self, workload, threads, seconds):
        folder = WRITTEN / workload.name
        inputs = sorted(folder.glob("in*.npy"), key=lambda path: int(path.stem[2:]))
        wanted = sorted(folder.glob("expect*.npy"), key=lambda path: int(path.stem[6:]))
        command = [XLA_RUN, folder / "program.mlir", *inputs, "--expect", *wanted]
        command += ["--bench", "--threads", threads, "--seconds", seconds]
        figures = json.loads(output_of(command, threads, COMPILE_LIMIT))
        kept = {key: figures[key] for key in ("compile_s", "first_compile_s", "min_s", "median_s")}
        return {**kept, "error": figures["max_err"]}


class Iree:
    """IREE's compiler, for this processor and with its microkernels, and its own benchmark of a module."""

    title = "IREE"
    flags = ["--iree-input-type=stablehlo", "--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu"]
    flags += ["--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3", "--iree-opt-data-tiling", "--iree-llvmcpu-enable-ukernels=all"]

    def tool(self, name):
        path = pathlib.Path(sys.executable).parent / name
        if not path.exists():
            raise Absent
        return path

    def module(self, workload):
        """The compiled module, kept for the next time, and what compiling said."""
        compiler, program = self.tool("iree-compile"), WRITTEN / workload.name / "program.mlir"
        version = importlib.metadata.version("iree-base-compiler")
        key = hashlib.sha256(repr((version, self.flags, program.read_text())).encode()).hexdigest()[:16]
        module = WRITTEN / "iree" / f"{workload.name}-{key}.vmfb"
        notes = module.with_suffix(".json")
        if not notes.exists():
            module.parent.mkdir(parents=True, exist_ok=True)
            started = time.perf_counter()
            try:
                output_of([compiler, program, *self.flags, "-o", module], os.cpu_count(), COMPILE_LIMIT)
                said = {"compile_s": time.perf_counter() - started}
            except Failed as failure:
                said = {"failed": f"does not compile: {failure}"}
            notes.write_text(json.dumps(said))
        return module, json.loads(notes.read_text())

    def inputs(self, workload):
        """Floats from .npy files; what their reader does not know, as bytes of a stated type."""
        import jax

        given = []
        for i, x in enumerate(map(np.asarray, jax.tree.leaves(workload.function_and_inputs()[1]))):
            path = WRITTEN / workload.name / f"in{i}.npy"
            if x.dtype.kind not in "fc":
                element = {"bfloat16": "bf16"}.get(x.dtype.name, f"i{8 * x.itemsize}")
                path = path.with_suffix(".bin")
                x.tofile(path)
                given.append(f"--input={'x'.join(map(str, [*x.shape, element]))}=@{path}")
            else:
                given.append(f"--input=@{path}")
        return given

    def prepare(self, workload, threads):
        module, said = self.module(workload)
        if "failed" in said:
            raise Failed(said["failed"])
        self.given = self.inputs(workload)
        wanted = expected(workload.name)
        outputs = [module.with_suffix(f".{i}.bin") for i in range(len(wanted))]
        command = [self.tool("iree-run-module"), f"--module={module}", "--device=local-task", "--function=main"]
        output_of([*command, *self.given, *(f"--output=@{path}" for path in outputs)], threads, LIMIT)
        results = [np.fromfile(path, want.dtype).reshape(want.shape) for path, want in zip(outputs, wanted)]
        for path in outputs:
            path.unlink()
        return {"compile_s": said["compile_s"], "error": worst(workload.name, results)}

    def measure(self, workload, threads, seconds):
        module, _ = self.module(workload)
        device = "local-sync" if threads == 1 else "local-task"
        command = [self.tool("iree-benchmark-module"), f"--module={module}", "--function=main", f"--device={device}", *self.given]
        command += [f"--benchmark_min_time={seconds / 4:.3f}s", "--benchmark_repetitions=4", "--benchmark_format=json"]
        text = output_of(command, threads, LIMIT + 4 * seconds)
        runs = json.loads(text[text.index("{") :])["benchmarks"]
        unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
        found = [run["real_time"] * unit[run["time_unit"]] for run in runs if run.get("run_type") == "iteration"]
        return {"min_s": min(found), "median_s": statistics.median(found)}


def peers():
    """All of them, in the order of the tables."""
    return {
        "ours": Ours(),
        "xla": Library("XLA:CPU", load_xla),
        "iree": Iree(),
        "onnx": Library("ONNX Runtime", load_onnx),
        "numpy": Library("NumPy", load_numpy),
    }
