// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// triangular_solve: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4x3xf32>}}
func.func @f(%a: tensor<4x3xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+1 {{'xla.triangular_solve' op takes square matrices, not tensor<4x3xf32> [triangular-solve-square]}}
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%a: tensor<4xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+1 {{'xla.triangular_solve' op takes square matrices, not tensor<4xf32> [triangular-solve-square]}}
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%a: tensor<3x3xi32>, %b: tensor<3x2xi32>) {
  // expected-error@+1 {{'xla.triangular_solve' op computes with elements of type i32; it must be a float or complex type [triangular-solve-element-type]}}
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<3x3xi32>, tensor<3x2xi32>) -> tensor<3x2xi32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<3x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x2xf64>}}
func.func @f(%a: tensor<3x3xf32>, %b: tensor<3x2xf64>) {
  // expected-error@+1 {{'xla.triangular_solve' op divides elements of type f64 by those of type f32 [triangular-solve-same-type]}}
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<3x3xf32>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x2xf32>}}
func.func @f(%a: tensor<2x3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{'xla.triangular_solve' op solves matrices of shape [2, 3, 3] for [3, 2] [triangular-solve-batch]}}
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x3x2xf32>}}
func.func @f(%a: tensor<2x3x3xf32>, %b: tensor<4x3x2xf32>) {
  // expected-error@+1 {{'xla.triangular_solve' op solves matrices of shape [2, 3, 3] for [4, 3, 2] [triangular-solve-batch]}}
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xf32>, tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<3x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<2x3xf32>}}
func.func @f(%a: tensor<3x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+1 {{'xla.triangular_solve' op solves for 3 unknowns, but dimension 0 of the right-hand sides has size 2 [triangular-solve-unknowns]}}
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<3x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x2xf32>}}
func.func @f(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{'xla.triangular_solve' op solves for 3 unknowns, but dimension 1 of the right-hand sides has size 2 [triangular-solve-unknowns]}}
  %0 = xla.triangular_solve %a, %b, left_side = false, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<3x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x2xf32>}}
func.func @f(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{'xla.triangular_solve' op has a result of type tensor<3x3xf32>; it must be tensor<3x2xf32> [result-type]}}
  %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op has transpose_a = TRANSPOSE_INVALID, which says nothing [triangular-solve-transpose]}}
  %0 = "stablehlo.triangular_solve"(%a, %a) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
