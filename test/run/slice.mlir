// RUN: xla-run %s
//
// slice: the document's examples, strides that do not divide, and empty slices.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // one dimension
  %x0 = xla.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf32>
  %e0 = xla.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<5xf32>) -> tensor<5xf32>
  %run0 = xla.slice %x0_ [2:4] : (tensor<5xf32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold0 = xla.slice %x0 [2:4] : (tensor<5xf32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // two dimensions
  %x1 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %e1 = xla.constant dense<[[7.0, 8.0], [10.0, 11.0]]> : tensor<2x2xf32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %run1 = xla.slice %x1_ [2:4, 1:3] : (tensor<4x3xf32>) -> tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  %fold1 = xla.slice %x1 [2:4, 1:3] : (tensor<4x3xf32>) -> tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()

  // a stride with a tail
  %x2 = xla.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi32>
  %e2 = xla.constant dense<[1, 4, 7]> : tensor<3xi32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<8xi32>) -> tensor<8xi32>
  %run2 = xla.slice %x2_ [1:8:3] : (tensor<8xi32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %fold2 = xla.slice %x2 [1:8:3] : (tensor<8xi32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // start = limit
  %x3 = xla.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  %e3 = xla.constant dense<> : tensor<0xf32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<4xf32>) -> tensor<4xf32>
  %run3 = xla.slice %x3_ [2:2] : (tensor<4xf32>) -> tensor<0xf32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<0xf32>, tensor<0xf32>) -> ()
  %fold3 = xla.slice %x3 [2:2] : (tensor<4xf32>) -> tensor<0xf32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<0xf32>, tensor<0xf32>) -> ()

  // PRED
  %x4 = xla.constant dense<[true, false, true, true]> : tensor<4xi1>
  %e4 = xla.constant dense<true> : tensor<2xi1>
  %x4_ = xla.optimization_barrier %x4 : (tensor<4xi1>) -> tensor<4xi1>
  %run4 = xla.slice %x4_ [0:4:2] : (tensor<4xi1>) -> tensor<2xi1>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  %fold4 = xla.slice %x4 [0:4:2] : (tensor<4xi1>) -> tensor<2xi1>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  return
}
