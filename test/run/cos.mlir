// RUN: xla-run %s
//
// cos: signs of zero, infinities, NaN, subnormals, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %e0 = xla.constant dense<[1.0, 1.0]> : tensor<2xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<2xf32>) -> tensor<2xf32>
  %run0 = xla.cos %a0_ : tensor<2xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<2xf32>) -> tensor<2xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  %fold0 = xla.cos %a0 : tensor<2xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<2xf32>) -> tensor<2xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()

  // at most 2 ULP, f32
  %a1 = xla.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0.5, 1.0, 1.57079637, 3.14159274, -2.0, 100.0, 10000.0, 3.40282347e+38, 1.40129846e-45]> : tensor<12xf32>
  %e1 = xla.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.87758255, 0.540302277, -4.37113883e-08, -1.0, -0.416146845, 0.862318873, -0.952155352, 0.853021026, 1.0]> : tensor<12xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<12xf32>) -> tensor<12xf32>
  %run1 = xla.cos %a1_ : tensor<12xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<12xf32>, tensor<12xf32>) -> ()
  %fold1 = xla.cos %a1 : tensor<12xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<12xf32>, tensor<12xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %e2 = xla.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<2xf64>) -> tensor<2xf64>
  %run2 = xla.cos %a2_ : tensor<2xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<2xf64>) -> tensor<2xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<2xf64>) -> tensor<2xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %fold2 = xla.cos %a2 : tensor<2xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<2xf64>) -> tensor<2xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<2xf64>) -> tensor<2xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.5, 1.0, 1.5707964, 3.1415927, -2.0, 100.0, 10000.0, 1.7976931348623157e+308, 5.0e-324]> : tensor<12xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.8775825618903728, 0.5403023058681398, -7.320510347335801e-08, -0.9999999999999989, -0.4161468365471424, 0.8623188722876839, -0.9521553682590148, -0.9999876894265599, 1.0]> : tensor<12xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<12xf64>) -> tensor<12xf64>
  %run3 = xla.cos %a3_ : tensor<12xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<12xf64>, tensor<12xf64>) -> ()
  %fold3 = xla.cos %a3 : tensor<12xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<12xf64>, tensor<12xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0]> : tensor<2xbf16>
  %e4 = xla.constant dense<[1.0, 1.0]> : tensor<2xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<2xbf16>) -> tensor<2xbf16>
  %run4 = xla.cos %a4_ : tensor<2xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<2xbf16>) -> tensor<2xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<2xbf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()
  %fold4 = xla.cos %a4 : tensor<2xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<2xbf16>) -> tensor<2xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<2xbf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0x7F80, 0xFF80, 0x7FC0, 0.5, 1.0, 1.5703125, 3.140625, -2.0, 100.0, 9984.0, 3.38953139e+38, 9.18354962e-41]> : tensor<12xbf16>
  %e5 = xla.constant dense<[0x7FC0, 0x7FC0, 0x7FC0, 0.87890625, 0.5390625, 0.000484466553, -1.0, -0.416015625, 0.86328125, 1.0, 0.162109375, 1.0]> : tensor<12xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<12xbf16>) -> tensor<12xbf16>
  %run5 = xla.cos %a5_ : tensor<12xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<12xbf16>, tensor<12xbf16>) -> ()
  %fold5 = xla.cos %a5 : tensor<12xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<12xbf16>, tensor<12xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0]> : tensor<2xf16>
  %e6 = xla.constant dense<[1.0, 1.0]> : tensor<2xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<2xf16>) -> tensor<2xf16>
  %run6 = xla.cos %a6_ : tensor<2xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<2xf16>) -> tensor<2xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<2xf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()
  %fold6 = xla.cos %a6 : tensor<2xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<2xf16>) -> tensor<2xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<2xf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0x7C00, 0xFC00, 0x7E00, 0.5, 1.0, 1.5703125, 3.140625, -2.0, 100.0, 10000.0, 65504.0, 5.96046448e-08]> : tensor<12xf16>
  %e7 = xla.constant dense<[0x7E00, 0x7E00, 0x7E00, 0.877441406, 0.540527344, 0.000483751297, -1.0, -0.416259766, 0.862304688, -0.952148438, -0.220581055, 1.0]> : tensor<12xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<12xf16>) -> tensor<12xf16>
  %run7 = xla.cos %a7_ : tensor<12xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<12xf16>, tensor<12xf16>) -> ()
  %fold7 = xla.cos %a7 : tensor<12xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<12xf16>, tensor<12xf16>) -> ()
  return
}
