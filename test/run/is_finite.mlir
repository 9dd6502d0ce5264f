// RUN: xla-run %s
//
// is_finite: false for infinities and NaN only.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // f32
  %a0 = xla.constant dense<[0.0, -0.0, 1.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.40129846e-45, 3.40282347e+38]> : tensor<8xf32>
  %e0 = xla.constant dense<[true, true, true, false, false, false, true, true]> : tensor<8xi1>
  %a0_ = xla.optimization_barrier %a0 : (tensor<8xf32>) -> tensor<8xf32>
  %run0 = xla.is_finite %a0_ : (tensor<8xf32>) -> tensor<8xi1>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<8xi1>, tensor<8xi1>) -> ()
  %fold0 = xla.is_finite %a0 : (tensor<8xf32>) -> tensor<8xi1>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<8xi1>, tensor<8xi1>) -> ()

  // f64
  %a1 = xla.constant dense<[0.0, -0.0, 1.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 5.0e-324, 1.7976931348623157e+308]> : tensor<8xf64>
  %e1 = xla.constant dense<[true, true, true, false, false, false, true, true]> : tensor<8xi1>
  %a1_ = xla.optimization_barrier %a1 : (tensor<8xf64>) -> tensor<8xf64>
  %run1 = xla.is_finite %a1_ : (tensor<8xf64>) -> tensor<8xi1>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<8xi1>, tensor<8xi1>) -> ()
  %fold1 = xla.is_finite %a1 : (tensor<8xf64>) -> tensor<8xi1>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<8xi1>, tensor<8xi1>) -> ()

  // f16
  %a2 = xla.constant dense<[0.0, -0.0, 1.0, 0x7C00, 0xFC00, 0x7E00, 5.96046448e-08, 65504.0]> : tensor<8xf16>
  %e2 = xla.constant dense<[true, true, true, false, false, false, true, true]> : tensor<8xi1>
  %a2_ = xla.optimization_barrier %a2 : (tensor<8xf16>) -> tensor<8xf16>
  %run2 = xla.is_finite %a2_ : (tensor<8xf16>) -> tensor<8xi1>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<8xi1>, tensor<8xi1>) -> ()
  %fold2 = xla.is_finite %a2 : (tensor<8xf16>) -> tensor<8xi1>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<8xi1>, tensor<8xi1>) -> ()

  // bf16
  %a3 = xla.constant dense<[0.0, -0.0, 1.0, 0x7F80, 0xFF80, 0x7FC0, 9.18354962e-41, 3.38953139e+38]> : tensor<8xbf16>
  %e3 = xla.constant dense<[true, true, true, false, false, false, true, true]> : tensor<8xi1>
  %a3_ = xla.optimization_barrier %a3 : (tensor<8xbf16>) -> tensor<8xbf16>
  %run3 = xla.is_finite %a3_ : (tensor<8xbf16>) -> tensor<8xi1>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<8xi1>, tensor<8xi1>) -> ()
  %fold3 = xla.is_finite %a3 : (tensor<8xbf16>) -> tensor<8xi1>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<8xi1>, tensor<8xi1>) -> ()
  return
}
