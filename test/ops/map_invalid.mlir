// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// map: what is refused, and why.

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5xf32>}}
func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error@+1 {{'xla.map' op maps operands of shapes [4] and [5]; they must agree [map-same-shape]}}
  %0 = xla.map(%x, %y) dims = [0] : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32> computation {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    xla.return %a : tensor<f32>
  }
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{'xla.map' op has dimensions = [1, 0]; they must be all 2 of its operands' in order [map-dimensions]}}
  %0 = xla.map(%x) dims = [1, 0] : (tensor<4x5xf32>) -> tensor<4x5xf32> computation {
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{'xla.map' op has dimensions = [0]; they must be all 2 of its operands' in order [map-dimensions]}}
  %0 = xla.map(%x) dims = [0] : (tensor<4x5xf32>) -> tensor<4x5xf32> computation {
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.map' op its computation takes (tensor<f32>, tensor<f32>) but is given (tensor<f32>) [map-arguments]}}
  %0 = xla.map(%x) dims = [0] : (tensor<4xf32>) -> tensor<4xf32> computation {
  // expected-note@+1 {{the computation's arguments are declared here}}
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    xla.return %a : tensor<f32>
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.map' op its computation takes (tensor<i32>) but is given (tensor<f32>) [map-arguments]}}
  %0 = xla.map(%x) dims = [0] : (tensor<4xf32>) -> tensor<4xi32> computation {
  // expected-note@+1 {{the computation's arguments are declared here}}
  ^bb0(%a: tensor<i32>):
    xla.return %a : tensor<i32>
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.map' op has a computation that does not return one scalar [map-result]}}
  %0 = xla.map(%x) dims = [0] : (tensor<4xf32>) -> tensor<4xf32> computation {
  ^bb0(%a: tensor<f32>):
    // expected-note@+1 {{the computation returns here}}
    xla.return %a, %a : tensor<f32>, tensor<f32>
  }
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.map' op has a result of type tensor<4xi32>; it must be tensor<4xf32> [result-type]}}
  %0 = xla.map(%x) dims = [0] : (tensor<4xf32>) -> tensor<4xi32> computation {
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'xla.map' op needs at least one operand [map-operands]}}
  %0 = "xla.map"() <{dimensions = array<i64>}> ({
    %c = xla.constant dense<1.0> : tensor<f32>
    xla.return %c : tensor<f32>
  }) : () -> tensor<f32>
  return
}
