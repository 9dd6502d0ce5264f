// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// slice: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4x4xf32>}}
func.func @f(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{'xla.slice' op start_indices has 1 entries, but the operand's rank is 2 [slice-count]}}
  %0 = xla.slice %x [0:4] : (tensor<4x4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.slice' op starts at -1, below 0, in dimension 0 [slice-start]}}
  %0 = xla.slice %x [-1:2] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.slice' op ends at 5, beyond the 4 elements of dimension 0 [slice-limit]}}
  %0 = xla.slice %x [2:5] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.slice' op starts at 3, beyond its end 2, in dimension 0 [slice-start-limit]}}
  %0 = xla.slice %x [3:2] : (tensor<4xf32>) -> tensor<0xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.slice' op has stride 0 in dimension 0; strides must be positive [slice-stride]}}
  %0 = xla.slice %x [0:4:0] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.slice' op has stride -1 in dimension 0; strides must be positive [slice-stride]}}
  %0 = xla.slice %x [0:4:-1] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.slice' op has a result of type tensor<1xf32>; it must be tensor<2xf32> [result-type]}}
  %0 = xla.slice %x [0:4:3] : (tensor<4xf32>) -> tensor<1xf32>
  return
}
