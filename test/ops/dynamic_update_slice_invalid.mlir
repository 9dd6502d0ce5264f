// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// dynamic_update_slice: what is refused, and why.

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<2xi32>}}
func.func @f(%x: tensor<4xf32>, %u: tensor<2xi32>, %i: tensor<i32>) {
  // expected-error@+1 {{'xla.dynamic_update_slice' op updates elements of type f32 with elements of type i32 [dynamic-update-slice-element-type]}}
  %0 = xla.dynamic_update_slice %x, %u at [%i] : (tensor<4xf32>, tensor<2xi32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<2x1xf32>}}
func.func @f(%x: tensor<4xf32>, %u: tensor<2x1xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{'xla.dynamic_update_slice' op has an update of rank 2, but the operand's rank is 1 [dynamic-update-slice-rank]}}
  %0 = xla.dynamic_update_slice %x, %u at [%i] : (tensor<4xf32>, tensor<2x1xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5xf32>}}
func.func @f(%x: tensor<4xf32>, %u: tensor<5xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{'xla.dynamic_update_slice' op has an update of sizes [5], but dimension 0 has size [4] [dynamic-update-slice-sizes]}}
  %0 = xla.dynamic_update_slice %x, %u at [%i] : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{'xla.dynamic_update_slice' op has 2 start indices for the 1 dimensions of the operand [dynamic-slice-start-count]}}
  %0 = xla.dynamic_update_slice %x, %u at [%i, %i] : (tensor<4xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<4xf32>
  return
}
