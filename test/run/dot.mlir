// RUN: xla-run %s
//
// dot: vector, matrix-vector and matrix products; integers wrap; an empty contraction gives zeros.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // vector . vector
  %x0 = xla.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %y0 = xla.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  %e0 = xla.constant dense<32.0> : tensor<f32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<3xf32>) -> tensor<3xf32>
  %y0_ = xla.optimization_barrier %y0 : (tensor<3xf32>) -> tensor<3xf32>
  %run0 = xla.dot %x0_, %y0_ : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  %fold0 = xla.dot %x0, %y0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()

  // matrix . vector
  %x1 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %y1 = xla.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %e1 = xla.constant dense<[5.0, 14.0]> : tensor<2xf32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %y1_ = xla.optimization_barrier %y1 : (tensor<3xf32>) -> tensor<3xf32>
  %run1 = xla.dot %x1_, %y1_ : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold1 = xla.dot %x1, %y1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // matrix . matrix
  %x2 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %y2 = xla.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %e2 = xla.constant dense<[[20.0, 23.0, 26.0, 29.0], [56.0, 68.0, 80.0, 92.0]]> : tensor<2x4xf32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %y2_ = xla.optimization_barrier %y2 : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %run2 = xla.dot %x2_, %y2_ : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
  %fold2 = xla.dot %x2, %y2 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()

  // i32
  %x3 = xla.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %y3 = xla.constant dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi32>
  %e3 = xla.constant dense<[[10, 13], [28, 40]]> : tensor<2x2xi32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %y3_ = xla.optimization_barrier %y3 : (tensor<3x2xi32>) -> tensor<3x2xi32>
  %run3 = xla.dot %x3_, %y3_ : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %fold3 = xla.dot %x3, %y3 : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()

  // i8 wraps
  %x4 = xla.constant dense<100> : tensor<1x2xi8>
  %y4 = xla.constant dense<[[2], [3]]> : tensor<2x1xi8>
  %e4 = xla.constant dense<[[-12]]> : tensor<1x1xi8>
  %x4_ = xla.optimization_barrier %x4 : (tensor<1x2xi8>) -> tensor<1x2xi8>
  %y4_ = xla.optimization_barrier %y4 : (tensor<2x1xi8>) -> tensor<2x1xi8>
  %run4 = xla.dot %x4_, %y4_ : (tensor<1x2xi8>, tensor<2x1xi8>) -> tensor<1x1xi8>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<1x1xi8>, tensor<1x1xi8>) -> ()
  %fold4 = xla.dot %x4, %y4 : (tensor<1x2xi8>, tensor<2x1xi8>) -> tensor<1x1xi8>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<1x1xi8>, tensor<1x1xi8>) -> ()

  // nothing to sum
  %x5 = xla.constant dense<> : tensor<2x0xf32>
  %y5 = xla.constant dense<> : tensor<0x3xf32>
  %e5 = xla.constant dense<0.0> : tensor<2x3xf32>
  %x5_ = xla.optimization_barrier %x5 : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %y5_ = xla.optimization_barrier %y5 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %run5 = xla.dot %x5_, %y5_ : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %fold5 = xla.dot %x5, %y5 : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // complex
  %x6 = xla.constant dense<[[(0.0, 1.0), (2.0, 0.0)]]> : tensor<1x2xcomplex<f32>>
  %y6 = xla.constant dense<[[(1.0, 1.0)], [(3.0, 0.0)]]> : tensor<2x1xcomplex<f32>>
  %e6 = xla.constant dense<[[(5.0, 1.0)]]> : tensor<1x1xcomplex<f32>>
  %x6_ = xla.optimization_barrier %x6 : (tensor<1x2xcomplex<f32>>) -> tensor<1x2xcomplex<f32>>
  %y6_ = xla.optimization_barrier %y6 : (tensor<2x1xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
  %run6 = xla.dot %x6_, %y6_ : (tensor<1x2xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>) -> ()
  %fold6 = xla.dot %x6, %y6 : (tensor<1x2xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>) -> ()
  return
}
