// RUN: xla-opt %s --split-input-file --xla-legalize-to-linalg --verify-diagnostics

func.func @iota() -> tensor<?xf32> {
  // expected-error @+1 {{unsupported: xla.iota: the sizes of its result do not follow from its operands}}
  %0 = xla.iota dim = 0 : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @reshape(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  // expected-error @+1 {{unsupported: xla.reshape: the sizes of its result do not follow from its operands}}
  %0 = xla.reshape %x : (tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @fft(%x: tensor<?x4xcomplex<f32>>) -> tensor<?x4xcomplex<f32>> {
  // expected-error @+1 {{unsupported: xla.fft: tensor<?x4xcomplex<f32>> has sizes that are known only at run time}}
  %0 = xla.fft %x, type = FFT, length = [4] : (tensor<?x4xcomplex<f32>>) -> tensor<?x4xcomplex<f32>>
  return %0 : tensor<?x4xcomplex<f32>>
}

// -----

func.func @reversed(%x: tensor<1x1x8xf32>, %k: tensor<1x1x?xf32>) -> tensor<1x1x?xf32> {
  // expected-error @+1 {{unsupported: xla.conv_with_general_padding: a reversed window of a size known only at run time}}
  %0 = xla.conv_with_general_padding %x, %k, window = {reverse = [true]} : (tensor<1x1x8xf32>, tensor<1x1x?xf32>) -> tensor<1x1x?xf32>
  return %0 : tensor<1x1x?xf32>
}

// -----

func.func @select_in_no_dimension(%x: tensor<?xf32>, %i: tensor<2xi32>) -> tensor<2xf32> {
  // expected-error @+1 {{unsupported: stablehlo.torch_index_select: dim and batch_dims are no dimensions of its operands}}
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<?xf32>, tensor<2xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @select_of_another_shape(%x: tensor<?xf32>, %i: tensor<2xi32>) -> tensor<3xf32> {
  // expected-error @+1 {{unsupported: stablehlo.torch_index_select: it gives sizes [3] where its operands make them [2]}}
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<?xf32>, tensor<2xi32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
