// RUN: xla-run %s
//
// scatter: each update is combined into the place its index names; outside the operand it changes nothing.
// The operand stays as it is.

func.func @main() {
  // rows, repeated, out of bounds on both sides
  %c0 = xla.constant dense<[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<4x3xf32>
  %v1 = xla.optimization_barrier %c0 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %c2 = xla.constant dense<[1, 1, 4, -1, 3]> : tensor<5xi32>
  %v3 = xla.optimization_barrier %c2 : (tensor<5xi32>) -> tensor<5xi32>
  %c4 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0], [12.0, 13.0, 14.0]]> : tensor<5x3xf32>
  %v5 = xla.optimization_barrier %c4 : (tensor<5x3xf32>) -> tensor<5x3xf32>
  %r6 = xla.scatter (%v1) at %v3, (%v5), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<4x3xf32>, tensor<5xi32>, tensor<5x3xf32>) -> tensor<4x3xf32> (%o0: tensor<f32>, %n0: tensor<f32>) {
    %s = xla.add %o0, %n0 : tensor<f32>
    xla.return %s : tensor<f32>
  }
  %c7 = xla.constant dense<[[0.0, 0.0, 0.0], [3.0, 5.0, 7.0], [0.0, 0.0, 0.0], [12.0, 13.0, 14.0]]> : tensor<4x3xf32>
  xla.custom_call "check.expect_eq"(%r6, %c7) {has_side_effect = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
  %c8 = xla.constant dense<[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<4x3xf32>
  xla.custom_call "check.expect_eq"(%v1, %c8) {has_side_effect = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
  // the last one in the updates' order stays
  %c9 = xla.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %v10 = xla.optimization_barrier %c9 : (tensor<5xi32>) -> tensor<5xi32>
  %c11 = xla.constant dense<[[2], [2], [0]]> : tensor<3x1xi64>
  %v12 = xla.optimization_barrier %c11 : (tensor<3x1xi64>) -> tensor<3x1xi64>
  %c13 = xla.constant dense<[7, 8, 9]> : tensor<3xi32>
  %v14 = xla.optimization_barrier %c13 : (tensor<3xi32>) -> tensor<3xi32>
  %r15 = xla.scatter (%v10) at %v12, (%v14), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<5xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<5xi32> (%o0: tensor<i32>, %n0: tensor<i32>) {
    xla.return %n0 : tensor<i32>
  }
  %c16 = xla.constant dense<[9, 1, 8, 3, 4]> : tensor<5xi32>
  xla.custom_call "check.expect_eq"(%r15, %c16) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  %c17 = xla.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  xla.custom_call "check.expect_eq"(%v10, %c17) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  // the present value comes first
  %c18 = xla.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi32>
  %v19 = xla.optimization_barrier %c18 : (tensor<6xi32>) -> tensor<6xi32>
  %c20 = xla.constant dense<[5, 5, 0]> : tensor<3xui32>
  %v21 = xla.optimization_barrier %c20 : (tensor<3xui32>) -> tensor<3xui32>
  %c22 = xla.constant dense<[1, 2, 3]> : tensor<3xi32>
  %v23 = xla.optimization_barrier %c22 : (tensor<3xi32>) -> tensor<3xi32>
  %r24 = xla.scatter (%v19) at %v21, (%v23), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<6xi32>, tensor<3xui32>, tensor<3xi32>) -> tensor<6xi32> (%o0: tensor<i32>, %n0: tensor<i32>) {
    %d = xla.add %o0, %o0 : tensor<i32>
    %s = xla.sub %d, %n0 : tensor<i32>
    xla.return %s : tensor<i32>
  }
  %c25 = xla.constant dense<[-3, 1, 2, 3, 4, 16]> : tensor<6xi32>
  xla.custom_call "check.expect_eq"(%r24, %c25) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  %c26 = xla.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi32>
  xla.custom_call "check.expect_eq"(%v19, %c26) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  // a window that is half outside: the elements inside count
  %c27 = xla.constant dense<[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf32>
  %v28 = xla.optimization_barrier %c27 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %c29 = xla.constant dense<[[3, -1], [-1, 2]]> : tensor<2x2xi32>
  %v30 = xla.optimization_barrier %c29 : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %c31 = xla.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %v32 = xla.optimization_barrier %c31 : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %r33 = xla.scatter (%v28) at %v30, (%v32), update_window_dims = [1, 2], inserted_window_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1
    : (tensor<4x4xf32>, tensor<2x2xi32>, tensor<2x2x2xf32>) -> tensor<4x4xf32> (%o0: tensor<f32>, %n0: tensor<f32>) {
    %s = xla.add %o0, %n0 : tensor<f32>
    xla.return %s : tensor<f32>
  }
  %c34 = xla.constant dense<[[0.0, 0.0, 7.0, 8.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf32>
  xla.custom_call "check.expect_eq"(%r33, %c34) {has_side_effect = true} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  %c35 = xla.constant dense<[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf32>
  xla.custom_call "check.expect_eq"(%v28, %c35) {has_side_effect = true} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  // 64 bits without sign
  %c36 = xla.constant dense<[0, 0, 0, 0]> : tensor<4xi32>
  %v37 = xla.optimization_barrier %c36 : (tensor<4xi32>) -> tensor<4xi32>
  %c38 = xla.constant dense<[[18446744073709551615], [1]]> : tensor<2x1xui64>
  %v39 = xla.optimization_barrier %c38 : (tensor<2x1xui64>) -> tensor<2x1xui64>
  %c40 = xla.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %v41 = xla.optimization_barrier %c40 : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %r42 = xla.scatter (%v37) at %v39, (%v41), update_window_dims = [1], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<4xi32>, tensor<2x1xui64>, tensor<2x2xi32>) -> tensor<4xi32> (%o0: tensor<i32>, %n0: tensor<i32>) {
    %s = xla.add %o0, %n0 : tensor<i32>
    xla.return %s : tensor<i32>
  }
  %c43 = xla.constant dense<[0, 3, 4, 0]> : tensor<4xi32>
  xla.custom_call "check.expect_eq"(%r42, %c43) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %c44 = xla.constant dense<[0, 0, 0, 0]> : tensor<4xi32>
  xla.custom_call "check.expect_eq"(%v37, %c44) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  // batching dimensions
  %c45 = xla.constant dense<[[[[0, 1], [2, 3], [4, 5], [6, 7]], [[8, 9], [10, 11], [12, 13], [14, 15]], [[16, 17], [18, 19], [20, 21], [22, 23]]], [[[24, 25], [26, 27], [28, 29], [30, 31]], [[32, 33], [34, 35], [36, 37], [38, 39]], [[40, 41], [42, 43], [44, 45], [46, 47]]]]> : tensor<2x3x4x2xi64>
  %v46 = xla.optimization_barrier %c45 : (tensor<2x3x4x2xi64>) -> tensor<2x3x4x2xi64>
  %c47 = xla.constant dense<[[[[4, 2], [3, -1], [0, 2]], [[4, -1], [-1, 0], [3, 4]]], [[[3, 0], [1, 3], [4, 1]], [[3, 2], [3, 1], [3, 4]]]]> : tensor<2x2x3x2xi64>
  %v48 = xla.optimization_barrier %c47 : (tensor<2x2x3x2xi64>) -> tensor<2x2x3x2xi64>
  %c49 = xla.constant dense<[[[[[2, 4], [7, 7]], [[1, 7], [0, 6]], [[7, 6], [1, 0]]], [[[1, 8], [8, 3]], [[8, 7], [3, 6]], [[5, 1], [3, 4]]]], [[[[8, 1], [4, 0]], [[3, 2], [0, 4]], [[2, 7], [7, 8]]], [[[6, 3], [7, 7]], [[4, 5], [3, 6]], [[8, 0], [2, 7]]]]]> : tensor<2x2x3x2x2xi64>
  %v50 = xla.optimization_barrier %c49 : (tensor<2x2x3x2x2xi64>) -> tensor<2x2x3x2x2xi64>
  %r51 = xla.scatter (%v46) at %v48, (%v50), update_window_dims = [3, 4], inserted_window_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3, batching_dims = [0] x [1]
    : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> (%o0: tensor<i64>, %n0: tensor<i64>) {
    %s = xla.add %o0, %n0 : tensor<i64>
    xla.return %s : tensor<i64>
  }
  %c52 = xla.constant dense<[[[[0, 1], [2, 3], [4, 5], [14, 8]], [[8, 9], [10, 11], [12, 13], [14, 15]], [[23, 23], [19, 19], [20, 21], [22, 23]]], [[[27, 31], [26, 27], [28, 29], [30, 31]], [[32, 33], [34, 35], [36, 37], [42, 44]], [[40, 41], [42, 43], [44, 45], [52, 50]]]]> : tensor<2x3x4x2xi64>
  xla.custom_call "check.expect_eq"(%r51, %c52) {has_side_effect = true} : (tensor<2x3x4x2xi64>, tensor<2x3x4x2xi64>) -> ()
  %c53 = xla.constant dense<[[[[0, 1], [2, 3], [4, 5], [6, 7]], [[8, 9], [10, 11], [12, 13], [14, 15]], [[16, 17], [18, 19], [20, 21], [22, 23]]], [[[24, 25], [26, 27], [28, 29], [30, 31]], [[32, 33], [34, 35], [36, 37], [38, 39]], [[40, 41], [42, 43], [44, 45], [46, 47]]]]> : tensor<2x3x4x2xi64>
  xla.custom_call "check.expect_eq"(%v46, %c53) {has_side_effect = true} : (tensor<2x3x4x2xi64>, tensor<2x3x4x2xi64>) -> ()
  // no updates
  %c54 = xla.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %v55 = xla.optimization_barrier %c54 : (tensor<3xf32>) -> tensor<3xf32>
  %c56 = xla.constant dense<> : tensor<0x1xi32>
  %v57 = xla.optimization_barrier %c56 : (tensor<0x1xi32>) -> tensor<0x1xi32>
  %c58 = xla.constant dense<> : tensor<0xf32>
  %v59 = xla.optimization_barrier %c58 : (tensor<0xf32>) -> tensor<0xf32>
  %r60 = xla.scatter (%v55) at %v57, (%v59), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<3xf32>, tensor<0x1xi32>, tensor<0xf32>) -> tensor<3xf32> (%o0: tensor<f32>, %n0: tensor<f32>) {
    %s = xla.add %o0, %n0 : tensor<f32>
    xla.return %s : tensor<f32>
  }
  %c61 = xla.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  xla.custom_call "check.expect_eq"(%r60, %c61) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %c62 = xla.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  xla.custom_call "check.expect_eq"(%v55, %c62) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  // two operands at once: the larger one brings its companion along
  %c63 = xla.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  %v64 = xla.optimization_barrier %c63 : (tensor<4xf32>) -> tensor<4xf32>
  %c65 = xla.constant dense<[3, 2, 1, 0]> : tensor<4xi32>
  %v66 = xla.optimization_barrier %c65 : (tensor<4xi32>) -> tensor<4xi32>
  %c67 = xla.constant dense<[2, 0, 2]> : tensor<3xi32>
  %v68 = xla.optimization_barrier %c67 : (tensor<3xi32>) -> tensor<3xi32>
  %c69 = xla.constant dense<[10.0, -10.0, 5.0]> : tensor<3xf32>
  %v70 = xla.optimization_barrier %c69 : (tensor<3xf32>) -> tensor<3xf32>
  %c71 = xla.constant dense<[1, 2, 3]> : tensor<3xi32>
  %v72 = xla.optimization_barrier %c71 : (tensor<3xi32>) -> tensor<3xi32>
  %two:2 = xla.scatter (%v64, %v66) at %v68, (%v70, %v72), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<4xf32>, tensor<4xi32>, tensor<3xi32>, tensor<3xf32>, tensor<3xi32>) -> (tensor<4xf32>, tensor<4xi32>) (%o0: tensor<f32>, %o1: tensor<i32>, %n0: tensor<f32>, %n1: tensor<i32>) {
    %gt = xla.gt %n0, %o0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %m = xla.max %o0, %n0 : tensor<f32>
    %k = xla.select %gt, %n1, %o1 : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %m, %k : tensor<f32>, tensor<i32>
  }
  %c73 = xla.constant dense<[0.0, 1.0, 10.0, 3.0]> : tensor<4xf32>
  xla.custom_call "check.expect_eq"(%two#0, %c73) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %c74 = xla.constant dense<[3, 2, 1, 0]> : tensor<4xi32>
  xla.custom_call "check.expect_eq"(%two#1, %c74) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
