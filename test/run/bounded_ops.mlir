// RUN: xla-run %s
//
// Ops on arrays of which 4 of 8 elements count: 1 4 2 3, and behind them NaN and large numbers, which are seen nowhere.
// The same for sizes that the compiler knows, and for those that it cannot see.

// The result, cut to its size, in front of zeros.
func.func private @check8(%actual: tensor<?xf32, #xla.bounds<8>>, %size: tensor<i32>, %expected: tensor<8xf32>) {
  %n = xla.get_dimension_size %actual, dim = 0 : (tensor<?xf32, #xla.bounds<8>>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%n, %size) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %zeros = xla.constant dense<0.0> : tensor<8xf32>
  %start = xla.constant dense<0> : tensor<i32>
  %front = xla.dynamic_update_slice %zeros, %actual at [%start] : (tensor<8xf32>, tensor<?xf32, #xla.bounds<8>>, tensor<i32>) -> tensor<8xf32>
  xla.custom_call "check.expect_eq"(%front, %expected) {has_side_effect = true} : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}

// The result, cut to its size, in front of zeros.
func.func private @check4(%actual: tensor<?xf32, #xla.bounds<4>>, %size: tensor<i32>, %expected: tensor<4xf32>) {
  %n = xla.get_dimension_size %actual, dim = 0 : (tensor<?xf32, #xla.bounds<4>>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%n, %size) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %zeros = xla.constant dense<0.0> : tensor<4xf32>
  %start = xla.constant dense<0> : tensor<i32>
  %front = xla.dynamic_update_slice %zeros, %actual at [%start] : (tensor<4xf32>, tensor<?xf32, #xla.bounds<4>>, tensor<i32>) -> tensor<4xf32>
  xla.custom_call "check.expect_eq"(%front, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

func.func private @ops(%four: tensor<i32>) {
  %two = xla.constant dense<2> : tensor<i32>
  %three = xla.constant dense<3> : tensor<i32>
  %eight = xla.constant dense<8> : tensor<i32>
  %zero = xla.constant dense<0.0> : tensor<f32>
  %all = xla.constant dense<[1.0, 4.0, 2.0, 3.0, 0x7FC00000, 1000.0, 0x7F800000, 1000.0]> : tensor<8xf32>
  %x = xla.set_dimension_size %all, %four, dim = 0 : (tensor<8xf32>, tensor<i32>) -> tensor<?xf32, #xla.bounds<8>>

  // Padding that follows the size: of 4 elements one behind, of 8 also one, of 3 one on each side.
  %0 = xla.reduce_window(%x init: %zero) applies xla.add window = {size = [3], stride = [2], pad = same} : (tensor<?xf32, #xla.bounds<8>>, tensor<f32>) -> tensor<?xf32, #xla.bounds<4>>
  %e1 = xla.constant dense<[7.0, 5.0, 0.0, 0.0]> : tensor<4xf32>
  xla.call @check4(%0, %two, %e1) : (tensor<?xf32, #xla.bounds<4>>, tensor<i32>, tensor<4xf32>) -> ()

  %short = xla.set_dimension_size %all, %three, dim = 0 : (tensor<8xf32>, tensor<i32>) -> tensor<?xf32, #xla.bounds<8>>
  %1 = xla.reduce_window(%short init: %zero) applies xla.add window = {size = [3], stride = [2], pad = same} : (tensor<?xf32, #xla.bounds<8>>, tensor<f32>) -> tensor<?xf32, #xla.bounds<4>>
  %e2 = xla.constant dense<[5.0, 6.0, 0.0, 0.0]> : tensor<4xf32>
  xla.call @check4(%1, %two, %e2) : (tensor<?xf32, #xla.bounds<4>>, tensor<i32>, tensor<4xf32>) -> ()

  %image = xla.reshape %short : (tensor<?xf32, #xla.bounds<8>>) -> tensor<1x1x?xf32, #xla.bounds<?, ?, 8>>
  %kernel = xla.constant dense<[[[1.0, 10.0, 100.0]]]> : tensor<1x1x3xf32>
  %convolved = xla.conv %image, %kernel, stride = [2], padding = same : (tensor<1x1x?xf32, #xla.bounds<?, ?, 8>>, tensor<1x1x3xf32>) -> tensor<1x1x?xf32, #xla.bounds<?, ?, 4>>
  %2 = xla.reshape %convolved : (tensor<1x1x?xf32, #xla.bounds<?, ?, 4>>) -> tensor<?xf32, #xla.bounds<4>>
  %e3 = xla.constant dense<[410.0, 24.0, 0.0, 0.0]> : tensor<4xf32>
  xla.call @check4(%2, %two, %e3) : (tensor<?xf32, #xla.bounds<4>>, tensor<i32>, tensor<4xf32>) -> ()

  // The largest of each pair takes what the source has for it.
  %of_pairs = xla.constant dense<[10.0, 20.0, 1000.0, 1000.0]> : tensor<4xf32>
  %source = xla.set_dimension_size %of_pairs, %two, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #xla.bounds<4>>
  %3 = xla.select_and_scatter %x, %source, %zero, window = {size = [2], stride = [2]} : (tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<4>>, tensor<f32>) -> tensor<?xf32, #xla.bounds<8>>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %ge = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %ge : tensor<i1>
  } scatter (%a: tensor<f32>, %b: tensor<f32>) {
    %sum = xla.add %a, %b : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  %e4 = xla.constant dense<[0.0, 10.0, 0.0, 20.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32>
  xla.call @check8(%3, %four, %e4) : (tensor<?xf32, #xla.bounds<8>>, tensor<i32>, tensor<8xf32>) -> ()

  %4 = xla.map(%x) dims = [0] : (tensor<?xf32, #xla.bounds<8>>) -> tensor<?xf32, #xla.bounds<8>> computation {
  ^bb0(%a: tensor<f32>):
    %ten = xla.constant dense<10.0> : tensor<f32>
    %b = xla.mul %a, %ten : tensor<f32>
    xla.return %b : tensor<f32>
  }
  %e5 = xla.constant dense<[10.0, 40.0, 20.0, 30.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32>
  xla.call @check8(%4, %four, %e5) : (tensor<?xf32, #xla.bounds<8>>, tensor<i32>, tensor<8xf32>) -> ()

  // As many updates as count, into an array of which all counts.
  %table = xla.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %at = xla.constant dense<[0, 2, 2, 1, 0, 0, 0, 0]> : tensor<8xi32>
  %5 = xla.scatter (%table) at %at, (%x), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<3xf32>, tensor<8xi32>, tensor<?xf32, #xla.bounds<8>>) -> tensor<3xf32>
  (%a: tensor<f32>, %b: tensor<f32>) {
    %sum = xla.add %a, %b : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  %e_table = xla.constant dense<[11.0, 23.0, 36.0]> : tensor<3xf32>
  xla.custom_call "check.expect_eq"(%5, %e_table) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // Slices lie within what counts.
  %nine = xla.constant dense<9> : tensor<i32>
  %e_end = xla.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %6 = xla.dynamic_slice %x at [%nine], sizes = [2] : (tensor<?xf32, #xla.bounds<8>>, tensor<i32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%6, %e_end) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %far = xla.constant dense<[9]> : tensor<1xui8>
  %7 = xla.gather %x at %far, offset_dims = [0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 0, slice_sizes = [2] : (tensor<?xf32, #xla.bounds<8>>, tensor<1xui8>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%7, %e_end) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // Rows of 4 of 8 elements, one after the other.
  %both = xla.broadcast %x, sizes = [2] : (tensor<?xf32, #xla.bounds<8>>) -> tensor<2x?xf32, #xla.bounds<?, 8>>
  %rows = xla.reshape %both : (tensor<2x?xf32, #xla.bounds<?, 8>>) -> tensor<?xf32, #xla.bounds<16>>
  %8 = xla.slice %rows [0:8] : (tensor<?xf32, #xla.bounds<16>>) -> tensor<?xf32, #xla.bounds<8>>
  %e6 = xla.constant dense<[1.0, 4.0, 2.0, 3.0, 1.0, 4.0, 2.0, 3.0]> : tensor<8xf32>
  xla.call @check8(%8, %eight, %e6) : (tensor<?xf32, #xla.bounds<8>>, tensor<i32>, tensor<8xf32>) -> ()

  // The type says which dimension is dynamic, also where another one of a single element could be.
  %eight_rows = xla.broadcast_in_dim %x, dims = [0] : (tensor<?xf32, #xla.bounds<8>>) -> tensor<?x8xf32, #xla.bounds<8, ?>>
  %single = xla.reshape %eight_rows : (tensor<?x8xf32, #xla.bounds<8, ?>>) -> tensor<?x8x8xf32, #xla.bounds<1, ?, ?>>
  %singles = xla.get_dimension_size %single, dim = 0 : (tensor<?x8x8xf32, #xla.bounds<1, ?, ?>>) -> tensor<i32>
  %none = xla.constant dense<0> : tensor<i32>
  xla.custom_call "check.expect_eq"(%singles, %none) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // Mean 2.5 and variance 1.25, of what counts.
  %column = xla.reshape %x : (tensor<?xf32, #xla.bounds<8>>) -> tensor<?x1xf32, #xla.bounds<8, ?>>
  %unit = xla.constant dense<1.0> : tensor<1xf32>
  %9:3 = xla.batch_norm_training %column, %unit, %unit, epsilon = 0.0, feature = 1 : (tensor<?x1xf32, #xla.bounds<8, ?>>, tensor<1xf32>, tensor<1xf32>) -> (tensor<?x1xf32, #xla.bounds<8, ?>>, tensor<1xf32>, tensor<1xf32>)
  %e_mean = xla.constant dense<2.5> : tensor<1xf32>
  %e_variance = xla.constant dense<1.25> : tensor<1xf32>
  xla.custom_call "check.expect_eq"(%9#1, %e_mean) {has_side_effect = true} : (tensor<1xf32>, tensor<1xf32>) -> ()
  xla.custom_call "check.expect_eq"(%9#2, %e_variance) {has_side_effect = true} : (tensor<1xf32>, tensor<1xf32>) -> ()

  // A matrix of 2 of 3 rows and columns: its factor is 2 0, 1 2.
  %matrix = xla.constant dense<[[4.0, 2.0, 0x7FC00000], [2.0, 5.0, 0x7FC00000], [0x7FC00000, 1000.0, -1.0]]> : tensor<3x3xf32>
  %m1 = xla.set_dimension_size %matrix, %two, dim = 0 : (tensor<3x3xf32>, tensor<i32>) -> tensor<?x3xf32, #xla.bounds<3, ?>>
  %m2 = xla.set_dimension_size %m1, %two, dim = 1 : (tensor<?x3xf32, #xla.bounds<3, ?>>, tensor<i32>) -> tensor<?x?xf32, #xla.bounds<3, 3>>
  %factor = xla.cholesky %m2, lower = true : tensor<?x?xf32, #xla.bounds<3, 3>>
  %10 = xla.reduce(%factor init: %zero) applies xla.add across dimensions = [0, 1] : (tensor<?x?xf32, #xla.bounds<3, 3>>, tensor<f32>) -> tensor<f32>
  %e_factor = xla.constant dense<5.0> : tensor<f32>
  xla.custom_call "check.expect_eq"(%10, %e_factor) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()

  // The same matrix's lower triangle times 2 and 2 is 8 and 14; beyond the size of the right side is what does not count.
  %side = xla.constant dense<[[8.0], [14.0], [1000.0]]> : tensor<3x1xf32>
  %right = xla.set_dimension_size %side, %two, dim = 0 : (tensor<3x1xf32>, tensor<i32>) -> tensor<?x1xf32, #xla.bounds<3, ?>>
  %solved = xla.triangular_solve %m2, %right, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<?x?xf32, #xla.bounds<3, 3>>, tensor<?x1xf32, #xla.bounds<3, ?>>) -> tensor<?x1xf32, #xla.bounds<3, ?>>
  %11 = xla.reduce(%solved init: %zero) applies xla.add across dimensions = [0, 1] : (tensor<?x1xf32, #xla.bounds<3, ?>>, tensor<f32>) -> tensor<f32>
  %e_solved = xla.constant dense<4.0> : tensor<f32>
  xla.custom_call "check.expect_eq"(%11, %e_solved) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()

  // Images and features of which 4 of 8 count, in one group.
  %images = xla.reshape %x : (tensor<?xf32, #xla.bounds<8>>) -> tensor<?x1x1xf32, #xla.bounds<8, ?, ?>>
  %tenth = xla.constant dense<10.0> : tensor<1x1x1xf32>
  %12 = xla.conv %images, %tenth, padding = valid : (tensor<?x1x1xf32, #xla.bounds<8, ?, ?>>, tensor<1x1x1xf32>) -> tensor<?x1x1xf32, #xla.bounds<8, ?, ?>>
  %13 = xla.reshape %12 : (tensor<?x1x1xf32, #xla.bounds<8, ?, ?>>) -> tensor<?xf32, #xla.bounds<8>>
  xla.call @check8(%13, %four, %e5) : (tensor<?xf32, #xla.bounds<8>>, tensor<i32>, tensor<8xf32>) -> ()
  %features = xla.reshape %x : (tensor<?xf32, #xla.bounds<8>>) -> tensor<1x?x1xf32, #xla.bounds<?, 8, ?>>
  %weights = xla.constant dense<[[[1.0], [10.0], [100.0], [1000.0], [1.0], [1.0], [1.0], [1.0]]]> : tensor<1x8x1xf32>
  %of_features = xla.set_dimension_size %weights, %four, dim = 1 : (tensor<1x8x1xf32>, tensor<i32>) -> tensor<1x?x1xf32, #xla.bounds<?, 8, ?>>
  %14 = xla.conv %features, %of_features, padding = valid : (tensor<1x?x1xf32, #xla.bounds<?, 8, ?>>, tensor<1x?x1xf32, #xla.bounds<?, 8, ?>>) -> tensor<1x1x1xf32>
  %e_features = xla.constant dense<3241.0> : tensor<1x1x1xf32>
  xla.custom_call "check.expect_eq"(%14, %e_features) {has_side_effect = true} : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> ()

  // A tuple of two sizes through a loop, a choice and a branch.
  %pair = xla.tuple %x, %short : (tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>) -> tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>
  %riap = xla.tuple %short, %x : (tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>) -> tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>
  %once = xla.while(%t = %pair) : tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>
  cond {
    %first = xla.get_tuple_element %t[0] : (tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>) -> tensor<?xf32, #xla.bounds<8>>
    %n = xla.get_dimension_size %first, dim = 0 : (tensor<?xf32, #xla.bounds<8>>) -> tensor<i32>
    %go = xla.eq %n, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %first = xla.get_tuple_element %t[0] : (tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>) -> tensor<?xf32, #xla.bounds<8>>
    %second = xla.get_tuple_element %t[1] : (tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>) -> tensor<?xf32, #xla.bounds<8>>
    %swapped = xla.tuple %second, %first : (tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>) -> tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>
    xla.return %swapped : tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>
  }
  %after = xla.get_tuple_element %once[0] : (tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>) -> tensor<?xf32, #xla.bounds<8>>
  %e7 = xla.constant dense<[1.0, 4.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32>
  xla.call @check8(%after, %three, %e7) : (tensor<?xf32, #xla.bounds<8>>, tensor<i32>, tensor<8xf32>) -> ()

  %is_four = xla.eq %four, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %chosen = xla.select %is_four, %pair, %riap : (tensor<i1>, tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>, tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>) -> tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>
  %of_chosen = xla.get_tuple_element %chosen[1] : (tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>) -> tensor<?xf32, #xla.bounds<8>>
  %e8 = xla.constant dense<[1.0, 4.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32>
  xla.call @check8(%of_chosen, %four, %e8) : (tensor<?xf32, #xla.bounds<8>>, tensor<i32>, tensor<8xf32>) -> ()

  %branch = xla.conditional %is_four : tensor<i1> -> tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>> then {
    xla.return %riap : tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>
  } else {
    xla.return %pair : tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>
  }
  %of_branch = xla.get_tuple_element %branch[1] : (tuple<tensor<?xf32, #xla.bounds<8>>, tensor<?xf32, #xla.bounds<8>>>) -> tensor<?xf32, #xla.bounds<8>>
  %e9 = xla.constant dense<[1.0, 4.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32>
  xla.call @check8(%of_branch, %three, %e9) : (tensor<?xf32, #xla.bounds<8>>, tensor<i32>, tensor<8xf32>) -> ()

  return
}

func.func @main() {
  %four = xla.constant dense<4> : tensor<i32>
  xla.call @ops(%four) : (tensor<i32>) -> ()
  %hidden = xla.optimization_barrier %four : (tensor<i32>) -> tensor<i32>
  xla.call @ops(%hidden) : (tensor<i32>) -> ()
  return
}
