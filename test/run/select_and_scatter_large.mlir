// RUN: xla-run %s
//
// Windows of many elements: what they select is combined window by window.
func.func @main() {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %init = stablehlo.optimization_barrier %one : tensor<f32>

  // Elements rise, so that each window selects its last one.
  %rising = stablehlo.iota dim = 0 : tensor<1728xf32>
  %literal = stablehlo.reshape %rising : (tensor<1728xf32>) -> tensor<12x12x12xf32>
  %x = stablehlo.optimization_barrier %literal : tensor<12x12x12xf32>
  %number = stablehlo.iota dim = 0 : tensor<160xf32>
  %numbers = stablehlo.reshape %number : (tensor<160xf32>) -> tensor<4x10x4xf32>
  %0 = "stablehlo.select_and_scatter"(%x, %numbers, %init) <{window_dimensions = array<i64: 9, 3, 9>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<12x12x12xf32>, tensor<4x10x4xf32>, tensor<f32>) -> tensor<12x12x12xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %there = stablehlo.pad %numbers, %zero, low = [8, 2, 8], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<4x10x4xf32>, tensor<f32>) -> tensor<12x12x12xf32>
  %inits = stablehlo.broadcast_in_dim %init, dims = [] : (tensor<f32>) -> tensor<12x12x12xf32>
  %expected = stablehlo.add %there, %inits : tensor<12x12x12xf32>
  stablehlo.custom_call @check.expect_eq(%0, %expected) {has_side_effect = true} : (tensor<12x12x12xf32>, tensor<12x12x12xf32>) -> ()

  // Elements fall, so that each window selects its first one; the last windows are of padding alone, and select nothing. The first
  // combination is that of the first window.
  %place = stablehlo.iota dim = 0 : tensor<200xf32>
  %falling = stablehlo.negate %place : tensor<200xf32>
  %y = stablehlo.optimization_barrier %falling : tensor<200xf32>
  %source = stablehlo.iota dim = 0 : tensor<261xf32>
  %2 = "stablehlo.select_and_scatter"(%y, %source, %init) <{window_dimensions = array<i64: 190>, padding = dense<[[0, 250]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.subtract %b, %a : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<200xf32>, tensor<261xf32>, tensor<f32>) -> tensor<200xf32>
  %ones = stablehlo.broadcast_in_dim %init, dims = [] : (tensor<f32>) -> tensor<200xf32>
  %differences = stablehlo.subtract %place, %ones : tensor<200xf32>
  stablehlo.custom_call @check.expect_eq(%2, %differences) {has_side_effect = true} : (tensor<200xf32>, tensor<200xf32>) -> ()
  return
}
