// RUN: xla-run %s
//
// div: integers truncate and never trap; floats are IEEE.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // f32
  %a0 = xla.constant dense<[1.5, -1.5, 0x7F800000, 1.0, 5.5, -5.5, 3.40282347e+38]> : tensor<7xf32>
  %b0 = xla.constant dense<[2.25, 0.5, 1.0, 0x7F800000, -2.0, 2.0, 3.40282347e+38]> : tensor<7xf32>
  %e0 = xla.constant dense<[0.666666687, -3.0, 0x7F800000, 0.0, -2.75, -2.75, 1.0]> : tensor<7xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<7xf32>) -> tensor<7xf32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<7xf32>) -> tensor<7xf32>
  %run0 = xla.div %a0_, %b0_ : tensor<7xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<7xf32>) -> tensor<7xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<7xf32>) -> tensor<7xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<7xui32>, tensor<7xui32>) -> ()
  %fold0 = xla.div %a0, %b0 : tensor<7xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<7xf32>) -> tensor<7xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<7xf32>) -> tensor<7xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<7xui32>, tensor<7xui32>) -> ()

  // NaN, f32
  %a1 = xla.constant dense<[0.0, -0.0, 0xFF800000, 0x7FC00000, 1.0, 0x7FC00000]> : tensor<6xf32>
  %b1 = xla.constant dense<[-0.0, -0.0, 0x7F800000, 2.0, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>
  %e1 = xla.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<6xf32>) -> tensor<6xf32>
  %b1_ = xla.optimization_barrier %b1 : (tensor<6xf32>) -> tensor<6xf32>
  %run1 = xla.div %a1_, %b1_ : tensor<6xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<6xf32>, tensor<6xf32>) -> ()
  %fold1 = xla.div %a1, %b1 : tensor<6xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<6xf32>, tensor<6xf32>) -> ()

  // f64
  %a2 = xla.constant dense<[1.5, -1.5, 0x7FF0000000000000, 1.0, 5.5, -5.5, 1.7976931348623157e+308]> : tensor<7xf64>
  %b2 = xla.constant dense<[2.25, 0.5, 1.0, 0x7FF0000000000000, -2.0, 2.0, 1.7976931348623157e+308]> : tensor<7xf64>
  %e2 = xla.constant dense<[0.6666666666666666, -3.0, 0x7FF0000000000000, 0.0, -2.75, -2.75, 1.0]> : tensor<7xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<7xf64>) -> tensor<7xf64>
  %b2_ = xla.optimization_barrier %b2 : (tensor<7xf64>) -> tensor<7xf64>
  %run2 = xla.div %a2_, %b2_ : tensor<7xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<7xf64>) -> tensor<7xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<7xf64>) -> tensor<7xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<7xui64>, tensor<7xui64>) -> ()
  %fold2 = xla.div %a2, %b2 : tensor<7xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<7xf64>) -> tensor<7xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<7xf64>) -> tensor<7xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<7xui64>, tensor<7xui64>) -> ()

  // NaN, f64
  %a3 = xla.constant dense<[0.0, -0.0, 0xFFF0000000000000, 0x7FF8000000000000, 1.0, 0x7FF8000000000000]> : tensor<6xf64>
  %b3 = xla.constant dense<[-0.0, -0.0, 0x7FF0000000000000, 2.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<6xf64>) -> tensor<6xf64>
  %b3_ = xla.optimization_barrier %b3 : (tensor<6xf64>) -> tensor<6xf64>
  %run3 = xla.div %a3_, %b3_ : tensor<6xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<6xf64>, tensor<6xf64>) -> ()
  %fold3 = xla.div %a3, %b3 : tensor<6xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<6xf64>, tensor<6xf64>) -> ()

  // f16
  %a4 = xla.constant dense<[1.5, -1.5, 0x7C00, 1.0, 5.5, -5.5, 65504.0]> : tensor<7xf16>
  %b4 = xla.constant dense<[2.25, 0.5, 1.0, 0x7C00, -2.0, 2.0, 65504.0]> : tensor<7xf16>
  %e4 = xla.constant dense<[0.666503906, -3.0, 0x7C00, 0.0, -2.75, -2.75, 1.0]> : tensor<7xf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<7xf16>) -> tensor<7xf16>
  %b4_ = xla.optimization_barrier %b4 : (tensor<7xf16>) -> tensor<7xf16>
  %run4 = xla.div %a4_, %b4_ : tensor<7xf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<7xf16>) -> tensor<7xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<7xf16>) -> tensor<7xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<7xui16>, tensor<7xui16>) -> ()
  %fold4 = xla.div %a4, %b4 : tensor<7xf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<7xf16>) -> tensor<7xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<7xf16>) -> tensor<7xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<7xui16>, tensor<7xui16>) -> ()

  // NaN, f16
  %a5 = xla.constant dense<[0.0, -0.0, 0xFC00, 0x7E00, 1.0, 0x7E00]> : tensor<6xf16>
  %b5 = xla.constant dense<[-0.0, -0.0, 0x7C00, 2.0, 0x7E00, 0x7E00]> : tensor<6xf16>
  %e5 = xla.constant dense<[0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<6xf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<6xf16>) -> tensor<6xf16>
  %b5_ = xla.optimization_barrier %b5 : (tensor<6xf16>) -> tensor<6xf16>
  %run5 = xla.div %a5_, %b5_ : tensor<6xf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<6xf16>, tensor<6xf16>) -> ()
  %fold5 = xla.div %a5, %b5 : tensor<6xf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<6xf16>, tensor<6xf16>) -> ()

  // bf16
  %a6 = xla.constant dense<[1.5, -1.5, 0x7F80, 1.0, 5.5, -5.5, 3.38953139e+38]> : tensor<7xbf16>
  %b6 = xla.constant dense<[2.25, 0.5, 1.0, 0x7F80, -2.0, 2.0, 3.38953139e+38]> : tensor<7xbf16>
  %e6 = xla.constant dense<[0.66796875, -3.0, 0x7F80, 0.0, -2.75, -2.75, 1.0]> : tensor<7xbf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<7xbf16>) -> tensor<7xbf16>
  %b6_ = xla.optimization_barrier %b6 : (tensor<7xbf16>) -> tensor<7xbf16>
  %run6 = xla.div %a6_, %b6_ : tensor<7xbf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<7xbf16>) -> tensor<7xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<7xbf16>) -> tensor<7xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<7xui16>, tensor<7xui16>) -> ()
  %fold6 = xla.div %a6, %b6 : tensor<7xbf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<7xbf16>) -> tensor<7xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<7xbf16>) -> tensor<7xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<7xui16>, tensor<7xui16>) -> ()

  // NaN, bf16
  %a7 = xla.constant dense<[0.0, -0.0, 0xFF80, 0x7FC0, 1.0, 0x7FC0]> : tensor<6xbf16>
  %b7 = xla.constant dense<[-0.0, -0.0, 0x7F80, 2.0, 0x7FC0, 0x7FC0]> : tensor<6xbf16>
  %e7 = xla.constant dense<[0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<6xbf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<6xbf16>) -> tensor<6xbf16>
  %b7_ = xla.optimization_barrier %b7 : (tensor<6xbf16>) -> tensor<6xbf16>
  %run7 = xla.div %a7_, %b7_ : tensor<6xbf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<6xbf16>, tensor<6xbf16>) -> ()
  %fold7 = xla.div %a7, %b7 : tensor<6xbf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<6xbf16>, tensor<6xbf16>) -> ()

  // i8
  %a8 = xla.constant dense<[-128, 127, 127, -128, 7, -7, -7, 5, 0]> : tensor<9xi8>
  %b8 = xla.constant dense<[-1, 1, 127, -128, 2, 2, -2, 5, 3]> : tensor<9xi8>
  %e8 = xla.constant dense<[-128, 127, 1, 1, 3, -3, 3, 1, 0]> : tensor<9xi8>
  %a8_ = xla.optimization_barrier %a8 : (tensor<9xi8>) -> tensor<9xi8>
  %b8_ = xla.optimization_barrier %b8 : (tensor<9xi8>) -> tensor<9xi8>
  %run8 = xla.div %a8_, %b8_ : tensor<9xi8>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<9xi8>, tensor<9xi8>) -> ()
  %fold8 = xla.div %a8, %b8 : tensor<9xi8>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<9xi8>, tensor<9xi8>) -> ()

  // i16
  %a9 = xla.constant dense<[-32768, 32767, 32767, -32768, 7, -7, -7, 5, 0]> : tensor<9xi16>
  %b9 = xla.constant dense<[-1, 1, 32767, -32768, 2, 2, -2, 5, 3]> : tensor<9xi16>
  %e9 = xla.constant dense<[-32768, 32767, 1, 1, 3, -3, 3, 1, 0]> : tensor<9xi16>
  %a9_ = xla.optimization_barrier %a9 : (tensor<9xi16>) -> tensor<9xi16>
  %b9_ = xla.optimization_barrier %b9 : (tensor<9xi16>) -> tensor<9xi16>
  %run9 = xla.div %a9_, %b9_ : tensor<9xi16>
  xla.custom_call "check.expect_eq"(%run9, %e9) {has_side_effect = true} : (tensor<9xi16>, tensor<9xi16>) -> ()
  %fold9 = xla.div %a9, %b9 : tensor<9xi16>
  xla.custom_call "check.expect_eq"(%fold9, %e9) {has_side_effect = true} : (tensor<9xi16>, tensor<9xi16>) -> ()

  // i32
  %a10 = xla.constant dense<[-2147483648, 2147483647, 2147483647, -2147483648, 7, -7, -7, 5, 0]> : tensor<9xi32>
  %b10 = xla.constant dense<[-1, 1, 2147483647, -2147483648, 2, 2, -2, 5, 3]> : tensor<9xi32>
  %e10 = xla.constant dense<[-2147483648, 2147483647, 1, 1, 3, -3, 3, 1, 0]> : tensor<9xi32>
  %a10_ = xla.optimization_barrier %a10 : (tensor<9xi32>) -> tensor<9xi32>
  %b10_ = xla.optimization_barrier %b10 : (tensor<9xi32>) -> tensor<9xi32>
  %run10 = xla.div %a10_, %b10_ : tensor<9xi32>
  xla.custom_call "check.expect_eq"(%run10, %e10) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()
  %fold10 = xla.div %a10, %b10 : tensor<9xi32>
  xla.custom_call "check.expect_eq"(%fold10, %e10) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()

  // i64
  %a11 = xla.constant dense<[-9223372036854775808, 9223372036854775807, 9223372036854775807, -9223372036854775808, 7, -7, -7, 5, 0]> : tensor<9xi64>
  %b11 = xla.constant dense<[-1, 1, 9223372036854775807, -9223372036854775808, 2, 2, -2, 5, 3]> : tensor<9xi64>
  %e11 = xla.constant dense<[-9223372036854775808, 9223372036854775807, 1, 1, 3, -3, 3, 1, 0]> : tensor<9xi64>
  %a11_ = xla.optimization_barrier %a11 : (tensor<9xi64>) -> tensor<9xi64>
  %b11_ = xla.optimization_barrier %b11 : (tensor<9xi64>) -> tensor<9xi64>
  %run11 = xla.div %a11_, %b11_ : tensor<9xi64>
  xla.custom_call "check.expect_eq"(%run11, %e11) {has_side_effect = true} : (tensor<9xi64>, tensor<9xi64>) -> ()
  %fold11 = xla.div %a11, %b11 : tensor<9xi64>
  xla.custom_call "check.expect_eq"(%fold11, %e11) {has_side_effect = true} : (tensor<9xi64>, tensor<9xi64>) -> ()

  // i4
  %a12 = xla.constant dense<[-8, 7, 7, -8, 7, -7, -7, 5, 0]> : tensor<9xi4>
  %b12 = xla.constant dense<[-1, 1, 7, -8, 2, 2, -2, 5, 3]> : tensor<9xi4>
  %e12 = xla.constant dense<[-8, 7, 1, 1, 3, -3, 3, 1, 0]> : tensor<9xi4>
  %a12_ = xla.optimization_barrier %a12 : (tensor<9xi4>) -> tensor<9xi4>
  %b12_ = xla.optimization_barrier %b12 : (tensor<9xi4>) -> tensor<9xi4>
  %run12 = xla.div %a12_, %b12_ : tensor<9xi4>
  xla.custom_call "check.expect_eq"(%run12, %e12) {has_side_effect = true} : (tensor<9xi4>, tensor<9xi4>) -> ()
  %fold12 = xla.div %a12, %b12 : tensor<9xi4>
  xla.custom_call "check.expect_eq"(%fold12, %e12) {has_side_effect = true} : (tensor<9xi4>, tensor<9xi4>) -> ()

  // ui8
  %a13 = xla.constant dense<[0, 255, 255, 0, 7, 7, 9, 5, 0]> : tensor<9xui8>
  %b13 = xla.constant dense<[1, 1, 255, 3, 2, 2, 4, 5, 3]> : tensor<9xui8>
  %e13 = xla.constant dense<[0, 255, 1, 0, 3, 3, 2, 1, 0]> : tensor<9xui8>
  %a13_ = xla.optimization_barrier %a13 : (tensor<9xui8>) -> tensor<9xui8>
  %b13_ = xla.optimization_barrier %b13 : (tensor<9xui8>) -> tensor<9xui8>
  %run13 = xla.div %a13_, %b13_ : tensor<9xui8>
  xla.custom_call "check.expect_eq"(%run13, %e13) {has_side_effect = true} : (tensor<9xui8>, tensor<9xui8>) -> ()
  %fold13 = xla.div %a13, %b13 : tensor<9xui8>
  xla.custom_call "check.expect_eq"(%fold13, %e13) {has_side_effect = true} : (tensor<9xui8>, tensor<9xui8>) -> ()

  // ui32
  %a14 = xla.constant dense<[0, 4294967295, 4294967295, 0, 7, 7, 9, 5, 0]> : tensor<9xui32>
  %b14 = xla.constant dense<[1, 1, 4294967295, 3, 2, 2, 4, 5, 3]> : tensor<9xui32>
  %e14 = xla.constant dense<[0, 4294967295, 1, 0, 3, 3, 2, 1, 0]> : tensor<9xui32>
  %a14_ = xla.optimization_barrier %a14 : (tensor<9xui32>) -> tensor<9xui32>
  %b14_ = xla.optimization_barrier %b14 : (tensor<9xui32>) -> tensor<9xui32>
  %run14 = xla.div %a14_, %b14_ : tensor<9xui32>
  xla.custom_call "check.expect_eq"(%run14, %e14) {has_side_effect = true} : (tensor<9xui32>, tensor<9xui32>) -> ()
  %fold14 = xla.div %a14, %b14 : tensor<9xui32>
  xla.custom_call "check.expect_eq"(%fold14, %e14) {has_side_effect = true} : (tensor<9xui32>, tensor<9xui32>) -> ()

  // ui64
  %a15 = xla.constant dense<[0, 18446744073709551615, 18446744073709551615, 0, 7, 7, 9, 5, 0]> : tensor<9xui64>
  %b15 = xla.constant dense<[1, 1, 18446744073709551615, 3, 2, 2, 4, 5, 3]> : tensor<9xui64>
  %e15 = xla.constant dense<[0, 18446744073709551615, 1, 0, 3, 3, 2, 1, 0]> : tensor<9xui64>
  %a15_ = xla.optimization_barrier %a15 : (tensor<9xui64>) -> tensor<9xui64>
  %b15_ = xla.optimization_barrier %b15 : (tensor<9xui64>) -> tensor<9xui64>
  %run15 = xla.div %a15_, %b15_ : tensor<9xui64>
  xla.custom_call "check.expect_eq"(%run15, %e15) {has_side_effect = true} : (tensor<9xui64>, tensor<9xui64>) -> ()
  %fold15 = xla.div %a15, %b15 : tensor<9xui64>
  xla.custom_call "check.expect_eq"(%fold15, %e15) {has_side_effect = true} : (tensor<9xui64>, tensor<9xui64>) -> ()

  // complex<f32>
  %a16 = xla.constant dense<[(1.0, 2.0), (-3.0, 0.5), (0.0, 2.0)]> : tensor<3xcomplex<f32>>
  %b16 = xla.constant dense<[(2.0, -1.0), (0.5, 0.25), (-1.0, 1.0)]> : tensor<3xcomplex<f32>>
  %e16 = xla.constant dense<[(0.0, 1.0), (-4.4000001, 3.20000005), (1.0, -1.0)]> : tensor<3xcomplex<f32>>
  %a16_ = xla.optimization_barrier %a16 : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %b16_ = xla.optimization_barrier %b16 : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %run16 = xla.div %a16_, %b16_ : tensor<3xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run16, %e16) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()
  %fold16 = xla.div %a16, %b16 : tensor<3xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold16, %e16) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()

  // complex<f64>
  %a17 = xla.constant dense<[(1.0, 2.0), (-3.0, 0.5), (0.0, 2.0)]> : tensor<3xcomplex<f64>>
  %b17 = xla.constant dense<[(2.0, -1.0), (0.5, 0.25), (-1.0, 1.0)]> : tensor<3xcomplex<f64>>
  %e17 = xla.constant dense<[(0.0, 1.0), (-4.4, 3.2), (1.0, -1.0)]> : tensor<3xcomplex<f64>>
  %a17_ = xla.optimization_barrier %a17 : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %b17_ = xla.optimization_barrier %b17 : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %run17 = xla.div %a17_, %b17_ : tensor<3xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run17, %e17) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> ()
  %fold17 = xla.div %a17, %b17 : tensor<3xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold17, %e17) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> ()
  return
}
