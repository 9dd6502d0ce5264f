// RUN: xla-run %s
//
// conv: padding same and valid, with strides and groups.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // same: the shape stays
  %x0_0 = xla.constant dense<[[[[-4.0, 3.0, 3.0, 4.0, 4.0, -1.0], [1.0, -4.0, 3.0, 1.0, 1.0, 3.0], [-1.0, 4.0, -2.0, -2.0, -3.0, 3.0], [2.0, 2.0, -2.0, 3.0, 1.0, 3.0], [-1.0, 1.0, 1.0, 0.0, 3.0, -1.0]], [[4.0, 2.0, -4.0, -2.0, -1.0, 1.0], [4.0, -4.0, -1.0, -2.0, -1.0, -4.0], [2.0, -4.0, 3.0, -4.0, 1.0, -4.0], [-3.0, -3.0, 4.0, -3.0, 0.0, 3.0], [-1.0, 0.0, -2.0, -4.0, -2.0, -3.0]]]]> : tensor<1x2x5x6xf32>
  %h0_0 = xla.optimization_barrier %x0_0 : (tensor<1x2x5x6xf32>) -> tensor<1x2x5x6xf32>
  %x0_1 = xla.constant dense<[[[[1.0, 3.0], [-1.0, 1.0], [1.0, -2.0]], [[-3.0, -4.0], [-1.0, -1.0], [-1.0, -2.0]]], [[[-2.0, -2.0], [0.0, 4.0], [-3.0, 3.0]], [[1.0, 2.0], [4.0, 1.0], [-2.0, 3.0]]], [[[-2.0, 3.0], [2.0, 1.0], [4.0, -1.0]], [[-4.0, -2.0], [4.0, 0.0], [1.0, -3.0]]]]> : tensor<3x2x3x2xf32>
  %h0_1 = xla.optimization_barrier %x0_1 : (tensor<3x2x3x2xf32>) -> tensor<3x2x3x2xf32>
  %e0_0 = xla.constant dense<[[[[14.0, -2.0, 13.0, 6.0, -1.0, 7.0], [-23.0, 40.0, 43.0, 35.0, 5.0, 4.0], [7.0, 17.0, 12.0, 20.0, 27.0, 16.0], [25.0, -4.0, 14.0, 0.0, 31.0, 11.0], [32.0, -9.0, 12.0, 24.0, -1.0, -2.0]], [[-5.0, 42.0, -12.0, 8.0, -11.0, 3.0], [5.0, -24.0, -42.0, -17.0, 3.0, -14.0], [19.0, -19.0, -15.0, -35.0, 10.0, -41.0], [-11.0, -24.0, 17.0, 11.0, -9.0, 11.0], [-17.0, 7.0, -16.0, -17.0, -17.0, -15.0]], [[35.0, -3.0, 10.0, 8.0, 15.0, 10.0], [17.0, -13.0, 38.0, -3.0, -10.0, -4.0], [0.0, 20.0, 13.0, -4.0, 12.0, 15.0], [2.0, -5.0, 23.0, 3.0, 44.0, 21.0], [15.0, -3.0, -3.0, -4.0, -2.0, -32.0]]]]> : tensor<1x3x5x6xf32>
  %run0 = xla.conv %h0_0, %h0_1, padding = same : (tensor<1x2x5x6xf32>, tensor<3x2x3x2xf32>) -> tensor<1x3x5x6xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0_0) {has_side_effect = true} : (tensor<1x3x5x6xf32>, tensor<1x3x5x6xf32>) -> ()
  %fold0 = xla.conv %x0_0, %x0_1, padding = same : (tensor<1x2x5x6xf32>, tensor<3x2x3x2xf32>) -> tensor<1x3x5x6xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0_0) {has_side_effect = true} : (tensor<1x3x5x6xf32>, tensor<1x3x5x6xf32>) -> ()

  // same with strides
  %x1_0 = xla.constant dense<[[[[-4.0, -3.0], [0.0, 3.0], [-2.0, -3.0], [-3.0, -2.0], [-3.0, 4.0], [-1.0, 2.0]], [[-4.0, 1.0], [-2.0, -4.0], [-1.0, -4.0], [-2.0, -4.0], [3.0, -3.0], [-1.0, -3.0]], [[3.0, -4.0], [1.0, -4.0], [2.0, 4.0], [2.0, 4.0], [0.0, 2.0], [3.0, 2.0]], [[0.0, -2.0], [3.0, -1.0], [-2.0, -1.0], [4.0, 2.0], [-2.0, -2.0], [0.0, -2.0]], [[-2.0, -3.0], [-4.0, 1.0], [4.0, 4.0], [-3.0, 1.0], [3.0, -3.0], [2.0, -2.0]]]]> : tensor<1x5x6x2xf32>
  %h1_0 = xla.optimization_barrier %x1_0 : (tensor<1x5x6x2xf32>) -> tensor<1x5x6x2xf32>
  %x1_1 = xla.constant dense<[[[[3.0, 1.0, -3.0], [0.0, 1.0, -1.0]], [[3.0, -4.0, 1.0], [-3.0, -2.0, -2.0]]], [[[-1.0, 1.0, 0.0], [2.0, 0.0, 3.0]], [[-4.0, 3.0, -1.0], [-2.0, -4.0, 3.0]]], [[[3.0, -3.0, 1.0], [-2.0, 4.0, -2.0]], [[2.0, -2.0, 2.0], [-1.0, -1.0, 2.0]]]]> : tensor<3x2x2x3xf32>
  %h1_1 = xla.optimization_barrier %x1_1 : (tensor<3x2x2x3xf32>) -> tensor<3x2x2x3xf32>
  %e1_0 = xla.constant dense<[[[[-22.0, 8.0, -18.0], [14.0, -41.0, 15.0]], [[-2.0, 22.0, 0.0], [20.0, -16.0, 29.0]], [[22.0, -30.0, 5.0], [11.0, 36.0, -21.0]]]]> : tensor<1x3x2x3xf32>
  %run1 = xla.conv %h1_0, %h1_1, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], stride = [2, 3], padding = same : (tensor<1x5x6x2xf32>, tensor<3x2x2x3xf32>) -> tensor<1x3x2x3xf32>
  xla.custom_call "check.expect_eq"(%run1, %e1_0) {has_side_effect = true} : (tensor<1x3x2x3xf32>, tensor<1x3x2x3xf32>) -> ()
  %fold1 = xla.conv %x1_0, %x1_1, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], stride = [2, 3], padding = same : (tensor<1x5x6x2xf32>, tensor<3x2x2x3xf32>) -> tensor<1x3x2x3xf32>
  xla.custom_call "check.expect_eq"(%fold1, %e1_0) {has_side_effect = true} : (tensor<1x3x2x3xf32>, tensor<1x3x2x3xf32>) -> ()

  // valid
  %x2_0 = xla.constant dense<[[[[-2.0, -3.0, 3.0, -3.0, 2.0, 1.0], [4.0, -1.0, 0.0, 4.0, -4.0, -4.0], [-2.0, -4.0, -4.0, 0.0, 4.0, -3.0], [-1.0, 2.0, 2.0, 0.0, -2.0, 0.0], [-1.0, 1.0, 0.0, 2.0, -1.0, 0.0]], [[-2.0, -2.0, -1.0, 2.0, 2.0, -3.0], [-1.0, -2.0, 4.0, 1.0, 1.0, -1.0], [2.0, 2.0, 1.0, 2.0, 0.0, 2.0], [-4.0, 1.0, -2.0, -2.0, 0.0, -1.0], [-1.0, 2.0, 4.0, 4.0, -3.0, 3.0]]]]> : tensor<1x2x5x6xf32>
  %h2_0 = xla.optimization_barrier %x2_0 : (tensor<1x2x5x6xf32>) -> tensor<1x2x5x6xf32>
  %x2_1 = xla.constant dense<[[[[-4.0, 1.0], [4.0, 2.0], [-4.0, -4.0]], [[2.0, -1.0], [-3.0, 4.0], [3.0, 2.0]]], [[[4.0, 2.0], [-2.0, 3.0], [-2.0, -2.0]], [[-4.0, -4.0], [-1.0, 1.0], [0.0, -1.0]]], [[[1.0, -1.0], [3.0, -4.0], [-3.0, -3.0]], [[-1.0, 2.0], [1.0, 4.0], [-2.0, -4.0]]]]> : tensor<3x2x3x2xf32>
  %h2_1 = xla.optimization_barrier %x2_1 : (tensor<3x2x3x2xf32>) -> tensor<3x2x3x2xf32>
  %e2_0 = xla.constant dense<[[[[46.0, 70.0, 4.0, 15.0, -31.0], [-45.0, -47.0, -18.0, -15.0, 39.0], [23.0, 26.0, 34.0, 12.0, -32.0]], [[0.0, 29.0, 17.0, -52.0, 4.0], [15.0, -23.0, -5.0, 14.0, -34.0], [-21.0, -43.0, -40.0, -3.0, 4.0]], [[12.0, 21.0, 5.0, 14.0, -17.0], [23.0, 13.0, -3.0, 5.0, 39.0], [-13.0, -32.0, -35.0, 1.0, -2.0]]]]> : tensor<1x3x3x5xf32>
  %run2 = xla.conv %h2_0, %h2_1, padding = valid : (tensor<1x2x5x6xf32>, tensor<3x2x3x2xf32>) -> tensor<1x3x3x5xf32>
  xla.custom_call "check.expect_eq"(%run2, %e2_0) {has_side_effect = true} : (tensor<1x3x3x5xf32>, tensor<1x3x3x5xf32>) -> ()
  %fold2 = xla.conv %x2_0, %x2_1, padding = valid : (tensor<1x2x5x6xf32>, tensor<3x2x3x2xf32>) -> tensor<1x3x3x5xf32>
  xla.custom_call "check.expect_eq"(%fold2, %e2_0) {has_side_effect = true} : (tensor<1x3x3x5xf32>, tensor<1x3x3x5xf32>) -> ()

  // valid with strides
  %x3_0 = xla.constant dense<[[[[-3.0, 1.0], [-2.0, -2.0], [2.0, 1.0], [-3.0, -3.0], [3.0, 4.0], [4.0, -1.0]], [[3.0, 1.0], [-1.0, -1.0], [-1.0, 2.0], [-4.0, 2.0], [1.0, -2.0], [2.0, -4.0]], [[3.0, -4.0], [0.0, -2.0], [-1.0, 2.0], [-1.0, 0.0], [-3.0, 0.0], [3.0, -4.0]], [[-2.0, -2.0], [-3.0, 0.0], [3.0, 2.0], [4.0, 2.0], [-4.0, -1.0], [0.0, 2.0]], [[-4.0, -4.0], [-3.0, 0.0], [-4.0, 1.0], [-2.0, 3.0], [2.0, 4.0], [0.0, 2.0]]]]> : tensor<1x5x6x2xf32>
  %h3_0 = xla.optimization_barrier %x3_0 : (tensor<1x5x6x2xf32>) -> tensor<1x5x6x2xf32>
  %x3_1 = xla.constant dense<[[[[4.0, 2.0, -3.0], [-1.0, 0.0, 0.0]], [[-1.0, -2.0, 3.0], [4.0, 1.0, -1.0]]], [[[1.0, -2.0, 0.0], [3.0, -4.0, 0.0]], [[-3.0, -1.0, -1.0], [4.0, 4.0, -4.0]]], [[[-2.0, -4.0, 4.0], [0.0, -1.0, -4.0]], [[3.0, 3.0, 1.0], [4.0, -4.0, -2.0]]]]> : tensor<3x2x2x3xf32>
  %h3_1 = xla.optimization_barrier %x3_1 : (tensor<3x2x2x3xf32>) -> tensor<3x2x2x3xf32>
  %e3_0 = xla.constant dense<[[[[-28.0, -17.0, 42.0], [-12.0, -22.0, 14.0]], [[8.0, 30.0, -7.0], [43.0, -17.0, -24.0]]]]> : tensor<1x2x2x3xf32>
  %run3 = xla.conv %h3_0, %h3_1, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], stride = [2, 3], padding = valid : (tensor<1x5x6x2xf32>, tensor<3x2x2x3xf32>) -> tensor<1x2x2x3xf32>
  xla.custom_call "check.expect_eq"(%run3, %e3_0) {has_side_effect = true} : (tensor<1x2x2x3xf32>, tensor<1x2x2x3xf32>) -> ()
  %fold3 = xla.conv %x3_0, %x3_1, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], stride = [2, 3], padding = valid : (tensor<1x5x6x2xf32>, tensor<3x2x2x3xf32>) -> tensor<1x2x2x3xf32>
  xla.custom_call "check.expect_eq"(%fold3, %e3_0) {has_side_effect = true} : (tensor<1x2x2x3xf32>, tensor<1x2x2x3xf32>) -> ()

  // groups
  %x4_0 = xla.constant dense<[[[2.0, 3.0, -2.0, 0.0, 3.0], [0.0, -1.0, -1.0, -2.0, 4.0], [4.0, -2.0, -2.0, 4.0, 2.0], [-1.0, -1.0, -2.0, 1.0, 4.0]]]> : tensor<1x4x5xf32>
  %h4_0 = xla.optimization_barrier %x4_0 : (tensor<1x4x5xf32>) -> tensor<1x4x5xf32>
  %x4_1 = xla.constant dense<[[[-3.0, -4.0, -1.0], [-3.0, -4.0, 1.0]], [[1.0, 4.0, 4.0], [3.0, -3.0, 2.0]], [[-3.0, -4.0, 2.0], [-4.0, -3.0, 3.0]], [[3.0, 3.0, -1.0], [4.0, 3.0, -1.0]]]> : tensor<4x2x3xf32>
  %h4_1 = xla.optimization_barrier %x4_1 : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %e4_0 = xla.constant dense<[[[-12.0, -13.0, 4.0, 18.0, -22.0], [18.0, 7.0, -9.0, 21.0, -6.0], [-20.0, -7.0, 35.0, 11.0, -36.0], [12.0, 3.0, -27.0, -5.0, 34.0]]]> : tensor<1x4x5xf32>
  %run4 = xla.conv %h4_0, %h4_1, padding = same {feature_group_count = 2 : i64} : (tensor<1x4x5xf32>, tensor<4x2x3xf32>) -> tensor<1x4x5xf32>
  xla.custom_call "check.expect_eq"(%run4, %e4_0) {has_side_effect = true} : (tensor<1x4x5xf32>, tensor<1x4x5xf32>) -> ()
  %fold4 = xla.conv %x4_0, %x4_1, padding = same {feature_group_count = 2 : i64} : (tensor<1x4x5xf32>, tensor<4x2x3xf32>) -> tensor<1x4x5xf32>
  xla.custom_call "check.expect_eq"(%fold4, %e4_0) {has_side_effect = true} : (tensor<1x4x5xf32>, tensor<1x4x5xf32>) -> ()
  return
}
