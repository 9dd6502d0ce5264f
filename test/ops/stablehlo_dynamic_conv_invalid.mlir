// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// dynamic_conv: what is refused, and why.

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3xf32>, %p: tensor<1x2xi32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-note@-2 {{operand 1 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_conv' op has operands of rank 3 and 2; both must have a batch or output feature, a feature, and the same number of spatial dimensions [conv-ranks]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<1x3x8xf32>, tensor<4x3xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<1x2xi32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_conv' op the input's dimension numbers}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<1x2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op has 2 feature groups and 2 batch groups; only one of both may be split [conv-groups]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 2 : i64}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<1x2xi32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-note@-2 {{operand 1 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_conv' op splits 3 input features into 2 groups [conv-feature-groups]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 2 : i64}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<1x2xi32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-note@-2 {{operand 1 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_conv' op splits a batch of 1 into 2 groups [conv-batch-groups]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x1x2xf32>, %p: tensor<1x2xi32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-note@-2 {{operand 1 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_conv' op splits 4 output features into 3 groups [conv-output-features]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 3 : i64}> : (tensor<1x3x8xf32>, tensor<4x1x2xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x2x2xf32>, %p: tensor<1x2xi32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-note@-2 {{operand 1 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_conv' op has 3 input features a group, but a kernel for 2 [conv-input-features]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<1x3x8xf32>, tensor<4x2x2xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x0xf32>, %p: tensor<1x2xi32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-note@-2 {{operand 1 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_conv' op has a kernel of size 0 in spatial dimension 0; it must be positive [conv-kernel-size]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<1x3x8xf32>, tensor<4x3x0xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<1x2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op window_strides has 2 entries, but the window moves in 1 dimensions [window-count]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<1x2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op window_strides = [0] must be positive [window-positive]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, window_strides = array<i64: 0>}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<1x2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op lhs_dilation = [0] must be positive [window-positive]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 0>}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<1x2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op rhs_dilation = [-1] must be positive [window-positive]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, rhs_dilation = array<i64: -1>}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<1x2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op window_reversal has 2 entries, but the window moves in 1 dimensions [window-count]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, window_reversal = array<i1: true, false>}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<2xi32>) {
  // expected-note@-1 {{operand 2 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_conv' op has a padding of type tensor<2xi32>; it must be integers of shape [1, 2], low and high for each spatial dimension [window-padding]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<2x2xi32>) {
  // expected-note@-1 {{operand 2 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_conv' op has a padding of type tensor<2x2xi32>; it must be integers of shape [1, 2], low and high for each spatial dimension [window-padding]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<2x2xi32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<1x2xf32>) {
  // expected-note@-1 {{operand 2 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_conv' op has a padding of type tensor<1x2xf32>; it must be integers of shape [1, 2], low and high for each spatial dimension [window-padding]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<1x2xf32>) -> tensor<1x4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-note@-2 {{operand 1 is defined here}}
  %p = stablehlo.constant dense<1> : tensor<1x2xi32>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op has a result of shape [1, 4, 8], but its operands give [1, 4, 9] [conv-result-shape]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<1x2xi32>) -> tensor<1x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<1x2xi32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-note@-2 {{operand 1 is defined here}}
  // expected-error@+1 {{'stablehlo.dynamic_conv' op has a result of shape [1, 5, ?], but its operands give [1, 4, ?] [conv-result-shape]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<1x2xi32>) -> tensor<1x5x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf64>, %p: tensor<1x2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op has an input of f32 and a kernel of f64; they must agree [conv-same-types]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64}> : (tensor<1x3x8xf32>, tensor<4x3x2xf64>, tensor<1x2xi32>) -> tensor<1x4x?xf64>
  return
}

// -----

func.func @f(%x: tensor<1x3x8xf32>, %w: tensor<4x3x2xf32>, %p: tensor<1x2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op states 3 precisions; there is one for each of the two operands [dot-precision]}}
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<1x3x8xf32>, tensor<4x3x2xf32>, tensor<1x2xi32>) -> tensor<1x4x?xf32>
  return
}
