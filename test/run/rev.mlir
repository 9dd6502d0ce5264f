// RUN: xla-run %s
//
// rev: element i becomes element N - 1 - i.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // one dimension
  %x0 = xla.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  %e0 = xla.constant dense<[3.0, 2.0, 1.0, 0.0]> : tensor<4xf32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<4xf32>) -> tensor<4xf32>
  %run0 = xla.rev %x0_, dims = [0] : tensor<4xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %fold0 = xla.rev %x0, dims = [0] : tensor<4xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()

  // two of three
  %x1 = xla.constant dense<[[[0, 1, 2], [3, 4, 5]], [[6, 7, 8], [9, 10, 11]]]> : tensor<2x2x3xi32>
  %e1 = xla.constant dense<[[[8, 7, 6], [11, 10, 9]], [[2, 1, 0], [5, 4, 3]]]> : tensor<2x2x3xi32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<2x2x3xi32>) -> tensor<2x2x3xi32>
  %run1 = xla.rev %x1_, dims = [0, 2] : tensor<2x2x3xi32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  %fold1 = xla.rev %x1, dims = [0, 2] : tensor<2x2x3xi32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()

  // no dimensions
  %x2 = xla.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %e2 = xla.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<3xf32>) -> tensor<3xf32>
  %run2 = xla.rev %x2_, dims = [] : tensor<3xf32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %fold2 = xla.rev %x2, dims = [] : tensor<3xf32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
