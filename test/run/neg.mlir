// RUN: xla-run %s
//
// neg: the sign of zero flips.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // f32
  %a0 = xla.constant dense<[0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, -0.200000003, 0.699999988, 0x7F800000, 0xFF800000, 1.40129846e-45, -1.40129846e-45, 3.40282347e+38, 0.49999997]> : tensor<16xf32>
  %e0 = xla.constant dense<[-0.0, 0.0, -0.5, 0.5, -1.5, 1.5, -2.5, 2.5, 0.200000003, -0.699999988, 0xFF800000, 0x7F800000, -1.40129846e-45, 1.40129846e-45, -3.40282347e+38, -0.49999997]> : tensor<16xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<16xf32>) -> tensor<16xf32>
  %run0 = xla.neg %a0_ : tensor<16xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<16xf32>) -> tensor<16xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<16xf32>) -> tensor<16xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<16xui32>, tensor<16xui32>) -> ()
  %fold0 = xla.neg %a0 : tensor<16xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<16xf32>) -> tensor<16xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<16xf32>) -> tensor<16xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<16xui32>, tensor<16xui32>) -> ()

  // f64
  %a1 = xla.constant dense<[0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, -0.2, 0.7, 0x7FF0000000000000, 0xFFF0000000000000, 5.0e-324, -5.0e-324, 1.7976931348623157e+308, 0.49999999999999994]> : tensor<16xf64>
  %e1 = xla.constant dense<[-0.0, 0.0, -0.5, 0.5, -1.5, 1.5, -2.5, 2.5, 0.2, -0.7, 0xFFF0000000000000, 0x7FF0000000000000, -5.0e-324, 5.0e-324, -1.7976931348623157e+308, -0.49999999999999994]> : tensor<16xf64>
  %a1_ = xla.optimization_barrier %a1 : (tensor<16xf64>) -> tensor<16xf64>
  %run1 = xla.neg %a1_ : tensor<16xf64>
  %run1_bits = xla.bitcast_convert %run1 : (tensor<16xf64>) -> tensor<16xui64>
  %run1_expected = xla.bitcast_convert %e1 : (tensor<16xf64>) -> tensor<16xui64>
  xla.custom_call "check.expect_eq"(%run1_bits, %run1_expected) {has_side_effect = true} : (tensor<16xui64>, tensor<16xui64>) -> ()
  %fold1 = xla.neg %a1 : tensor<16xf64>
  %fold1_bits = xla.bitcast_convert %fold1 : (tensor<16xf64>) -> tensor<16xui64>
  %fold1_expected = xla.bitcast_convert %e1 : (tensor<16xf64>) -> tensor<16xui64>
  xla.custom_call "check.expect_eq"(%fold1_bits, %fold1_expected) {has_side_effect = true} : (tensor<16xui64>, tensor<16xui64>) -> ()

  // f16
  %a2 = xla.constant dense<[0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, -0.199951172, 0.700195312, 0x7C00, 0xFC00, 5.96046448e-08, -5.96046448e-08, 65504.0, 0.499755859]> : tensor<16xf16>
  %e2 = xla.constant dense<[-0.0, 0.0, -0.5, 0.5, -1.5, 1.5, -2.5, 2.5, 0.199951172, -0.700195312, 0xFC00, 0x7C00, -5.96046448e-08, 5.96046448e-08, -65504.0, -0.499755859]> : tensor<16xf16>
  %a2_ = xla.optimization_barrier %a2 : (tensor<16xf16>) -> tensor<16xf16>
  %run2 = xla.neg %a2_ : tensor<16xf16>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<16xf16>) -> tensor<16xui16>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<16xf16>) -> tensor<16xui16>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<16xui16>, tensor<16xui16>) -> ()
  %fold2 = xla.neg %a2 : tensor<16xf16>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<16xf16>) -> tensor<16xui16>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<16xf16>) -> tensor<16xui16>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<16xui16>, tensor<16xui16>) -> ()

  // bf16
  %a3 = xla.constant dense<[0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, -0.200195312, 0.69921875, 0x7F80, 0xFF80, 9.18354962e-41, -9.18354962e-41, 3.38953139e+38, 0.498046875]> : tensor<16xbf16>
  %e3 = xla.constant dense<[-0.0, 0.0, -0.5, 0.5, -1.5, 1.5, -2.5, 2.5, 0.200195312, -0.69921875, 0xFF80, 0x7F80, -9.18354962e-41, 9.18354962e-41, -3.38953139e+38, -0.498046875]> : tensor<16xbf16>
  %a3_ = xla.optimization_barrier %a3 : (tensor<16xbf16>) -> tensor<16xbf16>
  %run3 = xla.neg %a3_ : tensor<16xbf16>
  %run3_bits = xla.bitcast_convert %run3 : (tensor<16xbf16>) -> tensor<16xui16>
  %run3_expected = xla.bitcast_convert %e3 : (tensor<16xbf16>) -> tensor<16xui16>
  xla.custom_call "check.expect_eq"(%run3_bits, %run3_expected) {has_side_effect = true} : (tensor<16xui16>, tensor<16xui16>) -> ()
  %fold3 = xla.neg %a3 : tensor<16xbf16>
  %fold3_bits = xla.bitcast_convert %fold3 : (tensor<16xbf16>) -> tensor<16xui16>
  %fold3_expected = xla.bitcast_convert %e3 : (tensor<16xbf16>) -> tensor<16xui16>
  xla.custom_call "check.expect_eq"(%fold3_bits, %fold3_expected) {has_side_effect = true} : (tensor<16xui16>, tensor<16xui16>) -> ()

  // NaN changes sign, f32
  %a4 = xla.constant dense<[0x7FC00000, 0xFFC00000]> : tensor<2xf32>
  %e4 = xla.constant dense<[0xFFC00000, 0x7FC00000]> : tensor<2xf32>
  %a4_ = xla.optimization_barrier %a4 : (tensor<2xf32>) -> tensor<2xf32>
  %run4 = xla.neg %a4_ : tensor<2xf32>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<2xf32>) -> tensor<2xui32>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  %fold4 = xla.neg %a4 : tensor<2xf32>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<2xf32>) -> tensor<2xui32>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()

  // i8: the least value wraps
  %a5 = xla.constant dense<[-128, -127, -1, 0, 1, 127]> : tensor<6xi8>
  %e5 = xla.constant dense<[-128, 127, 1, 0, -1, -127]> : tensor<6xi8>
  %a5_ = xla.optimization_barrier %a5 : (tensor<6xi8>) -> tensor<6xi8>
  %run5 = xla.neg %a5_ : tensor<6xi8>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<6xi8>, tensor<6xi8>) -> ()
  %fold5 = xla.neg %a5 : tensor<6xi8>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<6xi8>, tensor<6xi8>) -> ()

  // i16: the least value wraps
  %a6 = xla.constant dense<[-32768, -32767, -1, 0, 1, 32767]> : tensor<6xi16>
  %e6 = xla.constant dense<[-32768, 32767, 1, 0, -1, -32767]> : tensor<6xi16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<6xi16>) -> tensor<6xi16>
  %run6 = xla.neg %a6_ : tensor<6xi16>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<6xi16>, tensor<6xi16>) -> ()
  %fold6 = xla.neg %a6 : tensor<6xi16>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<6xi16>, tensor<6xi16>) -> ()

  // i32: the least value wraps
  %a7 = xla.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2147483647]> : tensor<6xi32>
  %e7 = xla.constant dense<[-2147483648, 2147483647, 1, 0, -1, -2147483647]> : tensor<6xi32>
  %a7_ = xla.optimization_barrier %a7 : (tensor<6xi32>) -> tensor<6xi32>
  %run7 = xla.neg %a7_ : tensor<6xi32>
  xla.custom_call "check.expect_eq"(%run7, %e7) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  %fold7 = xla.neg %a7 : tensor<6xi32>
  xla.custom_call "check.expect_eq"(%fold7, %e7) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()

  // i64: the least value wraps
  %a8 = xla.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 9223372036854775807]> : tensor<6xi64>
  %e8 = xla.constant dense<[-9223372036854775808, 9223372036854775807, 1, 0, -1, -9223372036854775807]> : tensor<6xi64>
  %a8_ = xla.optimization_barrier %a8 : (tensor<6xi64>) -> tensor<6xi64>
  %run8 = xla.neg %a8_ : tensor<6xi64>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
  %fold8 = xla.neg %a8 : tensor<6xi64>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()

  // i4: the least value wraps
  %a9 = xla.constant dense<[-8, -7, -1, 0, 1, 7]> : tensor<6xi4>
  %e9 = xla.constant dense<[-8, 7, 1, 0, -1, -7]> : tensor<6xi4>
  %a9_ = xla.optimization_barrier %a9 : (tensor<6xi4>) -> tensor<6xi4>
  %run9 = xla.neg %a9_ : tensor<6xi4>
  xla.custom_call "check.expect_eq"(%run9, %e9) {has_side_effect = true} : (tensor<6xi4>, tensor<6xi4>) -> ()
  %fold9 = xla.neg %a9 : tensor<6xi4>
  xla.custom_call "check.expect_eq"(%fold9, %e9) {has_side_effect = true} : (tensor<6xi4>, tensor<6xi4>) -> ()

  // ui8
  %a10 = xla.constant dense<[0, 1, 2, 255]> : tensor<4xui8>
  %e10 = xla.constant dense<[0, 255, 254, 1]> : tensor<4xui8>
  %a10_ = xla.optimization_barrier %a10 : (tensor<4xui8>) -> tensor<4xui8>
  %run10 = xla.neg %a10_ : tensor<4xui8>
  xla.custom_call "check.expect_eq"(%run10, %e10) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  %fold10 = xla.neg %a10 : tensor<4xui8>
  xla.custom_call "check.expect_eq"(%fold10, %e10) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()

  // ui32
  %a11 = xla.constant dense<[0, 1, 2, 4294967295]> : tensor<4xui32>
  %e11 = xla.constant dense<[0, 4294967295, 4294967294, 1]> : tensor<4xui32>
  %a11_ = xla.optimization_barrier %a11 : (tensor<4xui32>) -> tensor<4xui32>
  %run11 = xla.neg %a11_ : tensor<4xui32>
  xla.custom_call "check.expect_eq"(%run11, %e11) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  %fold11 = xla.neg %a11 : tensor<4xui32>
  xla.custom_call "check.expect_eq"(%fold11, %e11) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()

  // ui64
  %a12 = xla.constant dense<[0, 1, 2, 18446744073709551615]> : tensor<4xui64>
  %e12 = xla.constant dense<[0, 18446744073709551615, 18446744073709551614, 1]> : tensor<4xui64>
  %a12_ = xla.optimization_barrier %a12 : (tensor<4xui64>) -> tensor<4xui64>
  %run12 = xla.neg %a12_ : tensor<4xui64>
  xla.custom_call "check.expect_eq"(%run12, %e12) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  %fold12 = xla.neg %a12 : tensor<4xui64>
  xla.custom_call "check.expect_eq"(%fold12, %e12) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()

  // complex
  %a13 = xla.constant dense<[(3.0, 4.0), (0.0, -0.0)]> : tensor<2xcomplex<f32>>
  %e13 = xla.constant dense<[(-3.0, -4.0), (-0.0, 0.0)]> : tensor<2xcomplex<f32>>
  %a13_ = xla.optimization_barrier %a13 : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %run13 = xla.neg %a13_ : tensor<2xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%run13, %e13) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()
  %fold13 = xla.neg %a13 : tensor<2xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%fold13, %e13) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()
  return
}
