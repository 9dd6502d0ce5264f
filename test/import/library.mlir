// RUN: xla-opt %s --stablehlo-legalize-to-xla | FileCheck %s

// CHECK-LABEL: func @linear_algebra
func.func @linear_algebra(%a: tensor<3x3xf32>, %b: tensor<3x1xf32>, %x: tensor<8xf32>) {
  // CHECK: xla.fft %arg2, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
  // CHECK: xla.cholesky %arg0, lower = true : tensor<3x3xf32>
  %1 = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  // CHECK: xla.cholesky %arg0 : tensor<3x3xf32>
  %2 = stablehlo.cholesky %a : tensor<3x3xf32>
  // CHECK: xla.triangular_solve %arg0, %arg1, left_side = true, lower = false, unit_diagonal = false, transpose_a = ADJOINT
  %3 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
  return
}

// The shape, an operand there, is the result's.
// CHECK-LABEL: func @random
func.func @random(%a: tensor<f32>, %n: tensor<1xi64>, %s: tensor<2xui64>) {
  // CHECK: xla.rng_uniform %arg0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<4xf32>
  %0 = stablehlo.rng %a, %a, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  // CHECK: xla.rng_normal %arg0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.rng %a, %a, %n, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  // CHECK: xla.rng_bit_generator %arg2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %2:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return
}

// CHECK-LABEL: func @computations
func.func @computations(%x: tensor<4x3xf32>) {
  // Without one, the dimension is the last.
  // CHECK: xla.sort(%arg0) dim = -1 : (tensor<4x3xf32>) -> tensor<4x3xf32> comparator {
  // CHECK:   xla.lt
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK: xla.map(%arg0, %arg0) dims = [0, 1] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32> computation {
  // CHECK:   xla.add
  %1 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}
