// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xi1>, %x1: tensor<2xi4>, %x2: tensor<2xui64>) {
  // CHECK: xla.not %arg0 : tensor<2xi1>
  %0 = xla.not %x0 : tensor<2xi1>
  // CHECK: xla.not %arg1 : tensor<2xi4>
  %1 = xla.not %x1 : tensor<2xi4>
  // CHECK: xla.not %arg2 : tensor<2xui64>
  %2 = xla.not %x2 : tensor<2xui64>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[false, true]> : tensor<2xi1>
// CANON: return %[[C]]
func.func @literal() -> (tensor<2xi1>) {
  %c = xla.constant dense<[true, false]> : tensor<2xi1>
  %0 = xla.not %c : tensor<2xi1>
  return %0 : tensor<2xi1>
}

// CANON-LABEL: func.func @integer(
// CANON: %[[C:.*]] = xla.constant dense<[-1, -6]> : tensor<2xi4>
// CANON: return %[[C]]
func.func @integer() -> (tensor<2xi4>) {
  %c = xla.constant dense<[0, 5]> : tensor<2xi4>
  %0 = xla.not %c : tensor<2xi4>
  return %0 : tensor<2xi4>
}

// CANON-LABEL: func.func @twice(
// CANON: return %arg0
func.func @twice(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %0 = xla.not %x : tensor<4xi32>
  %1 = xla.not %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// A NaN is not equal: eq is false and ne true.
// CANON-LABEL: func.func @of_equal(
// CANON: %[[Y:.*]] = xla.ne %arg0, %arg1
// CANON: return %[[Y]]
func.func @of_equal(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xi1>) {
  %0 = xla.eq %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = xla.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// CANON-LABEL: func.func @of_less_integer(
// CANON: %[[Y:.*]] = xla.ge %arg0, %arg1
// CANON: return %[[Y]]
func.func @of_less_integer(%x: tensor<4xi32>, %y: tensor<4xi32>) -> (tensor<4xi1>) {
  %0 = xla.lt %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %1 = xla.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// Of a NaN neither lt nor ge holds.
// CANON-LABEL: func.func @of_less_float(
// CANON: xla.lt
// CANON: xla.not
func.func @of_less_float(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xi1>) {
  %0 = xla.lt %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = xla.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// CANON-LABEL: func.func @of_less_total_order(
// CANON: xla.ge_total_order %arg0, %arg1
func.func @of_less_total_order(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xi1>) {
  %0 = xla.lt_total_order %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = xla.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// CANON-LABEL: func.func @of_broadcasting_equal(
// CANON: xla.ne %arg0, %arg1, broadcast_dimensions = [0]
func.func @of_broadcasting_equal(%x: tensor<4x2xf32>, %y: tensor<4xf32>) -> (tensor<4x2xi1>) {
  %0 = xla.eq %x, %y, broadcast_dimensions = [0] : (tensor<4x2xf32>, tensor<4xf32>) -> tensor<4x2xi1>
  %1 = xla.not %0 : tensor<4x2xi1>
  return %1 : tensor<4x2xi1>
}
