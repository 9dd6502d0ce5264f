// RUN: xla-run %s --xla-keep-barriers
//
// Windows over a dilated operand whose initial values are not neutral, against those over the operand with these values
// between its elements: integers, whose holes are combined first; floats of which a window meets all elements or none, or, which adds
// in another order, holes at the same of its elements everywhere; and results that are combined apart.

func.func @main() {
  %i_i32 = stablehlo.iota dim = 0 : tensor<63xi32>
  %m_i32 = stablehlo.constant dense<37> : tensor<63xi32>
  %s_i32 = stablehlo.multiply %i_i32, %m_i32 : tensor<63xi32>
  %r_i32 = stablehlo.not %s_i32 : tensor<63xi32>
  %x_i32 = stablehlo.reshape %r_i32 : (tensor<63xi32>) -> tensor<7x9xi32>
  %c_i32 = stablehlo.constant dense<3> : tensor<i32>
  %init_i32 = stablehlo.optimization_barrier %c_i32 : tensor<i32>
  %i_ui8 = stablehlo.iota dim = 0 : tensor<63xui8>
  %m_ui8 = stablehlo.constant dense<37> : tensor<63xui8>
  %s_ui8 = stablehlo.multiply %i_ui8, %m_ui8 : tensor<63xui8>
  %r_ui8 = stablehlo.not %s_ui8 : tensor<63xui8>
  %x_ui8 = stablehlo.reshape %r_ui8 : (tensor<63xui8>) -> tensor<7x9xui8>
  %c_ui8 = stablehlo.constant dense<3> : tensor<ui8>
  %init_ui8 = stablehlo.optimization_barrier %c_ui8 : tensor<ui8>
  %i_f32 = stablehlo.iota dim = 0 : tensor<63xf32>
  %m_f32 = stablehlo.constant dense<0.37> : tensor<63xf32>
  %s_f32 = stablehlo.multiply %i_f32, %m_f32 : tensor<63xf32>
  %r_f32 = stablehlo.sine %s_f32 : tensor<63xf32>
  %x_f32 = stablehlo.reshape %r_f32 : (tensor<63xf32>) -> tensor<7x9xf32>
  %c_f32 = stablehlo.constant dense<0.1> : tensor<f32>
  %init_f32 = stablehlo.optimization_barrier %c_f32 : tensor<f32>
  %d0_0 = stablehlo.pad %x_i32, %init_i32, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xi32>, tensor<i32>) -> tensor<13x25xi32>
  %h0_0 = stablehlo.optimization_barrier %d0_0 : tensor<13x25xi32>
  %k0 = "stablehlo.reduce_window"(%x_i32, %init_i32) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
      %t = stablehlo.add %a0, %b0 : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) : (tensor<7x9xi32>, tensor<i32>) -> tensor<13x27xi32>
  %e0 = "stablehlo.reduce_window"(%h0_0, %init_i32) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
      %t = stablehlo.add %a0, %b0 : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) : (tensor<13x25xi32>, tensor<i32>) -> tensor<13x27xi32>
  stablehlo.custom_call @check.expect_eq(%k0, %e0) {has_side_effect = true} : (tensor<13x27xi32>, tensor<13x27xi32>) -> ()
  %d1_0 = stablehlo.pad %x_ui8, %init_ui8, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xui8>, tensor<ui8>) -> tensor<13x25xui8>
  %h1_0 = stablehlo.optimization_barrier %d1_0 : tensor<13x25xui8>
  %k1 = "stablehlo.reduce_window"(%x_ui8, %init_ui8) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<ui8>, %b0: tensor<ui8>):
      %t = stablehlo.multiply %a0, %b0 : tensor<ui8>
      stablehlo.return %t : tensor<ui8>
  }) : (tensor<7x9xui8>, tensor<ui8>) -> tensor<13x27xui8>
  %e1 = "stablehlo.reduce_window"(%h1_0, %init_ui8) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<ui8>, %b0: tensor<ui8>):
      %t = stablehlo.multiply %a0, %b0 : tensor<ui8>
      stablehlo.return %t : tensor<ui8>
  }) : (tensor<13x25xui8>, tensor<ui8>) -> tensor<13x27xui8>
  stablehlo.custom_call @check.expect_eq(%k1, %e1) {has_side_effect = true} : (tensor<13x27xui8>, tensor<13x27xui8>) -> ()
  %d2_0 = stablehlo.pad %x_i32, %init_i32, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xi32>, tensor<i32>) -> tensor<13x25xi32>
  %h2_0 = stablehlo.optimization_barrier %d2_0 : tensor<13x25xi32>
  %k2 = "stablehlo.reduce_window"(%x_i32, %init_i32) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
      %t = stablehlo.xor %a0, %b0 : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) : (tensor<7x9xi32>, tensor<i32>) -> tensor<13x27xi32>
  %e2 = "stablehlo.reduce_window"(%h2_0, %init_i32) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
      %t = stablehlo.xor %a0, %b0 : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) : (tensor<13x25xi32>, tensor<i32>) -> tensor<13x27xi32>
  stablehlo.custom_call @check.expect_eq(%k2, %e2) {has_side_effect = true} : (tensor<13x27xi32>, tensor<13x27xi32>) -> ()
  %d3_0 = stablehlo.pad %x_f32, %init_f32, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x25xf32>
  %h3_0 = stablehlo.optimization_barrier %d3_0 : tensor<13x25xf32>
  %k3 = "stablehlo.reduce_window"(%x_f32, %init_f32) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
      %t = stablehlo.add %a0, %b0 : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x27xf32>
  %e3 = "stablehlo.reduce_window"(%h3_0, %init_f32) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
      %t = stablehlo.add %a0, %b0 : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<13x25xf32>, tensor<f32>) -> tensor<13x27xf32>
  stablehlo.custom_call @check.expect_eq(%k3, %e3) {has_side_effect = true} : (tensor<13x27xf32>, tensor<13x27xf32>) -> ()
  %d4_0 = stablehlo.pad %x_i32, %init_i32, low = [0, 0], high = [0, 0], interior = [1, 1] : (tensor<7x9xi32>, tensor<i32>) -> tensor<13x17xi32>
  %h4_0 = stablehlo.optimization_barrier %d4_0 : tensor<13x17xi32>
  %k4 = "stablehlo.reduce_window"(%x_i32, %init_i32) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 1, 3>, padding = dense<[[1, 2], [4, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
      %t = stablehlo.add %a0, %b0 : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) : (tensor<7x9xi32>, tensor<i32>) -> tensor<8x17xi32>
  %e4 = "stablehlo.reduce_window"(%h4_0, %init_i32) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 3>, padding = dense<[[1, 2], [4, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
      %t = stablehlo.add %a0, %b0 : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) : (tensor<13x17xi32>, tensor<i32>) -> tensor<8x17xi32>
  stablehlo.custom_call @check.expect_eq(%k4, %e4) {has_side_effect = true} : (tensor<8x17xi32>, tensor<8x17xi32>) -> ()
  %d5_0 = stablehlo.pad %x_ui8, %init_ui8, low = [0, 0], high = [0, 0], interior = [1, 1] : (tensor<7x9xui8>, tensor<ui8>) -> tensor<13x17xui8>
  %h5_0 = stablehlo.optimization_barrier %d5_0 : tensor<13x17xui8>
  %k5 = "stablehlo.reduce_window"(%x_ui8, %init_ui8) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 1, 3>, padding = dense<[[1, 2], [4, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<ui8>, %b0: tensor<ui8>):
      %t = stablehlo.multiply %a0, %b0 : tensor<ui8>
      stablehlo.return %t : tensor<ui8>
  }) : (tensor<7x9xui8>, tensor<ui8>) -> tensor<8x17xui8>
  %e5 = "stablehlo.reduce_window"(%h5_0, %init_ui8) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 3>, padding = dense<[[1, 2], [4, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<ui8>, %b0: tensor<ui8>):
      %t = stablehlo.multiply %a0, %b0 : tensor<ui8>
      stablehlo.return %t : tensor<ui8>
  }) : (tensor<13x17xui8>, tensor<ui8>) -> tensor<8x17xui8>
  stablehlo.custom_call @check.expect_eq(%k5, %e5) {has_side_effect = true} : (tensor<8x17xui8>, tensor<8x17xui8>) -> ()
  %d6_0 = stablehlo.pad %x_i32, %init_i32, low = [0, 0], high = [0, 0], interior = [1, 1] : (tensor<7x9xi32>, tensor<i32>) -> tensor<13x17xi32>
  %h6_0 = stablehlo.optimization_barrier %d6_0 : tensor<13x17xi32>
  %k6 = "stablehlo.reduce_window"(%x_i32, %init_i32) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 1, 3>, padding = dense<[[1, 2], [4, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
      %t = stablehlo.xor %a0, %b0 : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) : (tensor<7x9xi32>, tensor<i32>) -> tensor<8x17xi32>
  %e6 = "stablehlo.reduce_window"(%h6_0, %init_i32) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 3>, padding = dense<[[1, 2], [4, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
      %t = stablehlo.xor %a0, %b0 : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) : (tensor<13x17xi32>, tensor<i32>) -> tensor<8x17xi32>
  stablehlo.custom_call @check.expect_eq(%k6, %e6) {has_side_effect = true} : (tensor<8x17xi32>, tensor<8x17xi32>) -> ()
  %d7_0 = stablehlo.pad %x_f32, %init_f32, low = [0, 0], high = [0, 0], interior = [1, 1] : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x17xf32>
  %h7_0 = stablehlo.optimization_barrier %d7_0 : tensor<13x17xf32>
  %k7 = "stablehlo.reduce_window"(%x_f32, %init_f32) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 1, 3>, padding = dense<[[1, 2], [4, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
      %t = stablehlo.add %a0, %b0 : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<f32>) -> tensor<8x17xf32>
  %e7 = "stablehlo.reduce_window"(%h7_0, %init_f32) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 3>, padding = dense<[[1, 2], [4, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
      %t = stablehlo.add %a0, %b0 : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<13x17xf32>, tensor<f32>) -> tensor<8x17xf32>
  stablehlo.custom_call @check.expect_almost_eq(%k7, %e7) {has_side_effect = true} : (tensor<8x17xf32>, tensor<8x17xf32>) -> ()
  %d8_0 = stablehlo.pad %x_i32, %init_i32, low = [0, 0], high = [0, 0], interior = [3, 2] : (tensor<7x9xi32>, tensor<i32>) -> tensor<25x25xi32>
  %h8_0 = stablehlo.optimization_barrier %d8_0 : tensor<25x25xi32>
  %k8 = "stablehlo.reduce_window"(%x_i32, %init_i32) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 4, 3>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
      %t = stablehlo.add %a0, %b0 : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) : (tensor<7x9xi32>, tensor<i32>) -> tensor<11x8xi32>
  %e8 = "stablehlo.reduce_window"(%h8_0, %init_i32) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
      %t = stablehlo.add %a0, %b0 : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) : (tensor<25x25xi32>, tensor<i32>) -> tensor<11x8xi32>
  stablehlo.custom_call @check.expect_eq(%k8, %e8) {has_side_effect = true} : (tensor<11x8xi32>, tensor<11x8xi32>) -> ()
  %d9_0 = stablehlo.pad %x_ui8, %init_ui8, low = [0, 0], high = [0, 0], interior = [3, 2] : (tensor<7x9xui8>, tensor<ui8>) -> tensor<25x25xui8>
  %h9_0 = stablehlo.optimization_barrier %d9_0 : tensor<25x25xui8>
  %k9 = "stablehlo.reduce_window"(%x_ui8, %init_ui8) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 4, 3>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<ui8>, %b0: tensor<ui8>):
      %t = stablehlo.multiply %a0, %b0 : tensor<ui8>
      stablehlo.return %t : tensor<ui8>
  }) : (tensor<7x9xui8>, tensor<ui8>) -> tensor<11x8xui8>
  %e9 = "stablehlo.reduce_window"(%h9_0, %init_ui8) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<ui8>, %b0: tensor<ui8>):
      %t = stablehlo.multiply %a0, %b0 : tensor<ui8>
      stablehlo.return %t : tensor<ui8>
  }) : (tensor<25x25xui8>, tensor<ui8>) -> tensor<11x8xui8>
  stablehlo.custom_call @check.expect_eq(%k9, %e9) {has_side_effect = true} : (tensor<11x8xui8>, tensor<11x8xui8>) -> ()
  %d10_0 = stablehlo.pad %x_i32, %init_i32, low = [0, 0], high = [0, 0], interior = [3, 2] : (tensor<7x9xi32>, tensor<i32>) -> tensor<25x25xi32>
  %h10_0 = stablehlo.optimization_barrier %d10_0 : tensor<25x25xi32>
  %k10 = "stablehlo.reduce_window"(%x_i32, %init_i32) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 4, 3>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
      %t = stablehlo.xor %a0, %b0 : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) : (tensor<7x9xi32>, tensor<i32>) -> tensor<11x8xi32>
  %e10 = "stablehlo.reduce_window"(%h10_0, %init_i32) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %b0: tensor<i32>):
      %t = stablehlo.xor %a0, %b0 : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) : (tensor<25x25xi32>, tensor<i32>) -> tensor<11x8xi32>
  stablehlo.custom_call @check.expect_eq(%k10, %e10) {has_side_effect = true} : (tensor<11x8xi32>, tensor<11x8xi32>) -> ()
  %d11_0 = stablehlo.pad %x_f32, %init_f32, low = [0, 0], high = [0, 0], interior = [3, 2] : (tensor<7x9xf32>, tensor<f32>) -> tensor<25x25xf32>
  %h11_0 = stablehlo.optimization_barrier %d11_0 : tensor<25x25xf32>
  %k11 = "stablehlo.reduce_window"(%x_f32, %init_f32) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 4, 3>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
      %t = stablehlo.add %a0, %b0 : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<f32>) -> tensor<11x8xf32>
  %e11 = "stablehlo.reduce_window"(%h11_0, %init_f32) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
      %t = stablehlo.add %a0, %b0 : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<25x25xf32>, tensor<f32>) -> tensor<11x8xf32>
  stablehlo.custom_call @check.expect_almost_eq(%k11, %e11) {has_side_effect = true} : (tensor<11x8xf32>, tensor<11x8xf32>) -> ()
  %d12_0 = stablehlo.pad %x_f32, %init_f32, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x25xf32>
  %h12_0 = stablehlo.optimization_barrier %d12_0 : tensor<13x25xf32>
  %k12 = "stablehlo.reduce_window"(%x_f32, %init_f32) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 2, 1>, padding = dense<[[3, 1], [1, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
      %t = stablehlo.add %a0, %b0 : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x14xf32>
  %e12 = "stablehlo.reduce_window"(%h12_0, %init_f32) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 2, 1>, padding = dense<[[3, 1], [1, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
      %t = stablehlo.add %a0, %b0 : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<13x25xf32>, tensor<f32>) -> tensor<13x14xf32>
  stablehlo.custom_call @check.expect_eq(%k12, %e12) {has_side_effect = true} : (tensor<13x14xf32>, tensor<13x14xf32>) -> ()
  %d13_0 = stablehlo.pad %x_f32, %init_f32, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x25xf32>
  %h13_0 = stablehlo.optimization_barrier %d13_0 : tensor<13x25xf32>
  %k13 = "stablehlo.reduce_window"(%x_f32, %init_f32) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 2, 1>, padding = dense<[[3, 1], [1, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
      %t = stablehlo.subtract %a0, %b0 : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x14xf32>
  %e13 = "stablehlo.reduce_window"(%h13_0, %init_f32) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 2, 1>, padding = dense<[[3, 1], [1, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
      %t = stablehlo.subtract %a0, %b0 : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<13x25xf32>, tensor<f32>) -> tensor<13x14xf32>
  stablehlo.custom_call @check.expect_eq(%k13, %e13) {has_side_effect = true} : (tensor<13x14xf32>, tensor<13x14xf32>) -> ()
  %d14_0 = stablehlo.pad %x_f32, %init_f32, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x25xf32>
  %h14_0 = stablehlo.optimization_barrier %d14_0 : tensor<13x25xf32>
  %d14_1 = stablehlo.pad %x_i32, %init_i32, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xi32>, tensor<i32>) -> tensor<13x25xi32>
  %h14_1 = stablehlo.optimization_barrier %d14_1 : tensor<13x25xi32>
  %k14:2 = "stablehlo.reduce_window"(%x_f32, %x_i32, %init_f32, %init_i32) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 2, 1>, padding = dense<[[3, 1], [1, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
      %l = stablehlo.compare LT, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = stablehlo.select %l, %a0, %b0 : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %n = stablehlo.select %l, %a1, %b1 : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %v, %n : tensor<f32>, tensor<i32>
  }) : (tensor<7x9xf32>, tensor<7x9xi32>, tensor<f32>, tensor<i32>) -> (tensor<13x14xf32>, tensor<13x14xi32>)
  %e14:2 = "stablehlo.reduce_window"(%h14_0, %h14_1, %init_f32, %init_i32) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 2, 1>, padding = dense<[[3, 1], [1, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
      %l = stablehlo.compare LT, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = stablehlo.select %l, %a0, %b0 : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %n = stablehlo.select %l, %a1, %b1 : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %v, %n : tensor<f32>, tensor<i32>
  }) : (tensor<13x25xf32>, tensor<13x25xi32>, tensor<f32>, tensor<i32>) -> (tensor<13x14xf32>, tensor<13x14xi32>)
  stablehlo.custom_call @check.expect_eq(%k14#0, %e14#0) {has_side_effect = true} : (tensor<13x14xf32>, tensor<13x14xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%k14#1, %e14#1) {has_side_effect = true} : (tensor<13x14xi32>, tensor<13x14xi32>) -> ()
  %d15_0 = stablehlo.pad %x_f32, %init_f32, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x25xf32>
  %h15_0 = stablehlo.optimization_barrier %d15_0 : tensor<13x25xf32>
  %d15_1 = stablehlo.pad %x_i32, %init_i32, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xi32>, tensor<i32>) -> tensor<13x25xi32>
  %h15_1 = stablehlo.optimization_barrier %d15_1 : tensor<13x25xi32>
  %k15:2 = "stablehlo.reduce_window"(%x_f32, %x_i32, %init_f32, %init_i32) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
      %l = stablehlo.compare LT, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = stablehlo.select %l, %a0, %b0 : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %n = stablehlo.select %l, %a1, %b1 : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %v, %n : tensor<f32>, tensor<i32>
  }) : (tensor<7x9xf32>, tensor<7x9xi32>, tensor<f32>, tensor<i32>) -> (tensor<13x27xf32>, tensor<13x27xi32>)
  %e15:2 = "stablehlo.reduce_window"(%h15_0, %h15_1, %init_f32, %init_i32) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
      %l = stablehlo.compare LT, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = stablehlo.select %l, %a0, %b0 : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %n = stablehlo.select %l, %a1, %b1 : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %v, %n : tensor<f32>, tensor<i32>
  }) : (tensor<13x25xf32>, tensor<13x25xi32>, tensor<f32>, tensor<i32>) -> (tensor<13x27xf32>, tensor<13x27xi32>)
  stablehlo.custom_call @check.expect_eq(%k15#0, %e15#0) {has_side_effect = true} : (tensor<13x27xf32>, tensor<13x27xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%k15#1, %e15#1) {has_side_effect = true} : (tensor<13x27xi32>, tensor<13x27xi32>) -> ()
  %d16_0 = stablehlo.pad %x_i32, %init_i32, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xi32>, tensor<i32>) -> tensor<13x25xi32>
  %h16_0 = stablehlo.optimization_barrier %d16_0 : tensor<13x25xi32>
  %d16_1 = stablehlo.pad %x_f32, %init_f32, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xf32>, tensor<f32>) -> tensor<13x25xf32>
  %h16_1 = stablehlo.optimization_barrier %d16_1 : tensor<13x25xf32>
  %d16_2 = stablehlo.pad %x_ui8, %init_ui8, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<7x9xui8>, tensor<ui8>) -> tensor<13x25xui8>
  %h16_2 = stablehlo.optimization_barrier %d16_2 : tensor<13x25xui8>
  %k16:3 = "stablehlo.reduce_window"(%x_i32, %x_f32, %x_ui8, %init_i32, %init_f32, %init_ui8) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 2, 3>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %a1: tensor<f32>, %a2: tensor<ui8>, %b0: tensor<i32>, %b1: tensor<f32>, %b2: tensor<ui8>):
      %s = stablehlo.add %a0, %b0 : tensor<i32>
      %g = stablehlo.maximum %a1, %b1 : tensor<f32>
      %p = stablehlo.multiply %a2, %b2 : tensor<ui8>
      stablehlo.return %s, %g, %p : tensor<i32>, tensor<f32>, tensor<ui8>
  }) : (tensor<7x9xi32>, tensor<7x9xf32>, tensor<7x9xui8>, tensor<i32>, tensor<f32>, tensor<ui8>) -> (tensor<13x27xi32>, tensor<13x27xf32>, tensor<13x27xui8>)
  %e16:3 = "stablehlo.reduce_window"(%h16_0, %h16_1, %h16_2, %init_i32, %init_f32, %init_ui8) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [2, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %a1: tensor<f32>, %a2: tensor<ui8>, %b0: tensor<i32>, %b1: tensor<f32>, %b2: tensor<ui8>):
      %s = stablehlo.add %a0, %b0 : tensor<i32>
      %g = stablehlo.maximum %a1, %b1 : tensor<f32>
      %p = stablehlo.multiply %a2, %b2 : tensor<ui8>
      stablehlo.return %s, %g, %p : tensor<i32>, tensor<f32>, tensor<ui8>
  }) : (tensor<13x25xi32>, tensor<13x25xf32>, tensor<13x25xui8>, tensor<i32>, tensor<f32>, tensor<ui8>) -> (tensor<13x27xi32>, tensor<13x27xf32>, tensor<13x27xui8>)
  stablehlo.custom_call @check.expect_eq(%k16#0, %e16#0) {has_side_effect = true} : (tensor<13x27xi32>, tensor<13x27xi32>) -> ()
  stablehlo.custom_call @check.expect_eq(%k16#1, %e16#1) {has_side_effect = true} : (tensor<13x27xf32>, tensor<13x27xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%k16#2, %e16#2) {has_side_effect = true} : (tensor<13x27xui8>, tensor<13x27xui8>) -> ()
  %d17_0 = stablehlo.pad %x_i32, %init_i32, low = [0, 0], high = [0, 0], interior = [3, 2] : (tensor<7x9xi32>, tensor<i32>) -> tensor<25x25xi32>
  %h17_0 = stablehlo.optimization_barrier %d17_0 : tensor<25x25xi32>
  %d17_1 = stablehlo.pad %x_f32, %init_f32, low = [0, 0], high = [0, 0], interior = [3, 2] : (tensor<7x9xf32>, tensor<f32>) -> tensor<25x25xf32>
  %h17_1 = stablehlo.optimization_barrier %d17_1 : tensor<25x25xf32>
  %d17_2 = stablehlo.pad %x_ui8, %init_ui8, low = [0, 0], high = [0, 0], interior = [3, 2] : (tensor<7x9xui8>, tensor<ui8>) -> tensor<25x25xui8>
  %h17_2 = stablehlo.optimization_barrier %d17_2 : tensor<25x25xui8>
  %k17:3 = "stablehlo.reduce_window"(%x_i32, %x_f32, %x_ui8, %init_i32, %init_f32, %init_ui8) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 4, 3>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %a1: tensor<f32>, %a2: tensor<ui8>, %b0: tensor<i32>, %b1: tensor<f32>, %b2: tensor<ui8>):
      %s = stablehlo.add %a0, %b0 : tensor<i32>
      %g = stablehlo.maximum %a1, %b1 : tensor<f32>
      %p = stablehlo.multiply %a2, %b2 : tensor<ui8>
      stablehlo.return %s, %g, %p : tensor<i32>, tensor<f32>, tensor<ui8>
  }) : (tensor<7x9xi32>, tensor<7x9xf32>, tensor<7x9xui8>, tensor<i32>, tensor<f32>, tensor<ui8>) -> (tensor<11x8xi32>, tensor<11x8xf32>, tensor<11x8xui8>)
  %e17:3 = "stablehlo.reduce_window"(%h17_0, %h17_1, %h17_2, %init_i32, %init_f32, %init_ui8) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 3], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a0: tensor<i32>, %a1: tensor<f32>, %a2: tensor<ui8>, %b0: tensor<i32>, %b1: tensor<f32>, %b2: tensor<ui8>):
      %s = stablehlo.add %a0, %b0 : tensor<i32>
      %g = stablehlo.maximum %a1, %b1 : tensor<f32>
      %p = stablehlo.multiply %a2, %b2 : tensor<ui8>
      stablehlo.return %s, %g, %p : tensor<i32>, tensor<f32>, tensor<ui8>
  }) : (tensor<25x25xi32>, tensor<25x25xf32>, tensor<25x25xui8>, tensor<i32>, tensor<f32>, tensor<ui8>) -> (tensor<11x8xi32>, tensor<11x8xf32>, tensor<11x8xui8>)
  stablehlo.custom_call @check.expect_eq(%k17#0, %e17#0) {has_side_effect = true} : (tensor<11x8xi32>, tensor<11x8xi32>) -> ()
  stablehlo.custom_call @check.expect_eq(%k17#1, %e17#1) {has_side_effect = true} : (tensor<11x8xf32>, tensor<11x8xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%k17#2, %e17#2) {has_side_effect = true} : (tensor<11x8xui8>, tensor<11x8xui8>) -> ()
  return
}
