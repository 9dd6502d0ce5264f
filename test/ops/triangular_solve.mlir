// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>, %c: tensor<2x3x4xf32>) {
  // CHECK: xla.triangular_solve %arg0, %arg1, left_side = true, lower = true, unit_diagonal = false, transpose_a =  NO_TRANSPOSE : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  // CHECK: xla.triangular_solve %arg0, %arg2, left_side = false, lower = false, unit_diagonal = true, transpose_a =  ADJOINT : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = xla.triangular_solve %a, %c, left_side = false, lower = false, unit_diagonal = true, transpose_a = ADJOINT : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
