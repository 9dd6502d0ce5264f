// RUN: xla-run %s
//
// convert: to integers truncates and saturates, from integers rounds to nearest even, to PRED is x != 0.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // f32 to i32 truncates
  %x0 = xla.constant dense<[1.89999998, -1.89999998, 0.5, -0.5, 2.14748352e+09]> : tensor<5xf32>
  %e0 = xla.constant dense<[1, -1, 0, 0, 2147483520]> : tensor<5xi32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<5xf32>) -> tensor<5xf32>
  %run0 = xla.convert %x0_ : (tensor<5xf32>) -> tensor<5xi32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  %fold0 = xla.convert %x0 : (tensor<5xf32>) -> tensor<5xi32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()

  // f32 to ui8 truncates
  %x1 = xla.constant dense<[0.0, 1.89999998, 255.0]> : tensor<3xf32>
  %e1 = xla.constant dense<[0, 1, 255]> : tensor<3xui8>
  %x1_ = xla.optimization_barrier %x1 : (tensor<3xf32>) -> tensor<3xf32>
  %run1 = xla.convert %x1_ : (tensor<3xf32>) -> tensor<3xui8>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  %fold1 = xla.convert %x1 : (tensor<3xf32>) -> tensor<3xui8>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()

  // i32 to f32 rounds to even
  %x2 = xla.constant dense<[16777217, 16777219, -16777217, 2147483647]> : tensor<4xi32>
  %e2 = xla.constant dense<[16777216.0, 16777220.0, -16777216.0, 2.14748365e+09]> : tensor<4xf32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<4xi32>) -> tensor<4xi32>
  %run2 = xla.convert %x2_ : (tensor<4xi32>) -> tensor<4xf32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %fold2 = xla.convert %x2 : (tensor<4xi32>) -> tensor<4xf32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()

  // ui64 to f64
  %x3 = xla.constant dense<[18446744073709551615, 9007199254740993]> : tensor<2xui64>
  %e3 = xla.constant dense<[1.8446744073709552e+19, 9007199254740992.0]> : tensor<2xf64>
  %x3_ = xla.optimization_barrier %x3 : (tensor<2xui64>) -> tensor<2xui64>
  %run3 = xla.convert %x3_ : (tensor<2xui64>) -> tensor<2xf64>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
  %fold3 = xla.convert %x3 : (tensor<2xui64>) -> tensor<2xf64>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()

  // i64 to i8 keeps the low bits
  %x4 = xla.constant dense<[300, -129, 127]> : tensor<3xi64>
  %e4 = xla.constant dense<[44, 127, 127]> : tensor<3xi8>
  %x4_ = xla.optimization_barrier %x4 : (tensor<3xi64>) -> tensor<3xi64>
  %run4 = xla.convert %x4_ : (tensor<3xi64>) -> tensor<3xi8>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  %fold4 = xla.convert %x4 : (tensor<3xi64>) -> tensor<3xi8>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()

  // i8 to ui32 extends the sign
  %x5 = xla.constant dense<[-1, 127]> : tensor<2xi8>
  %e5 = xla.constant dense<[4294967295, 127]> : tensor<2xui32>
  %x5_ = xla.optimization_barrier %x5 : (tensor<2xi8>) -> tensor<2xi8>
  %run5 = xla.convert %x5_ : (tensor<2xi8>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  %fold5 = xla.convert %x5 : (tensor<2xi8>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()

  // ui8 to i32 extends with zeros
  %x6 = xla.constant dense<[255, 1]> : tensor<2xui8>
  %e6 = xla.constant dense<[255, 1]> : tensor<2xi32>
  %x6_ = xla.optimization_barrier %x6 : (tensor<2xui8>) -> tensor<2xui8>
  %run6 = xla.convert %x6_ : (tensor<2xui8>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %fold6 = xla.convert %x6 : (tensor<2xui8>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // PRED to f32
  %x7 = xla.constant dense<[true, false]> : tensor<2xi1>
  %e7 = xla.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %x7_ = xla.optimization_barrier %x7 : (tensor<2xi1>) -> tensor<2xi1>
  %run7 = xla.convert %x7_ : (tensor<2xi1>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%run7, %e7) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold7 = xla.convert %x7 : (tensor<2xi1>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%fold7, %e7) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // PRED to i32
  %x8 = xla.constant dense<[true, false]> : tensor<2xi1>
  %e8 = xla.constant dense<[1, 0]> : tensor<2xi32>
  %x8_ = xla.optimization_barrier %x8 : (tensor<2xi1>) -> tensor<2xi1>
  %run8 = xla.convert %x8_ : (tensor<2xi1>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %fold8 = xla.convert %x8 : (tensor<2xi1>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // f32 to PRED: NaN and the smallest subnormal are not zero
  %x9 = xla.constant dense<[0.0, -0.0, 1.40129846e-45, 0x7FC00000, -2.0]> : tensor<5xf32>
  %e9 = xla.constant dense<[false, false, true, true, true]> : tensor<5xi1>
  %x9_ = xla.optimization_barrier %x9 : (tensor<5xf32>) -> tensor<5xf32>
  %run9 = xla.convert %x9_ : (tensor<5xf32>) -> tensor<5xi1>
  xla.custom_call "check.expect_eq"(%run9, %e9) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  %fold9 = xla.convert %x9 : (tensor<5xf32>) -> tensor<5xi1>
  xla.custom_call "check.expect_eq"(%fold9, %e9) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()

  // i32 to PRED
  %x10 = xla.constant dense<[0, 256, -1]> : tensor<3xi32>
  %e10 = xla.constant dense<[false, true, true]> : tensor<3xi1>
  %x10_ = xla.optimization_barrier %x10 : (tensor<3xi32>) -> tensor<3xi32>
  %run10 = xla.convert %x10_ : (tensor<3xi32>) -> tensor<3xi1>
  xla.custom_call "check.expect_eq"(%run10, %e10) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  %fold10 = xla.convert %x10 : (tensor<3xi32>) -> tensor<3xi1>
  xla.custom_call "check.expect_eq"(%fold10, %e10) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()

  // f64 to f32 rounds to nearest even, overflows to infinity
  %x11 = xla.constant dense<[1.0000000596046448, 1.0000001788139343, 1.0e+300, -1.0e-300]> : tensor<4xf64>
  %e11 = xla.constant dense<[1.0, 1.00000024, 0x7F800000, -0.0]> : tensor<4xf32>
  %x11_ = xla.optimization_barrier %x11 : (tensor<4xf64>) -> tensor<4xf64>
  %run11 = xla.convert %x11_ : (tensor<4xf64>) -> tensor<4xf32>
  %run11_bits = xla.bitcast_convert %run11 : (tensor<4xf32>) -> tensor<4xui32>
  %run11_expected = xla.bitcast_convert %e11 : (tensor<4xf32>) -> tensor<4xui32>
  xla.custom_call "check.expect_eq"(%run11_bits, %run11_expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  %fold11 = xla.convert %x11 : (tensor<4xf64>) -> tensor<4xf32>
  %fold11_bits = xla.bitcast_convert %fold11 : (tensor<4xf32>) -> tensor<4xui32>
  %fold11_expected = xla.bitcast_convert %e11 : (tensor<4xf32>) -> tensor<4xui32>
  xla.custom_call "check.expect_eq"(%fold11_bits, %fold11_expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()

  // f64 to bf16 rounds once
  %x12 = xla.constant dense<[1.00390625000001, 1.00390625, 3.3961775292304956e+38]> : tensor<3xf64>
  %e12 = xla.constant dense<[1.0078125, 1.0, 0x7F80]> : tensor<3xbf16>
  %x12_ = xla.optimization_barrier %x12 : (tensor<3xf64>) -> tensor<3xf64>
  %run12 = xla.convert %x12_ : (tensor<3xf64>) -> tensor<3xbf16>
  %run12_bits = xla.bitcast_convert %run12 : (tensor<3xbf16>) -> tensor<3xui16>
  %run12_expected = xla.bitcast_convert %e12 : (tensor<3xbf16>) -> tensor<3xui16>
  xla.custom_call "check.expect_eq"(%run12_bits, %run12_expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()
  %fold12 = xla.convert %x12 : (tensor<3xf64>) -> tensor<3xbf16>
  %fold12_bits = xla.bitcast_convert %fold12 : (tensor<3xbf16>) -> tensor<3xui16>
  %fold12_expected = xla.bitcast_convert %e12 : (tensor<3xbf16>) -> tensor<3xui16>
  xla.custom_call "check.expect_eq"(%fold12_bits, %fold12_expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()

  // f32 to f16
  %x13 = xla.constant dense<[65504.0, 65520.0, 9.99999994e-09, 2049.0]> : tensor<4xf32>
  %e13 = xla.constant dense<[65504.0, 0x7C00, 0.0, 2048.0]> : tensor<4xf16>
  %x13_ = xla.optimization_barrier %x13 : (tensor<4xf32>) -> tensor<4xf32>
  %run13 = xla.convert %x13_ : (tensor<4xf32>) -> tensor<4xf16>
  %run13_bits = xla.bitcast_convert %run13 : (tensor<4xf16>) -> tensor<4xui16>
  %run13_expected = xla.bitcast_convert %e13 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%run13_bits, %run13_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  %fold13 = xla.convert %x13 : (tensor<4xf32>) -> tensor<4xf16>
  %fold13_bits = xla.bitcast_convert %fold13 : (tensor<4xf16>) -> tensor<4xui16>
  %fold13_expected = xla.bitcast_convert %e13 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%fold13_bits, %fold13_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()

  // bf16 to f32 is exact
  %x14 = xla.constant dense<[1.5, -3.140625]> : tensor<2xbf16>
  %e14 = xla.constant dense<[1.5, -3.140625]> : tensor<2xf32>
  %x14_ = xla.optimization_barrier %x14 : (tensor<2xbf16>) -> tensor<2xbf16>
  %run14 = xla.convert %x14_ : (tensor<2xbf16>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%run14, %e14) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold14 = xla.convert %x14 : (tensor<2xbf16>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%fold14, %e14) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // f32 to complex
  %x15 = xla.constant dense<[1.5, -2.0]> : tensor<2xf32>
  %e15 = xla.constant dense<[(1.5, 0.0), (-2.0, 0.0)]> : tensor<2xcomplex<f32>>
  %x15_ = xla.optimization_barrier %x15 : (tensor<2xf32>) -> tensor<2xf32>
  %run15 = xla.convert %x15_ : (tensor<2xf32>) -> tensor<2xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%run15, %e15) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()
  %fold15 = xla.convert %x15 : (tensor<2xf32>) -> tensor<2xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%fold15, %e15) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()

  // complex to f32 drops the imaginary part
  %x16 = xla.constant dense<[(1.0, 2.0), (-3.0, -4.0)]> : tensor<2xcomplex<f32>>
  %e16 = xla.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %x16_ = xla.optimization_barrier %x16 : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %run16 = xla.convert %x16_ : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%run16, %e16) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold16 = xla.convert %x16 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%fold16, %e16) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // complex<f32> to complex<f64>
  %x17 = xla.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f32>>
  %e17 = xla.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f64>>
  %x17_ = xla.optimization_barrier %x17 : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  %run17 = xla.convert %x17_ : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f64>>
  xla.custom_call "check.expect_eq"(%run17, %e17) {has_side_effect = true} : (tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>) -> ()
  %fold17 = xla.convert %x17 : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f64>>
  xla.custom_call "check.expect_eq"(%fold17, %e17) {has_side_effect = true} : (tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>) -> ()

  // f32 to f8E4M3FN rounds to even
  %x18 = xla.constant dense<[1.0, 1.0625, 1.1875, 448.0]> : tensor<4xf32>
  %e18 = xla.constant dense<[1.0, 1.0, 1.25, 448.0]> : tensor<4xf8E4M3FN>
  %x18_ = xla.optimization_barrier %x18 : (tensor<4xf32>) -> tensor<4xf32>
  %run18 = xla.convert %x18_ : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  xla.custom_call "check.expect_eq"(%run18, %e18) {has_side_effect = true} : (tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) -> ()
  %fold18 = xla.convert %x18 : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  xla.custom_call "check.expect_eq"(%fold18, %e18) {has_side_effect = true} : (tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) -> ()

  // f8E5M2 to f32
  %x19 = xla.constant dense<[1.5, -0.25, 57344.0]> : tensor<3xf8E5M2>
  %e19 = xla.constant dense<[1.5, -0.25, 57344.0]> : tensor<3xf32>
  %x19_ = xla.optimization_barrier %x19 : (tensor<3xf8E5M2>) -> tensor<3xf8E5M2>
  %run19 = xla.convert %x19_ : (tensor<3xf8E5M2>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%run19, %e19) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %fold19 = xla.convert %x19 : (tensor<3xf8E5M2>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%fold19, %e19) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // i32 to i4 and back
  %x20 = xla.constant dense<[7, -8, 9]> : tensor<3xi32>
  %e20 = xla.constant dense<[7, -8, -7]> : tensor<3xi4>
  %x20_ = xla.optimization_barrier %x20 : (tensor<3xi32>) -> tensor<3xi32>
  %run20 = xla.convert %x20_ : (tensor<3xi32>) -> tensor<3xi4>
  xla.custom_call "check.expect_eq"(%run20, %e20) {has_side_effect = true} : (tensor<3xi4>, tensor<3xi4>) -> ()
  %fold20 = xla.convert %x20 : (tensor<3xi32>) -> tensor<3xi4>
  xla.custom_call "check.expect_eq"(%fold20, %e20) {has_side_effect = true} : (tensor<3xi4>, tensor<3xi4>) -> ()
  return
}
