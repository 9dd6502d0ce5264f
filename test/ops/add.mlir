// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xf32>, %y0: tensor<4xf32>, %x1: tensor<4xbf16>, %y1: tensor<4xbf16>, %x2: tensor<4xi8>, %y2: tensor<4xi8>, %x3: tensor<4xui32>, %y3: tensor<4xui32>, %x4: tensor<4xcomplex<f32>>, %y4: tensor<4xcomplex<f32>>, %x5: tensor<4xi1>, %y5: tensor<4xi1>, %m: tensor<2x4xf32>, %s: tensor<f32>) {
  // CHECK: xla.add %arg0, %arg1 : tensor<4xf32>
  %0 = xla.add %x0, %y0 : tensor<4xf32>
  // CHECK: xla.add %arg2, %arg3 : tensor<4xbf16>
  %1 = xla.add %x1, %y1 : tensor<4xbf16>
  // CHECK: xla.add %arg4, %arg5 : tensor<4xi8>
  %2 = xla.add %x2, %y2 : tensor<4xi8>
  // CHECK: xla.add %arg6, %arg7 : tensor<4xui32>
  %3 = xla.add %x3, %y3 : tensor<4xui32>
  // CHECK: xla.add %arg8, %arg9 : tensor<4xcomplex<f32>>
  %4 = xla.add %x4, %y4 : tensor<4xcomplex<f32>>
  // CHECK: xla.add %arg10, %arg11 : tensor<4xi1>
  %5 = xla.add %x5, %y5 : tensor<4xi1>
  // CHECK: xla.add %arg12, %arg1, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %6 = xla.add %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: xla.add %arg13, %arg12 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %7 = xla.add %s, %m : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[3.750000e+00, 0.000000e+00]> : tensor<2xf32>
func.func @literal() -> (tensor<2xf32>) {
  %a = xla.constant dense<[1.5, -0.0]> : tensor<2xf32>
  %b = xla.constant dense<[2.25, 0.0]> : tensor<2xf32>
  %0 = xla.add %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CANON-LABEL: func.func @wraps(
// CANON: xla.constant dense<[-128, 2]> : tensor<2xi8>
func.func @wraps() -> (tensor<2xi8>) {
  %a = xla.constant dense<[127, 1]> : tensor<2xi8>
  %b = xla.constant dense<[1, 1]> : tensor<2xi8>
  %0 = xla.add %a, %b : tensor<2xi8>
  return %0 : tensor<2xi8>
}

// A sum of predicates is or.
// CANON-LABEL: func.func @pred(
// CANON: xla.constant dense<[true, true, false]> : tensor<3xi1>
func.func @pred() -> (tensor<3xi1>) {
  %a = xla.constant dense<[true, true, false]> : tensor<3xi1>
  %b = xla.constant dense<[true, false, false]> : tensor<3xi1>
  %0 = xla.add %a, %b : tensor<3xi1>
  return %0 : tensor<3xi1>
}

// CANON-LABEL: func.func @complex(
// CANON: xla.constant dense<[(2.000000e+00,3.000000e+00), (4.000000e+00,5.000000e+00)]> : tensor<2xcomplex<f32>>
func.func @complex() -> (tensor<2xcomplex<f32>>) {
  %a = xla.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %b = xla.constant dense<[(1.0, 1.0), (1.0, 1.0)]> : tensor<2xcomplex<f32>>
  %0 = xla.add %a, %b : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// CANON-LABEL: func.func @broadcasting_literal(
// CANON: xla.constant dense<{{\[\[}}6.000000e+00, 7.000000e+00], [7.000000e+00, 8.000000e+00], [8.000000e+00, 9.000000e+00], [9.000000e+00, 1.000000e+01{{\]\]}}> : tensor<4x2xf32>
func.func @broadcasting_literal() -> (tensor<4x2xf32>) {
  %a = xla.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %b = xla.constant dense<[[5.0, 6.0]]> : tensor<1x2xf32>
  %0 = xla.add %a, %b, broadcast_dimensions = [0] : (tensor<4xf32>, tensor<1x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// A splat folds whatever its size; other literals up to 64k elements.
// CANON-LABEL: func.func @large_literal(
// CANON: xla.constant dense<2.000000e+00> : tensor<1000x1000x1000xf32>
func.func @large_literal() -> (tensor<1000x1000x1000xf32>) {
  %a = xla.constant dense<1.0> : tensor<1000x1000x1000xf32>
  %0 = xla.add %a, %a : tensor<1000x1000x1000xf32>
  return %0 : tensor<1000x1000x1000xf32>
}

// CANON-LABEL: func.func @zero(
// CANON: return %arg0
func.func @zero(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %c = xla.constant dense<0> : tensor<4xi32>
  %0 = xla.add %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CANON-LABEL: func.func @zero_left(
// CANON: return %arg0
func.func @zero_left(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %c = xla.constant dense<0> : tensor<4xi32>
  %0 = xla.add %c, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// x + -0 = x
// CANON-LABEL: func.func @negative_zero(
// CANON: return %arg0
func.func @negative_zero(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %c = xla.constant dense<-0.0> : tensor<4xf32>
  %0 = xla.add %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -0 + +0 = +0: not the identity.
// CANON-LABEL: func.func @positive_zero(
// CANON: xla.add
func.func @positive_zero(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %c = xla.constant dense<0.0> : tensor<4xf32>
  %0 = xla.add %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CANON-LABEL: func.func @negative_zero_complex(
// CANON: return %arg0
func.func @negative_zero_complex(%x: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>) {
  %c = xla.constant dense<(-0.0, -0.0)> : tensor<4xcomplex<f32>>
  %0 = xla.add %x, %c : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// This type has no -0.
// CANON-LABEL: func.func @negative_zero_f8(
// CANON: xla.add
func.func @negative_zero_f8(%x: tensor<4xf8E4M3FNUZ>) -> (tensor<4xf8E4M3FNUZ>) {
  %c = xla.constant dense<0.0> : tensor<4xf8E4M3FNUZ>
  %0 = xla.add %x, %c : tensor<4xf8E4M3FNUZ>
  return %0 : tensor<4xf8E4M3FNUZ>
}

// The literal broadcasts x: the result is not x.
// CANON-LABEL: func.func @expanding_zero(
// CANON: xla.add
func.func @expanding_zero(%x: tensor<4xi32>) -> (tensor<2x4xi32>) {
  %c = xla.constant dense<0> : tensor<2x4xi32>
  %0 = xla.add %x, %c, broadcast_dimensions = [1] : (tensor<4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}
