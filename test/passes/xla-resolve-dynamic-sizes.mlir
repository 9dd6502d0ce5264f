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
