// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<2x3x4xf32>, %s: tensor<f32>, %z: tensor<0x3xi1>) {
  // CHECK: xla.transpose %arg0, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %0 = xla.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  // CHECK: xla.transpose %arg1, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = xla.transpose %s, dims = [] : (tensor<f32>) -> tensor<f32>
  // CHECK: xla.transpose %arg2, dims = [1, 0] : (tensor<0x3xi1>) -> tensor<3x0xi1>
  %2 = xla.transpose %z, dims = [1, 0] : (tensor<0x3xi1>) -> tensor<3x0xi1>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<{{\[\[}}1, 4], [2, 5], [3, 6{{\]\]}}>
func.func @literal() -> (tensor<3x2xi32>) {
  %c = xla.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = xla.transpose %c, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

// CANON-LABEL: func.func @identity(
// CANON: return %arg0
func.func @identity(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %0 = xla.transpose %x, dims = [0, 1] : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CANON-LABEL: func.func @twice(
// CANON: %[[Y:.*]] = xla.transpose %arg0, dims = [2, 1, 0]
// CANON: return %[[Y]]
func.func @twice(%x: tensor<2x3x4xf32>) -> (tensor<4x3x2xf32>) {
  %0 = xla.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %1 = xla.transpose %0, dims = [0, 2, 1] : (tensor<4x2x3xf32>) -> tensor<4x3x2xf32>
  return %1 : tensor<4x3x2xf32>
}

// CANON-LABEL: func.func @there_and_back(
// CANON: return %arg0
func.func @there_and_back(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
  %0 = xla.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %1 = xla.transpose %0, dims = [1, 2, 0] : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}
