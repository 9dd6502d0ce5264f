// RUN: xla-run %s
//
// zeta: poles, NaN, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // where there is nothing or a pole, f32
  %a0 = xla.constant dense<[1.0, 1.0, 2.0, 2.0, 4.0, 0.5, -1.0, 3.0, 2.5, 0x7FC00000, 2.0]> : tensor<11xf32>
  %b0 = xla.constant dense<[2.0, -0.5, 0.0, -1.0, -3.0, 1.0, 1.0, -1.0, -0.5, 1.0, 0x7FC00000]> : tensor<11xf32>
  %e0 = xla.constant dense<[0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<11xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<11xf32>) -> tensor<11xf32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<11xf32>) -> tensor<11xf32>
  %run0 = xla.zeta %a0_, %b0_ : tensor<11xf32>
  xla.custom_call "check.expect_close"(%run0, %e0) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  %fold0 = xla.zeta %a0, %b0 : tensor<11xf32>
  xla.custom_call "check.expect_close"(%fold0, %e0) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()

  // at most 1 ULP, f32
  %a1 = xla.constant dense<[1.5, 2.0, 2.0, 3.0, 3.0, 2.0, 2.0, 3.0, 4.5, 10.0, 30.0]> : tensor<11xf32>
  %b1 = xla.constant dense<[0.5, 1.0, 2.5, 1.0, -0.5, -1.5, -9.5, -20.5, 7.0, 1.25, 2.0]> : tensor<11xf32>
  %e1 = xla.constant dense<[4.776538, 1.644934, 0.49035776, 1.2020569, 0.4143983, 9.379247, 9.769688, 0.001133145, 0.0004018827, 0.107683115, 9.313275e-10]> : tensor<11xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<11xf32>) -> tensor<11xf32>
  %b1_ = xla.optimization_barrier %b1 : (tensor<11xf32>) -> tensor<11xf32>
  %run1 = xla.zeta %a1_, %b1_ : tensor<11xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  %fold1 = xla.zeta %a1, %b1 : tensor<11xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()

  // where there is nothing or a pole, f64
  %a2 = xla.constant dense<[1.0, 1.0, 2.0, 2.0, 4.0, 0.5, -1.0, 3.0, 2.5, 0x7FF8000000000000, 2.0]> : tensor<11xf64>
  %b2 = xla.constant dense<[2.0, -0.5, 0.0, -1.0, -3.0, 1.0, 1.0, -1.0, -0.5, 1.0, 0x7FF8000000000000]> : tensor<11xf64>
  %e2 = xla.constant dense<[0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<11xf64>) -> tensor<11xf64>
  %b2_ = xla.optimization_barrier %b2 : (tensor<11xf64>) -> tensor<11xf64>
  %run2 = xla.zeta %a2_, %b2_ : tensor<11xf64>
  xla.custom_call "check.expect_close"(%run2, %e2) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()
  %fold2 = xla.zeta %a2, %b2 : tensor<11xf64>
  xla.custom_call "check.expect_close"(%fold2, %e2) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()

  // left of 0, at most 64 ULP, f64
  %a3 = xla.constant dense<[3.0, 2.0, 2.0, 3.0]> : tensor<4xf64>
  %b3 = xla.constant dense<[-0.5, -1.5, -9.5, -20.5]> : tensor<4xf64>
  %e3 = xla.constant dense<[0.41439832211716, 9.379246644989124, 9.769687445030232, 0.0011331449598188984]> : tensor<4xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<4xf64>) -> tensor<4xf64>
  %b3_ = xla.optimization_barrier %b3 : (tensor<4xf64>) -> tensor<4xf64>
  %run3 = xla.zeta %a3_, %b3_ : tensor<4xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 64 : i64} : (tensor<4xf64>, tensor<4xf64>) -> ()
  %fold3 = xla.zeta %a3, %b3 : tensor<4xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 64 : i64} : (tensor<4xf64>, tensor<4xf64>) -> ()

  // at most 6 ULP, f64
  %a4 = xla.constant dense<[1.5, 2.0, 2.0, 3.0, 4.5, 10.0, 30.0]> : tensor<7xf64>
  %b4 = xla.constant dense<[0.5, 1.0, 2.5, 1.0, 7.0, 1.25, 2.0]> : tensor<7xf64>
  %e4 = xla.constant dense<[4.776537947554833, 1.6449340668482264, 0.49035775610023485, 1.2020569031595942, 0.00040188268642576285, 0.10768311475392675, 9.313274324196682e-10]> : tensor<7xf64>
  %a4_ = xla.optimization_barrier %a4 : (tensor<7xf64>) -> tensor<7xf64>
  %b4_ = xla.optimization_barrier %b4 : (tensor<7xf64>) -> tensor<7xf64>
  %run4 = xla.zeta %a4_, %b4_ : tensor<7xf64>
  xla.custom_call "check.expect_close"(%run4, %e4) {has_side_effect = true, max_ulp_difference = 6 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()
  %fold4 = xla.zeta %a4, %b4 : tensor<7xf64>
  xla.custom_call "check.expect_close"(%fold4, %e4) {has_side_effect = true, max_ulp_difference = 6 : i64} : (tensor<7xf64>, tensor<7xf64>) -> ()

  // where there is nothing or a pole, bf16
  %a5 = xla.constant dense<[1.0, 1.0, 2.0, 2.0, 4.0, 0.5, -1.0, 3.0, 2.5, 0x7FC0, 2.0]> : tensor<11xbf16>
  %b5 = xla.constant dense<[2.0, -0.5, 0.0, -1.0, -3.0, 1.0, 1.0, -1.0, -0.5, 1.0, 0x7FC0]> : tensor<11xbf16>
  %e5 = xla.constant dense<[0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<11xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<11xbf16>) -> tensor<11xbf16>
  %b5_ = xla.optimization_barrier %b5 : (tensor<11xbf16>) -> tensor<11xbf16>
  %run5 = xla.zeta %a5_, %b5_ : tensor<11xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<11xbf16>, tensor<11xbf16>) -> ()
  %fold5 = xla.zeta %a5, %b5 : tensor<11xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<11xbf16>, tensor<11xbf16>) -> ()

  // at most 1 ULP, bf16
  %a6 = xla.constant dense<[1.5, 2.0, 2.0, 3.0, 3.0, 2.0, 2.0, 3.0, 4.5, 10.0, 30.0]> : tensor<11xbf16>
  %b6 = xla.constant dense<[0.5, 1.0, 2.5, 1.0, -0.5, -1.5, -9.5, -20.5, 7.0, 1.25, 2.0]> : tensor<11xbf16>
  %e6 = xla.constant dense<[4.78125, 1.6484375, 0.49023438, 1.203125, 0.4140625, 9.375, 9.75, 0.0011367798, 0.00040245056, 0.107910156, 9.313226e-10]> : tensor<11xbf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<11xbf16>) -> tensor<11xbf16>
  %b6_ = xla.optimization_barrier %b6 : (tensor<11xbf16>) -> tensor<11xbf16>
  %run6 = xla.zeta %a6_, %b6_ : tensor<11xbf16>
  xla.custom_call "check.expect_close"(%run6, %e6) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xbf16>, tensor<11xbf16>) -> ()
  %fold6 = xla.zeta %a6, %b6 : tensor<11xbf16>
  xla.custom_call "check.expect_close"(%fold6, %e6) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xbf16>, tensor<11xbf16>) -> ()

  // where there is nothing or a pole, f16
  %a7 = xla.constant dense<[1.0, 1.0, 2.0, 2.0, 4.0, 0.5, -1.0, 3.0, 2.5, 0x7E00, 2.0]> : tensor<11xf16>
  %b7 = xla.constant dense<[2.0, -0.5, 0.0, -1.0, -3.0, 1.0, 1.0, -1.0, -0.5, 1.0, 0x7E00]> : tensor<11xf16>
  %e7 = xla.constant dense<[0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<11xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<11xf16>) -> tensor<11xf16>
  %b7_ = xla.optimization_barrier %b7 : (tensor<11xf16>) -> tensor<11xf16>
  %run7 = xla.zeta %a7_, %b7_ : tensor<11xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<11xf16>, tensor<11xf16>) -> ()
  %fold7 = xla.zeta %a7, %b7 : tensor<11xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<11xf16>, tensor<11xf16>) -> ()

  // at most 1 ULP, f16
  %a8 = xla.constant dense<[1.5, 2.0, 2.0, 3.0, 3.0, 2.0, 2.0, 3.0, 4.5, 10.0, 30.0]> : tensor<11xf16>
  %b8 = xla.constant dense<[0.5, 1.0, 2.5, 1.0, -0.5, -1.5, -9.5, -20.5, 7.0, 1.25, 2.0]> : tensor<11xf16>
  %e8 = xla.constant dense<[4.7773438, 1.6445312, 0.49047852, 1.2021484, 0.41430664, 9.3828125, 9.7734375, 0.0011329651, 0.00040197372, 0.107666016, 0.0]> : tensor<11xf16>
  %a8_ = xla.optimization_barrier %a8 : (tensor<11xf16>) -> tensor<11xf16>
  %b8_ = xla.optimization_barrier %b8 : (tensor<11xf16>) -> tensor<11xf16>
  %run8 = xla.zeta %a8_, %b8_ : tensor<11xf16>
  xla.custom_call "check.expect_close"(%run8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf16>, tensor<11xf16>) -> ()
  %fold8 = xla.zeta %a8, %b8 : tensor<11xf16>
  xla.custom_call "check.expect_close"(%fold8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf16>, tensor<11xf16>) -> ()
  return
}
