// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// cholesky: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<3xf32>}}
func.func @f(%a: tensor<3xf32>) {
  // expected-error@+1 {{'xla.cholesky' op takes square matrices, not tensor<3xf32> [cholesky-square]}}
  %0 = xla.cholesky %a : tensor<3xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2x3x4xf32>}}
func.func @f(%a: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'xla.cholesky' op takes square matrices, not tensor<2x3x4xf32> [cholesky-square]}}
  %0 = xla.cholesky %a : tensor<2x3x4xf32>
  return
}

// -----

func.func @f(%a: tensor<3x3xi32>) {
  // expected-error@+1 {{'xla.cholesky' op computes with elements of type i32; it must be a float or complex type [cholesky-element-type]}}
  %0 = xla.cholesky %a : tensor<3x3xi32>
  return
}
