// RUN: xla-run %s
//
// abs: -0 becomes +0.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // f32
  %a0 = xla.constant dense<[0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, -0.200000003, 0.699999988, 0x7F800000, 0xFF800000, 1.40129846e-45, -1.40129846e-45, 3.40282347e+38, 0.49999997]> : tensor<16xf32>
  %e0 = xla.constant dense<[0.0, 0.0, 0.5, 0.5, 1.5, 1.5, 2.5, 2.5, 0.200000003, 0.699999988, 0x7F800000, 0x7F800000, 1.40129846e-45, 1.40129846e-45, 3.40282347e+38, 0.49999997]> : tensor<16xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<16xf32>) -> tensor<16xf32>
  %run0 = xla.abs %a0_ : tensor<16xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<16xf32>) -> tensor<16xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<16xf32>) -> tensor<16xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<16xui32>, tensor<16xui32>) -> ()
  %fold0 = xla.abs %a0 : tensor<16xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<16xf32>) -> tensor<16xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<16xf32>) -> tensor<16xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<16xui32>, tensor<16xui32>) -> ()

  // NaN, f32
  %a1 = xla.constant dense<[0x7FC00000]> : tensor<1xf32>
  %e1 = xla.constant dense<[0x7FC00000]> : tensor<1xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<1xf32>) -> tensor<1xf32>
  %run1 = xla.abs %a1_ : tensor<1xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf32>, tensor<1xf32>) -> ()
  %fold1 = xla.abs %a1 : tensor<1xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf32>, tensor<1xf32>) -> ()

  // f64
  %a2 = xla.constant dense<[0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, -0.2, 0.7, 0x7FF0000000000000, 0xFFF0000000000000, 5.0e-324, -5.0e-324, 1.7976931348623157e+308, 0.49999999999999994]> : tensor<16xf64>
  %e2 = xla.constant dense<[0.0, 0.0, 0.5, 0.5, 1.5, 1.5, 2.5, 2.5, 0.2, 0.7, 0x7FF0000000000000, 0x7FF0000000000000, 5.0e-324, 5.0e-324, 1.7976931348623157e+308, 0.49999999999999994]> : tensor<16xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<16xf64>) -> tensor<16xf64>
  %run2 = xla.abs %a2_ : tensor<16xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<16xf64>) -> tensor<16xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<16xf64>) -> tensor<16xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<16xui64>, tensor<16xui64>) -> ()
  %fold2 = xla.abs %a2 : tensor<16xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<16xf64>) -> tensor<16xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<16xf64>) -> tensor<16xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<16xui64>, tensor<16xui64>) -> ()

  // NaN, f64
  %a3 = xla.constant dense<[0x7FF8000000000000]> : tensor<1xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000]> : tensor<1xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<1xf64>) -> tensor<1xf64>
  %run3 = xla.abs %a3_ : tensor<1xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf64>, tensor<1xf64>) -> ()
  %fold3 = xla.abs %a3 : tensor<1xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf64>, tensor<1xf64>) -> ()

  // f16
  %a4 = xla.constant dense<[0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, -0.199951172, 0.700195312, 0x7C00, 0xFC00, 5.96046448e-08, -5.96046448e-08, 65504.0, 0.499755859]> : tensor<16xf16>
  %e4 = xla.constant dense<[0.0, 0.0, 0.5, 0.5, 1.5, 1.5, 2.5, 2.5, 0.199951172, 0.700195312, 0x7C00, 0x7C00, 5.96046448e-08, 5.96046448e-08, 65504.0, 0.499755859]> : tensor<16xf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<16xf16>) -> tensor<16xf16>
  %run4 = xla.abs %a4_ : tensor<16xf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<16xf16>) -> tensor<16xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<16xf16>) -> tensor<16xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<16xui16>, tensor<16xui16>) -> ()
  %fold4 = xla.abs %a4 : tensor<16xf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<16xf16>) -> tensor<16xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<16xf16>) -> tensor<16xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<16xui16>, tensor<16xui16>) -> ()

  // NaN, f16
  %a5 = xla.constant dense<[0x7E00]> : tensor<1xf16>
  %e5 = xla.constant dense<[0x7E00]> : tensor<1xf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<1xf16>) -> tensor<1xf16>
  %run5 = xla.abs %a5_ : tensor<1xf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf16>, tensor<1xf16>) -> ()
  %fold5 = xla.abs %a5 : tensor<1xf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf16>, tensor<1xf16>) -> ()

  // bf16
  %a6 = xla.constant dense<[0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, -0.200195312, 0.69921875, 0x7F80, 0xFF80, 9.18354962e-41, -9.18354962e-41, 3.38953139e+38, 0.498046875]> : tensor<16xbf16>
  %e6 = xla.constant dense<[0.0, 0.0, 0.5, 0.5, 1.5, 1.5, 2.5, 2.5, 0.200195312, 0.69921875, 0x7F80, 0x7F80, 9.18354962e-41, 9.18354962e-41, 3.38953139e+38, 0.498046875]> : tensor<16xbf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<16xbf16>) -> tensor<16xbf16>
  %run6 = xla.abs %a6_ : tensor<16xbf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<16xbf16>) -> tensor<16xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<16xbf16>) -> tensor<16xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<16xui16>, tensor<16xui16>) -> ()
  %fold6 = xla.abs %a6 : tensor<16xbf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<16xbf16>) -> tensor<16xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<16xbf16>) -> tensor<16xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<16xui16>, tensor<16xui16>) -> ()

  // NaN, bf16
  %a7 = xla.constant dense<[0x7FC0]> : tensor<1xbf16>
  %e7 = xla.constant dense<[0x7FC0]> : tensor<1xbf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<1xbf16>) -> tensor<1xbf16>
  %run7 = xla.abs %a7_ : tensor<1xbf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xbf16>, tensor<1xbf16>) -> ()
  %fold7 = xla.abs %a7 : tensor<1xbf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xbf16>, tensor<1xbf16>) -> ()

  // i8: the least value wraps
  %a8 = xla.constant dense<[-128, -127, -1, 0, 1, 127]> : tensor<6xi8>
  %e8 = xla.constant dense<[-128, 127, 1, 0, 1, 127]> : tensor<6xi8>
  %a8_ = xla.optimization_barrier %a8 : (tensor<6xi8>) -> tensor<6xi8>
  %run8 = xla.abs %a8_ : tensor<6xi8>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<6xi8>, tensor<6xi8>) -> ()
  %fold8 = xla.abs %a8 : tensor<6xi8>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<6xi8>, tensor<6xi8>) -> ()

  // i16: the least value wraps
  %a9 = xla.constant dense<[-32768, -32767, -1, 0, 1, 32767]> : tensor<6xi16>
  %e9 = xla.constant dense<[-32768, 32767, 1, 0, 1, 32767]> : tensor<6xi16>
  %a9_ = xla.optimization_barrier %a9 : (tensor<6xi16>) -> tensor<6xi16>
  %run9 = xla.abs %a9_ : tensor<6xi16>
  xla.custom_call "check.expect_eq"(%run9, %e9) {has_side_effect = true} : (tensor<6xi16>, tensor<6xi16>) -> ()
  %fold9 = xla.abs %a9 : tensor<6xi16>
  xla.custom_call "check.expect_eq"(%fold9, %e9) {has_side_effect = true} : (tensor<6xi16>, tensor<6xi16>) -> ()

  // i32: the least value wraps
  %a10 = xla.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2147483647]> : tensor<6xi32>
  %e10 = xla.constant dense<[-2147483648, 2147483647, 1, 0, 1, 2147483647]> : tensor<6xi32>
  %a10_ = xla.optimization_barrier %a10 : (tensor<6xi32>) -> tensor<6xi32>
  %run10 = xla.abs %a10_ : tensor<6xi32>
  xla.custom_call "check.expect_eq"(%run10, %e10) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  %fold10 = xla.abs %a10 : tensor<6xi32>
  xla.custom_call "check.expect_eq"(%fold10, %e10) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()

  // i64: the least value wraps
  %a11 = xla.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 9223372036854775807]> : tensor<6xi64>
  %e11 = xla.constant dense<[-9223372036854775808, 9223372036854775807, 1, 0, 1, 9223372036854775807]> : tensor<6xi64>
  %a11_ = xla.optimization_barrier %a11 : (tensor<6xi64>) -> tensor<6xi64>
  %run11 = xla.abs %a11_ : tensor<6xi64>
  xla.custom_call "check.expect_eq"(%run11, %e11) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
  %fold11 = xla.abs %a11 : tensor<6xi64>
  xla.custom_call "check.expect_eq"(%fold11, %e11) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()

  // i4: the least value wraps
  %a12 = xla.constant dense<[-8, -7, -1, 0, 1, 7]> : tensor<6xi4>
  %e12 = xla.constant dense<[-8, 7, 1, 0, 1, 7]> : tensor<6xi4>
  %a12_ = xla.optimization_barrier %a12 : (tensor<6xi4>) -> tensor<6xi4>
  %run12 = xla.abs %a12_ : tensor<6xi4>
  xla.custom_call "check.expect_eq"(%run12, %e12) {has_side_effect = true} : (tensor<6xi4>, tensor<6xi4>) -> ()
  %fold12 = xla.abs %a12 : tensor<6xi4>
  xla.custom_call "check.expect_eq"(%fold12, %e12) {has_side_effect = true} : (tensor<6xi4>, tensor<6xi4>) -> ()

  // complex: the magnitude, without overflow on the way
  %a13 = xla.constant dense<[(3.0, 4.0), (-3.0, -4.0), (0.0, 0.0), (0xFF800000, 1.0), (1.00000002e+30, 1.00000002e+30)]> : tensor<5xcomplex<f32>>
  %e13 = xla.constant dense<[5.0, 5.0, 0.0, 0x7F800000, 1.41421351e+30]> : tensor<5xf32>
  %a13_ = xla.optimization_barrier %a13 : (tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %run13 = xla.abs %a13_ : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  xla.custom_call "check.expect_close"(%run13, %e13) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  %fold13 = xla.abs %a13 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  xla.custom_call "check.expect_close"(%fold13, %e13) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
