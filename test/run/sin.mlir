// RUN: xla-run %s
//
// sin: signs of zero, infinities, NaN, subnormals, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %e0 = xla.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<2xf32>) -> tensor<2xf32>
  %run0 = xla.sin %a0_ : tensor<2xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<2xf32>) -> tensor<2xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  %fold0 = xla.sin %a0 : tensor<2xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<2xf32>) -> tensor<2xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()

  // at most 2 ULP, f32
  %a1 = xla.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0.5, 1.0, 1.57079637, 3.14159274, -2.0, 100.0, 10000.0, 3.40282347e+38, 1.40129846e-45]> : tensor<12xf32>
  %e1 = xla.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.47942555, 0.841470957, 1.0, -8.74227766e-08, -0.909297407, -0.506365657, -0.305614382, -0.521876514, 1.40129846e-45]> : tensor<12xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<12xf32>) -> tensor<12xf32>
  %run1 = xla.sin %a1_ : tensor<12xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<12xf32>, tensor<12xf32>) -> ()
  %fold1 = xla.sin %a1 : tensor<12xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<12xf32>, tensor<12xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %e2 = xla.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<2xf64>) -> tensor<2xf64>
  %run2 = xla.sin %a2_ : tensor<2xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<2xf64>) -> tensor<2xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<2xf64>) -> tensor<2xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %fold2 = xla.sin %a2 : tensor<2xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<2xf64>) -> tensor<2xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<2xf64>) -> tensor<2xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.5, 1.0, 1.5707964, 3.1415927, -2.0, 100.0, 10000.0, 1.7976931348623157e+308, 5.0e-324]> : tensor<12xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.479425538604203, 0.8414709848078965, 0.9999999999999973, -4.641020666628482e-08, -0.9092974268256817, -0.5063656411097588, -0.30561438888825215, 0.004961954789184062, 5.0e-324]> : tensor<12xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<12xf64>) -> tensor<12xf64>
  %run3 = xla.sin %a3_ : tensor<12xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<12xf64>, tensor<12xf64>) -> ()
  %fold3 = xla.sin %a3 : tensor<12xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<12xf64>, tensor<12xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0]> : tensor<2xbf16>
  %e4 = xla.constant dense<[0.0, -0.0]> : tensor<2xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<2xbf16>) -> tensor<2xbf16>
  %run4 = xla.sin %a4_ : tensor<2xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<2xbf16>) -> tensor<2xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<2xbf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()
  %fold4 = xla.sin %a4 : tensor<2xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<2xbf16>) -> tensor<2xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<2xbf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0x7F80, 0xFF80, 0x7FC0, 0.5, 1.0, 1.5703125, 3.140625, -2.0, 100.0, 9984.0, 3.38953139e+38, 9.18354962e-41]> : tensor<12xbf16>
  %e5 = xla.constant dense<[0x7FC0, 0x7FC0, 0x7FC0, 0.478515625, 0.83984375, 1.0, 0.000968933105, -0.91015625, -0.5078125, 0.0185546875, -0.98828125, 9.18354962e-41]> : tensor<12xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<12xbf16>) -> tensor<12xbf16>
  %run5 = xla.sin %a5_ : tensor<12xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<12xbf16>, tensor<12xbf16>) -> ()
  %fold5 = xla.sin %a5 : tensor<12xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<12xbf16>, tensor<12xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0]> : tensor<2xf16>
  %e6 = xla.constant dense<[0.0, -0.0]> : tensor<2xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<2xf16>) -> tensor<2xf16>
  %run6 = xla.sin %a6_ : tensor<2xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<2xf16>) -> tensor<2xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<2xf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()
  %fold6 = xla.sin %a6 : tensor<2xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<2xf16>) -> tensor<2xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<2xf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0x7C00, 0xFC00, 0x7E00, 0.5, 1.0, 1.5703125, 3.140625, -2.0, 100.0, 10000.0, 65504.0, 5.96046448e-08]> : tensor<12xf16>
  %e7 = xla.constant dense<[0x7E00, 0x7E00, 0x7E00, 0.479492188, 0.841308594, 1.0, 0.000967502594, -0.909179688, -0.506347656, -0.305664062, 0.975585938, 5.96046448e-08]> : tensor<12xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<12xf16>) -> tensor<12xf16>
  %run7 = xla.sin %a7_ : tensor<12xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<12xf16>, tensor<12xf16>) -> ()
  %fold7 = xla.sin %a7 : tensor<12xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<12xf16>, tensor<12xf16>) -> ()
  return
}
