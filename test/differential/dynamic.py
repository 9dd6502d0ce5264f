#!/usr/bin/env python3
"""Lowers functions of dynamic sizes to linalg, continues with upstream's passes and mlir-runner, and compares with the
interpreter or with XLA:CPU: a table of one function or more for each op, and random functions of several ops.

    target/venv/bin/python test/differential/dynamic.py SCRATCH_DIRECTORY [--random 1000] [--seed 1] [--xla-cpu]

xla-opt, xla-run, mlir-opt and mlir-runner are taken from PATH. What differs is kept in the directory.
"""

import argparse
import functools
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

SIZES = [0, 1, 7]
BATCH = 24
TO_LINALG = "builtin.module(stablehlo-legalize-to-xla,xla-expand-client-ops,canonicalize,cse,xla-legalize-to-linalg)"
UPSTREAM = """canonicalize,cse,convert-elementwise-to-linalg,
one-shot-bufferize{bufferize-function-boundaries allow-return-allocs-from-loops
 function-boundary-type-conversion=identity-layout-map},
buffer-deallocation-pipeline,convert-bufferization-to-memref,func.func(convert-linalg-to-loops),convert-scf-to-cf,expand-strided-metadata,lower-affine,
arith-expand{include-bf16=true include-f8e8m0=true include-f4e2m1=true},convert-math-to-llvm,convert-math-to-libm,convert-arith-to-llvm,convert-complex-to-llvm,finalize-memref-to-llvm,
convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts"""
NUMPY = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64, "i1": np.bool_}


class Function:
    """A function: its arguments as `(shape, element type)`, its body, which defines %r, and the type of %r.

    A shape is a list of sizes and of expressions of the one size `n`, which types leave open."""

    def __init__(self, name, arguments, result, body, high=None, from_last=False):
        self.name, self.arguments, self.result, self.body, self.high = name, arguments, result, body, high
        self.from_last = from_last  # sizes of the result follow from the elements of the last argument

    def text(self, name, given=None):
        """The function in StableHLO. The last argument is a constant in it if it is `given`."""
        arguments = [f"%{i}: {type_of(*argument)}" for i, argument in enumerate(self.arguments)]
        body = self.body
        if given is not None:
            body = f"{arguments.pop().replace(':', f' = stablehlo.constant dense<{given.tolist()}> :')}\n{body}"
        return f"func.func @{name}({', '.join(arguments)}) -> {self.result} {{\n{body}\nreturn %r : {self.result}\n}}\n"

    def inputs(self, n, seed):
        """Arrays for the size `n`."""
        rng = np.random.default_rng([seed, n])
        for shape, element in self.arguments:
            shape = [value(size, n) for size in shape]
            if element.startswith("f"):
                yield rng.standard_normal(shape).astype(NUMPY[element])
            else:
                yield rng.integers(0, self.high(n) if self.high else 10, shape).astype(NUMPY[element])


def value(size, n):
    return size if isinstance(size, int) else eval(size, {"n": n})


def type_of(shape, element):
    return "tensor<" + "".join(f"{size if isinstance(size, int) else '?'}x" for size in shape) + element + ">"


def sizes_of(name, value_, ty, dims):
    """Ops that define the list %name of the sizes of dimensions of a value; integers are sizes themselves."""
    lines = []
    for i, d in enumerate(dims):
        if isinstance(d, int):
            lines.append(f"%{name}_{i}s = stablehlo.constant dense<{d}> : tensor<i32>")
        else:
            number = d[1:]
            lines.append(f"%{name}_{i}s = stablehlo.get_dimension_size {value_}, dim = {number} : ({ty}) -> tensor<i32>")
        lines.append(f"%{name}_{i} = stablehlo.reshape %{name}_{i}s : (tensor<i32>) -> tensor<1xi32>")
    parts = ", ".join(f"%{name}_{i}" for i in range(len(dims)))
    types = ", ".join(["tensor<1xi32>"] * len(dims))
    lines.append(f"%{name} = stablehlo.concatenate {parts}, dim = 0 : ({types}) -> tensor<{len(dims)}xi32>")
    return "\n".join(lines)


