// The interpreter: exact, wide and perturbed arithmetic, a limit on steps, and what it does not take.
// RUN: xla-run %s --entry thirds --interpret | FileCheck %s --check-prefix=EXACT
// RUN: xla-run %s --entry thirds --interpret=exact | FileCheck %s --check-prefix=EXACT
// RUN: xla-run %s --entry thirds | FileCheck %s --check-prefix=EXACT
// RUN: xla-run %s --entry thirds --interpret=wide | FileCheck %s --check-prefix=WIDE
// RUN: xla-run %s --entry thirds --interpret=perturbed --seed 1 | FileCheck %s --check-prefix=PERTURBED
// RUN: xla-run %s --entry apart --interpret --seed 5 | FileCheck %s --check-prefix=ORDER
// RUN: xla-run %s --entry apart --interpret=perturbed --seed 5 | FileCheck %s --check-prefix=APART
// RUN: expect-exit 1 xla-run %s --entry forever --interpret --max-steps 1000 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: expect-exit 2 xla-run %s --entry large --interpret --max-memory 100K 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: xla-run %s --entry large --interpret --max-memory 240K | FileCheck %s --check-prefix=FITS
// RUN: expect-exit 2 xla-run %s --entry huge --interpret 2>&1 | FileCheck %s --check-prefix=HUGE
// RUN: xla-run %s --entry empty --interpret --random 0 | FileCheck %s --check-prefix=EMPTY
// RUN: expect-exit 77 xla-run %s --entry itself --interpret 2>&1 | FileCheck %s --check-prefix=RECURSION
// RUN: expect-exit 2 xla-run %s --entry thirds --interpret --bench 2>&1 | FileCheck %s --check-prefix=CONFLICT

// EXACT: result 0: tensor<f32> 0.33333334
// EXACT: result 1: tensor<bf16> 0.33398438
// WIDE: result 0: tensor<f64> 0.3333333333333333
// WIDE: result 1: tensor<f64> 0.3333333333333333
// PERTURBED: result 0: tensor<f32> 0.3333333
// PERTURBED: result 1: tensor<bf16> 0.33
func.func @thirds() -> (tensor<f32>, tensor<bf16>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %three = stablehlo.constant dense<3.0> : tensor<f32>
  %0 = stablehlo.divide %one, %three : tensor<f32>
  %1 = stablehlo.convert %0 : (tensor<f32>) -> tensor<bf16>
  return %0, %1 : tensor<f32>, tensor<bf16>
}

// Sums may be computed in another order, in which the finite terms overflow, also beside a result whose terms stay in order.
// ORDER: result 0: tensor<f32> -inf
// APART: result 0: tensor<f32> nan
func.func @apart() -> tensor<f32> {
  %x = stablehlo.constant dense<[3.0e38, 0xFF800000, 3.0e38]> : tensor<3xf32>
  %y = stablehlo.constant dense<1.0> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.reduce(%x init: %zero), (%y init: %zero) across dimensions = [0] : (tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
    %sum = stablehlo.add %a, %b : tensor<f32>
    %negative = stablehlo.negate %d : tensor<f32>
    %other = stablehlo.subtract %c, %negative : tensor<f32>
    stablehlo.return %sum, %other : tensor<f32>, tensor<f32>
  }
  return %0#0 : tensor<f32>
}

// STEPS: interpret.mlir:[[#@LINE+4]]:{{[0-9]+}}: error: the program takes more than 1000 steps
func.func @forever() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.while(%i = %zero) : tensor<i32> cond {
    stablehlo.return %true : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return %0 : tensor<i32>
}

// Three arrays of 40000 bytes take more than 100 KiB. The loop adds two to four others, the old and the new state, and
// no more with each iteration.
// MEMORY: interpret.mlir:[[#@LINE+6]]:{{[0-9]+}}: error: the program's values take too much memory: 120000 bytes of memory are needed, and 102400 are available
// FITS: result 0: tensor<10000xf32>
// FITS-SAME: 8.0
func.func @large() -> tensor<10000xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<10000xf32>
  %two = stablehlo.add %one, %one : tensor<10000xf32>
  %four = stablehlo.add %two, %two : tensor<10000xf32>
  %five = stablehlo.add %four, %one : tensor<10000xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %x = %five) : tensor<i32>, tensor<10000xf32> cond {
    %less = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %next = stablehlo.add %i, %step : tensor<i32>
    %more = stablehlo.add %x, %one : tensor<10000xf32>
    stablehlo.return %next, %more : tensor<i32>, tensor<10000xf32>
  }
  return %0#1 : tensor<10000xf32>
}

// HUGE: interpret.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: the program's values take too much memory: 4000000000000 bytes of memory are needed, and {{[0-9]+}} are available
func.func @huge() -> tensor<f32> {
  %ones = stablehlo.constant dense<1.0> : tensor<1000000x1000000xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%ones init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1000000x1000000xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Slices without elements are not sorted one by one.
// EMPTY: result 0: tensor<2000000000x0xi32> {{\[\[}}],
func.func @empty(%x: tensor<2000000000x0xi32>) -> tensor<2000000000x0xi32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2000000000x0xi32>) -> tensor<2000000000x0xi32>
  return %0 : tensor<2000000000x0xi32>
}

// RECURSION: interpret.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: {{.*}}@itself calls itself
// RECURSION: unsupported: func.call: @itself calls itself
func.func @itself(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @itself(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CONFLICT: error: the argument '--interpret[=<ARITHMETIC>]' cannot be used with '--bench'
