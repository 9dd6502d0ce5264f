// RUN: xla-run %s
//
// exponential_minus_one: signs of zero, infinities, NaN, subnormals, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0, 0xFF800000, 0x7F800000, 100000.0, -100000.0]> : tensor<6xf32>
  %e0 = xla.constant dense<[0.0, -0.0, -1.0, 0x7F800000, 0x7F800000, -1.0]> : tensor<6xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<6xf32>) -> tensor<6xf32>
  %run0 = xla.exponential_minus_one %a0_ : tensor<6xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<6xf32>) -> tensor<6xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  %fold0 = xla.exponential_minus_one %a0 : tensor<6xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<6xf32>) -> tensor<6xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()

  // at most 2 ULP, f32
  %a1 = xla.constant dense<[0x7FC00000, 1.0, -1.0, 0.5, 0.00100000005, -0.00100000005, 1.40129846e-45, 5.0]> : tensor<8xf32>
  %e1 = xla.constant dense<[0x7FC00000, 1.71828187, -0.63212055, 0.648721278, 0.00100050017, -0.00099950016, 1.40129846e-45, 147.413162]> : tensor<8xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<8xf32>) -> tensor<8xf32>
  %run1 = xla.exponential_minus_one %a1_ : tensor<8xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()
  %fold1 = xla.exponential_minus_one %a1 : tensor<8xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0, 0xFFF0000000000000, 0x7FF0000000000000, 100000.0, -100000.0]> : tensor<6xf64>
  %e2 = xla.constant dense<[0.0, -0.0, -1.0, 0x7FF0000000000000, 0x7FF0000000000000, -1.0]> : tensor<6xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<6xf64>) -> tensor<6xf64>
  %run2 = xla.exponential_minus_one %a2_ : tensor<6xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<6xf64>) -> tensor<6xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<6xf64>) -> tensor<6xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  %fold2 = xla.exponential_minus_one %a2 : tensor<6xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<6xf64>) -> tensor<6xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<6xf64>) -> tensor<6xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0x7FF8000000000000, 1.0, -1.0, 0.5, 0.001, -0.001, 5.0e-324, 5.0]> : tensor<8xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000, 1.7182818284590453, -0.6321205588285577, 0.6487212707001282, 0.0010005001667083417, -0.0009995001666250085, 5.0e-324, 147.4131591025766]> : tensor<8xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<8xf64>) -> tensor<8xf64>
  %run3 = xla.exponential_minus_one %a3_ : tensor<8xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  %fold3 = xla.exponential_minus_one %a3 : tensor<8xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0, 0xFF80, 0x7F80, 99840.0, -99840.0]> : tensor<6xbf16>
  %e4 = xla.constant dense<[0.0, -0.0, -1.0, 0x7F80, 0x7F80, -1.0]> : tensor<6xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<6xbf16>) -> tensor<6xbf16>
  %run4 = xla.exponential_minus_one %a4_ : tensor<6xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<6xbf16>) -> tensor<6xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<6xbf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  %fold4 = xla.exponential_minus_one %a4 : tensor<6xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<6xbf16>) -> tensor<6xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<6xbf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0x7FC0, 1.0, -1.0, 0.5, 0.000999450684, -0.000999450684, 9.18354962e-41, 5.0]> : tensor<8xbf16>
  %e5 = xla.constant dense<[0x7FC0, 1.71875, -0.6328125, 0.6484375, 0.000999450684, -0.000999450684, 9.18354962e-41, 147.0]> : tensor<8xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<8xbf16>) -> tensor<8xbf16>
  %run5 = xla.exponential_minus_one %a5_ : tensor<8xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  %fold5 = xla.exponential_minus_one %a5 : tensor<8xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0, 0xFC00, 0x7C00, 0x7C00, 0xFC00]> : tensor<6xf16>
  %e6 = xla.constant dense<[0.0, -0.0, -1.0, 0x7C00, 0x7C00, -1.0]> : tensor<6xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<6xf16>) -> tensor<6xf16>
  %run6 = xla.exponential_minus_one %a6_ : tensor<6xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<6xf16>) -> tensor<6xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<6xf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  %fold6 = xla.exponential_minus_one %a6 : tensor<6xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<6xf16>) -> tensor<6xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<6xf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0x7E00, 1.0, -1.0, 0.5, 0.00100040436, -0.00100040436, 5.96046448e-08, 5.0]> : tensor<8xf16>
  %e7 = xla.constant dense<[0x7E00, 1.71875, -0.632324219, 0.648925781, 0.00100135803, -0.000999450684, 5.96046448e-08, 147.375]> : tensor<8xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<8xf16>) -> tensor<8xf16>
  %run7 = xla.exponential_minus_one %a7_ : tensor<8xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  %fold7 = xla.exponential_minus_one %a7 : tensor<8xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  return
}
