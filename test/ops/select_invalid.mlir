// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// select: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4xi8>}}
func.func @f(%p: tensor<4xi8>, %x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.select' op pred has elements of type i8, not i1 [select-pred]}}
  %0 = xla.select %p, %x, %x : (tensor<4xi8>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<5xi1>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%p: tensor<5xi1>, %x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.select' op operand 0 has shape [5] but operand 1 has [4] [select-pred-shape]}}
  %0 = xla.select %p, %x, %x : (tensor<5xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<1xi1>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%p: tensor<1xi1>, %x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.select' op operand 0 has shape [1] but operand 1 has [4] [select-pred-shape]}}
  %0 = xla.select %p, %x, %x : (tensor<1xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 1 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<f32>}}
func.func @f(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<f32>) {
  // expected-error@+1 {{'xla.select' op operand 1 has shape [4] but operand 2 has [] [select-same-shape]}}
  %0 = xla.select %p, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 1 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<4xi32>}}
func.func @f(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error@+1 {{'xla.select' op operand 1 has elements of type f32 but operand 2 of i32 [same-element-type]}}
  %0 = xla.select %p, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2xi1>}}
func.func @f(%p: tensor<2xi1>, %t: tuple<tensor<2xf32>>) {
  // expected-error@+1 {{'xla.select' op pred has shape [2]; between tuples it must be a scalar [select-pred-shape]}}
  %0 = xla.select %p, %t, %t : (tensor<2xi1>, tuple<tensor<2xf32>>, tuple<tensor<2xf32>>) -> tuple<tensor<2xf32>>
  return
}

// -----

// expected-note@+2 {{operand 1 is defined here with type tuple<tensor<2xf32>>}}
// expected-note@+1 {{operand 2 is defined here with type tuple<tensor<f32>>}}
func.func @f(%p: tensor<i1>, %t: tuple<tensor<2xf32>>, %u: tuple<tensor<f32>>) {
  // expected-error@+1 {{'xla.select' op chooses between tuple<tensor<2xf32>> and tuple<tensor<f32>>; tuples must have the same type [select-tuple-type]}}
  %0 = xla.select %p, %t, %u : (tensor<i1>, tuple<tensor<2xf32>>, tuple<tensor<f32>>) -> tuple<tensor<2xf32>>
  return
}

// -----

// expected-note@+1 {{operand 1 is defined here with type tuple<tensor<2xf32>, tuple<!xla.token>>}}
func.func @f(%p: tensor<i1>, %t: tuple<tensor<2xf32>, tuple<!xla.token>>) {
  // expected-error@+1 {{'xla.select' op chooses between tuple<tensor<2xf32>, tuple<!xla.token>>; tuples must hold arrays, for an order cannot be chosen [select-tuple-type]}}
  %0 = xla.select %p, %t, %t : (tensor<i1>, tuple<tensor<2xf32>, tuple<!xla.token>>, tuple<tensor<2xf32>, tuple<!xla.token>>) -> tuple<tensor<2xf32>, tuple<!xla.token>>
  return
}

// -----

// expected-note@+3 {{operand 0 is defined here with type tensor<4xi1>}}
// expected-note@+2 {{operand 1 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<4xf32>}}
func.func @f(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error@+1 {{'xla.select' op has a result of type tensor<4xi1>; it must be tensor<4xf32> [result-type]}}
  %0 = xla.select %p, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}
