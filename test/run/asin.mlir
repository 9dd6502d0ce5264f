// RUN: xla-run %s
//
// asin: signs of zero, infinities, NaN, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %e0 = xla.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<2xf32>) -> tensor<2xf32>
  %run0 = xla.asin %a0_ : tensor<2xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<2xf32>) -> tensor<2xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  %fold0 = xla.asin %a0 : tensor<2xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<2xf32>) -> tensor<2xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()

  // at most 1 ULP, f32
  %a1 = xla.constant dense<[0.25, -0.5, 0.501, 0.75, -0.984375, 1.0, -1.0, 0.001, 1.5, -2.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<13xf32>
  %e1 = xla.constant dense<[0.25268024, -0.5235988, 0.52475387, 0.8480621, -1.3937887, 1.5707964, -1.5707964, 0.0010000002, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<13xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<13xf32>) -> tensor<13xf32>
  %run1 = xla.asin %a1_ : tensor<13xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xf32>, tensor<13xf32>) -> ()
  %fold1 = xla.asin %a1 : tensor<13xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xf32>, tensor<13xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %e2 = xla.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<2xf64>) -> tensor<2xf64>
  %run2 = xla.asin %a2_ : tensor<2xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<2xf64>) -> tensor<2xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<2xf64>) -> tensor<2xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %fold2 = xla.asin %a2 : tensor<2xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<2xf64>) -> tensor<2xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<2xf64>) -> tensor<2xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0.25, -0.5, 0.501, 0.75, -0.984375, 1.0, -1.0, 0.001, 1.5, -2.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<13xf64>
  %e3 = xla.constant dense<[0.25268025514207865, -0.5235987755982989, 0.5247538615506574, 0.848062078981481, -1.3937886405068658, 1.5707963267948966, -1.5707963267948966, 0.0010000001666667416, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<13xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<13xf64>) -> tensor<13xf64>
  %run3 = xla.asin %a3_ : tensor<13xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<13xf64>, tensor<13xf64>) -> ()
  %fold3 = xla.asin %a3 : tensor<13xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<13xf64>, tensor<13xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0]> : tensor<2xbf16>
  %e4 = xla.constant dense<[0.0, -0.0]> : tensor<2xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<2xbf16>) -> tensor<2xbf16>
  %run4 = xla.asin %a4_ : tensor<2xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<2xbf16>) -> tensor<2xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<2xbf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()
  %fold4 = xla.asin %a4 : tensor<2xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<2xbf16>) -> tensor<2xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<2xbf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0.25, -0.5, 0.5, 0.75, -0.984375, 1.0, -1.0, 0.0009994507, 1.5, -2.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<13xbf16>
  %e5 = xla.constant dense<[0.25195312, -0.5234375, 0.5234375, 0.84765625, -1.390625, 1.5703125, -1.5703125, 0.0009994507, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<13xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<13xbf16>) -> tensor<13xbf16>
  %run5 = xla.asin %a5_ : tensor<13xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xbf16>, tensor<13xbf16>) -> ()
  %fold5 = xla.asin %a5 : tensor<13xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xbf16>, tensor<13xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0]> : tensor<2xf16>
  %e6 = xla.constant dense<[0.0, -0.0]> : tensor<2xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<2xf16>) -> tensor<2xf16>
  %run6 = xla.asin %a6_ : tensor<2xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<2xf16>) -> tensor<2xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<2xf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()
  %fold6 = xla.asin %a6 : tensor<2xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<2xf16>) -> tensor<2xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<2xf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0.25, -0.5, 0.50097656, 0.75, -0.984375, 1.0, -1.0, 0.0010004044, 1.5, -2.0, 0x7C00, 0xFC00, 0x7E00]> : tensor<13xf16>
  %e7 = xla.constant dense<[0.25268555, -0.5234375, 0.52490234, 0.84814453, -1.3935547, 1.5703125, -1.5703125, 0.0010004044, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<13xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<13xf16>) -> tensor<13xf16>
  %run7 = xla.asin %a7_ : tensor<13xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xf16>, tensor<13xf16>) -> ()
  %fold7 = xla.asin %a7 : tensor<13xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xf16>, tensor<13xf16>) -> ()

  // at most 1 ULP, complex<f32>
  %a8 = xla.constant dense<[(0.5, 0.25), (-1.5, 0.75), (2.0, -3.0), (-0.25, -4.0), (1.0, 0.001), (-1.0, -2.0)]> : tensor<6xcomplex<f32>>
  %e8 = xla.constant dense<[(0.50160885, 0.28139606), (-1.024288, 1.1627921), (0.5706528, -1.983387), (-0.060566273, -2.096493), (1.5391762, 0.031625412), (-0.42707857, -1.5285709)]> : tensor<6xcomplex<f32>>
  %a8_ = xla.optimization_barrier %a8 : (tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %run8 = xla.asin %a8_ : tensor<6xcomplex<f32>>
  xla.custom_call "check.expect_close"(%run8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()
  %fold8 = xla.asin %a8 : tensor<6xcomplex<f32>>
  xla.custom_call "check.expect_close"(%fold8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()

  // at most 3 ULP, complex<f64>
  %a9 = xla.constant dense<[(0.5, 0.25), (-1.5, 0.75), (2.0, -3.0), (-0.25, -4.0), (1.0, 0.001), (-1.0, -2.0)]> : tensor<6xcomplex<f64>>
  %e9 = xla.constant dense<[(0.5016088532755008, 0.2813960562452928), (-1.0242880572034125, 1.1627920981631037), (0.5706527843210994, -1.9833870299165355), (-0.060566274420764385, -2.096493106256753), (1.5391761860173467, 0.0316254112399638), (-0.42707858639247614, -1.5285709194809982)]> : tensor<6xcomplex<f64>>
  %a9_ = xla.optimization_barrier %a9 : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
  %run9 = xla.asin %a9_ : tensor<6xcomplex<f64>>
  xla.custom_call "check.expect_close"(%run9, %e9) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> ()
  %fold9 = xla.asin %a9 : tensor<6xcomplex<f64>>
  xla.custom_call "check.expect_close"(%fold9, %e9) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> ()
  return
}
