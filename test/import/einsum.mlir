// RUN: xla-opt %s --stablehlo-legalize-to-xla | FileCheck %s
// RUN: xla-opt %s --xla-to-linalg -o /dev/null

// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4xf32>, %[[Y:.*]]: tensor<2x4x5xf32>
// CHECK: %[[DOT:.*]] = xla.dot_general %[[X]], %[[Y]], contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
// CHECK: %[[R:.*]] = xla.transpose %[[DOT]], dims = [2, 0, 1] : (tensor<2x3x5xf32>) -> tensor<5x2x3xf32>
// CHECK: return %[[R]]
func.func @product(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<5x2x3xf32> {
  %0 = stablehlo.einsum %x, %y, config = "bik,bkj->jbi" : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<5x2x3xf32>
  return %0 : tensor<5x2x3xf32>
}

// A dimension that only one operand has is summed before; an ellipsis stands for what letters leave.
// CHECK-LABEL: func.func @ellipsis(
// CHECK: %[[SUM:.*]] = xla.reduce(%arg1 init: %{{.*}}) applies xla.add across dimensions = [0] : (tensor<7x4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
// CHECK: xla.dot_general %arg0, %[[SUM]], contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
func.func @ellipsis(%x: tensor<2x3x4xf32>, %y: tensor<7x4x5xf32>) -> tensor<2x3x5xf32> {
  %0 = stablehlo.einsum %x, %y, config = "...k,skj -> ...j" : (tensor<2x3x4xf32>, tensor<7x4x5xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// CHECK-LABEL: func.func @unary(
// CHECK: %[[SUM:.*]] = xla.reduce(%arg0 init: %{{.*}}) applies xla.add across dimensions = [1] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<2x4xi32>
// CHECK: xla.transpose %[[SUM]], dims = [1, 0] : (tensor<2x4xi32>) -> tensor<4x2xi32>
func.func @unary(%x: tensor<2x3x4xi32>) -> tensor<4x2xi32> {
  %0 = stablehlo.unary_einsum %x, config = "ijk->ki" : (tensor<2x3x4xi32>) -> tensor<4x2xi32>
  return %0 : tensor<4x2xi32>
}

// CHECK-LABEL: func.func @select(
// CHECK: xla.gather
// CHECK-SAME: (tensor<4x7x8x2xf32>, tensor<4x3xi32>) -> tensor<4x7x3x2xf32>
func.func @select(%x: tensor<4x7x8x2xf32>, %i: tensor<4x3xi32>) -> tensor<4x7x3x2xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 2 : i64, batch_dims = 1 : i64}> : (tensor<4x7x8x2xf32>, tensor<4x3xi32>) -> tensor<4x7x3x2xf32>
  return %0 : tensor<4x7x3x2xf32>
}

// Nothing is selected where there are no elements.
// CHECK-LABEL: func.func @select_none(
// CHECK: xla.gather {{.*}} slice_sizes = [0, 0, 3]
func.func @select_none(%x: tensor<0x0x3xf32>, %i: tensor<0x0xi32>) -> tensor<0x0x3xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<0x0x3xf32>, tensor<0x0xi32>) -> tensor<0x0x3xf32>
  return %0 : tensor<0x0x3xf32>
}
