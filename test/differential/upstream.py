#!/usr/bin/env python3
"""Lowers programs to linalg, continues with upstream's passes and mlir-runner, and compares with the interpreter.

    target/venv/bin/python test/differential/upstream.py SCRATCH_DIRECTORY PATH...

Each PATH is a file of StableHLO or xla, or a directory of such; parts that `// -----` divides are programs of their own.
Every check of a function, such as `check.expect_eq`, becomes a function that gives the value that is checked; a function
without checks is taken as it is. Constants become arguments, so that nothing is folded. Functions with arguments get random
ones; open sizes are 0, 1 and 7. What is listed as `unsupported` is refused by this compiler, what is listed as `upstream` by
the passes of upstream, and `rejected` by the interpreter, for all these sizes. What differs is kept in the directory.

xla-opt, xla-run, mlir-opt and mlir-runner are taken from PATH.
"""

import argparse
import collections
import itertools
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import ml_dtypes
import numpy as np

from dynamic import SIZES, UPSTREAM, libraries, tool

TO_LINALG = "builtin.module(xla-to-linalg)"
TYPES = {
    "i1": np.bool_, "f32": np.float32, "f64": np.float64, "complex<f32>": np.complex64, "complex<f64>": np.complex128,
    "f16": np.float16, "bf16": ml_dtypes.bfloat16,
    "f8E3M4": ml_dtypes.float8_e3m4, "f8E4M3": ml_dtypes.float8_e4m3, "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz, "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E5M2": ml_dtypes.float8_e5m2, "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz, "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
}
# Elements that compare as numbers: upstream's functions of floats are not those of the interpreter.
TOLERANCE = {"f64": 1e-9, "f32": 1e-4, "f16": 4e-3, "bf16": 2e-2}
STEPS = 10_000_000  # of the interpreter
ATTEMPTS = 40  # with random sizes, where those of SIZES do not fit together
ELEMENTS = 100_000  # of inputs, which are written as text
NAME = r"%[\w$.-]+"


class Refused(Exception):
    """A program that cannot be compared, and the kind of reason."""

    def __init__(self, kind, reason):
        super().__init__(f"{kind}: {reason}")
        self.kind = kind


def split_types(text):
    """The types in a list of types."""
    types, depth, last = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "<({[") - (c in ">)}]" and text[i - 1] != "-")
        if c == "," and depth == 0:
            types.append(text[last:i].strip())
            last = i + 1
    return [ty for ty in [*types, text[last:].strip()] if ty]


