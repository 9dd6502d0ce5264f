// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON
// RUN: xla-opt %s --xla-expand-client-ops | FileCheck %s --check-prefix=EXPAND

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<4x3xf32>, %s: tensor<f32>, %i: tensor<i32>, %ij: tensor<2xui8>) {
  // CHECK: xla.dynamic_slice %arg0 at [%arg2, %arg2], sizes = [2, 0] : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x0xf32>
  %0 = xla.dynamic_slice %x at [%i, %i], sizes = [2, 0] : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x0xf32>
  // CHECK: xla.dynamic_slice %arg0 at [%arg3], sizes = [2, 2] : (tensor<4x3xf32>, tensor<2xui8>) -> tensor<2x2xf32>
  %1 = xla.dynamic_slice %x at [%ij], sizes = [2, 2] : (tensor<4x3xf32>, tensor<2xui8>) -> tensor<2x2xf32>
  // CHECK: xla.dynamic_slice %arg1 at [], sizes = [] : (tensor<f32>) -> tensor<f32>
  %2 = xla.dynamic_slice %s at [], sizes = [] : (tensor<f32>) -> tensor<f32>
  return
}

// CANON-LABEL: func.func @whole(
// CANON-SAME: %[[X:.*]]: tensor<4x3xf32>,
// CANON-NEXT: return %[[X]]
func.func @whole(%x: tensor<4x3xf32>, %i: tensor<i32>) -> tensor<4x3xf32> {
  %0 = xla.dynamic_slice %x at [%i, %i], sizes = [4, 3] : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// Starts at literals are clamped as they would be at run time.
// CANON-LABEL: func.func @literal_starts(
// CANON-DAG: xla.slice %arg0 [0:2, 1:3] : (tensor<4x3xf32>)
// CANON-DAG: xla.slice %arg0 [2:4, 1:3] : (tensor<4x3xf32>)
// CANON-DAG: xla.slice %arg0 [3:4, 0:3] : (tensor<4x3xf32>)
func.func @literal_starts(%x: tensor<4x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x3xf32>) {
  %before = xla.constant dense<-5> : tensor<i8>
  %one = xla.constant dense<1> : tensor<i8>
  %array = xla.constant dense<[2, 1]> : tensor<2xi64>
  %beyond = xla.constant dense<0xFFFFFFFFFFFFFFFF> : tensor<2xui64>
  %0 = xla.dynamic_slice %x at [%before, %one], sizes = [2, 2] : (tensor<4x3xf32>, tensor<i8>, tensor<i8>) -> tensor<2x2xf32>
  %1 = xla.dynamic_slice %x at [%array], sizes = [2, 2] : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  %2 = xla.dynamic_slice %x at [%beyond], sizes = [1, 3] : (tensor<4x3xf32>, tensor<2xui64>) -> tensor<1x3xf32>
  return %0, %1, %2 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x3xf32>
}

// The document's example in one dimension.
// CANON-LABEL: func.func @literal(
// CANON-NEXT: %[[C:.*]] = xla.constant dense<[2.000000e+00, 3.000000e+00]>
// CANON-NEXT: return %[[C]]
func.func @literal() -> tensor<2xf32> {
  %a = xla.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf32>
  %s = xla.constant dense<2> : tensor<1xi32>
  %0 = xla.dynamic_slice %a at [%s], sizes = [2] : (tensor<5xf32>, tensor<1xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// EXPAND-LABEL: func.func @array_of_starts(
// EXPAND: %[[I:.*]] = xla.slice %[[A:.*]] [0:1] : (tensor<2xi32>) -> tensor<1xi32>
// EXPAND: %[[J:.*]] = xla.reshape %[[I]] : (tensor<1xi32>) -> tensor<i32>
// EXPAND: %[[K:.*]] = xla.slice %[[A]] [1:2] : (tensor<2xi32>) -> tensor<1xi32>
// EXPAND: %[[L:.*]] = xla.reshape %[[K]] : (tensor<1xi32>) -> tensor<i32>
// EXPAND: xla.dynamic_slice %arg0 at [%[[J]], %[[L]]], sizes = [2, 2]
func.func @array_of_starts(%x: tensor<4x3xf32>, %s: tensor<2xi32>) -> tensor<2x2xf32> {
  %0 = xla.dynamic_slice %x at [%s], sizes = [2, 2] : (tensor<4x3xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
