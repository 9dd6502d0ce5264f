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

// Around the elements, between them, and without those that low and high take away.
// CANON-LABEL: func.func @literals(
// CANON-DAG: %[[A:.*]] = xla.constant dense<[2, 9, 3, 9, 4, 9, 9]> : tensor<7xi32>
// CANON-DAG: %[[B:.*]] = xla.constant dense<{{\[\[}}0, 0, 0, 0], [1, 0, 2, 0], [0, 0, 0, 0], [3, 0, 4, 0]]> : tensor<4x4xi32>
// CANON: return %[[A]], %[[B]]
func.func @literals() -> (tensor<7xi32>, tensor<4x4xi32>) {
  %c = xla.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %m = xla.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %nine = xla.constant dense<9> : tensor<i32>
  %zero = xla.constant dense<0> : tensor<i32>
  %0 = xla.pad %c, %nine, low = [-2], high = [2], interior = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<7xi32>
  %1 = xla.pad %m, %zero, low = [1, 0], high = [0, 1], interior = [1, 1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<4x4xi32>
  return %0, %1 : tensor<7xi32>, tensor<4x4xi32>
}

// A literal that is longer than the program.
// CANON-LABEL: func.func @large(
// CANON: xla.pad
func.func @large() -> (tensor<1000002xi32>) {
  %c = xla.constant dense<[1, 2]> : tensor<2xi32>
  %v = xla.constant dense<9> : tensor<i32>
  %0 = xla.pad %c, %v, low = [1000000], high = [0], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<1000002xi32>
  return %0 : tensor<1000002xi32>
}