class Array:
    """The type of a tensor: its shape, in which open sizes are None, and its element type."""

    def __init__(self, text):
        inner = re.fullmatch(r"tensor<((?:(?:\d+|\?)x)*)((?:complex<\w+>)|\w+)>", text)
        if not inner:
            raise Refused("skipped", f"values of type {re.sub('[0-9]+', '#', text)}")
        self.shape = [None if size == "?" else int(size) for size in inner[1].split("x")[:-1]]
        self.element = inner[2]
        if not re.fullmatch(r"u?i\d+", self.element) and self.element not in TYPES:
            raise Refused("skipped", f"elements of type {self.element}")

    @property
    def signless(self):
        """The element type with which foreign ops can compute."""
        return self.element[1:] if self.element.startswith("ui") else self.element

    def text(self, element=None, shape=None):
        shape = self.shape if shape is None else shape
        return "tensor<" + "".join(f"{'?' if size is None else size}x" for size in shape) + f"{element or self.signless}>"

    @property
    def bits(self):
        if self.element.startswith("complex"):
            return int(self.element[9:-1])
        return int(re.search(r"\d+", self.element)[0])

    def random(self, rng, sizes, lowest):
        """Elements of an array whose open sizes are the next of `sizes`; integers are not below `lowest`."""
        shape = [next(sizes) if size is None else size for size in self.shape]
        if self.element == "i1":
            return rng.integers(0, 2, shape).astype(bool)
        if re.match("u?i", self.element):
            most = min(7, 2 ** (self.bits - 1) - 1)
            return rng.integers(0 if self.element[0] == "u" else max(lowest, -most), most + 1, shape)
        numbers = rng.standard_normal(shape)
        return (numbers + 1j * rng.standard_normal(shape) if "complex" in self.element else numbers).astype(TYPES[self.element])

    def npy(self, array):
        """`array` as xla-run reads it."""
        if self.element == "bf16":
            return array.view(np.uint16)
        if self.element.startswith("f8"):
            return array.view(np.uint8)
        return array.astype(f"int{max(self.bits, 8)}") if re.match(r"u?i\d+", self.signless) and self.element != "i1" else array

    def literal(self, array):
        """`array` as the elements of a literal."""
        if array.size == 0:
            return ""
        if array.ndim:
            return "[" + ", ".join(map(self.literal, array)) + "]"
        if self.element == "i1":
            return "true" if array else "false"
        if re.match("u?i", self.element):
            return str(int(array))
        if "complex" in self.element:
            return "(" + ", ".join(float_literal(part) for part in [array.real, array.imag]) + ")"
        return float_literal(array)

    def numbers(self, words):
        """What the bits in `words`, 64-bit integers, mean; complex numbers are two words."""
        if self.element == "i1":
            return words.astype(bool)
        if re.match("u?i", self.element):
            return words
        part = self.element[8:-1] if "complex" in self.element else self.element
        return words.astype(f"uint{self.bits}").view(TYPES[part])

    def differs(self, actual, expected):
        """What is wrong with `actual`, if anything."""
        part = self.element[8:-1] if "complex" in self.element else self.element
        if "complex" in self.element:
            expected = np.stack([expected.real, expected.imag], -1).reshape(-1)
        else:
            expected = expected.reshape(-1)
        if re.match("u?i", self.element):
            mask = (1 << self.bits) - 1
            wrong = [i for i in range(actual.size) if (int(actual[i]) ^ int(expected[i])) & mask]
        else:
            if part == "bf16" or part.startswith("f8"):
                expected = expected.view(TYPES[part])
            a, e = actual.astype(np.float64), expected.astype(np.float64)
            finite = np.isfinite(e)
            tolerance = TOLERANCE.get(part, 0.26)
            scale = np.maximum(np.abs(np.where(finite, e, 0)), np.abs(np.where(finite, e, 0)).max(initial=0) * 0.1)
            with np.errstate(invalid="ignore"):
                same = (a == e) | (np.isnan(a) & np.isnan(e)) | (finite & (np.abs(a - e) <= tolerance * scale + 1e-30))
            wrong = np.flatnonzero(~same).tolist()
        return f"{len(wrong)} of {actual.size} differ, first at {wrong[0]}: {actual[wrong[0]]}, not {expected[wrong[0]]}" if wrong else None


def float_literal(number):
    number = np.asarray(number)
    return "0x" + number.tobytes()[::-1].hex().upper()


class Op:
    """An op at the top level of a function, in the generic form."""

    def __init__(self, text):
        # Of a constant that is no op of ours, ours is made, which the interpreter knows.
        self.text = text = re.sub(r'"arith\.constant"(?=\(\) <\{value = dense)', '"stablehlo.constant"', text)
        head = re.match(rf"\s*({NAME}(?::\d+)?(?:, {NAME}(?::\d+)?)*) = ", text)
        self.defined = set(re.findall(NAME, head[1])) if head else set()
        self.used = set(re.findall(NAME, text[head.end():] if head else text)) - self.defined
        self.name = re.search(r'"([\w.]+)"', text)[1]

    @property
    def constant(self):
        """The literal and type that the op gives, if it is a constant."""
        value = re.fullmatch(r'.*"(?:stablehlo|xla)\.constant"\(\) <\{value = (.*)\}> : \(\) -> (.*?)', self.text.strip())
        return (value[1][:value[1].rindex(" : ")], value[2]) if value and value[1].startswith("dense<") else None


