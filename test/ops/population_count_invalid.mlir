// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// population_count: what is refused, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4xi1>}}
func.func @f(%x: tensor<4xi1>) {
  // expected-error@+1 {{'xla.population_count' op does not take elements of type i1, only of i2, i4, i8, i16, i32, i64, ui2, ui4, ui8, ui16, ui32, ui64 [element-type]}}
  %0 = "xla.population_count"(%x) : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.population_count' op does not take elements of type f32, only of i2, i4, i8, i16, i32, i64, ui2, ui4, ui8, ui16, ui32, ui64 [element-type]}}
  %0 = "xla.population_count"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xi32>}}
func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'xla.population_count' op has a result of type tensor<5xi32>; it must be tensor<4xi32> [result-type]}}
  %0 = "xla.population_count"(%x) : (tensor<4xi32>) -> tensor<5xi32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xi32>}}
func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'xla.population_count' op has a result of type tensor<4xf64>; it must be tensor<4xi32> [result-type]}}
  %0 = "xla.population_count"(%x) : (tensor<4xi32>) -> tensor<4xf64>
  return
}
