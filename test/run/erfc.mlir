// RUN: xla-run %s
//
// erfc: signs of zero, infinities, NaN, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 100.0, -10.0]> : tensor<6xf32>
  %e0 = xla.constant dense<[1.0, 1.0, 0.0, 2.0, 0.0, 2.0]> : tensor<6xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<6xf32>) -> tensor<6xf32>
  %run0 = xla.erfc %a0_ : tensor<6xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<6xf32>) -> tensor<6xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  %fold0 = xla.erfc %a0 : tensor<6xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<6xf32>) -> tensor<6xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()

  // at most 1 ULP, f32
  %a1 = xla.constant dense<[0.25, -0.5, 0.75, 1.5, -1.5, 3.0, 0x7FC00000]> : tensor<7xf32>
  %e1 = xla.constant dense<[0.7236736, 1.5204998, 0.28884438, 0.03389485, 1.9661051, 2.2090497e-05, 0x7FC00000]> : tensor<7xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<7xf32>) -> tensor<7xf32>
  %run1 = xla.erfc %a1_ : tensor<7xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xf32>, tensor<7xf32>) -> ()
  %fold1 = xla.erfc %a1 : tensor<7xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xf32>, tensor<7xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 100.0, -10.0]> : tensor<6xf64>
  %e2 = xla.constant dense<[1.0, 1.0, 0.0, 2.0, 0.0, 2.0]> : tensor<6xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<6xf64>) -> tensor<6xf64>
  %run2 = xla.erfc %a2_ : tensor<6xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<6xf64>) -> tensor<6xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<6xf64>) -> tensor<6xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  %fold2 = xla.erfc %a2 : tensor<6xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<6xf64>) -> tensor<6xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<6xf64>) -> tensor<6xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()

  // at most 3 ULP, f64
  %a3 = xla.constant dense<[0.25, -0.5, 0.75, 1.5, -1.5, 3.0, 0x7FF8000000000000]> : tensor<7xf64>
  %e3 = xla.constant dense<[0.7236736098317631, 1.5204998778130465, 0.28884436634648486, 0.033894853524689274, 1.9661051464753108, 2.209049699858544e-05, 0x7FF8000000000000]> : tensor<7xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<7xf64>) -> tensor<7xf64>
  %run3 = xla.erfc %a3_ : tensor<7xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()
  %fold3 = xla.erfc %a3 : tensor<7xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0, 0x7F80, 0xFF80, 100.0, -10.0]> : tensor<6xbf16>
  %e4 = xla.constant dense<[1.0, 1.0, 0.0, 2.0, 0.0, 2.0]> : tensor<6xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<6xbf16>) -> tensor<6xbf16>
  %run4 = xla.erfc %a4_ : tensor<6xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<6xbf16>) -> tensor<6xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<6xbf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  %fold4 = xla.erfc %a4 : tensor<6xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<6xbf16>) -> tensor<6xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<6xbf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0.25, -0.5, 0.75, 1.5, -1.5, 3.0, 0x7FC0]> : tensor<7xbf16>
  %e5 = xla.constant dense<[0.72265625, 1.5234375, 0.2890625, 0.033935547, 1.96875, 2.2053719e-05, 0x7FC0]> : tensor<7xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<7xbf16>) -> tensor<7xbf16>
  %run5 = xla.erfc %a5_ : tensor<7xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xbf16>, tensor<7xbf16>) -> ()
  %fold5 = xla.erfc %a5 : tensor<7xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xbf16>, tensor<7xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 100.0, -10.0]> : tensor<6xf16>
  %e6 = xla.constant dense<[1.0, 1.0, 0.0, 2.0, 0.0, 2.0]> : tensor<6xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<6xf16>) -> tensor<6xf16>
  %run6 = xla.erfc %a6_ : tensor<6xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<6xf16>) -> tensor<6xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<6xf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  %fold6 = xla.erfc %a6 : tensor<6xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<6xf16>) -> tensor<6xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<6xf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0.25, -0.5, 0.75, 1.5, -1.5, 3.0, 0x7E00]> : tensor<7xf16>
  %e7 = xla.constant dense<[0.7236328, 1.5205078, 0.28881836, 0.03390503, 1.9658203, 2.2113323e-05, 0x7E00]> : tensor<7xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<7xf16>) -> tensor<7xf16>
  %run7 = xla.erfc %a7_ : tensor<7xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xf16>, tensor<7xf16>) -> ()
  %fold7 = xla.erfc %a7 : tensor<7xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xf16>, tensor<7xf16>) -> ()
  return
}
