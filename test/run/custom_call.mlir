// RUN: cc -shared -fPIC -o %t.so %S/Inputs/custom_call.c
// RUN: xla-run %s --load %t.so
// RUN: LD_PRELOAD=%t.so xla-run %s
// RUN: expect-exit 77 xla-run %s 2>&1 | FileCheck %s
//
// xla.custom_call of C functions, from a library that is loaded, or in the process. One that is nowhere is an error
// before anything runs, so that no check is made.
//
// CHECK: custom_call.mlir:[[#@LINE+7]]:8: error: unsupported: custom_call @myfunc: there is no such function, neither registered nor in the process
// CHECK-NOT: checks:

func.func @main() {
  // the documents' example
  %x = xla.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = xla.constant dense<[[10.0, 20.0, 30.0], [40.0, 50.0, 60.0]]> : tensor<2x3xf32>
  %z = xla.custom_call "myfunc"(%x, %y) : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  %e0 = xla.constant dense<[[42.0, 52.0, 62.0], [11.0, 21.0, 31.0], [42.0, 52.0, 62.0]]> : tensor<3x3xf32>
  xla.custom_call "check.expect_eq"(%z, %e0) {has_side_effect = true} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()

  // a tuple, and several results: the same to the function
  %n = xla.constant dense<[1, 2, 4]> : tensor<3xi32>
  %tripled = xla.constant dense<[3, 6, 12]> : tensor<3xi32>
  %sum = xla.constant dense<7.0> : tensor<f64>
  %pair = xla.custom_call "triple_and_sum"(%n) : (tensor<3xi32>) -> tuple<tensor<3xi32>, tensor<f64>>
  %first = xla.get_tuple_element %pair[0] : (tuple<tensor<3xi32>, tensor<f64>>) -> tensor<3xi32>
  %second = xla.get_tuple_element %pair[1] : (tuple<tensor<3xi32>, tensor<f64>>) -> tensor<f64>
  xla.custom_call "check.expect_eq"(%first, %tripled) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  xla.custom_call "check.expect_eq"(%second, %sum) {has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()
  %both:2 = xla.custom_call "triple_and_sum"(%n) {api_version = 1 : i32} : (tensor<3xi32>) -> (tensor<3xi32>, tensor<f64>)
  xla.custom_call "check.expect_eq"(%both#0, %tripled) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  xla.custom_call "check.expect_eq"(%both#1, %sum) {has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()

  // tuples in tuples, in and out
  %three = xla.constant dense<3> : tensor<i32>
  %e10 = xla.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %in = xla.tuple %e10 : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  %t = xla.tuple %x, %in : (tensor<2xf32>, tuple<tensor<2xf32>>) -> tuple<tensor<2xf32>, tuple<tensor<2xf32>>>
  %s = xla.custom_call "swapped"(%three, %t) : (tensor<i32>, tuple<tensor<2xf32>, tuple<tensor<2xf32>>>) -> tuple<tuple<tensor<2xf32>>, tensor<2xf32>>
  %s0 = xla.get_tuple_element %s[0] : (tuple<tuple<tensor<2xf32>>, tensor<2xf32>>) -> tuple<tensor<2xf32>>
  %s00 = xla.get_tuple_element %s0[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  %s1 = xla.get_tuple_element %s[1] : (tuple<tuple<tensor<2xf32>>, tensor<2xf32>>) -> tensor<2xf32>
  %e30 = xla.constant dense<[30.0, 60.0]> : tensor<2xf32>
  %e3 = xla.constant dense<[3.0, 6.0]> : tensor<2xf32>
  xla.custom_call "check.expect_eq"(%s00, %e30) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_eq"(%s1, %e3) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // no operands
  %seven = xla.custom_call "seven"() : () -> tensor<i32>
  %e7 = xla.constant dense<7> : tensor<i32>
  xla.custom_call "check.expect_eq"(%seven, %e7) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
