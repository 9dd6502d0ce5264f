// Products of matrices are computed as a file says, with the same results; what a kernel got is in the IR.
//
// RUN: xla-opt --xla-to-kernels %s | FileCheck %s --check-prefix=MODEL
// RUN: rm -rf %t && mkdir %t
// RUN: printf '["m 400, n 200, k 600: f32 * f32 -> f32"]\ntile_rows = 5\nblock_rows = 12\nblock_depth = 70\nsplit = "rows"\n' > %t/s.toml
// RUN: xla-run %s --random 1 --xla-schedule %t/s.toml --print-after xla-lower-kernels --threads 3 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=ASKED,RIGHT
//
// Numbers that are none, and names that are none, have a place; a kernel that is not in the program is another's.
// RUN: printf '["m 400, n 200, k 600: f32 * f32 -> f32"]\ntile_rows = 33\n' > %t/range.toml
// RUN: expect-exit 2 xla-run %s --random 1 --xla-schedule %t/range.toml 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: printf '["k"]\ntile_row = 5\n' > %t/name.toml
// RUN: expect-exit 2 xla-run %s --random 1 --xla-schedule %t/name.toml 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: printf 'module attributes {xla.schedules = {k = {tile_rows = 0 : i64}}} {func.func @main() { return }}' > %t/wrong.mlir
// RUN: expect-exit 2 xla-run %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: expect-exit 2 xla-opt %t/wrong.mlir --xla-lower-kernels 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: expect-exit 2 xla-run %s --random 1 --xla-schedule %t/none.toml 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: printf '["m 1, n 2, k 3: f32 * f32 -> f32"]\ntile_rows = 5\n' > %t/other.toml
// RUN: xla-run %s --random 1 --xla-schedule %t/other.toml | FileCheck %s --check-prefix=RIGHT
//
// A search keeps what it finds besides what is there, which is read as well as written.
// RUN: xla-run %s --random 1 --xla-autotune %t/other.toml --seconds 0.001 2>&1 | FileCheck %s --check-prefix=TUNED
// RUN: FileCheck %s --check-prefix=KEPT --input-file %t/other.toml
// RUN: xla-run %s --random 1 --xla-schedule %t/other.toml | FileCheck %s --check-prefix=RIGHT
// RUN: expect-exit 2 xla-run %S/cache.mlir --random 1 --xla-autotune %t/new.toml 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: expect-exit 2 xla-run %s --random 1 --xla-autotune %t/no/where.toml 2>&1 | FileCheck %s --check-prefix=NOWHERE

// NOWHERE-NOT: to begin with
// NOWHERE: error: {{.*}}no/where.toml: {{.*}}
// MODEL: func.func private @main_kernel_{{[0-9]+}}({{.*}}xla.schedules = {"m 400, n 200, k 600: f32 * f32 -> f32" = {block_depth = {{[0-9]+}} : i64, block_rows = {{[0-9]+}} : i64, split = "{{rows|columns}}", tile_rows = {{[0-9]+}} : i64}}
// ASKED: xla.schedules = {"m 400, n 200, k 600: f32 * f32 -> f32" = {block_depth = 80 : i64, block_rows = 10 : i64, split = "rows", tile_rows = 5 : i64}}
// RIGHT: checks: 1
// RIGHT-NOT: error
// RANGE: range.toml:1:3: error: in the schedule of m 400, n 200, k 600: f32 * f32 -> f32: `tile_rows` is between 1 and 32
// NAME: name.toml:2:1: error: unknown field `tile_row`, expected one of `tile_rows`
// WRONG: wrong.mlir:1:1: error: in xla.schedules, k: `tile_rows` is between 1 and 32
// NONE: error: {{.*}}none.toml
// TUNED: ms to begin with
// TUNED: kernel 1 of 1: m 400, n 200, k 600
// TUNED: {tile_rows = 4}: {{[0-9.]+}} ms, {{[0-9.]+}} % {{faster|slower}}
// TUNED: {{by the schedules in .*other.toml|nothing is faster than what there was}}
// KEPT: ["m 1, n 2, k 3: f32 * f32 -> f32"]
// KEPT-NEXT: tile_rows = 5
// NOTHING: error: nothing to tune: no kernel of the program is a product of matrices that packs its operands

// Row i of the left one is i, all of the right one is 2: 1200 i.
func.func @main(%right: tensor<600x200xf32>) {
  %rows = xla.iota dim = 0 : tensor<400x600xf32>
  %zero = xla.constant dense<0.0> : tensor<f32>
  %two = xla.constant dense<2.0> : tensor<600x200xf32>
  %any = xla.mul %right, %zero : (tensor<600x200xf32>, tensor<f32>) -> tensor<600x200xf32>
  %b = xla.add %any, %two : tensor<600x200xf32>
  %left = xla.optimization_barrier %rows : (tensor<400x600xf32>) -> tensor<400x600xf32>
  %found = xla.dot %left, %b : (tensor<400x600xf32>, tensor<600x200xf32>) -> tensor<400x200xf32>
  %index = xla.iota dim = 0 : tensor<400x200xf32>
  %each = xla.constant dense<1200.0> : tensor<400x200xf32>
  %expected = xla.mul %index, %each : tensor<400x200xf32>
  xla.custom_call "check.expect_eq"(%found, %expected) {has_side_effect = true} : (tensor<400x200xf32>, tensor<400x200xf32>) -> ()
  return
}
