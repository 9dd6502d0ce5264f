// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// get_tuple_element: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tuple<tensor<f32>, tensor<i32>>}}
func.func @f(%t: tuple<tensor<f32>, tensor<i32>>) {
  // expected-error@+1 {{'xla.get_tuple_element' op takes element 2 of a tuple of 2 elements [tuple-index-range]}}
  %0 = xla.get_tuple_element %t[2] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tuple<tensor<f32>, tensor<i32>>}}
func.func @f(%t: tuple<tensor<f32>, tensor<i32>>) {
  // expected-error@+1 {{'xla.get_tuple_element' op has a result of type tensor<f32>; it must be tensor<i32> [result-type]}}
  %0 = xla.get_tuple_element %t[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  return
}
