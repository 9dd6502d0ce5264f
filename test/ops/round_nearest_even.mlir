// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xf32>, %x1: tensor<2xbf16>, %x2: tensor<2xf64>) {
  // CHECK: xla.round_nearest_even %arg0 : tensor<2xf32>
  %0 = xla.round_nearest_even %x0 : tensor<2xf32>
  // CHECK: xla.round_nearest_even %arg1 : tensor<2xbf16>
  %1 = xla.round_nearest_even %x1 : tensor<2xbf16>
  // CHECK: xla.round_nearest_even %arg2 : tensor<2xf64>
  %2 = xla.round_nearest_even %x2 : tensor<2xf64>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[0.000000e+00, 2.000000e+00, 2.000000e+00, -0.000000e+00]> : tensor<4xf32>
// CANON: return %[[C]]
func.func @literal() -> (tensor<4xf32>) {
  %c = xla.constant dense<[0.5, 1.5, 2.5, -0.5]> : tensor<4xf32>
  %0 = xla.round_nearest_even %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What round_nearest_even gives is left as it is.
// CANON-LABEL: func.func @twice(
// CANON: %[[Y:.*]] = xla.round_nearest_even
// CANON: return %[[Y]]
func.func @twice(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.round_nearest_even %x : tensor<4xf32>
  %1 = xla.round_nearest_even %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
