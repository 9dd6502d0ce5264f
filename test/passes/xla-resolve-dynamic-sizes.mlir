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
// CHECK: %[[COUNT:.*]] = xla.div
// CHECK: %[[ALL:.*]] = xla.clamp %{{.*}}, %[[COUNT]], %{{.*}}
// CHECK: %[[MASKED:.*]] = xla.select
// CHECK: %[[MAXIMA:.*]] = xla.reduce_window(%[[MASKED]] init
// CHECK: return %[[MAXIMA]], %[[ALL]]
func.func @window(%x: tensor<?xf32, #xla.bounds<8>>, %low: tensor<f32>) -> tensor<?xf32, #xla.bounds<7>> {
  %0 = xla.reduce_window(%x init: %low) applies xla.max window = {size = [2]} : (tensor<?xf32, #xla.bounds<8>>, tensor<f32>) -> tensor<?xf32, #xla.bounds<7>>
  return %0 : tensor<?xf32, #xla.bounds<7>>
}

// Whether an update counts is one more update.
// CHECK-LABEL: func.func @updates
// CHECK: %[[COUNTS:.*]] = xla.lt
// CHECK: xla.scatter (%{{.*}}, %{{.*}}) at %{{.*}}, (%{{.*}}, %[[COUNTS]])
func.func @updates(%x: tensor<4xf32>, %i: tensor<8xi32>, %u: tensor<?xf32, #xla.bounds<8>>) -> tensor<4xf32> {
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<4xf32>, tensor<8xi32>, tensor<?xf32, #xla.bounds<8>>) -> tensor<4xf32>
  (%old: tensor<f32>, %new: tensor<f32>) {
    xla.return %new : tensor<f32>
  }
  return %0 : tensor<4xf32>
}
