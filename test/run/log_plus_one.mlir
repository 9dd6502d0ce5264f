// RUN: xla-run %s
//
// log_plus_one: signs of zero, infinities, NaN, subnormals, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0, -1.0, 0x7F800000]> : tensor<4xf32>
  %e0 = xla.constant dense<[0.0, -0.0, 0xFF800000, 0x7F800000]> : tensor<4xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<4xf32>) -> tensor<4xf32>
  %run0 = xla.log_plus_one %a0_ : tensor<4xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<4xf32>) -> tensor<4xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<4xf32>) -> tensor<4xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  %fold0 = xla.log_plus_one %a0 : tensor<4xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<4xf32>) -> tensor<4xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<4xf32>) -> tensor<4xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()

  // at most 2 ULP, f32
  %a1 = xla.constant dense<[0x7FC00000, -2.0, 0xFF800000, 1.0, -0.5, 0.00100000005, -0.00100000005, 100.0, 1.40129846e-45, 3.40282347e+38]> : tensor<10xf32>
  %e1 = xla.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.693147182, -0.693147182, 0.000999500393, -0.0010005004, 4.61512041, 1.40129846e-45, 88.7228394]> : tensor<10xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<10xf32>) -> tensor<10xf32>
  %run1 = xla.log_plus_one %a1_ : tensor<10xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<10xf32>, tensor<10xf32>) -> ()
  %fold1 = xla.log_plus_one %a1 : tensor<10xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<10xf32>, tensor<10xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0, -1.0, 0x7FF0000000000000]> : tensor<4xf64>
  %e2 = xla.constant dense<[0.0, -0.0, 0xFFF0000000000000, 0x7FF0000000000000]> : tensor<4xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<4xf64>) -> tensor<4xf64>
  %run2 = xla.log_plus_one %a2_ : tensor<4xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<4xf64>) -> tensor<4xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<4xf64>) -> tensor<4xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  %fold2 = xla.log_plus_one %a2 : tensor<4xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<4xf64>) -> tensor<4xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<4xf64>) -> tensor<4xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0x7FF8000000000000, -2.0, 0xFFF0000000000000, 1.0, -0.5, 0.001, -0.001, 100.0, 5.0e-324, 1.7976931348623157e+308]> : tensor<10xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.6931471805599453, -0.6931471805599453, 0.0009995003330835331, -0.0010005003335835335, 4.61512051684126, 0.0, 709.782712893384]> : tensor<10xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<10xf64>) -> tensor<10xf64>
  %run3 = xla.log_plus_one %a3_ : tensor<10xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<10xf64>, tensor<10xf64>) -> ()
  %fold3 = xla.log_plus_one %a3 : tensor<10xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<10xf64>, tensor<10xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0, -1.0, 0x7F80]> : tensor<4xbf16>
  %e4 = xla.constant dense<[0.0, -0.0, 0xFF80, 0x7F80]> : tensor<4xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<4xbf16>) -> tensor<4xbf16>
  %run4 = xla.log_plus_one %a4_ : tensor<4xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<4xbf16>) -> tensor<4xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<4xbf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  %fold4 = xla.log_plus_one %a4 : tensor<4xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<4xbf16>) -> tensor<4xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<4xbf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0x7FC0, -2.0, 0xFF80, 1.0, -0.5, 0.000999450684, -0.000999450684, 100.0, 9.18354962e-41, 3.38953139e+38]> : tensor<10xbf16>
  %e5 = xla.constant dense<[0x7FC0, 0x7FC0, 0x7FC0, 0.69140625, -0.69140625, 0.000999450684, -0.000999450684, 4.625, 9.18354962e-41, 88.5]> : tensor<10xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<10xbf16>) -> tensor<10xbf16>
  %run5 = xla.log_plus_one %a5_ : tensor<10xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<10xbf16>, tensor<10xbf16>) -> ()
  %fold5 = xla.log_plus_one %a5 : tensor<10xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<10xbf16>, tensor<10xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0, -1.0, 0x7C00]> : tensor<4xf16>
  %e6 = xla.constant dense<[0.0, -0.0, 0xFC00, 0x7C00]> : tensor<4xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<4xf16>) -> tensor<4xf16>
  %run6 = xla.log_plus_one %a6_ : tensor<4xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<4xf16>) -> tensor<4xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  %fold6 = xla.log_plus_one %a6 : tensor<4xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<4xf16>) -> tensor<4xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0x7E00, -2.0, 0xFC00, 1.0, -0.5, 0.00100040436, -0.00100040436, 100.0, 5.96046448e-08, 65504.0]> : tensor<10xf16>
  %e7 = xla.constant dense<[0x7E00, 0x7E00, 0x7E00, 0.693359375, -0.693359375, 0.000999450684, -0.00100135803, 4.61328125, 5.96046448e-08, 11.09375]> : tensor<10xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<10xf16>) -> tensor<10xf16>
  %run7 = xla.log_plus_one %a7_ : tensor<10xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<10xf16>, tensor<10xf16>) -> ()
  %fold7 = xla.log_plus_one %a7 : tensor<10xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<10xf16>, tensor<10xf16>) -> ()
  return
}
