// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// rng_bit_generator: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<2xi16>}}
func.func @f(%s: tensor<2xi16>) {
  // expected-error@+1 {{'xla.rng_bit_generator' op has a state of type tensor<2xi16>; it must be a list of 64-bit integers, or of four 32-bit integers [rng-state]}}
  %0, %1 = xla.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xi16>) -> (tensor<2xi16>, tensor<4xui32>)
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2x1xui64>}}
func.func @f(%s: tensor<2x1xui64>) {
  // expected-error@+1 {{'xla.rng_bit_generator' op has a state of type tensor<2x1xui64>; it must be a list of 64-bit integers, or of four 32-bit integers [rng-state]}}
  %0, %1 = xla.rng_bit_generator %s, algorithm = PHILOX : (tensor<2x1xui64>) -> (tensor<2x1xui64>, tensor<4xui32>)
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<3xui64>}}
func.func @f(%s: tensor<3xui64>) {
  // expected-error@+1 {{'xla.rng_bit_generator' op has a state of 3 numbers; THREE_FRY takes two [rng-state]}}
  %0, %1 = xla.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xui64>}}
func.func @f(%s: tensor<4xui64>) {
  // expected-error@+1 {{'xla.rng_bit_generator' op has a state of 4 numbers; PHILOX takes two or three [rng-state]}}
  %0, %1 = xla.rng_bit_generator %s, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2xui64>}}
func.func @f(%s: tensor<2xui64>) {
  // expected-error@+1 {{'xla.rng_bit_generator' op gives a next state of type tensor<3xui64>; it must be tensor<2xui64> [rng-state]}}
  %0, %1 = xla.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @f(%s: tensor<2xui64>) {
  // expected-error@+1 {{'xla.rng_bit_generator' op gives bits as elements of type i1; it must be an integer or float type [rng-bits-type]}}
  %0, %1 = xla.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xi1>)
  return
}
