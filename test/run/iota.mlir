// RUN: xla-run %s
//
// iota: indices along one dimension; narrow integers wrap.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // rows
  %e0 = xla.constant dense<[[0, 0, 0], [1, 1, 1]]> : tensor<2x3xi32>
  %run0 = xla.iota dim = 0 : tensor<2x3xi32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()

  // columns
  %e1 = xla.constant dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf32>
  %run1 = xla.iota dim = 1 : tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // complex
  %e2 = xla.constant dense<[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %run2 = xla.iota dim = 0 : tensor<3xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()

  // bf16
  %e3 = xla.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xbf16>
  %run3 = xla.iota dim = 0 : tensor<4xbf16>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<4xbf16>, tensor<4xbf16>) -> ()

  // i4 wraps
  %e4 = xla.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7]> : tensor<10xi4>
  %run4 = xla.iota dim = 0 : tensor<10xi4>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<10xi4>, tensor<10xi4>) -> ()

  // 0-sized
  %e5 = xla.constant dense<> : tensor<0x2xf32>
  %run5 = xla.iota dim = 1 : tensor<0x2xf32>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()

  // ui8
  %e6 = xla.constant dense<[[[0, 1]], [[0, 1]], [[0, 1]]]> : tensor<3x1x2xui8>
  %run6 = xla.iota dim = 2 : tensor<3x1x2xui8>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<3x1x2xui8>, tensor<3x1x2xui8>) -> ()
  return
}
