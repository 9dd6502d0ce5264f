// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// dot: what is refused, and why.

// expected-note@+2 {{operand 0 is defined here with type tensor<3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x4xf32>}}
func.func @f(%x: tensor<3xf32>, %y: tensor<3x4xf32>) {
  // expected-error@+1 {{'xla.dot' op multiplies shapes [3] and [3, 4]; only vector by vector, matrix by vector and matrix by matrix are products [dot-ranks]}}
  %0 = xla.dot %x, %y : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<f32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<f32>}}
func.func @f(%x: tensor<f32>, %y: tensor<f32>) {
  // expected-error@+1 {{'xla.dot' op multiplies shapes [] and []; only vector by vector, matrix by vector and matrix by matrix are products [dot-ranks]}}
  %0 = xla.dot %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3x4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x5xf32>}}
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<4x5xf32>) {
  // expected-error@+1 {{'xla.dot' op multiplies shapes [2, 3, 4] and [4, 5]; only vector by vector, matrix by vector and matrix by matrix are products [dot-ranks]}}
  %0 = xla.dot %x, %y : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x5xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>) {
  // expected-error@+1 {{'xla.dot' op pairs contracting dimension 1 of size 3 on the left with dimension 0 of size 4 [dot-contracting-sizes]}}
  %0 = xla.dot %x, %y : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x5xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x5xf32>) {
  // expected-error@+1 {{'xla.dot' op has a result of shape [5, 2], but its operands give [2, 5] [dot-result-shape]}}
  %0 = xla.dot %x, %y : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<5x2xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x5xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x5xf32>) {
  // expected-error@+1 {{'xla.dot' op multiplies elements of type f32 and f32 in elements of type i32 [dot-element-types]}}
  %0 = xla.dot %x, %y : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xi32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xcomplex<f32>>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x5xf32>}}
func.func @f(%x: tensor<2x3xcomplex<f32>>, %y: tensor<3x5xf32>) {
  // expected-error@+1 {{'xla.dot' op multiplies elements of type complex<f32> and f32 in elements of type complex<f32> [dot-element-types]}}
  %0 = xla.dot %x, %y : (tensor<2x3xcomplex<f32>>, tensor<3x5xf32>) -> tensor<2x5xcomplex<f32>>
  return
}
