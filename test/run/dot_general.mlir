// RUN: xla-run %s
//
// dot_general: batching and contracting dimensions in any place.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // a batched matrix product
  %x0 = xla.constant dense<[[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]], [[12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0], [20.0, 21.0, 22.0, 23.0]]]> : tensor<2x3x4xf32>
  %y0 = xla.constant dense<[[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]], [[20.0, 21.0, 22.0, 23.0, 24.0], [25.0, 26.0, 27.0, 28.0, 29.0], [30.0, 31.0, 32.0, 33.0, 34.0], [35.0, 36.0, 37.0, 38.0, 39.0]]]> : tensor<2x4x5xf32>
  %e0 = xla.constant dense<[[[70.0, 76.0, 82.0, 88.0, 94.0], [190.0, 212.0, 234.0, 256.0, 278.0], [310.0, 348.0, 386.0, 424.0, 462.0]], [[1510.0, 1564.0, 1618.0, 1672.0, 1726.0], [1950.0, 2020.0, 2090.0, 2160.0, 2230.0], [2390.0, 2476.0, 2562.0, 2648.0, 2734.0]]]> : tensor<2x3x5xf32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %y0_ = xla.optimization_barrier %y0 : (tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  %run0 = xla.dot_general %x0_, %y0_, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<2x3x5xf32>, tensor<2x3x5xf32>) -> ()
  %fold0 = xla.dot_general %x0, %y0, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<2x3x5xf32>, tensor<2x3x5xf32>) -> ()

  // two contracting dimensions, not in order
  %x1 = xla.constant dense<[[[[0, 1], [2, 3], [4, 5], [6, 7]], [[8, 9], [10, 11], [12, 13], [14, 15]]], [[[16, 17], [18, 19], [20, 21], [22, 23]], [[24, 25], [26, 27], [28, 29], [30, 31]]], [[[32, 33], [34, 35], [36, 37], [38, 39]], [[40, 41], [42, 43], [44, 45], [46, 47]]]]> : tensor<3x2x4x2xi32>
  %y1 = xla.constant dense<[[[0, 1, 2], [3, 4, 5]], [[6, 7, 8], [9, 10, 11]], [[12, 13, 14], [15, 16, 17]], [[18, 19, 20], [21, 22, 23]]]> : tensor<4x2x3xi32>
  %e1 = xla.constant dense<[[[2588, 3272], [2708, 3428]], [[3548, 4520], [3668, 4676]]]> : tensor<2x2x2xi32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<3x2x4x2xi32>) -> tensor<3x2x4x2xi32>
  %y1_ = xla.optimization_barrier %y1 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %run1 = xla.dot_general %x1_, %y1_, contracting_dims = [2, 0] x [0, 2] : (tensor<3x2x4x2xi32>, tensor<4x2x3xi32>) -> tensor<2x2x2xi32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<2x2x2xi32>, tensor<2x2x2xi32>) -> ()
  %fold1 = xla.dot_general %x1, %y1, contracting_dims = [2, 0] x [0, 2] : (tensor<3x2x4x2xi32>, tensor<4x2x3xi32>) -> tensor<2x2x2xi32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<2x2x2xi32>, tensor<2x2x2xi32>) -> ()

  // batching dimensions inside
  %x2 = xla.constant dense<[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0]]]> : tensor<3x2x2xf32>
  %y2 = xla.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]], [[6.0, 7.0], [8.0, 9.0], [10.0, 11.0]]]> : tensor<2x3x2xf32>
  %e2 = xla.constant dense<[[[40.0, 112.0], [46.0, 136.0]], [[70.0, 178.0], [79.0, 205.0]]]> : tensor<2x2x2xf32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<3x2x2xf32>) -> tensor<3x2x2xf32>
  %y2_ = xla.optimization_barrier %y2 : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %run2 = xla.dot_general %x2_, %y2_, contracting_dims = [0] x [1], batching_dims = [1] x [2] : (tensor<3x2x2xf32>, tensor<2x3x2xf32>) -> tensor<2x2x2xf32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> ()
  %fold2 = xla.dot_general %x2, %y2, contracting_dims = [0] x [1], batching_dims = [1] x [2] : (tensor<3x2x2xf32>, tensor<2x3x2xf32>) -> tensor<2x2x2xf32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> ()

  // an outer product
  %x3 = xla.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y3 = xla.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %e3 = xla.constant dense<[[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]]> : tensor<2x3xf32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<2xf32>) -> tensor<2xf32>
  %y3_ = xla.optimization_barrier %y3 : (tensor<3xf32>) -> tensor<3xf32>
  %run3 = xla.dot_general %x3_, %y3_, contracting_dims = [] x [] : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %fold3 = xla.dot_general %x3, %y3, contracting_dims = [] x [] : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // i8 accumulates in i32
  %x4 = xla.constant dense<100> : tensor<2xi8>
  %y4 = xla.constant dense<100> : tensor<2xi8>
  %e4 = xla.constant dense<20000> : tensor<i32>
  %x4_ = xla.optimization_barrier %x4 : (tensor<2xi8>) -> tensor<2xi8>
  %y4_ = xla.optimization_barrier %y4 : (tensor<2xi8>) -> tensor<2xi8>
  %run4 = xla.dot_general %x4_, %y4_, contracting_dims = [0] x [0] : (tensor<2xi8>, tensor<2xi8>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %fold4 = xla.dot_general %x4, %y4, contracting_dims = [0] x [0] : (tensor<2xi8>, tensor<2xi8>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // bf16 accumulates in f32
  %x5 = xla.constant dense<[256.0, 1.0]> : tensor<2xbf16>
  %y5 = xla.constant dense<1.0> : tensor<2xbf16>
  %e5 = xla.constant dense<257.0> : tensor<f32>
  %x5_ = xla.optimization_barrier %x5 : (tensor<2xbf16>) -> tensor<2xbf16>
  %y5_ = xla.optimization_barrier %y5 : (tensor<2xbf16>) -> tensor<2xbf16>
  %run5 = xla.dot_general %x5_, %y5_, contracting_dims = [0] x [0] : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  %fold5 = xla.dot_general %x5, %y5, contracting_dims = [0] x [0] : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}
