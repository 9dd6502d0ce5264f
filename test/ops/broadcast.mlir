// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%s: tensor<f32>, %v: tensor<4xi8>) {
  // CHECK: xla.broadcast %arg0, sizes = [2, 3] : (tensor<f32>) -> tensor<2x3xf32>
  %0 = xla.broadcast %s, sizes = [2, 3] : (tensor<f32>) -> tensor<2x3xf32>
  // CHECK: xla.broadcast %arg1, sizes = [0] : (tensor<4xi8>) -> tensor<0x4xi8>
  %1 = xla.broadcast %v, sizes = [0] : (tensor<4xi8>) -> tensor<0x4xi8>
  return
}

// CANON-LABEL: func.func @none(
// CANON: return %arg0
func.func @none(%v: tensor<4xi8>) -> (tensor<4xi8>) {
  %0 = xla.broadcast %v, sizes = [] : (tensor<4xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// CANON-LABEL: func.func @splat(
// CANON: xla.constant dense<2.000000e+00> : tensor<2x3xf32>
func.func @splat() -> (tensor<2x3xf32>) {
  %c = xla.constant dense<2.0> : tensor<f32>
  %0 = xla.broadcast %c, sizes = [2, 3] : (tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Would make the program larger.
// CANON-LABEL: func.func @literal(
// CANON: xla.broadcast
func.func @literal() -> (tensor<3x2xf32>) {
  %c = xla.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = xla.broadcast %c, sizes = [3] : (tensor<2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CANON-LABEL: func.func @twice(
// CANON: %[[Y:.*]] = xla.broadcast %arg0, sizes = [1, 2, 3]
// CANON: return %[[Y]]
func.func @twice(%v: tensor<4xi8>) -> (tensor<1x2x3x4xi8>) {
  %0 = xla.broadcast %v, sizes = [3] : (tensor<4xi8>) -> tensor<3x4xi8>
  %1 = xla.broadcast %0, sizes = [1, 2] : (tensor<3x4xi8>) -> tensor<1x2x3x4xi8>
  return %1 : tensor<1x2x3x4xi8>
}
