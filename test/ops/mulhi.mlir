// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xi32>, %y0: tensor<4xi32>, %x1: tensor<4xui8>, %y1: tensor<4xui8>, %m: tensor<2x4xi32>, %s: tensor<i32>) {
  // CHECK: xla.mulhi %arg0, %arg1 : tensor<4xi32>
  %0 = xla.mulhi %x0, %y0 : tensor<4xi32>
  // CHECK: xla.mulhi %arg2, %arg3 : tensor<4xui8>
  %1 = xla.mulhi %x1, %y1 : tensor<4xui8>
  // CHECK: xla.mulhi %arg4, %arg1, broadcast_dimensions = [1] : (tensor<2x4xi32>, tensor<4xi32>) -> tensor<2x4xi32>
  %2 = xla.mulhi %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xi32>, tensor<4xi32>) -> tensor<2x4xi32>
  // CHECK: xla.mulhi %arg5, %arg4 : (tensor<i32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  %3 = xla.mulhi %s, %m : (tensor<i32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[0, 64, -1]> : tensor<3xi8>
func.func @literal() -> (tensor<3xi8>) {
  %a = xla.constant dense<[127, -128, -1]> : tensor<3xi8>
  %b = xla.constant dense<[2, -128, 1]> : tensor<3xi8>
  %0 = xla.mulhi %a, %b : tensor<3xi8>
  return %0 : tensor<3xi8>
}
