// RUN: xla-run %s
//
// broadcast: adds dimensions on the left.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // a vector
  %x0 = xla.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %e0 = xla.constant dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<3xf32>) -> tensor<3xf32>
  %run0 = xla.broadcast %x0_, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %fold0 = xla.broadcast %x0, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // a scalar into two dimensions
  %x1 = xla.constant dense<5> : tensor<i32>
  %e1 = xla.constant dense<5> : tensor<2x2xi32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<i32>) -> tensor<i32>
  %run1 = xla.broadcast %x1_, sizes = [2, 2] : (tensor<i32>) -> tensor<2x2xi32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %fold1 = xla.broadcast %x1, sizes = [2, 2] : (tensor<i32>) -> tensor<2x2xi32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()

  // no sizes: identity
  %x2 = xla.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  %e2 = xla.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %run2 = xla.broadcast %x2_, sizes = [] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  %fold2 = xla.broadcast %x2, sizes = [] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()

  // size 0
  %x3 = xla.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %e3 = xla.constant dense<> : tensor<0x2xf32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<2xf32>) -> tensor<2xf32>
  %run3 = xla.broadcast %x3_, sizes = [0] : (tensor<2xf32>) -> tensor<0x2xf32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()
  %fold3 = xla.broadcast %x3, sizes = [0] : (tensor<2xf32>) -> tensor<0x2xf32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()
  return
}
