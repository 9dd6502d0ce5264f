// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<4x2x3xi32>) {
  // CHECK: xla.collapse %arg0, dims = [0, 1] : (tensor<4x2x3xi32>) -> tensor<8x3xi32>
  %0 = xla.collapse %x, dims = [0, 1] : (tensor<4x2x3xi32>) -> tensor<8x3xi32>
  // CHECK: xla.collapse %arg0, dims = [1, 2] : (tensor<4x2x3xi32>) -> tensor<4x6xi32>
  %1 = xla.collapse %x, dims = [1, 2] : (tensor<4x2x3xi32>) -> tensor<4x6xi32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[1, 2, 3, 4, 5, 6]>
func.func @literal() -> (tensor<6xi32>) {
  %c = xla.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = xla.collapse %c, dims = [0, 1] : (tensor<2x3xi32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CANON-LABEL: func.func @one_dimension(
// CANON: return %arg0
func.func @one_dimension(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %0 = xla.collapse %x, dims = [1] : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CANON-LABEL: func.func @none(
// CANON: return %arg0
func.func @none(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %0 = xla.collapse %x, dims = [] : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}
