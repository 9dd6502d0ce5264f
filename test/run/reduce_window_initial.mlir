// RUN: xla-run %s --xla-keep-barriers
//
// Sums of integers in windows that meet padding or holes, and running maxima, which begin with a value known only at run time, against
// those of an array that is padded with that value before.

func.func @main() {
  // running sums
  %flat0 = xla.iota dim = 0 : tensor<9xi32>
  %x0 = xla.reshape %flat0 : (tensor<9xi32>) -> tensor<9xi32>
  %literal0 = xla.constant dense<-5> : tensor<i32>
  %init0 = xla.optimization_barrier %literal0 : (tensor<i32>) -> tensor<i32>
  %got0 = xla.reduce_window(%x0 init: %init0) applies xla.add window = {size = [9], stride = [1], pad = [[8, 0]], lhs_dilate = [1], rhs_dilate = [1]} : (tensor<9xi32>, tensor<i32>) -> tensor<9xi32>
  %padded0 = xla.pad %x0, %init0, low = [8], high = [0], interior = [0] : (tensor<9xi32>, tensor<i32>) -> tensor<17xi32>
  %whole0 = xla.optimization_barrier %padded0 : (tensor<17xi32>) -> tensor<17xi32>
  %want0 = xla.reduce_window(%whole0 init: %init0) applies xla.add window = {size = [9], stride = [1], rhs_dilate = [1]} : (tensor<17xi32>, tensor<i32>) -> tensor<9xi32>
  xla.custom_call "check.expect_eq"(%got0, %want0) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()
  // from the end
  %flat1 = xla.iota dim = 0 : tensor<14xi64>
  %x1 = xla.reshape %flat1 : (tensor<14xi64>) -> tensor<2x7xi64>
  %literal1 = xla.constant dense<4611686018427387907> : tensor<i64>
  %init1 = xla.optimization_barrier %literal1 : (tensor<i64>) -> tensor<i64>
  %got1 = xla.reduce_window(%x1 init: %init1) applies xla.add window = {size = [1, 7], stride = [1, 1], pad = [[0, 0], [0, 6]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} : (tensor<2x7xi64>, tensor<i64>) -> tensor<2x7xi64>
  %padded1 = xla.pad %x1, %init1, low = [0, 0], high = [0, 6], interior = [0, 0] : (tensor<2x7xi64>, tensor<i64>) -> tensor<2x13xi64>
  %whole1 = xla.optimization_barrier %padded1 : (tensor<2x13xi64>) -> tensor<2x13xi64>
  %want1 = xla.reduce_window(%whole1 init: %init1) applies xla.add window = {size = [1, 7], stride = [1, 1], rhs_dilate = [1, 1]} : (tensor<2x13xi64>, tensor<i64>) -> tensor<2x7xi64>
  xla.custom_call "check.expect_eq"(%got1, %want1) {has_side_effect = true} : (tensor<2x7xi64>, tensor<2x7xi64>) -> ()
  // holes
  %flat2 = xla.iota dim = 0 : tensor<30xui8>
  %x2 = xla.reshape %flat2 : (tensor<30xui8>) -> tensor<5x6xui8>
  %literal2 = xla.constant dense<200> : tensor<ui8>
  %init2 = xla.optimization_barrier %literal2 : (tensor<ui8>) -> tensor<ui8>
  %got2 = xla.reduce_window(%x2 init: %init2) applies xla.add window = {size = [3, 4], stride = [2, 1], pad = [[2, 1], [0, 3]], lhs_dilate = [1, 3], rhs_dilate = [1, 1]} : (tensor<5x6xui8>, tensor<ui8>) -> tensor<3x16xui8>
  %padded2 = xla.pad %x2, %init2, low = [2, 0], high = [1, 3], interior = [0, 2] : (tensor<5x6xui8>, tensor<ui8>) -> tensor<8x19xui8>
  %whole2 = xla.optimization_barrier %padded2 : (tensor<8x19xui8>) -> tensor<8x19xui8>
  %want2 = xla.reduce_window(%whole2 init: %init2) applies xla.add window = {size = [3, 4], stride = [2, 1], rhs_dilate = [1, 1]} : (tensor<8x19xui8>, tensor<ui8>) -> tensor<3x16xui8>
  xla.custom_call "check.expect_eq"(%got2, %want2) {has_side_effect = true} : (tensor<3x16xui8>, tensor<3x16xui8>) -> ()
  // what is cropped
  %flat3 = xla.iota dim = 0 : tensor<48xi16>
  %x3 = xla.reshape %flat3 : (tensor<48xi16>) -> tensor<6x8xi16>
  %literal3 = xla.constant dense<-32768> : tensor<i16>
  %init3 = xla.optimization_barrier %literal3 : (tensor<i16>) -> tensor<i16>
  %got3 = xla.reduce_window(%x3 init: %init3) applies xla.add window = {size = [2, 3], stride = [1, 2], pad = [[-1, 1], [3, -2]], lhs_dilate = [1, 1], rhs_dilate = [2, 2]} : (tensor<6x8xi16>, tensor<i16>) -> tensor<4x3xi16>
  %padded3 = xla.pad %x3, %init3, low = [-1, 3], high = [1, -2], interior = [0, 0] : (tensor<6x8xi16>, tensor<i16>) -> tensor<6x9xi16>
  %whole3 = xla.optimization_barrier %padded3 : (tensor<6x9xi16>) -> tensor<6x9xi16>
  %want3 = xla.reduce_window(%whole3 init: %init3) applies xla.add window = {size = [2, 3], stride = [1, 2], rhs_dilate = [2, 2]} : (tensor<6x9xi16>, tensor<i16>) -> tensor<4x3xi16>
  xla.custom_call "check.expect_eq"(%got3, %want3) {has_side_effect = true} : (tensor<4x3xi16>, tensor<4x3xi16>) -> ()
  %m_literal = xla.constant dense<2.5> : tensor<f32>
  %m_numbers = xla.constant dense<[1.0, 2.0, -3.0, 4.0, 0.5, 7.0, 1.0, 2.0, 2.75]> : tensor<9xf32>
  %m_x = xla.optimization_barrier %m_numbers : (tensor<9xf32>) -> tensor<9xf32>
  // running maxima
  %m_init0 = xla.optimization_barrier %m_literal : (tensor<f32>) -> tensor<f32>
  %m_got0 = xla.reduce_window(%m_x init: %m_init0) applies xla.max window = {size = [9], pad = [[8, 0]]} : (tensor<9xf32>, tensor<f32>) -> tensor<9xf32>
  %m_padded0 = xla.pad %m_x, %m_init0, low = [8], high = [0], interior = [0] : (tensor<9xf32>, tensor<f32>) -> tensor<17xf32>
  %m_whole0 = xla.optimization_barrier %m_padded0 : (tensor<17xf32>) -> tensor<17xf32>
  %m_want0 = xla.reduce_window(%m_whole0 init: %m_init0) applies xla.max window = {size = [9]} : (tensor<17xf32>, tensor<f32>) -> tensor<9xf32>
  xla.custom_call "check.expect_eq"(%m_got0, %m_want0) {has_side_effect = true} : (tensor<9xf32>, tensor<9xf32>) -> ()
  // running maxima from the end
  %m_init1 = xla.optimization_barrier %m_literal : (tensor<f32>) -> tensor<f32>
  %m_got1 = xla.reduce_window(%m_x init: %m_init1) applies xla.max window = {size = [9], pad = [[0, 8]]} : (tensor<9xf32>, tensor<f32>) -> tensor<9xf32>
  %m_padded1 = xla.pad %m_x, %m_init1, low = [0], high = [8], interior = [0] : (tensor<9xf32>, tensor<f32>) -> tensor<17xf32>
  %m_whole1 = xla.optimization_barrier %m_padded1 : (tensor<17xf32>) -> tensor<17xf32>
  %m_want1 = xla.reduce_window(%m_whole1 init: %m_init1) applies xla.max window = {size = [9]} : (tensor<17xf32>, tensor<f32>) -> tensor<9xf32>
  xla.custom_call "check.expect_eq"(%m_got1, %m_want1) {has_side_effect = true} : (tensor<9xf32>, tensor<9xf32>) -> ()
  return
}
