// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// while: what is refused, and why.

func.func @f(%x: tensor<f32>) {
  // expected-error@+1 {{'xla.while' op its condition takes (tensor<f64>) but is given (tensor<f32>) [while-condition-arguments]}}
  %0 = "xla.while"(%x) ({
  // expected-note@+1 {{the condition's arguments are declared here}}
  ^bb0(%a: tensor<f64>):
    %1 = xla.lt %a, %a : (tensor<f64>, tensor<f64>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error@+1 {{'xla.while' op its condition returns (tensor<f32>) but must return a tensor<i1> [while-condition-result]}}
  %0 = "xla.while"(%x) ({
  ^bb0(%a: tensor<f32>):
    // expected-note@+1 {{the condition returns here}}
    xla.return %a : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error@+1 {{'xla.while' op its condition returns (tensor<1xi1>) but must return a tensor<i1> [while-condition-result]}}
  %0 = "xla.while"(%x) ({
  ^bb0(%a: tensor<f32>):
    %1 = xla.constant dense<true> : tensor<1xi1>
    // expected-note@+1 {{the condition returns here}}
    xla.return %1 : tensor<1xi1>
  }, {
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error@+1 {{'xla.while' op its body takes (tensor<f32>, tensor<f32>) but is given (tensor<f32>) [while-body-arguments]}}
  %0 = "xla.while"(%x) ({
  ^bb0(%a: tensor<f32>):
    %1 = xla.lt %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }, {
  // expected-note@+1 {{the body's arguments are declared here}}
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    xla.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error@+1 {{'xla.while' op its body returns () but must return (tensor<f32>) [while-body-results]}}
  %0 = "xla.while"(%x) ({
  ^bb0(%a: tensor<f32>):
    %1 = xla.lt %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>):
    // expected-note@+1 {{the body returns here}}
    xla.return
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // expected-error@+1 {{'xla.while' op its body returns (tensor<f64>) but must return (tensor<f32>) [while-body-results]}}
  %0 = "xla.while"(%x) ({
  ^bb0(%a: tensor<f32>):
    %1 = xla.lt %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>):
    %1 = xla.convert %a : (tensor<f32>) -> tensor<f64>
    // expected-note@+1 {{the body returns here}}
    xla.return %1 : tensor<f64>
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<f32>}}
func.func @f(%x: tensor<f32>) {
  // expected-error@+1 {{'xla.while' op gives (tensor<f64>) but carries (tensor<f32>) [while-results]}}
  %0 = "xla.while"(%x) ({
  ^bb0(%a: tensor<f32>):
    %1 = xla.lt %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<f64>
  return
}
