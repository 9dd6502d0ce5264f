// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xf32>, %y0: tensor<4xf32>, %x1: tensor<4xbf16>, %y1: tensor<4xbf16>, %x2: tensor<4xi8>, %y2: tensor<4xi8>, %x3: tensor<4xui32>, %y3: tensor<4xui32>, %x4: tensor<4xcomplex<f32>>, %y4: tensor<4xcomplex<f32>>, %x5: tensor<4xi1>, %y5: tensor<4xi1>, %m: tensor<2x4xf32>, %s: tensor<f32>) {
  // CHECK: xla.min %arg0, %arg1 : tensor<4xf32>
  %0 = xla.min %x0, %y0 : tensor<4xf32>
  // CHECK: xla.min %arg2, %arg3 : tensor<4xbf16>
  %1 = xla.min %x1, %y1 : tensor<4xbf16>
  // CHECK: xla.min %arg4, %arg5 : tensor<4xi8>
  %2 = xla.min %x2, %y2 : tensor<4xi8>
  // CHECK: xla.min %arg6, %arg7 : tensor<4xui32>
  %3 = xla.min %x3, %y3 : tensor<4xui32>
  // CHECK: xla.min %arg8, %arg9 : tensor<4xcomplex<f32>>
  %4 = xla.min %x4, %y4 : tensor<4xcomplex<f32>>
  // CHECK: xla.min %arg10, %arg11 : tensor<4xi1>
  %5 = xla.min %x5, %y5 : tensor<4xi1>
  // CHECK: xla.min %arg12, %arg1, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %6 = xla.min %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: xla.min %arg13, %arg12 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %7 = xla.min %s, %m : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// NaN propagates; -0 is below +0.
// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[0x7FC00000, -0.000000e+00]> : tensor<2xf32>
func.func @literal() -> (tensor<2xf32>) {
  %a = xla.constant dense<[0x7FC00000, -0.0]> : tensor<2xf32>
  %b = xla.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %0 = xla.min %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CANON-LABEL: func.func @unsigned(
// CANON: xla.constant dense<[100, 1]> : tensor<2xui8>
func.func @unsigned() -> (tensor<2xui8>) {
  %a = xla.constant dense<[200, 1]> : tensor<2xui8>
  %b = xla.constant dense<[100, 2]> : tensor<2xui8>
  %0 = xla.min %a, %b : tensor<2xui8>
  return %0 : tensor<2xui8>
}

// CANON-LABEL: func.func @infinity(
// CANON: return %arg0
func.func @infinity(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %c = xla.constant dense<0x7F800000> : tensor<4xf32>
  %0 = xla.min %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A NaN would be lost.
// CANON-LABEL: func.func @other_infinity(
// CANON: xla.min
func.func @other_infinity(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %c = xla.constant dense<0xFF800000> : tensor<4xf32>
  %0 = xla.min %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CANON-LABEL: func.func @of_itself(
// CANON: return %arg0
func.func @of_itself(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.min %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CANON-LABEL: func.func @of_itself_integer(
// CANON: return %arg0
func.func @of_itself_integer(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %0 = xla.min %x, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CANON-LABEL: func.func @pred_neutral(
// CANON: return %arg0
func.func @pred_neutral(%x: tensor<4xi1>) -> (tensor<4xi1>) {
  %c = xla.constant dense<true> : tensor<4xi1>
  %0 = xla.min %x, %c : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CANON-LABEL: func.func @pred_absorbing(
// CANON: %[[C:.*]] = xla.constant dense<false> : tensor<4xi1>
// CANON: return %[[C]]
func.func @pred_absorbing(%x: tensor<4xi1>) -> (tensor<4xi1>) {
  %c = xla.constant dense<false> : tensor<4xi1>
  %0 = xla.min %x, %c : tensor<4xi1>
  return %0 : tensor<4xi1>
}
