// RUN: xla-run %s
//
// not: logical for PRED, bitwise for integers.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // PRED
  %a0 = xla.constant dense<[true, false]> : tensor<2xi1>
  %e0 = xla.constant dense<[false, true]> : tensor<2xi1>
  %a0_ = xla.optimization_barrier %a0 : (tensor<2xi1>) -> tensor<2xi1>
  %run0 = xla.not %a0_ : tensor<2xi1>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  %fold0 = xla.not %a0 : tensor<2xi1>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()

  // i8
  %a1 = xla.constant dense<[-128, 0, 1, 127]> : tensor<4xi8>
  %e1 = xla.constant dense<[127, -1, -2, -128]> : tensor<4xi8>
  %a1_ = xla.optimization_barrier %a1 : (tensor<4xi8>) -> tensor<4xi8>
  %run1 = xla.not %a1_ : tensor<4xi8>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  %fold1 = xla.not %a1 : tensor<4xi8>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()

  // i16
  %a2 = xla.constant dense<[-32768, 0, 1, 32767]> : tensor<4xi16>
  %e2 = xla.constant dense<[32767, -1, -2, -32768]> : tensor<4xi16>
  %a2_ = xla.optimization_barrier %a2 : (tensor<4xi16>) -> tensor<4xi16>
  %run2 = xla.not %a2_ : tensor<4xi16>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  %fold2 = xla.not %a2 : tensor<4xi16>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()

  // i32
  %a3 = xla.constant dense<[-2147483648, 0, 1, 2147483647]> : tensor<4xi32>
  %e3 = xla.constant dense<[2147483647, -1, -2, -2147483648]> : tensor<4xi32>
  %a3_ = xla.optimization_barrier %a3 : (tensor<4xi32>) -> tensor<4xi32>
  %run3 = xla.not %a3_ : tensor<4xi32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %fold3 = xla.not %a3 : tensor<4xi32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()

  // i64
  %a4 = xla.constant dense<[-9223372036854775808, 0, 1, 9223372036854775807]> : tensor<4xi64>
  %e4 = xla.constant dense<[9223372036854775807, -1, -2, -9223372036854775808]> : tensor<4xi64>
  %a4_ = xla.optimization_barrier %a4 : (tensor<4xi64>) -> tensor<4xi64>
  %run4 = xla.not %a4_ : tensor<4xi64>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  %fold4 = xla.not %a4 : tensor<4xi64>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()

  // i4
  %a5 = xla.constant dense<[-8, 0, 1, 7]> : tensor<4xi4>
  %e5 = xla.constant dense<[7, -1, -2, -8]> : tensor<4xi4>
  %a5_ = xla.optimization_barrier %a5 : (tensor<4xi4>) -> tensor<4xi4>
  %run5 = xla.not %a5_ : tensor<4xi4>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<4xi4>, tensor<4xi4>) -> ()
  %fold5 = xla.not %a5 : tensor<4xi4>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<4xi4>, tensor<4xi4>) -> ()

  // ui8
  %a6 = xla.constant dense<[0, 0, 1, 255]> : tensor<4xui8>
  %e6 = xla.constant dense<[255, 255, 254, 0]> : tensor<4xui8>
  %a6_ = xla.optimization_barrier %a6 : (tensor<4xui8>) -> tensor<4xui8>
  %run6 = xla.not %a6_ : tensor<4xui8>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  %fold6 = xla.not %a6 : tensor<4xui8>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()

  // ui32
  %a7 = xla.constant dense<[0, 0, 1, 4294967295]> : tensor<4xui32>
  %e7 = xla.constant dense<[4294967295, 4294967295, 4294967294, 0]> : tensor<4xui32>
  %a7_ = xla.optimization_barrier %a7 : (tensor<4xui32>) -> tensor<4xui32>
  %run7 = xla.not %a7_ : tensor<4xui32>
  xla.custom_call "check.expect_eq"(%run7, %e7) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  %fold7 = xla.not %a7 : tensor<4xui32>
  xla.custom_call "check.expect_eq"(%fold7, %e7) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()

  // ui64
  %a8 = xla.constant dense<[0, 0, 1, 18446744073709551615]> : tensor<4xui64>
  %e8 = xla.constant dense<[18446744073709551615, 18446744073709551615, 18446744073709551614, 0]> : tensor<4xui64>
  %a8_ = xla.optimization_barrier %a8 : (tensor<4xui64>) -> tensor<4xui64>
  %run8 = xla.not %a8_ : tensor<4xui64>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  %fold8 = xla.not %a8 : tensor<4xui64>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}
