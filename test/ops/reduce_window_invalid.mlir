// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// reduce_window: what is refused, and why. The rules about inputs, initial values and the body are reduce's.

// expected-note@+2 {{operand 0 is defined here with type tensor<4x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x2xf32>}}
func.func @f(%x: tensor<4x3xf32>, %y: tensor<4x2xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce_window' op reduces inputs of shapes [4, 3] and [4, 2] together; they must agree [reduce-same-shape]}}
  %0:2 = "xla.reduce_window"(%x, %y, %i, %i) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    xla.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4x3xf32>, tensor<4x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<3x2xf32>, tensor<3x1xf32>)
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x6xf32>}}
func.func @f(%x: tensor<4x6xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce_window' op window_dimensions has 1 entries, but the window moves in 2 dimensions [window-count]}}
  %0 = xla.reduce_window(%x init: %i) applies xla.max window = {size = [2]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x6xf32>}}
func.func @f(%x: tensor<4x6xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce_window' op window_strides = [2, 0] must be positive [window-positive]}}
  %0 = xla.reduce_window(%x init: %i) applies xla.max window = {size = [2, 3], stride = [2, 0]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x6xf32>}}
func.func @f(%x: tensor<4x6xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce_window' op base_dilations = [-1, 1] must be positive [window-positive]}}
  %0 = xla.reduce_window(%x init: %i) applies xla.max window = {size = [2, 3], lhs_dilate = [-1, 1]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x6xf32>}}
func.func @f(%x: tensor<4x6xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce_window' op padding has the shape [1, 2]; it must be [2, 2], low and high for each dimension of the window [window-padding]}}
  %0 = xla.reduce_window(%x init: %i) applies xla.max window = {size = [2, 3], pad = [[0, 1]]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce_window' op has padding "full"; it must be same or valid [window-padding-kind]}}
  %0 = "xla.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>, padding = "full"}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    xla.return %a : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce_window' op has more positions of its window than fit 64 bits [window-positions]}}
  %0 = xla.reduce_window(%x init: %i) applies xla.max window = {size = [1], pad = [[9223372036854775807, 1]]} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4x6xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<f32>}}
func.func @f(%x: tensor<4x6xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce_window' op has a result of type tensor<2x3xf32>; it must be tensor<2x2xf32> [result-type]}}
  %0 = xla.reduce_window(%x init: %i) applies xla.max window = {size = [2, 3], stride = [2, 3]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.reduce_window' op its body takes (tensor<f32>) but is given (tensor<f32>, tensor<f32>) [reduce-body-arguments]}}
  %0 = "xla.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>}> ({
  // expected-note@+1 {{the body's arguments are declared here}}
  ^bb0(%a: tensor<f32>):
    xla.return %a : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'size' is given twice}}
  %0 = xla.reduce_window(%x init: %i) applies xla.max window = {size = [2], size = [2]} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
