// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// What is refused of CHLO, and why.

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.lgamma' op operand 0 has elements of type f32, the result of f64 [chlo-element-type]}}
  %0 = "chlo.lgamma"(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

// expected-note@+1 {{operand 1 is defined here with type tensor<4xf16>}}
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error@+1 {{'chlo.broadcast_add' op operand 1 has elements of type f16, the result of f32 [chlo-element-type]}}
  %0 = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

// Quantized types may differ in their parameters, not in what they store.
// expected-note@+1 {{operand 0 is defined here with type}}
func.func @f(%x: tensor<2x!quant.uniform<i8:f32, 2.0:15>>, %y: tensor<2x!quant.uniform<i8:f32, 3.0:15>>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 3.0:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  // expected-error@+1 {{[chlo-element-type]}}
  %1 = chlo.broadcast_add %x, %y : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 3.0:15>>) -> tensor<2x!quant.uniform<i16:f32, 2.0:15>>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xi1>}}
func.func @f(%x: tensor<4xi1>) {
  // expected-error@+1 {{'chlo.mulhi' op multiplies elements of type i1, not integers [chlo-element-type]}}
  %0 = "chlo.mulhi"(%x, %x) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

// expected-note@+1 {{operand 1 is defined here with type tensor<5xf32>}}
func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error@+1 {{'chlo.zeta' op operand 1 has shape [5], the result [4] [chlo-same-shape]}}
  %0 = "chlo.zeta"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<2xi64>) {
  // expected-error@+1 {{'chlo.constant_like' op has a value of type f32 for elements of type i32 [constant-like-value]}}
  %0 = "chlo.constant_like"(%x) {value = 3.2 : f32} : (tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) {
  // expected-error@+1 {{'chlo.ragged_dot' op has 2 ragged dimensions; there is one [ragged-dot-ragged-count]}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0, 1], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @f(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) {
  // expected-error@+1 {{'chlo.ragged_dot' op has 0 group dimensions; there must be 1, for the ragged dimension is the left operand's own [ragged-dot-group-count]}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @f(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) {
  // expected-error@+1 {{'chlo.ragged_dot' op has 1 group dimensions; there must be 0, for the ragged dimension is both operands' [ragged-dot-group-count]}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @f(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) {
  // expected-error@+1 {{'chlo.ragged_dot' op the ragged dimension = [2] names dimension 2 of an array of rank 2 [ragged-dot-dims-range]}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @f(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) {
  // expected-error@+1 {{'chlo.ragged_dot' op rhs's batching, contracting and group dimensions = [1, 1] names dimension 1 twice [ragged-dot-dims-unique]}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @f(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) {
  // expected-error@+1 {{'chlo.ragged_dot' op pairs 1 contracting dimensions of the left operand with 0 of the right [ragged-dot-dims-pairs]}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<11x5xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<3x2x7xf32>}}
func.func @f(%lhs: tensor<11x5xf32>, %rhs: tensor<3x2x7xf32>, %sizes: tensor<3xi64>) {
  // expected-error@+1 {{'chlo.ragged_dot' op pairs contracting dimension 1 of size 5 with dimension 1 of size 2 [ragged-dot-sizes]}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x2x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

// expected-note@+1 {{operand 2 is defined here with type tensor<i64>}}
func.func @f(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<i64>) {
  // expected-error@+1 {{'chlo.ragged_dot' op has a scalar for its group sizes [ragged-dot-group-sizes]}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<i64>) -> tensor<11x7xf32>
  return
}

// -----

// expected-note@+1 {{operand 2 is defined here with type tensor<3x2xi64>}}
func.func @f(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3x2xi64>) {
  // expected-error@+1 {{'chlo.ragged_dot' op has group sizes of shape [3, 2]; it is [2] or [2] [ragged-dot-group-sizes]}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3x2xi64>) -> tensor<11x7xf32>
  return
}

// -----

// expected-note@+1 {{operand 2 is defined here with type tensor<3xf32>}}
func.func @f(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xf32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op has group sizes of type f32, not integers [ragged-dot-group-sizes]}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xf32>) -> tensor<11x7xf32>
  return
}

// -----

// expected-note@+1 {{operand 2 is defined here with type tensor<19x11x3xi64>}}
func.func @f(%lhs: tensor<19x17x11x5xf32>, %rhs: tensor<3x19x5x7xf32>, %sizes: tensor<19x11x3xi64>) {
  // expected-error@+1 {{'chlo.ragged_dot' op has group sizes of shape [19, 11, 3]; it is [3] or [19, 17, 3] [ragged-dot-group-sizes]}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>} : (tensor<19x17x11x5xf32>, tensor<3x19x5x7xf32>, tensor<19x11x3xi64>) -> tensor<19x17x11x7xf32>
  return
}

// -----

// expected-note@+2 {{operand 1 is defined here with type tensor<3x5x7xf32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<2xi64>}}
func.func @f(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<2xi64>) {
  // expected-error@+1 {{'chlo.ragged_dot' op has 2 group sizes for group dimension 0 of size 3 [ragged-dot-group-dimension]}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<2xi64>) -> tensor<11x7xf32>
  return
}

// -----

// expected-note@+3 {{operand 0 is defined here with type tensor<11x5xf32>}}
// expected-note@+2 {{operand 1 is defined here with type tensor<3x5x7xf32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<3xi64>}}
func.func @f(%lhs: tensor<11x5xf32>, %rhs: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) {
  // expected-error@+1 {{'chlo.ragged_dot' op has a result of shape [11, 8], but its operands give [11, 7] [ragged-dot-result-shape]}}
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<f32>}}
func.func @f(%x: tensor<f32>) {
  // expected-error@+1 {{'chlo.top_k' op takes a scalar; there must be a dimension to choose along [top-k-rank]}}
  %0:2 = chlo.top_k(%x, k = 8) : tensor<f32> -> (tensor<8xf32>, tensor<8xi32>)
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.top_k' op chooses 8 of 4 elements [top-k-size]}}
  %0:2 = chlo.top_k(%x, k = 8) : tensor<4xf32> -> (tensor<8xf32>, tensor<8xi32>)
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.top_k' op gives indices of type tensor<2xi64>; they have shape [2] and elements i32 [top-k-result]}}
  %0:2 = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi64>)
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.top_k' op gives values of type tensor<*xf32>, whose shape is not known [top-k-result]}}
  %0:2 = "chlo.top_k"(%x) <{k = 2 : i64}> : (tensor<4xf32>) -> (tensor<*xf32>, tensor<2xi32>)
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2x3xf32>}}
func.func @f(%x0: tensor<2x3xf32>, %c0: tensor<3xf32>) {
  // expected-error@+1 {{'chlo.scan' op runs along dimension 2 of operand 0, which has rank 2 [scan-dimension]}}
  %0:2 = chlo.scan(%x0) inits(%c0) dimension = 2 {
  ^bb0(%a0: tensor<3xf32>, %a1: tensor<3xf32>):
    stablehlo.return %a0, %a1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2x3xf32>}}
