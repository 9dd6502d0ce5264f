// RUN: xla-run %s
//
// atanh: signs of zero, infinities, NaN, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0, 1.0, -1.0]> : tensor<4xf32>
  %e0 = xla.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<4xf32>) -> tensor<4xf32>
  %run0 = xla.atanh %a0_ : tensor<4xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<4xf32>) -> tensor<4xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<4xf32>) -> tensor<4xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  %fold0 = xla.atanh %a0 : tensor<4xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<4xf32>) -> tensor<4xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<4xf32>) -> tensor<4xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()

  // at most 1 ULP, f32
  %a1 = xla.constant dense<[0.25, -0.5, 0.984375, 0.001, 1.5, -2.0, 0x7F800000, 0x7FC00000]> : tensor<8xf32>
  %e1 = xla.constant dense<[0.25541282, -0.54930615, 2.4220936, 0.0010000004, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<8xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<8xf32>) -> tensor<8xf32>
  %run1 = xla.atanh %a1_ : tensor<8xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()
  %fold1 = xla.atanh %a1 : tensor<8xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0, 1.0, -1.0]> : tensor<4xf64>
  %e2 = xla.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<4xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<4xf64>) -> tensor<4xf64>
  %run2 = xla.atanh %a2_ : tensor<4xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<4xf64>) -> tensor<4xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<4xf64>) -> tensor<4xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  %fold2 = xla.atanh %a2 : tensor<4xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<4xf64>) -> tensor<4xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<4xf64>) -> tensor<4xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0.25, -0.5, 0.984375, 0.001, 1.5, -2.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  %e3 = xla.constant dense<[0.25541281188299536, -0.5493061443340549, 2.4220935432292956, 0.0010000003333335333, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<8xf64>) -> tensor<8xf64>
  %run3 = xla.atanh %a3_ : tensor<8xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  %fold3 = xla.atanh %a3 : tensor<8xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0, 1.0, -1.0]> : tensor<4xbf16>
  %e4 = xla.constant dense<[0.0, -0.0, 0x7F80, 0xFF80]> : tensor<4xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<4xbf16>) -> tensor<4xbf16>
  %run4 = xla.atanh %a4_ : tensor<4xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<4xbf16>) -> tensor<4xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<4xbf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  %fold4 = xla.atanh %a4 : tensor<4xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<4xbf16>) -> tensor<4xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<4xbf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0.25, -0.5, 0.984375, 0.0009994507, 1.5, -2.0, 0x7F80, 0x7FC0]> : tensor<8xbf16>
  %e5 = xla.constant dense<[0.25585938, -0.55078125, 2.421875, 0.0009994507, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<8xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<8xbf16>) -> tensor<8xbf16>
  %run5 = xla.atanh %a5_ : tensor<8xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  %fold5 = xla.atanh %a5 : tensor<8xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0, 1.0, -1.0]> : tensor<4xf16>
  %e6 = xla.constant dense<[0.0, -0.0, 0x7C00, 0xFC00]> : tensor<4xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<4xf16>) -> tensor<4xf16>
  %run6 = xla.atanh %a6_ : tensor<4xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<4xf16>) -> tensor<4xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  %fold6 = xla.atanh %a6 : tensor<4xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<4xf16>) -> tensor<4xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0.25, -0.5, 0.984375, 0.0010004044, 1.5, -2.0, 0x7C00, 0x7E00]> : tensor<8xf16>
  %e7 = xla.constant dense<[0.2553711, -0.5493164, 2.421875, 0.0010004044, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<8xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<8xf16>) -> tensor<8xf16>
  %run7 = xla.atanh %a7_ : tensor<8xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  %fold7 = xla.atanh %a7 : tensor<8xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()

  // at most 1 ULP, complex<f32>
  %a8 = xla.constant dense<[(0.5, 0.25), (-1.5, 0.75), (2.0, -3.0), (-0.25, -4.0), (1.0, 0.001), (-1.0, -2.0)]> : tensor<6xcomplex<f32>>
  %e8 = xla.constant dense<[(0.50037, 0.31439814), (-0.53159964, 1.2251278), (0.14694667, -1.3389726), (-0.014656211, -1.32668), (3.8004513, 0.78564817), (-0.1732868, -1.1780972)]> : tensor<6xcomplex<f32>>
  %a8_ = xla.optimization_barrier %a8 : (tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %run8 = xla.atanh %a8_ : tensor<6xcomplex<f32>>
  xla.custom_call "check.expect_close"(%run8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()
  %fold8 = xla.atanh %a8 : tensor<6xcomplex<f32>>
  xla.custom_call "check.expect_close"(%fold8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()

  // at most 3 ULP, complex<f64>
  %a9 = xla.constant dense<[(0.5, 0.25), (-1.5, 0.75), (2.0, -3.0), (-0.25, -4.0), (1.0, 0.001), (-1.0, -2.0)]> : tensor<6xcomplex<f64>>
  %e9 = xla.constant dense<[(0.5003700000525311, 0.3143981432077165), (-0.5315996311919018, 1.2251278624101656), (0.14694666622552977, -1.3389725222944935), (-0.014656210836880889, -1.3266799176095636), (3.8004512922710334, 0.785648163376615), (-0.17328679513998632, -1.1780972450961724)]> : tensor<6xcomplex<f64>>
  %a9_ = xla.optimization_barrier %a9 : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
  %run9 = xla.atanh %a9_ : tensor<6xcomplex<f64>>
  xla.custom_call "check.expect_close"(%run9, %e9) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> ()
  %fold9 = xla.atanh %a9 : tensor<6xcomplex<f64>>
  xla.custom_call "check.expect_close"(%fold9, %e9) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> ()
  return
}
