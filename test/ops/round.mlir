// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xf32>, %x1: tensor<2xbf16>, %x2: tensor<2xf64>) {
  // CHECK: xla.round %arg0 : tensor<2xf32>
  %0 = xla.round %x0 : tensor<2xf32>
  // CHECK: xla.round %arg1 : tensor<2xbf16>
  %1 = xla.round %x1 : tensor<2xbf16>
  // CHECK: xla.round %arg2 : tensor<2xf64>
  %2 = xla.round %x2 : tensor<2xf64>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[1.000000e+00, -1.000000e+00, 0.000000e+00, -0.000000e+00, 3.000000e+00]> : tensor<5xf32>
// CANON: return %[[C]]
func.func @literal() -> (tensor<5xf32>) {
  %c = xla.constant dense<[0.5, -0.5, 0.49999997, -0.2, 2.5]> : tensor<5xf32>
  %0 = xla.round %c : tensor<5xf32>
  return %0 : tensor<5xf32>
}

// What floor gives is left as it is.
// CANON-LABEL: func.func @twice(
// CANON: %[[Y:.*]] = xla.floor
// CANON: return %[[Y]]
func.func @twice(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.floor %x : tensor<4xf32>
  %1 = xla.round %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
