// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<1x28x28x3xf32>, %k: tensor<5x5x3x8xf32>, %a: tensor<4x6xi8>, %b: tensor<8x6xui8>, %c: tensor<4x6x9xf32>, %d: tensor<8x3x2xf32>, %e: tensor<4x2x9xf32>) {
  // CHECK: xla.conv_with_general_padding %arg0, %arg1, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {stride = [2, 1], pad = {{\[\[}}0, 1], [2, -2]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [true, false]} : (tensor<1x28x28x3xf32>, tensor<5x5x3x8xf32>) -> tensor<1x11x51x8xf32>
  %0 = xla.conv_with_general_padding %x, %k, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {stride = [2, 1], pad = [[0, 1], [2, -2]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [true, false]} : (tensor<1x28x28x3xf32>, tensor<5x5x3x8xf32>) -> tensor<1x11x51x8xf32>
  // CHECK: xla.conv_with_general_padding %arg2, %arg3, window = {} : (tensor<4x6xi8>, tensor<8x6xui8>) -> tensor<4x8xi32>
  %1 = xla.conv_with_general_padding %a, %b, window = {} : (tensor<4x6xi8>, tensor<8x6xui8>) -> tensor<4x8xi32>
  // CHECK: xla.conv_with_general_padding %arg4, %arg5, window = {} {feature_group_count = 2 : i64} : (tensor<4x6x9xf32>, tensor<8x3x2xf32>) -> tensor<4x8x8xf32>
  %2 = xla.conv_with_general_padding %c, %d, window = {} {feature_group_count = 2 : i64} : (tensor<4x6x9xf32>, tensor<8x3x2xf32>) -> tensor<4x8x8xf32>
  // CHECK: xla.conv_with_general_padding %arg4, %arg6, dims = [0, 2, 1] x [0, 2, 1] -> [1, 0, 2], window = {pad = {{\[\[}}0, -3]]} {batch_group_count = 4 : i64} : (tensor<4x6x9xf32>, tensor<4x2x9xf32>) -> tensor<4x1x2xf32>
  %3 = xla.conv_with_general_padding %c, %e, dims = [0, 2, 1] x [0, 2, 1] -> [1, 0, 2], window = {pad = [[0, -3]]} {batch_group_count = 4 : i64} : (tensor<4x6x9xf32>, tensor<4x2x9xf32>) -> tensor<4x1x2xf32>
  return
}
