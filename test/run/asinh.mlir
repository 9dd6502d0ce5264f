// RUN: xla-run %s
//
// asinh: signs of zero, infinities, NaN, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %e0 = xla.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<4xf32>) -> tensor<4xf32>
  %run0 = xla.asinh %a0_ : tensor<4xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<4xf32>) -> tensor<4xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<4xf32>) -> tensor<4xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  %fold0 = xla.asinh %a0 : tensor<4xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<4xf32>) -> tensor<4xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<4xf32>) -> tensor<4xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()

  // at most 1 ULP, f32
  %a1 = xla.constant dense<[0.25, -0.5, 1.0, -3.0, 60000.0, 0.001, 0x7FC00000]> : tensor<7xf32>
  %e1 = xla.constant dense<[0.24746646, -0.4812118, 0.8813736, -1.8184465, 11.695247, 0.0009999999, 0x7FC00000]> : tensor<7xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<7xf32>) -> tensor<7xf32>
  %run1 = xla.asinh %a1_ : tensor<7xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xf32>, tensor<7xf32>) -> ()
  %fold1 = xla.asinh %a1 : tensor<7xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xf32>, tensor<7xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<4xf64>
  %e2 = xla.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<4xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<4xf64>) -> tensor<4xf64>
  %run2 = xla.asinh %a2_ : tensor<4xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<4xf64>) -> tensor<4xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<4xf64>) -> tensor<4xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  %fold2 = xla.asinh %a2 : tensor<4xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<4xf64>) -> tensor<4xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<4xf64>) -> tensor<4xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0.25, -0.5, 1.0, -3.0, 60000.0, 0.001, 0x7FF8000000000000]> : tensor<7xf64>
  %e3 = xla.constant dense<[0.24746646154726346, -0.48121182505960347, 0.881373587019543, -1.8184464592320668, 11.695247021833627, 0.0009999998333334083, 0x7FF8000000000000]> : tensor<7xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<7xf64>) -> tensor<7xf64>
  %run3 = xla.asinh %a3_ : tensor<7xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()
  %fold3 = xla.asinh %a3 : tensor<7xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0, 0x7F80, 0xFF80]> : tensor<4xbf16>
  %e4 = xla.constant dense<[0.0, -0.0, 0x7F80, 0xFF80]> : tensor<4xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<4xbf16>) -> tensor<4xbf16>
  %run4 = xla.asinh %a4_ : tensor<4xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<4xbf16>) -> tensor<4xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<4xbf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  %fold4 = xla.asinh %a4 : tensor<4xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<4xbf16>) -> tensor<4xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<4xbf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0.25, -0.5, 1.0, -3.0, 59904.0, 0.0009994507, 0x7FC0]> : tensor<7xbf16>
  %e5 = xla.constant dense<[0.24707031, -0.48046875, 0.8828125, -1.8203125, 11.6875, 0.0009994507, 0x7FC0]> : tensor<7xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<7xbf16>) -> tensor<7xbf16>
  %run5 = xla.asinh %a5_ : tensor<7xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xbf16>, tensor<7xbf16>) -> ()
  %fold5 = xla.asinh %a5 : tensor<7xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xbf16>, tensor<7xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0, 0x7C00, 0xFC00]> : tensor<4xf16>
  %e6 = xla.constant dense<[0.0, -0.0, 0x7C00, 0xFC00]> : tensor<4xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<4xf16>) -> tensor<4xf16>
  %run6 = xla.asinh %a6_ : tensor<4xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<4xf16>) -> tensor<4xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  %fold6 = xla.asinh %a6 : tensor<4xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<4xf16>) -> tensor<4xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0.25, -0.5, 1.0, -3.0, 60000.0, 0.0010004044, 0x7E00]> : tensor<7xf16>
  %e7 = xla.constant dense<[0.24743652, -0.48120117, 0.88134766, -1.8183594, 11.6953125, 0.0010004044, 0x7E00]> : tensor<7xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<7xf16>) -> tensor<7xf16>
  %run7 = xla.asinh %a7_ : tensor<7xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xf16>, tensor<7xf16>) -> ()
  %fold7 = xla.asinh %a7 : tensor<7xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xf16>, tensor<7xf16>) -> ()

  // at most 1 ULP, complex<f32>
  %a8 = xla.constant dense<[(0.5, 0.25), (-1.5, 0.75), (2.0, -3.0), (-0.25, -4.0), (1.0, 0.001), (-1.0, -2.0)]> : tensor<6xcomplex<f32>>
  %e8 = xla.constant dense<[(0.4926757, 0.22432846), (-1.2650751, 0.40291083), (1.968638, -0.9646585), (-2.0655835, -1.5063449), (0.88137376, 0.0007071068), (-1.4693518, -1.06344)]> : tensor<6xcomplex<f32>>
  %a8_ = xla.optimization_barrier %a8 : (tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %run8 = xla.asinh %a8_ : tensor<6xcomplex<f32>>
  xla.custom_call "check.expect_close"(%run8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()
  %fold8 = xla.asinh %a8 : tensor<6xcomplex<f32>>
  xla.custom_call "check.expect_close"(%fold8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()

  // at most 3 ULP, complex<f64>
  %a9 = xla.constant dense<[(0.5, 0.25), (-1.5, 0.75), (2.0, -3.0), (-0.25, -4.0), (1.0, 0.001), (-1.0, -2.0)]> : tensor<6xcomplex<f64>>
  %e9 = xla.constant dense<[(0.4926756834207706, 0.2243284526346675), (-1.2650750428933686, 0.4029108301465699), (1.9686379257930964, -0.9646585044076028), (-2.0655835152052973, -1.506344919991575), (0.8813737637962493, 0.0007071067517237506), (-1.4693517443681852, -1.0634400235777521)]> : tensor<6xcomplex<f64>>
  %a9_ = xla.optimization_barrier %a9 : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
  %run9 = xla.asinh %a9_ : tensor<6xcomplex<f64>>
  xla.custom_call "check.expect_close"(%run9, %e9) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> ()
  %fold9 = xla.asinh %a9 : tensor<6xcomplex<f64>>
  xla.custom_call "check.expect_close"(%fold9, %e9) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> ()
  return
}