class Subject:
    """A function of a program, or the part of one that a check is of."""

    def __init__(self, name, arguments, ops, results, entry):
        self.name, self.ops, self.entry = name, ops, entry
        self.results = [(value, Array(ty)) for value, ty in results]
        self.arguments = [(value, Array(ty)) for value, ty in arguments]
        self.dynamic = any("?" in op.text for op in ops)
        self.hoisted = []
        for op in ops:
            if op.constant:
                ty = Array(op.constant[1])
                self.hoisted.append((next(iter(op.defined)), ty, op.constant[0]))

    @property
    def is_open(self):
        return any(None in ty.shape for _, ty in self.arguments)

    def sizes(self):
        """Values for the open sizes of the arguments, in order: the same for all, and then what types say elsewhere."""
        count = sum(ty.shape.count(None) for _, ty in self.arguments)
        if not count:
            yield [], False
            return
        for n in SIZES:
            yield [n] * count, True
        stated = {int(size) for op in self.ops for size in re.findall(r"(?<=[<x])(\d+)x", op.text) if int(size) < 64} | {1, 2}
        combinations = list(itertools.islice(itertools.product(sorted(stated), repeat=count), 4096))
        for i in np.random.default_rng(count).permutation(len(combinations))[:ATTEMPTS]:
            yield combinations[i], False

    def by_value(self, inputs):
        """The inputs that are constants for the interpreter, which needs to know what shapes they make."""
        integers = re.compile("u?i([^1]|1.)")
        return {i: array for i, (array, (_, ty)) in enumerate(zip(inputs, self.arguments))
                if integers.match(ty.element) and None not in ty.shape and array.size <= 8}

    def text(self, name, hoist, given={}):
        """The function, without types that are unsigned in its signature. The arguments in `given` are constants in it."""
        arguments = [*self.arguments, *([(value, ty) for value, ty, _ in self.hoisted] if hoist else [])]
        lines, parameters = [], []
        for i, (value, ty) in enumerate(arguments):
            parameter = value if ty.signless == ty.element else f"%signless_{value[1:]}"
            if i in given:
                shape = list(given[i].shape)
                literal = f"dense<{ty.literal(given[i])}> : {ty.text(shape=shape)}"
                lines.append(f"{parameter} = stablehlo.constant {literal}")
            else:
                parameters.append(f"{parameter}: {ty.text()}")
            if parameter != value:
                lines.append(f"{value} = stablehlo.bitcast_convert {parameter} : ({ty.text()}) -> {ty.text(ty.element)}")
        lines += [op.text for op in self.ops if not (hoist and op.constant)]
        given = []
        for i, (value, ty) in enumerate(self.results):
            given.append(value)
            if ty.signless != ty.element:
                given[-1] = f"%signless{i}"
                lines.append(f"{given[-1]} = stablehlo.bitcast_convert {value} : ({ty.text(ty.element)}) -> {ty.text()}")
        types = ", ".join(ty.text() for _, ty in self.results)
        end = f"return {', '.join(given)} : {types}"
        return f"func.func @{name}({', '.join(parameters)}) -> ({types}) {{\n" + "\n".join([*lines, end, "}"]) + "\n"

    def caller(self, name, inputs):
        """A function of upstream's that calls @`name` on these inputs and prints the bits of the results."""
        lines, arguments, types = [f"func.func @run_{name}() {{"], [], []
        values = [(ty, ty.text(shape=array.shape), ty.literal(array)) for (_, ty), array in zip(self.arguments, inputs)]
        values += [(ty, ty.text(), literal) for _, ty, literal in self.hoisted]
        for i, (ty, given, literal) in enumerate(values):
            literal = literal if literal.startswith("dense<") else f"dense<{literal}>"
            lines.append(f"%x{i} = arith.constant {literal} : {given}")
            arguments.append(f"%x{i}")
            if given != ty.text():
                lines.append(f"%y{i} = tensor.cast %x{i} : {given} to {ty.text()}")
                arguments[-1] = f"%y{i}"
            types.append(ty.text())
        results = ", ".join(ty.text() for _, ty in self.results)
        lines.append(f"%r:{len(self.results)} = call @{name}({', '.join(arguments)}) : ({', '.join(types)}) -> ({results})")
        for i, (_, ty) in enumerate(self.results):
            lines += printed(f"r{i}", f"%r#{i}", ty)
        return "\n".join([*lines, "return", "}"]) + "\n"


