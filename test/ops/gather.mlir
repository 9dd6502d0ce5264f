// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// The document's examples: slices of [16, 11] of sizes [8, 6] at 5 and at 4 by 5 places, and whole rows.
// CHECK-LABEL: func.func @document
func.func @document(%x: tensor<16x11xf32>, %i: tensor<5x2xi64>, %ij: tensor<4x5x2xi64>, %rows: tensor<4x5x1xi64>) {
  // CHECK: xla.gather %arg0 at %arg1, offset_dims = [1, 2], collapsed_slice_dims = [], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [8, 6] : (tensor<16x11xf32>, tensor<5x2xi64>) -> tensor<5x8x6xf32>
  %0 = xla.gather %x at %i, offset_dims = [1, 2], collapsed_slice_dims = [], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [8, 6] : (tensor<16x11xf32>, tensor<5x2xi64>) -> tensor<5x8x6xf32>
  // CHECK: xla.gather %arg0 at %arg2, offset_dims = [2, 3], collapsed_slice_dims = [], start_index_map = [0, 1], index_vector_dim = 2, slice_sizes = [8, 6] : (tensor<16x11xf32>, tensor<4x5x2xi64>) -> tensor<4x5x8x6xf32>
  %1 = xla.gather %x at %ij, offset_dims = [2, 3], collapsed_slice_dims = [], start_index_map = [0, 1], index_vector_dim = 2, slice_sizes = [8, 6] : (tensor<16x11xf32>, tensor<4x5x2xi64>) -> tensor<4x5x8x6xf32>
  // CHECK: xla.gather %arg0 at %arg3, offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2, slice_sizes = [1, 11] : (tensor<16x11xf32>, tensor<4x5x1xi64>) -> tensor<4x5x11xf32>
  %2 = xla.gather %x at %rows, offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2, slice_sizes = [1, 11] : (tensor<16x11xf32>, tensor<4x5x1xi64>) -> tensor<4x5x11xf32>
  return
}

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>, %v: tensor<8x3xbf16>, %j: tensor<5xui8>) {
  // CHECK: xla.gather %arg0 at %arg1, offset_dims = [3, 4], collapsed_slice_dims = [1], start_index_map = [2, 1], index_vector_dim = 3, slice_sizes = [1, 1, 2, 2], batching_dims = [0] x [1] {indices_are_sorted = true} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  %0 = xla.gather %x at %i, offset_dims = [3, 4], collapsed_slice_dims = [1], start_index_map = [2, 1], index_vector_dim = 3, slice_sizes = [1, 1, 2, 2], batching_dims = [0] x [1] {indices_are_sorted = true} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  // An index vector's dimension that is the indices' rank: scalars are indices. Offsets come first here.
  // CHECK: xla.gather %arg2 at %arg3, offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2] : (tensor<8x3xbf16>, tensor<5xui8>) -> tensor<2x5xbf16>
  %1 = xla.gather %v at %j, offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2] : (tensor<8x3xbf16>, tensor<5xui8>) -> tensor<2x5xbf16>
  return
}
