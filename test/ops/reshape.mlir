// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<4x2x3xi32>, %s: tensor<f32>, %z: tensor<0x3xf32>) {
  // CHECK: xla.reshape %arg0 : (tensor<4x2x3xi32>) -> tensor<24xi32>
  %0 = xla.reshape %x : (tensor<4x2x3xi32>) -> tensor<24xi32>
  // CHECK: xla.reshape %arg0, dims = [1, 2, 0] : (tensor<4x2x3xi32>) -> tensor<2x6x2xi32>
  %1 = xla.reshape %x, dims = [1, 2, 0] : (tensor<4x2x3xi32>) -> tensor<2x6x2xi32>
  // CHECK: xla.reshape %arg1 : (tensor<f32>) -> tensor<1x1xf32>
  %2 = xla.reshape %s : (tensor<f32>) -> tensor<1x1xf32>
  // CHECK: xla.reshape %arg2 : (tensor<0x3xf32>) -> tensor<5x0xf32>
  %3 = xla.reshape %z : (tensor<0x3xf32>) -> tensor<5x0xf32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<{{\[\[}}1, 2], [3, 4], [5, 6{{\]\]}}>
func.func @literal() -> (tensor<3x2xi32>) {
  %c = xla.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = xla.reshape %c : (tensor<2x3xi32>) -> tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

// The document's example.
// CANON-LABEL: func.func @literal_in_other_order(
// CANON: xla.constant dense<[10, 20, 30, 40, 11, 21, 31, 41, 12, 22, 32, 42, 15, 25, 35, 45, 16, 26, 36, 46, 17, 27, 37, 47]>
func.func @literal_in_other_order() -> (tensor<24xi32>) {
  %c = xla.constant dense<[[[10, 11, 12], [15, 16, 17]], [[20, 21, 22], [25, 26, 27]], [[30, 31, 32], [35, 36, 37]], [[40, 41, 42], [45, 46, 47]]]> : tensor<4x2x3xi32>
  %0 = xla.reshape %c, dims = [1, 2, 0] : (tensor<4x2x3xi32>) -> tensor<24xi32>
  return %0 : tensor<24xi32>
}

// CANON-LABEL: func.func @splat(
// CANON: xla.constant dense<1> : tensor<6xi32>
func.func @splat() -> (tensor<6xi32>) {
  %c = xla.constant dense<1> : tensor<2x3xi32>
  %0 = xla.reshape %c : (tensor<2x3xi32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CANON-LABEL: func.func @identity(
// CANON: return %arg0
func.func @identity(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %0 = xla.reshape %x : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// A transpose, and no identity.
// CANON-LABEL: func.func @other_order(
// CANON: xla.reshape %arg0, dims = [1, 0]
func.func @other_order(%x: tensor<2x2xi32>) -> (tensor<2x2xi32>) {
  %0 = xla.reshape %x, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}

// CANON-LABEL: func.func @row_major_order(
// CANON: xla.reshape %arg0 :
func.func @row_major_order(%x: tensor<2x3xi32>) -> (tensor<6xi32>) {
  %0 = xla.reshape %x, dims = [0, 1] : (tensor<2x3xi32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CANON-LABEL: func.func @twice(
// CANON: %[[Y:.*]] = xla.reshape %arg0 : (tensor<2x3xi32>) -> tensor<3x2xi32>
// CANON: return %[[Y]]
func.func @twice(%x: tensor<2x3xi32>) -> (tensor<3x2xi32>) {
  %0 = xla.reshape %x : (tensor<2x3xi32>) -> tensor<6xi32>
  %1 = xla.reshape %0 : (tensor<6xi32>) -> tensor<3x2xi32>
  return %1 : tensor<3x2xi32>
}

// CANON-LABEL: func.func @there_and_back(
// CANON: return %arg0
func.func @there_and_back(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %0 = xla.reshape %x : (tensor<2x3xi32>) -> tensor<6xi32>
  %1 = xla.reshape %0 : (tensor<6xi32>) -> tensor<2x3xi32>
  return %1 : tensor<2x3xi32>
}

// CANON-LABEL: func.func @of_collapse(
// CANON: xla.reshape %arg0 : (tensor<2x3xi32>) -> tensor<3x2xi32>
func.func @of_collapse(%x: tensor<2x3xi32>) -> (tensor<3x2xi32>) {
  %0 = xla.collapse %x, dims = [0, 1] : (tensor<2x3xi32>) -> tensor<6xi32>
  %1 = xla.reshape %0 : (tensor<6xi32>) -> tensor<3x2xi32>
  return %1 : tensor<3x2xi32>
}

// CANON-LABEL: func.func @of_other_order(
// CANON: xla.reshape %arg0, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<2x3xi32>
func.func @of_other_order(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %0 = xla.reshape %x, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<6xi32>
  %1 = xla.reshape %0 : (tensor<6xi32>) -> tensor<2x3xi32>
  return %1 : tensor<2x3xi32>
}