def printed(name, value, ty):
    """Ops that print the bits of each element as 64-bit integers."""
    lines, sizes, rank = [], [], len(ty.shape)
    for d in (d for d, size in enumerate(ty.shape) if size is None):
        lines += [f"%{name}_c{d} = arith.constant {d} : index", f"%{name}_d{d} = tensor.dim {value}, %{name}_c{d} : {ty.text()}"]
        sizes.append(f"%{name}_d{d}")
    bits = ty.text("i64")
    dims = ", ".join(f"d{d}" for d in range(rank))
    loops = ", ".join(['"parallel"'] * rank)
    for part in ["re", "im"] if "complex" in ty.element else ["all"]:
        of = f"%{name}_{part}"
        integer, body, element = f"i{ty.bits}", [], "%e"
        if part != "all":
            body.append(f"%p = complex.{part} %e : {ty.element}")
            element = "%p"
        if not re.match("u?i", ty.element):
            body.append(f"%b = arith.bitcast {element} : f{ty.bits} to {integer}" if part != "all" else
                        f"%b = arith.bitcast {element} : {ty.element} to {integer}")
            element = "%b"
        if ty.bits < 64:
            body.append(f"%w = arith.extui {element} : {integer} to i64")
            element = "%w"
        lines += [f"{of}_o = tensor.empty({', '.join(sizes)}) : {bits}",
                  f"{of} = linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>, affine_map<({dims}) -> ({dims})>], "
                  f"iterator_types = [{loops}]}} ins({value} : {ty.text()}) outs({of}_o : {bits}) {{",
                  f"^bb0(%e: {ty.signless}, %o: i64):", *body, f"linalg.yield {element} : i64", f"}} -> {bits}",
                  f"{of}_u = tensor.cast {of} : {bits} to tensor<*xi64>",
                  f"call @printMemrefI64({of}_u) : (tensor<*xi64>) -> ()"]
    return lines


def functions(text):
    """The functions of a module in the generic form: name, text, arguments, ops."""
    for part in re.split(r'(?m)^(?=  "func\.func")', text)[1:]:
        name = re.search(r'sym_name = "([^"]*)"', part.split("\n", 1)[0])[1]
        body = part[:part.index("\n  })")] if "\n  })" in part else part
        begin = re.search(r"(?m)^  \^bb0\((.*)\):$", body)
        arguments = []
        for argument in split_types(begin[1]) if begin else []:
            value, ty = argument.split(": ", 1)
            arguments.append((value, ty.split(" loc(")[0]))
        lines = body[begin.end() if begin else body.index("\n"):]
        yield name, part, arguments, [Op(op) for op in re.split(r'(?m)^(?=    ["%])', lines)[1:]], begin or "({" in part


def subjects(name, arguments, ops):
    """A subject for each check of a function, or else one for the function."""
    checks = [op for op in ops if '"check.expect_' in op.text]
    if not checks:
        end = re.search(r'"func\.return"\((.*?)\) : \((.*)\) -> \(\)', ops[-1].text)
        if not end or not end[1]:
            raise Refused("skipped", "a function without results")
        results = list(zip(end[1].split(", "), split_types(end[2])))
        yield Subject(name, arguments, ops[:-1], results, name)
        return
    for i, check in enumerate(checks):
        operands = re.search(r'custom_call"\((.*?)\)', check.text)[1].split(", ")
        types = split_types(re.search(r" : \((.*)\) -> \(\)", check.text)[1])
        wanted, needed = {operands[0].split("#")[0]}, []
        for op in reversed(ops[:ops.index(check)]):
            if op.defined & wanted:
                wanted |= op.used
                needed.append(op)
        yield Subject(f"{name} check {i}", arguments, needed[::-1], [(operands[0], types[0])], name)


