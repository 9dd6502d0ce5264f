// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// scatter: what is refused, and why; gather_invalid.mlir has the rules about indices, which both share.

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<8x4xf32>}}
func.func @f(%x: tensor<8x3xf32>, %y: tensor<8x4xf32>, %i: tensor<5x1xi32>, %u: tensor<5x3xf32>, %v: tensor<5x3xf32>) {
  // expected-error@+1 {{'xla.scatter' op has inputs of shapes [8, 3] and [8, 4]; they must agree [scatter-same-shape]}}
  %0:2 = xla.scatter (%x, %y) at %i, (%u, %v), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<8x3xf32>, tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x3xf32>, tensor<5x3xf32>) -> (tensor<8x3xf32>, tensor<8x4xf32>)
    (%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>) {
    xla.return %c, %d : tensor<f32>, tensor<f32>
  }
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<5x3xi32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x3xi32>) {
  // expected-error@+1 {{'xla.scatter' op updates elements of type f32 with elements of type i32 [scatter-element-type]}}
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<8x3xf32>, tensor<5x1xi32>, tensor<5x3xi32>) -> tensor<8x3xf32>
    (%old: tensor<f32>, %new: tensor<f32>) {
    xla.return %new : tensor<f32>
  }
  return
}

// -----

// expected-note@+3 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+2 {{operand 1 is defined here with type tensor<5x1xi32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<5x3xf32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x3xf32>) {
  // expected-error@+1 {{'xla.scatter' op has 0 update_window_dims, 1 inserted_window_dims and 0 input_batching_dims, which must be the 2 dimensions of the operand [indexing-rank]}}
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<8x3xf32>, tensor<5x1xi32>, tensor<5x3xf32>) -> tensor<8x3xf32>
    (%old: tensor<f32>, %new: tensor<f32>) {
    xla.return %new : tensor<f32>
  }
  return
}

// -----

// expected-note@+3 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+2 {{operand 1 is defined here with type tensor<5x1xi32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<5xf32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) {
  // expected-error@+1 {{'xla.scatter' op has updates of rank 1; 1 window dimensions and those of the indices make 2 [scatter-update-rank]}}
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<8x3xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<8x3xf32>
    (%old: tensor<f32>, %new: tensor<f32>) {
    xla.return %new : tensor<f32>
  }
  return
}

// -----

// expected-note@+3 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+2 {{operand 1 is defined here with type tensor<5x1xi32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<5x4xf32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x4xf32>) {
  // expected-error@+1 {{'xla.scatter' op has updates of sizes [4], but dimension 0 has size [3] [scatter-update-window]}}
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<8x3xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x3xf32>
    (%old: tensor<f32>, %new: tensor<f32>) {
    xla.return %new : tensor<f32>
  }
  return
}

// -----

// expected-note@+3 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+2 {{operand 1 is defined here with type tensor<5x1xi32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<6x3xf32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>, %u: tensor<6x3xf32>) {
  // expected-error@+1 {{'xla.scatter' op has updates of size 6 in dimension 0, where the indices have 5 [scatter-update-batch]}}
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<8x3xf32>, tensor<5x1xi32>, tensor<6x3xf32>) -> tensor<8x3xf32>
    (%old: tensor<f32>, %new: tensor<f32>) {
    xla.return %new : tensor<f32>
  }
  return
}

// -----

func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x3xf32>) {
  // expected-error@+1 {{'xla.scatter' op its body takes (tensor<i32>, tensor<i32>) but is given (tensor<f32>, tensor<f32>) [scatter-body-arguments]}}
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<8x3xf32>, tensor<5x1xi32>, tensor<5x3xf32>) -> tensor<8x3xf32>
    // expected-note@+1 {{the body's arguments are declared here}}
    (%old: tensor<i32>, %new: tensor<i32>) {
    xla.return %new : tensor<i32>
  }
  return
}

// -----

func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x3xf32>) {
  // expected-error@+1 {{'xla.scatter' op its body returns (tensor<f32>, tensor<f32>) but must return (tensor<f32>) [scatter-body-results]}}
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<8x3xf32>, tensor<5x1xi32>, tensor<5x3xf32>) -> tensor<8x3xf32>
    (%old: tensor<f32>, %new: tensor<f32>) {
    // expected-note@+1 {{the body returns here}}
    xla.return %old, %new : tensor<f32>, tensor<f32>
  }
  return
}

// -----

// expected-note@+3 {{operand 0 is defined here with type tensor<8x3xf32>}}
// expected-note@+2 {{operand 1 is defined here with type tensor<5x1xi32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<5x3xf32>}}
func.func @f(%x: tensor<8x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x3xf32>) {
  // expected-error@+1 {{'xla.scatter' op has a result of type tensor<8x4xf32>; it must be tensor<8x3xf32> [result-type]}}
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<8x3xf32>, tensor<5x1xi32>, tensor<5x3xf32>) -> tensor<8x4xf32>
    (%old: tensor<f32>, %new: tensor<f32>) {
    xla.return %new : tensor<f32>
  }
  return
}

// -----

func.func @f(%i: tensor<5x1xi32>) {
  // expected-error@+1 {{'xla.scatter' op needs inputs, indices and an update for each input, but has 1 operands [scatter-operands]}}
  "xla.scatter"(%i) <{update_window_dims = array<i64>, inserted_window_dims = array<i64>, scatter_dims_to_operand_dims = array<i64: 0>, index_vector_dim = 1 : i64}> ({
    xla.return
  }) : (tensor<5x1xi32>) -> ()
  return
}
