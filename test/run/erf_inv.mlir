// RUN: xla-run %s
//
// erf_inv: signs of zero, infinities, NaN, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0, 1.0, -1.0]> : tensor<4xf32>
  %e0 = xla.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<4xf32>) -> tensor<4xf32>
  %run0 = xla.erf_inv %a0_ : tensor<4xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<4xf32>) -> tensor<4xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<4xf32>) -> tensor<4xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  %fold0 = xla.erf_inv %a0 : tensor<4xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<4xf32>) -> tensor<4xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<4xf32>) -> tensor<4xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()

  // at most 1 ULP, f32
  %a1 = xla.constant dense<[0.25, -0.5, 0.75, -0.984375, 0.99609375, 0.001, 1.5, -2.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<11xf32>
  %e1 = xla.constant dense<[0.22531205, -0.47693628, 0.8134198, -1.7094724, 2.040452, 0.0008862272, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<11xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<11xf32>) -> tensor<11xf32>
  %run1 = xla.erf_inv %a1_ : tensor<11xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  %fold1 = xla.erf_inv %a1 : tensor<11xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0, 1.0, -1.0]> : tensor<4xf64>
  %e2 = xla.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<4xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<4xf64>) -> tensor<4xf64>
  %run2 = xla.erf_inv %a2_ : tensor<4xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<4xf64>) -> tensor<4xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<4xf64>) -> tensor<4xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  %fold2 = xla.erf_inv %a2 : tensor<4xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<4xf64>) -> tensor<4xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<4xf64>) -> tensor<4xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()

  // at most 4 ULP, f64
  %a3 = xla.constant dense<[0.25, -0.5, 0.75, -0.984375, 0.99609375, 0.001, 1.5, -2.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  %e3 = xla.constant dense<[0.2253120550121781, -0.4769362762044699, 0.8134198475976185, -1.7094723742995115, 2.0404520146056093, 0.0008862271574665521, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<11xf64>) -> tensor<11xf64>
  %run3 = xla.erf_inv %a3_ : tensor<11xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 4 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()
  %fold3 = xla.erf_inv %a3 : tensor<11xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 4 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0, 1.0, -1.0]> : tensor<4xbf16>
  %e4 = xla.constant dense<[0.0, -0.0, 0x7F80, 0xFF80]> : tensor<4xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<4xbf16>) -> tensor<4xbf16>
  %run4 = xla.erf_inv %a4_ : tensor<4xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<4xbf16>) -> tensor<4xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<4xbf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  %fold4 = xla.erf_inv %a4 : tensor<4xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<4xbf16>) -> tensor<4xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<4xbf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0.25, -0.5, 0.75, -0.984375, 0.99609375, 0.0009994507, 1.5, -2.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<11xbf16>
  %e5 = xla.constant dense<[0.22558594, -0.4765625, 0.8125, -1.7109375, 2.046875, 0.00088500977, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<11xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<11xbf16>) -> tensor<11xbf16>
  %run5 = xla.erf_inv %a5_ : tensor<11xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xbf16>, tensor<11xbf16>) -> ()
  %fold5 = xla.erf_inv %a5 : tensor<11xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xbf16>, tensor<11xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0, 1.0, -1.0]> : tensor<4xf16>
  %e6 = xla.constant dense<[0.0, -0.0, 0x7C00, 0xFC00]> : tensor<4xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<4xf16>) -> tensor<4xf16>
  %run6 = xla.erf_inv %a6_ : tensor<4xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<4xf16>) -> tensor<4xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  %fold6 = xla.erf_inv %a6 : tensor<4xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<4xf16>) -> tensor<4xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0.25, -0.5, 0.75, -0.984375, 0.99609375, 0.0010004044, 1.5, -2.0, 0x7C00, 0xFC00, 0x7E00]> : tensor<11xf16>
  %e7 = xla.constant dense<[0.2253418, -0.47705078, 0.81347656, -1.7089844, 2.0410156, 0.0008864403, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<11xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<11xf16>) -> tensor<11xf16>
  %run7 = xla.erf_inv %a7_ : tensor<11xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf16>, tensor<11xf16>) -> ()
  %fold7 = xla.erf_inv %a7 : tensor<11xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf16>, tensor<11xf16>) -> ()
  return
}
