// RUN: xla-opt %s --split-input-file --xla-resolve-dynamic-sizes --verify-diagnostics

// expected-error @+1 {{unsupported: func.func: sizes of tensor<?xf32> are known only at run time, and have no bounds}}
func.func @main(%x: tensor<?xf32>) {
  return
}

// -----

// The type does not say which dimension of the result is dynamic.
func.func @main(%x: tensor<2x?xf32, #xla.bounds<?, 4>>) {
  // expected-error @+1 {{unsupported: xla.reshape: elements move that stand behind some whose number is known only at run time}}
  %0 = xla.reshape %x : (tensor<2x?xf32, #xla.bounds<?, 4>>) -> tensor<8xf32>
  return
}

// -----

func.func @main(%x: tensor<8x2xf32>, %i: tensor<4x?xi32, #xla.bounds<?, 2>>) {
  // expected-error @+1 {{unsupported: xla.gather: its indices have as many components as is known only at run time}}
  %0 = xla.gather %x at %i, offset_dims = [], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1] : (tensor<8x2xf32>, tensor<4x?xi32, #xla.bounds<?, 2>>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%x: tensor<1x1x8xf32>, %k: tensor<1x1x?xf32, #xla.bounds<?, ?, 3>>) {
  // expected-error @+1 {{unsupported: xla.conv: its window has a size that is known only at run time}}
  %0 = xla.conv %x, %k, padding = valid : (tensor<1x1x8xf32>, tensor<1x1x?xf32, #xla.bounds<?, ?, 3>>) -> tensor<1x1x6xf32>
  return
}

// -----

func.func @main(%x: tensor<1x?xf32, #xla.bounds<?, 4>>, %k: tensor<2x2xf32>) {
  // expected-error @+1 {{unsupported: xla.conv: it splits a dimension into groups whose size is known only at run time}}
  %0 = xla.conv %x, %k, padding = valid {feature_group_count = 2 : i64} : (tensor<1x?xf32, #xla.bounds<?, 4>>, tensor<2x2xf32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @main(%x: tensor<?xcomplex<f32>, #xla.bounds<4>>) {
  // expected-error @+1 {{unsupported: xla.fft: a length that is known only at run time, which the op states}}
  %0 = xla.fft %x, type = FFT, length = [4] : (tensor<?xcomplex<f32>, #xla.bounds<4>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%x: tensor<?xf32, #xla.bounds<4>>) {
  // expected-error @+1 {{unsupported: xla.custom_call: it is given arrays whole, and would not know how much of them counts}}
  xla.custom_call "f"(%x) : (tensor<?xf32, #xla.bounds<4>>) -> ()
  return
}

// -----

func.func @main(%x: tensor<?xf32, #xla.bounds<1>>) {
  // expected-error @+1 {{unsupported: xla.broadcast_in_dim: a dimension whose size is known only at run time expands}}
  %0 = xla.broadcast_in_dim %x, dims = [0] : (tensor<?xf32, #xla.bounds<1>>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%v: tensor<4xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{unsupported: xla.while: the body makes dimension 0 of state 0 dynamic, which is static before}}
  %0 = xla.while(%x = %v) : tensor<4xf32>
  cond {
    %1 = xla.constant dense<false> : tensor<i1>
    xla.return %1 : tensor<i1>
  } do {
    %1 = xla.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
    xla.return %1 : tensor<4xf32>
  }
  return
}
