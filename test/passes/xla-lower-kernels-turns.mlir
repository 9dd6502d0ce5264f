// RUN: XLA_MLIR_CHECK=1 xla-opt %s --verify-diagnostics --xla-lower-kernels

// Each element is read in the iteration in front of the one that writes it: on threads, maybe after it.
func.func @main(%m: memref<9xf32>) {
  %part = memref.reinterpret_cast %m to offset: [0], sizes: [8], strides: [1] : memref<9xf32> to memref<8xf32>
  // expected-error @+1 {{linalg.generic writes an element in one iteration of loop 0, and another one uses it}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 + 1)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%m : memref<9xf32>) outs(%part : memref<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}
