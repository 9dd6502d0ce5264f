// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// reduce_precision: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4xi32>}}
func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'xla.reduce_precision' op rounds floats, not elements of type i32 [element-type]}}
  %0 = "xla.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.reduce_precision' op has 0 exponent bits; a float format has at least one [exponent-bits]}}
  %0 = "xla.reduce_precision"(%x) <{exponent_bits = 0 : i32, mantissa_bits = 10 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.reduce_precision' op has -1 mantissa bits [mantissa-bits]}}
  %0 = "xla.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.reduce_precision' op has a result of type tensor<5xf32>; it must be tensor<4xf32> [result-type]}}
  %0 = "xla.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}
