// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// bitcast_convert: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.bitcast_convert' op reinterprets [4] of f32 as [4, 2], but the result has shape [4] [bitcast-shape]}}
  %0 = xla.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf16>}}
func.func @f(%x: tensor<4xf16>) {
  // expected-error@+1 {{'xla.bitcast_convert' op 2 elements make one, so the last dimension must have size 2, not 4 [bitcast-shape]}}
  %0 = xla.bitcast_convert %x : (tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<10x3xf16>}}
func.func @f(%x: tensor<10x3xf16>) {
  // expected-error@+1 {{'xla.bitcast_convert' op 2 elements make one, so the last dimension must have size 2, not 3 [bitcast-shape]}}
  %0 = xla.bitcast_convert %x : (tensor<10x3xf16>) -> tensor<10xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<f16>}}
func.func @f(%x: tensor<f16>) {
  // expected-error@+1 {{'xla.bitcast_convert' op 2 elements make one, but a scalar has no last dimension [bitcast-shape]}}
  %0 = xla.bitcast_convert %x : (tensor<f16>) -> tensor<f32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xi8>}}
func.func @f(%x: tensor<4xi8>) {
  // expected-error@+1 {{'xla.bitcast_convert' op an element of 8 bits is no whole number of elements of 6 bits [bitcast-shape]}}
  %0 = xla.bitcast_convert %x : (tensor<4xi8>) -> tensor<4xf6E2M3FN>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.bitcast_convert' op reinterprets [4] of f32 as [4], but the result has shape [5] [bitcast-shape]}}
  %0 = xla.bitcast_convert %x : (tensor<4xf32>) -> tensor<5xi32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xi1>}}
func.func @f(%x: tensor<4xi1>) {
  // expected-error@+1 {{'xla.bitcast_convert' op does not take elements of type i1, only of i2, i4, i8, i16, i32, i64, ui2, ui4, ui8, ui16, ui32, ui64, f4E2M1FN, f6E2M3FN, f6E3M2FN, f8E3M4, f8E4M3, f8E4M3FN, f8E4M3B11FNUZ, f8E4M3FNUZ, f8E5M2, f8E5M2FNUZ, f8E8M0FNU, f16, bf16, f32, f64, complex<f32>, complex<f64> [element-type]}}
  %0 = xla.bitcast_convert %x : (tensor<4xi1>) -> tensor<4xi8>
  return
}

// -----

func.func @f(%x: tensor<4xi8>) {
  // expected-error@+1 {{'xla.bitcast_convert' op gives elements of type i1, which have no bits of their own [bitcast-element-type]}}
  %0 = xla.bitcast_convert %x : (tensor<4xi8>) -> tensor<4xi1>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xcomplex<f32>>}}
func.func @f(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'xla.bitcast_convert' op cannot reinterpret complex<f32> as f64: complex numbers only as complex numbers [bitcast-element-type]}}
  %0 = xla.bitcast_convert %x : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}
