// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// lgamma: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4xi32>}}
func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'xla.lgamma' op does not take elements of type i32, only of f4E2M1FN, f6E2M3FN, f6E3M2FN, f8E3M4, f8E4M3, f8E4M3FN, f8E4M3B11FNUZ, f8E4M3FNUZ, f8E5M2, f8E5M2FNUZ, f8E8M0FNU, f16, bf16, f32, f64 [element-type]}}
  %0 = "xla.lgamma"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xcomplex<f32>>}}
func.func @f(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'xla.lgamma' op does not take elements of type complex<f32>, only of f4E2M1FN, f6E2M3FN, f6E3M2FN, f8E3M4, f8E4M3, f8E4M3FN, f8E4M3B11FNUZ, f8E4M3FNUZ, f8E5M2, f8E5M2FNUZ, f8E8M0FNU, f16, bf16, f32, f64 [element-type]}}
  %0 = "xla.lgamma"(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.lgamma' op has a result of type tensor<5xf32>; it must be tensor<4xf32> [result-type]}}
  %0 = "xla.lgamma"(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.lgamma' op has a result of type tensor<4xf64>; it must be tensor<4xf32> [result-type]}}
  %0 = "xla.lgamma"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}
