// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --mlir-print-op-generic | xla-opt | FileCheck %s

// CHECK-LABEL: func @slices
func.func @slices(%x: tensor<4x4xf32>, %u: tensor<1x2xf32>, %i: tensor<i32>, %s: tensor<f32>) {
  // CHECK: stablehlo.dynamic_slice %arg0, %arg2, %arg2, sizes = [1, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  // CHECK: stablehlo.dynamic_slice %arg3,  sizes = [] : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.dynamic_slice %s, sizes = [] : (tensor<f32>) -> tensor<f32>
  // Upstream's own printer doubles the comma here.
  // CHECK: stablehlo.dynamic_slice %arg3,  sizes = [] : (tensor<f32>) -> tensor<f32>
  %3 = stablehlo.dynamic_slice %s, , sizes = [] : (tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  %2 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// CHECK-LABEL: func @gather
func.func @gather(%x: tensor<4x4xf32>, %i: tensor<3x1xi32>, %n: tensor<2xi32>) {
  // CHECK:      "stablehlo.gather"(%arg0, %arg1) <{
  // CHECK-SAME:   dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
  // CHECK-SAME:   indices_are_sorted = true, slice_sizes = array<i64: 1, 4>}>
  %0 = "stablehlo.gather"(%x, %i) <{
    dimension_numbers = #stablehlo.gather<
      index_vector_dim = 1,
      collapsed_slice_dims = [0],
      offset_dims = [1],
      start_index_map = [0],
    >,
    indices_are_sorted = true, slice_sizes = array<i64: 1, 4>
  }> : (tensor<4x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  // CHECK: "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x4xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>
  %1 = "stablehlo.dynamic_gather"(%x, %i, %n) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
  }> : (tensor<4x4xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>
  // CHECK: "stablehlo.torch_index_select"(%arg0, %arg2) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  %2 = "stablehlo.torch_index_select"(%x, %n) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<4x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func @scatter
func.func @scatter(%x: tensor<4x4xf32>, %i: tensor<3x1xi32>, %u: tensor<3x4xf32>) {
  // CHECK:      "stablehlo.scatter"(%arg0, %arg1, %arg2) <{
  // CHECK-SAME:   scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  %0 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    unique_indices = true
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}
