// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// convert: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.convert' op converts element by element, but the shape [4] becomes [5] [same-shape]}}
  %0 = xla.convert %x : (tensor<4xf32>) -> tensor<5xi32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.convert' op converts element by element, but the shape [4] becomes [] [same-shape]}}
  %0 = xla.convert %x : (tensor<4xf32>) -> tensor<i32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xindex>}}
func.func @f(%x: tensor<4xindex>) {
  // expected-error@+1 {{'xla.convert' op operand 0 has elements of type index, which xla does not have [element-type]}}
  %0 = xla.convert %x : (tensor<4xindex>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'xla.convert' op the result has elements of type index, which xla does not have [element-type]}}
  %0 = xla.convert %x : (tensor<4xi32>) -> tensor<4xindex>
  return
}
