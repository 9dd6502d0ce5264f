// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// rng_uniform: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<1xf32>}}
func.func @f(%a: tensor<1xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'xla.rng_uniform' op is given a parameter of rank 1; it must be a scalar [rng-scalar]}}
  %0 = xla.rng_uniform %a, %b : (tensor<1xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 1 is defined here with type tensor<f64>}}
func.func @f(%a: tensor<f32>, %b: tensor<f64>) {
  // expected-error@+1 {{'xla.rng_uniform' op draws elements of type f32 by a parameter of type f64; they must agree [rng-same-type]}}
  %0 = xla.rng_uniform %a, %b : (tensor<f32>, tensor<f64>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<complex<f32>>) {
  // expected-error@+1 {{'xla.rng_uniform' op draws elements of type complex<f32>; it must be a boolean, integer or float type [rng-element-type]}}
  %0 = xla.rng_uniform %a, %a : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// expected-note@+1 {{operand 2 is defined here with type tensor<1x2xi64>}}
func.func @f(%a: tensor<f32>, %s: tensor<1x2xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op is given the shape as tensor<1x2xi64>; it must be one list of known length [rng-shape]}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1x2xi64>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-note@+1 {{operand 2 is defined here with type tensor<2xi64>}}
  %s = stablehlo.constant dense<[4, 5]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.rng' op is given the shape [4, 5], but its result has [4, 4] [rng-shape]}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-note@+1 {{operand 2 is defined here with type tensor<2xi32>}}
  %s = stablehlo.constant dense<[4, 5]> : tensor<2xi32>
  // expected-error@+1 {{'stablehlo.rng' op is given the shape [4, 5], but its result has [4, 4] [rng-shape]}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi32>) -> tensor<4x4xf32>
  return
}
