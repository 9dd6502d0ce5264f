// RUN: xla-run %s
//
// select_and_scatter: the documents' figures, ties, overlapping windows, padding, sizes of 0 and rank 0.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // windows beside each other
  %x0_0 = xla.constant dense<[[7.0, 2.0, 5.0, 3.0, 8.0, 2.0], [3.0, 8.0, 9.0, 3.0, 4.0, 2.0], [1.0, 5.0, 7.0, 5.0, 6.0, 1.0], [0.0, 6.0, 2.0, 7.0, 2.0, 8.0]]> : tensor<4x6xf32>
  %h0_0 = xla.optimization_barrier %x0_0 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %x0_1 = xla.constant dense<[[2.0, 6.0], [3.0, 1.0]]> : tensor<2x2xf32>
  %h0_1 = xla.optimization_barrier %x0_1 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %x0_2 = xla.constant dense<0.0> : tensor<f32>
  %h0_2 = xla.optimization_barrier %x0_2 : (tensor<f32>) -> tensor<f32>
  %e0_0 = xla.constant dense<[[0.0, 0.0, 0.0, 0.0, 6.0, 0.0], [0.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]]> : tensor<4x6xf32>
  %run0 = xla.select_and_scatter %h0_0, %h0_1, %h0_2, window = {size = [2, 3], stride = [2, 3]} : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.add %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  xla.custom_call "check.expect_eq"(%run0, %e0_0) {has_side_effect = true} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  %fold0 = xla.select_and_scatter %x0_0, %x0_1, %x0_2, window = {size = [2, 3], stride = [2, 3]} : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.add %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  xla.custom_call "check.expect_eq"(%fold0, %e0_0) {has_side_effect = true} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()

  // overlapping windows add up: 2 + 6 = 8
  %x1_0 = xla.constant dense<[[7.0, 2.0, 5.0, 3.0, 8.0, 2.0], [3.0, 8.0, 9.0, 3.0, 4.0, 2.0], [1.0, 5.0, 7.0, 5.0, 6.0, 1.0], [0.0, 6.0, 2.0, 7.0, 2.0, 8.0]]> : tensor<4x6xf32>
  %h1_0 = xla.optimization_barrier %x1_0 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %x1_1 = xla.constant dense<[[2.0, 6.0], [3.0, 1.0]]> : tensor<2x2xf32>
  %h1_1 = xla.optimization_barrier %x1_1 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %x1_2 = xla.constant dense<0.0> : tensor<f32>
  %h1_2 = xla.optimization_barrier %x1_2 : (tensor<f32>) -> tensor<f32>
  %e1_0 = xla.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 8.0, 0.0, 0.0, 0.0], [0.0, 0.0, 4.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x6xf32>
  %run1 = xla.select_and_scatter %h1_0, %h1_1, %h1_2, window = {size = [2, 3], stride = [2, 2], pad = [[0, 0], [0, -1]]} : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.add %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  xla.custom_call "check.expect_eq"(%run1, %e1_0) {has_side_effect = true} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  %fold1 = xla.select_and_scatter %x1_0, %x1_1, %x1_2, window = {size = [2, 3], stride = [2, 2], pad = [[0, 0], [0, -1]]} : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.add %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  xla.custom_call "check.expect_eq"(%fold1, %e1_0) {has_side_effect = true} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()

  // the first of equal elements
  %x2_0 = xla.constant dense<[0, 0, 0, 0]> : tensor<4xi32>
  %h2_0 = xla.optimization_barrier %x2_0 : (tensor<4xi32>) -> tensor<4xi32>
  %x2_1 = xla.constant dense<[10, 20, 30]> : tensor<3xi32>
  %h2_1 = xla.optimization_barrier %x2_1 : (tensor<3xi32>) -> tensor<3xi32>
  %x2_2 = xla.constant dense<0> : tensor<i32>
  %h2_2 = xla.optimization_barrier %x2_2 : (tensor<i32>) -> tensor<i32>
  %e2_0 = xla.constant dense<[10, 20, 30, 0]> : tensor<4xi32>
  %run2 = xla.select_and_scatter %h2_0, %h2_1, %h2_2, window = {size = [2]} : (tensor<4xi32>, tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run2, %e2_0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %fold2 = xla.select_and_scatter %x2_0, %x2_1, %x2_2, window = {size = [2]} : (tensor<4xi32>, tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold2, %e2_0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()

  // the last of equal elements
  %x3_0 = xla.constant dense<[0, 0, 0, 0]> : tensor<4xi32>
  %h3_0 = xla.optimization_barrier %x3_0 : (tensor<4xi32>) -> tensor<4xi32>
  %x3_1 = xla.constant dense<[10, 20, 30]> : tensor<3xi32>
  %h3_1 = xla.optimization_barrier %x3_1 : (tensor<3xi32>) -> tensor<3xi32>
  %x3_2 = xla.constant dense<0> : tensor<i32>
  %h3_2 = xla.optimization_barrier %x3_2 : (tensor<i32>) -> tensor<i32>
  %e3_0 = xla.constant dense<[0, 10, 20, 30]> : tensor<4xi32>
  %run3 = xla.select_and_scatter %h3_0, %h3_1, %h3_2, window = {size = [2]} : (tensor<4xi32>, tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.gt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run3, %e3_0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %fold3 = xla.select_and_scatter %x3_0, %x3_1, %x3_2, window = {size = [2]} : (tensor<4xi32>, tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.gt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold3, %e3_0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()

  // padding is never selected, even where it would win
  %x4_0 = xla.constant dense<[-1, -2, -3, -4, -5]> : tensor<5xi32>
  %h4_0 = xla.optimization_barrier %x4_0 : (tensor<5xi32>) -> tensor<5xi32>
  %x4_1 = xla.constant dense<[1, 2, 3]> : tensor<3xi32>
  %h4_1 = xla.optimization_barrier %x4_1 : (tensor<3xi32>) -> tensor<3xi32>
  %x4_2 = xla.constant dense<0> : tensor<i32>
  %h4_2 = xla.optimization_barrier %x4_2 : (tensor<i32>) -> tensor<i32>
  %e4_0 = xla.constant dense<[1, 2, 0, 3, 0]> : tensor<5xi32>
  %run4 = xla.select_and_scatter %h4_0, %h4_1, %h4_2, window = {size = [3], stride = [2], pad = same} : (tensor<5xi32>, tensor<3xi32>, tensor<i32>) -> tensor<5xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run4, %e4_0) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  %fold4 = xla.select_and_scatter %x4_0, %x4_1, %x4_2, window = {size = [3], stride = [2], pad = same} : (tensor<5xi32>, tensor<3xi32>, tensor<i32>) -> tensor<5xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold4, %e4_0) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()

  // the smallest, with an initial value
  %x5_0 = xla.constant dense<[3, 1, 2, 5, 4, 9]> : tensor<6xi32>
  %h5_0 = xla.optimization_barrier %x5_0 : (tensor<6xi32>) -> tensor<6xi32>
  %x5_1 = xla.constant dense<[1, 10, 100]> : tensor<3xi32>
  %h5_1 = xla.optimization_barrier %x5_1 : (tensor<3xi32>) -> tensor<3xi32>
  %x5_2 = xla.constant dense<1000> : tensor<i32>
  %h5_2 = xla.optimization_barrier %x5_2 : (tensor<i32>) -> tensor<i32>
  %e5_0 = xla.constant dense<[1000, 1001, 1010, 1000, 1100, 1000]> : tensor<6xi32>
  %run5 = xla.select_and_scatter %h5_0, %h5_1, %h5_2, window = {size = [2], stride = [2]} : (tensor<6xi32>, tensor<3xi32>, tensor<i32>) -> tensor<6xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.le %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run5, %e5_0) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  %fold5 = xla.select_and_scatter %x5_0, %x5_1, %x5_2, window = {size = [2], stride = [2]} : (tensor<6xi32>, tensor<3xi32>, tensor<i32>) -> tensor<6xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.le %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold5, %e5_0) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()

  // windows of nothing but padding scatter nothing
  %x6_0 = xla.constant dense<[4, 5]> : tensor<2xi32>
  %h6_0 = xla.optimization_barrier %x6_0 : (tensor<2xi32>) -> tensor<2xi32>
  %x6_1 = xla.constant dense<[1, 2, 4, 8]> : tensor<4xi32>
  %h6_1 = xla.optimization_barrier %x6_1 : (tensor<4xi32>) -> tensor<4xi32>
  %x6_2 = xla.constant dense<0> : tensor<i32>
  %h6_2 = xla.optimization_barrier %x6_2 : (tensor<i32>) -> tensor<i32>
  %e6_0 = xla.constant dense<[2, 4]> : tensor<2xi32>
  %run6 = xla.select_and_scatter %h6_0, %h6_1, %h6_2, window = {size = [2], stride = [2], pad = [[3, 3]]} : (tensor<2xi32>, tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run6, %e6_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %fold6 = xla.select_and_scatter %x6_0, %x6_1, %x6_2, window = {size = [2], stride = [2], pad = [[3, 3]]} : (tensor<2xi32>, tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold6, %e6_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // a scatter that is not commutative
  %x7_0 = xla.constant dense<[5, 9, 5]> : tensor<3xi32>
  %h7_0 = xla.optimization_barrier %x7_0 : (tensor<3xi32>) -> tensor<3xi32>
  %x7_1 = xla.constant dense<[1, 2]> : tensor<2xi32>
  %h7_1 = xla.optimization_barrier %x7_1 : (tensor<2xi32>) -> tensor<2xi32>
  %x7_2 = xla.constant dense<100> : tensor<i32>
  %h7_2 = xla.optimization_barrier %x7_2 : (tensor<i32>) -> tensor<i32>
  %e7_0 = xla.constant dense<[100, 97, 100]> : tensor<3xi32>
  %run7 = xla.select_and_scatter %h7_0, %h7_1, %h7_2, window = {size = [2]} : (tensor<3xi32>, tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.sub %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run7, %e7_0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %fold7 = xla.select_and_scatter %x7_0, %x7_1, %x7_2, window = {size = [2]} : (tensor<3xi32>, tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.sub %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold7, %e7_0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // one window as large as the array
  %x8_0 = xla.constant dense<[[1, 5], [7, 2]]> : tensor<2x2xi32>
  %h8_0 = xla.optimization_barrier %x8_0 : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %x8_1 = xla.constant dense<[[3]]> : tensor<1x1xi32>
  %h8_1 = xla.optimization_barrier %x8_1 : (tensor<1x1xi32>) -> tensor<1x1xi32>
  %x8_2 = xla.constant dense<0> : tensor<i32>
  %h8_2 = xla.optimization_barrier %x8_2 : (tensor<i32>) -> tensor<i32>
  %e8_0 = xla.constant dense<[[0, 0], [3, 0]]> : tensor<2x2xi32>
  %run8 = xla.select_and_scatter %h8_0, %h8_1, %h8_2, window = {size = [2, 2]} : (tensor<2x2xi32>, tensor<1x1xi32>, tensor<i32>) -> tensor<2x2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run8, %e8_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %fold8 = xla.select_and_scatter %x8_0, %x8_1, %x8_2, window = {size = [2, 2]} : (tensor<2x2xi32>, tensor<1x1xi32>, tensor<i32>) -> tensor<2x2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold8, %e8_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()

  // few large windows
  %x9_0 = xla.constant dense<[10, 16, 7, 4, 11, 2, 18, 0, 3, 6, 5, 17, 13, 19, 15, 8, 14, 12, 1, 9]> : tensor<20xi32>
  %h9_0 = xla.optimization_barrier %x9_0 : (tensor<20xi32>) -> tensor<20xi32>
  %x9_1 = xla.constant dense<[1, 2, 3]> : tensor<3xi32>
  %h9_1 = xla.optimization_barrier %x9_1 : (tensor<3xi32>) -> tensor<3xi32>
  %x9_2 = xla.constant dense<0> : tensor<i32>
  %h9_2 = xla.optimization_barrier %x9_2 : (tensor<i32>) -> tensor<i32>
  %e9_0 = xla.constant dense<[0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0]> : tensor<20xi32>
  %run9 = xla.select_and_scatter %h9_0, %h9_1, %h9_2, window = {size = [10], stride = [5]} : (tensor<20xi32>, tensor<3xi32>, tensor<i32>) -> tensor<20xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run9, %e9_0) {has_side_effect = true} : (tensor<20xi32>, tensor<20xi32>) -> ()
  %fold9 = xla.select_and_scatter %x9_0, %x9_1, %x9_2, window = {size = [10], stride = [5]} : (tensor<20xi32>, tensor<3xi32>, tensor<i32>) -> tensor<20xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold9, %e9_0) {has_side_effect = true} : (tensor<20xi32>, tensor<20xi32>) -> ()

  // many overlapping windows
  %x10_0 = xla.constant dense<[[14, 33, 34, 7, 6, 24, 29], [2, 19, 13, 30, 0, 21, 27], [18, 23, 3, 12, 10, 28, 15], [4, 32, 5, 25, 11, 31, 16], [17, 8, 9, 26, 20, 22, 1]]> : tensor<5x7xi32>
  %h10_0 = xla.optimization_barrier %x10_0 : (tensor<5x7xi32>) -> tensor<5x7xi32>
  %x10_1 = xla.constant dense<[[19, 1, 17, 36, 17], [24, 24, 3, 4, 14], [27, 3, 46, 42, 28]]> : tensor<3x5xi32>
  %h10_1 = xla.optimization_barrier %x10_1 : (tensor<3x5xi32>) -> tensor<3x5xi32>
  %x10_2 = xla.constant dense<0> : tensor<i32>
  %h10_2 = xla.optimization_barrier %x10_2 : (tensor<i32>) -> tensor<i32>
  %e10_0 = xla.constant dense<[[0, 0, 37, 0, 0, 0, 17], [0, 0, 0, 39, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0], [0, 78, 0, 0, 0, 88, 0], [0, 0, 0, 46, 0, 0, 0]]> : tensor<5x7xi32>
  %run10 = xla.select_and_scatter %h10_0, %h10_1, %h10_2, window = {size = [3, 3]} : (tensor<5x7xi32>, tensor<3x5xi32>, tensor<i32>) -> tensor<5x7xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run10, %e10_0) {has_side_effect = true} : (tensor<5x7xi32>, tensor<5x7xi32>) -> ()
  %fold10 = xla.select_and_scatter %x10_0, %x10_1, %x10_2, window = {size = [3, 3]} : (tensor<5x7xi32>, tensor<3x5xi32>, tensor<i32>) -> tensor<5x7xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold10, %e10_0) {has_side_effect = true} : (tensor<5x7xi32>, tensor<5x7xi32>) -> ()

  // strides, padding and cropping
  %x11_0 = xla.constant dense<[[9, 31, 26, 5, 41, 18, 35], [22, 6, 16, 36, 23, 24, 27], [7, 20, 17, 19, 28, 40, 11], [3, 21, 13, 30, 34, 38, 15], [14, 4, 12, 10, 2, 29, 0], [8, 37, 25, 33, 39, 1, 32]]> : tensor<6x7xi32>
  %h11_0 = xla.optimization_barrier %x11_0 : (tensor<6x7xi32>) -> tensor<6x7xi32>
  %x11_1 = xla.constant dense<[[26, 32], [46, 46], [6, 39], [20, 40]]> : tensor<4x2xi32>
  %h11_1 = xla.optimization_barrier %x11_1 : (tensor<4x2xi32>) -> tensor<4x2xi32>
  %x11_2 = xla.constant dense<0> : tensor<i32>
  %h11_2 = xla.optimization_barrier %x11_2 : (tensor<i32>) -> tensor<i32>
  %e11_0 = xla.constant dense<[[0, 26, 0, 0, 32, 0, 0], [0, 0, 0, 46, 0, 0, 0], [0, 0, 0, 0, 0, 46, 0], [0, 0, 0, 6, 0, 39, 0], [0, 0, 0, 0, 0, 0, 0], [0, 20, 0, 0, 40, 0, 0]]> : tensor<6x7xi32>
  %run11 = xla.select_and_scatter %h11_0, %h11_1, %h11_2, window = {size = [2, 3], stride = [2, 2], pad = [[1, 1], [-1, 0]]} : (tensor<6x7xi32>, tensor<4x2xi32>, tensor<i32>) -> tensor<6x7xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run11, %e11_0) {has_side_effect = true} : (tensor<6x7xi32>, tensor<6x7xi32>) -> ()
  %fold11 = xla.select_and_scatter %x11_0, %x11_1, %x11_2, window = {size = [2, 3], stride = [2, 2], pad = [[1, 1], [-1, 0]]} : (tensor<6x7xi32>, tensor<4x2xi32>, tensor<i32>) -> tensor<6x7xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold11, %e11_0) {has_side_effect = true} : (tensor<6x7xi32>, tensor<6x7xi32>) -> ()

  // feature maps in the last dimension
  %x12_0 = xla.constant dense<[[[119.0, 179.0, 271.0, 188.0, 77.0, 221.0, 174.0, 108.0, 238.0, 112.0, 5.0, 51.0, 258.0, 186.0, 251.0, 147.0, 171.0], [180.0, 175.0, 25.0, 28.0, 113.0, 216.0, 124.0, 215.0, 126.0, 239.0, 235.0, 146.0, 162.0, 160.0, 214.0, 42.0, 166.0], [38.0, 30.0, 12.0, 109.0, 182.0, 237.0, 202.0, 193.0, 149.0, 232.0, 98.0, 133.0, 164.0, 75.0, 20.0, 227.0, 167.0], [16.0, 156.0, 56.0, 265.0, 111.0, 83.0, 74.0, 246.0, 46.0, 220.0, 120.0, 161.0, 41.0, 114.0, 69.0, 67.0, 129.0]], [[151.0, 254.0, 86.0, 157.0, 200.0, 125.0, 32.0, 165.0, 158.0, 87.0, 128.0, 192.0, 197.0, 190.0, 222.0, 81.0, 170.0], [48.0, 140.0, 196.0, 65.0, 208.0, 249.0, 240.0, 105.0, 61.0, 72.0, 203.0, 218.0, 94.0, 134.0, 241.0, 18.0, 80.0], [264.0, 255.0, 169.0, 211.0, 31.0, 103.0, 210.0, 168.0, 7.0, 11.0, 262.0, 195.0, 76.0, 58.0, 263.0, 173.0, 243.0], [73.0, 95.0, 178.0, 116.0, 93.0, 89.0, 127.0, 153.0, 198.0, 223.0, 132.0, 59.0, 107.0, 85.0, 268.0, 33.0, 245.0]], [[261.0, 247.0, 217.0, 55.0, 37.0, 3.0, 4.0, 35.0, 15.0, 172.0, 253.0, 142.0, 49.0, 234.0, 102.0, 191.0, 24.0], [242.0, 259.0, 244.0, 78.0, 54.0, 231.0, 68.0, 104.0, 137.0, 84.0, 99.0, 252.0, 131.0, 143.0, 228.0, 236.0, 100.0], [22.0, 14.0, 150.0, 0.0, 144.0, 121.0, 138.0, 205.0, 269.0, 43.0, 17.0, 63.0, 8.0, 23.0, 256.0, 122.0, 115.0], [39.0, 130.0, 29.0, 266.0, 139.0, 34.0, 106.0, 204.0, 206.0, 53.0, 36.0, 176.0, 71.0, 90.0, 96.0, 194.0, 177.0]], [[21.0, 201.0, 26.0, 225.0, 27.0, 9.0, 110.0, 270.0, 13.0, 189.0, 229.0, 155.0, 183.0, 1.0, 199.0, 260.0, 159.0], [50.0, 145.0, 118.0, 233.0, 82.0, 267.0, 257.0, 123.0, 141.0, 64.0, 184.0, 10.0, 47.0, 224.0, 181.0, 185.0, 209.0], [250.0, 52.0, 45.0, 136.0, 62.0, 6.0, 57.0, 212.0, 148.0, 91.0, 88.0, 2.0, 60.0, 44.0, 219.0, 154.0, 97.0], [230.0, 66.0, 226.0, 207.0, 248.0, 187.0, 135.0, 117.0, 101.0, 152.0, 40.0, 70.0, 79.0, 213.0, 19.0, 92.0, 163.0]]]> : tensor<4x4x17xf32>
  %h12_0 = xla.optimization_barrier %x12_0 : (tensor<4x4x17xf32>) -> tensor<4x4x17xf32>
  %x12_1 = xla.constant dense<[[[1.0, 8.0, 7.0, 0.0, 6.0, 0.0, 4.0, 6.0, 3.0, 4.0, 0.0, 3.0, 4.0, 5.0, 5.0, 6.0, 4.0], [0.0, 7.0, 8.0, 6.0, 8.0, 7.0, 3.0, 6.0, 4.0, 8.0, 2.0, 4.0, 5.0, 6.0, 1.0, 2.0, 4.0]], [[7.0, 8.0, 4.0, 4.0, 1.0, 7.0, 2.0, 1.0, 6.0, 7.0, 5.0, 1.0, 7.0, 1.0, 6.0, 6.0, 7.0], [2.0, 3.0, 1.0, 7.0, 0.0, 0.0, 7.0, 1.0, 0.0, 2.0, 0.0, 8.0, 8.0, 8.0, 7.0, 5.0, 3.0]]]> : tensor<2x2x17xf32>
  %h12_1 = xla.optimization_barrier %x12_1 : (tensor<2x2x17xf32>) -> tensor<2x2x17xf32>
  %x12_2 = xla.constant dense<0.0> : tensor<f32>
  %h12_2 = xla.optimization_barrier %x12_2 : (tensor<f32>) -> tensor<f32>
  %e12_0 = xla.constant dense<[[[0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0, 0.0, 5.0, 6.0, 4.0], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 6.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 8.0, 7.0, 0.0, 0.0, 0.0, 8.0, 0.0, 0.0, 5.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 6.0, 0.0, 0.0, 0.0, 6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 6.0, 0.0, 0.0, 0.0]], [[0.0, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 6.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 2.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 4.0]], [[7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 8.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 6.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0, 0.0, 0.0], [0.0, 3.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 8.0, 0.0, 0.0, 0.0, 5.0, 3.0]], [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 7.0, 0.0, 0.0, 7.0, 0.0, 0.0, 6.0, 0.0], [0.0, 0.0, 0.0, 4.0, 1.0, 7.0, 2.0, 0.0, 6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0], [2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 8.0, 8.0, 0.0, 0.0, 0.0]]]> : tensor<4x4x17xf32>
  %run12 = xla.select_and_scatter %h12_0, %h12_1, %h12_2, window = {size = [2, 2, 1], stride = [2, 2, 1]} : (tensor<4x4x17xf32>, tensor<2x2x17xf32>, tensor<f32>) -> tensor<4x4x17xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.add %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  xla.custom_call "check.expect_eq"(%run12, %e12_0) {has_side_effect = true} : (tensor<4x4x17xf32>, tensor<4x4x17xf32>) -> ()
  %fold12 = xla.select_and_scatter %x12_0, %x12_1, %x12_2, window = {size = [2, 2, 1], stride = [2, 2, 1]} : (tensor<4x4x17xf32>, tensor<2x2x17xf32>, tensor<f32>) -> tensor<4x4x17xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.add %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  xla.custom_call "check.expect_eq"(%fold12, %e12_0) {has_side_effect = true} : (tensor<4x4x17xf32>, tensor<4x4x17xf32>) -> ()

  // no window
  %x13_0 = xla.constant dense<[1, 2]> : tensor<2xi32>
  %h13_0 = xla.optimization_barrier %x13_0 : (tensor<2xi32>) -> tensor<2xi32>
  %x13_1 = xla.constant dense<> : tensor<0xi32>
  %h13_1 = xla.optimization_barrier %x13_1 : (tensor<0xi32>) -> tensor<0xi32>
  %x13_2 = xla.constant dense<7> : tensor<i32>
  %h13_2 = xla.optimization_barrier %x13_2 : (tensor<i32>) -> tensor<i32>
  %e13_0 = xla.constant dense<[7, 7]> : tensor<2xi32>
  %run13 = xla.select_and_scatter %h13_0, %h13_1, %h13_2, window = {size = [3]} : (tensor<2xi32>, tensor<0xi32>, tensor<i32>) -> tensor<2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run13, %e13_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %fold13 = xla.select_and_scatter %x13_0, %x13_1, %x13_2, window = {size = [3]} : (tensor<2xi32>, tensor<0xi32>, tensor<i32>) -> tensor<2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold13, %e13_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // no element
  %x14_0 = xla.constant dense<> : tensor<0xi32>
  %h14_0 = xla.optimization_barrier %x14_0 : (tensor<0xi32>) -> tensor<0xi32>
  %x14_1 = xla.constant dense<[0]> : tensor<1xi32>
  %h14_1 = xla.optimization_barrier %x14_1 : (tensor<1xi32>) -> tensor<1xi32>
  %x14_2 = xla.constant dense<7> : tensor<i32>
  %h14_2 = xla.optimization_barrier %x14_2 : (tensor<i32>) -> tensor<i32>
  %e14_0 = xla.constant dense<> : tensor<0xi32>
  %run14 = xla.select_and_scatter %h14_0, %h14_1, %h14_2, window = {size = [2], pad = [[1, 1]]} : (tensor<0xi32>, tensor<1xi32>, tensor<i32>) -> tensor<0xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run14, %e14_0) {has_side_effect = true} : (tensor<0xi32>, tensor<0xi32>) -> ()
  %fold14 = xla.select_and_scatter %x14_0, %x14_1, %x14_2, window = {size = [2], pad = [[1, 1]]} : (tensor<0xi32>, tensor<1xi32>, tensor<i32>) -> tensor<0xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold14, %e14_0) {has_side_effect = true} : (tensor<0xi32>, tensor<0xi32>) -> ()

  // rank 0
  %x15_0 = xla.constant dense<5> : tensor<i32>
  %h15_0 = xla.optimization_barrier %x15_0 : (tensor<i32>) -> tensor<i32>
  %x15_1 = xla.constant dense<2> : tensor<i32>
  %h15_1 = xla.optimization_barrier %x15_1 : (tensor<i32>) -> tensor<i32>
  %x15_2 = xla.constant dense<1> : tensor<i32>
  %h15_2 = xla.optimization_barrier %x15_2 : (tensor<i32>) -> tensor<i32>
  %e15_0 = xla.constant dense<3> : tensor<i32>
  %run15 = xla.select_and_scatter %h15_0, %h15_1, %h15_2, window = {size = []} : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run15, %e15_0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %fold15 = xla.select_and_scatter %x15_0, %x15_1, %x15_2, window = {size = []} : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold15, %e15_0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
