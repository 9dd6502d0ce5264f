// RUN: xla-run %s
//
// ne_total_order: -NaN < -Inf < -1 < -0 < +0 < 1 < +Inf < +NaN.
// Row: lhs, column: rhs.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // f32
  %a0 = xla.constant dense<[[0xFFC00000], [0xFF800000], [-1.0], [-0.0], [0.0], [1.0], [0x7F800000], [0x7FC00000]]> : tensor<8x1xf32>
  %b0 = xla.constant dense<[[0xFFC00000, 0xFF800000, -1.0, -0.0, 0.0, 1.0, 0x7F800000, 0x7FC00000]]> : tensor<1x8xf32>
  %e0 = xla.constant dense<[
    [false, true, true, true, true, true, true, true],
    [true, false, true, true, true, true, true, true],
    [true, true, false, true, true, true, true, true],
    [true, true, true, false, true, true, true, true],
    [true, true, true, true, false, true, true, true],
    [true, true, true, true, true, false, true, true],
    [true, true, true, true, true, true, false, true],
    [true, true, true, true, true, true, true, false]
  ]> : tensor<8x8xi1>
  %a0_ = xla.optimization_barrier %a0 : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<1x8xf32>) -> tensor<1x8xf32>
  %run0 = xla.ne_total_order %a0_, %b0_ : (tensor<8x1xf32>, tensor<1x8xf32>) -> tensor<8x8xi1>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<8x8xi1>, tensor<8x8xi1>) -> ()
  %fold0 = xla.ne_total_order %a0, %b0 : (tensor<8x1xf32>, tensor<1x8xf32>) -> tensor<8x8xi1>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<8x8xi1>, tensor<8x8xi1>) -> ()

  // f64
  %a1 = xla.constant dense<[[0xFFF8000000000000], [0xFFF0000000000000], [-1.0], [-0.0], [0.0], [1.0], [0x7FF0000000000000], [0x7FF8000000000000]]> : tensor<8x1xf64>
  %b1 = xla.constant dense<[[0xFFF8000000000000, 0xFFF0000000000000, -1.0, -0.0, 0.0, 1.0, 0x7FF0000000000000, 0x7FF8000000000000]]> : tensor<1x8xf64>
  %e1 = xla.constant dense<[
    [false, true, true, true, true, true, true, true],
    [true, false, true, true, true, true, true, true],
    [true, true, false, true, true, true, true, true],
    [true, true, true, false, true, true, true, true],
    [true, true, true, true, false, true, true, true],
    [true, true, true, true, true, false, true, true],
    [true, true, true, true, true, true, false, true],
    [true, true, true, true, true, true, true, false]
  ]> : tensor<8x8xi1>
  %a1_ = xla.optimization_barrier %a1 : (tensor<8x1xf64>) -> tensor<8x1xf64>
  %b1_ = xla.optimization_barrier %b1 : (tensor<1x8xf64>) -> tensor<1x8xf64>
  %run1 = xla.ne_total_order %a1_, %b1_ : (tensor<8x1xf64>, tensor<1x8xf64>) -> tensor<8x8xi1>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<8x8xi1>, tensor<8x8xi1>) -> ()
  %fold1 = xla.ne_total_order %a1, %b1 : (tensor<8x1xf64>, tensor<1x8xf64>) -> tensor<8x8xi1>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<8x8xi1>, tensor<8x8xi1>) -> ()

  // f16
  %a2 = xla.constant dense<[[0xFE00], [0xFC00], [-1.0], [-0.0], [0.0], [1.0], [0x7C00], [0x7E00]]> : tensor<8x1xf16>
  %b2 = xla.constant dense<[[0xFE00, 0xFC00, -1.0, -0.0, 0.0, 1.0, 0x7C00, 0x7E00]]> : tensor<1x8xf16>
  %e2 = xla.constant dense<[
    [false, true, true, true, true, true, true, true],
    [true, false, true, true, true, true, true, true],
    [true, true, false, true, true, true, true, true],
    [true, true, true, false, true, true, true, true],
    [true, true, true, true, false, true, true, true],
    [true, true, true, true, true, false, true, true],
    [true, true, true, true, true, true, false, true],
    [true, true, true, true, true, true, true, false]
  ]> : tensor<8x8xi1>
  %a2_ = xla.optimization_barrier %a2 : (tensor<8x1xf16>) -> tensor<8x1xf16>
  %b2_ = xla.optimization_barrier %b2 : (tensor<1x8xf16>) -> tensor<1x8xf16>
  %run2 = xla.ne_total_order %a2_, %b2_ : (tensor<8x1xf16>, tensor<1x8xf16>) -> tensor<8x8xi1>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<8x8xi1>, tensor<8x8xi1>) -> ()
  %fold2 = xla.ne_total_order %a2, %b2 : (tensor<8x1xf16>, tensor<1x8xf16>) -> tensor<8x8xi1>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<8x8xi1>, tensor<8x8xi1>) -> ()

  // bf16
  %a3 = xla.constant dense<[[0xFFC0], [0xFF80], [-1.0], [-0.0], [0.0], [1.0], [0x7F80], [0x7FC0]]> : tensor<8x1xbf16>
  %b3 = xla.constant dense<[[0xFFC0, 0xFF80, -1.0, -0.0, 0.0, 1.0, 0x7F80, 0x7FC0]]> : tensor<1x8xbf16>
  %e3 = xla.constant dense<[
    [false, true, true, true, true, true, true, true],
    [true, false, true, true, true, true, true, true],
    [true, true, false, true, true, true, true, true],
    [true, true, true, false, true, true, true, true],
    [true, true, true, true, false, true, true, true],
    [true, true, true, true, true, false, true, true],
    [true, true, true, true, true, true, false, true],
    [true, true, true, true, true, true, true, false]
  ]> : tensor<8x8xi1>
  %a3_ = xla.optimization_barrier %a3 : (tensor<8x1xbf16>) -> tensor<8x1xbf16>
  %b3_ = xla.optimization_barrier %b3 : (tensor<1x8xbf16>) -> tensor<1x8xbf16>
  %run3 = xla.ne_total_order %a3_, %b3_ : (tensor<8x1xbf16>, tensor<1x8xbf16>) -> tensor<8x8xi1>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<8x8xi1>, tensor<8x8xi1>) -> ()
  %fold3 = xla.ne_total_order %a3, %b3 : (tensor<8x1xbf16>, tensor<1x8xbf16>) -> tensor<8x8xi1>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<8x8xi1>, tensor<8x8xi1>) -> ()
  return
}
