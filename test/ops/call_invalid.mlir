// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// call: what is refused, and why.

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.call' op calls @g, but there is no such function [call-callee]}}
  %0 = xla.call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{it is declared here}}
func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%x: tensor<5xf32>) {
  // expected-error@+1 {{'xla.call' op gives (tensor<5xf32>) to @g, which takes (tensor<4xf32>) [call-arguments]}}
  %0 = xla.call @g(%x) : (tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{it is declared here}}
func.func private @g() -> tensor<4xf32>
func.func @f(%x: tensor<5xf32>) {
  // expected-error@+1 {{'xla.call' op gives (tensor<5xf32>) to @g, which takes () [call-arguments]}}
  %0 = xla.call @g(%x) : (tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{it is declared here}}
func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.call' op expects (tensor<4xf64>) of @g, which gives (tensor<4xf32>) [call-results]}}
  %0 = xla.call @g(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

// expected-note@+1 {{it is declared here}}
module @g {}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.call' op calls @g, which is a builtin.module and no function [call-callee]}}
  %0 = xla.call @g(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}
