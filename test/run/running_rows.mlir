// RUN: xla-run %s
//
// Running results along the rows of large arrays: those of many rows are computed side by side.
func.func @main() {
  %flat = stablehlo.iota dim = 0 : tensor<8000xf32>
  %literal = stablehlo.reshape %flat : (tensor<8000xf32>) -> tensor<40x50x4xf32>
  %x = stablehlo.optimization_barrier %literal : tensor<40x50x4xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %high = stablehlo.constant dense<100.0> : tensor<f32>
  %init = stablehlo.optimization_barrier %high : tensor<f32>

  // Elements rise: the greatest one is the last, and the least one is the first, or the initial value.
  %max = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 1, 1, 4>, padding = dense<[[0, 0], [0, 0], [3, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<40x50x4xf32>, tensor<f32>) -> tensor<40x50x4xf32>
  stablehlo.custom_call @check.expect_eq(%max, %x) {has_side_effect = true} : (tensor<40x50x4xf32>, tensor<40x50x4xf32>) -> ()

  %min = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 1, 5>, padding = dense<[[0, 0], [0, 0], [4, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.minimum %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<40x50x4xf32>, tensor<f32>) -> tensor<40x50x4xf32>
  %column = stablehlo.slice %x [0:40, 0:50, 0:1] : (tensor<40x50x4xf32>) -> tensor<40x50x1xf32>
  %columns = stablehlo.broadcast_in_dim %column, dims = [0, 1, 2] : (tensor<40x50x1xf32>) -> tensor<40x50x4xf32>
  %inits = stablehlo.broadcast_in_dim %init, dims = [] : (tensor<f32>) -> tensor<40x50x4xf32>
  %least = stablehlo.minimum %columns, %inits : tensor<40x50x4xf32>
  stablehlo.custom_call @check.expect_eq(%min, %least) {has_side_effect = true} : (tensor<40x50x4xf32>, tensor<40x50x4xf32>) -> ()

  // From the end of each row.
  %from_end = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 1, 1, 4>, padding = dense<[[0, 0], [0, 0], [0, 3]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<40x50x4xf32>, tensor<f32>) -> tensor<40x50x4xf32>
  %end = stablehlo.slice %x [0:40, 0:50, 3:4] : (tensor<40x50x4xf32>) -> tensor<40x50x1xf32>
  %ends = stablehlo.broadcast_in_dim %end, dims = [0, 1, 2] : (tensor<40x50x1xf32>) -> tensor<40x50x4xf32>
  stablehlo.custom_call @check.expect_eq(%from_end, %ends) {has_side_effect = true} : (tensor<40x50x4xf32>, tensor<40x50x4xf32>) -> ()

  // Sums of ones count; those of bf16 are rounded at each step, so that 256 is the last that they reach.
  %one = stablehlo.constant dense<1.0> : tensor<20x300xbf16>
  %ones = stablehlo.optimization_barrier %one : tensor<20x300xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %sums = "stablehlo.reduce_window"(%ones, %zero) <{window_dimensions = array<i64: 1, 300>, padding = dense<[[0, 0], [299, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %0 = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %0 : tensor<bf16>
  }) : (tensor<20x300xbf16>, tensor<bf16>) -> tensor<20x300xbf16>
  %number = stablehlo.iota dim = 1 : tensor<20x300xi32>
  %step = stablehlo.constant dense<1> : tensor<20x300xi32>
  %count = stablehlo.add %number, %step : tensor<20x300xi32>
  %most = stablehlo.constant dense<256> : tensor<20x300xi32>
  %limited = stablehlo.minimum %count, %most : tensor<20x300xi32>
  %counted = stablehlo.convert %limited : (tensor<20x300xi32>) -> tensor<20x300xbf16>
  stablehlo.custom_call @check.expect_eq(%sums, %counted) {has_side_effect = true} : (tensor<20x300xbf16>, tensor<20x300xbf16>) -> ()

  // The number of the greatest element so far: the row falls, so that it is the first one.
  %fall = stablehlo.negate %x : tensor<40x50x4xf32>
  %place = stablehlo.iota dim = 2 : tensor<40x50x4xi32>
  %places = stablehlo.optimization_barrier %place : tensor<40x50x4xi32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %best:2 = "stablehlo.reduce_window"(%fall, %places, %low, %none) <{window_dimensions = array<i64: 1, 1, 4>, padding = dense<[[0, 0], [0, 0], [3, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.select %0, %a, %b : tensor<i1>, tensor<f32>
    %2 = stablehlo.select %0, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }) : (tensor<40x50x4xf32>, tensor<40x50x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<40x50x4xf32>, tensor<40x50x4xi32>)
  %falling = stablehlo.negate %columns : tensor<40x50x4xf32>
  stablehlo.custom_call @check.expect_eq(%best#0, %falling) {has_side_effect = true} : (tensor<40x50x4xf32>, tensor<40x50x4xf32>) -> ()
  %first = stablehlo.constant dense<0> : tensor<40x50x4xi32>
  stablehlo.custom_call @check.expect_eq(%best#1, %first) {has_side_effect = true} : (tensor<40x50x4xi32>, tensor<40x50x4xi32>) -> ()
  return
}
