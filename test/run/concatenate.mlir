// RUN: xla-run %s
//
// concatenate: the document's examples, one operand, an empty piece.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // vectors
  %x0 = xla.constant dense<[2, 3]> : tensor<2xi32>
  %y0 = xla.constant dense<[4, 5]> : tensor<2xi32>
  %z0 = xla.constant dense<[6, 7]> : tensor<2xi32>
  %e0 = xla.constant dense<[2, 3, 4, 5, 6, 7]> : tensor<6xi32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<2xi32>) -> tensor<2xi32>
  %y0_ = xla.optimization_barrier %y0 : (tensor<2xi32>) -> tensor<2xi32>
  %z0_ = xla.optimization_barrier %z0 : (tensor<2xi32>) -> tensor<2xi32>
  %run0 = xla.concatenate %x0_, %y0_, %z0_, dim = 0 : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<6xi32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  %fold0 = xla.concatenate %x0, %y0, %z0, dim = 0 : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<6xi32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()

  // rows
  %x1 = xla.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %y1 = xla.constant dense<[[7, 8]]> : tensor<1x2xi32>
  %e1 = xla.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<3x2xi32>) -> tensor<3x2xi32>
  %y1_ = xla.optimization_barrier %y1 : (tensor<1x2xi32>) -> tensor<1x2xi32>
  %run1 = xla.concatenate %x1_, %y1_, dim = 0 : (tensor<3x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  %fold1 = xla.concatenate %x1, %y1, dim = 0 : (tensor<3x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()

  // columns
  %x2 = xla.constant dense<[[0.0], [1.0]]> : tensor<2x1xf32>
  %y2 = xla.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  %e2 = xla.constant dense<[[0.0, 0.0, 1.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %y2_ = xla.optimization_barrier %y2 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %run2 = xla.concatenate %x2_, %y2_, dim = 1 : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %fold2 = xla.concatenate %x2, %y2, dim = 1 : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // one operand
  %x3 = xla.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %e3 = xla.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<2xf32>) -> tensor<2xf32>
  %run3 = xla.concatenate %x3_, dim = 0 : (tensor<2xf32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold3 = xla.concatenate %x3, dim = 0 : (tensor<2xf32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // an empty piece
  %x4 = xla.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %y4 = xla.constant dense<> : tensor<0xf32>
  %z4 = xla.constant dense<[0.0]> : tensor<1xf32>
  %e4 = xla.constant dense<[0.0, 1.0, 0.0]> : tensor<3xf32>
  %x4_ = xla.optimization_barrier %x4 : (tensor<2xf32>) -> tensor<2xf32>
  %y4_ = xla.optimization_barrier %y4 : (tensor<0xf32>) -> tensor<0xf32>
  %z4_ = xla.optimization_barrier %z4 : (tensor<1xf32>) -> tensor<1xf32>
  %run4 = xla.concatenate %x4_, %y4_, %z4_, dim = 0 : (tensor<2xf32>, tensor<0xf32>, tensor<1xf32>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %fold4 = xla.concatenate %x4, %y4, %z4, dim = 0 : (tensor<2xf32>, tensor<0xf32>, tensor<1xf32>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
