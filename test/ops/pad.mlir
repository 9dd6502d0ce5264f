// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<2x3xf32>, %v: tensor<f32>) {
  // CHECK: xla.pad %arg0, %arg1, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x4xf32>
  %0 = xla.pad %x, %v, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[9, 1, 9, 2, 9, 3, 9, 9]>
func.func @literal() -> (tensor<8xi32>) {
  %c = xla.constant dense<[1, 2, 3]> : tensor<3xi32>
  %v = xla.constant dense<9> : tensor<i32>
  %0 = xla.pad %c, %v, low = [1], high = [2], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// Interior padding comes first: 1 9 2 9 3 is cropped.
// CANON-LABEL: func.func @cropping_literal(
// CANON: xla.constant dense<[9, 2]>
func.func @cropping_literal() -> (tensor<2xi32>) {
  %c = xla.constant dense<[1, 2, 3]> : tensor<3xi32>
  %v = xla.constant dense<9> : tensor<i32>
  %0 = xla.pad %c, %v, low = [-1], high = [-2], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CANON-LABEL: func.func @empty_literal(
// CANON: xla.constant dense<9> : tensor<3xi32>
func.func @empty_literal() -> (tensor<3xi32>) {
  %c = xla.constant dense<> : tensor<0xi32>
  %v = xla.constant dense<9> : tensor<i32>
  %0 = xla.pad %c, %v, low = [1], high = [2], interior = [5] : (tensor<0xi32>, tensor<i32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CANON-LABEL: func.func @nothing(
// CANON: return %arg0
func.func @nothing(%x: tensor<3xi32>, %v: tensor<i32>) -> (tensor<3xi32>) {
  %0 = xla.pad %x, %v, low = [0], high = [0], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
