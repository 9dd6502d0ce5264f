// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<2x3xf32>) {
  // expected-note@-1 {{operand 0 is defined here with type tensor<2x3xf32>}}
  // expected-error@+1 {{'xla.get_dimension_size' op names dimension 2 of an array of rank 2 [dimension-size-range]}}
  %0 = xla.get_dimension_size %x, dim = 2 : (tensor<2x3xf32>) -> tensor<i32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-note@-1 {{operand 0 is defined here with type tensor<2x3xf32>}}
  // expected-error@+1 {{has a result of type tensor<i64>; it must be tensor<i32> [result-type]}}
  %0 = xla.get_dimension_size %x, dim = 0 : (tensor<2x3xf32>) -> tensor<i64>
  return
}
