// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xf32>, %x1: tensor<2xf16>, %x2: tensor<2xf8E5M2>) {
  // CHECK: xla.is_finite %arg0 : (tensor<2xf32>) -> tensor<2xi1>
  %0 = xla.is_finite %x0 : (tensor<2xf32>) -> tensor<2xi1>
  // CHECK: xla.is_finite %arg1 : (tensor<2xf16>) -> tensor<2xi1>
  %1 = xla.is_finite %x1 : (tensor<2xf16>) -> tensor<2xi1>
  // CHECK: xla.is_finite %arg2 : (tensor<2xf8E5M2>) -> tensor<2xi1>
  %2 = xla.is_finite %x2 : (tensor<2xf8E5M2>) -> tensor<2xi1>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[true, false, false, false]> : tensor<4xi1>
// CANON: return %[[C]]
func.func @literal() -> (tensor<4xi1>) {
  %c = xla.constant dense<[1.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %0 = xla.is_finite %c : (tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
