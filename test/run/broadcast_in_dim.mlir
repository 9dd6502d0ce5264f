// RUN: xla-run %s
//
// broadcast_in_dim: maps dimensions and expands those of size 1.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // the document's example, a vector along the rows
  %x0 = xla.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %e0 = xla.constant dense<[[0.0, 0.0], [1.0, 1.0]]> : tensor<2x2xf32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<2xf32>) -> tensor<2xf32>
  %run0 = xla.broadcast_in_dim %x0_, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  %fold0 = xla.broadcast_in_dim %x0, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()

  // along the columns
  %x1 = xla.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %e1 = xla.constant dense<[[0.0, 1.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<2xf32>) -> tensor<2xf32>
  %run1 = xla.broadcast_in_dim %x1_, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  %fold1 = xla.broadcast_in_dim %x1, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()

  // a dimension of size 1 expands in place
  %x2 = xla.constant dense<[[0, 1, 2]]> : tensor<1x3xi32>
  %e2 = xla.constant dense<[[[0, 1, 2], [0, 1, 2]], [[0, 1, 2], [0, 1, 2]]]> : tensor<2x2x3xi32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<1x3xi32>) -> tensor<1x3xi32>
  %run2 = xla.broadcast_in_dim %x2_, dims = [0, 2] : (tensor<1x3xi32>) -> tensor<2x2x3xi32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  %fold2 = xla.broadcast_in_dim %x2, dims = [0, 2] : (tensor<1x3xi32>) -> tensor<2x2x3xi32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()

  // a scalar
  %x3 = xla.constant dense<true> : tensor<i1>
  %e3 = xla.constant dense<true> : tensor<3xi1>
  %x3_ = xla.optimization_barrier %x3 : (tensor<i1>) -> tensor<i1>
  %run3 = xla.broadcast_in_dim %x3_, dims = [] : (tensor<i1>) -> tensor<3xi1>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  %fold3 = xla.broadcast_in_dim %x3, dims = [] : (tensor<i1>) -> tensor<3xi1>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}
