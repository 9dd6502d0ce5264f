// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xf32>, %y0: tensor<4xf32>, %x1: tensor<4xbf16>, %y1: tensor<4xbf16>, %x2: tensor<4xi8>, %y2: tensor<4xi8>, %x3: tensor<4xui32>, %y3: tensor<4xui32>, %x4: tensor<4xcomplex<f32>>, %y4: tensor<4xcomplex<f32>>, %m: tensor<2x4xf32>, %s: tensor<f32>) {
  // CHECK: xla.sub %arg0, %arg1 : tensor<4xf32>
  %0 = xla.sub %x0, %y0 : tensor<4xf32>
  // CHECK: xla.sub %arg2, %arg3 : tensor<4xbf16>
  %1 = xla.sub %x1, %y1 : tensor<4xbf16>
  // CHECK: xla.sub %arg4, %arg5 : tensor<4xi8>
  %2 = xla.sub %x2, %y2 : tensor<4xi8>
  // CHECK: xla.sub %arg6, %arg7 : tensor<4xui32>
  %3 = xla.sub %x3, %y3 : tensor<4xui32>
  // CHECK: xla.sub %arg8, %arg9 : tensor<4xcomplex<f32>>
  %4 = xla.sub %x4, %y4 : tensor<4xcomplex<f32>>
  // CHECK: xla.sub %arg10, %arg1, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %5 = xla.sub %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: xla.sub %arg11, %arg10 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %6 = xla.sub %s, %m : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[-7.500000e-01, 0.000000e+00]> : tensor<2xf32>
func.func @literal() -> (tensor<2xf32>) {
  %a = xla.constant dense<[1.5, 0.0]> : tensor<2xf32>
  %b = xla.constant dense<[2.25, 0.0]> : tensor<2xf32>
  %0 = xla.sub %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CANON-LABEL: func.func @wraps(
// CANON: xla.constant dense<[255, 3]> : tensor<2xui8>
func.func @wraps() -> (tensor<2xui8>) {
  %a = xla.constant dense<[0, 5]> : tensor<2xui8>
  %b = xla.constant dense<[1, 2]> : tensor<2xui8>
  %0 = xla.sub %a, %b : tensor<2xui8>
  return %0 : tensor<2xui8>
}

// CANON-LABEL: func.func @zero(
// CANON: return %arg0
func.func @zero(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %c = xla.constant dense<0> : tensor<4xi32>
  %0 = xla.sub %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// x - +0 = x, also for -0.
// CANON-LABEL: func.func @positive_zero(
// CANON: return %arg0
func.func @positive_zero(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %c = xla.constant dense<0.0> : tensor<4xf32>
  %0 = xla.sub %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -0 - -0 = +0: not the identity.
// CANON-LABEL: func.func @negative_zero(
// CANON: xla.sub
func.func @negative_zero(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %c = xla.constant dense<-0.0> : tensor<4xf32>
  %0 = xla.sub %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CANON-LABEL: func.func @zero_complex(
// CANON: return %arg0
func.func @zero_complex(%x: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>) {
  %c = xla.constant dense<(0.0, 0.0)> : tensor<4xcomplex<f32>>
  %0 = xla.sub %x, %c : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// CANON-LABEL: func.func @of_itself(
// CANON: %[[C:.*]] = xla.constant dense<0> : tensor<4xi32>
// CANON: return %[[C]]
func.func @of_itself(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %0 = xla.sub %x, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// inf - inf is NaN.
// CANON-LABEL: func.func @of_itself_float(
// CANON: xla.sub
func.func @of_itself_float(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.sub %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
