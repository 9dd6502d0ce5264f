// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xf32>, %x1: tensor<2xbf16>, %x2: tensor<2xf64>) {
  // CHECK: xla.digamma %arg0 : tensor<2xf32>
  %0 = xla.digamma %x0 : tensor<2xf32>
  // CHECK: xla.digamma %arg1 : tensor<2xbf16>
  %1 = xla.digamma %x1 : tensor<2xbf16>
  // CHECK: xla.digamma %arg2 : tensor<2xf64>
  %2 = xla.digamma %x2 : tensor<2xf64>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<0x7F800000> : tensor<1xf32>
// CANON: return %[[C]]
func.func @literal() -> (tensor<1xf32>) {
  %c = xla.constant dense<[0x7F800000]> : tensor<1xf32>
  %0 = xla.digamma %c : tensor<1xf32>
  return %0 : tensor<1xf32>
}
