// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// conditional: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<ui32>}}
func.func @f(%p: tensor<ui32>, %x: tensor<f32>) {
  // expected-error@+1 {{'xla.conditional' op chooses by a tensor<ui32>; it must be a tensor<i1> or a tensor<i32> [conditional-index]}}
  %0 = "xla.conditional"(%p, %x, %x) ({
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }) : (tensor<ui32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2xi1>}}
func.func @f(%p: tensor<2xi1>, %x: tensor<f32>) {
  // expected-error@+1 {{'xla.conditional' op chooses by a tensor<2xi1>; it must be a tensor<i1> or a tensor<i32> [conditional-index]}}
  %0 = "xla.conditional"(%p, %x, %x) ({
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }) : (tensor<2xi1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<i1>}}
func.func @f(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error@+1 {{'xla.conditional' op chooses by a predicate between 1 branches; there must be 2 [conditional-branches]}}
  %0 = "xla.conditional"(%p, %x) ({
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }) : (tensor<i1>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<i1>}}
func.func @f(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error@+1 {{'xla.conditional' op chooses by a predicate between 3 branches; there must be 2 [conditional-branches]}}
  %0 = "xla.conditional"(%p, %x, %x, %x) ({
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }) : (tensor<i1>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error@+1 {{'xla.conditional' op gives 1 operands to 2 branches; each takes one, or none does [conditional-operands]}}
  %0 = "xla.conditional"(%p, %x) ({
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }) : (tensor<i1>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-note@+1 {{operand 2 is defined here with type tensor<f32>}}
func.func @f(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error@+1 {{'xla.conditional' op its branch 1 takes (tensor<f64>) but is given (tensor<f32>) [conditional-branch-arguments]}}
  %0 = "xla.conditional"(%p, %x, %x) ({
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }, {
  // expected-note@+1 {{the branch 1's arguments are declared here}}
  ^bb0(%a: tensor<f64>):
    %1 = xla.convert %a : (tensor<f64>) -> tensor<f32>
    xla.return %1 : tensor<f32>
  }) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error@+1 {{'xla.conditional' op its branch 1 returns (tensor<f64>) but must return (tensor<f32>) [conditional-branch-results]}}
  %0 = "xla.conditional"(%p, %x, %x) ({
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>):
    %1 = xla.convert %a : (tensor<f32>) -> tensor<f64>
    // expected-note@+1 {{the branch 1 returns here}}
    xla.return %1 : tensor<f64>
  }) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error@+1 {{'xla.conditional' op its branch 1 returns () but must return (tensor<f32>) [conditional-branch-results]}}
  %0 = "xla.conditional"(%p) ({
  xla.return %x : tensor<f32>
  }, {
  // expected-note@+1 {{the branch 1 returns here}}
  xla.return
  }) : (tensor<i1>) -> tensor<f32>
  return
}
