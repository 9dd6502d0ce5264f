// RUN: xla-run %s
//
// reduce_window that reaches from each element to the end of a dimension: running results, computed in one pass.
// Where two initial values are not one, padding counts, and windows are told apart.

func.func @main() {
  // add along dimension 0
  %c0 = xla.constant dense<[[3, 1, -2], [5, 0, 7], [-1, 4, 2], [6, -3, 1]]> : tensor<4x3xi32>
  %v1 = xla.optimization_barrier %c0 : (tensor<4x3xi32>) -> tensor<4x3xi32>
  %c2 = xla.constant dense<0> : tensor<i32>
  %r3 = xla.reduce_window(%v1 init: %c2) applies xla.add window = {size = [4, 1], pad = [[3, 0], [0, 0]]} : (tensor<4x3xi32>, tensor<i32>) -> tensor<4x3xi32>
  %c4 = xla.constant dense<[[3, 1, -2], [8, 1, 5], [7, 5, 7], [13, 2, 8]]> : tensor<4x3xi32>
  xla.custom_call "check.expect_eq"(%r3, %c4) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  // add along dimension 1
  %c5 = xla.constant dense<[[3, 1, -2], [5, 0, 7], [-1, 4, 2], [6, -3, 1]]> : tensor<4x3xi32>
  %v6 = xla.optimization_barrier %c5 : (tensor<4x3xi32>) -> tensor<4x3xi32>
  %c7 = xla.constant dense<0> : tensor<i32>
  %r8 = xla.reduce_window(%v6 init: %c7) applies xla.add window = {size = [1, 3], pad = [[0, 0], [2, 0]]} : (tensor<4x3xi32>, tensor<i32>) -> tensor<4x3xi32>
  %c9 = xla.constant dense<[[3, 4, 2], [5, 5, 12], [-1, 3, 5], [6, 3, 4]]> : tensor<4x3xi32>
  xla.custom_call "check.expect_eq"(%r8, %c9) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  // max along dimension 0, from the end
  %c10 = xla.constant dense<[[3, 1, -2], [5, 0, 7], [-1, 4, 2], [6, -3, 1]]> : tensor<4x3xi32>
  %v11 = xla.optimization_barrier %c10 : (tensor<4x3xi32>) -> tensor<4x3xi32>
  %c12 = xla.constant dense<-2147483648> : tensor<i32>
  %r13 = xla.reduce_window(%v11 init: %c12) applies xla.max window = {size = [4, 1], pad = [[0, 3], [0, 0]]} : (tensor<4x3xi32>, tensor<i32>) -> tensor<4x3xi32>
  %c14 = xla.constant dense<[[6, 4, 7], [6, 4, 7], [6, 4, 2], [6, -3, 1]]> : tensor<4x3xi32>
  xla.custom_call "check.expect_eq"(%r13, %c14) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  // mul along dimension 0
  %c15 = xla.constant dense<[0.5, -0.25, 2.0, 4.0, -8.0]> : tensor<5xf32>
  %v16 = xla.optimization_barrier %c15 : (tensor<5xf32>) -> tensor<5xf32>
  %c17 = xla.constant dense<1.0> : tensor<f32>
  %r18 = xla.reduce_window(%v16 init: %c17) applies xla.mul window = {size = [5], pad = [[4, 0]]} : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  %c19 = xla.constant dense<[0.5, -0.125, -0.25, -1.0, 8.0]> : tensor<5xf32>
  xla.custom_call "check.expect_eq"(%r18, %c19) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  // min along dimension 0, from the end
  %c20 = xla.constant dense<[0.5, -0.25, 2.0, 4.0, -8.0]> : tensor<5xf32>
  %v21 = xla.optimization_barrier %c20 : (tensor<5xf32>) -> tensor<5xf32>
  %c22 = xla.constant dense<3.0000000054977558e+38> : tensor<f32>
  %r23 = xla.reduce_window(%v21 init: %c22) applies xla.min window = {size = [5], pad = [[0, 4]]} : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  %c24 = xla.constant dense<[-8.0, -8.0, -8.0, -8.0, -8.0]> : tensor<5xf32>
  xla.custom_call "check.expect_eq"(%r23, %c24) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  // add along dimension 1, from the end
  %c25 = xla.constant dense<[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]]> : tensor<2x3x2xi32>
  %v26 = xla.optimization_barrier %c25 : (tensor<2x3x2xi32>) -> tensor<2x3x2xi32>
  %c27 = xla.constant dense<0> : tensor<i32>
  %r28 = xla.reduce_window(%v26 init: %c27) applies xla.add window = {size = [1, 3, 1], pad = [[0, 0], [0, 2], [0, 0]]} : (tensor<2x3x2xi32>, tensor<i32>) -> tensor<2x3x2xi32>
  %c29 = xla.constant dense<[[[6, 9], [6, 8], [4, 5]], [[24, 27], [18, 20], [10, 11]]]> : tensor<2x3x2xi32>
  xla.custom_call "check.expect_eq"(%r28, %c29) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  // add along dimension 1
  %c30 = xla.constant dense<[[3, 1, -2], [5, 0, 7], [-1, 4, 2], [6, -3, 1]]> : tensor<4x3xi32>
  %v31 = xla.optimization_barrier %c30 : (tensor<4x3xi32>) -> tensor<4x3xi32>
  %c32 = xla.constant dense<1> : tensor<i32>
  %r33 = xla.reduce_window(%v31 init: %c32) applies xla.add window = {size = [1, 3], pad = [[0, 0], [2, 0]]} : (tensor<4x3xi32>, tensor<i32>) -> tensor<4x3xi32>
  %c34 = xla.constant dense<[[6, 6, 3], [8, 7, 13], [2, 5, 6], [9, 5, 5]]> : tensor<4x3xi32>
  xla.custom_call "check.expect_eq"(%r33, %c34) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  // and along dimension 1, from the end
  %c35 = xla.constant dense<[[3, 1, -2], [5, 0, 7], [-1, 4, 2], [6, -3, 1]]> : tensor<4x3xi32>
  %v36 = xla.optimization_barrier %c35 : (tensor<4x3xi32>) -> tensor<4x3xi32>
  %c37 = xla.constant dense<-1> : tensor<i32>
  %r38 = xla.reduce_window(%v36 init: %c37) applies xla.and window = {size = [1, 3], pad = [[0, 0], [0, 2]]} : (tensor<4x3xi32>, tensor<i32>) -> tensor<4x3xi32>
  %c39 = xla.constant dense<[[0, 0, -2], [0, 0, 7], [0, 0, 2], [0, 1, 1]]> : tensor<4x3xi32>
  xla.custom_call "check.expect_eq"(%r38, %c39) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  return
}
