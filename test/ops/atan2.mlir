// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xf32>, %y0: tensor<4xf32>, %x1: tensor<4xbf16>, %y1: tensor<4xbf16>, %x2: tensor<4xcomplex<f32>>, %y2: tensor<4xcomplex<f32>>, %m: tensor<2x4xf32>, %s: tensor<f32>) {
  // CHECK: xla.atan2 %arg0, %arg1 : tensor<4xf32>
  %0 = xla.atan2 %x0, %y0 : tensor<4xf32>
  // CHECK: xla.atan2 %arg2, %arg3 : tensor<4xbf16>
  %1 = xla.atan2 %x1, %y1 : tensor<4xbf16>
  // CHECK: xla.atan2 %arg4, %arg5 : tensor<4xcomplex<f32>>
  %2 = xla.atan2 %x2, %y2 : tensor<4xcomplex<f32>>
  // CHECK: xla.atan2 %arg6, %arg1, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %3 = xla.atan2 %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: xla.atan2 %arg7, %arg6 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %4 = xla.atan2 %s, %m : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[0.000000e+00, -0.000000e+00]> : tensor<2xf32>
func.func @literal() -> (tensor<2xf32>) {
  %a = xla.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %b = xla.constant dense<[1.0, 1.0]> : tensor<2xf32>
  %0 = xla.atan2 %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}
