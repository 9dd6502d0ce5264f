// RUN: xla-run %s
//
// logistic: signs of zero, infinities, NaN, subnormals, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 10000.0, -10000.0]> : tensor<6xf32>
  %e0 = xla.constant dense<[0.5, 0.5, 1.0, 0.0, 1.0, 0.0]> : tensor<6xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<6xf32>) -> tensor<6xf32>
  %run0 = xla.logistic %a0_ : tensor<6xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<6xf32>) -> tensor<6xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  %fold0 = xla.logistic %a0 : tensor<6xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<6xf32>) -> tensor<6xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()

  // at most 2 ULP, f32
  %a1 = xla.constant dense<[0x7FC00000, 1.0, -1.0, 0.5, 5.0, -5.0, -8.0, 8.0]> : tensor<8xf32>
  %e1 = xla.constant dense<[0x7FC00000, 0.731058598, 0.268941432, 0.622459352, 0.993307173, 0.00669285096, 0.000335350138, 0.999664664]> : tensor<8xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<8xf32>) -> tensor<8xf32>
  %run1 = xla.logistic %a1_ : tensor<8xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()
  %fold1 = xla.logistic %a1 : tensor<8xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 10000.0, -10000.0]> : tensor<6xf64>
  %e2 = xla.constant dense<[0.5, 0.5, 1.0, 0.0, 1.0, 0.0]> : tensor<6xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<6xf64>) -> tensor<6xf64>
  %run2 = xla.logistic %a2_ : tensor<6xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<6xf64>) -> tensor<6xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<6xf64>) -> tensor<6xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  %fold2 = xla.logistic %a2 : tensor<6xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<6xf64>) -> tensor<6xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<6xf64>) -> tensor<6xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0x7FF8000000000000, 1.0, -1.0, 0.5, 5.0, -5.0, -8.0, 8.0]> : tensor<8xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000, 0.7310585786300049, 0.2689414213699951, 0.6224593312018546, 0.9933071490757152, 0.0066928509242848554, 0.0003353501304664781, 0.9996646498695335]> : tensor<8xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<8xf64>) -> tensor<8xf64>
  %run3 = xla.logistic %a3_ : tensor<8xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  %fold3 = xla.logistic %a3 : tensor<8xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0, 0x7F80, 0xFF80, 9984.0, -9984.0]> : tensor<6xbf16>
  %e4 = xla.constant dense<[0.5, 0.5, 1.0, 0.0, 1.0, 0.0]> : tensor<6xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<6xbf16>) -> tensor<6xbf16>
  %run4 = xla.logistic %a4_ : tensor<6xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<6xbf16>) -> tensor<6xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<6xbf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  %fold4 = xla.logistic %a4 : tensor<6xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<6xbf16>) -> tensor<6xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<6xbf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0x7FC0, 1.0, -1.0, 0.5, 5.0, -5.0, -8.0, 8.0]> : tensor<8xbf16>
  %e5 = xla.constant dense<[0x7FC0, 0.73046875, 0.26953125, 0.62109375, 0.9921875, 0.00668334961, 0.000335693359, 1.0]> : tensor<8xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<8xbf16>) -> tensor<8xbf16>
  %run5 = xla.logistic %a5_ : tensor<8xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  %fold5 = xla.logistic %a5 : tensor<8xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 10000.0, -10000.0]> : tensor<6xf16>
  %e6 = xla.constant dense<[0.5, 0.5, 1.0, 0.0, 1.0, 0.0]> : tensor<6xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<6xf16>) -> tensor<6xf16>
  %run6 = xla.logistic %a6_ : tensor<6xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<6xf16>) -> tensor<6xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<6xf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  %fold6 = xla.logistic %a6 : tensor<6xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<6xf16>) -> tensor<6xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<6xf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0x7E00, 1.0, -1.0, 0.5, 5.0, -5.0, -8.0, 8.0]> : tensor<8xf16>
  %e7 = xla.constant dense<[0x7E00, 0.730957031, 0.269042969, 0.622558594, 0.993164062, 0.006690979, 0.000335454941, 0.999511719]> : tensor<8xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<8xf16>) -> tensor<8xf16>
  %run7 = xla.logistic %a7_ : tensor<8xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  %fold7 = xla.logistic %a7 : tensor<8xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  return
}
