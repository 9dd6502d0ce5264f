// RUN: xla-run %s
//
// CHLO ops that are several xla ops. Expected numbers are NumPy's.

func.func @main() {

  // the trailing dimensions are aligned, and those of size 1 repeated
  %m_known = stablehlo.constant dense<[[2.0, 3.0, -4.0], [3.0, 0.0, 0.0]]> : tensor<2x3xf32>
  %m = stablehlo.optimization_barrier %m_known : tensor<2x3xf32>
  %v_known = stablehlo.constant dense<[1.0, -2.0, 4.0]> : tensor<3xf32>
  %v = stablehlo.optimization_barrier %v_known : tensor<3xf32>
  %s_known = stablehlo.constant dense<2.5> : tensor<f32>
  %s = stablehlo.optimization_barrier %s_known : tensor<f32>
  %col_known = stablehlo.constant dense<[[-4.0], [-2.0]]> : tensor<2x1xf32>
  %col = stablehlo.optimization_barrier %col_known : tensor<2x1xf32>
  %add = chlo.broadcast_add %m, %v : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %e0 = stablehlo.constant dense<[[3.0, 1.0, 0.0], [4.0, -2.0, 4.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%add, %e0) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %sub = chlo.broadcast_subtract %s, %m : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %e1 = stablehlo.constant dense<[[0.5, -0.5, 6.5], [-0.5, 2.5, 2.5]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%sub, %e1) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %mul = chlo.broadcast_multiply %col, %v : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %e2 = stablehlo.constant dense<[[-4.0, 8.0, -16.0], [-2.0, 4.0, -8.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%mul, %e2) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %w_known = stablehlo.constant dense<[-1.0, 1.0]> : tensor<2xf32>
  %w = stablehlo.optimization_barrier %w_known : tensor<2xf32>
  %max = chlo.broadcast_maximum %m, %w {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  %e3 = stablehlo.constant dense<[[2.0, 3.0, -1.0], [3.0, 1.0, 1.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%max, %e3) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %less = chlo.broadcast_compare %v, %m {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %e4 = stablehlo.constant dense<[[true, true, false], [true, true, false]]> : tensor<2x3xi1>
  stablehlo.custom_call @check.expect_eq(%less, %e4) {has_side_effect = true} : (tensor<2x3xi1>, tensor<2x3xi1>) -> ()
  %after = chlo.broadcast_next_after %m, %m : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %e5 = stablehlo.constant dense<[[2.0, 3.0, -4.0], [3.0, 0.0, 0.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%after, %e5) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // select
  %p_known = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %p = stablehlo.optimization_barrier %p_known : tensor<3xi1>
  %ps_known = stablehlo.constant dense<false> : tensor<i1>
  %ps = stablehlo.optimization_barrier %ps_known : tensor<i1>
  %chosen = chlo.broadcast_select %p, %m, %s : (tensor<3xi1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %e6 = stablehlo.constant dense<[[2.0, 2.5, -4.0], [3.0, 2.5, 0.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%chosen, %e6) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %other = chlo.broadcast_select %ps, %m, %col : (tensor<i1>, tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %e7 = stablehlo.constant dense<[[-4.0, -4.0, -4.0], [-2.0, -2.0, -2.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%other, %e7) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // constants
  %like = "chlo.constant_like"(%m) {value = 3.5 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %e8 = stablehlo.constant dense<[[3.5, 3.5, 3.5], [3.5, 3.5, 3.5]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%like, %e8) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %like_i = "chlo.constant_like"(%p) {value = -7 : i32} : (tensor<3xi1>) -> tensor<3xi32>
  %e9 = stablehlo.constant dense<[-7, -7, -7]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%like_i, %e9) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // infinities
  %x_known = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 1.0, -0.0]> : tensor<5xf32>
  %x = stablehlo.optimization_barrier %x_known : tensor<5xf32>
  %is_inf = chlo.is_inf %x : tensor<5xf32> -> tensor<5xi1>
  %e10 = stablehlo.constant dense<[true, true, false, false, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%is_inf, %e10) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  %is_pos_inf = chlo.is_pos_inf %x : tensor<5xf32> -> tensor<5xi1>
  %e11 = stablehlo.constant dense<[true, false, false, false, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%is_pos_inf, %e11) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  %is_neg_inf = chlo.is_neg_inf %x : tensor<5xf32> -> tensor<5xi1>
  %e12 = stablehlo.constant dense<[false, true, false, false, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%is_neg_inf, %e12) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()

  // ragged_dot, groups of rows: the last row is in no group
  %rows_l_known = stablehlo.constant dense<[[-1.0, -3.0, -4.0], [-4.0, -4.0, -3.0], [4.0, -3.0, 1.0], [2.0, -2.0, -2.0], [-1.0, -2.0, 4.0], [-3.0, 4.0, 3.0]]> : tensor<6x3xf32>
  %rows_l = stablehlo.optimization_barrier %rows_l_known : tensor<6x3xf32>
  %rows_r_known = stablehlo.constant dense<[[[3.0, -3.0], [-1.0, 1.0], [0.0, 1.0]], [[2.0, 1.0], [-4.0, 4.0], [1.0, 4.0]], [[-2.0, -1.0], [3.0, -3.0], [-4.0, -1.0]]]> : tensor<3x3x2xf32>
  %rows_r = stablehlo.optimization_barrier %rows_r_known : tensor<3x3x2xf32>
  %rows_g_known = stablehlo.constant dense<[2, 0, 3]> : tensor<3xi32>
  %rows_g = stablehlo.optimization_barrier %rows_g_known : tensor<3xi32>
  %rows = "chlo.ragged_dot"(%rows_l, %rows_r, %rows_g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<6x3xf32>, tensor<3x3x2xf32>, tensor<3xi32>) -> tensor<6x2xf32>
  %e13 = stablehlo.constant dense<[[0.0, -4.0], [-8.0, 5.0], [-21.0, 4.0], [-2.0, 6.0], [-20.0, 3.0], [0.0, 0.0]]> : tensor<6x2xf32>
  stablehlo.custom_call @check.expect_eq(%rows, %e13) {has_side_effect = true} : (tensor<6x2xf32>, tensor<6x2xf32>) -> ()

  // of a batch with sizes of its own, whose group dimension is the last
  %batched_l_known = stablehlo.constant dense<[[[2.0, -3.0, 3.0], [-1.0, -2.0, 0.0], [4.0, 3.0, 3.0], [-2.0, -4.0, 3.0]], [[2.0, 2.0, -4.0], [-4.0, 0.0, -1.0], [-1.0, 4.0, -3.0], [0.0, -2.0, -2.0]]]> : tensor<2x4x3xf32>
  %batched_l = stablehlo.optimization_barrier %batched_l_known : tensor<2x4x3xf32>
  %batched_r_known = stablehlo.constant dense<[[[[3.0, -3.0, -2.0], [-3.0, -3.0, -2.0]], [[2.0, 1.0, 0.0], [-3.0, 3.0, 3.0]], [[-2.0, -4.0, -2.0], [-3.0, 3.0, 0.0]]], [[[0.0, -2.0, 0.0], [4.0, -2.0, 2.0]], [[-4.0, -2.0, 4.0], [3.0, -4.0, 3.0]], [[3.0, 0.0, -1.0], [4.0, 4.0, 2.0]]]]> : tensor<2x3x2x3xf32>
  %batched_r = stablehlo.optimization_barrier %batched_r_known : tensor<2x3x2x3xf32>
  %batched_g_known = stablehlo.constant dense<[[1, 2, 1], [0, 4, 0]]> : tensor<2x3xi32>
  %batched_g = stablehlo.optimization_barrier %batched_g_known : tensor<2x3xi32>
  %batched = "chlo.ragged_dot"(%batched_l, %batched_r, %batched_g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [3]>} : (tensor<2x4x3xf32>, tensor<2x3x2x3xf32>, tensor<2x3xi32>) -> tensor<2x4x2xf32>
  %e14 = stablehlo.constant dense<[[[-6.0, -6.0], [1.0, -3.0], [-21.0, 6.0], [-2.0, -8.0]], [[-8.0, -28.0], [8.0, 4.0], [-6.0, -26.0], [4.0, 0.0]]]> : tensor<2x4x2xf32>
  stablehlo.custom_call @check.expect_eq(%batched, %e14) {has_side_effect = true} : (tensor<2x4x2xf32>, tensor<2x4x2xf32>) -> ()

  // groups of what is summed over: a product for each
  %sums_l_known = stablehlo.constant dense<[[[-1.0, -3.0, 4.0, -2.0, 1.0], [2.0, -2.0, -2.0, 2.0, -3.0], [2.0, 4.0, 2.0, 1.0, 0.0]], [[4.0, -3.0, -1.0, 1.0, 1.0], [-4.0, -3.0, 2.0, 3.0, 1.0], [4.0, -1.0, -2.0, 3.0, -4.0]]]> : tensor<2x3x5xf32>
  %sums_l = stablehlo.optimization_barrier %sums_l_known : tensor<2x3x5xf32>
  %sums_r_known = stablehlo.constant dense<[[[-3.0, -3.0], [-1.0, -3.0], [3.0, 3.0], [-1.0, -4.0], [2.0, -4.0]], [[1.0, -3.0], [4.0, 2.0], [4.0, 1.0], [2.0, -1.0], [3.0, -3.0]]]> : tensor<2x5x2xf32>
  %sums_r = stablehlo.optimization_barrier %sums_r_known : tensor<2x5x2xf32>
  %sums_g_known = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %sums_g = stablehlo.optimization_barrier %sums_g_known : tensor<2xi32>
  %sums = "chlo.ragged_dot"(%sums_l, %sums_r, %sums_g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = []>} : (tensor<2x3x5xf32>, tensor<2x5x2xf32>, tensor<2xi32>) -> tensor<2x2x3x2xf32>
  %e15 = stablehlo.constant dense<[[[[3.0, 3.0], [-6.0, -6.0], [-6.0, -6.0]], [[4.0, -12.0], [-4.0, 12.0], [4.0, -12.0]]], [[[17.0, 29.0], [-6.0, -8.0], [1.0, -10.0]], [[-14.0, -8.0], [2.0, -7.0], [-6.0, -7.0]]]]> : tensor<2x2x3x2xf32>
  stablehlo.custom_call @check.expect_eq(%sums, %e15) {has_side_effect = true} : (tensor<2x2x3x2xf32>, tensor<2x2x3x2xf32>) -> ()

  // groups of a batch, which make no difference
  %batches_l_known = stablehlo.constant dense<[[[-3.0, -1.0, 2.0, 0.0], [3.0, 4.0, -1.0, -1.0]], [[0.0, 1.0, 0.0, 1.0], [4.0, 2.0, -2.0, -1.0]], [[-1.0, -3.0, -4.0, 3.0], [-1.0, -1.0, 1.0, 1.0]]]> : tensor<3x2x4xf32>
  %batches_l = stablehlo.optimization_barrier %batches_l_known : tensor<3x2x4xf32>
  %batches_r_known = stablehlo.constant dense<[[[4.0, 1.0], [4.0, 1.0], [-2.0, -2.0], [4.0, 1.0]], [[-3.0, 3.0], [3.0, -4.0], [-3.0, 2.0], [-1.0, -1.0]], [[-4.0, -3.0], [3.0, 3.0], [3.0, 1.0], [-3.0, -2.0]]]> : tensor<3x4x2xf32>
  %batches_r = stablehlo.optimization_barrier %batches_r_known : tensor<3x4x2xf32>
  %batches_g_known = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %batches_g = stablehlo.optimization_barrier %batches_g_known : tensor<2xi32>
  %batches = "chlo.ragged_dot"(%batches_l, %batches_r, %batches_g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<3x2x4xf32>, tensor<3x4x2xf32>, tensor<2xi32>) -> tensor<3x2x2xf32>
  %e16 = stablehlo.constant dense<[[[-20.0, -8.0], [26.0, 8.0]], [[2.0, -5.0], [1.0, 1.0]], [[-26.0, -16.0], [1.0, -1.0]]]> : tensor<3x2x2xf32>
  stablehlo.custom_call @check.expect_eq(%batches, %e16) {has_side_effect = true} : (tensor<3x2x2xf32>, tensor<3x2x2xf32>) -> ()

  // scan: sums of what comes before
  %forward_x_known = stablehlo.constant dense<[[0.0, 4.0, -2.0], [0.0, 0.0, 0.0], [0.0, 2.0, -4.0], [4.0, 3.0, 2.0]]> : tensor<4x3xf32>
  %forward_x = stablehlo.optimization_barrier %forward_x_known : tensor<4x3xf32>
  %forward_c_known = stablehlo.constant dense<[-2.0, -1.0, 0.0]> : tensor<3xf32>
  %forward_c = stablehlo.optimization_barrier %forward_c_known : tensor<3xf32>
  %forward:2 = chlo.scan(%forward_x) inits(%forward_c) dimension = 0 {
  ^bb0(%slice: tensor<3xf32>, %carry: tensor<3xf32>):
    %next = stablehlo.add %slice, %carry : tensor<3xf32>
    stablehlo.return %carry, %next : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  %e17 = stablehlo.constant dense<[[-2.0, -1.0, 0.0], [-2.0, 3.0, -2.0], [-2.0, 3.0, -2.0], [-2.0, 5.0, -6.0]]> : tensor<4x3xf32>
  stablehlo.custom_call @check.expect_eq(%forward#0, %e17) {has_side_effect = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
  %e18 = stablehlo.constant dense<[2.0, 8.0, -4.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_eq(%forward#1, %e18) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // backwards, along the second dimension
  %backward_x_known = stablehlo.constant dense<[[-2.0, -4.0, 2.0, -4.0], [2.0, -3.0, 1.0, -1.0]]> : tensor<2x4xf32>
  %backward_x = stablehlo.optimization_barrier %backward_x_known : tensor<2x4xf32>
  %backward_c_known = stablehlo.constant dense<[-2.0, 4.0]> : tensor<2xf32>
  %backward_c = stablehlo.optimization_barrier %backward_c_known : tensor<2xf32>
  %backward:2 = chlo.scan(%backward_x) inits(%backward_c) dimension = 1 attributes {is_reverse = true} {
  ^bb0(%slice: tensor<2xf32>, %carry: tensor<2xf32>):
    %next = stablehlo.add %slice, %carry : tensor<2xf32>
    stablehlo.return %carry, %next : tensor<2xf32>, tensor<2xf32>
  } : (tensor<2x4xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>)
  %e19 = stablehlo.constant dense<[[-8.0, -4.0, -6.0, -2.0], [1.0, 4.0, 3.0, 4.0]]> : tensor<2x4xf32>
  stablehlo.custom_call @check.expect_eq(%backward#0, %e19) {has_side_effect = true} : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
  %e20 = stablehlo.constant dense<[-10.0, 3.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%backward#1, %e20) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // over nothing
  %empty_x = stablehlo.constant dense<> : tensor<0x3xf32>
  %empty_c_known = stablehlo.constant dense<[0.0, 4.0, -3.0]> : tensor<3xf32>
  %empty_c = stablehlo.optimization_barrier %empty_c_known : tensor<3xf32>
  %empty:2 = chlo.scan(%empty_x) inits(%empty_c) dimension = 0 {
  ^bb0(%slice: tensor<3xf32>, %carry: tensor<3xf32>):
    %next = stablehlo.add %slice, %carry : tensor<3xf32>
    stablehlo.return %carry, %next : tensor<3xf32>, tensor<3xf32>
  } : (tensor<0x3xf32>, tensor<3xf32>) -> (tensor<0x3xf32>, tensor<3xf32>)
  %e21 = stablehlo.constant dense<> : tensor<0x3xf32>
  stablehlo.custom_call @check.expect_eq(%empty#0, %e21) {has_side_effect = true} : (tensor<0x3xf32>, tensor<0x3xf32>) -> ()
  %e22 = stablehlo.constant dense<[0.0, 4.0, -3.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_eq(%empty#1, %e22) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // of two operands with one carry
  %a_known = stablehlo.constant dense<[0.0, -1.0, 0.0, -4.0, 2.0]> : tensor<5xf32>
  %a = stablehlo.optimization_barrier %a_known : tensor<5xf32>
  %b_known = stablehlo.constant dense<[-1.0, 3.0, -3.0, -1.0, -4.0]> : tensor<5xf32>
  %b = stablehlo.optimization_barrier %b_known : tensor<5xf32>
  %z_known = stablehlo.constant dense<1.0> : tensor<f32>
  %z = stablehlo.optimization_barrier %z_known : tensor<f32>
  %two:2 = chlo.scan(%a, %b) inits(%z) dimension = 0 {
  ^bb0(%ai: tensor<f32>, %bi: tensor<f32>, %carry: tensor<f32>):
    %product = stablehlo.multiply %carry, %ai : tensor<f32>
    %next = stablehlo.add %product, %bi : tensor<f32>
    stablehlo.return %next, %next : tensor<f32>, tensor<f32>
  } : (tensor<5xf32>, tensor<5xf32>, tensor<f32>) -> (tensor<5xf32>, tensor<f32>)
  %e23 = stablehlo.constant dense<[-1.0, 4.0, -3.0, 11.0, 18.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%two#0, %e23) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  %e24 = stablehlo.constant dense<18.0> : tensor<f32>
  stablehlo.custom_call @check.expect_eq(%two#1, %e24) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()

  // top_k: of equal elements the first come first, NaN is the largest, and +0 comes before -0
  %ints_known = stablehlo.constant dense<[[3, 1, 3, 2], [0, -5, 7, 7]]> : tensor<2x4xi32>
  %ints = stablehlo.optimization_barrier %ints_known : tensor<2x4xi32>
  %iv, %ii = chlo.top_k(%ints, k = 3) : tensor<2x4xi32> -> (tensor<2x3xi32>, tensor<2x3xi32>)
  %e25 = stablehlo.constant dense<[[3, 3, 2], [7, 7, 0]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%iv, %e25) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  %e26 = stablehlo.constant dense<[[0, 2, 3], [2, 3, 0]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%ii, %e26) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  %floats_known = stablehlo.constant dense<[-0.0, 0x7FC00000, 2.5, 0x7F800000, 0.0, 2.5, 0xFF800000]> : tensor<7xf32>
  %floats = stablehlo.optimization_barrier %floats_known : tensor<7xf32>
  %fv, %fi = chlo.top_k(%floats, k = 7) : tensor<7xf32> -> (tensor<7xf32>, tensor<7xi32>)
  %e27 = stablehlo.constant dense<[1, 3, 2, 5, 4, 0, 6]> : tensor<7xi32>
  stablehlo.custom_call @check.expect_eq(%fi, %e27) {has_side_effect = true} : (tensor<7xi32>, tensor<7xi32>) -> ()
  %fv_bits = stablehlo.bitcast_convert %fv : (tensor<7xf32>) -> tensor<7xui32>
  %e28 = stablehlo.constant dense<[2143289344, 2139095040, 1075838976, 1075838976, 0, 2147483648, 4286578688]> : tensor<7xui32>
  stablehlo.custom_call @check.expect_eq(%fv_bits, %e28) {has_side_effect = true} : (tensor<7xui32>, tensor<7xui32>) -> ()
  %truths_known = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %truths = stablehlo.optimization_barrier %truths_known : tensor<3xi1>
  %pv, %pi = chlo.top_k(%truths, k = 2) : tensor<3xi1> -> (tensor<2xi1>, tensor<2xi32>)
  %e29 = stablehlo.constant dense<[true, true]> : tensor<2xi1>
  stablehlo.custom_call @check.expect_eq(%pv, %e29) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  %e30 = stablehlo.constant dense<[0, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%pi, %e30) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %nv, %ni = chlo.top_k(%floats, k = 0) : tensor<7xf32> -> (tensor<0xf32>, tensor<0xi32>)
  %e31 = stablehlo.constant dense<> : tensor<0xi32>
  stablehlo.custom_call @check.expect_eq(%ni, %e31) {has_side_effect = true} : (tensor<0xi32>, tensor<0xi32>) -> ()

  // a complex square is infinite, not NaN, where only one of its products overflows, and its real part is 0 where both parts are as large
  %sq_known = stablehlo.constant dense<[(3.0, 4.0), (1.0e200, 0x7FF0000000000000), (0x7FF0000000000000, -1.0e200), (1.0e200, 1.0e200), (1.7e308, -1.7e308)]> : tensor<5xcomplex<f64>>
  %sq = stablehlo.optimization_barrier %sq_known : tensor<5xcomplex<f64>>
  %sq_square = chlo.square %sq : tensor<5xcomplex<f64>> -> tensor<5xcomplex<f64>>
  %sq_re = stablehlo.real %sq_square : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %sq_im = stablehlo.imag %sq_square : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %sq_e_re = stablehlo.constant dense<[-7.0, 0xFFF0000000000000, 0x7FF0000000000000, 0.0, 0.0]> : tensor<5xf64>
  %sq_e_im = stablehlo.constant dense<[24.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%sq_re, %sq_e_re) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  stablehlo.custom_call @check.expect_eq(%sq_im, %sq_e_im) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}
