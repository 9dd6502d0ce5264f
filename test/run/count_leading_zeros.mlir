// RUN: xla-run %s
//
// count_leading_zeros: the width for zero.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // i8
  %a0 = xla.constant dense<[0, 1, 2, 127, -1, -128]> : tensor<6xi8>
  %e0 = xla.constant dense<[8, 7, 6, 1, 0, 0]> : tensor<6xi8>
  %a0_ = xla.optimization_barrier %a0 : (tensor<6xi8>) -> tensor<6xi8>
  %run0 = xla.count_leading_zeros %a0_ : tensor<6xi8>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<6xi8>, tensor<6xi8>) -> ()
  %fold0 = xla.count_leading_zeros %a0 : tensor<6xi8>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<6xi8>, tensor<6xi8>) -> ()

  // i16
  %a1 = xla.constant dense<[0, 1, 2, 32767, -1, -32768]> : tensor<6xi16>
  %e1 = xla.constant dense<[16, 15, 14, 1, 0, 0]> : tensor<6xi16>
  %a1_ = xla.optimization_barrier %a1 : (tensor<6xi16>) -> tensor<6xi16>
  %run1 = xla.count_leading_zeros %a1_ : tensor<6xi16>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<6xi16>, tensor<6xi16>) -> ()
  %fold1 = xla.count_leading_zeros %a1 : tensor<6xi16>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<6xi16>, tensor<6xi16>) -> ()

  // i32
  %a2 = xla.constant dense<[0, 1, 2, 2147483647, -1, -2147483648]> : tensor<6xi32>
  %e2 = xla.constant dense<[32, 31, 30, 1, 0, 0]> : tensor<6xi32>
  %a2_ = xla.optimization_barrier %a2 : (tensor<6xi32>) -> tensor<6xi32>
  %run2 = xla.count_leading_zeros %a2_ : tensor<6xi32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  %fold2 = xla.count_leading_zeros %a2 : tensor<6xi32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()

  // i64
  %a3 = xla.constant dense<[0, 1, 2, 9223372036854775807, -1, -9223372036854775808]> : tensor<6xi64>
  %e3 = xla.constant dense<[64, 63, 62, 1, 0, 0]> : tensor<6xi64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<6xi64>) -> tensor<6xi64>
  %run3 = xla.count_leading_zeros %a3_ : tensor<6xi64>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()
  %fold3 = xla.count_leading_zeros %a3 : tensor<6xi64>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<6xi64>, tensor<6xi64>) -> ()

  // i4
  %a4 = xla.constant dense<[0, 1, 2, 7, -1, -8]> : tensor<6xi4>
  %e4 = xla.constant dense<[4, 3, 2, 1, 0, 0]> : tensor<6xi4>
  %a4_ = xla.optimization_barrier %a4 : (tensor<6xi4>) -> tensor<6xi4>
  %run4 = xla.count_leading_zeros %a4_ : tensor<6xi4>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<6xi4>, tensor<6xi4>) -> ()
  %fold4 = xla.count_leading_zeros %a4 : tensor<6xi4>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<6xi4>, tensor<6xi4>) -> ()

  // ui8
  %a5 = xla.constant dense<[0, 1, 2, 255, 254]> : tensor<5xui8>
  %e5 = xla.constant dense<[8, 7, 6, 0, 0]> : tensor<5xui8>
  %a5_ = xla.optimization_barrier %a5 : (tensor<5xui8>) -> tensor<5xui8>
  %run5 = xla.count_leading_zeros %a5_ : tensor<5xui8>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()
  %fold5 = xla.count_leading_zeros %a5 : tensor<5xui8>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()

  // ui32
  %a6 = xla.constant dense<[0, 1, 2, 4294967295, 4294967294]> : tensor<5xui32>
  %e6 = xla.constant dense<[32, 31, 30, 0, 0]> : tensor<5xui32>
  %a6_ = xla.optimization_barrier %a6 : (tensor<5xui32>) -> tensor<5xui32>
  %run6 = xla.count_leading_zeros %a6_ : tensor<5xui32>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  %fold6 = xla.count_leading_zeros %a6 : tensor<5xui32>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()

  // ui64
  %a7 = xla.constant dense<[0, 1, 2, 18446744073709551615, 18446744073709551614]> : tensor<5xui64>
  %e7 = xla.constant dense<[64, 63, 62, 0, 0]> : tensor<5xui64>
  %a7_ = xla.optimization_barrier %a7 : (tensor<5xui64>) -> tensor<5xui64>
  %run7 = xla.count_leading_zeros %a7_ : tensor<5xui64>
  xla.custom_call "check.expect_eq"(%run7, %e7) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()
  %fold7 = xla.count_leading_zeros %a7 : tensor<5xui64>
  xla.custom_call "check.expect_eq"(%fold7, %e7) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()
  return
}
