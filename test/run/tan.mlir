// RUN: xla-run %s
//
// tan: signs of zero, infinities, NaN, subnormals, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %e0 = xla.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<2xf32>) -> tensor<2xf32>
  %run0 = xla.tan %a0_ : tensor<2xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<2xf32>) -> tensor<2xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  %fold0 = xla.tan %a0 : tensor<2xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<2xf32>) -> tensor<2xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()

  // at most 2 ULP, f32
  %a1 = xla.constant dense<[0x7F800000, 0x7FC00000, 0.5, 1.0, 1.5, -2.0, 100.0, 1.40129846e-45]> : tensor<8xf32>
  %e1 = xla.constant dense<[0x7FC00000, 0x7FC00000, 0.546302497, 1.55740774, 14.1014204, 2.18503976, -0.587213933, 1.40129846e-45]> : tensor<8xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<8xf32>) -> tensor<8xf32>
  %run1 = xla.tan %a1_ : tensor<8xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()
  %fold1 = xla.tan %a1 : tensor<8xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %e2 = xla.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<2xf64>) -> tensor<2xf64>
  %run2 = xla.tan %a2_ : tensor<2xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<2xf64>) -> tensor<2xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<2xf64>) -> tensor<2xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %fold2 = xla.tan %a2 : tensor<2xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<2xf64>) -> tensor<2xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<2xf64>) -> tensor<2xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0x7FF0000000000000, 0x7FF8000000000000, 0.5, 1.0, 1.5, -2.0, 100.0, 5.0e-324]> : tensor<8xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0.5463024898437905, 1.5574077246549023, 14.101419947171719, 2.185039863261519, -0.5872139151569291, 5.0e-324]> : tensor<8xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<8xf64>) -> tensor<8xf64>
  %run3 = xla.tan %a3_ : tensor<8xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  %fold3 = xla.tan %a3 : tensor<8xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0]> : tensor<2xbf16>
  %e4 = xla.constant dense<[0.0, -0.0]> : tensor<2xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<2xbf16>) -> tensor<2xbf16>
  %run4 = xla.tan %a4_ : tensor<2xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<2xbf16>) -> tensor<2xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<2xbf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()
  %fold4 = xla.tan %a4 : tensor<2xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<2xbf16>) -> tensor<2xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<2xbf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0x7F80, 0x7FC0, 0.5, 1.0, 1.5, -2.0, 100.0, 9.18354962e-41]> : tensor<8xbf16>
  %e5 = xla.constant dense<[0x7FC0, 0x7FC0, 0.546875, 1.5546875, 14.125, 2.1875, -0.5859375, 9.18354962e-41]> : tensor<8xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<8xbf16>) -> tensor<8xbf16>
  %run5 = xla.tan %a5_ : tensor<8xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  %fold5 = xla.tan %a5 : tensor<8xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0]> : tensor<2xf16>
  %e6 = xla.constant dense<[0.0, -0.0]> : tensor<2xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<2xf16>) -> tensor<2xf16>
  %run6 = xla.tan %a6_ : tensor<2xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<2xf16>) -> tensor<2xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<2xf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()
  %fold6 = xla.tan %a6 : tensor<2xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<2xf16>) -> tensor<2xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<2xf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0x7C00, 0x7E00, 0.5, 1.0, 1.5, -2.0, 100.0, 5.96046448e-08]> : tensor<8xf16>
  %e7 = xla.constant dense<[0x7E00, 0x7E00, 0.546386719, 1.55761719, 14.1015625, 2.18554688, -0.587402344, 5.96046448e-08]> : tensor<8xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<8xf16>) -> tensor<8xf16>
  %run7 = xla.tan %a7_ : tensor<8xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  %fold7 = xla.tan %a7 : tensor<8xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  return
}
