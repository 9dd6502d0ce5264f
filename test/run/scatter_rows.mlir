// RUN: xla-run %s --xla-keep-barriers
// RUN: xla-opt %s --xla-to-linalg | FileCheck %s
//
// Windows of whole rows that are partly outside of the operand: the rows that are inside count. The last index is far outside. They are
// runs of elements of one dimension.

// CHECK: tensor.insert {{.*}} : tensor<12xi32>
func.func @main() {
  %zeros = xla.constant dense<0> : tensor<4x3xi32>
  %starts = xla.constant dense<[-1, 3, 1, -2147483648]> : tensor<4xi32>
  %numbers = xla.iota dim = 0 : tensor<24xi32>
  %all = xla.reshape %numbers : (tensor<24xi32>) -> tensor<4x2x3xi32>
  %x, %i, %u = xla.optimization_barrier %zeros, %starts, %all : (tensor<4x3xi32>, tensor<4xi32>, tensor<4x2x3xi32>) -> (tensor<4x3xi32>, tensor<4xi32>, tensor<4x2x3xi32>)
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [1, 2], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<4x3xi32>, tensor<4xi32>, tensor<4x2x3xi32>) -> tensor<4x3xi32> (%a: tensor<i32>, %b: tensor<i32>) {
    %sum = xla.add %a, %b : tensor<i32>
    xla.return %sum : tensor<i32>
  }
  %expected = xla.constant dense<[[3, 4, 5], [12, 13, 14], [15, 16, 17], [6, 7, 8]]> : tensor<4x3xi32>
  xla.custom_call "check.expect_eq"(%0, %expected) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  return
}
