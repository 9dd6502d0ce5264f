// RUN: xla-run %s
//
// The broadcasting rule of binary operations, on sub, whose operands do not commute.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // a scalar with a matrix
  %x0 = xla.constant dense<7.0> : tensor<f32>
  %y0 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %e0 = xla.constant dense<[[7.0, 6.0, 5.0], [4.0, 3.0, 2.0]]> : tensor<2x3xf32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<f32>) -> tensor<f32>
  %y0_ = xla.optimization_barrier %y0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %run0 = xla.sub %x0_, %y0_ : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %fold0 = xla.sub %x0, %y0 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // a matrix with a scalar
  %x1 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %y1 = xla.constant dense<7.0> : tensor<f32>
  %e1 = xla.constant dense<[[-7.0, -6.0, -5.0], [-4.0, -3.0, -2.0]]> : tensor<2x3xf32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %y1_ = xla.optimization_barrier %y1 : (tensor<f32>) -> tensor<f32>
  %run1 = xla.sub %x1_, %y1_ : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %fold1 = xla.sub %x1, %y1 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // a vector along the columns
  %x2 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %y2 = xla.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %e2 = xla.constant dense<[[-10.0, -19.0, -28.0], [-7.0, -16.0, -25.0]]> : tensor<2x3xf32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %y2_ = xla.optimization_barrier %y2 : (tensor<3xf32>) -> tensor<3xf32>
  %run2 = xla.sub %x2_, %y2_, broadcast_dimensions = [1] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %fold2 = xla.sub %x2, %y2, broadcast_dimensions = [1] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // a vector along the rows
  %x3 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %y3 = xla.constant dense<[100.0, 200.0]> : tensor<2xf32>
  %e3 = xla.constant dense<[[-100.0, -99.0, -98.0], [-197.0, -196.0, -195.0]]> : tensor<2x3xf32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %y3_ = xla.optimization_barrier %y3 : (tensor<2xf32>) -> tensor<2xf32>
  %run3 = xla.sub %x3_, %y3_, broadcast_dimensions = [0] : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %fold3 = xla.sub %x3, %y3, broadcast_dimensions = [0] : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // the lower rank on the left
  %x4 = xla.constant dense<[100.0, 200.0]> : tensor<2xf32>
  %y4 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %e4 = xla.constant dense<[[100.0, 99.0, 98.0], [197.0, 196.0, 195.0]]> : tensor<2x3xf32>
  %x4_ = xla.optimization_barrier %x4 : (tensor<2xf32>) -> tensor<2xf32>
  %y4_ = xla.optimization_barrier %y4 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %run4 = xla.sub %x4_, %y4_, broadcast_dimensions = [0] : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %fold4 = xla.sub %x4, %y4, broadcast_dimensions = [0] : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // degenerate dimensions expand on either side
  %x5 = xla.constant dense<[[0.0], [1.0]]> : tensor<2x1xf32>
  %y5 = xla.constant dense<[[0.0, 1.0, 2.0]]> : tensor<1x3xf32>
  %e5 = xla.constant dense<[[0.0, -1.0, -2.0], [1.0, 0.0, -1.0]]> : tensor<2x3xf32>
  %x5_ = xla.optimization_barrier %x5 : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %y5_ = xla.optimization_barrier %y5 : (tensor<1x3xf32>) -> tensor<1x3xf32>
  %run5 = xla.sub %x5_, %y5_ : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %fold5 = xla.sub %x5, %y5 : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // both: [4] along dimension 0 of [1,2] is [4,2]
  %x6 = xla.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  %y6 = xla.constant dense<[[0.0, 1.0]]> : tensor<1x2xf32>
  %e6 = xla.constant dense<[[0.0, -1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 2.0]]> : tensor<4x2xf32>
  %x6_ = xla.optimization_barrier %x6 : (tensor<4xf32>) -> tensor<4xf32>
  %y6_ = xla.optimization_barrier %y6 : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %run6 = xla.sub %x6_, %y6_, broadcast_dimensions = [0] : (tensor<4xf32>, tensor<1x2xf32>) -> tensor<4x2xf32>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<4x2xf32>, tensor<4x2xf32>) -> ()
  %fold6 = xla.sub %x6, %y6, broadcast_dimensions = [0] : (tensor<4xf32>, tensor<1x2xf32>) -> tensor<4x2xf32>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<4x2xf32>, tensor<4x2xf32>) -> ()

  // a matrix into two dimensions of three
  %x7 = xla.constant dense<[[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]], [[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]]> : tensor<2x2x3xf32>
  %y7 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %e7 = xla.constant dense<[[[0.0, 0.0, 0.0], [3.0, 3.0, 3.0]], [[3.0, 3.0, 3.0], [6.0, 6.0, 6.0]]]> : tensor<2x2x3xf32>
  %x7_ = xla.optimization_barrier %x7 : (tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %y7_ = xla.optimization_barrier %y7 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %run7 = xla.sub %x7_, %y7_, broadcast_dimensions = [0, 2] : (tensor<2x2x3xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
  xla.custom_call "check.expect_eq"(%run7, %e7) {has_side_effect = true} : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> ()
  %fold7 = xla.sub %x7, %y7, broadcast_dimensions = [0, 2] : (tensor<2x2x3xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
  xla.custom_call "check.expect_eq"(%fold7, %e7) {has_side_effect = true} : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> ()

  // 0-sized
  %x8 = xla.constant dense<> : tensor<0x3xf32>
  %y8 = xla.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %e8 = xla.constant dense<> : tensor<0x3xf32>
  %x8_ = xla.optimization_barrier %x8 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %y8_ = xla.optimization_barrier %y8 : (tensor<3xf32>) -> tensor<3xf32>
  %run8 = xla.sub %x8_, %y8_, broadcast_dimensions = [1] : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<0x3xf32>, tensor<0x3xf32>) -> ()
  %fold8 = xla.sub %x8, %y8, broadcast_dimensions = [1] : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<0x3xf32>, tensor<0x3xf32>) -> ()

  // a degenerate dimension becomes 0-sized
  %x9 = xla.constant dense<> : tensor<0x3xf32>
  %y9 = xla.constant dense<[[0.0, 1.0, 2.0]]> : tensor<1x3xf32>
  %e9 = xla.constant dense<> : tensor<0x3xf32>
  %x9_ = xla.optimization_barrier %x9 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %y9_ = xla.optimization_barrier %y9 : (tensor<1x3xf32>) -> tensor<1x3xf32>
  %run9 = xla.sub %x9_, %y9_ : (tensor<0x3xf32>, tensor<1x3xf32>) -> tensor<0x3xf32>
  xla.custom_call "check.expect_eq"(%run9, %e9) {has_side_effect = true} : (tensor<0x3xf32>, tensor<0x3xf32>) -> ()
  %fold9 = xla.sub %x9, %y9 : (tensor<0x3xf32>, tensor<1x3xf32>) -> tensor<0x3xf32>
  xla.custom_call "check.expect_eq"(%fold9, %e9) {has_side_effect = true} : (tensor<0x3xf32>, tensor<0x3xf32>) -> ()

  // a comparison broadcasts alike
  %x10 = xla.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %y10 = xla.constant dense<[2, 2, 4]> : tensor<3xi32>
  %e10 = xla.constant dense<[[true, true, true], [false, false, false]]> : tensor<2x3xi1>
  %x10_ = xla.optimization_barrier %x10 : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %y10_ = xla.optimization_barrier %y10 : (tensor<3xi32>) -> tensor<3xi32>
  %run10 = xla.lt %x10_, %y10_, broadcast_dimensions = [1] : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  xla.custom_call "check.expect_eq"(%run10, %e10) {has_side_effect = true} : (tensor<2x3xi1>, tensor<2x3xi1>) -> ()
  %fold10 = xla.lt %x10, %y10, broadcast_dimensions = [1] : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  xla.custom_call "check.expect_eq"(%fold10, %e10) {has_side_effect = true} : (tensor<2x3xi1>, tensor<2x3xi1>) -> ()
  return
}
