// RUN: xla-opt %s --xla-resolve-dynamic-sizes | FileCheck %s

// Sizes come in behind the arguments, and go out behind the results; a reduction sees its initial value beyond one.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<8x4xf32>, %[[N:.*]]: tensor<i32>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<i32>)
// CHECK: %[[SIZE:.*]] = xla.clamp %{{.*}}, %[[N]], %{{.*}}
// CHECK: %[[Y:.*]] = xla.exp %[[X]] : tensor<8x4xf32>
// CHECK: %[[LIMIT:.*]] = xla.broadcast_in_dim %[[SIZE]], dims = []
// CHECK: %[[PLACE:.*]] = xla.iota dim = 0 : tensor<8x4xi32>
// CHECK: %[[COUNTS:.*]] = xla.lt %[[PLACE]], %[[LIMIT]]
// CHECK: %[[MASKED:.*]] = xla.select %[[COUNTS]], %[[Y]], %{{.*}}
// CHECK: %[[SUM:.*]] = xla.reduce(%[[MASKED]] init: %{{.*}})
// CHECK: return %[[Y]], %[[SUM]], %[[SIZE]]
func.func @main(%x: tensor<?x4xf32, #xla.bounds<8, ?>>) -> (tensor<?x4xf32, #xla.bounds<8, ?>>, tensor<4xf32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.exp %x : tensor<?x4xf32, #xla.bounds<8, ?>>
  %1 = xla.reduce(%0 init: %zero) applies xla.add across dimensions = [0] : (tensor<?x4xf32, #xla.bounds<8, ?>>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<?x4xf32, #xla.bounds<8, ?>>, tensor<4xf32>
}

// A window sees its initial value beyond the size, and the number of its positions follows from it.
// CHECK-LABEL: func.func @window
// CHECK: %[[COUNT:.*]] = xla.div %{{.*}}, %{{.*}} : tensor<i32>
// CHECK: %[[ALL:.*]] = xla.clamp %{{.*}}, %[[COUNT]], %{{.*}}
// CHECK: %[[MASKED:.*]] = xla.select %{{.*}}, %arg0, %{{.*}} : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK: %[[MAXIMA:.*]] = xla.reduce_window(%[[MASKED]] init
// CHECK: return %[[MAXIMA]], %[[ALL]]
func.func @window(%x: tensor<?xf32, #xla.bounds<8>>, %low: tensor<f32>) -> tensor<?xf32, #xla.bounds<7>> {
  %0 = xla.reduce_window(%x init: %low) applies xla.max window = {size = [2]} : (tensor<?xf32, #xla.bounds<8>>, tensor<f32>) -> tensor<?xf32, #xla.bounds<7>>
  return %0 : tensor<?xf32, #xla.bounds<7>>
}

// Whether an update counts is one more update.
// CHECK-LABEL: func.func @updates
// CHECK: %[[COUNTS:.*]] = xla.lt %{{.*}}, %{{.*}} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
// CHECK: xla.scatter (%{{.*}}, %{{.*}}) at %{{.*}}, (%{{.*}}, %[[COUNTS]])
func.func @updates(%x: tensor<4xf32>, %i: tensor<8xi32>, %u: tensor<?xf32, #xla.bounds<8>>) -> tensor<4xf32> {
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<4xf32>, tensor<8xi32>, tensor<?xf32, #xla.bounds<8>>) -> tensor<4xf32>
  (%old: tensor<f32>, %new: tensor<f32>) {
    xla.return %new : tensor<f32>
  }
  return %0 : tensor<4xf32>
}

// Padding that follows the size is cut from a wider array, so that the window needs no other: its last position ends with the
// last element, or behind it.
// CHECK-LABEL: func.func @same
// CHECK: %[[PAD:.*]] = xla.pad %{{.*}}, %arg1, low = [1], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<10xf32>
// CHECK: %[[CUT:.*]] = xla.dynamic_slice %[[PAD]] at [%{{.*}}], sizes = [9] : (tensor<10xf32>, tensor<i32>) -> tensor<9xf32>
// CHECK: xla.reduce_window(%[[CUT]] init: %arg1) applies xla.add window = {size = [3], stride = [2], pad = {{\[\[}}0, 0]]} : (tensor<9xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK: xla.dynamic_slice %{{.*}} at [%{{.*}}], sizes = [11] : (tensor<13xf32>, tensor<i32>) -> tensor<11xf32>
// CHECK: window = {size = [5], stride = [3], pad = {{\[\[}}0, 0]]} : (tensor<11xf32>, tensor<f32>) -> tensor<3xf32>
func.func @same(%x: tensor<?xf32, #xla.bounds<8>>, %zero: tensor<f32>, %y: tensor<?xf32, #xla.bounds<9>>) -> (tensor<?xf32, #xla.bounds<4>>, tensor<?xf32, #xla.bounds<3>>) {
  %0 = xla.reduce_window(%x init: %zero) applies xla.add window = {size = [3], stride = [2], pad = same} : (tensor<?xf32, #xla.bounds<8>>, tensor<f32>) -> tensor<?xf32, #xla.bounds<4>>
  %1 = xla.reduce_window(%y init: %zero) applies xla.add window = {size = [5], stride = [3], pad = same} : (tensor<?xf32, #xla.bounds<9>>, tensor<f32>) -> tensor<?xf32, #xla.bounds<3>>
  return %0, %1 : tensor<?xf32, #xla.bounds<4>>, tensor<?xf32, #xla.bounds<3>>
}

// A reshape that keeps the dynamic dimension moves no element.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: xla.gather
// CHECK: xla.reshape %arg0 : (tensor<8x4xf32>) -> tensor<8x2x2xf32>
// CHECK-NOT: xla.gather
// CHECK: return
func.func @kept(%x: tensor<?x4xf32, #xla.bounds<8, ?>>) -> tensor<?x2x2xf32, #xla.bounds<8, ?, ?>> {
  %0 = xla.reshape %x : (tensor<?x4xf32, #xla.bounds<8, ?>>) -> tensor<?x2x2xf32, #xla.bounds<8, ?, ?>>
  return %0 : tensor<?x2x2xf32, #xla.bounds<8, ?, ?>>
}
