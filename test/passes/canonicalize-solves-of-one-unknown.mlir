// RUN: xla-opt %s --canonicalize | FileCheck %s
//
// A system of one unknown is a division, of real numbers and of complex ones whose matrix is not conjugated.

// CHECK-LABEL: @divided
// CHECK: %[[A:.*]] = xla.broadcast_in_dim %arg0, dims = [0, 1, 2] : (tensor<100x1x1xf32>) -> tensor<100x1x7xf32>
// CHECK: xla.div %arg1, %[[A]] : tensor<100x1x7xf32>
func.func @divided(%a: tensor<100x1x1xf32>, %b: tensor<100x1x7xf32>) -> tensor<100x1x7xf32> {
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false, transpose_a = ADJOINT : (tensor<100x1x1xf32>, tensor<100x1x7xf32>) -> tensor<100x1x7xf32>
  return %0 : tensor<100x1x7xf32>
}

// CHECK-LABEL: @unit
// CHECK-NEXT: return %arg1
func.func @unit(%a: tensor<1x1xf32>, %b: tensor<7x1xf32>) -> tensor<7x1xf32> {
  %0 = xla.triangular_solve %a, %b, left_side = false, lower = true, unit_diagonal = true, transpose_a = NO_TRANSPOSE : (tensor<1x1xf32>, tensor<7x1xf32>) -> tensor<7x1xf32>
  return %0 : tensor<7x1xf32>
}

// CHECK-LABEL: @conjugated
// CHECK: xla.triangular_solve
func.func @conjugated(%a: tensor<1x1xcomplex<f32>>, %b: tensor<1x7xcomplex<f32>>) -> tensor<1x7xcomplex<f32>> {
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false, transpose_a = ADJOINT : (tensor<1x1xcomplex<f32>>, tensor<1x7xcomplex<f32>>) -> tensor<1x7xcomplex<f32>>
  return %0 : tensor<1x7xcomplex<f32>>
}

// CHECK-LABEL: @two
// CHECK: xla.triangular_solve
func.func @two(%a: tensor<2x2xf32>, %b: tensor<2x7xf32>) -> tensor<2x7xf32> {
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false, transpose_a = TRANSPOSE : (tensor<2x2xf32>, tensor<2x7xf32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}
