// RUN: xla-run %s --xla-keep-barriers
//
// Windows over a dilated operand, which are computed phase by phase, against those over the operand with zeros, or the least
// numbers, between its elements.

func.func @main() {
  %i = stablehlo.iota dim = 0 : tensor<63xf32>
  %eleven = stablehlo.constant dense<11.0> : tensor<63xf32>
  %five = stablehlo.constant dense<5.0> : tensor<63xf32>
  %m = stablehlo.multiply %i, %five : tensor<63xf32>
  %r = stablehlo.remainder %m, %eleven : tensor<63xf32>
  %s = stablehlo.subtract %r, %five : tensor<63xf32>
  %b = stablehlo.optimization_barrier %s : tensor<63xf32>
  %x = stablehlo.reshape %b : (tensor<63xf32>) -> tensor<7x9xf32>
  %z1 = stablehlo.constant dense<0.0> : tensor<f32>
  %d1 = stablehlo.pad %x, %z1, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x25xf32>
  %h1 = stablehlo.optimization_barrier %d1 : tensor<13x25xf32>
  %k1 = "stablehlo.reduce_window"(%x, %z1) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x27xf32>
  %e1 = "stablehlo.reduce_window"(%h1, %z1) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<13x25xf32>, tensor<f32>) -> tensor<13x27xf32>
  stablehlo.custom_call @check.expect_eq(%k1, %e1) {has_side_effect = true} : (tensor<13x27xf32>, tensor<13x27xf32>) -> ()
  %z2 = stablehlo.constant dense<0.0> : tensor<f32>
  %d2 = stablehlo.pad %x, %z2, low = [0, 0], high = [0, 0], interior = [1, 1] : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x17xf32>
  %h2 = stablehlo.optimization_barrier %d2 : tensor<13x17xf32>
  %k2 = "stablehlo.reduce_window"(%x, %z2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 1, 3>, padding = dense<[[1, 2], [4, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<f32>) -> tensor<8x17xf32>
  %e2 = "stablehlo.reduce_window"(%h2, %z2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 3>, padding = dense<[[1, 2], [4, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<13x17xf32>, tensor<f32>) -> tensor<8x17xf32>
  stablehlo.custom_call @check.expect_eq(%k2, %e2) {has_side_effect = true} : (tensor<8x17xf32>, tensor<8x17xf32>) -> ()
  %z3 = stablehlo.constant dense<0.0> : tensor<f32>
  %d3 = stablehlo.pad %x, %z3, low = [0, 0], high = [0, 0], interior = [3, 2] : (tensor<7x9xf32>, tensor<f32>) -> tensor<25x25xf32>
  %h3 = stablehlo.optimization_barrier %d3 : tensor<25x25xf32>
  %k3 = "stablehlo.reduce_window"(%x, %z3) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 4, 3>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<f32>) -> tensor<11x8xf32>
  %e3 = "stablehlo.reduce_window"(%h3, %z3) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<25x25xf32>, tensor<f32>) -> tensor<11x8xf32>
  stablehlo.custom_call @check.expect_eq(%k3, %e3) {has_side_effect = true} : (tensor<11x8xf32>, tensor<11x8xf32>) -> ()
  %z4 = stablehlo.constant dense<1.0> : tensor<f32>
  %d4 = stablehlo.pad %x, %z4, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x25xf32>
  %h4 = stablehlo.optimization_barrier %d4 : tensor<13x25xf32>
  %k4 = "stablehlo.reduce_window"(%x, %z4) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x27xf32>
  %e4 = "stablehlo.reduce_window"(%h4, %z4) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<13x25xf32>, tensor<f32>) -> tensor<13x27xf32>
  stablehlo.custom_call @check.expect_eq(%k4, %e4) {has_side_effect = true} : (tensor<13x27xf32>, tensor<13x27xf32>) -> ()
  %z5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %d5 = stablehlo.pad %x, %z5, low = [0, 0], high = [0, 0], interior = [1, 1] : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x17xf32>
  %h5 = stablehlo.optimization_barrier %d5 : tensor<13x17xf32>
  %k5 = "stablehlo.reduce_window"(%x, %z5) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 1, 3>, padding = dense<[[1, 2], [4, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<f32>) -> tensor<8x17xf32>
  %e5 = "stablehlo.reduce_window"(%h5, %z5) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 3>, padding = dense<[[1, 2], [4, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<13x17xf32>, tensor<f32>) -> tensor<8x17xf32>
  stablehlo.custom_call @check.expect_eq(%k5, %e5) {has_side_effect = true} : (tensor<8x17xf32>, tensor<8x17xf32>) -> ()
  %z6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %d6 = stablehlo.pad %x, %z6, low = [0, 0], high = [0, 0], interior = [3, 2] : (tensor<7x9xf32>, tensor<f32>) -> tensor<25x25xf32>
  %h6 = stablehlo.optimization_barrier %d6 : tensor<25x25xf32>
  %k6 = "stablehlo.reduce_window"(%x, %z6) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 4, 3>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<f32>) -> tensor<11x8xf32>
  %e6 = "stablehlo.reduce_window"(%h6, %z6) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %t = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<25x25xf32>, tensor<f32>) -> tensor<11x8xf32>
  stablehlo.custom_call @check.expect_eq(%k6, %e6) {has_side_effect = true} : (tensor<11x8xf32>, tensor<11x8xf32>) -> ()
  return
}
