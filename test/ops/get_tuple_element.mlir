// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%t: tuple<tensor<2xf32>, tensor<i32>>) {
  // CHECK: xla.get_tuple_element %arg0[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
  %0 = xla.get_tuple_element %t[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
  return
}

// CANON-LABEL: func.func @of_tuple(
// CANON: return %arg1
func.func @of_tuple(%x: tensor<2xf32>, %y: tensor<i32>) -> (tensor<i32>) {
  %0 = xla.tuple %x, %y : (tensor<2xf32>, tensor<i32>) -> tuple<tensor<2xf32>, tensor<i32>>
  %1 = xla.get_tuple_element %0[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
  return %1 : tensor<i32>
}