def table():
    """One function or more for each op."""
    A = "tensor<?x4xf32>"
    a, vector, scalar = (["n", 4], "f32"), (["n"], "f32"), ([], "f32")
    zero = "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
    plus = "^bb0(%p: tensor<f32>, %q: tensor<f32>):\n%s = stablehlo.add %p, %q : tensor<f32>\nstablehlo.return %s : tensor<f32>"
    rows = []

    def row(name, arguments, result, body, **others):
        rows.append(Function(name, arguments, result, body, **others))

    for op in ["abs", "negate", "exponential", "tanh", "floor", "sign", "cosine", "logistic", "round_nearest_even"]:
        row(op, [a], A, f"%r = stablehlo.{op} %0 : {A}")
    for op in ["add", "subtract", "multiply", "maximum", "minimum", "divide", "atan2"]:
        row(op, [a, a], A, f"%r = stablehlo.{op} %0, %1 : {A}")
    I = "tensor<?x4xi32>"
    for op in ["and", "or", "xor", "add", "multiply"]:
        row(f"{op}_i32", [(["n", 4], "i32")] * 2, I, f"%r = stablehlo.{op} %0, %1 : {I}")
    row("compare", [a, a], A, f"%c = stablehlo.compare GT, %0, %1 : ({A}, {A}) -> tensor<?x4xi1>\n"
        f"%r = stablehlo.select %c, %0, %1 : tensor<?x4xi1>, {A}")
    row("clamp", [scalar, a, scalar], A, f"%r = stablehlo.clamp %0, %1, %2 : (tensor<f32>, {A}, tensor<f32>) -> {A}")
    row("convert", [a], I, f"%r = stablehlo.convert %0 : ({A}) -> {I}")
    row("bitcast_convert", [a], I, f"%r = stablehlo.bitcast_convert %0 : ({A}) -> {I}")
    row("reduce_precision", [a], A, f"%r = stablehlo.reduce_precision %0, format = e5m10 : {A}")
    row("implicit_broadcast", [(["n", 1], "f32"), (["n*0+1", 4], "f32")], A,
        f"%r = chlo.broadcast_add %0, %1 : (tensor<?x1xf32>, {A}) -> {A}")
    row("implicit_ranks", [a, vector], "tensor<?x4xf32>",
        f"%t = stablehlo.transpose %0, dims = [1, 0] : ({A}) -> tensor<4x?xf32>\n"
        "%s = chlo.broadcast_multiply %t, %1 {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>\n"
        f"%r = stablehlo.transpose %s, dims = [1, 0] : (tensor<4x?xf32>) -> {A}")
    row("transpose", [(["n", 3, "n+1"], "f32")], "tensor<?x?x3xf32>",
        "%r = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<?x3x?xf32>) -> tensor<?x?x3xf32>")
    row("reverse", [a], A, f"%r = stablehlo.reverse %0, dims = [0, 1] : {A}")
    row("slice", [(["n+5", 4], "f32")], "tensor<2x3xf32>", f"%r = stablehlo.slice %0 [1:5:2, 0:3] : ({A}) -> tensor<2x3xf32>")
    row("concatenate", [a, (["2*n+1", 4], "f32"), a], A,
        f"%r = stablehlo.concatenate %0, %1, %2, dim = 0 : ({A}, {A}, {A}) -> {A}")
    row("pad", [a, scalar], "tensor<?x6xf32>",
        f"%r = stablehlo.pad %0, %1, low = [1, -1], high = [2, 0], interior = [2, 1] : ({A}, tensor<f32>) -> tensor<?x6xf32>")
    row("crop", [(["n+3", 4], "f32"), scalar], "tensor<?x4xf32>",
        f"%r = stablehlo.pad %0, %1, low = [-1, 0], high = [-2, 0], interior = [0, 0] : ({A}, tensor<f32>) -> {A}")
    row("crop_holes", [(["n+1", 4], "f32"), scalar], "tensor<?x4xf32>",
        f"%r = stablehlo.pad %0, %1, low = [-2, 0], high = [2, 0], interior = [3, 0] : ({A}, tensor<f32>) -> {A}")
    row("dot_general", [(["n", "n+2"], "f32"), (["n+2", 5], "f32")], "tensor<?x5xf32>",
        "%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x5xf32>) -> tensor<?x5xf32>")
    row("dot_batch", [(["n", 2, 3], "f32"), (["n", 3, "n"], "f32")], "tensor<?x2x?xf32>",
        "%r = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : "
        "(tensor<?x2x3xf32>, tensor<?x3x?xf32>) -> tensor<?x2x?xf32>")
    row("dot_row", [(["n"], "f32"), (["n", "n+1"], "f32")], "tensor<?xf32>",
        "%r = stablehlo.dot %0, %1 : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?xf32>")
    row("einsum", [(["n", "n+1", 4], "f32"), (["n+2", 4, "n"], "f32")], "tensor<?x?x?xf32>",
        '%r = "stablehlo.einsum"(%0, %1) <{einsum_config = "abc,dca->dab"}> : '
        "(tensor<?x?x4xf32>, tensor<?x4x?xf32>) -> tensor<?x?x?xf32>")
    row("unary_einsum", [(["n", "n+1", 4], "f32")], "tensor<4x?xf32>",
        '%r = "stablehlo.unary_einsum"(%0) <{einsum_config = "abc->ca"}> : (tensor<?x?x4xf32>) -> tensor<4x?xf32>')
    row("torch_index_select", [(["n", 3, "n+1", 2], "f32"), (["n", "2*n"], "i32")], "tensor<?x3x?x2xf32>",
        '%r = "stablehlo.torch_index_select"(%0, %1) <{dim = 2 : i64, batch_dims = 1 : i64}> : '
        "(tensor<?x3x?x2xf32>, tensor<?x?xi32>) -> tensor<?x3x?x2xf32>", high=lambda n: n + 3)
    row("reduce_rows", [a], "tensor<?xf32>",
        zero + f"%r = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : ({A}, tensor<f32>) -> tensor<?xf32>")
    row("reduce_columns", [a], "tensor<4xf32>",
        zero + f"%r = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : ({A}, tensor<f32>) -> tensor<4xf32>")
    row("dynamic_slice", [(["n+2", 4], "f32"), ([], "i32"), ([], "i32")], "tensor<2x3xf32>",
        f"%r = stablehlo.dynamic_slice %0, %1, %2, sizes = [2, 3] : ({A}, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>")
    row("dynamic_update_slice", [(["n+2", 4], "f32"), (["n", 3], "f32"), ([], "i32"), ([], "i32")], A,
        f"%r = stablehlo.dynamic_update_slice %0, %1, %2, %3 : ({A}, tensor<?x3xf32>, tensor<i32>, tensor<i32>) -> {A}")
    row("gather", [(["n+1", 4], "f32"), (["2*n", 1], "i32")], A,
        '%r = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], '
        "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : "
        f"({A}, tensor<?x1xi32>) -> {A}", high=lambda n: n + 3)
    row("scatter", [(["n+1", 4], "f32"), (["2*n", 1], "i32"), (["2*n", 4], "f32")], A,
        '%r = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], '
        "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
        f"{plus}\n}}) : ({A}, tensor<?x1xi32>, {A}) -> {A}", high=lambda n: n + 3)
    window = lambda attributes, ty: (zero + f'%r = "stablehlo.reduce_window"(%0, %z) <{{{attributes}}}> ({{\n{plus}\n}}) : '
                                     f"({A}, tensor<f32>) -> {ty}")
    row("reduce_window", [a], "tensor<?x3xf32>", window(
        "window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>",
        "tensor<?x3xf32>"))
    row("reduce_window_dilated", [a], "tensor<?x4xf32>", window(
        "window_dimensions = array<i64: 2, 1>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 3, 1>, "
        "padding = dense<[[2, 3], [0, 0]]> : tensor<2x2xi64>", A))
    row("cumulative_sum", [a], "tensor<?x4xf32>", window(
        "window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>", A))
    row("select_and_scatter", [(["2*n", 4], "f32"), (["n", 2], "f32")], A,
        zero + '%r = "stablehlo.select_and_scatter"(%0, %1, %z) <{window_dimensions = array<i64: 2, 2>, '
        "window_strides = array<i64: 2, 2>}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
        "%s = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %s : tensor<i1>\n}, {\n"
        f"{plus}\n}}) : ({A}, tensor<?x2xf32>, tensor<f32>) -> {A}")
    conv = ("dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], pad = [[1, 1], [0, 2]], "
            "lhs_dilate = [1, 1], rhs_dilate = [1, 2]}")
    row("convolution", [(["n", 3, "n+4", 6], "f32"), ([2, 3, 3, 2], "f32")], "tensor<?x2x?x6xf32>",
        f"%r = stablehlo.convolution(%0, %1) {conv} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : "
        "(tensor<?x3x?x6xf32>, tensor<2x3x3x2xf32>) -> tensor<?x2x?x6xf32>")
    row("convolution_groups", [(["n", 4, "n+2"], "f32"), ([6, 2, 3], "f32")], "tensor<?x6x?xf32>",
        "%r = stablehlo.convolution(%0, %1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = [[1, 1]]} "
        "{batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x4x?xf32>, tensor<6x2x3xf32>) -> tensor<?x6x?xf32>")
    order = lambda d: (f'%r = "stablehlo.sort"(%0) <{{dimension = {d} : i64, is_stable = true}}> ({{\n'
                       "^bb0(%p: tensor<f32>, %q: tensor<f32>):\n%s = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
                       "stablehlo.return %s : tensor<i1>\n}) : (tensor<?x?xf32>) -> tensor<?x?xf32>")
    row("sort", [(["n", "9*n+1"], "f32")], "tensor<?x?xf32>", order(1))
    row("sort_columns", [(["20*n", "n"], "f32")], "tensor<?x?xf32>", order(0))
    row("while", [a], A, "%c0 = stablehlo.constant dense<0> : tensor<i32>\n%c1 = stablehlo.constant dense<1> : tensor<i32>\n"
        f"%n = stablehlo.get_dimension_size %0, dim = 0 : ({A}) -> tensor<i32>\n"
        f"%w:2 = stablehlo.while(%i = %c0, %x = %0) : tensor<i32>, {A}\n"
        "cond {\n%c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %c : tensor<i1>\n} do {\n"
        f"%y = stablehlo.add %x, %0 : {A}\n%j = stablehlo.add %i, %c1 : tensor<i32>\nstablehlo.return %j, %y : tensor<i32>, {A}\n}}\n"
        f"%r = stablehlo.negate %w#1 : {A}")
    row("if", [a, scalar], A, zero + "%c = stablehlo.compare GT, %1, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        f'%r = "stablehlo.if"(%c) ({{\n%x = stablehlo.abs %0 : {A}\nstablehlo.return %x : {A}\n}}, {{\nstablehlo.return %0 : {A}\n}}) : '
        f"(tensor<i1>) -> {A}")
    row("map", [a, a], A, f'%r = "stablehlo.map"(%0, %1) <{{dimensions = array<i64: 0, 1>}}> ({{\n{plus}\n}}) : ({A}, {A}) -> {A}')
    row("batch_norm_inference", [a] + [([4], "f32")] * 4, A,
        f'%v = stablehlo.abs %4 : tensor<4xf32>\n%r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %v) '
        f"<{{epsilon = 0.01 : f32, feature_index = 1 : i64}}> : ({A}, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> {A}")
    row("batch_norm_training", [(["n+1", 4], "f32")] + [([4], "f32")] * 2, A,
        f'%r, %m, %v = "stablehlo.batch_norm_training"(%0, %1, %2) <{{epsilon = 0.01 : f32, feature_index = 1 : i64}}> : '
        f"({A}, tensor<4xf32>, tensor<4xf32>) -> ({A}, tensor<4xf32>, tensor<4xf32>)")
    row("dynamic_iota", [a], "tensor<?x2xi32>", sizes_of("s", "%0", A, ["d0", 2]) +
        "\n%r = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x2xi32>")
    row("dynamic_broadcast_in_dim", [a, ([4], "f32")], "tensor<2x?x4xf32>", sizes_of("s", "%0", A, [2, "d0", 4]) +
        "\n%r = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [2] : (tensor<4xf32>, tensor<3xi32>) -> tensor<2x?x4xf32>")
    row("dynamic_broadcast_unknown", [a, (["n*0+1", "n*0+4"], "f32")], A, sizes_of("s", "%0", A, ["d0", 4]) +
        "\n%r = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x4xf32>")
    row("dynamic_reshape", [a], "tensor<4x?xf32>", sizes_of("s", "%0", A, [4, "d0"]) +
        f"\n%r = stablehlo.dynamic_reshape %0, %s : ({A}, tensor<2xi32>) -> tensor<4x?xf32>")
    row("dynamic_reshape_groups", [(["n", 2, 6], "f32")], "tensor<?x3x4xf32>", sizes_of("s", "%0", "tensor<?x2x6xf32>", ["d0", 3, 4]) +
        "\n%r = stablehlo.dynamic_reshape %0, %s : (tensor<?x2x6xf32>, tensor<3xi32>) -> tensor<?x3x4xf32>")
    row("reshape_flat", [a], "tensor<?xf32>", f"%m = stablehlo.get_dimension_size %0, dim = 0 : ({A}) -> tensor<i32>\n"
        "%c4 = stablehlo.constant dense<4> : tensor<i32>\n%mn = stablehlo.multiply %m, %c4 : tensor<i32>\n"
        "%s = stablehlo.reshape %mn : (tensor<i32>) -> tensor<1xi32>\n"
        f"%r = stablehlo.dynamic_reshape %0, %s : ({A}, tensor<1xi32>) -> tensor<?xf32>")
    c = "%l = stablehlo.constant dense<[1, -1]> : tensor<2xi32>\n%h = stablehlo.constant dense<[2, 0]> : tensor<2xi32>\n%i = stablehlo.constant dense<[2, 1]> : tensor<2xi32>\n"
    row("dynamic_pad", [a, scalar, ([2], "i32")], "tensor<?x?xf32>", c +
        f"%r = stablehlo.dynamic_pad %0, %1, %l, %2, %i : ({A}, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>", from_last=True)
    row("dynamic_pad_known", [a, scalar], "tensor<?x6xf32>", c +
        f"%r = stablehlo.dynamic_pad %0, %1, %l, %h, %i : ({A}, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x6xf32>")
    row("real_dynamic_slice", [a], "tensor<?x?xf32>", sizes_of("l", "%0", A, ["d0", 4]) +
        "\n%b = stablehlo.constant dense<[0, 1]> : tensor<2xi32>\n%t = stablehlo.constant dense<[2, 1]> : tensor<2xi32>\n"
        f"%r = stablehlo.real_dynamic_slice %0, %b, %l, %t : ({A}, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>")
    row("dynamic_gather", [(["n+1", 4], "f32"), (["n", 1], "i32"), ([2], "i32")], "tensor<?x?xf32>",
        "%k = stablehlo.constant dense<[1, 4]> : tensor<2xi32>\n"
        '%r = "stablehlo.dynamic_gather"(%0, %1, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], '
        f"collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}}> : ({A}, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>")
    row("dynamic_conv", [(["n", 3, "n+4"], "f32"), ([2, 3, 3], "f32"), ([1, 2], "i32")], "tensor<?x2x?xf32>",
        '%r = "stablehlo.dynamic_conv"(%0, %1, %2) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, '
        "batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : "
        "(tensor<?x3x?xf32>, tensor<2x3x3xf32>, tensor<1x2xi32>) -> tensor<?x2x?xf32>", from_last=True)
    return rows


