// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<2x3xf32>, %y: tensor<2x1xf32>) {
  // CHECK: xla.concatenate %arg0, %arg1, dim = 1 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  %0 = xla.concatenate %x, %y, dim = 1 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  // CHECK: xla.concatenate %arg0, dim = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = xla.concatenate %x, dim = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<{{\[\[}}1, 2, 5], [3, 4, 6{{\]\]}}>
func.func @literal() -> (tensor<2x3xi32>) {
  %a = xla.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = xla.constant dense<[[5], [6]]> : tensor<2x1xi32>
  %0 = xla.concatenate %a, %b, dim = 1 : (tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// The document's example.
// CANON-LABEL: func.func @literal_rows(
// CANON: xla.constant dense<{{\[\[}}1, 2], [3, 4], [5, 6], [7, 8{{\]\]}}>
func.func @literal_rows() -> (tensor<4x2xi32>) {
  %a = xla.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %b = xla.constant dense<[[7, 8]]> : tensor<1x2xi32>
  %0 = xla.concatenate %a, %b, dim = 0 : (tensor<3x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
  return %0 : tensor<4x2xi32>
}

// CANON-LABEL: func.func @of_one(
// CANON: return %arg0
func.func @of_one(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %0 = xla.concatenate %x, dim = 0 : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CANON-LABEL: func.func @nested(
// CANON: %[[Y:.*]] = xla.concatenate %arg0, %arg1, %arg2, dim = 0
// CANON: return %[[Y]]
func.func @nested(%x: tensor<1xf32>, %y: tensor<2xf32>, %z: tensor<3xf32>) -> (tensor<6xf32>) {
  %0 = xla.concatenate %y, %z, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %1 = xla.concatenate %x, %0, dim = 0 : (tensor<1xf32>, tensor<5xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CANON-LABEL: func.func @empty_piece(
// CANON: xla.concatenate %arg0, %arg2, dim = 0
func.func @empty_piece(%x: tensor<4xf32>, %y: tensor<0xf32>, %z: tensor<2xf32>) -> (tensor<6xf32>) {
  %0 = xla.concatenate %x, %y, %z, dim = 0 : (tensor<4xf32>, tensor<0xf32>, tensor<2xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CANON-LABEL: func.func @all_empty(
// CANON: return %arg0
func.func @all_empty(%x: tensor<0xf32>, %y: tensor<0xf32>) -> (tensor<0xf32>) {
  %0 = xla.concatenate %x, %y, dim = 0 : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
