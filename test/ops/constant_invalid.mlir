// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// constant: what is refused, and why.

func.func @f() {
  // expected-error@+1 {{'xla.constant' op has elements of type index, which xla does not have [element-type]}}
  %0 = xla.constant dense<0> : tensor<4xindex>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'xla.constant' op has a value of type vector<4xi32>; it must be a tensor [constant-tensor]}}
  %0 = "xla.constant"() <{value = dense<0> : vector<4xi32>}> : () -> tensor<4xi32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'xla.constant' op has a result of type tensor<5xi32>; it must be tensor<4xi32> [result-type]}}
  %0 = "xla.constant"() <{value = dense<0> : tensor<4xi32>}> : () -> tensor<5xi32>
  return
}