class Random:
    """A random function: every value has a shape of sizes and of expressions of `n`.

    XLA leaves out the initial value of a reduction over one element, which only one that is `neutral` allows."""

    def __init__(self, seed, neutral):
        self.neutral = neutral
        self.rng = np.random.default_rng(seed)
        self.lines, self.values, self.count = [], [], 0
        self.arguments = []
        for _ in range(self.rng.integers(1, 4)):
            shape = [self.size() for _ in range(self.rng.integers(1, 4))]
            self.values.append((f"%{len(self.arguments)}", shape))
            self.arguments.append((shape, "f32"))
        for _ in range(self.rng.integers(3, 9)):
            self.step()

    def size(self):
        return [1, 3, "n", "n", "n+1", "2*n"][self.rng.integers(6)]

    def choose(self, items):
        return items[self.rng.integers(len(items))]

    def new(self, shape, text):
        """Defines a value by `text`, in which {} is its type."""
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"{name} = " + text.replace("{}", type_of(shape, "f32")))
        self.values.append((name, shape))

    def step(self):
        name, shape = self.choose(self.values)
        ty, rank = type_of(shape, "f32"), len(shape)
        kind = self.rng.integers(12)
        if kind <= 1:
            op = self.choose(["negate", "tanh", "abs", "floor", "cosine", "logistic"])
            self.new(shape, f"stablehlo.{op} %s : {{}}".replace("%s", name))
        elif kind <= 3:
            others = [other for other, its in self.values if its == shape]
            op = self.choose(["add", "multiply", "maximum", "subtract", "minimum"])
            self.new(shape, f"stablehlo.{op} {name}, {self.choose(others)} : {{}}")
        elif kind == 4:
            order = [int(d) for d in self.rng.permutation(rank)]
            self.new([shape[d] for d in order], f"stablehlo.transpose {name}, dims = {order} : ({ty}) -> {{}}")
        elif kind == 5:
            dims = [d for d in range(rank) if self.rng.integers(2)]
            reverse = f"stablehlo.reverse {name}, dims = {dims} : {{}}"
            self.new(shape, reverse if dims else f"stablehlo.abs {name} : {{}}")
        elif kind == 6 and rank:
            dims = [d for d in range(rank) if self.rng.integers(2)] or [0]
            zero = f"%z{self.count}"
            op, init, limit = self.choose([("add", "0.0", "0.0"), ("maximum", "-2.0", "0xFF800000"), ("minimum", "2.0", "0x7F800000")])
            init = limit if self.neutral else init
            self.lines.append(f"{zero} = stablehlo.constant dense<{init}> : tensor<f32>")
            self.new([shape[d] for d in range(rank) if d not in dims], f"stablehlo.reduce({name} init: {zero}) applies "
                     f"stablehlo.{op} across dimensions = {dims} : ({ty}, tensor<f32>) -> {{}}")
        elif kind == 7 and rank:
            d = int(self.rng.integers(rank))
            others = [(other, its) for other, its in self.values
                      if len(its) == rank and its[:d] == shape[:d] and its[d + 1:] == shape[d + 1:]]
            other, its = self.choose(others)
            total = shape[d] + its[d] if isinstance(shape[d], int) and isinstance(its[d], int) else f"({shape[d]})+({its[d]})"
            self.new([*shape[:d], total, *shape[d + 1:]],
                     f"stablehlo.concatenate {name}, {other}, dim = {d} : ({ty}, {type_of(its, 'f32')}) -> {{}}")
        elif kind == 8 and rank:
            scalar = f"%z{self.count}"
            low, high = [int(x) for x in self.rng.integers(-1, 3, rank)], [int(x) for x in self.rng.integers(0, 3, rank)]
            holes = [int(x) for x in self.rng.integers(0, 2, rank)]
            padded = [f"max({s}+{l}+{h}+{i}*max({s}-1,0),0)" for s, l, h, i in zip(shape, low, high, holes)]
            if all(min(value(p[4:-3], n) for n in SIZES) >= 0 for p in padded):
                self.lines.append(f"{scalar} = stablehlo.constant dense<0.5> : tensor<f32>")
                sizes = [value(p, 0) if isinstance(s, int) else p for p, s in zip(padded, shape)]
                self.new(sizes, f"stablehlo.pad {name}, {scalar}, low = {low}, high = {high}, interior = {holes} : "
                         f"({ty}, tensor<f32>) -> {{}}")
        elif kind == 9 and rank < 4:
            at = int(self.rng.integers(rank + 1))
            source = [(d, s) for d, s in enumerate(shape) if not isinstance(s, int)]
            given = self.choose([("2", 2)] + [(f"d{d}", s) for d, s in source])
            dims = [f"d{d}" if not isinstance(s, int) else s for d, s in enumerate(shape)]
            dims.insert(at, int(given[0]) if given[0] == "2" else given[0])
            self.lines.append(sizes_of(f"s{self.count}", name, ty, dims))
            self.new([*shape[:at], given[1], *shape[at:]],
                     f"stablehlo.dynamic_broadcast_in_dim {name}, %s{self.count}, dims = "
                     f"{[d for d in range(rank + 1) if d != at]} : ({ty}, tensor<{rank + 1}xi32>) -> {{}}")
        elif kind == 10 and rank:
            # Exchanges sizes: the elements stay in their order.
            order = [int(d) for d in self.rng.permutation(rank)]
            dims = [f"d{d}" if not isinstance(shape[d], int) else shape[d] for d in order]
            self.lines.append(sizes_of(f"s{self.count}", name, ty, dims))
            self.new([shape[d] for d in order],
                     f"stablehlo.dynamic_reshape {name}, %s{self.count} : ({ty}, tensor<{rank}xi32>) -> {{}}")
        elif kind == 11 and rank:
            others = [(other, its) for other, its in self.values if its and its[0] == shape[-1]]
            if others and rank < 3:
                other, its = self.choose(others)
                if len(its) < 3:
                    self.new([*shape[:-1], *its[1:]], f"stablehlo.dot_general {name}, {other}, contracting_dims = "
                             f"[{rank - 1}] x [0] : ({ty}, {type_of(its, 'f32')}) -> {{}}")

    def function(self, name):
        """The text of the function, which returns its last value."""
        last, shape = self.values[-1]
        ty = type_of(shape, "f32")
        return Function(name, self.arguments, ty, "\n".join([*self.lines, f"%r = stablehlo.negate {last} : {ty}"]))


