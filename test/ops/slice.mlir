// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<10x8xf32>, %s: tensor<f32>) {
  // CHECK: xla.slice %arg0 [2:4, 0:8:3] : (tensor<10x8xf32>) -> tensor<2x3xf32>
  %0 = xla.slice %x [2:4, 0:8:3] : (tensor<10x8xf32>) -> tensor<2x3xf32>
  // CHECK: xla.slice %arg0 [3:3, 0:8] : (tensor<10x8xf32>) -> tensor<0x8xf32>
  %1 = xla.slice %x [3:3, 0:8] : (tensor<10x8xf32>) -> tensor<0x8xf32>
  // CHECK: xla.slice %arg1 [] : (tensor<f32>) -> tensor<f32>
  %2 = xla.slice %s [] : (tensor<f32>) -> tensor<f32>
  return
}

// The document's example.
// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<{{\[\[}}7, 8], [10, 11{{\]\]}}>
func.func @literal() -> (tensor<2x2xi32>) {
  %c = xla.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %0 = xla.slice %c [2:4, 1:3] : (tensor<4x3xi32>) -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}

// CANON-LABEL: func.func @strided_literal(
// CANON: xla.constant dense<[1, 4]>
func.func @strided_literal() -> (tensor<2xi32>) {
  %c = xla.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %0 = xla.slice %c [1:5:3] : (tensor<5xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CANON-LABEL: func.func @empty_literal(
// CANON: xla.constant dense<> : tensor<0xi32>
func.func @empty_literal() -> (tensor<0xi32>) {
  %c = xla.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %0 = xla.slice %c [5:5] : (tensor<5xi32>) -> tensor<0xi32>
  return %0 : tensor<0xi32>
}

// CANON-LABEL: func.func @whole(
// CANON: return %arg0
func.func @whole(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %0 = xla.slice %x [0:2, 0:3] : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// Elements 1, 3, 5 of 2, 5, 8, 11, 14, 17.
// CANON-LABEL: func.func @twice(
// CANON: %[[Y:.*]] = xla.slice %arg0 [5:18:6]
// CANON: return %[[Y]]
func.func @twice(%x: tensor<20xf32>) -> (tensor<3xf32>) {
  %0 = xla.slice %x [2:20:3] : (tensor<20xf32>) -> tensor<6xf32>
  %1 = xla.slice %0 [1:6:2] : (tensor<6xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// CANON-LABEL: func.func @of_concatenate(
// CANON: %[[Y:.*]] = xla.slice %arg1 [1:5:2]
// CANON: return %[[Y]]
func.func @of_concatenate(%x: tensor<4xf32>, %y: tensor<6xf32>) -> (tensor<2xf32>) {
  %0 = xla.concatenate %x, %y, dim = 0 : (tensor<4xf32>, tensor<6xf32>) -> tensor<10xf32>
  %1 = xla.slice %0 [5:9:2] : (tensor<10xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CANON-LABEL: func.func @across_concatenate(
// CANON: xla.concatenate
// CANON: xla.slice
func.func @across_concatenate(%x: tensor<4xf32>, %y: tensor<6xf32>) -> (tensor<6xf32>) {
  %0 = xla.concatenate %x, %y, dim = 0 : (tensor<4xf32>, tensor<6xf32>) -> tensor<10xf32>
  %1 = xla.slice %0 [3:9] : (tensor<10xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}
