// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%a: tensor<7x2x3xbf16>, %b: tensor<7x3x5xbf16>, %c: tensor<2x3xi8>, %d: tensor<4x3xui8>) {
  // CHECK: xla.dot_general %arg0, %arg1, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<7x2x3xbf16>, tensor<7x3x5xbf16>) -> tensor<7x2x5xf32>
  %0 = xla.dot_general %a, %b, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<7x2x3xbf16>, tensor<7x3x5xbf16>) -> tensor<7x2x5xf32>
  // CHECK: xla.dot_general %arg2, %arg3, contracting_dims = [1] x [1] : (tensor<2x3xi8>, tensor<4x3xui8>) -> tensor<2x4xi32>
  %1 = xla.dot_general %c, %d, contracting_dims = [1] x [1] : (tensor<2x3xi8>, tensor<4x3xui8>) -> tensor<2x4xi32>
  // CHECK: xla.dot_general %arg2, %arg3, contracting_dims = [] x [] : (tensor<2x3xi8>, tensor<4x3xui8>) -> tensor<2x3x4x3xi32>
  %2 = xla.dot_general %c, %d, contracting_dims = [] x [] : (tensor<2x3xi8>, tensor<4x3xui8>) -> tensor<2x3x4x3xi32>
  return
}
