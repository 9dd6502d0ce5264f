// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// Questions about broadcasting: what is refused, and why.

func.func @f(%x: tensor<2x1xf32>, %y: tensor<5xf32>, %z: tensor<?x5xf32, #stablehlo.bounds<2, ?>>) -> !stablehlo.token {
  %0 = "hlo_test_broadcast.numpy_broadcast"(%y, %x, %y) : (tensor<5xf32>, tensor<2x1xf32>, tensor<5xf32>) -> !stablehlo.token
  %1 = "hlo_test_broadcast.numpy_broadcast"(%y, %z) : (tensor<5xf32>, tensor<?x5xf32, #stablehlo.bounds<2, ?>>) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @f() {
  // expected-error@+1 {{'hlo_test_broadcast.numpy_broadcast' op needs at least one operand [numpy-broadcast]}}
  %0 = "hlo_test_broadcast.numpy_broadcast"() : () -> !stablehlo.token
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<2x5xf32>) {
  // expected-note@-1 {{operand 1 is defined here}}
  // expected-error@+1 {{'hlo_test_broadcast.numpy_broadcast' op operand 1 is of type tensor<2x5xf32>, those before it have a size of 4 [numpy-broadcast]}}
  %0 = "hlo_test_broadcast.numpy_broadcast"(%x, %y) : (tensor<4xf32>, tensor<2x5xf32>) -> !stablehlo.token
  return
}

// -----

func.func @f(%x: tensor<?xf32, #stablehlo.bounds<4>>, %y: tensor<4xf32>) {
  // expected-note@-1 {{operand 1 is defined here}}
  // expected-error@+1 {{'hlo_test_broadcast.numpy_broadcast' op operand 1 is of type tensor<4xf32>, those before it have a size of at most 4 [numpy-broadcast]}}
  %0 = "hlo_test_broadcast.numpy_broadcast"(%x, %y) : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<4xf32>) -> !stablehlo.token
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: !stablehlo.token) {
  // expected-note@-1 {{operand 1 is defined here}}
  // expected-error@+1 {{'hlo_test_broadcast.numpy_broadcast' op operand 1 must be a ranked tensor}}
  %0 = "hlo_test_broadcast.numpy_broadcast"(%x, %y) : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
