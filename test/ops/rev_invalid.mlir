// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// rev: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.rev' op dimensions = [1] names dimension 1 of an array of rank 1 [rev-dims-range]}}
  %0 = xla.rev %x, dims = [1] : tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.rev' op dimensions = [-1] names dimension -1 of an array of rank 1 [rev-dims-range]}}
  %0 = xla.rev %x, dims = [-1] : tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.rev' op dimensions = [0, 0] names dimension 0 twice [rev-dims-unique]}}
  %0 = xla.rev %x, dims = [0, 0] : tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.rev' op has a result of type tensor<5xf32>; it must be tensor<4xf32> [result-type]}}
  %0 = xla.rev %x, dims = [0] : (tensor<4xf32>) -> tensor<5xf32>
  return
}
