// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// tuple: what is refused, and why.

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.tuple' op has a result of type tuple<tensor<4xf32>>; it must be tuple<tensor<4xf32>, tensor<4xf32>> [result-type]}}
  %0 = xla.tuple %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>>
  return
}
