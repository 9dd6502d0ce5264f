// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// StableHLO ops whose shapes are operands, and bounds: what is refused, and why.

func.func @f(%x: tensor<4xf32>, %n: tensor<3xi32>) {
  // expected-note@-1 {{operand 1 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op has a shape of type tensor<3xi32> for a result of rank 2 [dynamic-shape]}}
  %0 = stablehlo.dynamic_reshape %x, %n : (tensor<4xf32>, tensor<3xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%n: tensor<?xi32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_iota' op has a shape of type tensor<?xi32> for a result of rank 1 [dynamic-shape]}}
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<?xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f() {
  // expected-note@+1 {{operand 0 is defined here}}
  %n = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_iota' op makes the shape [2, 3] a result of type tensor<2x4xf32> [dynamic-shape]}}
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f() {
  // expected-note@+1 {{operand 0 is defined here}}
  %n = stablehlo.constant dense<-1> : tensor<1xi64>
  // expected-error@+1 {{'stablehlo.dynamic_iota' op has the shape [-1]; sizes must not be negative [dynamic-shape]}}
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%n: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op counts along dimension 1, but the result's rank is 1 [iota-dim-range]}}
  %0 = stablehlo.dynamic_iota %n, dim = 1 : (tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-note@+1 {{operand 1 is defined here}}
  %n = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op gives the 4 elements of its operand a shape of 6 [reshape-element-count]}}
  %0 = stablehlo.dynamic_reshape %x, %n : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%x: tensor<?x?xf32>, %n: tensor<3xi64>) {
  // expected-error@+1 {{known_expanding_dimensions and known_nonexpanding_dimensions = [0, 0] names dimension 0 twice [broadcast-hints-unique]}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @f(%x: tensor<?x?xf32>, %n: tensor<3xi64>) {
  // expected-error@+1 {{known_expanding_dimensions and known_nonexpanding_dimensions = [2] names dimension 2 of an array of rank 2 [broadcast-hints-range]}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0, 1] {known_expanding_dimensions = array<i64: 2>} : (tensor<?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @f(%x: tensor<?x3xf32>, %n: tensor<2xi64>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-error@+1 {{maps dimension 1 of size 3 to result dimension 1 of size 4: it must be of size 1 or 4 [broadcast-in-dim-size]}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0, 1] : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return
}

// -----

func.func @f(%x: tensor<?x3xf32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-note@+1 {{operand 1 is defined here}}
  %n = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // expected-error@+1 {{maps dimension 1 of size 3 to one of size 4 [broadcast-in-dim-size]}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0, 1] : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %v: tensor<f32>, %one: tensor<1xi32>, %two: tensor<2xi32>) {
  // expected-note@-1 {{operand 3 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_pad' op has a list of type tensor<2xi32> for an operand of rank 1 [dynamic-list]}}
  %0 = stablehlo.dynamic_pad %x, %v, %one, %two, %one : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %v: tensor<f32>) {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  // expected-error@+1 {{'stablehlo.dynamic_pad' op makes dimension 0 of size 9; its result is of type tensor<8xf32> [dynamic-size]}}
  %0 = stablehlo.dynamic_pad %x, %v, %one, %one, %one : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %n: tensor<1xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op has stride 0 in dimension 0; strides must be positive [slice-stride]}}
  %0 = stablehlo.real_dynamic_slice %x, %n, %n, %zero : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<?x4xf32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-error@+1 {{'stablehlo.get_dimension_size' op names dimension 2 of an array of rank 2 [dimension-size-range]}}
  %0 = stablehlo.get_dimension_size %x, dim = 2 : (tensor<?x4xf32>) -> tensor<i32>
  return
}

// -----

func.func @f(%x: tensor<?xf32, #stablehlo.bounds<4>>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-error@+1 {{'stablehlo.abs' op has a size of 5 in dimension 0, which is at most 4 [size-bound]}}
  %0 = stablehlo.abs %x : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<3xf32, #stablehlo.bounds<?>>, %y: tensor<?xf32, #stablehlo.bounds<2>>) {
  // expected-note@-1 {{operand 1 is defined here}}
  // expected-error@+1 {{'stablehlo.add' op has a size of 3 in dimension 0, which is at most 2 [size-bound]}}
  %0 = "stablehlo.add"(%x, %y) : (tensor<3xf32, #stablehlo.bounds<?>>, tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<?xf32, #stablehlo.bounds<4>>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-error@+1 {{'stablehlo.slice' op ends at 5, beyond the 4 elements of dimension 0 [slice-limit]}}
  %0 = stablehlo.slice %x [0:5] : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<?xf32, #stablehlo.bounds<4>>, %z: tensor<f32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-error@+1 {{'stablehlo.pad' op pads dimension 0 of size 4 by -5 low, 0 high, 0 interior, which makes -1 [pad-size]}}
  %0 = stablehlo.pad %x, %z, low = [-5], high = [0], interior = [0] : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>) -> tensor<?xf32>
  return
}
