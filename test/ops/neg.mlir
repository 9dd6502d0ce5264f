// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xi8>, %x1: tensor<2xui8>, %x2: tensor<2xf32>, %x3: tensor<2xcomplex<f64>>) {
  // CHECK: xla.neg %arg0 : tensor<2xi8>
  %0 = xla.neg %x0 : tensor<2xi8>
  // CHECK: xla.neg %arg1 : tensor<2xui8>
  %1 = xla.neg %x1 : tensor<2xui8>
  // CHECK: xla.neg %arg2 : tensor<2xf32>
  %2 = xla.neg %x2 : tensor<2xf32>
  // CHECK: xla.neg %arg3 : tensor<2xcomplex<f64>>
  %3 = xla.neg %x3 : tensor<2xcomplex<f64>>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[-1.500000e+00, -0.000000e+00, 0.000000e+00]> : tensor<3xf32>
// CANON: return %[[C]]
func.func @literal() -> (tensor<3xf32>) {
  %c = xla.constant dense<[1.5, 0.0, -0.0]> : tensor<3xf32>
  %0 = xla.neg %c : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CANON-LABEL: func.func @wraps(
// CANON: %[[C:.*]] = xla.constant dense<[-3, -128]> : tensor<2xi8>
// CANON: return %[[C]]
func.func @wraps() -> (tensor<2xi8>) {
  %c = xla.constant dense<[3, -128]> : tensor<2xi8>
  %0 = xla.neg %c : tensor<2xi8>
  return %0 : tensor<2xi8>
}

// CANON-LABEL: func.func @unsigned(
// CANON: %[[C:.*]] = xla.constant dense<[253, 0]> : tensor<2xui8>
// CANON: return %[[C]]
func.func @unsigned() -> (tensor<2xui8>) {
  %c = xla.constant dense<[3, 0]> : tensor<2xui8>
  %0 = xla.neg %c : tensor<2xui8>
  return %0 : tensor<2xui8>
}

// -(-x) = x
// CANON-LABEL: func.func @twice(
// CANON-NOT: xla.neg
// CANON: return %arg0
func.func @twice(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.neg %x : tensor<4xf32>
  %1 = xla.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CANON-LABEL: func.func @twice_complex(
// CANON: return %arg0
func.func @twice_complex(%x: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>) {
  %0 = xla.neg %x : tensor<4xcomplex<f32>>
  %1 = xla.neg %0 : tensor<4xcomplex<f32>>
  return %1 : tensor<4xcomplex<f32>>
}

// A type without -0 has one element whose negative is another one.
// CANON-LABEL: func.func @twice_narrow(
// CANON: xla.neg
// CANON: xla.neg
func.func @twice_narrow(%x: tensor<4xf8E4M3FNUZ>) -> (tensor<4xf8E4M3FNUZ>) {
  %0 = xla.neg %x : tensor<4xf8E4M3FNUZ>
  %1 = xla.neg %0 : tensor<4xf8E4M3FNUZ>
  return %1 : tensor<4xf8E4M3FNUZ>
}

// CANON-LABEL: func.func @twice_integer(
// CANON: return %arg0
func.func @twice_integer(%x: tensor<4xi8>) -> (tensor<4xi8>) {
  %0 = xla.neg %x : tensor<4xi8>
  %1 = xla.neg %0 : tensor<4xi8>
  return %1 : tensor<4xi8>
}
