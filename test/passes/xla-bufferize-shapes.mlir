// RUN: env XLA_MLIR_CHECK=1 xla-opt --xla-bufferize %s | FileCheck %s

// An input without contents gives a nest its sizes. It is a part of the arena, which is large enough for it.
#scalar = affine_map<(i, k) -> ()>
#window = affine_map<(i, k) -> (k)>
#row = affine_map<(i, k) -> (i)>
// CHECK: func.func @main
// CHECK-SAME: memref<16xi8>
// CHECK-SAME: xla.arena_bytes = 16
func.func @main(%x: tensor<f32>) -> tensor<3xf32> {
  %zeros = arith.constant dense<0.0> : tensor<3xf32>
  %window = tensor.empty() : tensor<16xi8>
  // CHECK: memref.view %{{.*}} : memref<16xi8> to memref<16xi8>
  %0 = linalg.generic {indexing_maps = [#scalar, #window, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %window : tensor<f32>, tensor<16xi8>) outs(%zeros : tensor<3xf32>) {
  ^bb0(%in: f32, %size: i8, %out: f32):
    %sum = arith.addf %out, %in : f32
    linalg.yield %sum : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
