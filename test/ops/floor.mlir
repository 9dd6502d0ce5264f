// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xf32>, %x1: tensor<2xbf16>, %x2: tensor<2xf64>) {
  // CHECK: xla.floor %arg0 : tensor<2xf32>
  %0 = xla.floor %x0 : tensor<2xf32>
  // CHECK: xla.floor %arg1 : tensor<2xbf16>
  %1 = xla.floor %x1 : tensor<2xbf16>
  // CHECK: xla.floor %arg2 : tensor<2xf64>
  %2 = xla.floor %x2 : tensor<2xf64>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[-2.000000e+00, -0.000000e+00, 2.000000e+00]> : tensor<3xf32>
// CANON: return %[[C]]
func.func @literal() -> (tensor<3xf32>) {
  %c = xla.constant dense<[-1.5, -0.0, 2.5]> : tensor<3xf32>
  %0 = xla.floor %c : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// What ceil gives is left as it is.
// CANON-LABEL: func.func @twice(
// CANON: %[[Y:.*]] = xla.ceil
// CANON: return %[[Y]]
func.func @twice(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.ceil %x : tensor<4xf32>
  %1 = xla.floor %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
