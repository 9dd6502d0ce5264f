// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xf32>, %x1: tensor<2xbf16>, %x2: tensor<2xf64>) {
  // CHECK: xla.lgamma %arg0 : tensor<2xf32>
  %0 = xla.lgamma %x0 : tensor<2xf32>
  // CHECK: xla.lgamma %arg1 : tensor<2xbf16>
  %1 = xla.lgamma %x1 : tensor<2xbf16>
  // CHECK: xla.lgamma %arg2 : tensor<2xf64>
  %2 = xla.lgamma %x2 : tensor<2xf64>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[0.000000e+00, 0.000000e+00, 0x7F800000]> : tensor<3xf32>
// CANON: return %[[C]]
func.func @literal() -> (tensor<3xf32>) {
  %c = xla.constant dense<[1.0, 2.0, -1.0]> : tensor<3xf32>
  %0 = xla.lgamma %c : tensor<3xf32>
  return %0 : tensor<3xf32>
}
