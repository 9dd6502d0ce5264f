// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xf32>, %y0: tensor<4xf32>, %x1: tensor<4xbf16>, %y1: tensor<4xbf16>, %x2: tensor<4xi8>, %y2: tensor<4xi8>, %m: tensor<2x4xf32>, %s: tensor<f32>) {
  // CHECK: xla.eq_total_order %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %0 = xla.eq_total_order %x0, %y0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: xla.eq_total_order %arg2, %arg3 : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xi1>
  %1 = xla.eq_total_order %x1, %y1 : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xi1>
  // CHECK: xla.eq_total_order %arg4, %arg5 : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %2 = xla.eq_total_order %x2, %y2 : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  // CHECK: xla.eq_total_order %arg6, %arg1, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xi1>
  %3 = xla.eq_total_order %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xi1>
  // CHECK: xla.eq_total_order %arg7, %arg6 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %4 = xla.eq_total_order %s, %m : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  return
}

// -0 is below +0, a NaN equal to itself.
// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[true, false, true, false]> : tensor<4xi1>
func.func @literal() -> (tensor<4xi1>) {
  %a = xla.constant dense<[1.0, -0.0, 0x7FC00000, 2.0]> : tensor<4xf32>
  %b = xla.constant dense<[1.0, 0.0, 0x7FC00000, 3.0]> : tensor<4xf32>
  %0 = xla.eq_total_order %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CANON-LABEL: func.func @of_itself(
// CANON: %[[C:.*]] = xla.constant dense<true> : tensor<4xi1>
// CANON: return %[[C]]
func.func @of_itself(%x: tensor<4xf32>) -> (tensor<4xi1>) {
  %0 = xla.eq_total_order %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
