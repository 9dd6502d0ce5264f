// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<2xf32>, %y: tensor<i32>, %t: tuple<tensor<2xf32>, tensor<i32>>) {
  // CHECK: xla.tuple %arg0, %arg1 : (tensor<2xf32>, tensor<i32>) -> tuple<tensor<2xf32>, tensor<i32>>
  %0 = xla.tuple %x, %y : (tensor<2xf32>, tensor<i32>) -> tuple<tensor<2xf32>, tensor<i32>>
  // CHECK: xla.tuple  : () -> tuple<>
  %1 = xla.tuple : () -> tuple<>
  // CHECK: xla.tuple %arg2 : (tuple<tensor<2xf32>, tensor<i32>>) -> tuple<tuple<tensor<2xf32>, tensor<i32>>>
  %2 = xla.tuple %t : (tuple<tensor<2xf32>, tensor<i32>>) -> tuple<tuple<tensor<2xf32>, tensor<i32>>>
  return
}

// CANON-LABEL: func.func @of_all_elements(
// CANON: return %arg0
func.func @of_all_elements(%t: tuple<tensor<2xf32>, tensor<i32>>) -> (tuple<tensor<2xf32>, tensor<i32>>) {
  %0 = xla.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<2xf32>
  %1 = xla.get_tuple_element %t[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
  %2 = xla.tuple %0, %1 : (tensor<2xf32>, tensor<i32>) -> tuple<tensor<2xf32>, tensor<i32>>
  return %2 : tuple<tensor<2xf32>, tensor<i32>>
}

// CANON-LABEL: func.func @of_swapped_elements(
// CANON: %[[T:.*]] = xla.tuple
// CANON: return %[[T]]
func.func @of_swapped_elements(%t: tuple<tensor<f32>, tensor<f32>>) -> (tuple<tensor<f32>, tensor<f32>>) {
  %0 = xla.get_tuple_element %t[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  %1 = xla.get_tuple_element %t[1] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  %2 = xla.tuple %1, %0 : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
  return %2 : tuple<tensor<f32>, tensor<f32>>
}

// CANON-LABEL: func.func @of_first_elements(
// CANON: xla.tuple
func.func @of_first_elements(%t: tuple<tensor<2xf32>, tensor<i32>>) -> (tuple<tensor<2xf32>>) {
  %0 = xla.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<2xf32>
  %2 = xla.tuple %0 : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  return %2 : tuple<tensor<2xf32>>
}
