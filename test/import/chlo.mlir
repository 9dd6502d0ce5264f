// RUN: xla-opt %s --stablehlo-legalize-to-xla | FileCheck %s

// CHECK-LABEL: func @one_op
func.func @one_op(%x: tensor<4xf32>) {
  // CHECK: xla.erf %arg0 : tensor<4xf32>
  %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: xla.tan %arg0 : tensor<4xf32>
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
  // CHECK: xla.add %arg0, %arg1, broadcast_dimensions = [1, 2] : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  %0 = chlo.broadcast_add %x, %v : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  // CHECK: xla.sub %arg2, %arg1 : (tensor<f32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %1 = chlo.broadcast_subtract %s, %v : (tensor<f32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  // CHECK: xla.lt %arg0, %arg1, broadcast_dimensions = [1, 2] : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xi1>
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

// Special functions are xla ops of the same name, and broadcast as its others do.
// CHECK-LABEL: func @functions
func.func @functions(%x: tensor<2x4xf32>, %v: tensor<4xf32>, %i: tensor<4xi32>) {
  // CHECK: xla.digamma %arg1 : tensor<4xf32>
  %0 = chlo.digamma %v : tensor<4xf32> -> tensor<4xf32>
  // CHECK: xla.zeta %arg0, %arg1, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %1 = chlo.broadcast_zeta %x, %v : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: xla.mulhi %arg2, %arg2 : tensor<4xi32>
  %2 = chlo.mulhi %i, %i : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  // CHECK: xla.constant dense<1.000000e+00> : tensor<4xf32>
  %3 = "chlo.constant_like"(%v) {value = 1.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func @select
// CHECK-SAME:    %[[P:.*]]: tensor<4xi1>, %[[X:.*]]: tensor<2x4xf32>, %[[S:.*]]: tensor<f32>
func.func @select(%p: tensor<4xi1>, %x: tensor<2x4xf32>, %s: tensor<f32>) -> tensor<2x4xf32> {
  // CHECK: %[[WIDE_P:.*]] = xla.broadcast_in_dim %[[P]], dims = [1]
  // CHECK: %[[WIDE_S:.*]] = xla.broadcast_in_dim %[[S]], dims = []
  // CHECK: xla.select %[[WIDE_P]], %[[X]], %[[WIDE_S]]
  %0 = chlo.broadcast_select %p, %x, %s : (tensor<4xi1>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// The left operand's rows once for each group, with zeros in the rows of the others.
// CHECK-LABEL: func @ragged_dot
func.func @ragged_dot(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) -> tensor<11x7xf32> {
  // CHECK: %[[ROWS:.*]] = xla.select {{.*}} -> tensor<3x11x5xf32>
  // CHECK: xla.dot_general %[[ROWS]], %arg1, contracting_dims = [2, 0] x [1, 0] : (tensor<3x11x5xf32>, tensor<3x5x7xf32>) -> tensor<11x7xf32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return %0 : tensor<11x7xf32>
}

// CHECK-LABEL: func @scan
func.func @scan(%x: tensor<2x3xf32>, %init: tensor<3xf32>) -> tensor<2x3xf32> {
  // CHECK: xla.while
  // CHECK: xla.lt
  // CHECK: xla.dynamic_slice {{.*}}, sizes = [1, 3]
  // CHECK: xla.add {{.*}} : tensor<3xf32>
  // CHECK: xla.dynamic_update_slice
  %0:2 = chlo.scan(%x) inits(%init) dimension = 0 {
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    %1 = stablehlo.add %a, %b : tensor<3xf32>
    stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return %0#0 : tensor<2x3xf32>
}

// CHECK-LABEL: func @top_k
// CHECK-SAME:    %[[X:.*]]: tensor<2x4xf32>
func.func @top_k(%x: tensor<2x4xf32>) -> tensor<2x3xi32> {
  // CHECK: %[[IOTA:.*]] = xla.iota dim = 1 : tensor<2x4xi32>
  // CHECK: xla.sort(%[[X]], %[[IOTA]]) dim = 1, is_stable = true
  // CHECK: xla.gt_total_order
  // CHECK: xla.slice %{{.*}} [0:2, 0:3]
  %0:2 = chlo.top_k(%x, k = 3) : tensor<2x4xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#1 : tensor<2x3xi32>
}
