// RUN: xla-run %s
//
// sinh: signs of zero, infinities, NaN, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 1000.0]> : tensor<5xf32>
  %e0 = xla.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 0x7F800000]> : tensor<5xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<5xf32>) -> tensor<5xf32>
  %run0 = xla.sinh %a0_ : tensor<5xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<5xf32>) -> tensor<5xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<5xf32>) -> tensor<5xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  %fold0 = xla.sinh %a0 : tensor<5xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<5xf32>) -> tensor<5xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<5xf32>) -> tensor<5xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()

  // at most 16 ULP, f32
  %a1 = xla.constant dense<[0.25, -0.5, 1.0, -3.0, 9.0, 0.001, 0x7FC00000]> : tensor<7xf32>
  %e1 = xla.constant dense<[0.25261232, -0.5210953, 1.1752012, -10.017875, 4051.542, 0.0010000002, 0x7FC00000]> : tensor<7xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<7xf32>) -> tensor<7xf32>
  %run1 = xla.sinh %a1_ : tensor<7xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 16 : i64} : (tensor<7xf32>, tensor<7xf32>) -> ()
  %fold1 = xla.sinh %a1 : tensor<7xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 16 : i64} : (tensor<7xf32>, tensor<7xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 1000.0]> : tensor<5xf64>
  %e2 = xla.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000]> : tensor<5xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<5xf64>) -> tensor<5xf64>
  %run2 = xla.sinh %a2_ : tensor<5xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<5xf64>) -> tensor<5xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<5xf64>) -> tensor<5xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()
  %fold2 = xla.sinh %a2 : tensor<5xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<5xf64>) -> tensor<5xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<5xf64>) -> tensor<5xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0.25, -0.5, 1.0, -3.0, 9.0, 0.001, 0x7FF8000000000000]> : tensor<7xf64>
  %e3 = xla.constant dense<[0.2526123168081683, -0.5210953054937474, 1.1752011936438014, -10.017874927409903, 4051.54190208279, 0.001000000166666675, 0x7FF8000000000000]> : tensor<7xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<7xf64>) -> tensor<7xf64>
  %run3 = xla.sinh %a3_ : tensor<7xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()
  %fold3 = xla.sinh %a3 : tensor<7xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0, 0x7F80, 0xFF80, 1000.0]> : tensor<5xbf16>
  %e4 = xla.constant dense<[0.0, -0.0, 0x7F80, 0xFF80, 0x7F80]> : tensor<5xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<5xbf16>) -> tensor<5xbf16>
  %run4 = xla.sinh %a4_ : tensor<5xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<5xbf16>) -> tensor<5xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<5xbf16>) -> tensor<5xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()
  %fold4 = xla.sinh %a4 : tensor<5xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<5xbf16>) -> tensor<5xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<5xbf16>) -> tensor<5xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0.25, -0.5, 1.0, -3.0, 9.0, 0.0009994507, 0x7FC0]> : tensor<7xbf16>
  %e5 = xla.constant dense<[0.25195312, -0.51953125, 1.171875, -10.0, 4048.0, 0.0009994507, 0x7FC0]> : tensor<7xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<7xbf16>) -> tensor<7xbf16>
  %run5 = xla.sinh %a5_ : tensor<7xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xbf16>, tensor<7xbf16>) -> ()
  %fold5 = xla.sinh %a5 : tensor<7xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xbf16>, tensor<7xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 1000.0]> : tensor<5xf16>
  %e6 = xla.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 0x7C00]> : tensor<5xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<5xf16>) -> tensor<5xf16>
  %run6 = xla.sinh %a6_ : tensor<5xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<5xf16>) -> tensor<5xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<5xf16>) -> tensor<5xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()
  %fold6 = xla.sinh %a6 : tensor<5xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<5xf16>) -> tensor<5xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<5xf16>) -> tensor<5xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0.25, -0.5, 1.0, -3.0, 9.0, 0.0010004044, 0x7E00]> : tensor<7xf16>
  %e7 = xla.constant dense<[0.25268555, -0.5209961, 1.1748047, -10.015625, 4052.0, 0.0010004044, 0x7E00]> : tensor<7xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<7xf16>) -> tensor<7xf16>
  %run7 = xla.sinh %a7_ : tensor<7xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xf16>, tensor<7xf16>) -> ()
  %fold7 = xla.sinh %a7 : tensor<7xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<7xf16>, tensor<7xf16>) -> ()

  // at most 1 ULP, complex<f32>
  %a8 = xla.constant dense<[(0.5, 0.25), (-1.5, 0.75), (2.0, -3.0), (-0.25, -4.0), (1.0, 0.001), (-1.0, -2.0)]> : tensor<6xcomplex<f32>>
  %e8 = xla.constant dense<[(0.5048957, 0.27897912), (-1.55797, 1.6034936), (-3.5905645, -0.5309211), (0.16511843, 0.780576), (1.1752006, 0.0015430804), (0.48905626, -1.4031192)]> : tensor<6xcomplex<f32>>
  %a8_ = xla.optimization_barrier %a8 : (tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %run8 = xla.sinh %a8_ : tensor<6xcomplex<f32>>
  xla.custom_call "check.expect_close"(%run8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()
  %fold8 = xla.sinh %a8 : tensor<6xcomplex<f32>>
  xla.custom_call "check.expect_close"(%fold8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()

  // at most 3 ULP, complex<f64>
  %a9 = xla.constant dense<[(0.5, 0.25), (-1.5, 0.75), (2.0, -3.0), (-0.25, -4.0), (1.0, 0.001), (-1.0, -2.0)]> : tensor<6xcomplex<f64>>
  %e9 = xla.constant dense<[(0.504895714387995, 0.2789791283502615), (-1.5579700760145927, 1.6034935732013758), (-3.59056458998578, -0.5309210862485199), (0.16511842943323699, 0.7805760076821464), (1.1752006060432536, 0.0015430803776351509), (0.4890562590412937, -1.4031192506220407)]> : tensor<6xcomplex<f64>>
  %a9_ = xla.optimization_barrier %a9 : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
  %run9 = xla.sinh %a9_ : tensor<6xcomplex<f64>>
  xla.custom_call "check.expect_close"(%run9, %e9) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> ()
  %fold9 = xla.sinh %a9 : tensor<6xcomplex<f64>>
  xla.custom_call "check.expect_close"(%fold9, %e9) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> ()
  return
}
