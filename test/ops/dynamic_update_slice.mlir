// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON
// RUN: xla-opt %s --xla-expand-client-ops | FileCheck %s --check-prefix=EXPAND

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<4x3xf32>, %u: tensor<2x2xf32>, %s: tensor<f32>, %i: tensor<i32>, %ij: tensor<2xi64>) {
  // CHECK: xla.dynamic_update_slice %arg0, %arg1 at [%arg3, %arg3] : (tensor<4x3xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
  %0 = xla.dynamic_update_slice %x, %u at [%i, %i] : (tensor<4x3xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
  // CHECK: xla.dynamic_update_slice %arg0, %arg1 at [%arg4] : (tensor<4x3xf32>, tensor<2x2xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  %1 = xla.dynamic_update_slice %x, %u at [%ij] : (tensor<4x3xf32>, tensor<2x2xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  // CHECK: xla.dynamic_update_slice %arg2, %arg2 at [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %2 = xla.dynamic_update_slice %s, %s at [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// CANON-LABEL: func.func @whole_and_empty(
// CANON-SAME: %[[X:[^,]*]]: tensor<4xf32>, %[[Y:[^,]*]]: tensor<4xf32>,
// CANON-NEXT: return %[[Y]], %[[X]]
func.func @whole_and_empty(%x: tensor<4xf32>, %y: tensor<4xf32>, %none: tensor<0xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = xla.dynamic_update_slice %x, %y at [%i] : (tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  %1 = xla.dynamic_update_slice %x, %none at [%i] : (tensor<4xf32>, tensor<0xf32>, tensor<i32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// EXPAND-LABEL: func.func @array_of_starts(
// EXPAND: %[[I:.*]] = xla.slice %arg2 [0:1] : (tensor<1xi32>) -> tensor<1xi32>
// EXPAND: %[[J:.*]] = xla.reshape %[[I]] : (tensor<1xi32>) -> tensor<i32>
// EXPAND: xla.dynamic_update_slice %arg0, %arg1 at [%[[J]]] :
func.func @array_of_starts(%x: tensor<4xf32>, %u: tensor<2xf32>, %s: tensor<1xi32>) -> tensor<4xf32> {
  %0 = xla.dynamic_update_slice %x, %u at [%s] : (tensor<4xf32>, tensor<2xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
