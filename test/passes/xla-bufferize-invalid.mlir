// RUN: xla-opt %s --split-input-file --verify-diagnostics --xla-bufferize

func.func @main(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %least = arith.constant 0 : i32
  // expected-error @+1 {{unsupported: scf.while: the condition hands the body a value that it computes}}
  %0 = scf.while (%y = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %i = tensor.extract %n[] : tensor<i32>
    %p = arith.cmpi sgt, %i, %least : i32
    %init = tensor.empty() : tensor<4xf32>
    %z = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%y : tensor<4xf32>) outs(%init : tensor<4xf32>) {
    ^bb0(%a: f32, %out: f32):
      %b = math.absf %a : f32
      linalg.yield %b : f32
    } -> tensor<4xf32>
    scf.condition(%p) %z : tensor<4xf32>
  } do {
  ^bb0(%y: tensor<4xf32>):
    scf.yield %y : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: memref<4xf32>) {
  // expected-error @+1 {{unsupported: linalg.generic: it writes to memory; memory is planned for tensors}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %b = math.absf %a : f32
    linalg.yield %b : f32
  }
  return
}

// -----

// expected-error @+1 {{unsupported: func.func: an output of type i32; outputs are tensors}}
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, i32) {
  %c = arith.constant 1 : i32
  return %x, %c : tensor<4xf32>, i32
}

// -----

// expected-error @+1 {{unsupported: func.func: an output of type !xla.token; outputs are tensors}}
func.func @main(%t: !xla.token) -> !xla.token {
  return %t : !xla.token
}

// -----

// A conversion says nothing about memory but that of complex numbers, which are their parts side by side: these are more.
func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4x3xf32> {
  // expected-error @+1 {{unsupported: builtin.unrealized_conversion_cast}}
  %0 = builtin.unrealized_conversion_cast %x : tensor<4xcomplex<f32>> to tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @main(%n: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{has a value of type tensor<2147483648x1099511627776xf32>, and one has at most 17592186044416 bytes}}
  %init = tensor.empty() : tensor<2147483648x1099511627776xf32>
  %z = linalg.generic {indexing_maps = [affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%n : tensor<f32>) outs(%init : tensor<2147483648x1099511627776xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<2147483648x1099511627776xf32>
  %0 = tensor.extract_slice %z[0, 0] [1, 1] [1, 1] : tensor<2147483648x1099511627776xf32> to tensor<f32>
  return %0 : tensor<f32>
}
