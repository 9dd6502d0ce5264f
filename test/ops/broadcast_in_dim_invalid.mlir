// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// broadcast_in_dim: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.broadcast_in_dim' op broadcast_dimensions has 2 entries, but the operand's rank is 1 [broadcast-in-dim-count]}}
  %0 = xla.broadcast_in_dim %x, dims = [0, 1] : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.broadcast_in_dim' op broadcast_dimensions = [2] names dimension 2 of an array of rank 2 [broadcast-in-dim-range]}}
  %0 = xla.broadcast_in_dim %x, dims = [2] : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{'xla.broadcast_in_dim' op broadcast_dimensions = [0, 0] names dimension 0 twice [broadcast-in-dim-unique]}}
  %0 = xla.broadcast_in_dim %x, dims = [0, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.broadcast_in_dim' op maps dimension 0 of size 4 to result dimension 1 of size 2: it must be of size 1 or 2 [broadcast-in-dim-size]}}
  %0 = xla.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.broadcast_in_dim' op moves elements of type f32 into a result of f64 [result-element-type]}}
  %0 = xla.broadcast_in_dim %x, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf64>
  return
}
