// What cannot be compiled is refused where it is.
//
// RUN: xla-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --xla-compile-functions
// RUN: expect-exit 77 xla-opt %S/Inputs/open_columns.mlir --xla-compile-functions 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: expect-exit 2 xla-opt %S/Inputs/marked_global.mlir --xla-compile-functions 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: not xla-opt %S/Inputs/marked_global.mlir --xla-compile-functions=threads=0 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not xla-opt %S/Inputs/marked_global.mlir --xla-compile-functions=calling-convention=stdcall 2>&1 | FileCheck %s --check-prefix=CONVENTION

// OPEN: open_columns.mlir:1:1: error: unsupported: func.func: argument 0 has type tensor<4x?xf32>, and only the leading size may be open
// GLOBAL: marked_global.mlir:1:1: error: 'memref.global' op has the attribute xla.compile, which is for func.func
// THREADS: option threads of xla-compile-functions: `0` is no number of threads: it is between 1 and 1024
// CONVENTION: option calling-convention of xla-compile-functions: `stdcall` is no calling convention: it is memref or bare-pointer

// expected-error @+1 {{'func.func' op has the attribute xla.compile, but no body}}
func.func private @external(tensor<4xf32>) -> tensor<4xf32> attributes {xla.compile}

// -----

// expected-error @+1 {{@foreign is not compiled}}
func.func @foreign(%x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.compile} {
  // expected-error @+1 {{unsupported: foreign.op: }}
  %0 = "foreign.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{unsupported: func.func: argument 0 has type !xla.token, and is no ranked tensor}}
func.func @token(%x: !xla.token) -> !xla.token attributes {xla.compile} {
  return %x : !xla.token
}

// -----

// expected-error @+1 {{unsupported: func.func: argument 0 has type memref<4xf32>, and is no ranked tensor}}
func.func @memory(%x: memref<4xf32>) attributes {xla.compile} {
  return
}

// -----

// expected-error @+1 {{unsupported: func.func: argument 0 has type tensor<4xi4>, and elements of less than a byte}}
func.func @narrow(%x: tensor<4xi4>) -> tensor<4xi4> attributes {xla.compile} {
  return %x : tensor<4xi4>
}

// -----

// expected-error @+1 {{unsupported: func.func: argument 0 has type tensor<4xindex>, and its elements are none of XLA's}}
func.func @indices(%x: tensor<4xindex>) -> tensor<4xindex> attributes {xla.compile} {
  return %x : tensor<4xindex>
}

// -----

// expected-error @+1 {{@recursive is not compiled}}
func.func @recursive(%x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.compile} {
  // expected-error @+1 {{unsupported: func.call: the call could not be inlined: a computation may not call itself}}
  %0 = call @recursive(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{unsupported: func.func: if the leading size of an argument is open, so is that of each result}}
func.func @closed_result(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<4xf32>) attributes {xla.compile} {
  return %x, %y : tensor<?x4xf32>, tensor<4xf32>
}

// -----

// Rows are combined.
func.func @column_sums(%x: tensor<?x4xf32>) -> tensor<?x4xf32> attributes {xla.compile} {
  %zero = xla.constant dense<0.0> : tensor<f32>
  // expected-error @+1 {{unsupported: xla.reduce: rows are combined}}
  %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = xla.sub %x, %0, broadcast_dimensions = [1] : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// The result depends on the number of rows.
func.func @divided_by_rows(%x: tensor<?x4xf32>) -> tensor<?x4xf32> attributes {xla.compile} {
  // expected-error @+1 {{unsupported: stablehlo.get_dimension_size: it is not known to compute each row by itself}}
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %n = stablehlo.convert %rows : (tensor<i32>) -> tensor<f32>
  %0 = xla.div %x, %n : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// Rows are put in another order.
func.func @reversed(%x: tensor<?x4xf32>) -> tensor<?x4xf32> attributes {xla.compile} {
  // expected-error @+1 {{unsupported: stablehlo.reverse: it is not known to compute each row by itself}}
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// Each row is multiplied by all rows.
func.func @gram(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> attributes {xla.compile} {
  // expected-error @+1 {{unsupported: stablehlo.dot_general: tensor<?x?xf32>, of which another size than the leading one is open}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// Ops of other dialects around those of ours.
// expected-error @+1 {{@blocks is not compiled}}
func.func @blocks(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.compile} {
  // expected-error @+1 {{unsupported: tensor.extract: }}
  %0 = tensor.extract %c[] : tensor<i1>
  cf.cond_br %0, ^next(%x : tensor<4xf32>), ^other
^other:
  %1 = xla.add %x, %x : tensor<4xf32>
  cf.br ^next(%1 : tensor<4xf32>)
^next(%y: tensor<4xf32>):
  return %y : tensor<4xf32>
}

// -----

// expected-error @+1 {{@"a name" cannot be an entry: rename the function}}
func.func @"a name"(%x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.compile} {
  %0 = xla.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// The module is a program of two replicas, of which each has another number.
module attributes {mhlo.num_replicas = 2 : i32} {
  func.func @replica() -> tensor<ui32> attributes {xla.compile} {
    // expected-error @+1 {{unsupported: stablehlo.replica_id: @replica is about other processes or the host here}}
    %0 = stablehlo.replica_id : tensor<ui32>
    return %0 : tensor<ui32>
  }
}

// -----

func.func private @free(f32)

// What compiled code calls is a function of C's.
// expected-error @-3 {{unsupported: func.func: compiled code calls another function of the name @free}}
func.func @large(%x: tensor<128x128xf32>, %y: tensor<128x128xf32>) -> tensor<128x128xf32> attributes {xla.compile} {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %1 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  return %1 : tensor<128x128xf32>
}
