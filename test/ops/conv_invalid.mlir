// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// conv: what is refused, and why. The other rules are those of conv_with_general_padding.

func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv' op has padding "full"; it must be same or valid [window-padding-kind]}}
  %0 = xla.conv %x, %k, padding = full : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x6x9xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x6x3xf32>}}
func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv' op has a result of shape [2, 4, 7], but its operands give [2, 4, 9] [conv-result-shape]}}
  %0 = xla.conv %x, %k, padding = same : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x6x9xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4x6x3xf32>}}
func.func @f(%x: tensor<2x6x9xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error@+1 {{'xla.conv' op has 3 input features a group, but a kernel for 6 [conv-input-features]}}
  %0 = xla.conv %x, %k, padding = valid {feature_group_count = 2 : i64} : (tensor<2x6x9xf32>, tensor<4x6x3xf32>) -> tensor<2x4x7xf32>
  return
}
