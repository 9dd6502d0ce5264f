// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// pad: what is refused, and why.

// expected-note@+1 {{operand 1 is defined here with type tensor<1xf32>}}
func.func @f(%x: tensor<4xf32>, %v: tensor<1xf32>) {
  // expected-error@+1 {{'xla.pad' op the padding value's rank is 1; it must be a scalar [pad-value-scalar]}}
  %0 = xla.pad %x, %v, low = [0], high = [1], interior = [0] : (tensor<4xf32>, tensor<1xf32>) -> tensor<5xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<i32>}}
func.func @f(%x: tensor<4xf32>, %v: tensor<i32>) {
  // expected-error@+1 {{'xla.pad' op pads elements of type f32 with one of i32 [pad-element-type]}}
  %0 = xla.pad %x, %v, low = [0], high = [1], interior = [0] : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error@+1 {{'xla.pad' op edge_padding_low has 2 entries, but the operand's rank is 1 [pad-count]}}
  %0 = xla.pad %x, %v, low = [0, 0], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error@+1 {{'xla.pad' op interior_padding has 0 entries, but the operand's rank is 1 [pad-count]}}
  %0 = xla.pad %x, %v, low = [0], high = [1], interior = [] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error@+1 {{'xla.pad' op has interior padding -1 in dimension 0; it cannot crop [pad-interior]}}
  %0 = xla.pad %x, %v, low = [0], high = [1], interior = [-1] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error@+1 {{'xla.pad' op pads dimension 0 of size 4 by -3 low, -2 high, 0 interior, which makes -1 [pad-size]}}
  %0 = xla.pad %x, %v, low = [-3], high = [-2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error@+1 {{'xla.pad' op pads dimension 0 of size 4 by 9223372036854775807 low, 9223372036854775807 high, 0 interior, which makes more than 2^63 [pad-size]}}
  %0 = xla.pad %x, %v, low = [9223372036854775807], high = [9223372036854775807], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<f32>}}
func.func @f(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error@+1 {{'xla.pad' op has a result of type tensor<6xf32>; it must be tensor<9xf32> [result-type]}}
  %0 = xla.pad %x, %v, low = [1], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  return
}
