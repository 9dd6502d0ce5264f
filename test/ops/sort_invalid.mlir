// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// sort: what is refused, and why.

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5xf32>}}
func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error@+1 {{'xla.sort' op sorts operands of shapes [4] and [5] together; they must agree [sort-same-shape]}}
  %0:2 = xla.sort(%x, %y) dim = 0 : (tensor<4xf32>, tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>) comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x4xf32>}}
func.func @f(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{'xla.sort' op sorts along dimension 2 of operands of rank 2 [sort-dimension]}}
  %0 = xla.sort(%x) dim = 2 : (tensor<4x4xf32>) -> tensor<4x4xf32> comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x4xf32>}}
func.func @f(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{'xla.sort' op sorts along dimension -3 of operands of rank 2 [sort-dimension]}}
  %0 = xla.sort(%x) dim = -3 : (tensor<4x4xf32>) -> tensor<4x4xf32> comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.sort' op its comparator takes (tensor<f32>) but is given (tensor<f32>, tensor<f32>) [sort-comparator-arguments]}}
  %0 = xla.sort(%x) dim = 0 : (tensor<4xf32>) -> tensor<4xf32> comparator {
  // expected-note@+1 {{the comparator's arguments are declared here}}
  ^bb0(%a: tensor<f32>):
    %1 = xla.lt %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.sort' op its comparator returns (tensor<f32>) but must return (tensor<i1>) [sort-comparator-result]}}
  %0 = xla.sort(%x) dim = 0 : (tensor<4xf32>) -> tensor<4xf32> comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expected-note@+1 {{the comparator returns here}}
    xla.return %a : tensor<f32>
  }
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.sort' op has a result of type tensor<4xf64>; it must be tensor<4xf32> [result-type]}}
  %0 = xla.sort(%x) dim = 0 : (tensor<4xf32>) -> tensor<4xf64> comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'xla.sort' op needs at least one operand [sort-operands]}}
  "xla.sort"() ({
    %c = xla.constant dense<true> : tensor<i1>
    xla.return %c : tensor<i1>
  }) : () -> ()
  return
}
