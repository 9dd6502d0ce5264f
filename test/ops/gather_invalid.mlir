// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// gather: what is refused, and why.

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xf32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xf32>) {
  // expected-error@+1 {{'xla.gather' op has indices of type f32; they must be integers [indexing-element-type]}}
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 3] : (tensor<8x3xf32>, tensor<5x1xf32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op has 2 offset_dims, 1 collapsed_slice_dims and 0 operand_batching_dims, which must be the 2 dimensions of the operand [indexing-rank]}}
  %0 = xla.gather %x at %i, offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 3] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op has index_vector_dim = 3; it must be 0 to 2, for the indices have rank 2 [indexing-vector-dim]}}
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3, slice_sizes = [1, 3] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op maps 2 components by start_index_map = [0, 1], but an index has 1 [indexing-map]}}
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 3] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op start_index_map = [2] names dimension 2 of an array of rank 2 [indexing-map]}}
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1, slice_sizes = [1, 3] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op offset_dims = [1, 0] must be strictly increasing, but 1 comes before 0 [indexing-window]}}
  %0 = xla.gather %x at %i, offset_dims = [1, 0], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 3] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op offset_dims = [2] names dimension 2 of an array of rank 2 [indexing-window]}}
  %0 = xla.gather %x at %i, offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 3] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op collapsed_slice_dims = [0, 0] must be strictly increasing, but 0 comes before 0 [indexing-collapsed]}}
  %0 = xla.gather %x at %i, offset_dims = [], collapsed_slice_dims = [0, 0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 3] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op operand_batching_dims = [2] names dimension 2 of an array of rank 2 [indexing-batching]}}
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 3], batching_dims = [2] x [0] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op has dimension 0 in collapsed_slice_dims and in operand_batching_dims [indexing-collapsed-batching]}}
  %0 = xla.gather %x at %i, offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 3], batching_dims = [0] x [0] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op has dimension 0 in start_index_map and in operand_batching_dims [indexing-map-batching]}}
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 3], batching_dims = [0] x [0] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<5x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<5x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op has dimension 1 in start_indices_batching_dims, where the components of an index are [indexing-indices-batching]}}
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [], start_index_map = [1], index_vector_dim = 1, slice_sizes = [1, 3], batching_dims = [0] x [1] : (tensor<5x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op pairs 1 operand_batching_dims with 0 start_indices_batching_dims [indexing-batching-pairs]}}
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [], start_index_map = [1], index_vector_dim = 1, slice_sizes = [1, 3], batching_dims = [0] x [] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op pairs dimension 0 of the operand, of size 8, with dimension 0 of the indices, of size 5 [indexing-batching-sizes]}}
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [], start_index_map = [1], index_vector_dim = 1, slice_sizes = [1, 3], batching_dims = [0] x [0] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op slice_sizes has 1 entries, but the operand's rank is 2 [gather-sizes-count]}}
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op has slice_sizes [1, 4], but dimension 1 has size [3] [gather-sizes]}}
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 4] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op has slices of size 2 in dimension 0, which is collapsed or batching: it must be 1 or 0 [gather-thin-sizes]}}
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [2, 3] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x1xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.gather' op has a result of type tensor<3x5xf32>; it must be tensor<5x3xf32> [result-type]}}
  %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 3] : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<3x5xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<8x3xf32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5xi32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op has a result of type tensor<4x?xf32>; it must be tensor<5x?xf32> [dynamic-shape]}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<8x3xf32>, tensor<5xi32>, tensor<2xi32>) -> tensor<4x?xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5xi32>) {
  %n = stablehlo.constant dense<[1, 4]> : tensor<2xi32>
  // expected-error@+1 {{'stablehlo.dynamic_gather' op has slice_sizes [1, 4], but dimension 1 has size [3] [gather-sizes]}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<8x3xf32>, tensor<5xi32>, tensor<2xi32>) -> tensor<5x?xf32>
  return
}
