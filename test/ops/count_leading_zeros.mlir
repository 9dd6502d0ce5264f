// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xi8>, %x1: tensor<2xui64>) {
  // CHECK: xla.count_leading_zeros %arg0 : tensor<2xi8>
  %0 = xla.count_leading_zeros %x0 : tensor<2xi8>
  // CHECK: xla.count_leading_zeros %arg1 : tensor<2xui64>
  %1 = xla.count_leading_zeros %x1 : tensor<2xui64>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[0, 8, 6]> : tensor<3xi8>
// CANON: return %[[C]]
func.func @literal() -> (tensor<3xi8>) {
  %c = xla.constant dense<[-1, 0, 3]> : tensor<3xi8>
  %0 = xla.count_leading_zeros %c : tensor<3xi8>
  return %0 : tensor<3xi8>
}
