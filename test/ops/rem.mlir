// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xf32>, %y0: tensor<4xf32>, %x1: tensor<4xbf16>, %y1: tensor<4xbf16>, %x2: tensor<4xi8>, %y2: tensor<4xi8>, %x3: tensor<4xui32>, %y3: tensor<4xui32>, %m: tensor<2x4xf32>, %s: tensor<f32>) {
  // CHECK: xla.rem %arg0, %arg1 : tensor<4xf32>
  %0 = xla.rem %x0, %y0 : tensor<4xf32>
  // CHECK: xla.rem %arg2, %arg3 : tensor<4xbf16>
  %1 = xla.rem %x1, %y1 : tensor<4xbf16>
  // CHECK: xla.rem %arg4, %arg5 : tensor<4xi8>
  %2 = xla.rem %x2, %y2 : tensor<4xi8>
  // CHECK: xla.rem %arg6, %arg7 : tensor<4xui32>
  %3 = xla.rem %x3, %y3 : tensor<4xui32>
  // CHECK: xla.rem %arg8, %arg1, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %4 = xla.rem %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: xla.rem %arg9, %arg8 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %5 = xla.rem %s, %m : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// The dividend's sign.
// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[-1.500000e+00, -0.000000e+00]> : tensor<2xf32>
func.func @literal() -> (tensor<2xf32>) {
  %a = xla.constant dense<[-5.5, -4.0]> : tensor<2xf32>
  %b = xla.constant dense<[2.0, 2.0]> : tensor<2xf32>
  %0 = xla.rem %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CANON-LABEL: func.func @integer(
// CANON: xla.constant dense<[1, -1, 7, 0]> : tensor<4xi32>
func.func @integer() -> (tensor<4xi32>) {
  %a = xla.constant dense<[7, -7, 7, -2147483648]> : tensor<4xi32>
  %b = xla.constant dense<[3, 3, 0, -1]> : tensor<4xi32>
  %0 = xla.rem %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CANON-LABEL: func.func @one(
// CANON: %[[C:.*]] = xla.constant dense<0> : tensor<4xi32>
// CANON: return %[[C]]
func.func @one(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %c = xla.constant dense<1> : tensor<4xi32>
  %0 = xla.rem %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CANON-LABEL: func.func @one_float(
// CANON: xla.rem
func.func @one_float(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %c = xla.constant dense<1.0> : tensor<4xf32>
  %0 = xla.rem %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}
