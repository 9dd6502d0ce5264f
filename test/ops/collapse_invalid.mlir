// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// collapse: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4x2x3xf32>}}
func.func @f(%x: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'xla.collapse' op dimensions = [1, 0] must be consecutive and ascending, but 0 follows 1 [collapse-dims-consecutive]}}
  %0 = xla.collapse %x, dims = [1, 0] : (tensor<4x2x3xf32>) -> tensor<8x3xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x2x3xf32>}}
func.func @f(%x: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'xla.collapse' op dimensions = [0, 2] must be consecutive and ascending, but 2 follows 0 [collapse-dims-consecutive]}}
  %0 = xla.collapse %x, dims = [0, 2] : (tensor<4x2x3xf32>) -> tensor<12x2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x2x3xf32>}}
func.func @f(%x: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'xla.collapse' op dimensions = [1, 1] must be consecutive and ascending, but 1 follows 1 [collapse-dims-consecutive]}}
  %0 = xla.collapse %x, dims = [1, 1] : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x2x3xf32>}}
func.func @f(%x: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'xla.collapse' op dimensions = [2, 3] names dimension 3 of an array of rank 3 [collapse-dims-range]}}
  %0 = xla.collapse %x, dims = [2, 3] : (tensor<4x2x3xf32>) -> tensor<4x6xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4294967296x4294967296xf32>}}
func.func @f(%x: tensor<4294967296x4294967296xf32>) {
  // expected-error@+1 {{'xla.collapse' op collapses to a dimension of more than 2^63 elements [collapse-size]}}
  %0 = xla.collapse %x, dims = [0, 1] : (tensor<4294967296x4294967296xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x2x3xf32>}}
func.func @f(%x: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'xla.collapse' op has a result of type tensor<4x6xf32>; it must be tensor<8x3xf32> [result-type]}}
  %0 = xla.collapse %x, dims = [0, 1] : (tensor<4x2x3xf32>) -> tensor<4x6xf32>
  return
}
