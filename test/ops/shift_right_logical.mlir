// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xi32>, %y0: tensor<4xi32>, %x1: tensor<4xui8>, %y1: tensor<4xui8>, %m: tensor<2x4xi32>, %s: tensor<i32>) {
  // CHECK: xla.shift_right_logical %arg0, %arg1 : tensor<4xi32>
  %0 = xla.shift_right_logical %x0, %y0 : tensor<4xi32>
  // CHECK: xla.shift_right_logical %arg2, %arg3 : tensor<4xui8>
  %1 = xla.shift_right_logical %x1, %y1 : tensor<4xui8>
  // CHECK: xla.shift_right_logical %arg4, %arg1, broadcast_dimensions = [1] : (tensor<2x4xi32>, tensor<4xi32>) -> tensor<2x4xi32>
  %2 = xla.shift_right_logical %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xi32>, tensor<4xi32>) -> tensor<2x4xi32>
  // CHECK: xla.shift_right_logical %arg5, %arg4 : (tensor<i32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  %3 = xla.shift_right_logical %s, %m : (tensor<i32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return
}

// Past the width no bit is left.
// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[0, 0, 127]> : tensor<3xi8>
func.func @literal() -> (tensor<3xi8>) {
  %a = xla.constant dense<[1, 1, -1]> : tensor<3xi8>
  %b = xla.constant dense<[2, 9, 1]> : tensor<3xi8>
  %0 = xla.shift_right_logical %a, %b : tensor<3xi8>
  return %0 : tensor<3xi8>
}

// CANON-LABEL: func.func @zero(
// CANON: return %arg0
func.func @zero(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %c = xla.constant dense<0> : tensor<4xi32>
  %0 = xla.shift_right_logical %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// A number by itself: it has fewer bits than it says.
// CANON-LABEL: func.func @same(
// CANON: %[[ZERO:.*]] = xla.constant dense<0> : tensor<4xi32>
// CANON: return %[[ZERO]]
func.func @same(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %0 = xla.shift_right_logical %x, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}
