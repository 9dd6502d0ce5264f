// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xf32>, %y0: tensor<4xf32>, %x1: tensor<4xbf16>, %y1: tensor<4xbf16>, %x2: tensor<4xi8>, %y2: tensor<4xi8>, %x3: tensor<4xui32>, %y3: tensor<4xui32>, %x4: tensor<4xcomplex<f32>>, %y4: tensor<4xcomplex<f32>>, %x5: tensor<4xi1>, %y5: tensor<4xi1>, %m: tensor<2x4xf32>, %s: tensor<f32>) {
  // CHECK: xla.mul %arg0, %arg1 : tensor<4xf32>
  %0 = xla.mul %x0, %y0 : tensor<4xf32>
  // CHECK: xla.mul %arg2, %arg3 : tensor<4xbf16>
  %1 = xla.mul %x1, %y1 : tensor<4xbf16>
  // CHECK: xla.mul %arg4, %arg5 : tensor<4xi8>
  %2 = xla.mul %x2, %y2 : tensor<4xi8>
  // CHECK: xla.mul %arg6, %arg7 : tensor<4xui32>
  %3 = xla.mul %x3, %y3 : tensor<4xui32>
  // CHECK: xla.mul %arg8, %arg9 : tensor<4xcomplex<f32>>
  %4 = xla.mul %x4, %y4 : tensor<4xcomplex<f32>>
  // CHECK: xla.mul %arg10, %arg11 : tensor<4xi1>
  %5 = xla.mul %x5, %y5 : tensor<4xi1>
  // CHECK: xla.mul %arg12, %arg1, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %6 = xla.mul %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: xla.mul %arg13, %arg12 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %7 = xla.mul %s, %m : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[3.000000e+00, -0.000000e+00]> : tensor<2xf32>
func.func @literal() -> (tensor<2xf32>) {
  %a = xla.constant dense<[1.5, -1.0]> : tensor<2xf32>
  %b = xla.constant dense<[2.0, 0.0]> : tensor<2xf32>
  %0 = xla.mul %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CANON-LABEL: func.func @wraps(
// CANON: xla.constant dense<[-56, 9]> : tensor<2xi8>
func.func @wraps() -> (tensor<2xi8>) {
  %a = xla.constant dense<[100, 3]> : tensor<2xi8>
  %b = xla.constant dense<[2, 3]> : tensor<2xi8>
  %0 = xla.mul %a, %b : tensor<2xi8>
  return %0 : tensor<2xi8>
}

// CANON-LABEL: func.func @one(
// CANON: return %arg0
func.func @one(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %c = xla.constant dense<1> : tensor<4xi32>
  %0 = xla.mul %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CANON-LABEL: func.func @one_float(
// CANON: return %arg0
func.func @one_float(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %c = xla.constant dense<1.0> : tensor<4xf32>
  %0 = xla.mul %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CANON-LABEL: func.func @one_pred(
// CANON: return %arg0
func.func @one_pred(%x: tensor<4xi1>) -> (tensor<4xi1>) {
  %c = xla.constant dense<true> : tensor<4xi1>
  %0 = xla.mul %x, %c : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// (inf, 0) * (1, 0) has a NaN.
// CANON-LABEL: func.func @one_complex(
// CANON: xla.mul
func.func @one_complex(%x: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>) {
  %c = xla.constant dense<(1.0, 0.0)> : tensor<4xcomplex<f32>>
  %0 = xla.mul %x, %c : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// CANON-LABEL: func.func @zero(
// CANON: %[[C:.*]] = xla.constant dense<0> : tensor<4xi32>
// CANON: return %[[C]]
func.func @zero(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %c = xla.constant dense<0> : tensor<4xi32>
  %0 = xla.mul %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// NaN * 0 is NaN, -1 * 0 is -0.
// CANON-LABEL: func.func @zero_float(
// CANON: xla.mul
func.func @zero_float(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %c = xla.constant dense<0.0> : tensor<4xf32>
  %0 = xla.mul %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}
