// RUN: xla-run %s --xla-keep-barriers
//
// Windows most of which meet nothing but padding, with initial values that are not neutral, against those over the padded operand.
// The others are computed; where a dimension has holes as well, in phases, if windows meet all of their elements there or none.

func.func @main() {
  %i = stablehlo.iota dim = 0 : tensor<60xf32>
  %factor = stablehlo.constant dense<0.37> : tensor<60xf32>
  %angle = stablehlo.multiply %i, %factor : tensor<60xf32>
  %sine = stablehlo.sine %angle : tensor<60xf32>
  // Multiples of 1/128, whose sums are exact in any order.
  %hundred = stablehlo.constant dense<100.0> : tensor<60xf32>
  %scaled = stablehlo.multiply %sine, %hundred : tensor<60xf32>
  %integers = stablehlo.convert %scaled : (tensor<60xf32>) -> tensor<60xi32>
  %n = stablehlo.reshape %integers : (tensor<60xi32>) -> tensor<4x3x5xi32>
  %multiples = stablehlo.convert %n : (tensor<4x3x5xi32>) -> tensor<4x3x5xf32>
  %unit = stablehlo.constant dense<0.0078125> : tensor<4x3x5xf32>
  %literal = stablehlo.multiply %multiples, %unit : tensor<4x3x5xf32>
  %x = stablehlo.optimization_barrier %literal : tensor<4x3x5xf32>
  %eighth = stablehlo.constant dense<0.125> : tensor<f32>
  %init = stablehlo.optimization_barrier %eighth : tensor<f32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %start = stablehlo.optimization_barrier %seven : tensor<i32>

  // Padding in front of, and behind, more than there are elements: 7 of 16 positions of the last dimension meet some.
  %p0 = stablehlo.pad %x, %init, low = [1, 0, 6], high = [0, 1, 7], interior = [0, 0, 0] : (tensor<4x3x5xf32>, tensor<f32>) -> tensor<5x4x18xf32>
  %b0 = stablehlo.optimization_barrier %p0 : tensor<5x4x18xf32>
  %e0 = "stablehlo.reduce_window"(%b0, %init) <{window_dimensions = array<i64: 2, 2, 3>, window_strides = array<i64: 1, 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x4x18xf32>, tensor<f32>) -> tensor<4x3x16xf32>
  %r0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2, 2, 3>, window_strides = array<i64: 1, 1, 1>, padding = dense<[[1, 0], [0, 1], [6, 7]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x3x5xf32>, tensor<f32>) -> tensor<4x3x16xf32>
  stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<4x3x16xf32>, tensor<4x3x16xf32>) -> ()

  // Integers, a stride, and elements that are cropped: all windows meet padding alone along the first dimension.
  %p1 = stablehlo.pad %n, %start, low = [-4, 2, 9], high = [9, 3, -1], interior = [0, 0, 0] : (tensor<4x3x5xi32>, tensor<i32>) -> tensor<9x8x13xi32>
  %b1 = stablehlo.optimization_barrier %p1 : tensor<9x8x13xi32>
  %e1 = "stablehlo.reduce_window"(%b1, %start) <{window_dimensions = array<i64: 2, 2, 2>, window_strides = array<i64: 2, 1, 3>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<9x8x13xi32>, tensor<i32>) -> tensor<4x7x4xi32>
  %r1 = "stablehlo.reduce_window"(%n, %start) <{window_dimensions = array<i64: 2, 2, 2>, window_strides = array<i64: 2, 1, 3>, padding = dense<[[-4, 9], [2, 3], [9, -1]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3x5xi32>, tensor<i32>) -> tensor<4x7x4xi32>
  stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<4x7x4xi32>, tensor<4x7x4xi32>) -> ()

  // Holes along two dimensions: one element of a window or none along the first, one of two or two along the last.
  %p2 = stablehlo.pad %x, %init, low = [2, 0, 1], high = [1, 0, 2], interior = [2, 0, 1] : (tensor<4x3x5xf32>, tensor<f32>) -> tensor<13x3x12xf32>
  %b2 = stablehlo.optimization_barrier %p2 : tensor<13x3x12xf32>
  %e2 = "stablehlo.reduce_window"(%b2, %init) <{window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 1, 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<13x3x12xf32>, tensor<f32>) -> tensor<13x2x10xf32>
  %r2 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 1, 1, 1>, base_dilations = array<i64: 3, 1, 2>, padding = dense<[[2, 1], [0, 0], [1, 2]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x3x5xf32>, tensor<f32>) -> tensor<13x2x10xf32>
  stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<13x2x10xf32>, tensor<13x2x10xf32>) -> ()
  return
}