func.func @f(%x0: tensor<2x3xf32>, %c0: tensor<3xf32>) {
  // expected-error@+1 {{'chlo.scan' op runs over 3 indices, but operand 0 has 2 [scan-size]}}
  %0:2 = chlo.scan(%x0) inits(%c0) dimension = 0 attributes {scan_dim_size = 3 : i64} {
  ^bb0(%a0: tensor<3xf32>, %a1: tensor<3xf32>):
    stablehlo.return %a0, %a1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @f(%c0: tensor<3xf32>) {
  // expected-error@+1 {{'chlo.scan' op has no operand to scan, and no scan_dim_size [scan-size]}}
  %0:1 = chlo.scan() inits(%c0) dimension = 0 {
  ^bb0(%a0: tensor<3xf32>):
    stablehlo.return %a0 : tensor<3xf32>
  } : (tensor<3xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>) {
  // expected-error@+1 {{'chlo.scan' op has 1 operands, but a body of 2 arguments [scan-body-arguments]}}
  %0:1 = chlo.scan(%x0) inits() dimension = 0 {
  ^bb0(%a0: tensor<3xf32>, %a1: tensor<3xf32>):
    stablehlo.return %a0 : tensor<3xf32>
  } : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>, %c0: tensor<3xf32>) {
  // expected-error@+1 {{'chlo.scan' op has 2 results, 1 of them outputs, but a body that returns 1 values [scan-body-results]}}
  %0:2 = chlo.scan(%x0) inits(%c0) dimension = 0 {
  ^bb0(%a0: tensor<3xf32>, %a1: tensor<3xf32>):
    stablehlo.return %a0 : tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>, %c0: tensor<3xi32>) {
  // expected-error@+1 {{'chlo.scan' op has operand 1 of type tensor<3xi32>, but a body with tensor<3xf32> for it [scan-body-types]}}
  %0:2 = chlo.scan(%x0) inits(%c0) dimension = 0 {
  ^bb0(%a0: tensor<3xf32>, %a1: tensor<3xf32>):
    stablehlo.return %a0, %a1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xi32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @f(%x0: tensor<2x3xf32>, %c0: tensor<3xf32>) {
  // expected-error@+1 {{'chlo.scan' op has result 1 of type tensor<4xf32>, but a body with tensor<3xf32> for it [scan-body-types]}}
  %0:2 = chlo.scan(%x0) inits(%c0) dimension = 0 {
  ^bb0(%a0: tensor<3xf32>, %a1: tensor<3xf32>):
    stablehlo.return %a0, %a1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%x: tensor<2xf64>, %y: tensor<2xf32>) {
  // expected-note@-1 {{operand 0 is defined here}}
  // expected-note@-2 {{operand 1 is defined here}}
  // expected-error@+1 {{'chlo.broadcast_complex' op operand 0 has elements of type f64, operand 1 of f32 [chlo-element-type]}}
  %0 = "chlo.broadcast_complex"(%x, %y) : (tensor<2xf64>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @f(%p: tensor<2xi1>, %x: tensor<2xi32>, %y: tensor<2xf32>) {
  // expected-note@-1 {{operand 1 is defined here}}
  // expected-note@-2 {{operand 2 is defined here}}
  // expected-error@+1 {{'chlo.broadcast_select' op operand 1 has elements of type i32, operand 2 of f32 [chlo-element-type]}}
  %0 = "chlo.broadcast_select"(%p, %x, %y) : (tensor<2xi1>, tensor<2xi32>, tensor<2xf32>) -> tensor<2xi32>
  return
}
