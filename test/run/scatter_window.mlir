// RUN: xla-run %s --xla-keep-barriers
// RUN: xla-opt %s --xla-to-linalg | FileCheck %s
//
// A scatter of one window at a known place inside of the operand, as x.at[1:3, 1:].add(y) is: part of the operand is replaced,
// without loops. A window that is partly outside is written element by element.

// CHECK-LABEL: func.func private @inside
// CHECK-NOT: scf.for
// CHECK: linalg.generic
// CHECK: tensor.insert_slice {{.*}}[1, 1] [2, 3] [1, 1]
func.func private @inside(%x: tensor<4x4xf32>, %y: tensor<2x3xf32>) -> tensor<4x4xf32> {
  %at = stablehlo.constant dense<1> : tensor<2xi32>
  %r = "stablehlo.scatter"(%x, %at, %y) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>
  }> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %sum = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// CHECK-LABEL: func.func private @column
// CHECK-NOT: scf.for
// CHECK: tensor.insert_slice {{.*}}[0, 3] [4, 1] [1, 1]
func.func private @column(%x: tensor<4x4xf32>, %y: tensor<1x4xf32>) -> tensor<4x4xf32> {
  %at = stablehlo.constant dense<3> : tensor<1x1xui8>
  %r = "stablehlo.scatter"(%x, %at, %y) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1],
                                                   scatter_dims_to_operand_dims = [1], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<1x1xui8>, tensor<1x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// CHECK-LABEL: func.func private @outside
// CHECK: scf.for
func.func private @outside(%x: tensor<4x4xf32>, %y: tensor<2x3xf32>) -> tensor<4x4xf32> {
  %at = stablehlo.constant dense<[3, -1]> : tensor<2xi32>
  %r = "stablehlo.scatter"(%x, %at, %y) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>
  }> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %sum = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// Windows that begin as far outside as an index can say.
func.func private @far(%x: tensor<5xi32>, %at: tensor<4x1xi64>, %y: tensor<4x3xi32>) -> tensor<5xi32> {
  %r = "stablehlo.scatter"(%x, %at, %y) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %sum = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<5xi32>, tensor<4x1xi64>, tensor<4x3xi32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}

func.func private @far_unsigned(%x: tensor<5xi32>, %at: tensor<4x1xui64>, %y: tensor<4x3xi32>) -> tensor<5xi32> {
  %r = "stablehlo.scatter"(%x, %at, %y) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %sum = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<5xi32>, tensor<4x1xui64>, tensor<4x3xi32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}

func.func @main() {
  %i = stablehlo.iota dim = 1 : tensor<4x4xf32>
  %x = stablehlo.optimization_barrier %i : tensor<4x4xf32>
  %c = stablehlo.constant dense<[[10.0, 20.0, 30.0], [40.0, 50.0, 60.0]]> : tensor<2x3xf32>
  %y = stablehlo.optimization_barrier %c : tensor<2x3xf32>
  %inside = func.call @inside(%x, %y) : (tensor<4x4xf32>, tensor<2x3xf32>) -> tensor<4x4xf32>
  %e0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [0.0, 11.0, 22.0, 33.0], [0.0, 41.0, 52.0, 63.0], [0.0, 1.0, 2.0, 3.0]]> : tensor<4x4xf32>
  stablehlo.custom_call @check.expect_eq(%inside, %e0) {has_side_effect = true} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  %v = stablehlo.constant dense<[[5.0, 6.0, 7.0, 8.0]]> : tensor<1x4xf32>
  %w = stablehlo.optimization_barrier %v : tensor<1x4xf32>
  %column = func.call @column(%x, %w) : (tensor<4x4xf32>, tensor<1x4xf32>) -> tensor<4x4xf32>
  %e1 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 5.0], [0.0, 1.0, 2.0, 6.0], [0.0, 1.0, 2.0, 7.0], [0.0, 1.0, 2.0, 8.0]]> : tensor<4x4xf32>
  stablehlo.custom_call @check.expect_eq(%column, %e1) {has_side_effect = true} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  %outside = func.call @outside(%x, %y) : (tensor<4x4xf32>, tensor<2x3xf32>) -> tensor<4x4xf32>
  %e2 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 3.0], [20.0, 31.0, 2.0, 3.0]]> : tensor<4x4xf32>
  stablehlo.custom_call @check.expect_eq(%outside, %e2) {has_side_effect = true} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  %z0 = stablehlo.constant dense<0> : tensor<5xi32>
  %z = stablehlo.optimization_barrier %z0 : tensor<5xi32>
  %u0 = stablehlo.constant dense<[[1, 2, 3], [10, 20, 30], [100, 200, 300], [1000, 2000, 3000]]> : tensor<4x3xi32>
  %u = stablehlo.optimization_barrier %u0 : tensor<4x3xi32>
  %f0 = stablehlo.constant dense<[[-9223372036854775808], [-2], [3], [9223372036854775807]]> : tensor<4x1xi64>
  %f = stablehlo.optimization_barrier %f0 : tensor<4x1xi64>
  %far = func.call @far(%z, %f, %u) : (tensor<5xi32>, tensor<4x1xi64>, tensor<4x3xi32>) -> tensor<5xi32>
  %e3 = stablehlo.constant dense<[30, 0, 0, 100, 200]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%far, %e3) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  %g0 = stablehlo.constant dense<[[18446744073709551615], [9223372036854775808], [4], [2]]> : tensor<4x1xui64>
  %g = stablehlo.optimization_barrier %g0 : tensor<4x1xui64>
  %unsigned = func.call @far_unsigned(%z, %g, %u) : (tensor<5xi32>, tensor<4x1xui64>, tensor<4x3xi32>) -> tensor<5xi32>
  %e4 = stablehlo.constant dense<[0, 0, 1000, 2000, 3100]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%unsigned, %e4) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return
}
