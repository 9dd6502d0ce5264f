// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --xla-expand-client-ops | FileCheck %s --check-prefix=EXPAND

// A map is its computation's ops on whole arrays.
// CHECK-LABEL: func.func @round_trip
// EXPAND-LABEL: func.func @round_trip
// EXPAND-SAME: %[[X:.*]]: tensor<4xf32>, %[[N:.*]]: tensor<4xi32>, %[[O:.*]]: tensor<f32>
func.func @round_trip(%x: tensor<4xf32>, %n: tensor<4xi32>, %o: tensor<f32>) -> tensor<4xf32> {
  // CHECK: xla.map(%arg0, %arg1) dims = [0] : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32> computation {
  // CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<i32>):
  // EXPAND: %[[F:.*]] = xla.convert %[[N]] : (tensor<4xi32>) -> tensor<4xf32>
  // EXPAND: %[[M:.*]] = xla.mul %[[X]], %[[F]] : tensor<4xf32>
  // EXPAND: %[[B:.*]] = xla.broadcast_in_dim %[[O]], dims = [] : (tensor<f32>) -> tensor<4xf32>
  // EXPAND: xla.add %[[M]], %[[B]] : tensor<4xf32>
  // EXPAND-NOT: xla.map
  %0 = xla.map(%x, %n) dims = [0] : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32> computation {
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    %c = xla.convert %b : (tensor<i32>) -> tensor<f32>
    %d = xla.mul %a, %c : tensor<f32>
    %e = xla.add %d, %o : tensor<f32>
    xla.return %e : tensor<f32>
  }
  return %0 : tensor<4xf32>
}
