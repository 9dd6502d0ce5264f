// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%s: tensor<f32>, %v: tensor<1x4xi8>) {
  // CHECK: xla.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %0 = xla.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  // CHECK: xla.broadcast_in_dim %arg1, dims = [2, 0] : (tensor<1x4xi8>) -> tensor<4x2x3xi8>
  %1 = xla.broadcast_in_dim %v, dims = [2, 0] : (tensor<1x4xi8>) -> tensor<4x2x3xi8>
  return
}

// CANON-LABEL: func.func @identity(
// CANON: return %arg0
func.func @identity(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %0 = xla.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CANON-LABEL: func.func @transposing(
// CANON: xla.broadcast_in_dim
func.func @transposing(%x: tensor<2x2xi32>) -> (tensor<2x2xi32>) {
  %0 = xla.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}

// CANON-LABEL: func.func @splat(
// CANON: xla.constant dense<7> : tensor<5x4xi8>
func.func @splat() -> (tensor<5x4xi8>) {
  %c = xla.constant dense<7> : tensor<1x4xi8>
  %0 = xla.broadcast_in_dim %c, dims = [0, 1] : (tensor<1x4xi8>) -> tensor<5x4xi8>
  return %0 : tensor<5x4xi8>
}

// CANON-LABEL: func.func @to_nothing(
// CANON: xla.constant dense<> : tensor<0xi8>
func.func @to_nothing() -> (tensor<0xi8>) {
  %c = xla.constant dense<7> : tensor<i8>
  %0 = xla.broadcast_in_dim %c, dims = [] : (tensor<i8>) -> tensor<0xi8>
  return %0 : tensor<0xi8>
}

// Dimension 0 becomes 1, which becomes 0.
// CANON-LABEL: func.func @twice(
// CANON: %[[Y:.*]] = xla.broadcast_in_dim %arg0, dims = [0]
// CANON: return %[[Y]]
func.func @twice(%v: tensor<4xi8>) -> (tensor<4x2x3xi8>) {
  %0 = xla.broadcast_in_dim %v, dims = [1] : (tensor<4xi8>) -> tensor<1x4xi8>
  %1 = xla.broadcast_in_dim %0, dims = [2, 0] : (tensor<1x4xi8>) -> tensor<4x2x3xi8>
  return %1 : tensor<4x2x3xi8>
}
