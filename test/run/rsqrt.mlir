// RUN: xla-run %s
//
// rsqrt: signs of zero, infinities, NaN, subnormals, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[1.0, 4.0, 0.0, -0.0, 0x7F800000]> : tensor<5xf32>
  %e0 = xla.constant dense<[1.0, 0.5, 0x7F800000, 0xFF800000, 0.0]> : tensor<5xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<5xf32>) -> tensor<5xf32>
  %run0 = xla.rsqrt %a0_ : tensor<5xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<5xf32>) -> tensor<5xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<5xf32>) -> tensor<5xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  %fold0 = xla.rsqrt %a0 : tensor<5xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<5xf32>) -> tensor<5xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<5xf32>) -> tensor<5xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()

  // at most 2 ULP, f32
  %a1 = xla.constant dense<[0x7FC00000, -1.0, 0xFF800000, 2.0, 3.0, 0.100000001, 1.40129846e-45, 3.40282347e+38]> : tensor<8xf32>
  %e1 = xla.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.707106769, 0.577350259, 3.1622777, 2.67137384e+22, 5.42101086e-20]> : tensor<8xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<8xf32>) -> tensor<8xf32>
  %run1 = xla.rsqrt %a1_ : tensor<8xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()
  %fold1 = xla.rsqrt %a1 : tensor<8xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[1.0, 4.0, 0.0, -0.0, 0x7FF0000000000000]> : tensor<5xf64>
  %e2 = xla.constant dense<[1.0, 0.5, 0x7FF0000000000000, 0xFFF0000000000000, 0.0]> : tensor<5xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<5xf64>) -> tensor<5xf64>
  %run2 = xla.rsqrt %a2_ : tensor<5xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<5xf64>) -> tensor<5xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<5xf64>) -> tensor<5xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()
  %fold2 = xla.rsqrt %a2 : tensor<5xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<5xf64>) -> tensor<5xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<5xf64>) -> tensor<5xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0x7FF8000000000000, -1.0, 0xFFF0000000000000, 2.0, 3.0, 0.1, 5.0e-324, 1.7976931348623157e+308]> : tensor<8xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.7071067811865476, 0.5773502691896257, 3.162277660168379, 4.4989137945431964e+161, 7.458340731200207e-155]> : tensor<8xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<8xf64>) -> tensor<8xf64>
  %run3 = xla.rsqrt %a3_ : tensor<8xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  %fold3 = xla.rsqrt %a3 : tensor<8xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[1.0, 4.0, 0.0, -0.0, 0x7F80]> : tensor<5xbf16>
  %e4 = xla.constant dense<[1.0, 0.5, 0x7F80, 0xFF80, 0.0]> : tensor<5xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<5xbf16>) -> tensor<5xbf16>
  %run4 = xla.rsqrt %a4_ : tensor<5xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<5xbf16>) -> tensor<5xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<5xbf16>) -> tensor<5xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()
  %fold4 = xla.rsqrt %a4 : tensor<5xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<5xbf16>) -> tensor<5xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<5xbf16>) -> tensor<5xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0x7FC0, -1.0, 0xFF80, 2.0, 3.0, 0.100097656, 9.18354962e-41, 3.38953139e+38]> : tensor<8xbf16>
  %e5 = xla.constant dense<[0x7FC0, 0x7FC0, 0x7FC0, 0.70703125, 0.578125, 3.15625, 1.04339396e+20, 5.42101086e-20]> : tensor<8xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<8xbf16>) -> tensor<8xbf16>
  %run5 = xla.rsqrt %a5_ : tensor<8xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  %fold5 = xla.rsqrt %a5 : tensor<8xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[1.0, 4.0, 0.0, -0.0, 0x7C00]> : tensor<5xf16>
  %e6 = xla.constant dense<[1.0, 0.5, 0x7C00, 0xFC00, 0.0]> : tensor<5xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<5xf16>) -> tensor<5xf16>
  %run6 = xla.rsqrt %a6_ : tensor<5xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<5xf16>) -> tensor<5xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<5xf16>) -> tensor<5xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()
  %fold6 = xla.rsqrt %a6 : tensor<5xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<5xf16>) -> tensor<5xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<5xf16>) -> tensor<5xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0x7E00, -1.0, 0xFC00, 2.0, 3.0, 0.0999755859, 5.96046448e-08, 65504.0]> : tensor<8xf16>
  %e7 = xla.constant dense<[0x7E00, 0x7E00, 0x7E00, 0.70703125, 0.577148438, 3.16210938, 4096.0, 0.00390625]> : tensor<8xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<8xf16>) -> tensor<8xf16>
  %run7 = xla.rsqrt %a7_ : tensor<8xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  %fold7 = xla.rsqrt %a7 : tensor<8xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  return
}