def interpreted(folder, name, subject, others, inputs):
    """The interpreter's results; none if it rejects the inputs."""
    program = folder / f"{name}.mlir"
    given = subject.by_value(inputs) if subject.dynamic else {}
    program.write_text(others + subject.text("subject", False, given))
    paths = []
    for i, (array, (_, ty)) in enumerate(zip(inputs, subject.arguments)):
        if i not in given:
            paths.append(folder / f"{name}.{i}.npy")
            np.save(paths[-1], ty.npy(array))
    outputs = [folder / f"{name}.out{i}.npy" for i in range(len(subject.results))]
    limits = ["--max-steps", STEPS, "--max-memory", "1G"]
    done, error = tool("xla-run", "--interpret", program, "--entry", "subject", *limits, *paths, "-o", *outputs)
    results = None if done is None else [np.load(path) for path in outputs]
    for path in [program, *paths, *outputs]:
        path.unlink(missing_ok=True)
    return results, error


def runtime_library(folder, lock=threading.Lock()):
    """The runtime library as a shared one, which is made once."""
    static, shared = pathlib.Path(shutil.which("xla-run")).parent / "libxla_runtime.a", folder / "libxla_runtime.so"
    with lock:
        if not shared.exists():
            whole = ["-Wl,--whole-archive", static, "-Wl,--no-whole-archive"]
            subprocess.run(["cc", "-shared", "-s", "-o", shared, *whole, "-lgcc_s", "-lpthread", "-ldl", "-lm"], check=True)
    return shared


def through_upstream(folder, name, subject, others, inputs):
    """The output of upstream for each of `inputs`."""
    program, whole, lowered = (folder / f"{name}.{suffix}" for suffix in ["subject.mlir", "linalg.mlir", "llvm.mlir"])
    program.write_text(others + subject.text("subject", hoist=True))
    linalg, error = tool("xla-opt", program, "--allow-unregistered-dialect", f"--pass-pipeline={TO_LINALG}")
    if linalg is None:
        raise Refused("unsupported", first_line(error))
    start, body = linalg[:linalg.index("\n")], linalg[linalg.index("\n"):linalg.rindex("}")]
    callers = "".join(subject.caller("subject", arrays).replace("@run_subject", f"@run{i}") for i, arrays in enumerate(inputs))
    calls = "".join(f"call @run{i}() : () -> ()\n" for i in range(len(inputs)))
    whole.write_text(f"{start}{body}\nfunc.func private @printMemrefI64(tensor<*xi64>)\n{callers}func.func @run() {{\n{calls}return\n}}\n}}\n")
    if "xla.runtime.random_key" in body:
        raise Refused("skipped", "random numbers, of which each run draws others")
    passes, opt, shared = UPSTREAM.replace("\n", ""), "mlir-opt", libraries()
    if "xla.custom_call" in body:
        # One pass of ours turns the calls of the runtime library, once they are on memory, into calls of its functions.
        passes, opt = passes.replace("expand-strided-metadata", "xla-convert-calls-to-llvm,expand-strided-metadata"), "xla-opt"
        shared += f",{runtime_library(folder)}"
    done, error = tool(opt, whole, f"--pass-pipeline=builtin.module({passes})", "-o", lowered)
    if done is None:
        raise Refused("upstream", first_line(error))
    printed, error = tool("mlir-runner", lowered, "-e", "run", "--entry-point-result=void", f"--shared-libs={shared}")
    if printed is None:
        is_left = any(reason in error for reason in ["Symbols not found", "translation", "not found for custom op"])
        raise Refused("upstream" if is_left else "differs", first_line(error))
    for path in [program, whole, lowered]:
        path.unlink()
    found = []
    for part in printed.split("Unranked Memref")[1:]:
        shape = [int(size) for size in re.search(r"sizes = \[(.*?)\]", part)[1].split(",") if size.strip()]
        words = np.array([int(word) for word in re.findall(r"-?\d+", part.split("data =")[1])], np.int64)
        found.append((shape, words[:int(np.prod(shape))]))  # an empty array prints some
    return iter(found)


