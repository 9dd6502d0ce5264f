// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// rng_normal: what is refused, and why.

func.func @f(%a: tensor<i32>) {
  // expected-error@+1 {{'xla.rng_normal' op draws elements of type i32; it must be a float type [rng-element-type]}}
  %0 = xla.rng_normal %a, %a : (tensor<i32>, tensor<i32>) -> tensor<4xi32>
  return
}

// -----

// expected-note@+1 {{operand 1 is defined here with type tensor<1xf32>}}
func.func @f(%a: tensor<f32>, %b: tensor<1xf32>) {
  // expected-error@+1 {{'xla.rng_normal' op is given a parameter of rank 1; it must be a scalar [rng-scalar]}}
  %0 = xla.rng_normal %a, %b : (tensor<f32>, tensor<1xf32>) -> tensor<4xf32>
  return
}
