// RUN: xla-run %s
//
// digamma: signs of zero, infinities, NaN, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0x7F800000]> : tensor<1xf32>
  %e0 = xla.constant dense<[0x7F800000]> : tensor<1xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<1xf32>) -> tensor<1xf32>
  %run0 = xla.digamma %a0_ : tensor<1xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<1xf32>) -> tensor<1xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<1xf32>) -> tensor<1xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<1xui32>, tensor<1xui32>) -> ()
  %fold0 = xla.digamma %a0 : tensor<1xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<1xf32>) -> tensor<1xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<1xf32>) -> tensor<1xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<1xui32>, tensor<1xui32>) -> ()

  // at most 1 ULP, f32
  %a1 = xla.constant dense<[0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 7.75, 8.0, 20.5, 0.001, -0.5, -1.25, -2.25, 0.0, -0.0, -1.0, -2.0, 0xFF800000, 0x7FC00000]> : tensor<19xf32>
  %e1 = xla.constant dense<[-4.2274537, -1.96351, -0.5772157, 0.036489975, 0.42278433, 0.70315665, 1.9817916, 2.0156415, 2.9958365, -1000.5755, 0.036489975, 3.7141392, 4.1585836, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<19xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<19xf32>) -> tensor<19xf32>
  %run1 = xla.digamma %a1_ : tensor<19xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<19xf32>, tensor<19xf32>) -> ()
  %fold1 = xla.digamma %a1 : tensor<19xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<19xf32>, tensor<19xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0x7FF0000000000000]> : tensor<1xf64>
  %e2 = xla.constant dense<[0x7FF0000000000000]> : tensor<1xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<1xf64>) -> tensor<1xf64>
  %run2 = xla.digamma %a2_ : tensor<1xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<1xf64>) -> tensor<1xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<1xf64>) -> tensor<1xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<1xui64>, tensor<1xui64>) -> ()
  %fold2 = xla.digamma %a2 : tensor<1xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<1xf64>) -> tensor<1xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<1xf64>) -> tensor<1xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<1xui64>, tensor<1xui64>) -> ()

  // by reflection, at most 16 ULP, f64
  %a3 = xla.constant dense<[-0.5, -1.25, -2.25]> : tensor<3xf64>
  %e3 = xla.constant dense<[0.03648997397857652, 3.714139120213528, 4.158583564657972]> : tensor<3xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<3xf64>) -> tensor<3xf64>
  %run3 = xla.digamma %a3_ : tensor<3xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 16 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  %fold3 = xla.digamma %a3 : tensor<3xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 16 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()

  // at most 3 ULP, f64
  %a4 = xla.constant dense<[0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 7.75, 8.0, 20.5, 0.001, 0.0, -0.0, -1.0, -2.0, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<16xf64>
  %e4 = xla.constant dense<[-4.2274535333762655, -1.9635100260214235, -0.5772156649015329, 0.03648997397857652, 0.42278433509846713, 0.7031566406452432, 1.9817915626943456, 2.01564147795561, 2.9958363947076467, -1000.5755719318103, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<16xf64>
  %a4_ = xla.optimization_barrier %a4 : (tensor<16xf64>) -> tensor<16xf64>
  %run4 = xla.digamma %a4_ : tensor<16xf64>
  xla.custom_call "check.expect_close"(%run4, %e4) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<16xf64>, tensor<16xf64>) -> ()
  %fold4 = xla.digamma %a4 : tensor<16xf64>
  xla.custom_call "check.expect_close"(%fold4, %e4) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<16xf64>, tensor<16xf64>) -> ()

  // exact results, bf16
  %a5 = xla.constant dense<[0x7F80]> : tensor<1xbf16>
  %e5 = xla.constant dense<[0x7F80]> : tensor<1xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<1xbf16>) -> tensor<1xbf16>
  %run5 = xla.digamma %a5_ : tensor<1xbf16>
  %run5_bits = xla.bitcast_convert %run5 : (tensor<1xbf16>) -> tensor<1xui16>
  %run5_expected = xla.bitcast_convert %e5 : (tensor<1xbf16>) -> tensor<1xui16>
  xla.custom_call "check.expect_eq"(%run5_bits, %run5_expected) {has_side_effect = true} : (tensor<1xui16>, tensor<1xui16>) -> ()
  %fold5 = xla.digamma %a5 : tensor<1xbf16>
  %fold5_bits = xla.bitcast_convert %fold5 : (tensor<1xbf16>) -> tensor<1xui16>
  %fold5_expected = xla.bitcast_convert %e5 : (tensor<1xbf16>) -> tensor<1xui16>
  xla.custom_call "check.expect_eq"(%fold5_bits, %fold5_expected) {has_side_effect = true} : (tensor<1xui16>, tensor<1xui16>) -> ()

  // at most 1 ULP, bf16
  %a6 = xla.constant dense<[0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 7.75, 8.0, 20.5, 0.0009994507, -0.5, -1.25, -2.25, 0.0, -0.0, -1.0, -2.0, 0xFF80, 0x7FC0]> : tensor<19xbf16>
  %e6 = xla.constant dense<[-4.21875, -1.9609375, -0.578125, 0.036376953, 0.421875, 0.703125, 1.984375, 2.015625, 3.0, -1000.0, 0.036376953, 3.71875, 4.15625, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<19xbf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<19xbf16>) -> tensor<19xbf16>
  %run6 = xla.digamma %a6_ : tensor<19xbf16>
  xla.custom_call "check.expect_close"(%run6, %e6) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<19xbf16>, tensor<19xbf16>) -> ()
  %fold6 = xla.digamma %a6 : tensor<19xbf16>
  xla.custom_call "check.expect_close"(%fold6, %e6) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<19xbf16>, tensor<19xbf16>) -> ()

  // exact results, f16
  %a7 = xla.constant dense<[0x7C00]> : tensor<1xf16>
  %e7 = xla.constant dense<[0x7C00]> : tensor<1xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<1xf16>) -> tensor<1xf16>
  %run7 = xla.digamma %a7_ : tensor<1xf16>
  %run7_bits = xla.bitcast_convert %run7 : (tensor<1xf16>) -> tensor<1xui16>
  %run7_expected = xla.bitcast_convert %e7 : (tensor<1xf16>) -> tensor<1xui16>
  xla.custom_call "check.expect_eq"(%run7_bits, %run7_expected) {has_side_effect = true} : (tensor<1xui16>, tensor<1xui16>) -> ()
  %fold7 = xla.digamma %a7 : tensor<1xf16>
  %fold7_bits = xla.bitcast_convert %fold7 : (tensor<1xf16>) -> tensor<1xui16>
  %fold7_expected = xla.bitcast_convert %e7 : (tensor<1xf16>) -> tensor<1xui16>
  xla.custom_call "check.expect_eq"(%fold7_bits, %fold7_expected) {has_side_effect = true} : (tensor<1xui16>, tensor<1xui16>) -> ()

  // at most 1 ULP, f16
  %a8 = xla.constant dense<[0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 7.75, 8.0, 20.5, 0.0010004044, -0.5, -1.25, -2.25, 0.0, -0.0, -1.0, -2.0, 0xFC00, 0x7E00]> : tensor<19xf16>
  %e8 = xla.constant dense<[-4.2265625, -1.9638672, -0.57714844, 0.036499023, 0.42285156, 0.703125, 1.9814453, 2.015625, 2.9960938, -1000.0, 0.036499023, 3.7148438, 4.1601562, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<19xf16>
  %a8_ = xla.optimization_barrier %a8 : (tensor<19xf16>) -> tensor<19xf16>
  %run8 = xla.digamma %a8_ : tensor<19xf16>
  xla.custom_call "check.expect_close"(%run8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<19xf16>, tensor<19xf16>) -> ()
  %fold8 = xla.digamma %a8 : tensor<19xf16>
  xla.custom_call "check.expect_close"(%fold8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<19xf16>, tensor<19xf16>) -> ()
  return
}
