// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<4xf32>, %t: tuple<tensor<2xf32>, tensor<i32>>) {
  // CHECK: xla.optimization_barrier %arg0, %arg1 : (tensor<4xf32>, tuple<tensor<2xf32>, tensor<i32>>) -> (tensor<4xf32>, tuple<tensor<2xf32>, tensor<i32>>)
  %0:2 = xla.optimization_barrier %x, %t : (tensor<4xf32>, tuple<tensor<2xf32>, tensor<i32>>) -> (tensor<4xf32>, tuple<tensor<2xf32>, tensor<i32>>)
  return
}

// Nothing crosses a barrier.
// CANON-LABEL: func.func @negated_twice(
// CANON: %[[N:.*]] = xla.neg %arg0
// CANON: %[[B:.*]] = xla.optimization_barrier %[[N]]
// CANON: %[[Y:.*]] = xla.neg %[[B]]
// CANON: return %[[Y]]
func.func @negated_twice(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.neg %x : tensor<4xf32>
  %1 = xla.optimization_barrier %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = xla.neg %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CANON-LABEL: func.func @literal(
// CANON: xla.optimization_barrier
// CANON: xla.exp
func.func @literal() -> (tensor<f32>) {
  %c = xla.constant dense<1.0> : tensor<f32>
  %1 = xla.optimization_barrier %c : (tensor<f32>) -> tensor<f32>
  %2 = xla.exp %1 : tensor<f32>
  return %2 : tensor<f32>
}

// CANON-LABEL: func.func @element_of_tuple(
// CANON: xla.tuple
// CANON: xla.optimization_barrier
// CANON: xla.get_tuple_element
func.func @element_of_tuple(%x: tensor<2xf32>, %y: tensor<i32>) -> (tensor<i32>) {
  %0 = xla.tuple %x, %y : (tensor<2xf32>, tensor<i32>) -> tuple<tensor<2xf32>, tensor<i32>>
  %1 = xla.optimization_barrier %0 : (tuple<tensor<2xf32>, tensor<i32>>) -> tuple<tensor<2xf32>, tensor<i32>>
  %2 = xla.get_tuple_element %1[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
  return %2 : tensor<i32>
}

// Two barriers are not one.
// CANON-LABEL: func.func @twice(
// CANON: %[[A:.*]] = xla.optimization_barrier
// CANON: %[[B:.*]] = xla.optimization_barrier
// CANON: return %[[A]], %[[B]]
func.func @twice(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = xla.optimization_barrier %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = xla.optimization_barrier %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// What nobody reads behind a barrier is not computed.
// CANON-LABEL: func.func @unused(
// CANON-NEXT: %[[A:.*]] = xla.neg %arg0
// CANON-NEXT: %[[B:.*]] = xla.optimization_barrier %[[A]] : (tensor<2xf32>) -> tensor<2xf32>
// CANON-NEXT: return %[[B]]
func.func @unused(%x: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = xla.neg %x : tensor<2xf32>
  %1 = xla.exp %x : tensor<2xf32>
  %2:2 = xla.optimization_barrier %1, %0 : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %3 = xla.optimization_barrier %1 : (tensor<2xf32>) -> tensor<2xf32>
  return %2#1 : tensor<2xf32>
}

// Of an array of equal elements, one is kept behind the barrier.
// CANON-LABEL: func.func @equal_elements(
// CANON: %[[ONE:.*]] = xla.constant dense<1.000000e+00> : tensor<f32>
// CANON: %[[B:.*]]:2 = xla.optimization_barrier %[[ONE]], %arg0 : (tensor<f32>, tensor<8xf32>) -> (tensor<f32>, tensor<8xf32>)
// CANON: %[[ALL:.*]] = xla.broadcast_in_dim %[[B]]#0, dims = []
// CANON: return %[[ALL]], %[[B]]#1
func.func @equal_elements(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %ones = xla.constant dense<1.0> : tensor<8xf32>
  %0:2 = xla.optimization_barrier %ones, %x : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
