// RUN: xla-opt %s --canonicalize | FileCheck %s
//
// A system of one unknown is a division, and many of few unknowns are divisions one after the other: of real numbers and of complex ones whose matrix is not conjugated.

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

// The last unknown of an upper triangle comes first.
// CHECK-LABEL: @many
// CHECK: %[[B1:.*]] = xla.slice %arg1 [0:64, 1:2, 0:3]
// CHECK: %[[A11:.*]] = xla.slice %arg0 [0:64, 1:2, 1:2]
// CHECK: %[[X1:.*]] = xla.div %[[B1]]
// CHECK: %[[B0:.*]] = xla.slice %arg1 [0:64, 0:1, 0:3]
// CHECK: %[[A01:.*]] = xla.slice %arg0 [0:64, 0:1, 1:2]
// CHECK: %[[PRODUCT:.*]] = xla.mul %{{.*}}, %[[X1]]
// CHECK: %[[REST:.*]] = xla.sub %[[B0]], %[[PRODUCT]]
// CHECK: %[[X0:.*]] = xla.div %[[REST]]
// CHECK: xla.concatenate %[[X0]], %[[X1]]
func.func @many(%a: tensor<64x2x2xf32>, %b: tensor<64x2x3xf32>) -> tensor<64x2x3xf32> {
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = false, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<64x2x2xf32>, tensor<64x2x3xf32>) -> tensor<64x2x3xf32>
  return %0 : tensor<64x2x3xf32>
}

// CHECK-LABEL: @two
// CHECK: xla.triangular_solve
func.func @two(%a: tensor<2x2xf32>, %b: tensor<2x7xf32>) -> tensor<2x7xf32> {
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false, transpose_a = TRANSPOSE : (tensor<2x2xf32>, tensor<2x7xf32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}
