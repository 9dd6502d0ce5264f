// RUN: xla-run %s
//
// xla.get_dimension_size of static dimensions.

func.func @main() {
  %x = xla.constant dense<> : tensor<2x0x5xf32>
  %barred = xla.optimization_barrier %x : (tensor<2x0x5xf32>) -> tensor<2x0x5xf32>
  %0 = xla.get_dimension_size %x, dim = 0 : (tensor<2x0x5xf32>) -> tensor<i32>
  %1 = xla.get_dimension_size %barred, dim = 1 : (tensor<2x0x5xf32>) -> tensor<i32>
  %2 = xla.get_dimension_size %barred, dim = 2 : (tensor<2x0x5xf32>) -> tensor<i32>
  %two = xla.constant dense<2> : tensor<i32>
  %none = xla.constant dense<0> : tensor<i32>
  %five = xla.constant dense<5> : tensor<i32>
  xla.custom_call "check.expect_eq"(%0, %two) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  xla.custom_call "check.expect_eq"(%1, %none) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  xla.custom_call "check.expect_eq"(%2, %five) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
