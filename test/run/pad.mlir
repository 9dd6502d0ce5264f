// RUN: xla-run %s
//
// pad: at the edges, between elements; negative edges crop, after interior padding.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // edges and interior
  %x0 = xla.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %y0 = xla.constant dense<9.0> : tensor<f32>
  %e0 = xla.constant dense<[[9.0, 9.0, 9.0, 9.0, 9.0], [1.0, 9.0, 2.0, 9.0, 9.0], [3.0, 9.0, 4.0, 9.0, 9.0], [5.0, 9.0, 6.0, 9.0, 9.0]]> : tensor<4x5xf32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %y0_ = xla.optimization_barrier %y0 : (tensor<f32>) -> tensor<f32>
  %run0 = xla.pad %x0_, %y0_, low = [1, 0], high = [0, 2], interior = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<4x5xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<4x5xf32>, tensor<4x5xf32>) -> ()
  %fold0 = xla.pad %x0, %y0, low = [1, 0], high = [0, 2], interior = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<4x5xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<4x5xf32>, tensor<4x5xf32>) -> ()

  // negative edges
  %x1 = xla.constant dense<[[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]]> : tensor<3x5xi32>
  %y1 = xla.constant dense<7> : tensor<i32>
  %e1 = xla.constant dense<[[1, 2], [6, 7], [11, 12]]> : tensor<3x2xi32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<3x5xi32>) -> tensor<3x5xi32>
  %y1_ = xla.optimization_barrier %y1 : (tensor<i32>) -> tensor<i32>
  %run1 = xla.pad %x1_, %y1_, low = [0, -1], high = [0, -2], interior = [0, 0] : (tensor<3x5xi32>, tensor<i32>) -> tensor<3x2xi32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  %fold1 = xla.pad %x1, %y1, low = [0, -1], high = [0, -2], interior = [0, 0] : (tensor<3x5xi32>, tensor<i32>) -> tensor<3x2xi32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()

  // negative edges cut interior padding
  %x2 = xla.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %y2 = xla.constant dense<0.0> : tensor<f32>
  %e2 = xla.constant dense<[0.0, 0.0, 2.0, 0.0, 0.0]> : tensor<5xf32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<3xf32>) -> tensor<3xf32>
  %y2_ = xla.optimization_barrier %y2 : (tensor<f32>) -> tensor<f32>
  %run2 = xla.pad %x2_, %y2_, low = [-1], high = [-1], interior = [2] : (tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  %fold2 = xla.pad %x2, %y2, low = [-1], high = [-1], interior = [2] : (tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()

  // a result of size 0
  %x3 = xla.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %y3 = xla.constant dense<0.0> : tensor<f32>
  %e3 = xla.constant dense<> : tensor<0xf32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<3xf32>) -> tensor<3xf32>
  %y3_ = xla.optimization_barrier %y3 : (tensor<f32>) -> tensor<f32>
  %run3 = xla.pad %x3_, %y3_, low = [-2], high = [-1], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<0xf32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<0xf32>, tensor<0xf32>) -> ()
  %fold3 = xla.pad %x3, %y3, low = [-2], high = [-1], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<0xf32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<0xf32>, tensor<0xf32>) -> ()

  // interior of a dimension of size 1 adds nothing
  %x4 = xla.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %y4 = xla.constant dense<5.0> : tensor<f32>
  %e4 = xla.constant dense<[[1.0, 5.0, 2.0]]> : tensor<1x3xf32>
  %x4_ = xla.optimization_barrier %x4 : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %y4_ = xla.optimization_barrier %y4 : (tensor<f32>) -> tensor<f32>
  %run4 = xla.pad %x4_, %y4_, low = [0, 0], high = [0, 0], interior = [3, 1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x3xf32>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<1x3xf32>, tensor<1x3xf32>) -> ()
  %fold4 = xla.pad %x4, %y4, low = [0, 0], high = [0, 0], interior = [3, 1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x3xf32>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<1x3xf32>, tensor<1x3xf32>) -> ()

  // 0-sized operand
  %x5 = xla.constant dense<> : tensor<0xi32>
  %y5 = xla.constant dense<4> : tensor<i32>
  %e5 = xla.constant dense<4> : tensor<3xi32>
  %x5_ = xla.optimization_barrier %x5 : (tensor<0xi32>) -> tensor<0xi32>
  %y5_ = xla.optimization_barrier %y5 : (tensor<i32>) -> tensor<i32>
  %run5 = xla.pad %x5_, %y5_, low = [1], high = [2], interior = [5] : (tensor<0xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %fold5 = xla.pad %x5, %y5, low = [1], high = [2], interior = [5] : (tensor<0xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // nothing to do
  %x6 = xla.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  %y6 = xla.constant dense<1.0> : tensor<f32>
  %e6 = xla.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  %x6_ = xla.optimization_barrier %x6 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %y6_ = xla.optimization_barrier %y6 : (tensor<f32>) -> tensor<f32>
  %run6 = xla.pad %x6_, %y6_, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  %fold6 = xla.pad %x6, %y6, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  return
}
