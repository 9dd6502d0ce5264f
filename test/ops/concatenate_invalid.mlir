// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// concatenate: what is refused, and why.

func.func @f() {
  // expected-error@+1 {{'xla.concatenate' op needs at least one operand [concatenate-count]}}
  %0 = "xla.concatenate"() <{dimension = 0 : i64}> : () -> tensor<0xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<f32>}}
func.func @f(%x: tensor<f32>) {
  // expected-error@+1 {{'xla.concatenate' op joins along dimension 0, but the operands' rank is 0 [concatenate-dim-range]}}
  %0 = "xla.concatenate"(%x, %x) <{dimension = 0 : i64}> : (tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.concatenate' op joins along dimension -1, but the operands' rank is 1 [concatenate-dim-range]}}
  %0 = "xla.concatenate"(%x) <{dimension = -1 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf64>}}
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+1 {{'xla.concatenate' op joins elements of type f32 and f64 [concatenate-element-type]}}
  %0 = "xla.concatenate"(%x, %y) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<4xf64>) -> tensor<8xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<2x4xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error@+1 {{'xla.concatenate' op joins shapes [2, 3] and [2, 4] along dimension 0: all other sizes must agree [concatenate-shape]}}
  %0 = "xla.concatenate"(%x, %y) <{dimension = 0 : i64}> : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<2xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<2xf32>) {
  // expected-error@+1 {{'xla.concatenate' op joins shapes [2, 3] and [2] along dimension 0: all other sizes must agree [concatenate-shape]}}
  %0 = "xla.concatenate"(%x, %y) <{dimension = 0 : i64}> : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%x: tensor<9223372036854775807xi8>) {
  // expected-error@+1 {{'xla.concatenate' op the sizes along dimension 0 sum to more than 2^63 [concatenate-size]}}
  %0 = "xla.concatenate"(%x, %x) <{dimension = 0 : i64}> : (tensor<9223372036854775807xi8>, tensor<9223372036854775807xi8>) -> tensor<1xi8>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.concatenate' op has a result of type tensor<4xf32>; it must be tensor<8xf32> [result-type]}}
  %0 = "xla.concatenate"(%x, %x) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
