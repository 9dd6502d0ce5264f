// RUN: xla-opt %s --xla-legalize-to-linalg | FileCheck %s
// RUN: xla-run %s --entry numbers --random 1 --interpret -o %t.npz
// RUN: xla-run %s --entry numbers --random 1 --expect %t.npz --rtol 0 --atol 0

// Rows are gathered. Columns that become rows are gathered from a transposed operand, if that has fewer elements than the result.
// CHECK-LABEL: @columns
// CHECK: %[[ROWS:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<32x64xf32>) outs(%{{.*}} : tensor<64x32xf32>)
// CHECK: linalg.generic
// CHECK: tensor.extract %[[ROWS]]
func.func @columns(%x: tensor<32x64xf32>, %i: tensor<100x1xi32>) -> tensor<100x32xf32> {
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1, slice_sizes = [32, 1] : (tensor<32x64xf32>, tensor<100x1xi32>) -> tensor<100x32xf32>
  return %0 : tensor<100x32xf32>
}

// Of a few columns, and of those that stay columns, elements are taken where they are.
// CHECK-LABEL: @few
// CHECK: tensor.extract %arg0
// CHECK: tensor.extract %arg0
func.func @few(%x: tensor<32x64xf32>, %i: tensor<10x1xi32>, %j: tensor<100x1xi32>) -> (tensor<10x32xf32>, tensor<32x100xf32>) {
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1, slice_sizes = [32, 1] : (tensor<32x64xf32>, tensor<10x1xi32>) -> tensor<10x32xf32>
  %1 = xla.gather %x at %j, offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1, slice_sizes = [32, 1] : (tensor<32x64xf32>, tensor<100x1xi32>) -> tensor<32x100xf32>
  return %0, %1 : tensor<10x32xf32>, tensor<32x100xf32>
}

// Rows that become columns are gathered as rows, and the result is transposed.
// CHECK-LABEL: @rows
// CHECK: %[[ROWS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<100x64xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[ROWS]] : tensor<100x64xf32>) outs(%{{.*}} : tensor<64x100xf32>)
func.func @rows(%x: tensor<32x64xf32>, %i: tensor<100x1xi32>) -> tensor<64x100xf32> {
  %0 = xla.gather %x at %i, offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 64] : (tensor<32x64xf32>, tensor<100x1xi32>) -> tensor<64x100xf32>
  return %0 : tensor<64x100xf32>
}

// Slices begin at indices of their own along what becomes the rows, go along with the indices, and are of rows between others.
func.func @numbers(%x: tensor<3x40x5x2xi16>, %i: tensor<90x2xi8>, %j: tensor<3x270x2xi64>, %y: tensor<3x9x50x1xi16>, %k: tensor<2x3x70xi8>)
    -> (tensor<90x3x16xi16>, tensor<3x270x40xi16>, tensor<3x40x4x70xi16>) {
  %0 = xla.gather %x at %i, offset_dims = [1, 2], collapsed_slice_dims = [2, 3], start_index_map = [1, 2], index_vector_dim = 1, slice_sizes = [3, 16, 1, 1] : (tensor<3x40x5x2xi16>, tensor<90x2xi8>) -> tensor<90x3x16xi16>
  %1 = xla.gather %x at %j, offset_dims = [2], collapsed_slice_dims = [2, 3], start_index_map = [2, 3], index_vector_dim = 2, slice_sizes = [1, 40, 1, 1], batching_dims = [0] x [0] : (tensor<3x40x5x2xi16>, tensor<3x270x2xi64>) -> tensor<3x270x40xi16>
  %2 = xla.gather %y at %k, offset_dims = [1, 2], collapsed_slice_dims = [3], start_index_map = [1, 2], index_vector_dim = 0, slice_sizes = [1, 4, 40, 1], batching_dims = [0] x [1] : (tensor<3x9x50x1xi16>, tensor<2x3x70xi8>) -> tensor<3x4x40x70xi16>
  %3 = xla.transpose %2, dims = [0, 2, 1, 3] : (tensor<3x4x40x70xi16>) -> tensor<3x40x4x70xi16>
  return %0, %1, %3 : tensor<90x3x16xi16>, tensor<3x270x40xi16>, tensor<3x40x4x70xi16>
}
