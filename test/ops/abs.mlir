// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xi8>, %x1: tensor<2xf32>, %x2: tensor<2xbf16>, %x3: tensor<2xcomplex<f32>>) {
  // CHECK: xla.abs %arg0 : tensor<2xi8>
  %0 = xla.abs %x0 : tensor<2xi8>
  // CHECK: xla.abs %arg1 : tensor<2xf32>
  %1 = xla.abs %x1 : tensor<2xf32>
  // CHECK: xla.abs %arg2 : tensor<2xbf16>
  %2 = xla.abs %x2 : tensor<2xbf16>
  // CHECK: xla.abs %arg3 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %3 = xla.abs %x3 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[1.500000e+00, 0.000000e+00, 0x7F800000]> : tensor<3xf32>
// CANON: return %[[C]]
func.func @literal() -> (tensor<3xf32>) {
  %c = xla.constant dense<[-1.5, -0.0, 0xFF800000]> : tensor<3xf32>
  %0 = xla.abs %c : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CANON-LABEL: func.func @wraps(
// CANON: %[[C:.*]] = xla.constant dense<[3, -128]> : tensor<2xi8>
// CANON: return %[[C]]
func.func @wraps() -> (tensor<2xi8>) {
  %c = xla.constant dense<[-3, -128]> : tensor<2xi8>
  %0 = xla.abs %c : tensor<2xi8>
  return %0 : tensor<2xi8>
}

// CANON-LABEL: func.func @complex(
// CANON: %[[C:.*]] = xla.constant dense<[5.000000e+00, 0.000000e+00]> : tensor<2xf32>
// CANON: return %[[C]]
func.func @complex() -> (tensor<2xf32>) {
  %c = xla.constant dense<[(3.0, -4.0), (0.0, 0.0)]> : tensor<2xcomplex<f32>>
  %0 = xla.abs %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// What abs gives is left as it is.
// CANON-LABEL: func.func @twice(
// CANON: %[[Y:.*]] = xla.abs
// CANON: return %[[Y]]
func.func @twice(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.abs %x : tensor<4xf32>
  %1 = xla.abs %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// |-x| = |x|
// CANON-LABEL: func.func @of_neg(
// CANON: %[[Y:.*]] = xla.abs %arg0
// CANON: return %[[Y]]
func.func @of_neg(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.neg %x : tensor<4xf32>
  %1 = xla.abs %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// An unsigned -x is its own magnitude.
// CANON-LABEL: func.func @of_unsigned_neg(
// CANON: xla.neg
// CANON: xla.abs
func.func @of_unsigned_neg(%x: tensor<4xui8>) -> (tensor<4xui8>) {
  %0 = xla.neg %x : tensor<4xui8>
  %1 = xla.abs %0 : tensor<4xui8>
  return %1 : tensor<4xui8>
}
