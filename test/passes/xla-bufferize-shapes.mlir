// RUN: env XLA_MLIR_CHECK=1 xla-opt --xla-bufferize --split-input-file %s | FileCheck %s

// An input without contents gives a nest its sizes. It is a part of the arena, which is large enough for it.
#scalar = affine_map<(i, k) -> ()>
#window = affine_map<(i, k) -> (k)>
#row = affine_map<(i, k) -> (i)>
// CHECK-LABEL: func.func @main
// CHECK-SAME: memref<16xi8>
// CHECK-SAME: xla.arena_bytes = 16
func.func @main(%x: tensor<f32>) -> tensor<3xf32> {
  %zeros = arith.constant dense<0.0> : tensor<3xf32>
  %window = tensor.empty() : tensor<16xi8>
  // CHECK: memref.view %arg3[%c0][] : memref<16xi8> to memref<16xi8>
  %0 = linalg.generic {indexing_maps = [#scalar, #window, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %window : tensor<f32>, tensor<16xi8>) outs(%zeros : tensor<3xf32>) {
  ^bb0(%in: f32, %size: i8, %out: f32):
    %sum = arith.addf %out, %in : f32
    linalg.yield %sum : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Each reader has a memref of its own: the one in the branch is not seen behind it.
#scalar = affine_map<(i, k) -> ()>
#window = affine_map<(i, k) -> (k)>
#row = affine_map<(i, k) -> (i)>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[ARENA:[a-z0-9]+]]: memref<4xi8>
// CHECK: scf.if
// CHECK: %[[INSIDE:.*]] = memref.view %[[ARENA]]
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[INSIDE]] :
// CHECK: else
// CHECK: %[[BEHIND:.*]] = memref.view %[[ARENA]]
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[BEHIND]] :
func.func @main(%x: tensor<f32>, %p: tensor<i8>) -> (tensor<3xf32>, tensor<3xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<3xf32>
  %window = tensor.empty() : tensor<4xi8>
  %stored = tensor.extract %p[] : tensor<i8>
  %zero = arith.constant 0 : i8
  %pred = arith.cmpi ne, %stored, %zero : i8
  %0 = scf.if %pred -> (tensor<3xf32>) {
    %inside = linalg.generic {indexing_maps = [#scalar, #window, #row], iterator_types = ["parallel", "reduction"]}
        ins(%x, %window : tensor<f32>, tensor<4xi8>) outs(%zeros : tensor<3xf32>) {
    ^bb0(%in: f32, %size: i8, %out: f32):
      %sum = arith.addf %out, %in : f32
      linalg.yield %sum : f32
    } -> tensor<3xf32>
    scf.yield %inside : tensor<3xf32>
  } else {
    scf.yield %zeros : tensor<3xf32>
  }
  %1 = linalg.generic {indexing_maps = [#scalar, #window, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %window : tensor<f32>, tensor<4xi8>) outs(%zeros : tensor<3xf32>) {
  ^bb0(%in: f32, %size: i8, %out: f32):
    %product = arith.mulf %out, %in : f32
    linalg.yield %product : f32
  } -> tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}