def first_line(error):
    lines = [line for line in error.splitlines() if "error" in line or "unsupported" in line or "ssert" in line]
    return re.sub(r"^\S*?:\d+:\d+: ", "", (lines or error.splitlines() or ["no message"])[0])[:200]


def compare(folder, name, subject, others, seed):
    """Runs a subject for each size; the number of runs that agree."""
    if sum(math.prod(size or 0 for size in ty.shape) for _, ty in subject.arguments) > ELEMENTS:
        raise Refused("skipped", f"more than {ELEMENTS} elements of inputs")
    inputs, expected, error = [], [], ""
    for attempt, (sizes, is_first) in enumerate(subject.sizes()):
        if not is_first and subject.is_open and inputs:
            break
        rng, sizes = np.random.default_rng([seed, attempt]), iter(sizes)
        arrays = [ty.random(rng, sizes, 0 if subject.dynamic else -2) for _, ty in subject.arguments]
        results, error = interpreted(folder, name, subject, others, arrays)
        if results is not None:
            inputs.append(arrays)
            expected.append(results)
    if not inputs:
        raise Refused("rejected", first_line(error))
    found = through_upstream(folder, name, subject, others, inputs)
    for results in expected:
        for (_, ty), wanted in zip(subject.results, results):
            parts = [next(found) for _ in range(2 if "complex" in ty.element else 1)]
            shape, words = parts[0][0], np.stack([words for _, words in parts], -1).reshape(-1)
            if shape != list(wanted.shape):
                raise Refused("differs", f"the shape is {shape}, not {list(wanted.shape)}")
            if wrong := ty.differs(ty.numbers(words), wanted):
                raise Refused("differs", wrong)
    return len(inputs)


def run(folder, label, text, seed):
    """The outcome for each subject of a program: `(kind, label, reason)`."""
    name = re.sub(r"\W+", "_", label)
    program = folder / f"{name}.mlir"
    program.write_text(text)
    generic, error = tool("xla-opt", program, "--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-local-scope")
    program.unlink()
    if generic is None:
        return [("skipped", label, first_line(error))]
    all_functions = list(functions(generic))
    outcome = []
    for function, part, arguments, ops, has_body in all_functions:
        if not has_body:
            continue
        called = [p for f, p, *_ in all_functions if f != function and re.search(rf"@{re.escape(f)}\b", generic)]
        try:
            for i, subject in enumerate(subjects(function, arguments, ops)):
                try:
                    runs = compare(folder, f"{name}.{function}.{i}", subject, "".join(called), seed)
                    outcome.append(("equal", f"{label} @{subject.name}", f"{runs} runs"))
                except Refused as refused:
                    outcome.append((refused.kind, f"{label} @{subject.name}", str(refused)))
        except Refused as refused:
            outcome.append((refused.kind, f"{label} @{function}", str(refused)))
    return outcome


def programs(paths):
    for path in paths:
        inside = [file for file in sorted(path.rglob("*.mlir")) if "Inputs" not in file.parts]
        for file in inside if path.is_dir() else [path]:
            parts = re.split(r"(?m)^// -----.*$", file.read_text())
            for i, part in enumerate(parts):
                if re.search(r"(?m)^\s*[^/\s]", part):
                    yield f"{file.name}:{i}" if len(parts) > 1 else file.name, part


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("paths", type=pathlib.Path, nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="print every subject, those that are equal too")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        each = pool.map(lambda program: run(options.folder, *program, options.seed), programs(options.paths))
        counts = collections.Counter()
        for kind, label, reason in (outcome for of_program in each for outcome in of_program):
            counts[kind] += 1
            if kind != "equal" or options.list:
                print(label, reason, sep=": ", flush=True)
    kinds = ["equal", "differs", "unsupported", "upstream", "rejected", "skipped"]
    print(", ".join(f"{counts[kind]} {kind}" for kind in kinds))
    return 1 if counts["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
