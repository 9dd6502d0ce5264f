// RUN: xla-run %s
//
// Running sums, which become loops of their own, and windows that differ from them in one number. The numbers come from NumPy.

func.func @main() {
  %zero = xla.constant dense<0> : tensor<i32>

  // a running sum
  %x0 = xla.constant dense<[3, 1, 4, 1]> : tensor<4xi32>
  %h0 = xla.optimization_barrier %x0 : (tensor<4xi32>) -> tensor<4xi32>
  %e0 = xla.constant dense<[3, 4, 8, 9]> : tensor<4xi32>
  %run0 = xla.reduce_window(%h0 init: %zero) applies xla.add window = {size = [4], stride = [1], pad = [[3, 0]]} : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %fold0 = xla.reduce_window(%x0 init: %zero) applies xla.add window = {size = [4], stride = [1], pad = [[3, 0]]} : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()

  // and from its end
  %x1 = xla.constant dense<[3, 1, 4, 1]> : tensor<4xi32>
  %h1 = xla.optimization_barrier %x1 : (tensor<4xi32>) -> tensor<4xi32>
  %e1 = xla.constant dense<[9, 6, 5, 1]> : tensor<4xi32>
  %run1 = xla.reduce_window(%h1 init: %zero) applies xla.add window = {size = [4], stride = [1], pad = [[0, 3]]} : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %fold1 = xla.reduce_window(%x1 init: %zero) applies xla.add window = {size = [4], stride = [1], pad = [[0, 3]]} : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()

  // windows that do not reach to the first element
  %x2 = xla.constant dense<[3, 1, 4, 1]> : tensor<4xi32>
  %h2 = xla.optimization_barrier %x2 : (tensor<4xi32>) -> tensor<4xi32>
  %e2 = xla.constant dense<[0, 3, 4, 8, 6]> : tensor<5xi32>
  %run2 = xla.reduce_window(%h2 init: %zero) applies xla.add window = {size = [3], stride = [1], pad = [[3, 0]]} : (tensor<4xi32>, tensor<i32>) -> tensor<5xi32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  %fold2 = xla.reduce_window(%x2 init: %zero) applies xla.add window = {size = [3], stride = [1], pad = [[3, 0]]} : (tensor<4xi32>, tensor<i32>) -> tensor<5xi32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()

  // windows that reach farther
  %x3 = xla.constant dense<[3, 1, 4, 1]> : tensor<4xi32>
  %h3 = xla.optimization_barrier %x3 : (tensor<4xi32>) -> tensor<4xi32>
  %e3 = xla.constant dense<[4, 8, 9]> : tensor<3xi32>
  %run3 = xla.reduce_window(%h3 init: %zero) applies xla.add window = {size = [5], stride = [1], pad = [[3, 0]]} : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %fold3 = xla.reduce_window(%x3 init: %zero) applies xla.add window = {size = [5], stride = [1], pad = [[3, 0]]} : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // with padding of another dimension, which is not summed
  %x4 = xla.constant dense<[[3, 1, 4, 1], [5, 9, 2, 6]]> : tensor<2x4xi32>
  %h4 = xla.optimization_barrier %x4 : (tensor<2x4xi32>) -> tensor<2x4xi32>
  %e4 = xla.constant dense<[[0, 0, 0, 0], [3, 4, 8, 9], [5, 14, 16, 22]]> : tensor<3x4xi32>
  %run4 = xla.reduce_window(%h4 init: %zero) applies xla.add window = {size = [1, 4], stride = [1, 1], pad = [[1, 0], [3, 0]]} : (tensor<2x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
  %fold4 = xla.reduce_window(%x4 init: %zero) applies xla.add window = {size = [1, 4], stride = [1, 1], pad = [[1, 0], [3, 0]]} : (tensor<2x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()

  // behind it
  %x5 = xla.constant dense<[[3, 1, 4, 1], [5, 9, 2, 6]]> : tensor<2x4xi32>
  %h5 = xla.optimization_barrier %x5 : (tensor<2x4xi32>) -> tensor<2x4xi32>
  %e5 = xla.constant dense<[[3, 4, 8, 9], [5, 14, 16, 22], [0, 0, 0, 0], [0, 0, 0, 0]]> : tensor<4x4xi32>
  %run5 = xla.reduce_window(%h5 init: %zero) applies xla.add window = {size = [1, 4], stride = [1, 1], pad = [[0, 2], [3, 0]]} : (tensor<2x4xi32>, tensor<i32>) -> tensor<4x4xi32>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<4x4xi32>, tensor<4x4xi32>) -> ()
  %fold5 = xla.reduce_window(%x5 init: %zero) applies xla.add window = {size = [1, 4], stride = [1, 1], pad = [[0, 2], [3, 0]]} : (tensor<2x4xi32>, tensor<i32>) -> tensor<4x4xi32>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<4x4xi32>, tensor<4x4xi32>) -> ()

  // two dimensions
  %x6 = xla.constant dense<[[3, 1, 4, 1], [5, 9, 2, 6]]> : tensor<2x4xi32>
  %h6 = xla.optimization_barrier %x6 : (tensor<2x4xi32>) -> tensor<2x4xi32>
  %e6 = xla.constant dense<[[3, 4, 8, 9], [8, 18, 24, 31]]> : tensor<2x4xi32>
  %run6 = xla.reduce_window(%h6 init: %zero) applies xla.add window = {size = [2, 4], stride = [1, 1], pad = [[1, 0], [3, 0]]} : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x4xi32>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()
  %fold6 = xla.reduce_window(%x6 init: %zero) applies xla.add window = {size = [2, 4], stride = [1, 1], pad = [[1, 0], [3, 0]]} : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x4xi32>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()

  // every second one
  %x7 = xla.constant dense<[3, 1, 4, 1]> : tensor<4xi32>
  %h7 = xla.optimization_barrier %x7 : (tensor<4xi32>) -> tensor<4xi32>
  %e7 = xla.constant dense<[3, 8]> : tensor<2xi32>
  %run7 = xla.reduce_window(%h7 init: %zero) applies xla.add window = {size = [4], stride = [2], pad = [[3, 0]]} : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%run7, %e7) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %fold7 = xla.reduce_window(%x7 init: %zero) applies xla.add window = {size = [4], stride = [2], pad = [[3, 0]]} : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%fold7, %e7) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // every second one of another dimension
  %x8 = xla.constant dense<[[3, 1, 4, 1], [5, 9, 2, 6]]> : tensor<2x4xi32>
  %h8 = xla.optimization_barrier %x8 : (tensor<2x4xi32>) -> tensor<2x4xi32>
  %e8 = xla.constant dense<[[3, 4, 8, 9]]> : tensor<1x4xi32>
  %run8 = xla.reduce_window(%h8 init: %zero) applies xla.add window = {size = [1, 4], stride = [2, 1], pad = [[0, 0], [3, 0]]} : (tensor<2x4xi32>, tensor<i32>) -> tensor<1x4xi32>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<1x4xi32>, tensor<1x4xi32>) -> ()
  %fold8 = xla.reduce_window(%x8 init: %zero) applies xla.add window = {size = [1, 4], stride = [2, 1], pad = [[0, 0], [3, 0]]} : (tensor<2x4xi32>, tensor<i32>) -> tensor<1x4xi32>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<1x4xi32>, tensor<1x4xi32>) -> ()

  // with gaps in the windows
  %x9 = xla.constant dense<[3, 1, 4, 1]> : tensor<4xi32>
  %h9 = xla.optimization_barrier %x9 : (tensor<4xi32>) -> tensor<4xi32>
  %e9 = xla.constant dense<[2]> : tensor<1xi32>
  %run9 = xla.reduce_window(%h9 init: %zero) applies xla.add window = {size = [4], stride = [1], pad = [[3, 0]], rhs_dilate = [2]} : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
  xla.custom_call "check.expect_eq"(%run9, %e9) {has_side_effect = true} : (tensor<1xi32>, tensor<1xi32>) -> ()
  %fold9 = xla.reduce_window(%x9 init: %zero) applies xla.add window = {size = [4], stride = [1], pad = [[3, 0]], rhs_dilate = [2]} : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
  xla.custom_call "check.expect_eq"(%fold9, %e9) {has_side_effect = true} : (tensor<1xi32>, tensor<1xi32>) -> ()

  // and between the elements
  %x10 = xla.constant dense<[3, 1, 4, 1]> : tensor<4xi32>
  %h10 = xla.optimization_barrier %x10 : (tensor<4xi32>) -> tensor<4xi32>
  %e10 = xla.constant dense<[3, 3, 4, 4, 5, 5, 5]> : tensor<7xi32>
  %run10 = xla.reduce_window(%h10 init: %zero) applies xla.add window = {size = [4], stride = [1], pad = [[3, 0]], lhs_dilate = [2]} : (tensor<4xi32>, tensor<i32>) -> tensor<7xi32>
  xla.custom_call "check.expect_eq"(%run10, %e10) {has_side_effect = true} : (tensor<7xi32>, tensor<7xi32>) -> ()
  %fold10 = xla.reduce_window(%x10 init: %zero) applies xla.add window = {size = [4], stride = [1], pad = [[3, 0]], lhs_dilate = [2]} : (tensor<4xi32>, tensor<i32>) -> tensor<7xi32>
  xla.custom_call "check.expect_eq"(%fold10, %e10) {has_side_effect = true} : (tensor<7xi32>, tensor<7xi32>) -> ()
  return
}
