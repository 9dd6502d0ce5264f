// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%v: tensor<3xf32>, %w: tensor<3xf32>, %m: tensor<2x3xf32>, %n: tensor<3x4xf32>, %e: tensor<2x0xi8>, %f: tensor<0x4xi8>) {
  // CHECK: xla.dot %arg0, %arg1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %0 = xla.dot %v, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  // CHECK: xla.dot %arg2, %arg0 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %1 = xla.dot %m, %v : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  // CHECK: xla.dot %arg2, %arg3 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = xla.dot %m, %n : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK: xla.dot %arg4, %arg5 : (tensor<2x0xi8>, tensor<0x4xi8>) -> tensor<2x4xi32>
  %3 = xla.dot %e, %f : (tensor<2x0xi8>, tensor<0x4xi8>) -> tensor<2x4xi32>
  return
}
