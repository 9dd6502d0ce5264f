// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// transpose: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<2x3xf32>}}
func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'xla.transpose' op permutation = [1, 1] is not a permutation of the dimensions of an operand of rank 2 [transpose-permutation]}}
  %0 = xla.transpose %x, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2x3xf32>}}
func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'xla.transpose' op permutation = [0] is not a permutation of the dimensions of an operand of rank 2 [transpose-permutation]}}
  %0 = xla.transpose %x, dims = [0] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2x3xf32>}}
func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'xla.transpose' op permutation = [1, 2] is not a permutation of the dimensions of an operand of rank 2 [transpose-permutation]}}
  %0 = xla.transpose %x, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2x3xf32>}}
func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'xla.transpose' op has a result of type tensor<2x3xf32>; it must be tensor<3x2xf32> [result-type]}}
  %0 = xla.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
