// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<2x3xf32>) {
  // CHECK: xla.rev %arg0, dims = [1, 0] : tensor<2x3xf32>
  %0 = xla.rev %x, dims = [1, 0] : tensor<2x3xf32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<{{\[\[}}3, 2, 1], [6, 5, 4{{\]\]}}>
func.func @literal() -> (tensor<2x3xi32>) {
  %c = xla.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = xla.rev %c, dims = [1] : tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CANON-LABEL: func.func @literal_both(
// CANON: xla.constant dense<{{\[\[}}6, 5, 4], [3, 2, 1{{\]\]}}>
func.func @literal_both() -> (tensor<2x3xi32>) {
  %c = xla.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = xla.rev %c, dims = [0, 1] : tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CANON-LABEL: func.func @none(
// CANON: return %arg0
func.func @none(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %0 = xla.rev %x, dims = [] : tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CANON-LABEL: func.func @size_one(
// CANON: return %arg0
func.func @size_one(%x: tensor<1x3xi32>) -> (tensor<1x3xi32>) {
  %0 = xla.rev %x, dims = [0] : tensor<1x3xi32>
  return %0 : tensor<1x3xi32>
}

// CANON-LABEL: func.func @twice(
// CANON: return %arg0
func.func @twice(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %0 = xla.rev %x, dims = [0, 1] : tensor<2x3xi32>
  %1 = xla.rev %0, dims = [1, 0] : tensor<2x3xi32>
  return %1 : tensor<2x3xi32>
}

// CANON-LABEL: func.func @overlapping(
// CANON: %[[Y:.*]] = xla.rev %arg0, dims = [0]
// CANON: return %[[Y]]
func.func @overlapping(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %0 = xla.rev %x, dims = [0, 1] : tensor<2x3xi32>
  %1 = xla.rev %0, dims = [1] : tensor<2x3xi32>
  return %1 : tensor<2x3xi32>
}
