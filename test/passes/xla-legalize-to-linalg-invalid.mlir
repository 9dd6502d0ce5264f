// RUN: xla-opt %s --split-input-file --allow-unregistered-dialect --xla-legalize-to-linalg=full=true --verify-diagnostics

func.func @tuple_in(%x: tuple<tensor<f32>>) -> tensor<f32> {
  // expected-error @+1 {{unsupported: xla.get_tuple_element: a value of type tuple<tensor<f32>> that an op of another dialect defines}}
  %0 = xla.get_tuple_element %x[0] : (tuple<tensor<f32>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @tuple_out(%x: tensor<f32>) -> tuple<tensor<f32>> {
  %0 = xla.tuple %x : (tensor<f32>) -> tuple<tensor<f32>>
  // expected-error @+1 {{unsupported: func.return: a value of type tuple<tensor<f32>> that an op of the xla dialect defines}}
  return %0 : tuple<tensor<f32>>
}

// -----

func.func @token_in(%x: !xla.token) -> !xla.token {
  // expected-error @+1 {{unsupported: xla.after_all: a value of type !xla.token that an op of another dialect defines}}
  %0 = xla.after_all %x : (!xla.token) -> !xla.token
  return %0 : !xla.token
}

// -----

func.func @token_out() -> !xla.token {
  %0 = xla.after_all : () -> !xla.token
  // expected-error @+1 {{unsupported: func.return: a value of type !xla.token that an op of the xla dialect defines}}
  return %0 : !xla.token
}

// -----

func.func @computation(%x: tensor<4xf32>, %zero: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{unsupported: xla.reduce: 'arith.addf' in its computation, which only elementwise ops may make up}}
  %0 = xla.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = arith.addf %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// A full lowering leaves ops of the dialects that it lowers to.
func.func @full(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.negf %x : tensor<4xf32>
  // expected-error @+1 {{unsupported: foreign.op: it has no lowering to linalg, and the option full is set}}
  %1 = "foreign.op"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

#csr = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @sparse(%x: tensor<4x2xf32, #csr>) -> tensor<2x4xf32, #csr> {
  // expected-error @+1 {{unsupported: xla.reshape: to tensor<2x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>: encodings of other dialects are not kept in several steps}}
  %0 = xla.reshape %x : (tensor<4x2xf32, #csr>) -> tensor<2x4xf32, #csr>
  return %0 : tensor<2x4xf32, #csr>
}

// -----

#csr = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @sparse_concatenate(%x: tensor<4x2xf32, #csr>) -> tensor<8x2xf32, #csr> {
  // expected-error @+1 {{unsupported: xla.concatenate: tensor<4x2xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>: this op does not take encodings of other dialects}}
  %0 = xla.concatenate %x, %x, dim = 0 : (tensor<4x2xf32, #csr>, tensor<4x2xf32, #csr>) -> tensor<8x2xf32, #csr>
  return %0 : tensor<8x2xf32, #csr>
}

// -----

func.func @select_of_tuples(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %t = xla.tuple %x : (tensor<f32>) -> tuple<tensor<f32>>
  // expected-error @+1 {{unsupported: xla.select: values of type tuple<tensor<f32>>}}
  %0 = xla.select %p, %t, %t : (tensor<i1>, tuple<tensor<f32>>, tuple<tensor<f32>>) -> tuple<tensor<f32>>
  %1 = xla.get_tuple_element %0[0] : (tuple<tensor<f32>>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @beyond_the_grid(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'xla.collective_reduce' op names number 8 of 1 replicas [grid]: the program runs as 1 x 1 processes}}
  %0 = xla.collective_reduce %x {replica_groups = [[8, 0]]} : (tensor<2xf32>) -> tensor<2xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %sum = xla.add %a, %b : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @starts(%x: tensor<4x3xf32>, %ij: tensor<2xi32>) -> tensor<2x2xf32> {
  // expected-error @+1 {{unsupported: xla.dynamic_slice: its start indices are one array; xla-expand-client-ops makes scalars of it}}
  %0 = xla.dynamic_slice %x at [%ij], sizes = [2, 2] : (tensor<4x3xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @starts(%x: tensor<4x3xf32>, %u: tensor<2x2xf32>, %ij: tensor<2xi32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{unsupported: xla.dynamic_update_slice: its start indices are one array; xla-expand-client-ops makes scalars of it}}
  %0 = xla.dynamic_update_slice %x, %u at [%ij] : (tensor<4x3xf32>, tensor<2x2xf32>, tensor<2xi32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// expected-error @+1 {{'builtin.module' op is for 4294967296 x 4294967296 processes; there are at most 65536}}
module attributes {mhlo.num_replicas = 4294967296 : i64, mhlo.num_partitions = 4294967296 : i64} {
  func.func @many(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = xla.collective_reduce %x : (tensor<2xf32>) -> tensor<2xf32>
      (%a: tensor<f32>, %b: tensor<f32>) {
      %sum = xla.add %a, %b : tensor<f32>
      xla.return %sum : tensor<f32>
    }
    return %0 : tensor<2xf32>
  }
}
