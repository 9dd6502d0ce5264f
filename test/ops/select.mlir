// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>, %s: tensor<i1>, %t: tuple<tensor<f32>>) {
  // CHECK: xla.select %arg0, %arg1, %arg2 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %0 = xla.select %p, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: xla.select %arg3, %arg1, %arg2 : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = xla.select %s, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: xla.select %arg3, %arg4, %arg4 : (tensor<i1>, tuple<tensor<f32>>, tuple<tensor<f32>>) -> tuple<tensor<f32>>
  %2 = xla.select %s, %t, %t : (tensor<i1>, tuple<tensor<f32>>, tuple<tensor<f32>>) -> tuple<tensor<f32>>
  return
}

// CANON-LABEL: func.func @of_tuples(
// CANON: %[[A:.*]] = xla.select %arg0, %arg1, %arg2
// CANON: %[[I:.*]] = xla.select %arg0, %arg3, %arg4
// CANON: %[[N:.*]] = xla.tuple %[[I]]
// CANON: %[[T:.*]] = xla.tuple %[[A]], %[[N]]
// CANON: return %[[T]]
func.func @of_tuples(%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<2xf32>, %i: tensor<i32>, %j: tensor<i32>) -> (tuple<tensor<2xf32>, tuple<tensor<i32>>>) {
  %ti = xla.tuple %i : (tensor<i32>) -> tuple<tensor<i32>>
  %tj = xla.tuple %j : (tensor<i32>) -> tuple<tensor<i32>>
  %t = xla.tuple %a, %ti : (tensor<2xf32>, tuple<tensor<i32>>) -> tuple<tensor<2xf32>, tuple<tensor<i32>>>
  %u = xla.tuple %b, %tj : (tensor<2xf32>, tuple<tensor<i32>>) -> tuple<tensor<2xf32>, tuple<tensor<i32>>>
  %0 = xla.select %p, %t, %u : (tensor<i1>, tuple<tensor<2xf32>, tuple<tensor<i32>>>, tuple<tensor<2xf32>, tuple<tensor<i32>>>) -> tuple<tensor<2xf32>, tuple<tensor<i32>>>
  return %0 : tuple<tensor<2xf32>, tuple<tensor<i32>>>
}

// NaN of the other side does not leak.
// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]>
func.func @literal() -> (tensor<3xf32>) {
  %p = xla.constant dense<[true, false, true]> : tensor<3xi1>
  %a = xla.constant dense<[1.0, 0x7FC00000, 3.0]> : tensor<3xf32>
  %b = xla.constant dense<[0x7FC00000, 2.0, 0x7F800000]> : tensor<3xf32>
  %0 = xla.select %p, %a, %b : (tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CANON-LABEL: func.func @literal_scalar_pred(
// CANON: xla.constant dense<[3, 4]>
func.func @literal_scalar_pred() -> (tensor<2xi32>) {
  %p = xla.constant dense<false> : tensor<i1>
  %a = xla.constant dense<[1, 2]> : tensor<2xi32>
  %b = xla.constant dense<[3, 4]> : tensor<2xi32>
  %0 = xla.select %p, %a, %b : (tensor<i1>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CANON-LABEL: func.func @always(
// CANON: return %arg0
func.func @always(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
  %p = xla.constant dense<true> : tensor<4xi1>
  %0 = xla.select %p, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CANON-LABEL: func.func @never(
// CANON: return %arg1
func.func @never(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
  %p = xla.constant dense<false> : tensor<i1>
  %0 = xla.select %p, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CANON-LABEL: func.func @equal_sides(
// CANON: return %arg1
func.func @equal_sides(%p: tensor<4xi1>, %x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.select %p, %x, %x : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CANON-LABEL: func.func @by_not(
// CANON: %[[Y:.*]] = xla.select %arg0, %arg2, %arg1
// CANON: return %[[Y]]
func.func @by_not(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
  %n = xla.not %p : tensor<4xi1>
  %0 = xla.select %n, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CANON-LABEL: func.func @of_true_and_false(
// CANON: return %arg0
func.func @of_true_and_false(%p: tensor<4xi1>) -> (tensor<4xi1>) {
  %t = xla.constant dense<true> : tensor<4xi1>
  %f = xla.constant dense<false> : tensor<4xi1>
  %0 = xla.select %p, %t, %f : (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CANON-LABEL: func.func @of_false_and_true(
// CANON: %[[Y:.*]] = xla.not %arg0
// CANON: return %[[Y]]
func.func @of_false_and_true(%p: tensor<4xi1>) -> (tensor<4xi1>) {
  %t = xla.constant dense<true> : tensor<4xi1>
  %f = xla.constant dense<false> : tensor<4xi1>
  %0 = xla.select %p, %f, %t : (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// One literal as in these, but not the other.
// CANON-LABEL: func.func @of_true_and_others(
// CANON: xla.select %arg0
// CANON: xla.select %arg0
// CANON: xla.select %arg0
// CANON: xla.select %arg0
func.func @of_true_and_others(%p: tensor<2xi1>) -> (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) {
  %t = xla.constant dense<true> : tensor<2xi1>
  %f = xla.constant dense<false> : tensor<2xi1>
  %both = xla.constant dense<[true, false]> : tensor<2xi1>
  %0 = xla.select %p, %t, %both : (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %1 = xla.select %p, %f, %both : (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %2 = xla.select %p, %both, %t : (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %3 = xla.select %p, %both, %f : (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return %0, %1, %2, %3 : tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<2xi1>
}
