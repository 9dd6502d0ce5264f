// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// dot_general: what is refused, and why.

func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x5xf32>) {
  // expected-error@+1 {{'xla.dot_general' op pairs 1 contracting dimensions of the left operand with 2 of the right [dot-dims-pairs]}}
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0, 1] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x5xf32>) {
  // expected-error@+1 {{'xla.dot_general' op pairs 1 batching dimensions of the left operand with 0 of the right [dot-dims-pairs]}}
  %0 = xla.dot_general %x, %y, contracting_dims = [] x [], batching_dims = [0] x [] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2x3xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x5xf32>) {
  // expected-error@+1 {{'xla.dot_general' op lhs's batching and contracting dimensions = [2] names dimension 2 of an array of rank 2 [dot-dims-range]}}
  %0 = xla.dot_general %x, %y, contracting_dims = [2] x [0] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

// expected-note@+1 {{operand 1 is defined here with type tensor<3x5xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x5xf32>) {
  // expected-error@+1 {{'xla.dot_general' op rhs's batching and contracting dimensions = [-1] names dimension -1 of an array of rank 2 [dot-dims-range]}}
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [-1] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2x3xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error@+1 {{'xla.dot_general' op lhs's batching and contracting dimensions = [0, 0] names dimension 0 twice [dot-dims-unique]}}
  %0 = xla.dot_general %x, %y, contracting_dims = [0, 0] x [0, 1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// expected-note@+1 {{operand 1 is defined here with type tensor<2x3xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error@+1 {{'xla.dot_general' op rhs's batching and contracting dimensions = [0, 0] names dimension 0 twice [dot-dims-unique]}}
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0], batching_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3x4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x4x5xf32>}}
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<3x4x5xf32>) {
  // expected-error@+1 {{'xla.dot_general' op pairs batching dimension 0 of size 2 on the left with dimension 0 of size 3 [dot-batching-sizes]}}
  %0 = xla.dot_general %x, %y, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x5xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>) {
  // expected-error@+1 {{'xla.dot_general' op pairs contracting dimension 1 of size 3 on the left with dimension 0 of size 4 [dot-contracting-sizes]}}
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<7x2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<7x3x5xf32>}}
func.func @f(%x: tensor<7x2x3xf32>, %y: tensor<7x3x5xf32>) {
  // expected-error@+1 {{'xla.dot_general' op has a result of shape [2, 7, 5], but its operands give [7, 2, 5] [dot-result-shape]}}
  %0 = xla.dot_general %x, %y, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<7x2x3xf32>, tensor<7x3x5xf32>) -> tensor<2x7x5xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x5xi8>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x5xi8>) {
  // expected-error@+1 {{'xla.dot_general' op multiplies elements of type f32 and i8 in elements of type i32 [dot-element-types]}}
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x5xi8>) -> tensor<2x5xi32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xi32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x5xi32>}}
func.func @f(%x: tensor<2x3xi32>, %y: tensor<3x5xi32>) {
  // expected-error@+1 {{'xla.dot_general' op multiplies elements of type i32 and i32 in elements of type i1 [dot-element-types]}}
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3x5xi32>) -> tensor<2x5xi1>
  return
}

// -----

// The size of a batch that one operand leaves open is the other's.
// expected-note@+2 {{operand 0 is defined here with type tensor<?x2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x3x4xf32>}}
func.func @f(%x: tensor<?x2x3xf32>, %y: tensor<5x3x4xf32>) {
  // expected-error@+1 {{'xla.dot_general' op has a result of shape [6, 2, 4], but its operands give [5, 2, 4] [dot-result-shape]}}
  %0 = xla.dot_general %x, %y, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<?x2x3xf32>, tensor<5x3x4xf32>) -> tensor<6x2x4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<5x2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<?x3x4xf32>}}
func.func @f(%x: tensor<5x2x3xf32>, %y: tensor<?x3x4xf32>) {
  // expected-error@+1 {{'xla.dot_general' op has a result of shape [6, 2, 4], but its operands give [5, 2, 4] [dot-result-shape]}}
  %0 = xla.dot_general %x, %y, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<5x2x3xf32>, tensor<?x3x4xf32>) -> tensor<6x2x4xf32>
  return
}
