// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// iota: what is refused, and why.

func.func @f() {
  // expected-error@+1 {{'xla.iota' op counts along dimension 1, but the result's rank is 1 [iota-dim-range]}}
  %0 = xla.iota dim = 1 : tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'xla.iota' op counts along dimension 0, but the result's rank is 0 [iota-dim-range]}}
  %0 = xla.iota dim = 0 : tensor<f32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'xla.iota' op counts in elements of type i1; it must be an integer, float or complex type [iota-element-type]}}
  %0 = xla.iota dim = 0 : tensor<4xi1>
  return
}
