// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xf32>, %y0: tensor<4xf32>, %x1: tensor<4xbf16>, %y1: tensor<4xbf16>, %x2: tensor<4xf64>, %y2: tensor<4xf64>, %m: tensor<2x4xf32>, %s: tensor<f32>) {
  // CHECK: xla.next_after %arg0, %arg1 : tensor<4xf32>
  %0 = xla.next_after %x0, %y0 : tensor<4xf32>
  // CHECK: xla.next_after %arg2, %arg3 : tensor<4xbf16>
  %1 = xla.next_after %x1, %y1 : tensor<4xbf16>
  // CHECK: xla.next_after %arg4, %arg5 : tensor<4xf64>
  %2 = xla.next_after %x2, %y2 : tensor<4xf64>
  // CHECK: xla.next_after %arg6, %arg1, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %3 = xla.next_after %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: xla.next_after %arg7, %arg6 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %4 = xla.next_after %s, %m : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[-0.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<3xf32>
func.func @literal() -> (tensor<3xf32>) {
  %a = xla.constant dense<[0.0, 0.0, 1.0]> : tensor<3xf32>
  %b = xla.constant dense<[-0.0, 0.0, 1.0]> : tensor<3xf32>
  %0 = xla.next_after %a, %b : tensor<3xf32>
  return %0 : tensor<3xf32>
}
