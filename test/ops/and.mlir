// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xi1>, %y0: tensor<4xi1>, %x1: tensor<4xi4>, %y1: tensor<4xi4>, %x2: tensor<4xui64>, %y2: tensor<4xui64>, %m: tensor<2x4xi1>, %s: tensor<i1>) {
  // CHECK: xla.and %arg0, %arg1 : tensor<4xi1>
  %0 = xla.and %x0, %y0 : tensor<4xi1>
  // CHECK: xla.and %arg2, %arg3 : tensor<4xi4>
  %1 = xla.and %x1, %y1 : tensor<4xi4>
  // CHECK: xla.and %arg4, %arg5 : tensor<4xui64>
  %2 = xla.and %x2, %y2 : tensor<4xui64>
  // CHECK: xla.and %arg6, %arg1, broadcast_dimensions = [1] : (tensor<2x4xi1>, tensor<4xi1>) -> tensor<2x4xi1>
  %3 = xla.and %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xi1>, tensor<4xi1>) -> tensor<2x4xi1>
  // CHECK: xla.and %arg7, %arg6 : (tensor<i1>, tensor<2x4xi1>) -> tensor<2x4xi1>
  %4 = xla.and %s, %m : (tensor<i1>, tensor<2x4xi1>) -> tensor<2x4xi1>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[8, 5]> : tensor<2xi8>
func.func @literal() -> (tensor<2xi8>) {
  %a = xla.constant dense<[12, -1]> : tensor<2xi8>
  %b = xla.constant dense<[10, 5]> : tensor<2xi8>
  %0 = xla.and %a, %b : tensor<2xi8>
  return %0 : tensor<2xi8>
}

// CANON-LABEL: func.func @zero(
// CANON: %[[C:.*]] = xla.constant dense<0> : tensor<4xi32>
// CANON: return %[[C]]
func.func @zero(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %c = xla.constant dense<0> : tensor<4xi32>
  %0 = xla.and %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CANON-LABEL: func.func @ones(
// CANON: return %arg0
func.func @ones(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %c = xla.constant dense<-1> : tensor<4xi32>
  %0 = xla.and %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CANON-LABEL: func.func @ones_unsigned(
// CANON: return %arg0
func.func @ones_unsigned(%x: tensor<4xui64>) -> (tensor<4xui64>) {
  %c = xla.constant dense<18446744073709551615> : tensor<4xui64>
  %0 = xla.and %x, %c : tensor<4xui64>
  return %0 : tensor<4xui64>
}

// CANON-LABEL: func.func @true(
// CANON: return %arg0
func.func @true(%x: tensor<4xi1>) -> (tensor<4xi1>) {
  %c = xla.constant dense<true> : tensor<4xi1>
  %0 = xla.and %x, %c : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CANON-LABEL: func.func @false(
// CANON: %[[C:.*]] = xla.constant dense<false> : tensor<4xi1>
// CANON: return %[[C]]
func.func @false(%x: tensor<4xi1>) -> (tensor<4xi1>) {
  %c = xla.constant dense<false> : tensor<4xi1>
  %0 = xla.and %x, %c : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CANON-LABEL: func.func @of_itself(
// CANON: return %arg0
func.func @of_itself(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %0 = xla.and %x, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}
