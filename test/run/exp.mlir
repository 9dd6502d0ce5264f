// RUN: xla-run %s
//
// exp: signs of zero, infinities, NaN, subnormals, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0, 0xFF800000, 0x7F800000, 100000.0, -100000.0]> : tensor<6xf32>
  %e0 = xla.constant dense<[1.0, 1.0, 0.0, 0x7F800000, 0x7F800000, 0.0]> : tensor<6xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<6xf32>) -> tensor<6xf32>
  %run0 = xla.exp %a0_ : tensor<6xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<6xf32>) -> tensor<6xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  %fold0 = xla.exp %a0 : tensor<6xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<6xf32>) -> tensor<6xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()

  // at most 2 ULP, f32
  %a1 = xla.constant dense<[0x7FC00000, 1.0, -1.0, 0.5, 2.0, -5.0, 9.0, 1.40129846e-45, -9.5]> : tensor<9xf32>
  %e1 = xla.constant dense<[0x7FC00000, 2.71828175, 0.36787945, 1.64872122, 7.38905621, 0.006737947, 8103.08398, 1.0, 7.48518287e-05]> : tensor<9xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<9xf32>) -> tensor<9xf32>
  %run1 = xla.exp %a1_ : tensor<9xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<9xf32>, tensor<9xf32>) -> ()
  %fold1 = xla.exp %a1 : tensor<9xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<9xf32>, tensor<9xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0, 0xFFF0000000000000, 0x7FF0000000000000, 100000.0, -100000.0]> : tensor<6xf64>
  %e2 = xla.constant dense<[1.0, 1.0, 0.0, 0x7FF0000000000000, 0x7FF0000000000000, 0.0]> : tensor<6xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<6xf64>) -> tensor<6xf64>
  %run2 = xla.exp %a2_ : tensor<6xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<6xf64>) -> tensor<6xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<6xf64>) -> tensor<6xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  %fold2 = xla.exp %a2 : tensor<6xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<6xf64>) -> tensor<6xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<6xf64>) -> tensor<6xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0x7FF8000000000000, 1.0, -1.0, 0.5, 2.0, -5.0, 9.0, 5.0e-324, -9.5]> : tensor<9xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000, 2.718281828459045, 0.36787944117144233, 1.6487212707001282, 7.38905609893065, 0.006737946999085467, 8103.083927575384, 1.0, 7.48518298877006e-05]> : tensor<9xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<9xf64>) -> tensor<9xf64>
  %run3 = xla.exp %a3_ : tensor<9xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<9xf64>, tensor<9xf64>) -> ()
  %fold3 = xla.exp %a3 : tensor<9xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<9xf64>, tensor<9xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0, 0xFF80, 0x7F80, 99840.0, -99840.0]> : tensor<6xbf16>
  %e4 = xla.constant dense<[1.0, 1.0, 0.0, 0x7F80, 0x7F80, 0.0]> : tensor<6xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<6xbf16>) -> tensor<6xbf16>
  %run4 = xla.exp %a4_ : tensor<6xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<6xbf16>) -> tensor<6xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<6xbf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  %fold4 = xla.exp %a4 : tensor<6xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<6xbf16>) -> tensor<6xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<6xbf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0x7FC0, 1.0, -1.0, 0.5, 2.0, -5.0, 9.0, 9.18354962e-41, -9.5]> : tensor<9xbf16>
  %e5 = xla.constant dense<[0x7FC0, 2.71875, 0.3671875, 1.6484375, 7.375, 0.00674438477, 8096.0, 1.0, 7.48634338e-05]> : tensor<9xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<9xbf16>) -> tensor<9xbf16>
  %run5 = xla.exp %a5_ : tensor<9xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xbf16>, tensor<9xbf16>) -> ()
  %fold5 = xla.exp %a5 : tensor<9xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xbf16>, tensor<9xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0, 0xFC00, 0x7C00, 0x7C00, 0xFC00]> : tensor<6xf16>
  %e6 = xla.constant dense<[1.0, 1.0, 0.0, 0x7C00, 0x7C00, 0.0]> : tensor<6xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<6xf16>) -> tensor<6xf16>
  %run6 = xla.exp %a6_ : tensor<6xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<6xf16>) -> tensor<6xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<6xf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  %fold6 = xla.exp %a6 : tensor<6xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<6xf16>) -> tensor<6xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<6xf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0x7E00, 1.0, -1.0, 0.5, 2.0, -5.0, 9.0, 5.96046448e-08, -9.5]> : tensor<9xf16>
  %e7 = xla.constant dense<[0x7E00, 2.71875, 0.367919922, 1.6484375, 7.390625, 0.00673675537, 8104.0, 1.0, 7.48634338e-05]> : tensor<9xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<9xf16>) -> tensor<9xf16>
  %run7 = xla.exp %a7_ : tensor<9xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xf16>, tensor<9xf16>) -> ()
  %fold7 = xla.exp %a7 : tensor<9xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xf16>, tensor<9xf16>) -> ()
  return
}
