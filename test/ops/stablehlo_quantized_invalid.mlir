// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// Quantized types in StableHLO's ops: what is refused, and why.

func.func @f(%x: tensor<2x!quant.uniform<si8:f32, 0.5>>) {
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op has elements of type !quant.uniform<i8:f32, 5.000000e-01>; StableHLO quantizes a tensor or along one dimension [quantized-type]}}
  %0 = stablehlo.uniform_dequantize %x : (tensor<2x!quant.uniform<si8:f32, 0.5>>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x!quant.uniform<i8<0:9>:f32, 0.5:10>>) {
  // expected-error@+1 {{'stablehlo.abs' op has the zero point 10, which is not stored between 0 and 9 [quantized-zero-point]}}
  %0 = stablehlo.abs %x : tensor<2x!quant.uniform<i8<0:9>:f32, 0.5:10>>
  return
}

// -----

func.func @f(%x: tensor<2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:3}>>) {
  // expected-error@+1 {{'stablehlo.add' op is quantized along dimension 1 of an array of rank 1 [quantized-axis]}}
  %0 = stablehlo.add %x, %x : tensor<2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:3}>>
  return
}

// -----

func.func @f(%x: tensor<2x3x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:3}>>) {
  // expected-error@+1 {{'stablehlo.add' op has 2 scales along dimension 1 of size 3 [quantized-axis-size]}}
  %0 = stablehlo.add %x, %x : tensor<2x3x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:3}>>
  return
}

// -----

func.func @f(%x: tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
  // expected-error@+1 {{'stablehlo.convert' op does not take quantized elements [quantized-op]}}
  %0 = stablehlo.convert %x : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:3}>>) {
  // expected-error@+1 {{'stablehlo.abs' op takes elements with one scale for the whole tensor, not with scales along a dimension [quantized-per-tensor]}}
  %0 = stablehlo.abs %x : tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:3}>>
  return
}

// -----

func.func @f(%x: tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>, %y: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.multiply' op has quantized elements and elements of type f32 [quantized-mixed]}}
  %0 = stablehlo.multiply %x, %y : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return
}

// -----

func.func @f(%x: tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
  // expected-error@+1 {{'stablehlo.slice' op has elements of types tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>> and tensor<1x!quant.uniform<i8:f32, 2.500000e-01>>, which must be quantized alike [quantized-elements]}}
  %0 = stablehlo.slice %x [0:1] : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<1x!quant.uniform<i8:f32, 2.500000e-01>>
  return
}

// -----

func.func @f(%x: tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:3}>>) {
  // expected-error@+1 {{'stablehlo.add' op must have a result that is quantized along the dimension that its operands are quantized along [quantized-result-axis]}}
  %0 = stablehlo.add %x, %x : (tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:3}>>, tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:3}>>) -> tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return
}

// -----

func.func @f(%x: tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:3}>>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op is quantized along dimension 1, which becomes 2, not 1 [quantized-result-axis]}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:3}>>) -> tensor<2x2x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:3}>>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'stablehlo.constant' op has a value of type tensor<2xi16>; its elements are stored as tensor<2xi8> [quantized-constant]}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi16>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return
}

// -----

func.func @f(%x: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op has a right operand with a zero point other than 0 [quantized-rhs-zero-point]}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return
}

// -----

func.func @f(%x: tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, %w: tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op sums over dimension 0 of the right operand, which has scales of its own along it [quantized-rhs-axis]}}
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return
}

// -----

func.func @f(%x: tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op gives elements of type f64, but its operand expresses f32 [quantized-elements]}}
  %0 = stablehlo.uniform_dequantize %x : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2xf64>
  return
}

// -----

func.func @f(%x: tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op has a result of shape [2, 3]; it must be [2, 2] [bitcast-shape]}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x3xi4>
  return
}

// -----

func.func @result_axis(%x: tensor<1x1x5x!quant.uniform<i8:f32, 4.0:10>>, %k: tensor<2x1x3x!quant.uniform<i8:f32:0, {5.0:20, 6.0:0}>>) {
  // expected-error@+1 {{'stablehlo.convolution' op has scales along dimension 0 of the result, which is not that of its features [quantized-result-axis]}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x5x!quant.uniform<i8:f32, 4.0:10>>, tensor<2x1x3x!quant.uniform<i8:f32:0, {5.0:20, 6.0:0}>>) -> tensor<1x2x3x!quant.uniform<i8:f32:0, {3.0:6}>>
  return
}

// -----

func.func @f(%x: tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op quantizes elements of type f64, but its result expresses f32 [quantized-elements]}}
  %0 = stablehlo.uniform_quantize %x : (tensor<2xf64>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return
}

// -----

func.func @f(%x: tensor<2x!quant.uniform<i8:f64, 5.000000e-01:3>>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op quantizes elements of type f64, but its result expresses f32 [quantized-elements]}}
  %0 = stablehlo.uniform_quantize %x : (tensor<2x!quant.uniform<i8:f64, 5.000000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return
}

// -----

!a = tensor<2x!quant.uniform<i8:f32, 0.5:3>>
!b = tensor<2x!quant.uniform<i8:f32, 0.25:3>>
func.func @second_initial_value(%x: !a, %y: !a, %i: tensor<!quant.uniform<i8:f32, 0.5:3>>, %j: tensor<!quant.uniform<i8:f32, 0.25:3>>) {
  // expected-error@+1 {{must be quantized alike [quantized-elements]}}
  %0:2 = "stablehlo.reduce"(%x, %y, %i, %j) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a0: tensor<!quant.uniform<i8:f32, 0.5:3>>, %a1: tensor<!quant.uniform<i8:f32, 0.5:3>>, %b0: tensor<!quant.uniform<i8:f32, 0.5:3>>, %b1: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    stablehlo.return %a0, %a1 : tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) : (!a, !a, tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.25:3>>) -> (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>)
  return
}

// -----

func.func @stored_alike(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, %y: tensor<3x2x!quant.uniform<i4:f32, 0.5>>) {
  // expected-error@+1 {{must be quantized alike [quantized-elements]}}
  %0 = "stablehlo.dot_general"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x2x!quant.uniform<i4:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i32:f32, 0.5>>
  return
}

// -----

// Quantized or not, an array is reshaped, transposed and cut as any other.
// expected-note@+1 {{operand 0 is defined here}}
func.func @as_any_other(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>) {
  // expected-error@+1 {{'stablehlo.transpose' op has a result of type tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>; it must be tensor<3x2xf32> [result-type]}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  return
}

// -----

func.func @second_update(%x: tensor<3x!quant.uniform<i8:f32, 0.5:3>>, %i: tensor<1xi32>, %u: tensor<!quant.uniform<i8:f32, 0.5:3>>, %v: tensor<!quant.uniform<i8:f32, 0.25:3>>) {
  // expected-error@+1 {{'stablehlo.scatter' op has elements of types}}
  %0:2 = "stablehlo.scatter"(%x, %x, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a0: tensor<!quant.uniform<i8:f32, 0.5:3>>, %a1: tensor<!quant.uniform<i8:f32, 0.5:3>>, %b0: tensor<!quant.uniform<i8:f32, 0.5:3>>, %b1: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    stablehlo.return %b0, %b1 : tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x!quant.uniform<i8:f32, 0.5:3>>, tensor<1xi32>, tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.25:3>>) -> (tensor<3x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x!quant.uniform<i8:f32, 0.5:3>>)
  return
}
