// RUN: xla-opt %s --split-input-file --verify-diagnostics --xla-lower-kernels
// RUN: expect-exit 77 xla-opt --xla-bufferize %S/Inputs/open_sizes.mlir 2>&1 | FileCheck %s

// Kernels are made of ops on memory of known sizes.
#same = affine_map<(i) -> (i)>
func.func @tensors(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error@+1 {{unsupported: linalg.generic: an operand of type tensor<4xf32>; kernels are on memory of known sizes, as xla-bufferize makes}}
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#same = affine_map<(i) -> (i)>
func.func @open(%x: memref<?xf32>, %y: memref<?xf32>) {
  // expected-error@+1 {{unsupported: linalg.generic: an operand of type memref<?xf32>}}
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// CHECK: unsupported: func.func: tensor<?xf32>; memory is planned for known sizes and storage types
