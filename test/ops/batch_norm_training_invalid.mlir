// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// batch_norm_training: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4x3xi32>}}
func.func @f(%x: tensor<4x3xi32>, %scale: tensor<3xi32>, %offset: tensor<3xi32>) {
  // expected-error@+1 {{'xla.batch_norm_training' op normalizes elements of type i32; they must be floats [batch-norm-element-type]}}
  %0:3 = xla.batch_norm_training %x, %scale, %offset, epsilon = 1.000000e-03, feature = 1 : (tensor<4x3xi32>, tensor<3xi32>, tensor<3xi32>) -> (tensor<4x3xi32>, tensor<3xi32>, tensor<3xi32>)
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x3xf32>}}
func.func @f(%x: tensor<4x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // expected-error@+1 {{'xla.batch_norm_training' op feature_index = [2] names dimension 2 of an array of rank 2 [batch-norm-feature]}}
  %0:3 = xla.batch_norm_training %x, %scale, %offset, epsilon = 1.000000e-03, feature = 2 : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4x3xf32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4x3xf32>, %scale: tensor<3xf32>, %offset: tensor<4xf32>) {
  // expected-error@+1 {{'xla.batch_norm_training' op has an operand of shape [4] for the features, which are [3] [batch-norm-features]}}
  %0:3 = xla.batch_norm_training %x, %scale, %offset, epsilon = 1.000000e-03, feature = 1 : (tensor<4x3xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x1xf32>}}
func.func @f(%x: tensor<4x3xf32>, %scale: tensor<3x1xf32>, %offset: tensor<3xf32>) {
  // expected-error@+1 {{'xla.batch_norm_training' op has an operand of shape [3, 1] for the features, which are [3] [batch-norm-features]}}
  %0:3 = xla.batch_norm_training %x, %scale, %offset, epsilon = 1.000000e-03, feature = 1 : (tensor<4x3xf32>, tensor<3x1xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3xf64>}}
func.func @f(%x: tensor<4x3xf32>, %scale: tensor<3xf64>, %offset: tensor<3xf32>) {
  // expected-error@+1 {{'xla.batch_norm_training' op has elements of type f64 for an operand of f32 [batch-norm-same-type]}}
  %0:3 = xla.batch_norm_training %x, %scale, %offset, epsilon = 1.000000e-03, feature = 1 : (tensor<4x3xf32>, tensor<3xf64>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// expected-note@+3 {{operand 0 is defined here with type tensor<4x3xf32>}}
// expected-note@+2 {{operand 1 is defined here with type tensor<3xf32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<3xf32>}}
func.func @f(%x: tensor<4x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // expected-error@+1 {{'xla.batch_norm_training' op has a result (number 0) of type tensor<3x4xf32>; it must be tensor<4x3xf32> [result-type]}}
  %0:3 = xla.batch_norm_training %x, %scale, %offset, epsilon = 1.000000e-03, feature = 1 : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
