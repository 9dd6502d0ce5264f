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

// -----

// Bytes are seen as wider elements where they are; those that are computed are not computed in the result, whose memory has its type.
#rows = affine_map<(i, j) -> (i, j)>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<8x4xi8>, %[[Y:[a-z0-9]+]]: memref<8xi32>, %{{[a-z0-9]+}}: memref<8xi32>, %[[ARENA:[a-z0-9]+]]: memref<64xi8>)
// CHECK: %[[BYTES:.*]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [32], strides: [1] : memref<8x4xi8> to memref<32xi8>
// CHECK: %[[WIDE:.*]] = memref.view %[[BYTES]][%{{.*}}][] : memref<32xi8> to memref<8xi32>
// CHECK: linalg.generic {{.*}} ins(%[[WIDE]] : memref<8xi32>) outs(%[[Y]] : memref<8xi32>)
// CHECK: %[[FLIPPED:.*]] = memref.view %[[ARENA]]{{.*}} : memref<64xi8> to memref<8x4xi8>
// CHECK: linalg.generic {{.*}} ins(%[[X]] : memref<8x4xi8>) outs(%[[FLIPPED]] : memref<8x4xi8>)
// CHECK: memref.view %{{.*}} : memref<32xi8> to memref<8xi32>
func.func @main(%x: tensor<8x4xi8>) -> (tensor<8xi32>, tensor<8xi32>) {
  %wide = xla.bitcast_convert %x : (tensor<8x4xi8>) -> tensor<8xi32>
  %e = tensor.empty() : tensor<8xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%wide : tensor<8xi32>) outs(%e : tensor<8xi32>) {
  ^bb0(%in: i32, %out: i32):
    %double = arith.addi %in, %in : i32
    linalg.yield %double : i32
  } -> tensor<8xi32>
  %f = tensor.empty() : tensor<8x4xi8>
  %flipped = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x4xi8>) outs(%f : tensor<8x4xi8>) {
  ^bb0(%in: i8, %out: i8):
    %ones = arith.constant -1 : i8
    %not = arith.xori %in, %ones : i8
    linalg.yield %not : i8
  } -> tensor<8x4xi8>
  %1 = xla.bitcast_convert %flipped : (tensor<8x4xi8>) -> tensor<8xi32>
  return %0, %1 : tensor<8xi32>, tensor<8xi32>
}
