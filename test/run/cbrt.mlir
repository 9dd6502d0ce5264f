// RUN: xla-run %s
//
// cbrt: signs of zero, infinities, NaN, subnormals, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0, 8.0, -27.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %e0 = xla.constant dense<[0.0, -0.0, 2.0, -3.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<6xf32>) -> tensor<6xf32>
  %run0 = xla.cbrt %a0_ : tensor<6xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<6xf32>) -> tensor<6xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  %fold0 = xla.cbrt %a0 : tensor<6xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<6xf32>) -> tensor<6xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()

  // at most 2 ULP, f32
  %a1 = xla.constant dense<[0x7FC00000, 1.0, -1.0, 2.0, -2.0, 0.00100000005, 0.100000001, 100.0, -123.5, 1.40129846e-45, 3.40282347e+38]> : tensor<11xf32>
  %e1 = xla.constant dense<[0x7FC00000, 1.0, -1.0, 1.25992107, -1.25992107, 0.100000001, 0.464158893, 4.64158869, -4.97991943, 1.11903471e-15, 6.98146357e+12]> : tensor<11xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<11xf32>) -> tensor<11xf32>
  %run1 = xla.cbrt %a1_ : tensor<11xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  %fold1 = xla.cbrt %a1 : tensor<11xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0, 8.0, -27.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<6xf64>
  %e2 = xla.constant dense<[0.0, -0.0, 2.0, -3.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<6xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<6xf64>) -> tensor<6xf64>
  %run2 = xla.cbrt %a2_ : tensor<6xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<6xf64>) -> tensor<6xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<6xf64>) -> tensor<6xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  %fold2 = xla.cbrt %a2 : tensor<6xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<6xf64>) -> tensor<6xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<6xf64>) -> tensor<6xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0x7FF8000000000000, 1.0, -1.0, 2.0, -2.0, 0.001, 0.1, 100.0, -123.5, 5.0e-324, 1.7976931348623157e+308]> : tensor<11xf64>
  %e3 = xla.constant dense<[0x7FF8000000000000, 1.0, -1.0, 1.2599210498948732, -1.2599210498948732, 0.1, 0.4641588833612779, 4.641588833612779, -4.9799194623620995, 1.7031839360032603e-108, 5.643803094122362e+102]> : tensor<11xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<11xf64>) -> tensor<11xf64>
  %run3 = xla.cbrt %a3_ : tensor<11xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()
  %fold3 = xla.cbrt %a3 : tensor<11xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0, 8.0, -27.0, 0x7F80, 0xFF80]> : tensor<6xbf16>
  %e4 = xla.constant dense<[0.0, -0.0, 2.0, -3.0, 0x7F80, 0xFF80]> : tensor<6xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<6xbf16>) -> tensor<6xbf16>
  %run4 = xla.cbrt %a4_ : tensor<6xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<6xbf16>) -> tensor<6xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<6xbf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  %fold4 = xla.cbrt %a4 : tensor<6xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<6xbf16>) -> tensor<6xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<6xbf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0x7FC0, 1.0, -1.0, 2.0, -2.0, 0.000999450684, 0.100097656, 100.0, -123.5, 9.18354962e-41, 3.38953139e+38]> : tensor<11xbf16>
  %e5 = xla.constant dense<[0x7FC0, 1.0, -1.0, 1.2578125, -1.2578125, 0.100097656, 0.46484375, 4.65625, -4.96875, 4.50750548e-14, 6.97502689e+12]> : tensor<11xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<11xbf16>) -> tensor<11xbf16>
  %run5 = xla.cbrt %a5_ : tensor<11xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xbf16>, tensor<11xbf16>) -> ()
  %fold5 = xla.cbrt %a5 : tensor<11xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xbf16>, tensor<11xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0, 8.0, -27.0, 0x7C00, 0xFC00]> : tensor<6xf16>
  %e6 = xla.constant dense<[0.0, -0.0, 2.0, -3.0, 0x7C00, 0xFC00]> : tensor<6xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<6xf16>) -> tensor<6xf16>
  %run6 = xla.cbrt %a6_ : tensor<6xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<6xf16>) -> tensor<6xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<6xf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  %fold6 = xla.cbrt %a6 : tensor<6xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<6xf16>) -> tensor<6xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<6xf16>) -> tensor<6xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0x7E00, 1.0, -1.0, 2.0, -2.0, 0.00100040436, 0.0999755859, 100.0, -123.5, 5.96046448e-08, 65504.0]> : tensor<11xf16>
  %e7 = xla.constant dense<[0x7E00, 1.0, -1.0, 1.25976562, -1.25976562, 0.100036621, 0.464111328, 4.640625, -4.98046875, 0.00390625, 40.3125]> : tensor<11xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<11xf16>) -> tensor<11xf16>
  %run7 = xla.cbrt %a7_ : tensor<11xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf16>, tensor<11xf16>) -> ()
  %fold7 = xla.cbrt %a7 : tensor<11xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf16>, tensor<11xf16>) -> ()
  return
}
