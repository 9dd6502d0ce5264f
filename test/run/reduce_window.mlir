// RUN: xla-run %s
//
// reduce_window: the documents' examples, padding of all kinds, dilations, several operands, sizes of 0 and rank 0.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // the document's minimum, kValid
  %x0_0 = xla.constant dense<[10000.0, 1000.0, 100.0, 10.0, 1.0]> : tensor<5xf32>
  %h0_0 = xla.optimization_barrier %x0_0 : (tensor<5xf32>) -> tensor<5xf32>
  %x0_1 = xla.constant dense<0x7F800000> : tensor<f32>
  %h0_1 = xla.optimization_barrier %x0_1 : (tensor<f32>) -> tensor<f32>
  %e0_0 = xla.constant dense<[100.0, 1.0]> : tensor<2xf32>
  %run0 = xla.reduce_window(%h0_0 init: %h0_1) applies xla.min window = {size = [3], stride = [2], pad = valid} : (tensor<5xf32>, tensor<f32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0_0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold0 = xla.reduce_window(%x0_0 init: %x0_1) applies xla.min window = {size = [3], stride = [2], pad = valid} : (tensor<5xf32>, tensor<f32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0_0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // the document's minimum, kSame
  %x1_0 = xla.constant dense<[10000.0, 1000.0, 100.0, 10.0, 1.0]> : tensor<5xf32>
  %h1_0 = xla.optimization_barrier %x1_0 : (tensor<5xf32>) -> tensor<5xf32>
  %x1_1 = xla.constant dense<0x7F800000> : tensor<f32>
  %h1_1 = xla.optimization_barrier %x1_1 : (tensor<f32>) -> tensor<f32>
  %e1_0 = xla.constant dense<[1000.0, 10.0, 1.0]> : tensor<3xf32>
  %run1 = xla.reduce_window(%h1_0 init: %h1_1) applies xla.min window = {size = [3], stride = [2], pad = same} : (tensor<5xf32>, tensor<f32>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%run1, %e1_0) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %fold1 = xla.reduce_window(%x1_0 init: %x1_1) applies xla.min window = {size = [3], stride = [2], pad = same} : (tensor<5xf32>, tensor<f32>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%fold1, %e1_0) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // the document's maximum of 2x3 windows
  %x2_0 = xla.constant dense<[[13.0, 12.0, 15.0, 23.0, 0.0, 17.0], [3.0, 22.0, 8.0, 9.0, 18.0, 6.0], [1.0, 10.0, 2.0, 11.0, 20.0, 16.0], [14.0, 4.0, 7.0, 5.0, 21.0, 19.0]]> : tensor<4x6xf32>
  %h2_0 = xla.optimization_barrier %x2_0 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %x2_1 = xla.constant dense<0xFF800000> : tensor<f32>
  %h2_1 = xla.optimization_barrier %x2_1 : (tensor<f32>) -> tensor<f32>
  %e2_0 = xla.constant dense<[[22.0, 23.0], [14.0, 21.0]]> : tensor<2x2xf32>
  %run2 = xla.reduce_window(%h2_0 init: %h2_1) applies xla.max window = {size = [2, 3], stride = [2, 3], pad = valid} : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%run2, %e2_0) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  %fold2 = xla.reduce_window(%x2_0 init: %x2_1) applies xla.max window = {size = [2, 3], stride = [2, 3], pad = valid} : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%fold2, %e2_0) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()

  // overlapping windows
  %x3_0 = xla.constant dense<[[13.0, 12.0, 15.0, 23.0, 0.0, 17.0], [3.0, 22.0, 8.0, 9.0, 18.0, 6.0], [1.0, 10.0, 2.0, 11.0, 20.0, 16.0], [14.0, 4.0, 7.0, 5.0, 21.0, 19.0]]> : tensor<4x6xf32>
  %h3_0 = xla.optimization_barrier %x3_0 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %x3_1 = xla.constant dense<0xFF800000> : tensor<f32>
  %h3_1 = xla.optimization_barrier %x3_1 : (tensor<f32>) -> tensor<f32>
  %e3_0 = xla.constant dense<[[22.0, 23.0, 23.0, 23.0], [22.0, 22.0, 20.0, 20.0], [14.0, 11.0, 21.0, 21.0]]> : tensor<3x4xf32>
  %run3 = xla.reduce_window(%h3_0 init: %h3_1) applies xla.max window = {size = [2, 3]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x4xf32>
  xla.custom_call "check.expect_eq"(%run3, %e3_0) {has_side_effect = true} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  %fold3 = xla.reduce_window(%x3_0 init: %x3_1) applies xla.max window = {size = [2, 3]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x4xf32>
  xla.custom_call "check.expect_eq"(%fold3, %e3_0) {has_side_effect = true} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()

  // an odd padding goes behind
  %x4_0 = xla.constant dense<[1, 2, 3, 4, 5, 6, 7]> : tensor<7xi32>
  %h4_0 = xla.optimization_barrier %x4_0 : (tensor<7xi32>) -> tensor<7xi32>
  %x4_1 = xla.constant dense<0> : tensor<i32>
  %h4_1 = xla.optimization_barrier %x4_1 : (tensor<i32>) -> tensor<i32>
  %e4_0 = xla.constant dense<[6, 10, 14, 18, 22, 18, 13]> : tensor<7xi32>
  %run4 = xla.reduce_window(%h4_0 init: %h4_1) applies xla.add window = {size = [4], pad = same} : (tensor<7xi32>, tensor<i32>) -> tensor<7xi32>
  xla.custom_call "check.expect_eq"(%run4, %e4_0) {has_side_effect = true} : (tensor<7xi32>, tensor<7xi32>) -> ()
  %fold4 = xla.reduce_window(%x4_0 init: %x4_1) applies xla.add window = {size = [4], pad = same} : (tensor<7xi32>, tensor<i32>) -> tensor<7xi32>
  xla.custom_call "check.expect_eq"(%fold4, %e4_0) {has_side_effect = true} : (tensor<7xi32>, tensor<7xi32>) -> ()

  // padding, then windows that begin and end in it
  %x5_0 = xla.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %h5_0 = xla.optimization_barrier %x5_0 : (tensor<3x4xi32>) -> tensor<3x4xi32>
  %x5_1 = xla.constant dense<100> : tensor<i32>
  %h5_1 = xla.optimization_barrier %x5_1 : (tensor<i32>) -> tensor<i32>
  %e5_0 = xla.constant dense<[[500, 301, 305], [500, 110, 118], [500, 126, 134]]> : tensor<3x3xi32>
  %run5 = xla.reduce_window(%h5_0 init: %h5_1) applies xla.add window = {size = [2, 2], stride = [1, 2], pad = [[1, 0], [2, 1]]} : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x3xi32>
  xla.custom_call "check.expect_eq"(%run5, %e5_0) {has_side_effect = true} : (tensor<3x3xi32>, tensor<3x3xi32>) -> ()
  %fold5 = xla.reduce_window(%x5_0 init: %x5_1) applies xla.add window = {size = [2, 2], stride = [1, 2], pad = [[1, 0], [2, 1]]} : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x3xi32>
  xla.custom_call "check.expect_eq"(%fold5, %e5_0) {has_side_effect = true} : (tensor<3x3xi32>, tensor<3x3xi32>) -> ()

  // negative padding crops
  %x6_0 = xla.constant dense<[[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14], [15, 16, 17, 18, 19]]> : tensor<4x5xi32>
  %h6_0 = xla.optimization_barrier %x6_0 : (tensor<4x5xi32>) -> tensor<4x5xi32>
  %x6_1 = xla.constant dense<0> : tensor<i32>
  %h6_1 = xla.optimization_barrier %x6_1 : (tensor<i32>) -> tensor<i32>
  %e6_0 = xla.constant dense<[[32, 36], [52, 56]]> : tensor<2x2xi32>
  %run6 = xla.reduce_window(%h6_0 init: %h6_1) applies xla.add window = {size = [2, 2], pad = [[-1, 0], [0, -2]]} : (tensor<4x5xi32>, tensor<i32>) -> tensor<2x2xi32>
  xla.custom_call "check.expect_eq"(%run6, %e6_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %fold6 = xla.reduce_window(%x6_0 init: %x6_1) applies xla.add window = {size = [2, 2], pad = [[-1, 0], [0, -2]]} : (tensor<4x5xi32>, tensor<i32>) -> tensor<2x2xi32>
  xla.custom_call "check.expect_eq"(%fold6, %e6_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()

  // low and high of different signs
  %x7_0 = xla.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi32>
  %h7_0 = xla.optimization_barrier %x7_0 : (tensor<8xi32>) -> tensor<8xi32>
  %x7_1 = xla.constant dense<0> : tensor<i32>
  %h7_1 = xla.optimization_barrier %x7_1 : (tensor<i32>) -> tensor<i32>
  %e7_0 = xla.constant dense<[9, 15, 13, 0]> : tensor<4xi32>
  %run7 = xla.reduce_window(%h7_0 init: %h7_1) applies xla.add window = {size = [3], stride = [2], pad = [[-2, 3]]} : (tensor<8xi32>, tensor<i32>) -> tensor<4xi32>
  xla.custom_call "check.expect_eq"(%run7, %e7_0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %fold7 = xla.reduce_window(%x7_0 init: %x7_1) applies xla.add window = {size = [3], stride = [2], pad = [[-2, 3]]} : (tensor<8xi32>, tensor<i32>) -> tensor<4xi32>
  xla.custom_call "check.expect_eq"(%fold7, %e7_0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()

  // a dilated base
  %x8_0 = xla.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %h8_0 = xla.optimization_barrier %x8_0 : (tensor<5xi32>) -> tensor<5xi32>
  %x8_1 = xla.constant dense<1000> : tensor<i32>
  %h8_1 = xla.optimization_barrier %x8_1 : (tensor<i32>) -> tensor<i32>
  %e8_0 = xla.constant dense<[3001, 2003, 3002, 2005, 3003, 2007, 3004, 2009, 3005]> : tensor<9xi32>
  %run8 = xla.reduce_window(%h8_0 init: %h8_1) applies xla.add window = {size = [3], pad = [[1, 1]], lhs_dilate = [2]} : (tensor<5xi32>, tensor<i32>) -> tensor<9xi32>
  xla.custom_call "check.expect_eq"(%run8, %e8_0) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()
  %fold8 = xla.reduce_window(%x8_0 init: %x8_1) applies xla.add window = {size = [3], pad = [[1, 1]], lhs_dilate = [2]} : (tensor<5xi32>, tensor<i32>) -> tensor<9xi32>
  xla.custom_call "check.expect_eq"(%fold8, %e8_0) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()

  // a dilated base that is cropped
  %x9_0 = xla.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %h9_0 = xla.optimization_barrier %x9_0 : (tensor<5xi32>) -> tensor<5xi32>
  %x9_1 = xla.constant dense<1000> : tensor<i32>
  %h9_1 = xla.optimization_barrier %x9_1 : (tensor<i32>) -> tensor<i32>
  %e9_0 = xla.constant dense<[3000, 2002, 2002, 3000, 2003, 2003, 3000, 2004, 2004]> : tensor<9xi32>
  %run9 = xla.reduce_window(%h9_0 init: %h9_1) applies xla.add window = {size = [2], pad = [[-1, -2]], lhs_dilate = [3]} : (tensor<5xi32>, tensor<i32>) -> tensor<9xi32>
  xla.custom_call "check.expect_eq"(%run9, %e9_0) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()
  %fold9 = xla.reduce_window(%x9_0 init: %x9_1) applies xla.add window = {size = [2], pad = [[-1, -2]], lhs_dilate = [3]} : (tensor<5xi32>, tensor<i32>) -> tensor<9xi32>
  xla.custom_call "check.expect_eq"(%fold9, %e9_0) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()

  // a dilated window
  %x10_0 = xla.constant dense<[[13.0, 12.0, 15.0, 23.0, 0.0, 17.0], [3.0, 22.0, 8.0, 9.0, 18.0, 6.0], [1.0, 10.0, 2.0, 11.0, 20.0, 16.0], [14.0, 4.0, 7.0, 5.0, 21.0, 19.0]]> : tensor<4x6xf32>
  %h10_0 = xla.optimization_barrier %x10_0 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %x10_1 = xla.constant dense<0xFF800000> : tensor<f32>
  %h10_1 = xla.optimization_barrier %x10_1 : (tensor<f32>) -> tensor<f32>
  %e10_0 = xla.constant dense<[[23.0, 20.0, 17.0], [14.0, 22.0, 19.0]]> : tensor<2x3xf32>
  %run10 = xla.reduce_window(%h10_0 init: %h10_1) applies xla.max window = {size = [2, 2], stride = [1, 1], rhs_dilate = [2, 3]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%run10, %e10_0) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %fold10 = xla.reduce_window(%x10_0 init: %x10_1) applies xla.max window = {size = [2, 2], stride = [1, 1], rhs_dilate = [2, 3]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%fold10, %e10_0) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // both dilated, in two dimensions
  %x11_0 = xla.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8]]> : tensor<3x3xi32>
  %h11_0 = xla.optimization_barrier %x11_0 : (tensor<3x3xi32>) -> tensor<3x3xi32>
  %x11_1 = xla.constant dense<7> : tensor<i32>
  %h11_1 = xla.optimization_barrier %x11_1 : (tensor<i32>) -> tensor<i32>
  %e11_0 = xla.constant dense<[[35, 35, 35, 35, 35, 35, 35], [35, 35, 35, 35, 35, 35, 35]]> : tensor<2x7xi32>
  %run11 = xla.reduce_window(%h11_0 init: %h11_1) applies xla.add window = {size = [2, 2], stride = [2, 1], pad = [[1, 0], [0, 2]], lhs_dilate = [2, 3], rhs_dilate = [2, 2]} : (tensor<3x3xi32>, tensor<i32>) -> tensor<2x7xi32>
  xla.custom_call "check.expect_eq"(%run11, %e11_0) {has_side_effect = true} : (tensor<2x7xi32>, tensor<2x7xi32>) -> ()
  %fold11 = xla.reduce_window(%x11_0 init: %x11_1) applies xla.add window = {size = [2, 2], stride = [2, 1], pad = [[1, 0], [0, 2]], lhs_dilate = [2, 3], rhs_dilate = [2, 2]} : (tensor<3x3xi32>, tensor<i32>) -> tensor<2x7xi32>
  xla.custom_call "check.expect_eq"(%fold11, %e11_0) {has_side_effect = true} : (tensor<2x7xi32>, tensor<2x7xi32>) -> ()

  // a window as large as the array
  %x12_0 = xla.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %h12_0 = xla.optimization_barrier %x12_0 : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %x12_1 = xla.constant dense<0> : tensor<i32>
  %h12_1 = xla.optimization_barrier %x12_1 : (tensor<i32>) -> tensor<i32>
  %e12_0 = xla.constant dense<[[21]]> : tensor<1x1xi32>
  %run12 = xla.reduce_window(%h12_0 init: %h12_1) applies xla.add window = {size = [2, 3]} : (tensor<2x3xi32>, tensor<i32>) -> tensor<1x1xi32>
  xla.custom_call "check.expect_eq"(%run12, %e12_0) {has_side_effect = true} : (tensor<1x1xi32>, tensor<1x1xi32>) -> ()
  %fold12 = xla.reduce_window(%x12_0 init: %x12_1) applies xla.add window = {size = [2, 3]} : (tensor<2x3xi32>, tensor<i32>) -> tensor<1x1xi32>
  xla.custom_call "check.expect_eq"(%fold12, %e12_0) {has_side_effect = true} : (tensor<1x1xi32>, tensor<1x1xi32>) -> ()

  // a window of one element
  %x13_0 = xla.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %h13_0 = xla.optimization_barrier %x13_0 : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %x13_1 = xla.constant dense<5> : tensor<i32>
  %h13_1 = xla.optimization_barrier %x13_1 : (tensor<i32>) -> tensor<i32>
  %e13_0 = xla.constant dense<[[5, 7], [8, 10]]> : tensor<2x2xi32>
  %run13 = xla.reduce_window(%h13_0 init: %h13_1) applies xla.add window = {size = [1, 1], stride = [1, 2]} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x2xi32>
  xla.custom_call "check.expect_eq"(%run13, %e13_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %fold13 = xla.reduce_window(%x13_0 init: %x13_1) applies xla.add window = {size = [1, 1], stride = [1, 2]} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x2xi32>
  xla.custom_call "check.expect_eq"(%fold13, %e13_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()

  // running sums
  %x14_0 = xla.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>
  %h14_0 = xla.optimization_barrier %x14_0 : (tensor<8xi32>) -> tensor<8xi32>
  %x14_1 = xla.constant dense<0> : tensor<i32>
  %h14_1 = xla.optimization_barrier %x14_1 : (tensor<i32>) -> tensor<i32>
  %e14_0 = xla.constant dense<[1, 3, 6, 10, 15, 21, 28, 36]> : tensor<8xi32>
  %run14 = xla.reduce_window(%h14_0 init: %h14_1) applies xla.add window = {size = [8], pad = [[7, 0]]} : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  xla.custom_call "check.expect_eq"(%run14, %e14_0) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  %fold14 = xla.reduce_window(%x14_0 init: %x14_1) applies xla.add window = {size = [8], pad = [[7, 0]]} : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  xla.custom_call "check.expect_eq"(%fold14, %e14_0) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()

  // running sums from the end
  %x15_0 = xla.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>
  %h15_0 = xla.optimization_barrier %x15_0 : (tensor<8xi32>) -> tensor<8xi32>
  %x15_1 = xla.constant dense<0> : tensor<i32>
  %h15_1 = xla.optimization_barrier %x15_1 : (tensor<i32>) -> tensor<i32>
  %e15_0 = xla.constant dense<[36, 35, 33, 30, 26, 21, 15, 8]> : tensor<8xi32>
  %run15 = xla.reduce_window(%h15_0 init: %h15_1) applies xla.add window = {size = [8], pad = [[0, 7]]} : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  xla.custom_call "check.expect_eq"(%run15, %e15_0) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  %fold15 = xla.reduce_window(%x15_0 init: %x15_1) applies xla.add window = {size = [8], pad = [[0, 7]]} : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  xla.custom_call "check.expect_eq"(%fold15, %e15_0) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()

  // long rows
  %x16_0 = xla.constant dense<[[8.0, -33.0, 23.0, 25.0, 45.0, 28.0, -22.0, -19.0, 14.0, 15.0, 19.0, 36.0, -21.0, 43.0, -50.0, -43.0, 47.0, 44.0, -21.0, -37.0, -19.0, -46.0, 39.0, 16.0, 8.0, -26.0, -3.0, -31.0, 27.0, -3.0, -47.0, -25.0, 20.0, 1.0, -13.0, -25.0, -41.0, 10.0, 16.0, 2.0], [43.0, 42.0, -30.0, 10.0, 13.0, -26.0, -21.0, -2.0, 24.0, -21.0, 22.0, 15.0, -29.0, -12.0, 32.0, 34.0, 15.0, -50.0, 18.0, -28.0, 32.0, 41.0, -8.0, 45.0, 25.0, -18.0, 37.0, -12.0, -40.0, 9.0, 34.0, 15.0, -11.0, 40.0, -3.0, -12.0, -36.0, -29.0, 19.0, 29.0], [-21.0, 12.0, 37.0, -36.0, -23.0, 2.0, 6.0, -11.0, -11.0, -38.0, 11.0, 43.0, -31.0, 29.0, -32.0, -46.0, 24.0, -32.0, 25.0, -17.0, 6.0, 44.0, 42.0, -3.0, -30.0, -25.0, 35.0, 8.0, -34.0, 38.0, 46.0, 46.0, 12.0, 47.0, 10.0, 0.0, 47.0, 10.0, 28.0, -17.0]]> : tensor<3x40xf32>
  %h16_0 = xla.optimization_barrier %x16_0 : (tensor<3x40xf32>) -> tensor<3x40xf32>
  %x16_1 = xla.constant dense<0.0> : tensor<f32>
  %h16_1 = xla.optimization_barrier %x16_1 : (tensor<f32>) -> tensor<f32>
  %e16_0 = xla.constant dense<[[-2.0, 23.0, 68.0, 88.0, 99.0, 57.0, 46.0, 16.0, 7.0, 65.0, 63.0, 92.0, 27.0, -35.0, -24.0, 41.0, -23.0, -10.0, 14.0, -79.0, -84.0, -47.0, -2.0, -9.0, 34.0, -36.0, -25.0, -36.0, -57.0, -79.0, -28.0, -54.0, -64.0, -42.0, -58.0, -68.0, -53.0, -38.0, -13.0, 28.0], [55.0, 65.0, 78.0, 9.0, -54.0, -26.0, -12.0, -46.0, 2.0, 38.0, 11.0, -25.0, 28.0, 40.0, 40.0, 19.0, 49.0, -11.0, -13.0, 13.0, 55.0, 82.0, 135.0, 85.0, 81.0, 77.0, -8.0, -24.0, 28.0, 6.0, 7.0, 87.0, 75.0, 29.0, -22.0, -40.0, -61.0, -29.0, -17.0, 19.0], [28.0, -8.0, -31.0, -8.0, -14.0, -62.0, -37.0, -52.0, -43.0, -6.0, -26.0, 14.0, 20.0, -37.0, -56.0, -57.0, -61.0, -46.0, 6.0, 26.0, 100.0, 72.0, 59.0, 28.0, 19.0, -15.0, -46.0, 22.0, 93.0, 104.0, 108.0, 189.0, 161.0, 115.0, 116.0, 114.0, 95.0, 68.0, 68.0, 21.0]]> : tensor<3x40xf32>
  %run16 = xla.reduce_window(%h16_0 init: %h16_1) applies xla.add window = {size = [1, 5], pad = [[0, 0], [2, 2]]} : (tensor<3x40xf32>, tensor<f32>) -> tensor<3x40xf32>
  xla.custom_call "check.expect_eq"(%run16, %e16_0) {has_side_effect = true} : (tensor<3x40xf32>, tensor<3x40xf32>) -> ()
  %fold16 = xla.reduce_window(%x16_0 init: %x16_1) applies xla.add window = {size = [1, 5], pad = [[0, 0], [2, 2]]} : (tensor<3x40xf32>, tensor<f32>) -> tensor<3x40xf32>
  xla.custom_call "check.expect_eq"(%fold16, %e16_0) {has_side_effect = true} : (tensor<3x40xf32>, tensor<3x40xf32>) -> ()

  // wide rows of columns
  %x17_0 = xla.constant dense<[[8.0, 43.0, -21.0], [-33.0, 42.0, 12.0], [23.0, -30.0, 37.0], [25.0, 10.0, -36.0], [45.0, 13.0, -23.0], [28.0, -26.0, 2.0], [-22.0, -21.0, 6.0], [-19.0, -2.0, -11.0], [14.0, 24.0, -11.0], [15.0, -21.0, -38.0], [19.0, 22.0, 11.0], [36.0, 15.0, 43.0], [-21.0, -29.0, -31.0], [43.0, -12.0, 29.0], [-50.0, 32.0, -32.0], [-43.0, 34.0, -46.0], [47.0, 15.0, 24.0], [44.0, -50.0, -32.0], [-21.0, 18.0, 25.0], [-37.0, -28.0, -17.0], [-19.0, 32.0, 6.0], [-46.0, 41.0, 44.0], [39.0, -8.0, 42.0], [16.0, 45.0, -3.0], [8.0, 25.0, -30.0], [-26.0, -18.0, -25.0], [-3.0, 37.0, 35.0], [-31.0, -12.0, 8.0], [27.0, -40.0, -34.0], [-3.0, 9.0, 38.0], [-47.0, 34.0, 46.0], [-25.0, 15.0, 46.0], [20.0, -11.0, 12.0], [1.0, 40.0, 47.0], [-13.0, -3.0, 10.0], [-25.0, -12.0, 0.0], [-41.0, -36.0, 47.0], [10.0, -29.0, 10.0], [16.0, 19.0, 28.0], [2.0, 29.0, -17.0]]> : tensor<40x3xf32>
  %h17_0 = xla.optimization_barrier %x17_0 : (tensor<40x3xf32>) -> tensor<40x3xf32>
  %x17_1 = xla.constant dense<0.0> : tensor<f32>
  %h17_1 = xla.optimization_barrier %x17_1 : (tensor<f32>) -> tensor<f32>
  %e17_0 = xla.constant dense<[[-2.0, 55.0, 28.0], [60.0, 35.0, -10.0], [76.0, -24.0, -51.0], [1.0, -25.0, -14.0], [29.0, 23.0, -49.0], [49.0, -13.0, -15.0], [8.0, 6.0, 9.0], [-3.0, 69.0, -25.0], [27.0, 17.0, -29.0], [-33.0, -28.0, -18.0], [-63.0, 37.0, 75.0], [17.0, 103.0, 53.0], [-5.0, 89.0, -23.0], [-33.0, -33.0, -16.0], [-54.0, -9.0, 58.0], [-55.0, 47.0, 142.0], [-17.0, 41.0, 115.0], [-78.0, -11.0, 104.0], [-40.0, -58.0, 85.0], [28.0, 19.0, 21.0]]> : tensor<20x3xf32>
  %run17 = xla.reduce_window(%h17_0 init: %h17_1) applies xla.add window = {size = [4, 1], stride = [2, 1], pad = [[1, 2], [0, 0]]} : (tensor<40x3xf32>, tensor<f32>) -> tensor<20x3xf32>
  xla.custom_call "check.expect_eq"(%run17, %e17_0) {has_side_effect = true} : (tensor<20x3xf32>, tensor<20x3xf32>) -> ()
  %fold17 = xla.reduce_window(%x17_0 init: %x17_1) applies xla.add window = {size = [4, 1], stride = [2, 1], pad = [[1, 2], [0, 0]]} : (tensor<40x3xf32>, tensor<f32>) -> tensor<20x3xf32>
  xla.custom_call "check.expect_eq"(%fold17, %e17_0) {has_side_effect = true} : (tensor<20x3xf32>, tensor<20x3xf32>) -> ()

  // windows that do not fit
  %x18_0 = xla.constant dense<[0, 1, 2]> : tensor<3xi32>
  %h18_0 = xla.optimization_barrier %x18_0 : (tensor<3xi32>) -> tensor<3xi32>
  %x18_1 = xla.constant dense<0> : tensor<i32>
  %h18_1 = xla.optimization_barrier %x18_1 : (tensor<i32>) -> tensor<i32>
  %e18_0 = xla.constant dense<> : tensor<0xi32>
  %run18 = xla.reduce_window(%h18_0 init: %h18_1) applies xla.add window = {size = [4]} : (tensor<3xi32>, tensor<i32>) -> tensor<0xi32>
  xla.custom_call "check.expect_eq"(%run18, %e18_0) {has_side_effect = true} : (tensor<0xi32>, tensor<0xi32>) -> ()
  %fold18 = xla.reduce_window(%x18_0 init: %x18_1) applies xla.add window = {size = [4]} : (tensor<3xi32>, tensor<i32>) -> tensor<0xi32>
  xla.custom_call "check.expect_eq"(%fold18, %e18_0) {has_side_effect = true} : (tensor<0xi32>, tensor<0xi32>) -> ()

  // nothing but padding
  %x19_0 = xla.constant dense<> : tensor<0xi32>
  %h19_0 = xla.optimization_barrier %x19_0 : (tensor<0xi32>) -> tensor<0xi32>
  %x19_1 = xla.constant dense<3> : tensor<i32>
  %h19_1 = xla.optimization_barrier %x19_1 : (tensor<i32>) -> tensor<i32>
  %e19_0 = xla.constant dense<[9, 9]> : tensor<2xi32>
  %run19 = xla.reduce_window(%h19_0 init: %h19_1) applies xla.add window = {size = [2], pad = [[2, 1]]} : (tensor<0xi32>, tensor<i32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%run19, %e19_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %fold19 = xla.reduce_window(%x19_0 init: %x19_1) applies xla.add window = {size = [2], pad = [[2, 1]]} : (tensor<0xi32>, tensor<i32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%fold19, %e19_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // rank 0: the initial value joins once
  %x20_0 = xla.constant dense<5> : tensor<i32>
  %h20_0 = xla.optimization_barrier %x20_0 : (tensor<i32>) -> tensor<i32>
  %x20_1 = xla.constant dense<2> : tensor<i32>
  %h20_1 = xla.optimization_barrier %x20_1 : (tensor<i32>) -> tensor<i32>
  %e20_0 = xla.constant dense<7> : tensor<i32>
  %run20 = xla.reduce_window(%h20_0 init: %h20_1) applies xla.add window = {size = []} : (tensor<i32>, tensor<i32>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%run20, %e20_0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %fold20 = xla.reduce_window(%x20_0 init: %x20_1) applies xla.add window = {size = []} : (tensor<i32>, tensor<i32>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%fold20, %e20_0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // the maximum of each window and its place
  %x21_0 = xla.constant dense<[4.0, 0.0, 2.0, 9.0, 5.0, 1.0, 6.0, 7.0, 3.0, 8.0]> : tensor<10xf32>
  %h21_0 = xla.optimization_barrier %x21_0 : (tensor<10xf32>) -> tensor<10xf32>
  %x21_1 = xla.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<10xi32>
  %h21_1 = xla.optimization_barrier %x21_1 : (tensor<10xi32>) -> tensor<10xi32>
  %x21_2 = xla.constant dense<0xFF800000> : tensor<f32>
  %h21_2 = xla.optimization_barrier %x21_2 : (tensor<f32>) -> tensor<f32>
  %x21_3 = xla.constant dense<-1> : tensor<i32>
  %h21_3 = xla.optimization_barrier %x21_3 : (tensor<i32>) -> tensor<i32>
  %e21_0 = xla.constant dense<[4.0, 9.0, 6.0, 7.0]> : tensor<4xf32>
  %e21_1 = xla.constant dense<[0, 3, 6, 7]> : tensor<4xi32>
  %run21:2 = xla.reduce_window(%h21_0 init: %h21_2), (%h21_1 init: %h21_3) window = {size = [3], stride = [2]} : (tensor<10xf32>, tensor<10xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %ge = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = xla.select %ge, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %w = xla.select %ge, %j, %k : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %v, %w : tensor<f32>, tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run21#0, %e21_0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  xla.custom_call "check.expect_eq"(%run21#1, %e21_1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %fold21:2 = xla.reduce_window(%x21_0 init: %x21_2), (%x21_1 init: %x21_3) window = {size = [3], stride = [2]} : (tensor<10xf32>, tensor<10xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %ge = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = xla.select %ge, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %w = xla.select %ge, %j, %k : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %v, %w : tensor<f32>, tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold21#0, %e21_0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  xla.custom_call "check.expect_eq"(%fold21#1, %e21_1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
