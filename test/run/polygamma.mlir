// RUN: xla-run %s
//
// polygamma: poles, NaN, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // orders that are none and poles, f32
  %a0 = xla.constant dense<[-1.0, 0.5, 0.0, 0.0, 1.0, 1.0, 3.0, 0x7FC00000, 1.0, 0.0]> : tensor<10xf32>
  %b0 = xla.constant dense<[1.0, 1.0, 0.0, -1.0, 0.0, -1.0, -2.0, 1.0, 0x7FC00000, 0x7F800000]> : tensor<10xf32>
  %e0 = xla.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<10xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<10xf32>) -> tensor<10xf32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<10xf32>) -> tensor<10xf32>
  %run0 = xla.polygamma %a0_, %b0_ : tensor<10xf32>
  xla.custom_call "check.expect_close"(%run0, %e0) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<10xf32>, tensor<10xf32>) -> ()
  %fold0 = xla.polygamma %a0, %b0 : tensor<10xf32>
  xla.custom_call "check.expect_close"(%fold0, %e0) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<10xf32>, tensor<10xf32>) -> ()

  // at most 1 ULP, f32
  %a1 = xla.constant dense<[0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 5.0, 1.0, 2.0, 1.0, 9.0]> : tensor<11xf32>
  %b1 = xla.constant dense<[1.0, 2.5, 1.0, 2.5, 1.0, 0.5, 4.0, -0.5, -1.5, -20.5, 3.0]> : tensor<11xf32>
  %e1 = xla.constant dense<[-0.5772157, 0.70315665, 1.644934, 0.49035776, -2.4041138, 97.40909, 0.041558385, 8.934802, -0.23620406, 9.821995, 6.5364223]> : tensor<11xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<11xf32>) -> tensor<11xf32>
  %b1_ = xla.optimization_barrier %b1 : (tensor<11xf32>) -> tensor<11xf32>
  %run1 = xla.polygamma %a1_, %b1_ : tensor<11xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()
  %fold1 = xla.polygamma %a1, %b1 : tensor<11xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf32>, tensor<11xf32>) -> ()

  // orders that are none and poles, f64
  %a2 = xla.constant dense<[-1.0, 0.5, 0.0, 0.0, 1.0, 1.0, 3.0, 0x7FF8000000000000, 1.0, 0.0]> : tensor<10xf64>
  %b2 = xla.constant dense<[1.0, 1.0, 0.0, -1.0, 0.0, -1.0, -2.0, 1.0, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<10xf64>
  %e2 = xla.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<10xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<10xf64>) -> tensor<10xf64>
  %b2_ = xla.optimization_barrier %b2 : (tensor<10xf64>) -> tensor<10xf64>
  %run2 = xla.polygamma %a2_, %b2_ : tensor<10xf64>
  xla.custom_call "check.expect_close"(%run2, %e2) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<10xf64>, tensor<10xf64>) -> ()
  %fold2 = xla.polygamma %a2, %b2 : tensor<10xf64>
  xla.custom_call "check.expect_close"(%fold2, %e2) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<10xf64>, tensor<10xf64>) -> ()

  // left of 0, at most 64 ULP, f64
  %a3 = xla.constant dense<[1.0, 2.0, 1.0]> : tensor<3xf64>
  %b3 = xla.constant dense<[-0.5, -1.5, -20.5]> : tensor<3xf64>
  %e3 = xla.constant dense<[8.934802200544679, -0.2362040516417274, 9.82199434464988]> : tensor<3xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<3xf64>) -> tensor<3xf64>
  %b3_ = xla.optimization_barrier %b3 : (tensor<3xf64>) -> tensor<3xf64>
  %run3 = xla.polygamma %a3_, %b3_ : tensor<3xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 64 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  %fold3 = xla.polygamma %a3, %b3 : tensor<3xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 64 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()

  // at most 10 ULP, f64
  %a4 = xla.constant dense<[0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 5.0, 9.0]> : tensor<8xf64>
  %b4 = xla.constant dense<[1.0, 2.5, 1.0, 2.5, 1.0, 0.5, 4.0, 3.0]> : tensor<8xf64>
  %e4 = xla.constant dense<[-0.5772156649015329, 0.7031566406452432, 1.6449340668482264, 0.49035775610023485, -2.4041138063191885, 97.40909103400244, 0.041558384635954376, 6.5364223826268075]> : tensor<8xf64>
  %a4_ = xla.optimization_barrier %a4 : (tensor<8xf64>) -> tensor<8xf64>
  %b4_ = xla.optimization_barrier %b4 : (tensor<8xf64>) -> tensor<8xf64>
  %run4 = xla.polygamma %a4_, %b4_ : tensor<8xf64>
  xla.custom_call "check.expect_close"(%run4, %e4) {has_side_effect = true, max_ulp_difference = 10 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  %fold4 = xla.polygamma %a4, %b4 : tensor<8xf64>
  xla.custom_call "check.expect_close"(%fold4, %e4) {has_side_effect = true, max_ulp_difference = 10 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()

  // orders that are none and poles, bf16
  %a5 = xla.constant dense<[-1.0, 0.5, 0.0, 0.0, 1.0, 1.0, 3.0, 0x7FC0, 1.0, 0.0]> : tensor<10xbf16>
  %b5 = xla.constant dense<[1.0, 1.0, 0.0, -1.0, 0.0, -1.0, -2.0, 1.0, 0x7FC0, 0x7F80]> : tensor<10xbf16>
  %e5 = xla.constant dense<[0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7F80]> : tensor<10xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<10xbf16>) -> tensor<10xbf16>
  %b5_ = xla.optimization_barrier %b5 : (tensor<10xbf16>) -> tensor<10xbf16>
  %run5 = xla.polygamma %a5_, %b5_ : tensor<10xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<10xbf16>, tensor<10xbf16>) -> ()
  %fold5 = xla.polygamma %a5, %b5 : tensor<10xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<10xbf16>, tensor<10xbf16>) -> ()

  // at most 1 ULP, bf16
  %a6 = xla.constant dense<[0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 5.0, 1.0, 2.0, 1.0, 9.0]> : tensor<11xbf16>
  %b6 = xla.constant dense<[1.0, 2.5, 1.0, 2.5, 1.0, 0.5, 4.0, -0.5, -1.5, -20.5, 3.0]> : tensor<11xbf16>
  %e6 = xla.constant dense<[-0.578125, 0.703125, 1.6484375, 0.49023438, -2.40625, 97.5, 0.041503906, 8.9375, -0.23632812, 9.8125, 6.53125]> : tensor<11xbf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<11xbf16>) -> tensor<11xbf16>
  %b6_ = xla.optimization_barrier %b6 : (tensor<11xbf16>) -> tensor<11xbf16>
  %run6 = xla.polygamma %a6_, %b6_ : tensor<11xbf16>
  xla.custom_call "check.expect_close"(%run6, %e6) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xbf16>, tensor<11xbf16>) -> ()
  %fold6 = xla.polygamma %a6, %b6 : tensor<11xbf16>
  xla.custom_call "check.expect_close"(%fold6, %e6) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xbf16>, tensor<11xbf16>) -> ()

  // orders that are none and poles, f16
  %a7 = xla.constant dense<[-1.0, 0.5, 0.0, 0.0, 1.0, 1.0, 3.0, 0x7E00, 1.0, 0.0]> : tensor<10xf16>
  %b7 = xla.constant dense<[1.0, 1.0, 0.0, -1.0, 0.0, -1.0, -2.0, 1.0, 0x7E00, 0x7C00]> : tensor<10xf16>
  %e7 = xla.constant dense<[0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7C00]> : tensor<10xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<10xf16>) -> tensor<10xf16>
  %b7_ = xla.optimization_barrier %b7 : (tensor<10xf16>) -> tensor<10xf16>
  %run7 = xla.polygamma %a7_, %b7_ : tensor<10xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<10xf16>, tensor<10xf16>) -> ()
  %fold7 = xla.polygamma %a7, %b7 : tensor<10xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<10xf16>, tensor<10xf16>) -> ()

  // at most 1 ULP, f16
  %a8 = xla.constant dense<[0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 5.0, 1.0, 2.0, 1.0, 9.0]> : tensor<11xf16>
  %b8 = xla.constant dense<[1.0, 2.5, 1.0, 2.5, 1.0, 0.5, 4.0, -0.5, -1.5, -20.5, 3.0]> : tensor<11xf16>
  %e8 = xla.constant dense<[-0.57714844, 0.703125, 1.6445312, 0.49047852, -2.4042969, 97.4375, 0.04156494, 8.9375, -0.23620605, 9.8203125, 6.5351562]> : tensor<11xf16>
  %a8_ = xla.optimization_barrier %a8 : (tensor<11xf16>) -> tensor<11xf16>
  %b8_ = xla.optimization_barrier %b8 : (tensor<11xf16>) -> tensor<11xf16>
  %run8 = xla.polygamma %a8_, %b8_ : tensor<11xf16>
  xla.custom_call "check.expect_close"(%run8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf16>, tensor<11xf16>) -> ()
  %fold8 = xla.polygamma %a8, %b8 : tensor<11xf16>
  xla.custom_call "check.expect_close"(%fold8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<11xf16>, tensor<11xf16>) -> ()
  return
}
