// RUN: env XLA_MLIR_CHECK=1 xla-opt --xla-bufferize %s | FileCheck %s

// Both results of %1 could take over the memory of %0, which is output 0. Only the second one does, which is returned there.
#same = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>
// CHECK: func.func @main(%{{[^ ]*}}: !llvm.ptr, %[[A:[^ ]*]]: memref<4x4xi32>, %[[OUT:[^ ]*]]: memref<4x4xi32>
func.func @main(%a: tensor<4x4xi32>) -> (tensor<4x4xi32>, tensor<4x4xi32>) {
  %e = tensor.empty() : tensor<4x4xi32>
  %0 = linalg.generic {indexing_maps = [#transposed, #same], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x4xi32>) outs(%e : tensor<4x4xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<4x4xi32>
  // CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%arg1 : memref<4x4xi32>) outs(%arg2 : memref<4x4xi32>)
  // CHECK: %[[VIEW:.*]] = memref.view %arg4[%c0][] : memref<64xi8> to memref<4x4xi32>
  // CHECK: linalg.generic {{.*}} ins(%[[OUT]], %[[A]] : {{.*}}) outs(%[[VIEW]], %[[OUT]] :
  %1:2 = linalg.generic {indexing_maps = [#same, #same, #same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%0, %a : tensor<4x4xi32>, tensor<4x4xi32>) outs(%e, %e : tensor<4x4xi32>, tensor<4x4xi32>) {
  ^bb0(%x: i32, %y: i32, %o0: i32, %o1: i32):
    %or = arith.ori %x, %y : i32
    %xor = arith.xori %x, %y : i32
    linalg.yield %or, %xor : i32, i32
  } -> (tensor<4x4xi32>, tensor<4x4xi32>)
  %2 = linalg.generic {indexing_maps = [#transposed, #same], iterator_types = ["parallel", "parallel"]}
      ins(%1#0 : tensor<4x4xi32>) outs(%e : tensor<4x4xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<4x4xi32>
  return %1#1, %2 : tensor<4x4xi32>, tensor<4x4xi32>
}
