// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// optimization_barrier: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.optimization_barrier' op has a result of type tensor<5xf32>; it must be tensor<4xf32> [result-type]}}
  %0 = "xla.optimization_barrier"(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.optimization_barrier' op has 2 results; there must be 1 [result-count]}}
  %0:2 = "xla.optimization_barrier"(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}
