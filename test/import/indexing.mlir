// RUN: xla-opt %s --stablehlo-legalize-to-xla | FileCheck %s

// CHECK-LABEL: func @slices
func.func @slices(%x: tensor<4x4xf32>, %u: tensor<1x2xf32>, %i: tensor<i32>) {
  // CHECK: xla.dynamic_slice %arg0 at [%arg2, %arg2], sizes = [1, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  // CHECK: xla.dynamic_update_slice %arg0, %arg1 at [%arg2, %arg2] : (tensor<4x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  %1 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// CHECK-LABEL: func @gather
func.func @gather(%x: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>) {
  // CHECK: xla.gather %arg0 at %arg1, offset_dims = [3, 4], collapsed_slice_dims = [1], start_index_map = [2, 1], index_vector_dim = 3, slice_sizes = [1, 1, 2, 2], batching_dims = [0] x [1] {indices_are_sorted = true}
  %0 = "stablehlo.gather"(%x, %i) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1],
      start_index_map = [2, 1], index_vector_dim = 3>,
    indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 2, 2>
  }> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// CHECK-LABEL: func @scatter
func.func @scatter(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x3xf32>) {
  // CHECK:      xla.scatter (%arg0) at %arg1, (%arg2), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 {unique_indices = true}
  // CHECK-NEXT:   xla.add
  // CHECK-NEXT:   xla.return
  %0 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    unique_indices = true
  }> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %sum = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<8x3xf32>, tensor<5x1xi32>, tensor<5x3xf32>) -> tensor<8x3xf32>
  return
}
