// RUN: xla-run %s
//
// atan2: quadrants and signed zeros.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // zeros, f32
  %a0 = xla.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %b0 = xla.constant dense<[1.0, 1.0]> : tensor<2xf32>
  %e0 = xla.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<2xf32>) -> tensor<2xf32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<2xf32>) -> tensor<2xf32>
  %run0 = xla.atan2 %a0_, %b0_ : tensor<2xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<2xf32>) -> tensor<2xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  %fold0 = xla.atan2 %a0, %b0 : tensor<2xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<2xf32>) -> tensor<2xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()

  // at most 2 ULP, f32
  %a1 = xla.constant dense<[1.0, 1.0, -1.0, -1.0, 0.0, -0.0, 1.0, -1.0, 0x7F800000, 0xFF800000, 1.0, 1.0, 0.5, -3.0]> : tensor<14xf32>
  %b1 = xla.constant dense<[1.0, -1.0, -1.0, 1.0, -1.0, -1.0, 0.0, 0.0, 0x7F800000, 0xFF800000, 0x7F800000, 0xFF800000, 2.0, 0.100000001]> : tensor<14xf32>
  %e1 = xla.constant dense<[0.785398185, 2.3561945, -2.3561945, -0.785398185, 3.14159274, -3.14159274, 1.57079637, -1.57079637, 0.785398185, -2.3561945, 0.0, 3.14159274, 0.244978666, -1.53747535]> : tensor<14xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<14xf32>) -> tensor<14xf32>
  %b1_ = xla.optimization_barrier %b1 : (tensor<14xf32>) -> tensor<14xf32>
  %run1 = xla.atan2 %a1_, %b1_ : tensor<14xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<14xf32>, tensor<14xf32>) -> ()
  %fold1 = xla.atan2 %a1, %b1 : tensor<14xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<14xf32>, tensor<14xf32>) -> ()

  // NaN, f32
  %a2 = xla.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %b2 = xla.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  %e2 = xla.constant dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>
  %a2_ = xla.optimization_barrier %a2 : (tensor<2xf32>) -> tensor<2xf32>
  %b2_ = xla.optimization_barrier %b2 : (tensor<2xf32>) -> tensor<2xf32>
  %run2 = xla.atan2 %a2_, %b2_ : tensor<2xf32>
  xla.custom_call "check.expect_close"(%run2, %e2) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold2 = xla.atan2 %a2, %b2 : tensor<2xf32>
  xla.custom_call "check.expect_close"(%fold2, %e2) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // zeros, f64
  %a3 = xla.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %b3 = xla.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %e3 = xla.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<2xf64>) -> tensor<2xf64>
  %b3_ = xla.optimization_barrier %b3 : (tensor<2xf64>) -> tensor<2xf64>
  %run3 = xla.atan2 %a3_, %b3_ : tensor<2xf64>
  %run3_bits = xla.bitcast_convert %run3 : (tensor<2xf64>) -> tensor<2xui64>
  %run3_expected = xla.bitcast_convert %e3 : (tensor<2xf64>) -> tensor<2xui64>
  xla.custom_call "check.expect_eq"(%run3_bits, %run3_expected) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %fold3 = xla.atan2 %a3, %b3 : tensor<2xf64>
  %fold3_bits = xla.bitcast_convert %fold3 : (tensor<2xf64>) -> tensor<2xui64>
  %fold3_expected = xla.bitcast_convert %e3 : (tensor<2xf64>) -> tensor<2xui64>
  xla.custom_call "check.expect_eq"(%fold3_bits, %fold3_expected) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()

  // at most 2 ULP, f64
  %a4 = xla.constant dense<[1.0, 1.0, -1.0, -1.0, 0.0, -0.0, 1.0, -1.0, 0x7FF0000000000000, 0xFFF0000000000000, 1.0, 1.0, 0.5, -3.0]> : tensor<14xf64>
  %b4 = xla.constant dense<[1.0, -1.0, -1.0, 1.0, -1.0, -1.0, 0.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 2.0, 0.1]> : tensor<14xf64>
  %e4 = xla.constant dense<[0.7853981633974483, 2.356194490192345, -2.356194490192345, -0.7853981633974483, 3.141592653589793, -3.141592653589793, 1.5707963267948966, -1.5707963267948966, 0.7853981633974483, -2.356194490192345, 0.0, 3.141592653589793, 0.24497866312686414, -1.5374753309166493]> : tensor<14xf64>
  %a4_ = xla.optimization_barrier %a4 : (tensor<14xf64>) -> tensor<14xf64>
  %b4_ = xla.optimization_barrier %b4 : (tensor<14xf64>) -> tensor<14xf64>
  %run4 = xla.atan2 %a4_, %b4_ : tensor<14xf64>
  xla.custom_call "check.expect_close"(%run4, %e4) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<14xf64>, tensor<14xf64>) -> ()
  %fold4 = xla.atan2 %a4, %b4 : tensor<14xf64>
  xla.custom_call "check.expect_close"(%fold4, %e4) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<14xf64>, tensor<14xf64>) -> ()

  // NaN, f64
  %a5 = xla.constant dense<[0x7FF8000000000000, 1.0]> : tensor<2xf64>
  %b5 = xla.constant dense<[1.0, 0x7FF8000000000000]> : tensor<2xf64>
  %e5 = xla.constant dense<[0x7FF8000000000000, 0x7FF8000000000000]> : tensor<2xf64>
  %a5_ = xla.optimization_barrier %a5 : (tensor<2xf64>) -> tensor<2xf64>
  %b5_ = xla.optimization_barrier %b5 : (tensor<2xf64>) -> tensor<2xf64>
  %run5 = xla.atan2 %a5_, %b5_ : tensor<2xf64>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<2xf64>, tensor<2xf64>) -> ()
  %fold5 = xla.atan2 %a5, %b5 : tensor<2xf64>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<2xf64>, tensor<2xf64>) -> ()
  return
}