def element_of(ty):
    return re.search(r"([a-z]\w*)>$", ty.replace("x", " x "))[1].strip() if "x" in ty else ty[7:-1]


def literal(array, ty):
    data = np.ascontiguousarray(array)
    if data.size == 0:
        return f"arith.constant dense<> : {ty}"
    return f'arith.constant dense<"0x{data.tobytes().hex().upper()}"> : {ty}'


def wrapper(functions, inputs):
    """Calls every function on its inputs and prints the bits of its result."""
    lines = ["func.func private @printMemrefI32(tensor<*xi32>)", "func.func @run() {"]
    for f, function in enumerate(functions):
        for j, arrays in enumerate(inputs[f]):
            names, types = [], []
            for i, (array, argument) in enumerate(zip(arrays, function.arguments)):
                name, open_type = f"%x{f}_{j}_{i}", type_of(*argument)
                ty = type_of(list(array.shape), argument[1])
                lines += [f"{name}s = {literal(array, ty)}", f"{name} = tensor.cast {name}s : {ty} to {open_type}"]
                if ty == open_type:
                    lines.pop()
                    name += "s"
                names.append(name)
                types.append(open_type)
            bits = f"%r{f}_{j}"
            result = function.result
            lines.append(f"{bits}a = call @f{f}({', '.join(names)}) : ({', '.join(types)}) -> {result}")
            integers = result[: -len("f32>")] + "i32>"
            if result.endswith("f32>"):
                lines.append(f"{bits} = arith.bitcast {bits}a : {result} to {integers}")
            else:
                bits += "a"
            lines += [f"{bits}u = tensor.cast {bits} : {integers} to tensor<*xi32>",
                      f"call @printMemrefI32({bits}u) : (tensor<*xi32>) -> ()"]
    return "\n".join(lines + ["return", "}"])


