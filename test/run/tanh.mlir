// RUN: xla-run %s
//
// tanh: signs of zero, infinities, NaN, subnormals, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 100.0, -100.0]> : tensor<6xf32>
  %e0 = xla.constant dense<[0.0, -0.0, 1.0, -1.0, 1.0, -1.0]> : tensor<6xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<6xf32>) -> tensor<6xf32>
  %run0 = xla.tanh %a0_ : tensor<6xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<6xf32>) -> tensor<6xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  %fold0 = xla.tanh %a0 : tensor<6xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<6xf32>) -> tensor<6xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()

  // at most 2 ULP, f32
  %a1 = xla.constant dense<[0x7FC00000, 0.25, -0.5, 1.0, -1.5, 2.5, 0.00100000005, 1.40129846e-45]> : tensor<8xf32>
  %e1 = xla.constant dense<[0x7FC00000, 0.244918659, -0.462117165, 0.761594176, -0.905148268, 0.986614287, 0.000999999698, 1.40129846e-45]> : tensor<8xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<8xf32>) -> tensor<8xf32>
  %run1 = xla.tanh %a1_ : tensor<8xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()
  %fold1 = xla.tanh %a1 : tensor<8xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 100.0, -100.0]> : tensor<6xf64>
  %e2 = xla.constant dense<[0.0, -0.0, 1.0, -1.0, 1.0, -1.0]> : tensor<6xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<6xf64>) -> tensor<6xf64>
  %run2 = xla.tanh %a2_ : tensor<6xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<6xf64>) -> tensor<6xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<6xf64>) -> tensor<6xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  %fold2 = xla.tanh %a2 : tensor<6xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<6xf64>) -> tensor<6xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<6xf64>) -> tensor<6xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0x7FF8000000000000, 0.25, -0.5, 1.0, -1.5, 2.5, 0.001, 5.0e-324]> : tensor<8xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000, 0.24491866240370913, -0.46211715726000974, 0.7615941559557649, -0.9051482536448664, 0.9866142981514303, 0.0009999996666668, 5.0e-324]> : tensor<8xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<8xf64>) -> tensor<8xf64>
  %run3 = xla.tanh %a3_ : tensor<8xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  %fold3 = xla.tanh %a3 : tensor<8xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0, 0x7F80, 0xFF80, 100.0, -100.0]> : tensor<6xbf16>
  %e4 = xla.constant dense<[0.0, -0.0, 1.0, -1.0, 1.0, -1.0]> : tensor<6xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<6xbf16>) -> tensor<6xbf16>
  %run4 = xla.tanh %a4_ : tensor<6xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<6xbf16>) -> tensor<6xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<6xbf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  %fold4 = xla.tanh %a4 : tensor<6xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<6xbf16>) -> tensor<6xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<6xbf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0x7FC0, 0.25, -0.5, 1.0, -1.5, 2.5, 0.000999450684, 9.18354962e-41]> : tensor<8xbf16>
  %e5 = xla.constant dense<[0x7FC0, 0.245117188, -0.462890625, 0.76171875, -0.90625, 0.98828125, 0.000999450684, 9.18354962e-41]> : tensor<8xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<8xbf16>) -> tensor<8xbf16>
  %run5 = xla.tanh %a5_ : tensor<8xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  %fold5 = xla.tanh %a5 : tensor<8xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 100.0, -100.0]> : tensor<6xf16>
  %e6 = xla.constant dense<[0.0, -0.0, 1.0, -1.0, 1.0, -1.0]> : tensor<6xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<6xf16>) -> tensor<6xf16>
  %run6 = xla.tanh %a6_ : tensor<6xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<6xf16>) -> tensor<6xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<6xf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  %fold6 = xla.tanh %a6 : tensor<6xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<6xf16>) -> tensor<6xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<6xf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0x7E00, 0.25, -0.5, 1.0, -1.5, 2.5, 0.00100040436, 5.96046448e-08]> : tensor<8xf16>
  %e7 = xla.constant dense<[0x7E00, 0.244873047, -0.462158203, 0.76171875, -0.905273438, 0.986816406, 0.00100040436, 5.96046448e-08]> : tensor<8xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<8xf16>) -> tensor<8xf16>
  %run7 = xla.tanh %a7_ : tensor<8xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  %fold7 = xla.tanh %a7 : tensor<8xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  return
}
