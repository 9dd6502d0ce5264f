// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @combiner_of_another_dialect(%x: tensor<3xf32>, %zero: tensor<f32>) {
  // expected-error @+1 {{expected a commutative binary op of the stablehlo dialect, not arith.addf}}
  %0 = stablehlo.reduce(%x init: %zero) applies arith.addf across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
}

// -----

func.func @combiner_in_order(%x: tensor<3xf32>, %zero: tensor<f32>) {
  // expected-error @+1 {{expected a commutative binary op of the stablehlo dialect, not stablehlo.subtract}}
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.subtract across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
}

// -----

func.func @float_format(%x: tensor<3xf32>) {
  // expected-error @+1 {{expected a float format such as e8m10, not 'e8'}}
  %0 = stablehlo.reduce_precision %x, format = e8 : tensor<3xf32>
}

// -----

func.func @not_complex(%x: tensor<3xf32>) {
  // expected-error @+1 {{expected a tensor of complex elements}}
  %0 = stablehlo.complex %x, %x : tensor<3xf32>
}

// -----

func.func @operand_count(%x: tensor<3xf32>) {
  // expected-error @+1 {{expected a type with 1 operands and 1 result}}
  %0 = stablehlo.exponential %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
}

// -----

func.func @precision(%x: tensor<3xf32>) {
  // expected-error @+1 {{expected DEFAULT, HIGH or HIGHEST, not 'LOW'}}
  %0 = stablehlo.dot %x, %x, precision = [LOW] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
}

// -----

// expected-error @+1 {{unknown field 'offsets'}}
#gather = #stablehlo.gather<offsets = [1]>

// -----

// expected-error @+1 {{field 'offset_dims' is given twice}}
#gather = #stablehlo.gather<offset_dims = [1], offset_dims = [2]>

// -----

// expected-error @+1 {{expected a spatial dimension's number or one of 'bf', not 'i'}}
#conv = #stablehlo.conv<[i, 0, f]x[0, i, o]->[b, 0, f]>

// -----

// expected-error @+1 {{dimension 'f' is missing}}
#conv = #stablehlo.conv<[b, 0]x[0, i, o]->[b, 0, f]>

// -----

// expected-error @+1 {{spatial dimension 0 is missing}}
#conv = #stablehlo.conv<[b, 1, f]x[0, i, o]->[b, 0, f]>

// -----

// expected-error @+1 {{spatial dimension 0 is given twice}}
#conv = #stablehlo.conv<[b, 0, 0, f]x[0, i, o]->[b, 0, f]>

// -----

func.func @window(%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>) {
  // expected-error @+1 {{'stride' is given twice}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], stride = [1, 1]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
}

// -----

// expected-error @+1 {{has 1 bounds but the tensor has 2 dimensions}}
func.func @bounds_count(%x: tensor<?x3xf32, #stablehlo.bounds<8>>) {
}

// -----

// expected-error @+1 {{bounds dimension 1, whose size is known}}
func.func @bounds_of_known(%x: tensor<?x3xf32, #stablehlo.bounds<8, 3>>) {
}

// -----

func.func @no_tuple(%x: tensor<f32>) {
  // expected-error @+1 {{expected a tuple type}}
  %0 = stablehlo.tuple %x : tensor<f32>
}
