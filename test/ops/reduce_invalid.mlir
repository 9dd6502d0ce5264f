// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// reduce: what is refused, and why.

func.func @f() {
  // expected-error@+1 {{'xla.reduce' op needs an initial value for each input and at least one input, but has 0 operands [reduce-operands]}}
  %0 = "xla.reduce"() <{dimensions = array<i64>}> ({
    xla.return
  }) : () -> tensor<f32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x2xf32>}}
func.func @f(%x: tensor<4x3xf32>, %y: tensor<4x2xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce' op reduces inputs of shapes [4, 3] and [4, 2] together; they must agree [reduce-same-shape]}}
  %0:2 = "xla.reduce"(%x, %y, %i, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    xla.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4x3xf32>, tensor<4x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<2xf32>)
  return
}

// -----

// expected-note@+1 {{operand 1 is defined here with type tensor<1xf32>}}
func.func @f(%x: tensor<4x3xf32>, %i: tensor<1xf32>) {
  // expected-error@+1 {{'xla.reduce' op initial value 0 has rank 1; it must be a scalar [reduce-init-scalar]}}
  %0 = "xla.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<f64>}}
func.func @f(%x: tensor<4x3xf32>, %i: tensor<f64>) {
  // expected-error@+1 {{'xla.reduce' op input 0 has elements of type f32 but its initial value is of type f64 [reduce-init-type]}}
  %0 = "xla.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f64>) -> tensor<3xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x3xf32>}}
func.func @f(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce' op dimensions = [2] names dimension 2 of an array of rank 2 [reduce-dims-range]}}
  %0 = "xla.reduce"(%x, %i) <{dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x3xf32>}}
func.func @f(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce' op dimensions = [0, 0] names dimension 0 twice [reduce-dims-unique]}}
  %0 = "xla.reduce"(%x, %i) <{dimensions = array<i64: 0, 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<f32>}}
func.func @f(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce' op has a result of type tensor<4xf32>; it must be tensor<3xf32> [result-type]}}
  %0 = "xla.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce' op its body takes (tensor<f32>) but is given (tensor<f32>, tensor<f32>) [reduce-body-arguments]}}
  %0 = "xla.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  // expected-note@+1 {{the body's arguments are declared here}}
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce' op its body takes (tensor<f32>, tensor<i32>) but is given (tensor<f32>, tensor<f32>) [reduce-body-arguments]}}
  %0 = "xla.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  // expected-note@+1 {{the body's arguments are declared here}}
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    xla.return %a : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce' op its body returns (tensor<f32>, tensor<f32>) but must return (tensor<f32>) [reduce-body-results]}}
  %0 = "xla.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expected-note@+1 {{the body returns here}}
    xla.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce' op its body returns (tensor<i1>) but must return (tensor<f32>) [reduce-body-results]}}
  %0 = "xla.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // expected-note@+1 {{the body returns here}}
    xla.return %1 : tensor<i1>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
