// RUN: xla-run %s
//
// transpose: dimension i of the result is dimension permutation[i] of the operand.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // a matrix
  %x0 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %e0 = xla.constant dense<[[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]> : tensor<3x2xf32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %run0 = xla.transpose %x0_, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
  %fold0 = xla.transpose %x0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()

  // three dimensions
  %x1 = xla.constant dense<[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]]> : tensor<2x3x2xi32>
  %e1 = xla.constant dense<[[[0, 2, 4], [6, 8, 10]], [[1, 3, 5], [7, 9, 11]]]> : tensor<2x2x3xi32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<2x3x2xi32>) -> tensor<2x3x2xi32>
  %run1 = xla.transpose %x1_, dims = [2, 0, 1] : (tensor<2x3x2xi32>) -> tensor<2x2x3xi32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  %fold1 = xla.transpose %x1, dims = [2, 0, 1] : (tensor<2x3x2xi32>) -> tensor<2x2x3xi32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()

  // rank 0
  %x2 = xla.constant dense<1.5> : tensor<f32>
  %e2 = xla.constant dense<1.5> : tensor<f32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<f32>) -> tensor<f32>
  %run2 = xla.transpose %x2_, dims = [] : (tensor<f32>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  %fold2 = xla.transpose %x2, dims = [] : (tensor<f32>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()

  // 0-sized
  %x3 = xla.constant dense<> : tensor<0x2xi1>
  %e3 = xla.constant dense<> : tensor<2x0xi1>
  %x3_ = xla.optimization_barrier %x3 : (tensor<0x2xi1>) -> tensor<0x2xi1>
  %run3 = xla.transpose %x3_, dims = [1, 0] : (tensor<0x2xi1>) -> tensor<2x0xi1>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<2x0xi1>, tensor<2x0xi1>) -> ()
  %fold3 = xla.transpose %x3, dims = [1, 0] : (tensor<0x2xi1>) -> tensor<2x0xi1>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<2x0xi1>, tensor<2x0xi1>) -> ()

  // complex
  %x4 = xla.constant dense<[[(0.0, 1.0), (2.0, 0.0), (3.0, 0.0)]]> : tensor<1x3xcomplex<f32>>
  %e4 = xla.constant dense<[[(0.0, 1.0)], [(2.0, 0.0)], [(3.0, 0.0)]]> : tensor<3x1xcomplex<f32>>
  %x4_ = xla.optimization_barrier %x4 : (tensor<1x3xcomplex<f32>>) -> tensor<1x3xcomplex<f32>>
  %run4 = xla.transpose %x4_, dims = [1, 0] : (tensor<1x3xcomplex<f32>>) -> tensor<3x1xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<3x1xcomplex<f32>>, tensor<3x1xcomplex<f32>>) -> ()
  %fold4 = xla.transpose %x4, dims = [1, 0] : (tensor<1x3xcomplex<f32>>) -> tensor<3x1xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<3x1xcomplex<f32>>, tensor<3x1xcomplex<f32>>) -> ()
  return
}
