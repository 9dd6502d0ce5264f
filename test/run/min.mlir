// RUN: xla-run %s
//
// min: NaN propagates, -0 is below +0.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // f32
  %a0 = xla.constant dense<[1.5, -1.5, 0.0, -0.0, 0x7F800000, 0xFF800000, 1.0, 5.5, -5.5, 3.40282347e+38]> : tensor<10xf32>
  %b0 = xla.constant dense<[2.25, 0.5, -0.0, -0.0, 1.0, 0x7F800000, 0x7F800000, -2.0, 2.0, 3.40282347e+38]> : tensor<10xf32>
  %e0 = xla.constant dense<[1.5, -1.5, -0.0, -0.0, 1.0, 0xFF800000, 1.0, -2.0, -5.5, 3.40282347e+38]> : tensor<10xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<10xf32>) -> tensor<10xf32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<10xf32>) -> tensor<10xf32>
  %run0 = xla.min %a0_, %b0_ : tensor<10xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<10xf32>) -> tensor<10xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<10xf32>) -> tensor<10xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<10xui32>, tensor<10xui32>) -> ()
  %fold0 = xla.min %a0, %b0 : tensor<10xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<10xf32>) -> tensor<10xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<10xf32>) -> tensor<10xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<10xui32>, tensor<10xui32>) -> ()

  // NaN, f32
  %a1 = xla.constant dense<[0x7FC00000, 1.0, 0x7FC00000]> : tensor<3xf32>
  %b1 = xla.constant dense<[2.0, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  %e1 = xla.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<3xf32>) -> tensor<3xf32>
  %b1_ = xla.optimization_barrier %b1 : (tensor<3xf32>) -> tensor<3xf32>
  %run1 = xla.min %a1_, %b1_ : tensor<3xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %fold1 = xla.min %a1, %b1 : tensor<3xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // f64
  %a2 = xla.constant dense<[1.5, -1.5, 0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 1.0, 5.5, -5.5, 1.7976931348623157e+308]> : tensor<10xf64>
  %b2 = xla.constant dense<[2.25, 0.5, -0.0, -0.0, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, -2.0, 2.0, 1.7976931348623157e+308]> : tensor<10xf64>
  %e2 = xla.constant dense<[1.5, -1.5, -0.0, -0.0, 1.0, 0xFFF0000000000000, 1.0, -2.0, -5.5, 1.7976931348623157e+308]> : tensor<10xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<10xf64>) -> tensor<10xf64>
  %b2_ = xla.optimization_barrier %b2 : (tensor<10xf64>) -> tensor<10xf64>
  %run2 = xla.min %a2_, %b2_ : tensor<10xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<10xf64>) -> tensor<10xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<10xf64>) -> tensor<10xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<10xui64>, tensor<10xui64>) -> ()
  %fold2 = xla.min %a2, %b2 : tensor<10xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<10xf64>) -> tensor<10xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<10xf64>) -> tensor<10xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<10xui64>, tensor<10xui64>) -> ()

  // NaN, f64
  %a3 = xla.constant dense<[0x7FF8000000000000, 1.0, 0x7FF8000000000000]> : tensor<3xf64>
  %b3 = xla.constant dense<[2.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<3xf64>) -> tensor<3xf64>
  %b3_ = xla.optimization_barrier %b3 : (tensor<3xf64>) -> tensor<3xf64>
  %run3 = xla.min %a3_, %b3_ : tensor<3xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  %fold3 = xla.min %a3, %b3 : tensor<3xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()

  // f16
  %a4 = xla.constant dense<[1.5, -1.5, 0.0, -0.0, 0x7C00, 0xFC00, 1.0, 5.5, -5.5, 65504.0]> : tensor<10xf16>
  %b4 = xla.constant dense<[2.25, 0.5, -0.0, -0.0, 1.0, 0x7C00, 0x7C00, -2.0, 2.0, 65504.0]> : tensor<10xf16>
  %e4 = xla.constant dense<[1.5, -1.5, -0.0, -0.0, 1.0, 0xFC00, 1.0, -2.0, -5.5, 65504.0]> : tensor<10xf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<10xf16>) -> tensor<10xf16>
  %b4_ = xla.optimization_barrier %b4 : (tensor<10xf16>) -> tensor<10xf16>
  %run4 = xla.min %a4_, %b4_ : tensor<10xf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<10xf16>) -> tensor<10xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<10xf16>) -> tensor<10xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<10xui16>, tensor<10xui16>) -> ()
  %fold4 = xla.min %a4, %b4 : tensor<10xf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<10xf16>) -> tensor<10xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<10xf16>) -> tensor<10xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<10xui16>, tensor<10xui16>) -> ()

  // NaN, f16
  %a5 = xla.constant dense<[0x7E00, 1.0, 0x7E00]> : tensor<3xf16>
  %b5 = xla.constant dense<[2.0, 0x7E00, 0x7E00]> : tensor<3xf16>
  %e5 = xla.constant dense<[0x7E00, 0x7E00, 0x7E00]> : tensor<3xf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<3xf16>) -> tensor<3xf16>
  %b5_ = xla.optimization_barrier %b5 : (tensor<3xf16>) -> tensor<3xf16>
  %run5 = xla.min %a5_, %b5_ : tensor<3xf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xf16>, tensor<3xf16>) -> ()
  %fold5 = xla.min %a5, %b5 : tensor<3xf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xf16>, tensor<3xf16>) -> ()

  // bf16
  %a6 = xla.constant dense<[1.5, -1.5, 0.0, -0.0, 0x7F80, 0xFF80, 1.0, 5.5, -5.5, 3.38953139e+38]> : tensor<10xbf16>
  %b6 = xla.constant dense<[2.25, 0.5, -0.0, -0.0, 1.0, 0x7F80, 0x7F80, -2.0, 2.0, 3.38953139e+38]> : tensor<10xbf16>
  %e6 = xla.constant dense<[1.5, -1.5, -0.0, -0.0, 1.0, 0xFF80, 1.0, -2.0, -5.5, 3.38953139e+38]> : tensor<10xbf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<10xbf16>) -> tensor<10xbf16>
  %b6_ = xla.optimization_barrier %b6 : (tensor<10xbf16>) -> tensor<10xbf16>
  %run6 = xla.min %a6_, %b6_ : tensor<10xbf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<10xbf16>) -> tensor<10xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<10xbf16>) -> tensor<10xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<10xui16>, tensor<10xui16>) -> ()
  %fold6 = xla.min %a6, %b6 : tensor<10xbf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<10xbf16>) -> tensor<10xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<10xbf16>) -> tensor<10xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<10xui16>, tensor<10xui16>) -> ()

  // NaN, bf16
  %a7 = xla.constant dense<[0x7FC0, 1.0, 0x7FC0]> : tensor<3xbf16>
  %b7 = xla.constant dense<[2.0, 0x7FC0, 0x7FC0]> : tensor<3xbf16>
  %e7 = xla.constant dense<[0x7FC0, 0x7FC0, 0x7FC0]> : tensor<3xbf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<3xbf16>) -> tensor<3xbf16>
  %b7_ = xla.optimization_barrier %b7 : (tensor<3xbf16>) -> tensor<3xbf16>
  %run7 = xla.min %a7_, %b7_ : tensor<3xbf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xbf16>, tensor<3xbf16>) -> ()
  %fold7 = xla.min %a7, %b7 : tensor<3xbf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xbf16>, tensor<3xbf16>) -> ()

  // i8
  %a8 = xla.constant dense<[-128, 127, 127, -128, 7, -7, -7, 5, 0]> : tensor<9xi8>
  %b8 = xla.constant dense<[-1, 1, 127, -128, 2, 2, -2, 5, 3]> : tensor<9xi8>
  %e8 = xla.constant dense<[-128, 1, 127, -128, 2, -7, -7, 5, 0]> : tensor<9xi8>
  %a8_ = xla.optimization_barrier %a8 : (tensor<9xi8>) -> tensor<9xi8>
  %b8_ = xla.optimization_barrier %b8 : (tensor<9xi8>) -> tensor<9xi8>
  %run8 = xla.min %a8_, %b8_ : tensor<9xi8>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<9xi8>, tensor<9xi8>) -> ()
  %fold8 = xla.min %a8, %b8 : tensor<9xi8>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<9xi8>, tensor<9xi8>) -> ()

  // i16
  %a9 = xla.constant dense<[-32768, 32767, 32767, -32768, 7, -7, -7, 5, 0]> : tensor<9xi16>
  %b9 = xla.constant dense<[-1, 1, 32767, -32768, 2, 2, -2, 5, 3]> : tensor<9xi16>
  %e9 = xla.constant dense<[-32768, 1, 32767, -32768, 2, -7, -7, 5, 0]> : tensor<9xi16>
  %a9_ = xla.optimization_barrier %a9 : (tensor<9xi16>) -> tensor<9xi16>
  %b9_ = xla.optimization_barrier %b9 : (tensor<9xi16>) -> tensor<9xi16>
  %run9 = xla.min %a9_, %b9_ : tensor<9xi16>
  xla.custom_call "check.expect_eq"(%run9, %e9) {has_side_effect = true} : (tensor<9xi16>, tensor<9xi16>) -> ()
  %fold9 = xla.min %a9, %b9 : tensor<9xi16>
  xla.custom_call "check.expect_eq"(%fold9, %e9) {has_side_effect = true} : (tensor<9xi16>, tensor<9xi16>) -> ()

  // i32
  %a10 = xla.constant dense<[-2147483648, 2147483647, 2147483647, -2147483648, 7, -7, -7, 5, 0]> : tensor<9xi32>
  %b10 = xla.constant dense<[-1, 1, 2147483647, -2147483648, 2, 2, -2, 5, 3]> : tensor<9xi32>
  %e10 = xla.constant dense<[-2147483648, 1, 2147483647, -2147483648, 2, -7, -7, 5, 0]> : tensor<9xi32>
  %a10_ = xla.optimization_barrier %a10 : (tensor<9xi32>) -> tensor<9xi32>
  %b10_ = xla.optimization_barrier %b10 : (tensor<9xi32>) -> tensor<9xi32>
  %run10 = xla.min %a10_, %b10_ : tensor<9xi32>
  xla.custom_call "check.expect_eq"(%run10, %e10) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()
  %fold10 = xla.min %a10, %b10 : tensor<9xi32>
  xla.custom_call "check.expect_eq"(%fold10, %e10) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()

  // i64
  %a11 = xla.constant dense<[-9223372036854775808, 9223372036854775807, 9223372036854775807, -9223372036854775808, 7, -7, -7, 5, 0]> : tensor<9xi64>
  %b11 = xla.constant dense<[-1, 1, 9223372036854775807, -9223372036854775808, 2, 2, -2, 5, 3]> : tensor<9xi64>
  %e11 = xla.constant dense<[-9223372036854775808, 1, 9223372036854775807, -9223372036854775808, 2, -7, -7, 5, 0]> : tensor<9xi64>
  %a11_ = xla.optimization_barrier %a11 : (tensor<9xi64>) -> tensor<9xi64>
  %b11_ = xla.optimization_barrier %b11 : (tensor<9xi64>) -> tensor<9xi64>
  %run11 = xla.min %a11_, %b11_ : tensor<9xi64>
  xla.custom_call "check.expect_eq"(%run11, %e11) {has_side_effect = true} : (tensor<9xi64>, tensor<9xi64>) -> ()
  %fold11 = xla.min %a11, %b11 : tensor<9xi64>
  xla.custom_call "check.expect_eq"(%fold11, %e11) {has_side_effect = true} : (tensor<9xi64>, tensor<9xi64>) -> ()

  // i4
  %a12 = xla.constant dense<[-8, 7, 7, -8, 7, -7, -7, 5, 0]> : tensor<9xi4>
  %b12 = xla.constant dense<[-1, 1, 7, -8, 2, 2, -2, 5, 3]> : tensor<9xi4>
  %e12 = xla.constant dense<[-8, 1, 7, -8, 2, -7, -7, 5, 0]> : tensor<9xi4>
  %a12_ = xla.optimization_barrier %a12 : (tensor<9xi4>) -> tensor<9xi4>
  %b12_ = xla.optimization_barrier %b12 : (tensor<9xi4>) -> tensor<9xi4>
  %run12 = xla.min %a12_, %b12_ : tensor<9xi4>
  xla.custom_call "check.expect_eq"(%run12, %e12) {has_side_effect = true} : (tensor<9xi4>, tensor<9xi4>) -> ()
  %fold12 = xla.min %a12, %b12 : tensor<9xi4>
  xla.custom_call "check.expect_eq"(%fold12, %e12) {has_side_effect = true} : (tensor<9xi4>, tensor<9xi4>) -> ()

  // ui8
  %a13 = xla.constant dense<[0, 255, 255, 0, 7, 7, 9, 5, 0]> : tensor<9xui8>
  %b13 = xla.constant dense<[1, 1, 255, 3, 2, 2, 4, 5, 3]> : tensor<9xui8>
  %e13 = xla.constant dense<[0, 1, 255, 0, 2, 2, 4, 5, 0]> : tensor<9xui8>
  %a13_ = xla.optimization_barrier %a13 : (tensor<9xui8>) -> tensor<9xui8>
  %b13_ = xla.optimization_barrier %b13 : (tensor<9xui8>) -> tensor<9xui8>
  %run13 = xla.min %a13_, %b13_ : tensor<9xui8>
  xla.custom_call "check.expect_eq"(%run13, %e13) {has_side_effect = true} : (tensor<9xui8>, tensor<9xui8>) -> ()
  %fold13 = xla.min %a13, %b13 : tensor<9xui8>
  xla.custom_call "check.expect_eq"(%fold13, %e13) {has_side_effect = true} : (tensor<9xui8>, tensor<9xui8>) -> ()

  // ui32
  %a14 = xla.constant dense<[0, 4294967295, 4294967295, 0, 7, 7, 9, 5, 0]> : tensor<9xui32>
  %b14 = xla.constant dense<[1, 1, 4294967295, 3, 2, 2, 4, 5, 3]> : tensor<9xui32>
  %e14 = xla.constant dense<[0, 1, 4294967295, 0, 2, 2, 4, 5, 0]> : tensor<9xui32>
  %a14_ = xla.optimization_barrier %a14 : (tensor<9xui32>) -> tensor<9xui32>
  %b14_ = xla.optimization_barrier %b14 : (tensor<9xui32>) -> tensor<9xui32>
  %run14 = xla.min %a14_, %b14_ : tensor<9xui32>
  xla.custom_call "check.expect_eq"(%run14, %e14) {has_side_effect = true} : (tensor<9xui32>, tensor<9xui32>) -> ()
  %fold14 = xla.min %a14, %b14 : tensor<9xui32>
  xla.custom_call "check.expect_eq"(%fold14, %e14) {has_side_effect = true} : (tensor<9xui32>, tensor<9xui32>) -> ()

  // ui64
  %a15 = xla.constant dense<[0, 18446744073709551615, 18446744073709551615, 0, 7, 7, 9, 5, 0]> : tensor<9xui64>
  %b15 = xla.constant dense<[1, 1, 18446744073709551615, 3, 2, 2, 4, 5, 3]> : tensor<9xui64>
  %e15 = xla.constant dense<[0, 1, 18446744073709551615, 0, 2, 2, 4, 5, 0]> : tensor<9xui64>
  %a15_ = xla.optimization_barrier %a15 : (tensor<9xui64>) -> tensor<9xui64>
  %b15_ = xla.optimization_barrier %b15 : (tensor<9xui64>) -> tensor<9xui64>
  %run15 = xla.min %a15_, %b15_ : tensor<9xui64>
  xla.custom_call "check.expect_eq"(%run15, %e15) {has_side_effect = true} : (tensor<9xui64>, tensor<9xui64>) -> ()
  %fold15 = xla.min %a15, %b15 : tensor<9xui64>
  xla.custom_call "check.expect_eq"(%fold15, %e15) {has_side_effect = true} : (tensor<9xui64>, tensor<9xui64>) -> ()

  // PRED
  %a16 = xla.constant dense<[false, false, true, true]> : tensor<4xi1>
  %b16 = xla.constant dense<[false, true, false, true]> : tensor<4xi1>
  %e16 = xla.constant dense<[false, false, false, true]> : tensor<4xi1>
  %a16_ = xla.optimization_barrier %a16 : (tensor<4xi1>) -> tensor<4xi1>
  %b16_ = xla.optimization_barrier %b16 : (tensor<4xi1>) -> tensor<4xi1>
  %run16 = xla.min %a16_, %b16_ : tensor<4xi1>
  xla.custom_call "check.expect_eq"(%run16, %e16) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %fold16 = xla.min %a16, %b16 : tensor<4xi1>
  xla.custom_call "check.expect_eq"(%fold16, %e16) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}
