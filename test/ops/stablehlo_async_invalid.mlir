// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// async_start and async_done: what is refused, and why.

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op has a body of 3 ops; it must be one op and a return [async-start-body]}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %1 = stablehlo.slice %a [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %2 = stablehlo.slice %a [1:2] : (tensor<2xf32>) -> tensor<1xf32>
    stablehlo.return %2 : tensor<1xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<1xf32>>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op starts a stablehlo.negate; only collectives and slices can be started [async-start-op]}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    // expected-note@+1 {{it stands here}}
    %1 = stablehlo.negate %a : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op gives 2 operands to a body of 1 arguments [async-start-arguments]}}
  %0 = "stablehlo.async_start"(%x, %x) ({
  ^bb0(%a: tensor<2xf32>):
    %1 = stablehlo.slice %a [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    stablehlo.return %1 : tensor<1xf32>
  }) : (tensor<2xf32>, tensor<2xf32>) -> !stablehlo.future<tensor<1xf32>>
  return
}

// -----

func.func @f(%x: tensor<2xi32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-error@+1 {{'stablehlo.async_start' op gives operand 0 of type tensor<2xi32> to an argument of type tensor<2xf32> [async-start-arguments]}}
  %0 = "stablehlo.async_start"(%x) ({
  // expected-note@+1 {{the argument is declared here}}
  ^bb0(%a: tensor<2xf32>):
    %1 = stablehlo.slice %a [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    stablehlo.return %1 : tensor<1xf32>
  }) : (tensor<2xi32>) -> !stablehlo.future<tensor<1xf32>>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op has a body that returns 2 values; it must return one [async-start-result]}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %1 = stablehlo.slice %a [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    // expected-note@+1 {{the body returns here}}
    stablehlo.return %1, %a : tensor<1xf32>, tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<1xf32>, tensor<2xf32>>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op has a result of type !stablehlo.future<tensor<2xf32>>, but its body returns a tensor<1xf32> [async-start-result]}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %1 = stablehlo.slice %a [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    // expected-note@+1 {{the body returns here}}
    stablehlo.return %1 : tensor<1xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-note@+1 {{required by region isolation constraints}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    // expected-error@+1 {{using value defined outside the region}}
    %1 = stablehlo.slice %x [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    stablehlo.return %1 : tensor<1xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<1xf32>>
  return
}

// -----

func.func @f(%x: !stablehlo.future<tensor<2xf32>>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-error@+1 {{'stablehlo.async_done' op has a result of type tensor<1xf32>, but waits for a !stablehlo.future<tensor<2xf32>> [async-done-result]}}
  %0 = "stablehlo.async_done"(%x) : (!stablehlo.future<tensor<2xf32>>) -> tensor<1xf32>
  return
}

// -----

func.func @f(%x: !stablehlo.future<tensor<2xf32>, tensor<2xf32>>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-error@+1 {{'stablehlo.async_done' op has a result of type tensor<2xf32>, but waits for a !stablehlo.future<tensor<2xf32>, tensor<2xf32>> [async-done-result]}}
  %0 = "stablehlo.async_done"(%x) : (!stablehlo.future<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return
}
