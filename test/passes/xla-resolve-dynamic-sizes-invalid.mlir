// RUN: xla-opt %s --split-input-file --xla-resolve-dynamic-sizes --verify-diagnostics

// expected-error @+1 {{unsupported: func.func: sizes of tensor<?xf32> are known only at run time, and have no bounds}}
func.func @main(%x: tensor<?xf32>) {
  return
}

// -----

func.func @main(%x: tensor<2x?xf32, #xla.bounds<?, 4>>) {
  // expected-error @+1 {{unsupported: xla.reshape: elements move that stand behind some whose number is known only at run time}}
  %0 = xla.reshape %x : (tensor<2x?xf32, #xla.bounds<?, 4>>) -> tensor<?xf32, #xla.bounds<8>>
  return
}

// -----

func.func @main(%x: tensor<?xf32, #xla.bounds<4>>, %i: tensor<i32>) {
  // expected-error @+1 {{unsupported: xla.dynamic_slice: a part of a dimension is accessed whose size is known only at run time}}
  %0 = xla.dynamic_slice %x at [%i], sizes = [2] : (tensor<?xf32, #xla.bounds<4>>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @main(%x: tensor<?xf32, #xla.bounds<4>>) {
  // expected-error @+1 {{unsupported: xla.custom_call: it has operands whose sizes are known only at run time}}
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
