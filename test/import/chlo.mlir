// RUN: xla-opt %s --stablehlo-legalize-to-xla | FileCheck %s

// CHECK-LABEL: func @one_op
func.func @one_op(%x: tensor<4xf32>) {
  // CHECK: xla.erf %{{.*}} : tensor<4xf32>
  %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: xla.tan %{{.*}} : tensor<4xf32>
  %1 = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: xla.constant dense<2.000000e+00> : tensor<f32>
  %2 = chlo.constant dense<2.0> : tensor<f32>
  // CHECK: xla.mul %[[X:.*]], %[[X]] : tensor<4xf32>
  %3 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// Ranks that differ need dimensions in xla, and align at the end in CHLO.
// CHECK-LABEL: func @broadcasting
func.func @broadcasting(%x: tensor<2x3x4xf32>, %v: tensor<3x4xf32>, %s: tensor<f32>) {
  // CHECK: xla.add %{{.*}}, %{{.*}}, broadcast_dimensions = [1, 2] : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  %0 = chlo.broadcast_add %x, %v : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  // CHECK: xla.sub %{{[^,]*}}, %{{[^,]*}} : (tensor<f32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %1 = chlo.broadcast_subtract %s, %v : (tensor<f32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  // CHECK: xla.lt %{{.*}}, %{{.*}}, broadcast_dimensions = [1, 2] : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xi1>
  %2 = chlo.broadcast_compare %x, %v {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xi1>
  return
}

// CHECK-LABEL: func @conjugate
// CHECK-SAME:    %[[Z:.*]]: tensor<4xcomplex<f32>>
func.func @conjugate(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // CHECK: %[[RE:.*]] = xla.real %[[Z]]
  // CHECK: %[[IM:.*]] = xla.imag %[[Z]]
  // CHECK: %[[NEG:.*]] = xla.neg %[[IM]]
  // CHECK: xla.complex %[[RE]], %[[NEG]]
  %0 = chlo.conj %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// Infinite: not finite, and not NaN.
// CHECK-LABEL: func @infinite
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
func.func @infinite(%x: tensor<4xf32>) -> tensor<4xi1> {
  // CHECK: %[[FINITE:.*]] = xla.is_finite %[[X]]
  // CHECK: %[[NOT:.*]] = xla.not %[[FINITE]]
  // CHECK: %[[NUMBER:.*]] = xla.eq %[[X]], %[[X]]
  // CHECK: xla.and %[[NOT]], %[[NUMBER]]
  %0 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
