// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// next_after: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4xi32>}}
func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'xla.next_after' op does not take elements of type i32, only of f16, bf16, f32, f64 [element-type]}}
  %0 = "xla.next_after"(%x, %x) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf8E5M2>}}
func.func @f(%x: tensor<4xf8E5M2>) {
  // expected-error@+1 {{'xla.next_after' op does not take elements of type f8E5M2, only of f16, bf16, f32, f64 [element-type]}}
  %0 = "xla.next_after"(%x, %x) : (tensor<4xf8E5M2>, tensor<4xf8E5M2>) -> tensor<4xf8E5M2>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xcomplex<f32>>}}
func.func @f(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'xla.next_after' op does not take elements of type complex<f32>, only of f16, bf16, f32, f64 [element-type]}}
  %0 = "xla.next_after"(%x, %x) : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf64>}}
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+1 {{'xla.next_after' op operand 0 has elements of type f32 but operand 1 of f64 [same-element-type]}}
  %0 = "xla.next_after"(%x, %y) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5xf32>}}
func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error@+1 {{'xla.next_after' op cannot broadcast [4] with [5]: result dimension 0 has size 4 on the left and 5 on the right [broadcast-sizes]}}
  %0 = "xla.next_after"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4x4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4x4xf32>, %y: tensor<4xf32>) {
  // expected-error@+1 {{'xla.next_after' op cannot broadcast [4, 4] with [4]: operands differ in rank, so that broadcast_dimensions must say which dimensions match [broadcast-dims-needed]}}
  %0 = "xla.next_after"(%x, %y) : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.next_after' op has a result of type tensor<5xf32>; it must be tensor<4xf32> [result-type]}}
  %0 = "xla.next_after"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.next_after' op has a result of type tensor<4xf64>; it must be tensor<4xf32> [result-type]}}
  %0 = "xla.next_after"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf64>
  return
}
