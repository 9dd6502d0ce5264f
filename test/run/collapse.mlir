// RUN: xla-run %s
//
// collapse: consecutive dimensions become one; the document's example.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // dimensions [0, 1, 2]
  %x0 = xla.constant dense<[[[10, 11, 12], [15, 16, 17]], [[20, 21, 22], [25, 26, 27]], [[30, 31, 32], [35, 36, 37]], [[40, 41, 42], [45, 46, 47]]]> : tensor<4x2x3xi32>
  %e0 = xla.constant dense<[10, 11, 12, 15, 16, 17, 20, 21, 22, 25, 26, 27, 30, 31, 32, 35, 36, 37, 40, 41, 42, 45, 46, 47]> : tensor<24xi32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %run0 = xla.collapse %x0_, dims = [0, 1, 2] : (tensor<4x2x3xi32>) -> tensor<24xi32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<24xi32>, tensor<24xi32>) -> ()
  %fold0 = xla.collapse %x0, dims = [0, 1, 2] : (tensor<4x2x3xi32>) -> tensor<24xi32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<24xi32>, tensor<24xi32>) -> ()

  // dimensions [1, 2]
  %x1 = xla.constant dense<[[[10, 11, 12], [15, 16, 17]], [[20, 21, 22], [25, 26, 27]], [[30, 31, 32], [35, 36, 37]], [[40, 41, 42], [45, 46, 47]]]> : tensor<4x2x3xi32>
  %e1 = xla.constant dense<[[10, 11, 12, 15, 16, 17], [20, 21, 22, 25, 26, 27], [30, 31, 32, 35, 36, 37], [40, 41, 42, 45, 46, 47]]> : tensor<4x6xi32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %run1 = xla.collapse %x1_, dims = [1, 2] : (tensor<4x2x3xi32>) -> tensor<4x6xi32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<4x6xi32>, tensor<4x6xi32>) -> ()
  %fold1 = xla.collapse %x1, dims = [1, 2] : (tensor<4x2x3xi32>) -> tensor<4x6xi32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<4x6xi32>, tensor<4x6xi32>) -> ()

  // dimensions [0, 1]
  %x2 = xla.constant dense<[[[10, 11, 12], [15, 16, 17]], [[20, 21, 22], [25, 26, 27]], [[30, 31, 32], [35, 36, 37]], [[40, 41, 42], [45, 46, 47]]]> : tensor<4x2x3xi32>
  %e2 = xla.constant dense<[[10, 11, 12], [15, 16, 17], [20, 21, 22], [25, 26, 27], [30, 31, 32], [35, 36, 37], [40, 41, 42], [45, 46, 47]]> : tensor<8x3xi32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %run2 = xla.collapse %x2_, dims = [0, 1] : (tensor<4x2x3xi32>) -> tensor<8x3xi32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<8x3xi32>, tensor<8x3xi32>) -> ()
  %fold2 = xla.collapse %x2, dims = [0, 1] : (tensor<4x2x3xi32>) -> tensor<8x3xi32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<8x3xi32>, tensor<8x3xi32>) -> ()

  // dimensions [1]
  %x3 = xla.constant dense<[[[10, 11, 12], [15, 16, 17]], [[20, 21, 22], [25, 26, 27]], [[30, 31, 32], [35, 36, 37]], [[40, 41, 42], [45, 46, 47]]]> : tensor<4x2x3xi32>
  %e3 = xla.constant dense<[[[10, 11, 12], [15, 16, 17]], [[20, 21, 22], [25, 26, 27]], [[30, 31, 32], [35, 36, 37]], [[40, 41, 42], [45, 46, 47]]]> : tensor<4x2x3xi32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %run3 = xla.collapse %x3_, dims = [1] : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<4x2x3xi32>, tensor<4x2x3xi32>) -> ()
  %fold3 = xla.collapse %x3, dims = [1] : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<4x2x3xi32>, tensor<4x2x3xi32>) -> ()
  return
}
