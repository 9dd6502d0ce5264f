// RUN: xla-run %s
//
// ge: a comparison with NaN is false; -0 equals +0; unsigned types compare unsigned.
// Row: lhs, column: rhs.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // f32
  %a0 = xla.constant dense<[[0xFF800000], [-0.0], [0.0], [1.0], [0x7F800000], [0x7FC00000]]> : tensor<6x1xf32>
  %b0 = xla.constant dense<[[0xFF800000, -0.0, 0.0, 1.0, 0x7F800000, 0x7FC00000]]> : tensor<1x6xf32>
  %e0 = xla.constant dense<[
    [true, false, false, false, false, false],
    [true, true, true, false, false, false],
    [true, true, true, false, false, false],
    [true, true, true, true, false, false],
    [true, true, true, true, true, false],
    [false, false, false, false, false, false]
  ]> : tensor<6x6xi1>
  %a0_ = xla.optimization_barrier %a0 : (tensor<6x1xf32>) -> tensor<6x1xf32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<1x6xf32>) -> tensor<1x6xf32>
  %run0 = xla.ge %a0_, %b0_ : (tensor<6x1xf32>, tensor<1x6xf32>) -> tensor<6x6xi1>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<6x6xi1>, tensor<6x6xi1>) -> ()
  %fold0 = xla.ge %a0, %b0 : (tensor<6x1xf32>, tensor<1x6xf32>) -> tensor<6x6xi1>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<6x6xi1>, tensor<6x6xi1>) -> ()

  // f64
  %a1 = xla.constant dense<[[0xFFF0000000000000], [-0.0], [0.0], [1.0], [0x7FF0000000000000], [0x7FF8000000000000]]> : tensor<6x1xf64>
  %b1 = xla.constant dense<[[0xFFF0000000000000, -0.0, 0.0, 1.0, 0x7FF0000000000000, 0x7FF8000000000000]]> : tensor<1x6xf64>
  %e1 = xla.constant dense<[
    [true, false, false, false, false, false],
    [true, true, true, false, false, false],
    [true, true, true, false, false, false],
    [true, true, true, true, false, false],
    [true, true, true, true, true, false],
    [false, false, false, false, false, false]
  ]> : tensor<6x6xi1>
  %a1_ = xla.optimization_barrier %a1 : (tensor<6x1xf64>) -> tensor<6x1xf64>
  %b1_ = xla.optimization_barrier %b1 : (tensor<1x6xf64>) -> tensor<1x6xf64>
  %run1 = xla.ge %a1_, %b1_ : (tensor<6x1xf64>, tensor<1x6xf64>) -> tensor<6x6xi1>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<6x6xi1>, tensor<6x6xi1>) -> ()
  %fold1 = xla.ge %a1, %b1 : (tensor<6x1xf64>, tensor<1x6xf64>) -> tensor<6x6xi1>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<6x6xi1>, tensor<6x6xi1>) -> ()

  // f16
  %a2 = xla.constant dense<[[0xFC00], [-0.0], [0.0], [1.0], [0x7C00], [0x7E00]]> : tensor<6x1xf16>
  %b2 = xla.constant dense<[[0xFC00, -0.0, 0.0, 1.0, 0x7C00, 0x7E00]]> : tensor<1x6xf16>
  %e2 = xla.constant dense<[
    [true, false, false, false, false, false],
    [true, true, true, false, false, false],
    [true, true, true, false, false, false],
    [true, true, true, true, false, false],
    [true, true, true, true, true, false],
    [false, false, false, false, false, false]
  ]> : tensor<6x6xi1>
  %a2_ = xla.optimization_barrier %a2 : (tensor<6x1xf16>) -> tensor<6x1xf16>
  %b2_ = xla.optimization_barrier %b2 : (tensor<1x6xf16>) -> tensor<1x6xf16>
  %run2 = xla.ge %a2_, %b2_ : (tensor<6x1xf16>, tensor<1x6xf16>) -> tensor<6x6xi1>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<6x6xi1>, tensor<6x6xi1>) -> ()
  %fold2 = xla.ge %a2, %b2 : (tensor<6x1xf16>, tensor<1x6xf16>) -> tensor<6x6xi1>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<6x6xi1>, tensor<6x6xi1>) -> ()

  // bf16
  %a3 = xla.constant dense<[[0xFF80], [-0.0], [0.0], [1.0], [0x7F80], [0x7FC0]]> : tensor<6x1xbf16>
  %b3 = xla.constant dense<[[0xFF80, -0.0, 0.0, 1.0, 0x7F80, 0x7FC0]]> : tensor<1x6xbf16>
  %e3 = xla.constant dense<[
    [true, false, false, false, false, false],
    [true, true, true, false, false, false],
    [true, true, true, false, false, false],
    [true, true, true, true, false, false],
    [true, true, true, true, true, false],
    [false, false, false, false, false, false]
  ]> : tensor<6x6xi1>
  %a3_ = xla.optimization_barrier %a3 : (tensor<6x1xbf16>) -> tensor<6x1xbf16>
  %b3_ = xla.optimization_barrier %b3 : (tensor<1x6xbf16>) -> tensor<1x6xbf16>
  %run3 = xla.ge %a3_, %b3_ : (tensor<6x1xbf16>, tensor<1x6xbf16>) -> tensor<6x6xi1>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<6x6xi1>, tensor<6x6xi1>) -> ()
  %fold3 = xla.ge %a3, %b3 : (tensor<6x1xbf16>, tensor<1x6xbf16>) -> tensor<6x6xi1>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<6x6xi1>, tensor<6x6xi1>) -> ()

  // i8
  %a4 = xla.constant dense<[[-128], [1], [127]]> : tensor<3x1xi8>
  %b4 = xla.constant dense<[[-128, 1, 127]]> : tensor<1x3xi8>
  %e4 = xla.constant dense<[
    [true, false, false],
    [true, true, false],
    [true, true, true]
  ]> : tensor<3x3xi1>
  %a4_ = xla.optimization_barrier %a4 : (tensor<3x1xi8>) -> tensor<3x1xi8>
  %b4_ = xla.optimization_barrier %b4 : (tensor<1x3xi8>) -> tensor<1x3xi8>
  %run4 = xla.ge %a4_, %b4_ : (tensor<3x1xi8>, tensor<1x3xi8>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()
  %fold4 = xla.ge %a4, %b4 : (tensor<3x1xi8>, tensor<1x3xi8>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()

  // i16
  %a5 = xla.constant dense<[[-32768], [1], [32767]]> : tensor<3x1xi16>
  %b5 = xla.constant dense<[[-32768, 1, 32767]]> : tensor<1x3xi16>
  %e5 = xla.constant dense<[
    [true, false, false],
    [true, true, false],
    [true, true, true]
  ]> : tensor<3x3xi1>
  %a5_ = xla.optimization_barrier %a5 : (tensor<3x1xi16>) -> tensor<3x1xi16>
  %b5_ = xla.optimization_barrier %b5 : (tensor<1x3xi16>) -> tensor<1x3xi16>
  %run5 = xla.ge %a5_, %b5_ : (tensor<3x1xi16>, tensor<1x3xi16>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()
  %fold5 = xla.ge %a5, %b5 : (tensor<3x1xi16>, tensor<1x3xi16>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()

  // i32
  %a6 = xla.constant dense<[[-2147483648], [1], [2147483647]]> : tensor<3x1xi32>
  %b6 = xla.constant dense<[[-2147483648, 1, 2147483647]]> : tensor<1x3xi32>
  %e6 = xla.constant dense<[
    [true, false, false],
    [true, true, false],
    [true, true, true]
  ]> : tensor<3x3xi1>
  %a6_ = xla.optimization_barrier %a6 : (tensor<3x1xi32>) -> tensor<3x1xi32>
  %b6_ = xla.optimization_barrier %b6 : (tensor<1x3xi32>) -> tensor<1x3xi32>
  %run6 = xla.ge %a6_, %b6_ : (tensor<3x1xi32>, tensor<1x3xi32>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()
  %fold6 = xla.ge %a6, %b6 : (tensor<3x1xi32>, tensor<1x3xi32>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()

  // i64
  %a7 = xla.constant dense<[[-9223372036854775808], [1], [9223372036854775807]]> : tensor<3x1xi64>
  %b7 = xla.constant dense<[[-9223372036854775808, 1, 9223372036854775807]]> : tensor<1x3xi64>
  %e7 = xla.constant dense<[
    [true, false, false],
    [true, true, false],
    [true, true, true]
  ]> : tensor<3x3xi1>
  %a7_ = xla.optimization_barrier %a7 : (tensor<3x1xi64>) -> tensor<3x1xi64>
  %b7_ = xla.optimization_barrier %b7 : (tensor<1x3xi64>) -> tensor<1x3xi64>
  %run7 = xla.ge %a7_, %b7_ : (tensor<3x1xi64>, tensor<1x3xi64>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%run7, %e7) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()
  %fold7 = xla.ge %a7, %b7 : (tensor<3x1xi64>, tensor<1x3xi64>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%fold7, %e7) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()

  // i4
  %a8 = xla.constant dense<[[-8], [1], [7]]> : tensor<3x1xi4>
  %b8 = xla.constant dense<[[-8, 1, 7]]> : tensor<1x3xi4>
  %e8 = xla.constant dense<[
    [true, false, false],
    [true, true, false],
    [true, true, true]
  ]> : tensor<3x3xi1>
  %a8_ = xla.optimization_barrier %a8 : (tensor<3x1xi4>) -> tensor<3x1xi4>
  %b8_ = xla.optimization_barrier %b8 : (tensor<1x3xi4>) -> tensor<1x3xi4>
  %run8 = xla.ge %a8_, %b8_ : (tensor<3x1xi4>, tensor<1x3xi4>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()
  %fold8 = xla.ge %a8, %b8 : (tensor<3x1xi4>, tensor<1x3xi4>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()

  // ui8
  %a9 = xla.constant dense<[[0], [1], [255]]> : tensor<3x1xui8>
  %b9 = xla.constant dense<[[0, 1, 255]]> : tensor<1x3xui8>
  %e9 = xla.constant dense<[
    [true, false, false],
    [true, true, false],
    [true, true, true]
  ]> : tensor<3x3xi1>
  %a9_ = xla.optimization_barrier %a9 : (tensor<3x1xui8>) -> tensor<3x1xui8>
  %b9_ = xla.optimization_barrier %b9 : (tensor<1x3xui8>) -> tensor<1x3xui8>
  %run9 = xla.ge %a9_, %b9_ : (tensor<3x1xui8>, tensor<1x3xui8>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%run9, %e9) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()
  %fold9 = xla.ge %a9, %b9 : (tensor<3x1xui8>, tensor<1x3xui8>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%fold9, %e9) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()

  // ui32
  %a10 = xla.constant dense<[[0], [1], [4294967295]]> : tensor<3x1xui32>
  %b10 = xla.constant dense<[[0, 1, 4294967295]]> : tensor<1x3xui32>
  %e10 = xla.constant dense<[
    [true, false, false],
    [true, true, false],
    [true, true, true]
  ]> : tensor<3x3xi1>
  %a10_ = xla.optimization_barrier %a10 : (tensor<3x1xui32>) -> tensor<3x1xui32>
  %b10_ = xla.optimization_barrier %b10 : (tensor<1x3xui32>) -> tensor<1x3xui32>
  %run10 = xla.ge %a10_, %b10_ : (tensor<3x1xui32>, tensor<1x3xui32>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%run10, %e10) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()
  %fold10 = xla.ge %a10, %b10 : (tensor<3x1xui32>, tensor<1x3xui32>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%fold10, %e10) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()

  // ui64
  %a11 = xla.constant dense<[[0], [1], [18446744073709551615]]> : tensor<3x1xui64>
  %b11 = xla.constant dense<[[0, 1, 18446744073709551615]]> : tensor<1x3xui64>
  %e11 = xla.constant dense<[
    [true, false, false],
    [true, true, false],
    [true, true, true]
  ]> : tensor<3x3xi1>
  %a11_ = xla.optimization_barrier %a11 : (tensor<3x1xui64>) -> tensor<3x1xui64>
  %b11_ = xla.optimization_barrier %b11 : (tensor<1x3xui64>) -> tensor<1x3xui64>
  %run11 = xla.ge %a11_, %b11_ : (tensor<3x1xui64>, tensor<1x3xui64>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%run11, %e11) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()
  %fold11 = xla.ge %a11, %b11 : (tensor<3x1xui64>, tensor<1x3xui64>) -> tensor<3x3xi1>
  xla.custom_call "check.expect_eq"(%fold11, %e11) {has_side_effect = true} : (tensor<3x3xi1>, tensor<3x3xi1>) -> ()

  // PRED
  %a12 = xla.constant dense<[[false], [true]]> : tensor<2x1xi1>
  %b12 = xla.constant dense<[[false, true]]> : tensor<1x2xi1>
  %e12 = xla.constant dense<[
    [true, false],
    [true, true]
  ]> : tensor<2x2xi1>
  %a12_ = xla.optimization_barrier %a12 : (tensor<2x1xi1>) -> tensor<2x1xi1>
  %b12_ = xla.optimization_barrier %b12 : (tensor<1x2xi1>) -> tensor<1x2xi1>
  %run12 = xla.ge %a12_, %b12_ : (tensor<2x1xi1>, tensor<1x2xi1>) -> tensor<2x2xi1>
  xla.custom_call "check.expect_eq"(%run12, %e12) {has_side_effect = true} : (tensor<2x2xi1>, tensor<2x2xi1>) -> ()
  %fold12 = xla.ge %a12, %b12 : (tensor<2x1xi1>, tensor<1x2xi1>) -> tensor<2x2xi1>
  xla.custom_call "check.expect_eq"(%fold12, %e12) {has_side_effect = true} : (tensor<2x2xi1>, tensor<2x2xi1>) -> ()
  return
}