def tool(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None, done.stderr


@functools.cache
def libraries():
    """The libraries that mlir-runner links a program with."""
    folder = subprocess.run(["llvm-config", "--libdir"], capture_output=True, text=True).stdout.strip()
    return ",".join(f"{folder}/libmlir_{library}.so" for library in ["runner_utils", "c_runner_utils"])


def through_upstream(folder, name, functions, inputs):
    """The results of all functions on all inputs; a text instead if that fails."""
    path = folder / f"{name}.mlir"
    path.write_text("".join(function.text(f"f{i}") for i, function in enumerate(functions)))
    linalg, error = tool("xla-opt", path, f"--pass-pipeline={TO_LINALG}")
    if linalg is None:
        return f"xla-opt: {error}"
    body = "\n".join(line for line in linalg.splitlines() if not line.startswith("module") and line != "}")
    whole, lowered = folder / f"{name}.linalg.mlir", folder / f"{name}.llvm.mlir"
    whole.write_text(body + "\n" + wrapper(functions, inputs))
    pipeline = f"--pass-pipeline=builtin.module({UPSTREAM})".replace(",\n", ",").replace("\n", "")
    _, error = tool("mlir-opt", whole, pipeline, "-o", lowered)
    if not lowered.exists():
        return f"mlir-opt: {error}"
    printed, error = tool("mlir-runner", lowered, "-e", "run", "--entry-point-result=void", f"--shared-libs={libraries()}")
    if printed is None:
        return f"mlir-runner: {error}"
    results = []
    for part in printed.split("Unranked Memref")[1:]:
        sizes, data = re.search(r"sizes = \[(.*?)\]", part)[1], part.split("data =")[1]
        shape = [int(size) for size in sizes.split(",") if size.strip()]
        numbers = np.array([int(number) for number in re.findall(r"-?\d+", data)], np.int64).astype(np.int32)
        results.append((shape, numbers[:int(np.prod(shape))]))  # an empty array prints some
    pairs = iter(results)
    return [[next(pairs) for _ in of_function] for of_function in inputs]


def by_xla(function, arrays):
    """The result of XLA:CPU. JAX makes the function static first, from the shapes of its arguments."""
    import oracle
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir

    static = list(zip(arrays, function.arguments))
    if function.from_last:
        static.pop()
    lines, called, types = [], [], []
    for i, (array, argument) in enumerate(static):
        ty, rank = type_of(*argument), array.ndim
        called.append(f"%{i}")
        types.append(ty)
        if "?" in ty:
            # An array of a static type, taken for one of the open type.
            lines.append(f"%s{i} = stablehlo.constant dense<{list(array.shape)}> : tensor<{rank}xi32>")
            lines.append(f"%o{i} = stablehlo.dynamic_reshape %{i}, %s{i} : "
                         f"({type_of(list(array.shape), argument[1])}, tensor<{rank}xi32>) -> {ty}")
            called[-1] = f"%o{i}"
    parameters = ", ".join(f"%{i}: {type_of(list(array.shape), argument[1])}" for i, (array, argument) in enumerate(static))
    lines.append(f"%r = func.call @f({', '.join(called)}) : ({', '.join(types)}) -> {function.result}")
    body = function.text("f", arrays[-1] if function.from_last else None).replace("func.func @f", "func.func private @f")
    text = f"{body}func.func @main({parameters}) -> {function.result} {{\n" + "\n".join(lines) + f"\nreturn %r : {function.result}\n}}\n"
    try:
        module = ir.Module.parse(text, context=mlir.make_ir_context())
        text = str(mlir.refine_polymorphic_shapes(module))
    except Exception as error:
        raise oracle.Refused(str(error).splitlines()[0]) from error
    return oracle.run(text, [array for array, _ in static])[0]


def compare_with_xla(function, inputs, results):
    """The differences from XLA:CPU, for each size; functions that XLA does not compile are named."""
    import oracle

    for n, arrays, (shape, bits) in zip(SIZES, inputs, results):
        values = (bits.view(np.float32) if function.result.endswith("f32>") else bits).reshape(shape)
        try:
            expected = by_xla(function, arrays)
        except oracle.Refused as refused:
            print(f"{function.name} of size {n}: XLA refuses it: {refused}", flush=True)
            continue
        if list(expected.shape) != shape:
            yield n, f"the shape is {shape}, not {list(expected.shape)}"
        elif not np.allclose(values, expected, rtol=1e-4, atol=1e-4, equal_nan=True):
            yield n, f"{values} is not {expected}"


def compare(folder, name, function, f, inputs, results):
    """The errors that the interpreter finds, for each size."""
    for n, arrays, (shape, bits) in zip(SIZES, inputs, results):
        values = bits.view(np.float32) if function.result.endswith("f32>") else bits
        if values.size != int(np.prod(shape)):
            yield n, f"{values.size} numbers of shape {shape}"
            continue
        paths = [folder / f"{name}.{f}.{n}.{i}.npy" for i in range(len(arrays))]
        for path, array in zip(paths, arrays):
            np.save(path, array)
        expected = folder / f"{name}.{f}.{n}.result.npy"
        np.save(expected, values.reshape(shape))
        tolerance = ["--rtol", "1e-4", "--atol", "1e-4"]
        program = folder / f"{name}.{f}.{n}.mlir"
        given = arrays[-1] if function.from_last else None
        program.write_text(function.text("main", given))
        inputs_of = paths[:-1] if function.from_last else paths
        output, error = tool("xla-run", "--interpret", program, *inputs_of, "--expect", expected, *tolerance)
        if output is None:
            yield n, error
        else:
            for path in [*paths, expected, program]:
                path.unlink()


def run(folder, name, functions, seed, xla_cpu):
    """Failures of a batch; one that fails as a whole is repeated function by function."""
    inputs = [[list(function.inputs(n, seed)) for n in SIZES] for function in functions]
    results = through_upstream(folder, name, functions, inputs)
    if isinstance(results, str):
        if len(functions) == 1:
            return [f"{functions[0].name}: {results[:2000]}"]
        return [failure for i, function in enumerate(functions)
                for failure in run(folder, f"{name}.{i}", [function], seed, xla_cpu)]
    wrong = (lambda f, function: compare_with_xla(function, inputs[f], results[f])) if xla_cpu else (
        lambda f, function: compare(folder, name, function, f, inputs[f], results[f]))
    return [f"{function.name} of size {n}: {reason[:2000]}" for f, function in enumerate(functions) for n, reason in wrong(f, function)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--random", type=int, default=24, help="number of random functions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--xla-cpu", action="store_true", help="compare with XLA:CPU instead of the interpreter")
    parser.add_argument("--only", help="functions of the table whose name contains this")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    functions = [row for row in table() if options.only is None or options.only in row.name]
    if options.only is None:
        functions += [Random([options.seed, i], options.xla_cpu).function(f"random{i}") for i in range(options.random)]
    batches = [functions[i:i + BATCH] for i in range(0, len(functions), BATCH)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        checked = pool.map(lambda i: run(options.folder, f"batch{i}", batches[i], options.seed, options.xla_cpu), range(len(batches)))
        failures = sum(checked, [])
    for failure in failures:
        print(failure)
    print(f"{len(functions)} functions, {len(functions) * len(SIZES)} runs, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
