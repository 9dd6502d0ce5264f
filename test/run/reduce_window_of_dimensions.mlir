// RUN: xla-run %s --xla-keep-barriers
//
// reduce_window: what sums of windows of several dimensions begin with is added once, though they are added up one dimension after the
// other.

func.func @main() {
  %number = stablehlo.iota dim = 0 : tensor<4096xi32>
  %numbers = stablehlo.optimization_barrier %number : tensor<4096xi32>
  %square = stablehlo.multiply %numbers, %numbers : tensor<4096xi32>
  %x = stablehlo.reshape %square : (tensor<4096xi32>) -> tensor<64x64xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %from_zero = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 8, 8>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<64x64xi32>, tensor<i32>) -> tensor<57x57xi32>
  %from_five = "stablehlo.reduce_window"(%x, %five) <{window_dimensions = array<i64: 8, 8>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<64x64xi32>, tensor<i32>) -> tensor<57x57xi32>
  %fives = stablehlo.constant dense<5> : tensor<57x57xi32>
  %expected = stablehlo.add %from_zero, %fives : tensor<57x57xi32>
  stablehlo.custom_call @check.expect_eq(%from_five, %expected) {has_side_effect = true} : (tensor<57x57xi32>, tensor<57x57xi32>) -> ()
  // The first window: the squares of 64 i + j for i and j below 8.
  %first = stablehlo.slice %from_zero [0:1, 0:1] : (tensor<57x57xi32>) -> tensor<1x1xi32>
  %squares = stablehlo.constant dense<4688992> : tensor<1x1xi32>
  stablehlo.custom_call @check.expect_eq(%first, %squares) {has_side_effect = true} : (tensor<1x1xi32>, tensor<1x1xi32>) -> ()
  return
}
