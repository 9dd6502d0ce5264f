// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xi1>, %y0: tensor<4xi1>, %x1: tensor<4xi4>, %y1: tensor<4xi4>, %x2: tensor<4xui64>, %y2: tensor<4xui64>, %m: tensor<2x4xi1>, %s: tensor<i1>) {
  // CHECK: xla.xor %arg0, %arg1 : tensor<4xi1>
  %0 = xla.xor %x0, %y0 : tensor<4xi1>
  // CHECK: xla.xor %arg2, %arg3 : tensor<4xi4>
  %1 = xla.xor %x1, %y1 : tensor<4xi4>
  // CHECK: xla.xor %arg4, %arg5 : tensor<4xui64>
  %2 = xla.xor %x2, %y2 : tensor<4xui64>
  // CHECK: xla.xor %arg6, %arg1, broadcast_dimensions = [1] : (tensor<2x4xi1>, tensor<4xi1>) -> tensor<2x4xi1>
  %3 = xla.xor %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xi1>, tensor<4xi1>) -> tensor<2x4xi1>
  // CHECK: xla.xor %arg7, %arg6 : (tensor<i1>, tensor<2x4xi1>) -> tensor<2x4xi1>
  %4 = xla.xor %s, %m : (tensor<i1>, tensor<2x4xi1>) -> tensor<2x4xi1>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[6, -6]> : tensor<2xi8>
func.func @literal() -> (tensor<2xi8>) {
  %a = xla.constant dense<[12, -1]> : tensor<2xi8>
  %b = xla.constant dense<[10, 5]> : tensor<2xi8>
  %0 = xla.xor %a, %b : tensor<2xi8>
  return %0 : tensor<2xi8>
}

// CANON-LABEL: func.func @zero(
// CANON: return %arg0
func.func @zero(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %c = xla.constant dense<0> : tensor<4xi32>
  %0 = xla.xor %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CANON-LABEL: func.func @of_itself(
// CANON: %[[C:.*]] = xla.constant dense<0> : tensor<4xi32>
// CANON: return %[[C]]
func.func @of_itself(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %0 = xla.xor %x, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CANON-LABEL: func.func @ones(
// CANON: %[[Y:.*]] = xla.not %arg0
// CANON: return %[[Y]]
func.func @ones(%x: tensor<4xui8>) -> (tensor<4xui8>) {
  %c = xla.constant dense<255> : tensor<4xui8>
  %0 = xla.xor %x, %c : tensor<4xui8>
  return %0 : tensor<4xui8>
}
