// RUN: xla-run %s
//
// reshape: the document's example, f32[4,2,3] with the elements 10 to 47.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // row-major order to one dimension
  %x0 = xla.constant dense<[[[10, 11, 12], [15, 16, 17]], [[20, 21, 22], [25, 26, 27]], [[30, 31, 32], [35, 36, 37]], [[40, 41, 42], [45, 46, 47]]]> : tensor<4x2x3xi32>
  %e0 = xla.constant dense<[10, 11, 12, 15, 16, 17, 20, 21, 22, 25, 26, 27, 30, 31, 32, 35, 36, 37, 40, 41, 42, 45, 46, 47]> : tensor<24xi32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %run0 = xla.reshape %x0_ : (tensor<4x2x3xi32>) -> tensor<24xi32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<24xi32>, tensor<24xi32>) -> ()
  %fold0 = xla.reshape %x0 : (tensor<4x2x3xi32>) -> tensor<24xi32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<24xi32>, tensor<24xi32>) -> ()

  // to two
  %x1 = xla.constant dense<[[[10, 11, 12], [15, 16, 17]], [[20, 21, 22], [25, 26, 27]], [[30, 31, 32], [35, 36, 37]], [[40, 41, 42], [45, 46, 47]]]> : tensor<4x2x3xi32>
  %e1 = xla.constant dense<[[10, 11, 12], [15, 16, 17], [20, 21, 22], [25, 26, 27], [30, 31, 32], [35, 36, 37], [40, 41, 42], [45, 46, 47]]> : tensor<8x3xi32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %run1 = xla.reshape %x1_ : (tensor<4x2x3xi32>) -> tensor<8x3xi32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<8x3xi32>, tensor<8x3xi32>) -> ()
  %fold1 = xla.reshape %x1 : (tensor<4x2x3xi32>) -> tensor<8x3xi32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<8x3xi32>, tensor<8x3xi32>) -> ()

  // collapse order {1,2,0}
  %x2 = xla.constant dense<[[[10, 11, 12], [15, 16, 17]], [[20, 21, 22], [25, 26, 27]], [[30, 31, 32], [35, 36, 37]], [[40, 41, 42], [45, 46, 47]]]> : tensor<4x2x3xi32>
  %e2 = xla.constant dense<[10, 20, 30, 40, 11, 21, 31, 41, 12, 22, 32, 42, 15, 25, 35, 45, 16, 26, 36, 46, 17, 27, 37, 47]> : tensor<24xi32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %run2 = xla.reshape %x2_, dims = [1, 2, 0] : (tensor<4x2x3xi32>) -> tensor<24xi32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<24xi32>, tensor<24xi32>) -> ()
  %fold2 = xla.reshape %x2, dims = [1, 2, 0] : (tensor<4x2x3xi32>) -> tensor<24xi32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<24xi32>, tensor<24xi32>) -> ()

  // collapse order {1,2,0} to three dimensions
  %x3 = xla.constant dense<[[[10, 11, 12], [15, 16, 17]], [[20, 21, 22], [25, 26, 27]], [[30, 31, 32], [35, 36, 37]], [[40, 41, 42], [45, 46, 47]]]> : tensor<4x2x3xi32>
  %e3 = xla.constant dense<[[[10, 20], [30, 40], [11, 21], [31, 41], [12, 22], [32, 42]], [[15, 25], [35, 45], [16, 26], [36, 46], [17, 27], [37, 47]]]> : tensor<2x6x2xi32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %run3 = xla.reshape %x3_, dims = [1, 2, 0] : (tensor<4x2x3xi32>) -> tensor<2x6x2xi32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<2x6x2xi32>, tensor<2x6x2xi32>) -> ()
  %fold3 = xla.reshape %x3, dims = [1, 2, 0] : (tensor<4x2x3xi32>) -> tensor<2x6x2xi32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<2x6x2xi32>, tensor<2x6x2xi32>) -> ()

  // a scalar to f32[1,1]
  %x4 = xla.constant dense<2.5> : tensor<f32>
  %e4 = xla.constant dense<[[2.5]]> : tensor<1x1xf32>
  %x4_ = xla.optimization_barrier %x4 : (tensor<f32>) -> tensor<f32>
  %run4 = xla.reshape %x4_ : (tensor<f32>) -> tensor<1x1xf32>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
  %fold4 = xla.reshape %x4 : (tensor<f32>) -> tensor<1x1xf32>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()

  // and back
  %x5 = xla.constant dense<[[2.5]]> : tensor<1x1xf32>
  %e5 = xla.constant dense<2.5> : tensor<f32>
  %x5_ = xla.optimization_barrier %x5 : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %run5 = xla.reshape %x5_ : (tensor<1x1xf32>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  %fold5 = xla.reshape %x5 : (tensor<1x1xf32>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()

  // 0-sized
  %x6 = xla.constant dense<> : tensor<0x3xf32>
  %e6 = xla.constant dense<> : tensor<3x0x2xf32>
  %x6_ = xla.optimization_barrier %x6 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %run6 = xla.reshape %x6_ : (tensor<0x3xf32>) -> tensor<3x0x2xf32>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<3x0x2xf32>, tensor<3x0x2xf32>) -> ()
  %fold6 = xla.reshape %x6 : (tensor<0x3xf32>) -> tensor<3x0x2xf32>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<3x0x2xf32>, tensor<3x0x2xf32>) -> ()
  return
}
