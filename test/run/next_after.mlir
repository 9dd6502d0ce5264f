// RUN: xla-run %s
//
// next_after: over zero, at the ends of the subnormal numbers and of the finite ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // neighbours, f32
  %a0 = xla.constant dense<[0.0, -0.0, 0.0, -0.0, 1.0, 1.0, -1.0, 0x7F800000, 0xFF800000, 3.4028235e38, -3.4028235e38, 1.0e-45, -1.0e-45, 1.0e-45, 1.1754944e-38, 1.0, 0.0, 0.0]> : tensor<18xf32>
  %b0 = xla.constant dense<[-0.0, 0.0, 1.0, -1.0, 2.0, 0.0, -2.0, 0.0, 0.0, 0x7F800000, 0xFF800000, -1.0, 1.0, 1.0, 0.0, 1.0, 0xFF800000, 0x7F800000]> : tensor<18xf32>
  %e0 = xla.constant dense<[-0.0, 0.0, 1.0e-45, -1.0e-45, 1.0000001, 0.99999994, -1.0000001, 3.4028235e38, -3.4028235e38, 0x7F800000, 0xFF800000, 0.0, -0.0, 3.0e-45, 1.1754942e-38, 1.0, -1.0e-45, 1.0e-45]> : tensor<18xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<18xf32>) -> tensor<18xf32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<18xf32>) -> tensor<18xf32>
  %run0 = xla.next_after %a0_, %b0_ : tensor<18xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<18xf32>) -> tensor<18xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<18xf32>) -> tensor<18xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<18xui32>, tensor<18xui32>) -> ()
  %fold0 = xla.next_after %a0, %b0 : tensor<18xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<18xf32>) -> tensor<18xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<18xf32>) -> tensor<18xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<18xui32>, tensor<18xui32>) -> ()

  // NaN, f32
  %a1 = xla.constant dense<[0x7FC00000, 1.0, 0x7FC00000]> : tensor<3xf32>
  %b1 = xla.constant dense<[1.0, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  %e1 = xla.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<3xf32>) -> tensor<3xf32>
  %b1_ = xla.optimization_barrier %b1 : (tensor<3xf32>) -> tensor<3xf32>
  %run1 = xla.next_after %a1_, %b1_ : tensor<3xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %fold1 = xla.next_after %a1, %b1 : tensor<3xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // neighbours, f64
  %a2 = xla.constant dense<[0.0, -0.0, 0.0, -0.0, 1.0, 1.0, -1.0, 0x7FF0000000000000, 0xFFF0000000000000, 1.7976931348623157e308, -1.7976931348623157e308, 5.0e-324, -5.0e-324, 5.0e-324, 2.2250738585072014e-308, 1.0, 0.0, 0.0]> : tensor<18xf64>
  %b2 = xla.constant dense<[-0.0, 0.0, 1.0, -1.0, 2.0, 0.0, -2.0, 0.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, -1.0, 1.0, 1.0, 0.0, 1.0, 0xFFF0000000000000, 0x7FF0000000000000]> : tensor<18xf64>
  %e2 = xla.constant dense<[-0.0, 0.0, 5.0e-324, -5.0e-324, 1.0000000000000002, 0.9999999999999999, -1.0000000000000002, 1.7976931348623157e308, -1.7976931348623157e308, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, 1.0e-323, 2.225073858507201e-308, 1.0, -5.0e-324, 5.0e-324]> : tensor<18xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<18xf64>) -> tensor<18xf64>
  %b2_ = xla.optimization_barrier %b2 : (tensor<18xf64>) -> tensor<18xf64>
  %run2 = xla.next_after %a2_, %b2_ : tensor<18xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<18xf64>) -> tensor<18xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<18xf64>) -> tensor<18xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<18xui64>, tensor<18xui64>) -> ()
  %fold2 = xla.next_after %a2, %b2 : tensor<18xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<18xf64>) -> tensor<18xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<18xf64>) -> tensor<18xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<18xui64>, tensor<18xui64>) -> ()

  // NaN, f64
  %a3 = xla.constant dense<[0x7FF8000000000000, 1.0, 0x7FF8000000000000]> : tensor<3xf64>
  %b3 = xla.constant dense<[1.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<3xf64>) -> tensor<3xf64>
  %b3_ = xla.optimization_barrier %b3 : (tensor<3xf64>) -> tensor<3xf64>
  %run3 = xla.next_after %a3_, %b3_ : tensor<3xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  %fold3 = xla.next_after %a3, %b3 : tensor<3xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()

  // neighbours, bf16
  %a4 = xla.constant dense<[0.0, -0.0, 0.0, -0.0, 1.0, 1.0, -1.0, 0x7F80, 0xFF80, 3.3895314e38, -3.3895314e38, 9.1835e-41, -9.1835e-41, 9.1835e-41, 1.1754944e-38, 1.0, 0.0, 0.0]> : tensor<18xbf16>
  %b4 = xla.constant dense<[-0.0, 0.0, 1.0, -1.0, 2.0, 0.0, -2.0, 0.0, 0.0, 0x7F80, 0xFF80, -1.0, 1.0, 1.0, 0.0, 1.0, 0xFF80, 0x7F80]> : tensor<18xbf16>
  %e4 = xla.constant dense<[-0.0, 0.0, 9.1835e-41, -9.1835e-41, 1.0078125, 0.99609375, -1.0078125, 3.3895314e38, -3.3895314e38, 0x7F80, 0xFF80, 0.0, -0.0, 1.83671e-40, 1.1663108e-38, 1.0, -9.1835e-41, 9.1835e-41]> : tensor<18xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<18xbf16>) -> tensor<18xbf16>
  %b4_ = xla.optimization_barrier %b4 : (tensor<18xbf16>) -> tensor<18xbf16>
  %run4 = xla.next_after %a4_, %b4_ : tensor<18xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<18xbf16>) -> tensor<18xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<18xbf16>) -> tensor<18xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<18xui16>, tensor<18xui16>) -> ()
  %fold4 = xla.next_after %a4, %b4 : tensor<18xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<18xbf16>) -> tensor<18xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<18xbf16>) -> tensor<18xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<18xui16>, tensor<18xui16>) -> ()

  // NaN, bf16
  %a5 = xla.constant dense<[0x7FC0, 1.0, 0x7FC0]> : tensor<3xbf16>
  %b5 = xla.constant dense<[1.0, 0x7FC0, 0x7FC0]> : tensor<3xbf16>
  %e5 = xla.constant dense<[0x7FC0, 0x7FC0, 0x7FC0]> : tensor<3xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<3xbf16>) -> tensor<3xbf16>
  %b5_ = xla.optimization_barrier %b5 : (tensor<3xbf16>) -> tensor<3xbf16>
  %run5 = xla.next_after %a5_, %b5_ : tensor<3xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xbf16>, tensor<3xbf16>) -> ()
  %fold5 = xla.next_after %a5, %b5 : tensor<3xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xbf16>, tensor<3xbf16>) -> ()

  // neighbours, f16
  %a6 = xla.constant dense<[0.0, -0.0, 0.0, -0.0, 1.0, 1.0, -1.0, 0x7C00, 0xFC00, 65504.0, -65504.0, 5.9604645e-08, -5.9604645e-08, 5.9604645e-08, 6.1035156e-05, 1.0, 0.0, 0.0]> : tensor<18xf16>
  %b6 = xla.constant dense<[-0.0, 0.0, 1.0, -1.0, 2.0, 0.0, -2.0, 0.0, 0.0, 0x7C00, 0xFC00, -1.0, 1.0, 1.0, 0.0, 1.0, 0xFC00, 0x7C00]> : tensor<18xf16>
  %e6 = xla.constant dense<[-0.0, 0.0, 5.9604645e-08, -5.9604645e-08, 1.0009766, 0.9995117, -1.0009766, 65504.0, -65504.0, 0x7C00, 0xFC00, 0.0, -0.0, 1.1920929e-07, 6.097555e-05, 1.0, -5.9604645e-08, 5.9604645e-08]> : tensor<18xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<18xf16>) -> tensor<18xf16>
  %b6_ = xla.optimization_barrier %b6 : (tensor<18xf16>) -> tensor<18xf16>
  %run6 = xla.next_after %a6_, %b6_ : tensor<18xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<18xf16>) -> tensor<18xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<18xf16>) -> tensor<18xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<18xui16>, tensor<18xui16>) -> ()
  %fold6 = xla.next_after %a6, %b6 : tensor<18xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<18xf16>) -> tensor<18xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<18xf16>) -> tensor<18xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<18xui16>, tensor<18xui16>) -> ()

  // NaN, f16
  %a7 = xla.constant dense<[0x7E00, 1.0, 0x7E00]> : tensor<3xf16>
  %b7 = xla.constant dense<[1.0, 0x7E00, 0x7E00]> : tensor<3xf16>
  %e7 = xla.constant dense<[0x7E00, 0x7E00, 0x7E00]> : tensor<3xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<3xf16>) -> tensor<3xf16>
  %b7_ = xla.optimization_barrier %b7 : (tensor<3xf16>) -> tensor<3xf16>
  %run7 = xla.next_after %a7_, %b7_ : tensor<3xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xf16>, tensor<3xf16>) -> ()
  %fold7 = xla.next_after %a7, %b7 : tensor<3xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<3xf16>, tensor<3xf16>) -> ()
  return
}
