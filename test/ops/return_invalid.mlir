// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// return: what is refused, and why.

// expected-note@+1 {{it stands in this op}}
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'xla.return' op ends a computation of an xla op, but stands in func.func [return-parent]}}
  xla.return %x : tensor<f32>
}

// -----

// expected-note@+1 {{the function is declared here}}
func.func @f(%x: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
  // expected-error@+1 {{'stablehlo.return' op returns (tensor<f32>) from a function of (tensor<f32>, tensor<i32>) [return-results]}}
  stablehlo.return %x : tensor<f32>
}
