// RUN: xla-run %s
//
// acos: signs of zero, infinities, NaN, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[1.0]> : tensor<1xf32>
  %e0 = xla.constant dense<[0.0]> : tensor<1xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<1xf32>) -> tensor<1xf32>
  %run0 = xla.acos %a0_ : tensor<1xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<1xf32>) -> tensor<1xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<1xf32>) -> tensor<1xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<1xui32>, tensor<1xui32>) -> ()
  %fold0 = xla.acos %a0 : tensor<1xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<1xf32>) -> tensor<1xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<1xf32>) -> tensor<1xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<1xui32>, tensor<1xui32>) -> ()

  // at most 1 ULP, f32
  %a1 = xla.constant dense<[0.0, 0.25, -0.5, 0.501, 0.75, -0.984375, -1.0, 0.001, 1.5, -2.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<13xf32>
  %e1 = xla.constant dense<[1.5707964, 1.3181161, 2.0943952, 1.0460424, 0.7227343, 2.964585, 3.1415927, 1.5697963, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<13xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<13xf32>) -> tensor<13xf32>
  %run1 = xla.acos %a1_ : tensor<13xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xf32>, tensor<13xf32>) -> ()
  %fold1 = xla.acos %a1 : tensor<13xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xf32>, tensor<13xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[1.0]> : tensor<1xf64>
  %e2 = xla.constant dense<[0.0]> : tensor<1xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<1xf64>) -> tensor<1xf64>
  %run2 = xla.acos %a2_ : tensor<1xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<1xf64>) -> tensor<1xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<1xf64>) -> tensor<1xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<1xui64>, tensor<1xui64>) -> ()
  %fold2 = xla.acos %a2 : tensor<1xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<1xf64>) -> tensor<1xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<1xf64>) -> tensor<1xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<1xui64>, tensor<1xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0.0, 0.25, -0.5, 0.501, 0.75, -0.984375, -1.0, 0.001, 1.5, -2.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<13xf64>
  %e3 = xla.constant dense<[1.5707963267948966, 1.318116071652818, 2.0943951023931957, 1.0460424652442393, 0.7227342478134157, 2.964584967301762, 3.141592653589793, 1.56979632662823, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<13xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<13xf64>) -> tensor<13xf64>
  %run3 = xla.acos %a3_ : tensor<13xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<13xf64>, tensor<13xf64>) -> ()
  %fold3 = xla.acos %a3 : tensor<13xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<13xf64>, tensor<13xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[1.0]> : tensor<1xbf16>
  %e4 = xla.constant dense<[0.0]> : tensor<1xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<1xbf16>) -> tensor<1xbf16>
  %run4 = xla.acos %a4_ : tensor<1xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<1xbf16>) -> tensor<1xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<1xbf16>) -> tensor<1xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<1xui16>, tensor<1xui16>) -> ()
  %fold4 = xla.acos %a4 : tensor<1xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<1xbf16>) -> tensor<1xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<1xbf16>) -> tensor<1xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<1xui16>, tensor<1xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0.0, 0.25, -0.5, 0.5, 0.75, -0.984375, -1.0, 0.0009994507, 1.5, -2.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<13xbf16>
  %e5 = xla.constant dense<[1.5703125, 1.3203125, 2.09375, 1.046875, 0.72265625, 2.96875, 3.140625, 1.5703125, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<13xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<13xbf16>) -> tensor<13xbf16>
  %run5 = xla.acos %a5_ : tensor<13xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xbf16>, tensor<13xbf16>) -> ()
  %fold5 = xla.acos %a5 : tensor<13xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xbf16>, tensor<13xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[1.0]> : tensor<1xf16>
  %e6 = xla.constant dense<[0.0]> : tensor<1xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<1xf16>) -> tensor<1xf16>
  %run6 = xla.acos %a6_ : tensor<1xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<1xf16>) -> tensor<1xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<1xf16>) -> tensor<1xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<1xui16>, tensor<1xui16>) -> ()
  %fold6 = xla.acos %a6 : tensor<1xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<1xf16>) -> tensor<1xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<1xf16>) -> tensor<1xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<1xui16>, tensor<1xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0.0, 0.25, -0.5, 0.50097656, 0.75, -0.984375, -1.0, 0.0010004044, 1.5, -2.0, 0x7C00, 0xFC00, 0x7E00]> : tensor<13xf16>
  %e7 = xla.constant dense<[1.5703125, 1.3183594, 2.09375, 1.0458984, 0.72265625, 2.9648438, 3.140625, 1.5693359, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<13xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<13xf16>) -> tensor<13xf16>
  %run7 = xla.acos %a7_ : tensor<13xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xf16>, tensor<13xf16>) -> ()
  %fold7 = xla.acos %a7 : tensor<13xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xf16>, tensor<13xf16>) -> ()

  // at most 1 ULP, complex<f32>
  %a8 = xla.constant dense<[(0.5, 0.25), (-1.5, 0.75), (2.0, -3.0), (-0.25, -4.0), (1.0, 0.001), (-1.0, -2.0)]> : tensor<6xcomplex<f32>>
  %e8 = xla.constant dense<[(1.0691875, -0.28139606), (2.5950844, -1.1627921), (1.0001435, 1.983387), (1.6313626, 2.096493), (0.03162014, -0.031625412), (1.9978749, 1.5285709)]> : tensor<6xcomplex<f32>>
  %a8_ = xla.optimization_barrier %a8 : (tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %run8 = xla.acos %a8_ : tensor<6xcomplex<f32>>
  xla.custom_call "check.expect_close"(%run8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()
  %fold8 = xla.acos %a8 : tensor<6xcomplex<f32>>
  xla.custom_call "check.expect_close"(%fold8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()

  // at most 3 ULP, complex<f64>
  %a9 = xla.constant dense<[(0.5, 0.25), (-1.5, 0.75), (2.0, -3.0), (-0.25, -4.0), (1.0, 0.001), (-1.0, -2.0)]> : tensor<6xcomplex<f64>>
  %e9 = xla.constant dense<[(1.0691874735193958, -0.2813960562452928), (2.595084383998309, -1.1627920981631037), (1.0001435424737972, 1.9833870299165355), (1.631362601215661, 2.096493106256753), (0.031620140777549786, -0.0316254112399638), (1.9978749131873728, 1.5285709194809982)]> : tensor<6xcomplex<f64>>
  %a9_ = xla.optimization_barrier %a9 : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
  %run9 = xla.acos %a9_ : tensor<6xcomplex<f64>>
  xla.custom_call "check.expect_close"(%run9, %e9) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> ()
  %fold9 = xla.acos %a9 : tensor<6xcomplex<f64>>
  xla.custom_call "check.expect_close"(%fold9, %e9) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> ()
  return
}
