// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --xla-expand-client-ops | FileCheck %s --check-prefix=EXPAND

// CHECK-LABEL: func.func @round_trip
// EXPAND-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<1x28x27x4xf32>, %k: tensor<5x4x4x8xf32>, %c: tensor<4x6x9xf32>, %d: tensor<8x3x2xf32>) {
  // CHECK: xla.conv %arg0, %arg1, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], padding = same : (tensor<1x28x27x4xf32>, tensor<5x4x4x8xf32>) -> tensor<1x28x27x8xf32>
  // EXPAND: xla.conv_with_general_padding %arg0, %arg1, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = {{\[\[}}2, 2], [1, 2{{\]\]}}}
  %0 = xla.conv %x, %k, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], padding = same : (tensor<1x28x27x4xf32>, tensor<5x4x4x8xf32>) -> tensor<1x28x27x8xf32>
  // CHECK: xla.conv %arg0, %arg1, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], stride = [2, 2], padding = same : (tensor<1x28x27x4xf32>, tensor<5x4x4x8xf32>) -> tensor<1x14x14x8xf32>
  // EXPAND: window = {stride = [2, 2], pad = {{\[\[}}1, 2], [1, 2{{\]\]}}}
  %1 = xla.conv %x, %k, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], stride = [2, 2], padding = same : (tensor<1x28x27x4xf32>, tensor<5x4x4x8xf32>) -> tensor<1x14x14x8xf32>
  // CHECK: xla.conv %arg2, %arg3, padding = valid {feature_group_count = 2 : i64} : (tensor<4x6x9xf32>, tensor<8x3x2xf32>) -> tensor<4x8x8xf32>
  // EXPAND: window = {pad = {{\[\[}}0, 0{{\]\]}}} {feature_group_count = 2 : i64}
  %2 = xla.conv %c, %d, padding = valid {feature_group_count = 2 : i64} : (tensor<4x6x9xf32>, tensor<8x3x2xf32>) -> tensor<4x8x8xf32>
  return
}
