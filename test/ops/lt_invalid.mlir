// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// lt: what is refused, and why.

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf64>}}
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+1 {{'xla.lt' op operand 0 has elements of type f32 but operand 1 of f64 [same-element-type]}}
  %0 = "xla.lt"(%x, %y) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xi1>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5xf32>}}
func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error@+1 {{'xla.lt' op cannot broadcast [4] with [5]: result dimension 0 has size 4 on the left and 5 on the right [broadcast-sizes]}}
  %0 = "xla.lt"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xi1>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4x4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4x4xf32>, %y: tensor<4xf32>) {
  // expected-error@+1 {{'xla.lt' op cannot broadcast [4, 4] with [4]: operands differ in rank, so that broadcast_dimensions must say which dimensions match [broadcast-dims-needed]}}
  %0 = "xla.lt"(%x, %y) : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xi1>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<1xf32>}}
func.func @f(%x: tensor<4xf32>, %y: tensor<1xf32>) {
  // expected-error@+1 {{'xla.lt' op has a result of type tensor<1xi1>; it must be tensor<4xi1> [result-type]}}
  %0 = "xla.lt"(%x, %y) : (tensor<4xf32>, tensor<1xf32>) -> tensor<1xi1>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.lt' op has a result of type tensor<4xf16>; it must be tensor<4xi1> [result-type]}}
  %0 = "xla.lt"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>
  return
}
