// The interpreter: exact, wide and perturbed arithmetic, a limit on steps, and what it does not take.
// RUN: xla-run %s --entry thirds --interpret | FileCheck %s --check-prefix=EXACT
// RUN: xla-run %s --entry thirds --interpret=exact | FileCheck %s --check-prefix=EXACT
// RUN: xla-run %s --entry thirds | FileCheck %s --check-prefix=EXACT
// RUN: xla-run %s --entry thirds --interpret=wide | FileCheck %s --check-prefix=WIDE
// RUN: xla-run %s --entry thirds --interpret=perturbed --seed 1 | FileCheck %s --check-prefix=PERTURBED
// RUN: expect-exit 1 xla-run %s --entry forever --interpret --max-steps 1000 2>&1 | FileCheck %s --check-prefix=STEPS
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

// RECURSION: interpret.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: {{.*}}@itself calls itself
// RECURSION: unsupported: func.call: @itself calls itself
func.func @itself(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @itself(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CONFLICT: error: the argument '--interpret[=<ARITHMETIC>]' cannot be used with '--bench'
