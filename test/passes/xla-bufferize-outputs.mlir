// RUN: env XLA_MLIR_CHECK=1 xla-opt --xla-bufferize %s | FileCheck %s

// %0 is computed in the second output, where the second result of %1 takes it over. The first result may not: it is copied to the
// third output after the second one is written.
#same = affine_map<(i) -> (i)>
// CHECK: func.func @main(%{{[^ ]*}}: !llvm.ptr, %[[A:[^ ]*]]: memref<4xf32>, %[[FIRST:[^ ]*]]: memref<4xf32>, %[[SECOND:[^ ]*]]: memref<4xf32>
func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%[[FIRST]] :
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %in : f32
    linalg.yield %sum : f32
  } -> tensor<4xf32>
  // CHECK: %[[OWN:.*]] = memref.view %arg4[%c0][] : memref<64xi8> to memref<4xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[FIRST]] : {{.*}}) outs(%[[OWN]], %[[FIRST]] :
  %1:2 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%0 : tensor<4xf32>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32, %other: f32):
    %product = arith.mulf %in, %in : f32
    %negated = arith.negf %in : f32
    linalg.yield %product, %negated : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %kept = xla.optimization_barrier %1#0 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: memref.copy %[[OWN]], %[[SECOND]]
  return %1#1, %kept : tensor<4xf32>, tensor<4xf32>
}

// The state of the loop is not in memory that an alias of its initial value is read from later.
// CHECK: func.func @barrier(%{{[^ ]*}}: !llvm.ptr, %[[A:[^ ]*]]: memref<4xf32>, %{{[^ ]*}}: memref<index>, %[[FIRST:[^ ]*]]: memref<4xf32>, %[[SECOND:[^ ]*]]: memref<4xf32>
func.func @barrier(%a: tensor<4xf32>, %n: tensor<index>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%[[INIT:[^ ]*]] :
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %in : f32
    linalg.yield %sum : f32
  } -> tensor<4xf32>
  %kept = xla.optimization_barrier %0 : (tensor<4xf32>) -> tensor<4xf32>
  %low = arith.constant 0 : index
  %one = arith.constant 1 : index
  %high = tensor.extract %n[] : tensor<index>
  // CHECK: memref.copy %[[INIT]], %[[FIRST]]
  // CHECK: memref.copy %[[A]], %[[FIRST]]
  %1 = scf.for %i = %low to %high step %one iter_args(%x = %0) -> (tensor<4xf32>) {
    scf.yield %a : tensor<4xf32>
  }
  // CHECK: memref.copy %[[INIT]], %[[SECOND]]
  return %1, %kept : tensor<4xf32>, tensor<4xf32>
}
