// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// conv_with_general_padding: what is refused, and why.

// expected-note@+2 {{operand 0 is defined here with type tensor<2x6x9xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x6x3x1xf32>}}
func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3x1xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op has operands of rank 3 and 4; both must have a batch or output feature, a feature, and the same number of spatial dimensions [conv-ranks]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {} : (tensor<2x6x9xf32>, tensor<4x6x3x1xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<2xf32>, %k: tensor<4xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op has operands of rank 1 and 1; both must have a batch or output feature, a feature, and the same number of spatial dimensions [conv-ranks]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {} : (tensor<2xf32>, tensor<4xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2x6x9xf32>}}
func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op the kernel's dimension numbers = [1, 1, 2] is not a permutation of the dimensions of an operand of rank 3 [conv-dims]}}
  %0 = xla.conv_with_general_padding %x, %k, dims = [0, 1, 2] x [1, 1, 2] -> [0, 1, 2], window = {} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op has 0 feature groups and 1 batch groups; there must be one at least [conv-groups-positive]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {} {feature_group_count = 0 : i64} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op has 2 feature groups and 2 batch groups; only one of both may be split [conv-groups]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {} {feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x6x9xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x6x3xf32>}}
func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op splits 6 input features into 4 groups [conv-feature-groups]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {} {feature_group_count = 4 : i64} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x6x9xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x6x3xf32>}}
func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op splits a batch of 2 into 4 groups [conv-batch-groups]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {} {batch_group_count = 4 : i64} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x6x9xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x6x3xf32>}}
func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op splits 4 output features into 3 groups [conv-output-features]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {} {feature_group_count = 3 : i64} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x6x9xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x6x3xf32>}}
func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op has 3 input features a group, but a kernel for 6 [conv-input-features]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {} {feature_group_count = 2 : i64} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op lhs_dilation has 2 entries, but the window moves in 1 dimensions [window-count]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {lhs_dilate = [1, 1]} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op window_reversal has 2 entries, but the window moves in 1 dimensions [window-count]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {reverse = [true, false]} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op rhs_dilation = [0] must be positive [window-positive]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {rhs_dilate = [0]} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op padding has the shape [2, 2]; it must be [1, 2], low and high for each dimension of the window [window-padding]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {pad = [[0, 0], [0, 0]]} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x6x9xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x6x3xf32>}}
func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op has a result of shape [2, 4, 8], but its operands give [2, 4, 7] [conv-result-shape]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x8xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x6x9xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x6x3xf32>}}
func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv_with_general_padding' op multiplies elements of type f32 and f32 in elements of type i32 [dot-element-types]}}
  %0 = xla.conv_with_general_padding %x, %k, window = {} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xi32>
  return
}

// -----

// XLA's operands may differ in their element types, StableHLO's may not.
func.func @f(%x: tensor<2x6x9xi8>, %k: tensor<4x6x3xui8>) {
  // expected-error@+1 {{'stablehlo.convolution' op has an input of i8 and a kernel of ui8; they must agree [conv-same-types]}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x9xi8>, tensor<4x6x3xui8>) -> tensor<2x4x7xi32>
  return
}
