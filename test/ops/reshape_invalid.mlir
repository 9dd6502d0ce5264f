// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// reshape: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.reshape' op gives the 4 elements of [4] the shape [2, 3] of 6 [reshape-element-count]}}
  %0 = xla.reshape %x : (tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<0x3xf32>}}
func.func @f(%x: tensor<0x3xf32>) {
  // expected-error@+1 {{'xla.reshape' op gives the 0 elements of [0, 3] the shape [3] of 3 [reshape-element-count]}}
  %0 = xla.reshape %x : (tensor<0x3xf32>) -> tensor<3xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4294967296x4294967296xf32>}}
func.func @f(%x: tensor<4294967296x4294967296xf32>) {
  // expected-error@+1 {{'xla.reshape' op gives the more than 2^63 elements of [4294967296, 4294967296] the shape [4294967296, 4294967296] of more than 2^63 [reshape-element-count]}}
  %0 = xla.reshape %x : (tensor<4294967296x4294967296xf32>) -> tensor<4294967296x4294967296xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x2x3xf32>}}
func.func @f(%x: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'xla.reshape' op dimensions = [1, 2, 1] is not a permutation of the dimensions of an operand of rank 3 [reshape-dims-permutation]}}
  %0 = xla.reshape %x, dims = [1, 2, 1] : (tensor<4x2x3xf32>) -> tensor<24xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x2x3xf32>}}
func.func @f(%x: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'xla.reshape' op dimensions = [1, 0] is not a permutation of the dimensions of an operand of rank 3 [reshape-dims-permutation]}}
  %0 = xla.reshape %x, dims = [1, 0] : (tensor<4x2x3xf32>) -> tensor<24xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.reshape' op moves elements of type f32 into a result of i32 [result-element-type]}}
  %0 = xla.reshape %x : (tensor<4xf32>) -> tensor<2x2xi32>
  return
}
