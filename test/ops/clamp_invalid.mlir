// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// clamp: what is refused, and why.

// expected-note@+2 {{operand 0 is defined here with type tensor<5xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%a: tensor<5xf32>, %x: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'xla.clamp' op operand 0 has shape [5] but operand 1 has [4] [clamp-bound-shape]}}
  %0 = xla.clamp %a, %x, %b : (tensor<5xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 2 is defined here with type tensor<1xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%a: tensor<f32>, %x: tensor<4xf32>, %b: tensor<1xf32>) {
  // expected-error@+1 {{'xla.clamp' op operand 2 has shape [1] but operand 1 has [4] [clamp-bound-shape]}}
  %0 = xla.clamp %a, %x, %b : (tensor<f32>, tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<f32>}}
func.func @f(%a: tensor<4xf32>, %x: tensor<f32>, %b: tensor<f32>) {
  // expected-error@+1 {{'xla.clamp' op operand 0 has shape [4] but operand 1 has [] [clamp-bound-shape]}}
  %0 = xla.clamp %a, %x, %b : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 2 is defined here with type tensor<i32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%a: tensor<f32>, %x: tensor<4xf32>, %b: tensor<i32>) {
  // expected-error@+1 {{'xla.clamp' op operand 2 has elements of type i32 but operand 1 of f32 [same-element-type]}}
  %0 = xla.clamp %a, %x, %b : (tensor<f32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<f64>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%a: tensor<f64>, %x: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'xla.clamp' op operand 0 has elements of type f64 but operand 1 of f32 [same-element-type]}}
  %0 = xla.clamp %a, %x, %b : (tensor<f64>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+3 {{operand 0 is defined here with type tensor<f32>}}
// expected-note@+2 {{operand 1 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<f32>}}
func.func @f(%a: tensor<f32>, %x: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'xla.clamp' op has a result of type tensor<f32>; it must be tensor<4xf32> [result-type]}}
  %0 = xla.clamp %a, %x, %b : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}
