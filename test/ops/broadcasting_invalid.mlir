// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// The broadcasting rule of binary ops: what is refused, and why.

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{'xla.add' op cannot broadcast [2, 3] with [3]: operands differ in rank, so that broadcast_dimensions must say which dimensions match [broadcast-dims-needed]}}
  %0 = xla.add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3x4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x4xf32>}}
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<3x4xf32>) {
  // expected-error@+1 {{'xla.add' op cannot broadcast [2, 3, 4] with [3, 4]: broadcast_dimensions = [1] has 1 entries, but the lower rank is 2 [broadcast-dims-count]}}
  %0 = xla.add %x, %y, broadcast_dimensions = [1] : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<f32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<f32>) {
  // expected-error@+1 {{'xla.add' op cannot broadcast [2, 3] with []: broadcast_dimensions = [1] has 1 entries, but the lower rank is 0 [broadcast-dims-count]}}
  %0 = xla.add %x, %y, broadcast_dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{'xla.add' op cannot broadcast [2, 3] with [3]: broadcast_dimensions = [2] names dimension 2 of an array of rank 2 [broadcast-dims-range]}}
  %0 = xla.add %x, %y, broadcast_dimensions = [2] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{'xla.add' op cannot broadcast [2, 3] with [3]: broadcast_dimensions = [-1] names dimension -1 of an array of rank 2 [broadcast-dims-range]}}
  %0 = xla.add %x, %y, broadcast_dimensions = [-1] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3x5x7xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x3xf32>}}
func.func @f(%x: tensor<2x3x5x7xf32>, %y: tensor<5x3xf32>) {
  // expected-error@+1 {{'xla.add' op cannot broadcast [2, 3, 5, 7] with [5, 3]: broadcast_dimensions = [2, 1] must be strictly increasing, but 2 comes before 1 [broadcast-dims-increasing]}}
  %0 = xla.add %x, %y, broadcast_dimensions = [2, 1] : (tensor<2x3x5x7xf32>, tensor<5x3xf32>) -> tensor<2x3x5x7xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3x3x7xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x3xf32>}}
func.func @f(%x: tensor<2x3x3x7xf32>, %y: tensor<3x3xf32>) {
  // expected-error@+1 {{'xla.add' op cannot broadcast [2, 3, 3, 7] with [3, 3]: broadcast_dimensions = [1, 1] must be strictly increasing, but 1 comes before 1 [broadcast-dims-increasing]}}
  %0 = xla.add %x, %y, broadcast_dimensions = [1, 1] : (tensor<2x3x3x7xf32>, tensor<3x3xf32>) -> tensor<2x3x3x7xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x2xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) {
  // expected-error@+1 {{'xla.add' op cannot broadcast [2, 3] with [3, 2]: broadcast_dimensions = [1, 0] between operands of the same rank, which match dimension by dimension [broadcast-dims-identity]}}
  %0 = xla.add %x, %y, broadcast_dimensions = [1, 0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<7x2x5xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<7x2x6xf32>}}
func.func @f(%x: tensor<7x2x5xf32>, %y: tensor<7x2x6xf32>) {
  // expected-error@+1 {{'xla.add' op cannot broadcast [7, 2, 5] with [7, 2, 6]: result dimension 2 has size 5 on the left and 6 on the right [broadcast-sizes]}}
  %0 = xla.add %x, %y : (tensor<7x2x5xf32>, tensor<7x2x6xf32>) -> tensor<7x2x6xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{'xla.add' op cannot broadcast [2, 3] with [3]: result dimension 0 has size 2 on the left and 3 on the right [broadcast-sizes]}}
  %0 = xla.add %x, %y, broadcast_dimensions = [0] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<0x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<2x3xf32>}}
func.func @f(%x: tensor<0x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error@+1 {{'xla.add' op cannot broadcast [0, 3] with [2, 3]: result dimension 0 has size 0 on the left and 2 on the right [broadcast-sizes]}}
  %0 = xla.add %x, %y : (tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<1x2xf32>}}
func.func @f(%x: tensor<4xf32>, %y: tensor<1x2xf32>) {
  // expected-error@+1 {{'xla.add' op has a result of type tensor<4x1xf32>; it must be tensor<4x2xf32> [result-type]}}
  %0 = xla.add %x, %y, broadcast_dimensions = [0] : (tensor<4xf32>, tensor<1x2xf32>) -> tensor<4x1xf32>
  return
}
