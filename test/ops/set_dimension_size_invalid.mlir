// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<4xf32>, %n: tensor<i32>) {
  // expected-note@-1 {{operand 0 is defined here with type tensor<4xf32>}}
  // expected-error@+1 {{'xla.set_dimension_size' op names dimension 1 of an array of rank 1 [dimension-size-range]}}
  %0 = xla.set_dimension_size %x, %n, dim = 1 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #xla.bounds<4>>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %n: tensor<i64>) {
  // expected-note@-1 {{operand 1 is defined here with type tensor<i64>}}
  // expected-error@+1 {{'xla.set_dimension_size' op has a size of type tensor<i64>; it must be tensor<i32> [set-dimension-size-scalar]}}
  %0 = xla.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i64>) -> tensor<?xf32, #xla.bounds<4>>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %n: tensor<i32>) {
  // expected-note@-1 {{operand 0 is defined here with type tensor<4xf32>}}
  // expected-error@+1 {{'xla.set_dimension_size' op bounds dimension 0 by 5; the operand has 4 there [set-dimension-size-bound]}}
  %0 = xla.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #xla.bounds<5>>
  return
}

// -----

// expected-error@+1 {{bounds dimension 0, whose size is known}}
func.func @f(%x: tensor<4xf32, #xla.bounds<4>>) {
  return
}

// -----

// expected-error@+1 {{has 2 bounds but the tensor has 1 dimensions}}
func.func @f(%x: tensor<?xf32, #xla.bounds<4, 5>>) {
  return
}
