// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// dynamic_slice: what is refused, and why.

// expected-note@+1 {{operand 1 is defined here with type tensor<f32>}}
func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.dynamic_slice' op has a start index of type f32; it must be an integer [dynamic-slice-start-type]}}
  %0 = xla.dynamic_slice %x at [%i], sizes = [2] : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected-note@+1 {{operand 2 is defined here with type tensor<i64>}}
func.func @f(%x: tensor<4x4xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error@+1 {{'xla.dynamic_slice' op has start indices of types i32 and i64 [dynamic-slice-start-type]}}
  %0 = xla.dynamic_slice %x at [%i, %j], sizes = [2, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i64>) -> tensor<2x2xf32>
  return
}

// -----

// expected-note@+1 {{operand 1 is defined here with type tensor<1xi32>}}
func.func @f(%x: tensor<4x4xf32>, %i: tensor<1xi32>, %j: tensor<1xi32>) {
  // expected-error@+1 {{'xla.dynamic_slice' op start index 0 has rank 1; it must be a scalar [dynamic-slice-start-scalar]}}
  %0 = xla.dynamic_slice %x at [%i, %j], sizes = [2, 2] : (tensor<4x4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x4xf32>}}
func.func @f(%x: tensor<4x4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{'xla.dynamic_slice' op has 1 start indices for the 2 dimensions of the operand [dynamic-slice-start-count]}}
  %0 = xla.dynamic_slice %x at [%i], sizes = [2, 2] : (tensor<4x4xf32>, tensor<i32>) -> tensor<2x2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x4xf32>}}
func.func @f(%x: tensor<4x4xf32>, %i: tensor<3xi32>) {
  // expected-error@+1 {{'xla.dynamic_slice' op has 3 start indices for the 2 dimensions of the operand [dynamic-slice-start-count]}}
  %0 = xla.dynamic_slice %x at [%i], sizes = [2, 2] : (tensor<4x4xf32>, tensor<3xi32>) -> tensor<2x2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x4xf32>}}
func.func @f(%x: tensor<4x4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{'xla.dynamic_slice' op slice_sizes has 1 entries, but the operand's rank is 2 [dynamic-slice-sizes-count]}}
  %0 = xla.dynamic_slice %x at [%i, %i], sizes = [2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x4xf32>}}
func.func @f(%x: tensor<4x4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{'xla.dynamic_slice' op has slice_sizes [2, 5], but dimension 1 has size [4] [dynamic-slice-sizes]}}
  %0 = xla.dynamic_slice %x at [%i, %i], sizes = [2, 5] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x5xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{'xla.dynamic_slice' op has slice_sizes [-1], but dimension 0 has size [4] [dynamic-slice-sizes]}}
  %0 = xla.dynamic_slice %x at [%i], sizes = [-1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<i32>}}
func.func @f(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{'xla.dynamic_slice' op has a result of type tensor<2xi32>; it must be tensor<2xf32> [result-type]}}
  %0 = xla.dynamic_slice %x at [%i], sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xi32>
  return
}

// -----

// expected-note@+1 {{operand 1 is defined here with type tensor<1xi32>}}
func.func @f(%x: tensor<4xf32>, %i: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op start index 0 has rank 1; it must be a scalar [dynamic-slice-start-scalar]}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<1xi32>) -> tensor<2xf32>
  return
}
