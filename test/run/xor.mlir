// RUN: xla-run %s
//
// xor: logical for PRED, bitwise for integers.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // PRED
  %a0 = xla.constant dense<[false, false, true, true]> : tensor<4xi1>
  %b0 = xla.constant dense<[false, true, false, true]> : tensor<4xi1>
  %e0 = xla.constant dense<[false, true, true, false]> : tensor<4xi1>
  %a0_ = xla.optimization_barrier %a0 : (tensor<4xi1>) -> tensor<4xi1>
  %b0_ = xla.optimization_barrier %b0 : (tensor<4xi1>) -> tensor<4xi1>
  %run0 = xla.xor %a0_, %b0_ : tensor<4xi1>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %fold0 = xla.xor %a0, %b0 : tensor<4xi1>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()

  // i8
  %a1 = xla.constant dense<[-128, 127, 127, -128, 7, -7, -7, 5, 0]> : tensor<9xi8>
  %b1 = xla.constant dense<[-1, 1, 127, -128, 2, 2, -2, 5, 3]> : tensor<9xi8>
  %e1 = xla.constant dense<[127, 126, 0, 0, 5, -5, 7, 0, 3]> : tensor<9xi8>
  %a1_ = xla.optimization_barrier %a1 : (tensor<9xi8>) -> tensor<9xi8>
  %b1_ = xla.optimization_barrier %b1 : (tensor<9xi8>) -> tensor<9xi8>
  %run1 = xla.xor %a1_, %b1_ : tensor<9xi8>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<9xi8>, tensor<9xi8>) -> ()
  %fold1 = xla.xor %a1, %b1 : tensor<9xi8>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<9xi8>, tensor<9xi8>) -> ()

  // i16
  %a2 = xla.constant dense<[-32768, 32767, 32767, -32768, 7, -7, -7, 5, 0]> : tensor<9xi16>
  %b2 = xla.constant dense<[-1, 1, 32767, -32768, 2, 2, -2, 5, 3]> : tensor<9xi16>
  %e2 = xla.constant dense<[32767, 32766, 0, 0, 5, -5, 7, 0, 3]> : tensor<9xi16>
  %a2_ = xla.optimization_barrier %a2 : (tensor<9xi16>) -> tensor<9xi16>
  %b2_ = xla.optimization_barrier %b2 : (tensor<9xi16>) -> tensor<9xi16>
  %run2 = xla.xor %a2_, %b2_ : tensor<9xi16>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<9xi16>, tensor<9xi16>) -> ()
  %fold2 = xla.xor %a2, %b2 : tensor<9xi16>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<9xi16>, tensor<9xi16>) -> ()

  // i32
  %a3 = xla.constant dense<[-2147483648, 2147483647, 2147483647, -2147483648, 7, -7, -7, 5, 0]> : tensor<9xi32>
  %b3 = xla.constant dense<[-1, 1, 2147483647, -2147483648, 2, 2, -2, 5, 3]> : tensor<9xi32>
  %e3 = xla.constant dense<[2147483647, 2147483646, 0, 0, 5, -5, 7, 0, 3]> : tensor<9xi32>
  %a3_ = xla.optimization_barrier %a3 : (tensor<9xi32>) -> tensor<9xi32>
  %b3_ = xla.optimization_barrier %b3 : (tensor<9xi32>) -> tensor<9xi32>
  %run3 = xla.xor %a3_, %b3_ : tensor<9xi32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()
  %fold3 = xla.xor %a3, %b3 : tensor<9xi32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()

  // i64
  %a4 = xla.constant dense<[-9223372036854775808, 9223372036854775807, 9223372036854775807, -9223372036854775808, 7, -7, -7, 5, 0]> : tensor<9xi64>
  %b4 = xla.constant dense<[-1, 1, 9223372036854775807, -9223372036854775808, 2, 2, -2, 5, 3]> : tensor<9xi64>
  %e4 = xla.constant dense<[9223372036854775807, 9223372036854775806, 0, 0, 5, -5, 7, 0, 3]> : tensor<9xi64>
  %a4_ = xla.optimization_barrier %a4 : (tensor<9xi64>) -> tensor<9xi64>
  %b4_ = xla.optimization_barrier %b4 : (tensor<9xi64>) -> tensor<9xi64>
  %run4 = xla.xor %a4_, %b4_ : tensor<9xi64>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<9xi64>, tensor<9xi64>) -> ()
  %fold4 = xla.xor %a4, %b4 : tensor<9xi64>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<9xi64>, tensor<9xi64>) -> ()

  // i4
  %a5 = xla.constant dense<[-8, 7, 7, -8, 7, -7, -7, 5, 0]> : tensor<9xi4>
  %b5 = xla.constant dense<[-1, 1, 7, -8, 2, 2, -2, 5, 3]> : tensor<9xi4>
  %e5 = xla.constant dense<[7, 6, 0, 0, 5, -5, 7, 0, 3]> : tensor<9xi4>
  %a5_ = xla.optimization_barrier %a5 : (tensor<9xi4>) -> tensor<9xi4>
  %b5_ = xla.optimization_barrier %b5 : (tensor<9xi4>) -> tensor<9xi4>
  %run5 = xla.xor %a5_, %b5_ : tensor<9xi4>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<9xi4>, tensor<9xi4>) -> ()
  %fold5 = xla.xor %a5, %b5 : tensor<9xi4>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<9xi4>, tensor<9xi4>) -> ()

  // ui8
  %a6 = xla.constant dense<[0, 255, 255, 0, 7, 7, 9, 5, 0]> : tensor<9xui8>
  %b6 = xla.constant dense<[1, 1, 255, 3, 2, 2, 4, 5, 3]> : tensor<9xui8>
  %e6 = xla.constant dense<[1, 254, 0, 3, 5, 5, 13, 0, 3]> : tensor<9xui8>
  %a6_ = xla.optimization_barrier %a6 : (tensor<9xui8>) -> tensor<9xui8>
  %b6_ = xla.optimization_barrier %b6 : (tensor<9xui8>) -> tensor<9xui8>
  %run6 = xla.xor %a6_, %b6_ : tensor<9xui8>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<9xui8>, tensor<9xui8>) -> ()
  %fold6 = xla.xor %a6, %b6 : tensor<9xui8>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<9xui8>, tensor<9xui8>) -> ()

  // ui32
  %a7 = xla.constant dense<[0, 4294967295, 4294967295, 0, 7, 7, 9, 5, 0]> : tensor<9xui32>
  %b7 = xla.constant dense<[1, 1, 4294967295, 3, 2, 2, 4, 5, 3]> : tensor<9xui32>
  %e7 = xla.constant dense<[1, 4294967294, 0, 3, 5, 5, 13, 0, 3]> : tensor<9xui32>
  %a7_ = xla.optimization_barrier %a7 : (tensor<9xui32>) -> tensor<9xui32>
  %b7_ = xla.optimization_barrier %b7 : (tensor<9xui32>) -> tensor<9xui32>
  %run7 = xla.xor %a7_, %b7_ : tensor<9xui32>
  xla.custom_call "check.expect_eq"(%run7, %e7) {has_side_effect = true} : (tensor<9xui32>, tensor<9xui32>) -> ()
  %fold7 = xla.xor %a7, %b7 : tensor<9xui32>
  xla.custom_call "check.expect_eq"(%fold7, %e7) {has_side_effect = true} : (tensor<9xui32>, tensor<9xui32>) -> ()

  // ui64
  %a8 = xla.constant dense<[0, 18446744073709551615, 18446744073709551615, 0, 7, 7, 9, 5, 0]> : tensor<9xui64>
  %b8 = xla.constant dense<[1, 1, 18446744073709551615, 3, 2, 2, 4, 5, 3]> : tensor<9xui64>
  %e8 = xla.constant dense<[1, 18446744073709551614, 0, 3, 5, 5, 13, 0, 3]> : tensor<9xui64>
  %a8_ = xla.optimization_barrier %a8 : (tensor<9xui64>) -> tensor<9xui64>
  %b8_ = xla.optimization_barrier %b8 : (tensor<9xui64>) -> tensor<9xui64>
  %run8 = xla.xor %a8_, %b8_ : tensor<9xui64>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<9xui64>, tensor<9xui64>) -> ()
  %fold8 = xla.xor %a8, %b8 : tensor<9xui64>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<9xui64>, tensor<9xui64>) -> ()
  return
}
