// RUN: xla-run %s
//
// sign: zeros keep their sign.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // f32
  %a0 = xla.constant dense<[0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, -0.200000003, 0.699999988, 0x7F800000, 0xFF800000, 1.40129846e-45, -1.40129846e-45, 3.40282347e+38, 0.49999997]> : tensor<16xf32>
  %e0 = xla.constant dense<[0.0, -0.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0]> : tensor<16xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<16xf32>) -> tensor<16xf32>
  %run0 = xla.sign %a0_ : tensor<16xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<16xf32>) -> tensor<16xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<16xf32>) -> tensor<16xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<16xui32>, tensor<16xui32>) -> ()
  %fold0 = xla.sign %a0 : tensor<16xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<16xf32>) -> tensor<16xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<16xf32>) -> tensor<16xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<16xui32>, tensor<16xui32>) -> ()

  // NaN, f32
  %a1 = xla.constant dense<[0x7FC00000]> : tensor<1xf32>
  %e1 = xla.constant dense<[0x7FC00000]> : tensor<1xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<1xf32>) -> tensor<1xf32>
  %run1 = xla.sign %a1_ : tensor<1xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf32>, tensor<1xf32>) -> ()
  %fold1 = xla.sign %a1 : tensor<1xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf32>, tensor<1xf32>) -> ()

  // f64
  %a2 = xla.constant dense<[0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, -0.2, 0.7, 0x7FF0000000000000, 0xFFF0000000000000, 5.0e-324, -5.0e-324, 1.7976931348623157e+308, 0.49999999999999994]> : tensor<16xf64>
  %e2 = xla.constant dense<[0.0, -0.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0]> : tensor<16xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<16xf64>) -> tensor<16xf64>
  %run2 = xla.sign %a2_ : tensor<16xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<16xf64>) -> tensor<16xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<16xf64>) -> tensor<16xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<16xui64>, tensor<16xui64>) -> ()
  %fold2 = xla.sign %a2 : tensor<16xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<16xf64>) -> tensor<16xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<16xf64>) -> tensor<16xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<16xui64>, tensor<16xui64>) -> ()

  // NaN, f64
  %a3 = xla.constant dense<[0x7FF8000000000000]> : tensor<1xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000]> : tensor<1xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<1xf64>) -> tensor<1xf64>
  %run3 = xla.sign %a3_ : tensor<1xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf64>, tensor<1xf64>) -> ()
  %fold3 = xla.sign %a3 : tensor<1xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf64>, tensor<1xf64>) -> ()

  // f16
  %a4 = xla.constant dense<[0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, -0.199951172, 0.700195312, 0x7C00, 0xFC00, 5.96046448e-08, -5.96046448e-08, 65504.0, 0.499755859]> : tensor<16xf16>
  %e4 = xla.constant dense<[0.0, -0.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0]> : tensor<16xf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<16xf16>) -> tensor<16xf16>
  %run4 = xla.sign %a4_ : tensor<16xf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<16xf16>) -> tensor<16xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<16xf16>) -> tensor<16xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<16xui16>, tensor<16xui16>) -> ()
  %fold4 = xla.sign %a4 : tensor<16xf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<16xf16>) -> tensor<16xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<16xf16>) -> tensor<16xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<16xui16>, tensor<16xui16>) -> ()

  // NaN, f16
  %a5 = xla.constant dense<[0x7E00]> : tensor<1xf16>
  %e5 = xla.constant dense<[0x7E00]> : tensor<1xf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<1xf16>) -> tensor<1xf16>
  %run5 = xla.sign %a5_ : tensor<1xf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf16>, tensor<1xf16>) -> ()
  %fold5 = xla.sign %a5 : tensor<1xf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf16>, tensor<1xf16>) -> ()

  // bf16
  %a6 = xla.constant dense<[0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, -0.200195312, 0.69921875, 0x7F80, 0xFF80, 9.18354962e-41, -9.18354962e-41, 3.38953139e+38, 0.498046875]> : tensor<16xbf16>
  %e6 = xla.constant dense<[0.0, -0.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0]> : tensor<16xbf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<16xbf16>) -> tensor<16xbf16>
  %run6 = xla.sign %a6_ : tensor<16xbf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<16xbf16>) -> tensor<16xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<16xbf16>) -> tensor<16xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<16xui16>, tensor<16xui16>) -> ()
  %fold6 = xla.sign %a6 : tensor<16xbf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<16xbf16>) -> tensor<16xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<16xbf16>) -> tensor<16xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<16xui16>, tensor<16xui16>) -> ()

  // NaN, bf16
  %a7 = xla.constant dense<[0x7FC0]> : tensor<1xbf16>
  %e7 = xla.constant dense<[0x7FC0]> : tensor<1xbf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<1xbf16>) -> tensor<1xbf16>
  %run7 = xla.sign %a7_ : tensor<1xbf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xbf16>, tensor<1xbf16>) -> ()
  %fold7 = xla.sign %a7 : tensor<1xbf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xbf16>, tensor<1xbf16>) -> ()

  // i8
  %a8 = xla.constant dense<[-128, -127, -1, 0, 1, 127]> : tensor<6xi8>
  %e8 = xla.constant dense<[-1, -1, -1, 0, 1, 1]> : tensor<6xi8>
  %a8_ = xla.optimization_barrier %a8 : (tensor<6xi8>) -> tensor<6xi8>
  %run8 = xla.sign %a8_ : tensor<6xi8>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<6xi8>, tensor<6xi8>) -> ()
  %fold8 = xla.sign %a8 : tensor<6xi8>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<6xi8>, tensor<6xi8>) -> ()

  // i16
  %a9 = xla.constant dense<[-32768, -32767, -1, 0, 1, 32767]> : tensor<6xi16>
  %e9 = xla.constant dense<[-1, -1, -1, 0, 1, 1]> : tensor<6xi16>
  %a9_ = xla.optimization_barrier %a9 : (tensor<6xi16>) -> tensor<6xi16>
  %run9 = xla.sign %a9_ : tensor<6xi16>
  xla.custom_call "check.expect_eq"(%run9, %e9) {has_side_effect = true} : (tensor<6xi16>, tensor<6xi16>) -> ()
  %fold9 = xla.sign %a9 : tensor<6xi16>
  xla.custom_call "check.expect_eq"(%fold9, %e9) {has_side_effect = true} : (tensor<6xi16>, tensor<6xi16>) -> ()

  // i32
  %a10 = xla.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2147483647]> : tensor<6xi32>
  %e10 = xla.constant dense<[-1, -1, -1, 0, 1, 1]> : tensor<6xi32>
  %a10_ = xla.optimization_barrier %a10 : (tensor<6xi32>) -> tensor<6xi32>
  %run10 = xla.sign %a10_ : tensor<6xi32>
  xla.custom_call "check.expect_eq"(%run10, %e10) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  %fold10 = xla.sign %a10 : tensor<6xi32>
  xla.custom_call "check.expect_eq"(%fold10, %e10) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()

  // i64
  %a11 = xla.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 9223372036854775807]> : tensor<6xi64>
  %e11 = xla.constant dense<[-1, -1, -1, 0, 1, 1]> : tensor<6xi64>
  %a11_ = xla.optimization_barrier %a11 : (tensor<6xi64>) -> tensor<6xi64>
  %run11 = xla.sign %a11_ : tensor<6xi64>
  xla.custom_call "check.expect_eq"(%run11, %e11) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
  %fold11 = xla.sign %a11 : tensor<6xi64>
  xla.custom_call "check.expect_eq"(%fold11, %e11) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()

  // i4
  %a12 = xla.constant dense<[-8, -7, -1, 0, 1, 7]> : tensor<6xi4>
  %e12 = xla.constant dense<[-1, -1, -1, 0, 1, 1]> : tensor<6xi4>
  %a12_ = xla.optimization_barrier %a12 : (tensor<6xi4>) -> tensor<6xi4>
  %run12 = xla.sign %a12_ : tensor<6xi4>
  xla.custom_call "check.expect_eq"(%run12, %e12) {has_side_effect = true} : (tensor<6xi4>, tensor<6xi4>) -> ()
  %fold12 = xla.sign %a12 : tensor<6xi4>
  xla.custom_call "check.expect_eq"(%fold12, %e12) {has_side_effect = true} : (tensor<6xi4>, tensor<6xi4>) -> ()

  // complex: x / |x|
  %a13 = xla.constant dense<[(3.0, 4.0), (-6.0, -8.0), (0.0, 0.0)]> : tensor<3xcomplex<f32>>
  %e13 = xla.constant dense<[(0.600000024, 0.800000012), (-0.600000024, -0.800000012), (0.0, 0.0)]> : tensor<3xcomplex<f32>>
  %a13_ = xla.optimization_barrier %a13 : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %run13 = xla.sign %a13_ : tensor<3xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run13, %e13) {has_side_effect = true, tolerance = 1.0e-6 : f64} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()
  %fold13 = xla.sign %a13 : tensor<3xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold13, %e13) {has_side_effect = true, tolerance = 1.0e-6 : f64} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()
  return
}
