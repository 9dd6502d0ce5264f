// RUN: xla-run %s
//
// shift_left: past the width, zero.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // i8
  %a0 = xla.constant dense<[1, 1, 127, -128, 3, 5, -1, -1]> : tensor<8xi8>
  %b0 = xla.constant dense<[0, 7, 1, 1, 8, 9, 127, -1]> : tensor<8xi8>
  %e0 = xla.constant dense<[1, -128, -2, 0, 0, 0, 0, 0]> : tensor<8xi8>
  %a0_ = xla.optimization_barrier %a0 : (tensor<8xi8>) -> tensor<8xi8>
  %b0_ = xla.optimization_barrier %b0 : (tensor<8xi8>) -> tensor<8xi8>
  %run0 = xla.shift_left %a0_, %b0_ : tensor<8xi8>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<8xi8>, tensor<8xi8>) -> ()
  %fold0 = xla.shift_left %a0, %b0 : tensor<8xi8>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<8xi8>, tensor<8xi8>) -> ()

  // i16
  %a1 = xla.constant dense<[1, 1, 32767, -32768, 3, 5, -1, -1]> : tensor<8xi16>
  %b1 = xla.constant dense<[0, 15, 1, 1, 16, 17, 32767, -1]> : tensor<8xi16>
  %e1 = xla.constant dense<[1, -32768, -2, 0, 0, 0, 0, 0]> : tensor<8xi16>
  %a1_ = xla.optimization_barrier %a1 : (tensor<8xi16>) -> tensor<8xi16>
  %b1_ = xla.optimization_barrier %b1 : (tensor<8xi16>) -> tensor<8xi16>
  %run1 = xla.shift_left %a1_, %b1_ : tensor<8xi16>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<8xi16>, tensor<8xi16>) -> ()
  %fold1 = xla.shift_left %a1, %b1 : tensor<8xi16>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<8xi16>, tensor<8xi16>) -> ()

  // i32
  %a2 = xla.constant dense<[1, 1, 2147483647, -2147483648, 3, 5, -1, -1]> : tensor<8xi32>
  %b2 = xla.constant dense<[0, 31, 1, 1, 32, 33, 2147483647, -1]> : tensor<8xi32>
  %e2 = xla.constant dense<[1, -2147483648, -2, 0, 0, 0, 0, 0]> : tensor<8xi32>
  %a2_ = xla.optimization_barrier %a2 : (tensor<8xi32>) -> tensor<8xi32>
  %b2_ = xla.optimization_barrier %b2 : (tensor<8xi32>) -> tensor<8xi32>
  %run2 = xla.shift_left %a2_, %b2_ : tensor<8xi32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  %fold2 = xla.shift_left %a2, %b2 : tensor<8xi32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()

  // i64
  %a3 = xla.constant dense<[1, 1, 9223372036854775807, -9223372036854775808, 3, 5, -1, -1]> : tensor<8xi64>
  %b3 = xla.constant dense<[0, 63, 1, 1, 64, 65, 9223372036854775807, -1]> : tensor<8xi64>
  %e3 = xla.constant dense<[1, -9223372036854775808, -2, 0, 0, 0, 0, 0]> : tensor<8xi64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<8xi64>) -> tensor<8xi64>
  %b3_ = xla.optimization_barrier %b3 : (tensor<8xi64>) -> tensor<8xi64>
  %run3 = xla.shift_left %a3_, %b3_ : tensor<8xi64>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<8xi64>, tensor<8xi64>) -> ()
  %fold3 = xla.shift_left %a3, %b3 : tensor<8xi64>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<8xi64>, tensor<8xi64>) -> ()

  // i4
  %a4 = xla.constant dense<[1, 1, 7, -8, 3, 5, -1, -1]> : tensor<8xi4>
  %b4 = xla.constant dense<[0, 3, 1, 1, 4, 5, 7, -1]> : tensor<8xi4>
  %e4 = xla.constant dense<[1, -8, -2, 0, 0, 0, 0, 0]> : tensor<8xi4>
  %a4_ = xla.optimization_barrier %a4 : (tensor<8xi4>) -> tensor<8xi4>
  %b4_ = xla.optimization_barrier %b4 : (tensor<8xi4>) -> tensor<8xi4>
  %run4 = xla.shift_left %a4_, %b4_ : tensor<8xi4>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<8xi4>, tensor<8xi4>) -> ()
  %fold4 = xla.shift_left %a4, %b4 : tensor<8xi4>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<8xi4>, tensor<8xi4>) -> ()

  // ui8
  %a5 = xla.constant dense<[1, 1, 255, 255, 3, 5, 255, 255]> : tensor<8xui8>
  %b5 = xla.constant dense<[0, 7, 1, 1, 8, 9, 255, 255]> : tensor<8xui8>
  %e5 = xla.constant dense<[1, 128, 254, 254, 0, 0, 0, 0]> : tensor<8xui8>
  %a5_ = xla.optimization_barrier %a5 : (tensor<8xui8>) -> tensor<8xui8>
  %b5_ = xla.optimization_barrier %b5 : (tensor<8xui8>) -> tensor<8xui8>
  %run5 = xla.shift_left %a5_, %b5_ : tensor<8xui8>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<8xui8>, tensor<8xui8>) -> ()
  %fold5 = xla.shift_left %a5, %b5 : tensor<8xui8>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<8xui8>, tensor<8xui8>) -> ()

  // ui32
  %a6 = xla.constant dense<[1, 1, 4294967295, 4294967295, 3, 5, 4294967295, 4294967295]> : tensor<8xui32>
  %b6 = xla.constant dense<[0, 31, 1, 1, 32, 33, 4294967295, 4294967295]> : tensor<8xui32>
  %e6 = xla.constant dense<[1, 2147483648, 4294967294, 4294967294, 0, 0, 0, 0]> : tensor<8xui32>
  %a6_ = xla.optimization_barrier %a6 : (tensor<8xui32>) -> tensor<8xui32>
  %b6_ = xla.optimization_barrier %b6 : (tensor<8xui32>) -> tensor<8xui32>
  %run6 = xla.shift_left %a6_, %b6_ : tensor<8xui32>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<8xui32>, tensor<8xui32>) -> ()
  %fold6 = xla.shift_left %a6, %b6 : tensor<8xui32>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<8xui32>, tensor<8xui32>) -> ()

  // ui64
  %a7 = xla.constant dense<[1, 1, 18446744073709551615, 18446744073709551615, 3, 5, 18446744073709551615, 18446744073709551615]> : tensor<8xui64>
  %b7 = xla.constant dense<[0, 63, 1, 1, 64, 65, 18446744073709551615, 18446744073709551615]> : tensor<8xui64>
  %e7 = xla.constant dense<[1, 9223372036854775808, 18446744073709551614, 18446744073709551614, 0, 0, 0, 0]> : tensor<8xui64>
  %a7_ = xla.optimization_barrier %a7 : (tensor<8xui64>) -> tensor<8xui64>
  %b7_ = xla.optimization_barrier %b7 : (tensor<8xui64>) -> tensor<8xui64>
  %run7 = xla.shift_left %a7_, %b7_ : tensor<8xui64>
  xla.custom_call "check.expect_eq"(%run7, %e7) {has_side_effect = true} : (tensor<8xui64>, tensor<8xui64>) -> ()
  %fold7 = xla.shift_left %a7, %b7 : tensor<8xui64>
  xla.custom_call "check.expect_eq"(%fold7, %e7) {has_side_effect = true} : (tensor<8xui64>, tensor<8xui64>) -> ()
  return
}
