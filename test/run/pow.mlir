// RUN: xla-run %s
//
// pow: integers by repeated multiplication, wrapping; a negative exponent gives 0 but for bases 1 and -1.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact, f32
  %a0 = xla.constant dense<[2.0, 2.0, 0.0, 0x7FC00000, 1.0, -2.0, 0.0, -0.0, -0.0, 0x7F800000, 0xFF800000, 0.5, 2.0, -1.0]> : tensor<14xf32>
  %b0 = xla.constant dense<[10.0, -1.0, 0.0, 0.0, 0x7FC00000, 3.0, -1.0, -1.0, 3.0, -1.0, 3.0, 0x7F800000, 0xFF800000, 0x7F800000]> : tensor<14xf32>
  %e0 = xla.constant dense<[1024.0, 0.5, 1.0, 1.0, 1.0, -8.0, 0x7F800000, 0xFF800000, -0.0, 0.0, 0xFF800000, 0.0, 0.0, 1.0]> : tensor<14xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<14xf32>) -> tensor<14xf32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<14xf32>) -> tensor<14xf32>
  %run0 = xla.pow %a0_, %b0_ : tensor<14xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<14xf32>) -> tensor<14xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<14xf32>) -> tensor<14xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<14xui32>, tensor<14xui32>) -> ()
  %fold0 = xla.pow %a0, %b0 : tensor<14xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<14xf32>) -> tensor<14xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<14xf32>) -> tensor<14xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<14xui32>, tensor<14xui32>) -> ()

  // at most 2 ULP, f32
  %a1 = xla.constant dense<[1.5, 10.0, 0.100000001, 1.00010002, 3.0, -1.5, 0x7FC00000]> : tensor<7xf32>
  %b1 = xla.constant dense<[2.5, -3.0, 0.300000012, 1000.0, 0.5, 0.5, 1.0]> : tensor<7xf32>
  %e1 = xla.constant dense<[2.75567603, 0.00100000005, 0.501187205, 1.10518372, 1.73205078, 0x7FC00000, 0x7FC00000]> : tensor<7xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<7xf32>) -> tensor<7xf32>
  %b1_ = xla.optimization_barrier %b1 : (tensor<7xf32>) -> tensor<7xf32>
  %run1 = xla.pow %a1_, %b1_ : tensor<7xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<7xf32>, tensor<7xf32>) -> ()
  %fold1 = xla.pow %a1, %b1 : tensor<7xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<7xf32>, tensor<7xf32>) -> ()

  // exact, f64
  %a2 = xla.constant dense<[2.0, 2.0, 0.0, 0x7FF8000000000000, 1.0, -2.0, 0.0, -0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0.5, 2.0, -1.0]> : tensor<14xf64>
  %b2 = xla.constant dense<[10.0, -1.0, 0.0, 0.0, 0x7FF8000000000000, 3.0, -1.0, -1.0, 3.0, -1.0, 3.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000]> : tensor<14xf64>
  %e2 = xla.constant dense<[1024.0, 0.5, 1.0, 1.0, 1.0, -8.0, 0x7FF0000000000000, 0xFFF0000000000000, -0.0, 0.0, 0xFFF0000000000000, 0.0, 0.0, 1.0]> : tensor<14xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<14xf64>) -> tensor<14xf64>
  %b2_ = xla.optimization_barrier %b2 : (tensor<14xf64>) -> tensor<14xf64>
  %run2 = xla.pow %a2_, %b2_ : tensor<14xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<14xf64>) -> tensor<14xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<14xf64>) -> tensor<14xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<14xui64>, tensor<14xui64>) -> ()
  %fold2 = xla.pow %a2, %b2 : tensor<14xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<14xf64>) -> tensor<14xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<14xf64>) -> tensor<14xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<14xui64>, tensor<14xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[1.5, 10.0, 0.1, 1.0001, 3.0, -1.5, 0x7FF8000000000000]> : tensor<7xf64>
  %b3 = xla.constant dense<[2.5, -3.0, 0.3, 1000.0, 0.5, 0.5, 1.0]> : tensor<7xf64>
  %e3 = xla.constant dense<[2.7556759606310752, 0.001, 0.5011872336272724, 1.1051653926032206, 1.7320508075688772, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<7xf64>) -> tensor<7xf64>
  %b3_ = xla.optimization_barrier %b3 : (tensor<7xf64>) -> tensor<7xf64>
  %run3 = xla.pow %a3_, %b3_ : tensor<7xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()
  %fold3 = xla.pow %a3, %b3 : tensor<7xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()

  // i8
  %a4 = xla.constant dense<[2, 3, 0, 1, 127, -1, -1, -3, 1, 2]> : tensor<10xi8>
  %b4 = xla.constant dense<[5, 4, 0, 7, 2, -3, -2, 3, -5, -1]> : tensor<10xi8>
  %e4 = xla.constant dense<[32, 81, 1, 1, 1, -1, 1, -27, 1, 0]> : tensor<10xi8>
  %a4_ = xla.optimization_barrier %a4 : (tensor<10xi8>) -> tensor<10xi8>
  %b4_ = xla.optimization_barrier %b4 : (tensor<10xi8>) -> tensor<10xi8>
  %run4 = xla.pow %a4_, %b4_ : tensor<10xi8>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<10xi8>, tensor<10xi8>) -> ()
  %fold4 = xla.pow %a4, %b4 : tensor<10xi8>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<10xi8>, tensor<10xi8>) -> ()

  // i32
  %a5 = xla.constant dense<[2, 3, 0, 1, 2147483647, -1, -1, -3, 1, 2]> : tensor<10xi32>
  %b5 = xla.constant dense<[5, 4, 0, 7, 2, -3, -2, 3, -5, -1]> : tensor<10xi32>
  %e5 = xla.constant dense<[32, 81, 1, 1, 1, -1, 1, -27, 1, 0]> : tensor<10xi32>
  %a5_ = xla.optimization_barrier %a5 : (tensor<10xi32>) -> tensor<10xi32>
  %b5_ = xla.optimization_barrier %b5 : (tensor<10xi32>) -> tensor<10xi32>
  %run5 = xla.pow %a5_, %b5_ : tensor<10xi32>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<10xi32>, tensor<10xi32>) -> ()
  %fold5 = xla.pow %a5, %b5 : tensor<10xi32>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<10xi32>, tensor<10xi32>) -> ()

  // i64
  %a6 = xla.constant dense<[2, 3, 0, 1, 9223372036854775807, -1, -1, -3, 1, 2]> : tensor<10xi64>
  %b6 = xla.constant dense<[5, 4, 0, 7, 2, -3, -2, 3, -5, -1]> : tensor<10xi64>
  %e6 = xla.constant dense<[32, 81, 1, 1, 1, -1, 1, -27, 1, 0]> : tensor<10xi64>
  %a6_ = xla.optimization_barrier %a6 : (tensor<10xi64>) -> tensor<10xi64>
  %b6_ = xla.optimization_barrier %b6 : (tensor<10xi64>) -> tensor<10xi64>
  %run6 = xla.pow %a6_, %b6_ : tensor<10xi64>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<10xi64>, tensor<10xi64>) -> ()
  %fold6 = xla.pow %a6, %b6 : tensor<10xi64>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<10xi64>, tensor<10xi64>) -> ()

  // ui8
  %a7 = xla.constant dense<[2, 3, 0, 1, 255]> : tensor<5xui8>
  %b7 = xla.constant dense<[5, 4, 0, 7, 2]> : tensor<5xui8>
  %e7 = xla.constant dense<[32, 81, 1, 1, 1]> : tensor<5xui8>
  %a7_ = xla.optimization_barrier %a7 : (tensor<5xui8>) -> tensor<5xui8>
  %b7_ = xla.optimization_barrier %b7 : (tensor<5xui8>) -> tensor<5xui8>
  %run7 = xla.pow %a7_, %b7_ : tensor<5xui8>
  xla.custom_call "check.expect_eq"(%run7, %e7) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()
  %fold7 = xla.pow %a7, %b7 : tensor<5xui8>
  xla.custom_call "check.expect_eq"(%fold7, %e7) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()

  // ui32
  %a8 = xla.constant dense<[2, 3, 0, 1, 4294967295]> : tensor<5xui32>
  %b8 = xla.constant dense<[5, 4, 0, 7, 2]> : tensor<5xui32>
  %e8 = xla.constant dense<[32, 81, 1, 1, 1]> : tensor<5xui32>
  %a8_ = xla.optimization_barrier %a8 : (tensor<5xui32>) -> tensor<5xui32>
  %b8_ = xla.optimization_barrier %b8 : (tensor<5xui32>) -> tensor<5xui32>
  %run8 = xla.pow %a8_, %b8_ : tensor<5xui32>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  %fold8 = xla.pow %a8, %b8 : tensor<5xui32>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  return
}
