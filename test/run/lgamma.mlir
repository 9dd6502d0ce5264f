// RUN: xla-run %s
//
// lgamma: signs of zero, infinities, NaN, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[1.0, 2.0, 0.0, -0.0, -1.0, -2.0, 0x7F800000, 0xFF800000]> : tensor<8xf32>
  %e0 = xla.constant dense<[0.0, 0.0, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000]> : tensor<8xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<8xf32>) -> tensor<8xf32>
  %run0 = xla.lgamma %a0_ : tensor<8xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<8xf32>) -> tensor<8xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<8xf32>) -> tensor<8xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<8xui32>, tensor<8xui32>) -> ()
  %fold0 = xla.lgamma %a0 : tensor<8xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<8xf32>) -> tensor<8xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<8xf32>) -> tensor<8xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<8xui32>, tensor<8xui32>) -> ()

  // at most 1 ULP, f32
  %a1 = xla.constant dense<[0.25, 0.5, 1.5, 2.5, 3.25, 7.75, 8.0, 20.5, 0.001, -0.5, -1.5, -2.25, 0x7FC00000]> : tensor<13xf32>
  %e1 = xla.constant dense<[1.2880225, 0.5723649, -0.12078224, 0.28468287, 0.9358019, 8.025458, 8.525162, 40.8315, 6.907179, 1.2655121, 0.86004704, 0.5555015, 0x7FC00000]> : tensor<13xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<13xf32>) -> tensor<13xf32>
  %run1 = xla.lgamma %a1_ : tensor<13xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xf32>, tensor<13xf32>) -> ()
  %fold1 = xla.lgamma %a1 : tensor<13xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xf32>, tensor<13xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[1.0, 2.0, 0.0, -0.0, -1.0, -2.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<8xf64>
  %e2 = xla.constant dense<[0.0, 0.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000]> : tensor<8xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<8xf64>) -> tensor<8xf64>
  %run2 = xla.lgamma %a2_ : tensor<8xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<8xf64>) -> tensor<8xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<8xf64>) -> tensor<8xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<8xui64>, tensor<8xui64>) -> ()
  %fold2 = xla.lgamma %a2 : tensor<8xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<8xf64>) -> tensor<8xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<8xf64>) -> tensor<8xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<8xui64>, tensor<8xui64>) -> ()

  // by reflection, at most 16 ULP, f64
  %a3 = xla.constant dense<[-0.5, -1.5, -2.25]> : tensor<3xf64>
  %e3 = xla.constant dense<[1.2655121234846454, 0.860047015376481, 0.5555015450206475]> : tensor<3xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<3xf64>) -> tensor<3xf64>
  %run3 = xla.lgamma %a3_ : tensor<3xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 16 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  %fold3 = xla.lgamma %a3 : tensor<3xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 16 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()

  // at most 3 ULP, f64
  %a4 = xla.constant dense<[0.25, 0.5, 1.5, 2.5, 3.25, 7.75, 8.0, 20.5, 0.001, 0x7FF8000000000000]> : tensor<10xf64>
  %e4 = xla.constant dense<[1.2880225246980774, 0.5723649429247001, -0.12078223763524522, 0.2846828704729192, 0.9358019311087253, 8.025458396315983, 8.525161361065415, 40.8315009745308, 6.907178885383853, 0x7FF8000000000000]> : tensor<10xf64>
  %a4_ = xla.optimization_barrier %a4 : (tensor<10xf64>) -> tensor<10xf64>
  %run4 = xla.lgamma %a4_ : tensor<10xf64>
  xla.custom_call "check.expect_close"(%run4, %e4) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<10xf64>, tensor<10xf64>) -> ()
  %fold4 = xla.lgamma %a4 : tensor<10xf64>
  xla.custom_call "check.expect_close"(%fold4, %e4) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<10xf64>, tensor<10xf64>) -> ()

  // exact results, bf16
  %a5 = xla.constant dense<[1.0, 2.0, 0.0, -0.0, -1.0, -2.0, 0x7F80, 0xFF80]> : tensor<8xbf16>
  %e5 = xla.constant dense<[0.0, 0.0, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80]> : tensor<8xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<8xbf16>) -> tensor<8xbf16>
  %run5 = xla.lgamma %a5_ : tensor<8xbf16>
  %run5_bits = xla.bitcast_convert %run5 : (tensor<8xbf16>) -> tensor<8xui16>
  %run5_expected = xla.bitcast_convert %e5 : (tensor<8xbf16>) -> tensor<8xui16>
  xla.custom_call "check.expect_eq"(%run5_bits, %run5_expected) {has_side_effect = true} : (tensor<8xui16>, tensor<8xui16>) -> ()
  %fold5 = xla.lgamma %a5 : tensor<8xbf16>
  %fold5_bits = xla.bitcast_convert %fold5 : (tensor<8xbf16>) -> tensor<8xui16>
  %fold5_expected = xla.bitcast_convert %e5 : (tensor<8xbf16>) -> tensor<8xui16>
  xla.custom_call "check.expect_eq"(%fold5_bits, %fold5_expected) {has_side_effect = true} : (tensor<8xui16>, tensor<8xui16>) -> ()

  // at most 1 ULP, bf16
  %a6 = xla.constant dense<[0.25, 0.5, 1.5, 2.5, 3.25, 7.75, 8.0, 20.5, 0.0009994507, -0.5, -1.5, -2.25, 0x7FC0]> : tensor<13xbf16>
  %e6 = xla.constant dense<[1.2890625, 0.57421875, -0.12060547, 0.28515625, 0.9375, 8.0, 8.5, 40.75, 6.90625, 1.265625, 0.859375, 0.5546875, 0x7FC0]> : tensor<13xbf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<13xbf16>) -> tensor<13xbf16>
  %run6 = xla.lgamma %a6_ : tensor<13xbf16>
  xla.custom_call "check.expect_close"(%run6, %e6) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xbf16>, tensor<13xbf16>) -> ()
  %fold6 = xla.lgamma %a6 : tensor<13xbf16>
  xla.custom_call "check.expect_close"(%fold6, %e6) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xbf16>, tensor<13xbf16>) -> ()

  // exact results, f16
  %a7 = xla.constant dense<[1.0, 2.0, 0.0, -0.0, -1.0, -2.0, 0x7C00, 0xFC00]> : tensor<8xf16>
  %e7 = xla.constant dense<[0.0, 0.0, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00]> : tensor<8xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<8xf16>) -> tensor<8xf16>
  %run7 = xla.lgamma %a7_ : tensor<8xf16>
  %run7_bits = xla.bitcast_convert %run7 : (tensor<8xf16>) -> tensor<8xui16>
  %run7_expected = xla.bitcast_convert %e7 : (tensor<8xf16>) -> tensor<8xui16>
  xla.custom_call "check.expect_eq"(%run7_bits, %run7_expected) {has_side_effect = true} : (tensor<8xui16>, tensor<8xui16>) -> ()
  %fold7 = xla.lgamma %a7 : tensor<8xf16>
  %fold7_bits = xla.bitcast_convert %fold7 : (tensor<8xf16>) -> tensor<8xui16>
  %fold7_expected = xla.bitcast_convert %e7 : (tensor<8xf16>) -> tensor<8xui16>
  xla.custom_call "check.expect_eq"(%fold7_bits, %fold7_expected) {has_side_effect = true} : (tensor<8xui16>, tensor<8xui16>) -> ()

  // at most 1 ULP, f16
  %a8 = xla.constant dense<[0.25, 0.5, 1.5, 2.5, 3.25, 7.75, 8.0, 20.5, 0.0010004044, -0.5, -1.5, -2.25, 0x7E00]> : tensor<13xf16>
  %e8 = xla.constant dense<[1.2880859, 0.5722656, -0.120788574, 0.28466797, 0.93603516, 8.0234375, 8.5234375, 40.84375, 6.90625, 1.265625, 0.8598633, 0.55566406, 0x7E00]> : tensor<13xf16>
  %a8_ = xla.optimization_barrier %a8 : (tensor<13xf16>) -> tensor<13xf16>
  %run8 = xla.lgamma %a8_ : tensor<13xf16>
  xla.custom_call "check.expect_close"(%run8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xf16>, tensor<13xf16>) -> ()
  %fold8 = xla.lgamma %a8 : tensor<13xf16>
  xla.custom_call "check.expect_close"(%fold8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<13xf16>, tensor<13xf16>) -> ()
  return
}
