// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xf32>, %x1: tensor<2xbf16>, %x2: tensor<2xf64>) {
  // CHECK: xla.erfc %arg0 : tensor<2xf32>
  %0 = xla.erfc %x0 : tensor<2xf32>
  // CHECK: xla.erfc %arg1 : tensor<2xbf16>
  %1 = xla.erfc %x1 : tensor<2xbf16>
  // CHECK: xla.erfc %arg2 : tensor<2xf64>
  %2 = xla.erfc %x2 : tensor<2xf64>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[1.000000e+00, 0.000000e+00, 2.000000e+00]> : tensor<3xf32>
// CANON: return %[[C]]
func.func @literal() -> (tensor<3xf32>) {
  %c = xla.constant dense<[0.0, 100.0, -10.0]> : tensor<3xf32>
  %0 = xla.erfc %c : tensor<3xf32>
  return %0 : tensor<3xf32>
}
