// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// return: what is refused, and why.

// expected-note@+1 {{it stands in this op}}
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'xla.return' op ends a computation of an xla op, but stands in func.func [return-parent]}}
  xla.return %x : tensor<f32>
}
