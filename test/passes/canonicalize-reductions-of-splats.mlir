// RUN: xla-opt %s --canonicalize | FileCheck %s
//
// A reduction of equal elements gives equal results, of which one is computed.

// CHECK-LABEL: @rows
// CHECK: %[[ROW:.*]] = xla.constant dense<9> : tensor<1x6xi32>
// CHECK: %[[ONE:.*]] = xla.reduce(%[[ROW]] init: %arg0){{.*}} -> tensor<1xi32>
// CHECK: xla.broadcast_in_dim %[[ONE]]{{.*}} -> tensor<64xi32>
func.func @rows(%init: tensor<i32>) -> tensor<64xi32> {
  %x = xla.constant dense<9> : tensor<64x6xi32>
  %0 = xla.reduce(%x init: %init) applies xla.add across dimensions = [1] : (tensor<64x6xi32>, tensor<i32>) -> tensor<64xi32>
  return %0 : tensor<64xi32>
}

// Where the scalar comes from makes no difference.
// CHECK-LABEL: @scalar
// CHECK: xla.reduce{{.*}}(tensor<5x1x1xf32>, tensor<f32>) -> tensor<1x1xf32>
func.func @scalar(%x: tensor<f32>, %init: tensor<f32>) -> tensor<7x8xf32> {
  %all = xla.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<5x7x8xf32>
  %0 = xla.reduce(%all init: %init) applies xla.max across dimensions = [0] : (tensor<5x7x8xf32>, tensor<f32>) -> tensor<7x8xf32>
  return %0 : tensor<7x8xf32>
}

// Of a window that dimension has one position that is without padding and holes, here the first and the last one.
// CHECK-LABEL: @window
// CHECK: xla.reduce_window{{.*}}(tensor<3x8x8x5xf32>, tensor<f32>) -> tensor<1x8x13x1xf32>
// CHECK: xla.broadcast_in_dim {{.*}} -> tensor<8x8x13x5xf32>
func.func @window(%init: tensor<f32>) -> tensor<8x8x13x5xf32> {
  %x = xla.constant dense<2.0> : tensor<10x8x8x9xf32>
  %0 = xla.reduce_window(%x init: %init) applies xla.mul window = {size = [3, 2, 3, 3], stride = [1, 1, 1, 1], pad = [[0, 0], [1, 0], [0, 0], [0, 0]], lhs_dilate = [1, 1, 2, 1], rhs_dilate = [1, 1, 1, 2]} : (tensor<10x8x8x9xf32>, tensor<f32>) -> tensor<8x8x13x5xf32>
  return %0 : tensor<8x8x13x5xf32>
}

// CHECK-LABEL: @other
// CHECK: xla.reduce{{.*}}(tensor<64x6xi32>, tensor<i32>) -> tensor<64xi32>
// CHECK: xla.reduce_window{{.*}}(tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
func.func @other(%x: tensor<6xi32>, %init: tensor<i32>, %zero: tensor<f32>) -> (tensor<64xi32>, tensor<8xf32>) {
  %all = xla.broadcast_in_dim %x, dims = [1] : (tensor<6xi32>) -> tensor<64x6xi32>
  %0 = xla.reduce(%all init: %init) applies xla.add across dimensions = [1] : (tensor<64x6xi32>, tensor<i32>) -> tensor<64xi32>
  %ones = xla.constant dense<1.0> : tensor<8xf32>
  %1 = xla.reduce_window(%ones init: %zero) applies xla.add window = {size = [3], pad = same} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0, %1 : tensor<64xi32>, tensor<8xf32>
}
