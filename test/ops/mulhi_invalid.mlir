// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// mulhi: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4xi1>}}
func.func @f(%x: tensor<4xi1>) {
  // expected-error@+1 {{'xla.mulhi' op does not take elements of type i1, only of i2, i4, i8, i16, i32, i64, ui2, ui4, ui8, ui16, ui32, ui64 [element-type]}}
  %0 = "xla.mulhi"(%x, %x) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.mulhi' op does not take elements of type f32, only of i2, i4, i8, i16, i32, i64, ui2, ui4, ui8, ui16, ui32, ui64 [element-type]}}
  %0 = "xla.mulhi"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xi32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xi64>}}
func.func @f(%x: tensor<4xi32>, %y: tensor<4xi64>) {
  // expected-error@+1 {{'xla.mulhi' op operand 0 has elements of type i32 but operand 1 of i64 [same-element-type]}}
  %0 = "xla.mulhi"(%x, %y) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xi32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5xi32>}}
func.func @f(%x: tensor<4xi32>, %y: tensor<5xi32>) {
  // expected-error@+1 {{'xla.mulhi' op cannot broadcast [4] with [5]: result dimension 0 has size 4 on the left and 5 on the right [broadcast-sizes]}}
  %0 = "xla.mulhi"(%x, %y) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4x4xi32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xi32>}}
func.func @f(%x: tensor<4x4xi32>, %y: tensor<4xi32>) {
  // expected-error@+1 {{'xla.mulhi' op cannot broadcast [4, 4] with [4]: operands differ in rank, so that broadcast_dimensions must say which dimensions match [broadcast-dims-needed]}}
  %0 = "xla.mulhi"(%x, %y) : (tensor<4x4xi32>, tensor<4xi32>) -> tensor<4x4xi32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xi32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xi32>}}
func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'xla.mulhi' op has a result of type tensor<5xi32>; it must be tensor<4xi32> [result-type]}}
  %0 = "xla.mulhi"(%x, %x) : (tensor<4xi32>, tensor<4xi32>) -> tensor<5xi32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4xi32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<4xi32>}}
func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'xla.mulhi' op has a result of type tensor<4xi64>; it must be tensor<4xi32> [result-type]}}
  %0 = "xla.mulhi"(%x, %x) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi64>
  return
}
