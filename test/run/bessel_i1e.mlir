// RUN: xla-run %s
//
// bessel_i1e: signs of zero, infinities, NaN, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %e0 = xla.constant dense<[0.0, -0.0, 0.0, -0.0]> : tensor<4xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<4xf32>) -> tensor<4xf32>
  %run0 = xla.bessel_i1e %a0_ : tensor<4xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<4xf32>) -> tensor<4xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<4xf32>) -> tensor<4xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  %fold0 = xla.bessel_i1e %a0 : tensor<4xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<4xf32>) -> tensor<4xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<4xf32>) -> tensor<4xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()

  // at most 1 ULP, f32
  %a1 = xla.constant dense<[0.25, -0.5, 1.0, -3.0, 7.75, 8.0, 20.5, 0.001, 0x7FC00000]> : tensor<9xf32>
  %e1 = xla.constant dense<[0.09811263, -0.1564208, 0.20791042, -0.19682671, 0.1360511, 0.13414249, 0.08647411, 0.0004995003, 0x7FC00000]> : tensor<9xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<9xf32>) -> tensor<9xf32>
  %run1 = xla.bessel_i1e %a1_ : tensor<9xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xf32>, tensor<9xf32>) -> ()
  %fold1 = xla.bessel_i1e %a1 : tensor<9xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xf32>, tensor<9xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<4xf64>
  %e2 = xla.constant dense<[0.0, -0.0, 0.0, -0.0]> : tensor<4xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<4xf64>) -> tensor<4xf64>
  %run2 = xla.bessel_i1e %a2_ : tensor<4xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<4xf64>) -> tensor<4xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<4xf64>) -> tensor<4xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  %fold2 = xla.bessel_i1e %a2 : tensor<4xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<4xf64>) -> tensor<4xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<4xf64>) -> tensor<4xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()

  // at most 3 ULP, f64
  %a3 = xla.constant dense<[0.25, -0.5, 1.0, -3.0, 7.75, 8.0, 20.5, 0.001, 0x7FF8000000000000]> : tensor<9xf64>
  %e3 = xla.constant dense<[0.09811262869736824, -0.1564208031848717, 0.20791041534970844, -0.19682671329730086, 0.1360511000803391, 0.13414249329269817, 0.08647411349408725, 0.0004995003123542213, 0x7FF8000000000000]> : tensor<9xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<9xf64>) -> tensor<9xf64>
  %run3 = xla.bessel_i1e %a3_ : tensor<9xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<9xf64>, tensor<9xf64>) -> ()
  %fold3 = xla.bessel_i1e %a3 : tensor<9xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<9xf64>, tensor<9xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0, 0x7F80, 0xFF80]> : tensor<4xbf16>
  %e4 = xla.constant dense<[0.0, -0.0, 0.0, -0.0]> : tensor<4xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<4xbf16>) -> tensor<4xbf16>
  %run4 = xla.bessel_i1e %a4_ : tensor<4xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<4xbf16>) -> tensor<4xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<4xbf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  %fold4 = xla.bessel_i1e %a4 : tensor<4xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<4xbf16>) -> tensor<4xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<4xbf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0.25, -0.5, 1.0, -3.0, 7.75, 8.0, 20.5, 0.0009994507, 0x7FC0]> : tensor<9xbf16>
  %e5 = xla.constant dense<[0.09814453, -0.15625, 0.20800781, -0.19726562, 0.13574219, 0.13378906, 0.08642578, 0.00049972534, 0x7FC0]> : tensor<9xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<9xbf16>) -> tensor<9xbf16>
  %run5 = xla.bessel_i1e %a5_ : tensor<9xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xbf16>, tensor<9xbf16>) -> ()
  %fold5 = xla.bessel_i1e %a5 : tensor<9xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xbf16>, tensor<9xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0, 0x7C00, 0xFC00]> : tensor<4xf16>
  %e6 = xla.constant dense<[0.0, -0.0, 0.0, -0.0]> : tensor<4xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<4xf16>) -> tensor<4xf16>
  %run6 = xla.bessel_i1e %a6_ : tensor<4xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<4xf16>) -> tensor<4xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  %fold6 = xla.bessel_i1e %a6 : tensor<4xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<4xf16>) -> tensor<4xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0.25, -0.5, 1.0, -3.0, 7.75, 8.0, 20.5, 0.0010004044, 0x7E00]> : tensor<9xf16>
  %e7 = xla.constant dense<[0.098083496, -0.15637207, 0.20788574, -0.19677734, 0.1361084, 0.13415527, 0.08648682, 0.00049972534, 0x7E00]> : tensor<9xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<9xf16>) -> tensor<9xf16>
  %run7 = xla.bessel_i1e %a7_ : tensor<9xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xf16>, tensor<9xf16>) -> ()
  %fold7 = xla.bessel_i1e %a7 : tensor<9xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xf16>, tensor<9xf16>) -> ()
  return
}
