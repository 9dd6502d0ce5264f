// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xi8>, %x1: tensor<2xf32>, %x2: tensor<2xcomplex<f32>>) {
  // CHECK: xla.sign %arg0 : tensor<2xi8>
  %0 = xla.sign %x0 : tensor<2xi8>
  // CHECK: xla.sign %arg1 : tensor<2xf32>
  %1 = xla.sign %x1 : tensor<2xf32>
  // CHECK: xla.sign %arg2 : tensor<2xcomplex<f32>>
  %2 = xla.sign %x2 : tensor<2xcomplex<f32>>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[-1.000000e+00, -0.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<4xf32>
// CANON: return %[[C]]
func.func @literal() -> (tensor<4xf32>) {
  %c = xla.constant dense<[-2.5, -0.0, 0.0, 7.0]> : tensor<4xf32>
  %0 = xla.sign %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CANON-LABEL: func.func @integer(
// CANON: %[[C:.*]] = xla.constant dense<[-1, 0, 1]> : tensor<3xi8>
// CANON: return %[[C]]
func.func @integer() -> (tensor<3xi8>) {
  %c = xla.constant dense<[-3, 0, 5]> : tensor<3xi8>
  %0 = xla.sign %c : tensor<3xi8>
  return %0 : tensor<3xi8>
}
