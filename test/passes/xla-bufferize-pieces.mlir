// RUN: xla-opt %s --split-input-file --xla-bufferize | FileCheck %s

// Pieces of a new array are computed where they belong in it. A loop of one iteration, whose extent no input says, is left out.
// CHECK-LABEL: func.func @pieces
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<4x32xf32>, %[[ROW:[a-z0-9]*]]: memref<64xf32>, %[[OUT:[a-z0-9]*]]: memref<5x64xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%[[X]] : memref<4x32xf32>) outs(%[[OUT]] : memref<5x64xf32>)
// CHECK: arith.negf
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%[[X]] : memref<4x32xf32>) outs(%[[OUT]] : memref<5x64xf32>)
// CHECK: math.absf
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%[[ROW]] : memref<64xf32>) outs(%[[OUT]] : memref<5x64xf32>)
// CHECK: math.sqrt
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @pieces(%x: tensor<4x32xf32>, %row: tensor<64xf32>) -> tensor<5x64xf32> {
  %part = tensor.empty() : tensor<4x32xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x32xf32>) outs(%part : tensor<4x32xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = arith.negf %a : f32
    linalg.yield %e : f32
  } -> tensor<4x32xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x32xf32>) outs(%part : tensor<4x32xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.absf %a : f32
    linalg.yield %e : f32
  } -> tensor<4x32xf32>
  %last = tensor.empty() : tensor<1x64xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%row : tensor<64xf32>) outs(%last : tensor<1x64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.sqrt %a : f32
    linalg.yield %e : f32
  } -> tensor<1x64xf32>
  %new = tensor.empty() : tensor<5x64xf32>
  %3 = tensor.insert_slice %0 into %new[0, 0] [4, 32] [1, 1] : tensor<4x32xf32> into tensor<5x64xf32>
  %4 = tensor.insert_slice %1 into %3[0, 32] [4, 32] [1, 1] : tensor<4x32xf32> into tensor<5x64xf32>
  %5 = tensor.insert_slice %2 into %4[4, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<5x64xf32>
  return %5 : tensor<5x64xf32>
}

// -----

// What is put into an array that has elements already may read them: it is computed apart. So is a piece of short rows, in which no vector
// fits.
// CHECK-LABEL: func.func @apart
// CHECK-COUNT-5: linalg.generic
// CHECK: return
func.func @apart(%x: tensor<64xf32>, %y: tensor<8x4xf32>) -> (tensor<64xf32>, tensor<8x8xf32>) {
  %part = tensor.empty() : tensor<32xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 + 32)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%part : tensor<32xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = arith.negf %a : f32
    linalg.yield %e : f32
  } -> tensor<32xf32>
  %1 = tensor.insert_slice %0 into %x[0] [32] [1] : tensor<32xf32> into tensor<64xf32>
  %short = tensor.empty() : tensor<8x4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<8x4xf32>) outs(%short : tensor<8x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.absf %a : f32
    linalg.yield %e : f32
  } -> tensor<8x4xf32>
  %new = tensor.empty() : tensor<8x8xf32>
  %3 = tensor.insert_slice %2 into %new[0, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  %4 = tensor.insert_slice %y into %3[0, 4] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  return %1, %4 : tensor<64xf32>, tensor<8x8xf32>
}

// -----

// A piece that is read backwards is computed where it belongs, too: an array that is not read says how long it is. A literal of equal
// elements fills its part.
// CHECK-LABEL: func.func @reversed
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<32xf32>, %[[OUT:[a-z0-9]*]]: memref<80xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]], %{{.*}} : memref<32xf32>, memref<32xi8>) outs(%[[OUT]] : memref<80xf32>)
// CHECK: linalg.generic {{.*}} outs(%[[OUT]] : memref<80xf32>)
// CHECK: linalg.yield %cst
// CHECK-NOT: memref.get_global
// CHECK: return
func.func @reversed(%x: tensor<32xf32>) -> tensor<80xf32> {
  %part = tensor.empty() : tensor<32xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (-d0 + 31)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<32xf32>) outs(%part : tensor<32xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<32xf32>
  %ones = arith.constant dense<1.0> : tensor<48xf32>
  %new = tensor.empty() : tensor<80xf32>
  %1 = tensor.insert_slice %0 into %new[0] [32] [1] : tensor<32xf32> into tensor<80xf32>
  %2 = tensor.insert_slice %ones into %1[32] [48] [1] : tensor<48xf32> into tensor<80xf32>
  return %2 : tensor<80xf32>
}
