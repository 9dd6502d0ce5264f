// RUN: xla-opt %s --split-input-file --pass-pipeline='builtin.module(xla-bufferize,xla-lower-kernels,canonicalize)' | FileCheck %s
//
// What is read at indices that a body computes: neighbours in one vector where each index is one more than the one before, and gathered
// elsewhere.

// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: arith.addi %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK-NOT: vector.gather
// CHECK: vector.load %{{.*}}[%{{.*}}] : memref<1024xf32>, vector<16xf32>
// CHECK-NOT: vector.gather
// CHECK: return
func.func @main(%table: tensor<1024xf32>, %first: tensor<i32>) -> tensor<64xf32> {
  %empty = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%first : tensor<i32>) outs(%empty : tensor<64xf32>) {
  ^bb0(%n: i32, %out: f32):
    %at0 = linalg.index 0 : index
    %i = arith.index_cast %at0 : index to i32
    %sum = arith.addi %n, %i : i32
    %at = arith.index_cast %sum : i32 to index
    %e = tensor.extract %table[%at] : tensor<1024xf32>
    linalg.yield %e : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: arith.subi %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK-NOT: vector.gather
// CHECK: vector.load %{{.*}}[%{{.*}}] : memref<1024xf32>, vector<16xf32>
// CHECK-NOT: vector.gather
// CHECK: return
func.func @main(%table: tensor<1024xf32>, %first: tensor<i32>) -> tensor<64xf32> {
  %empty = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%first : tensor<i32>) outs(%empty : tensor<64xf32>) {
  ^bb0(%n: i32, %out: f32):
    %at0 = linalg.index 0 : index
    %i = arith.index_cast %at0 : index to i32
    %sum = arith.subi %i, %n : i32
    %at = arith.index_cast %sum : i32 to index
    %e = tensor.extract %table[%at] : tensor<1024xf32>
    linalg.yield %e : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// Backwards.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: arith.subi %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK: %[[FIRST:.*]] = arith.addi %{{.*}}, %c-15 : index
// CHECK: %[[LOADED:.*]] = vector.load %{{.*}}[%[[FIRST]]] : memref<1024xf32>, vector<16xf32>
// CHECK: vector.shuffle %[[LOADED]], %[[LOADED]] [15, 14, 13,
// CHECK-NOT: vector.gather
// CHECK: return
func.func @main(%table: tensor<1024xf32>, %last: tensor<i32>) -> tensor<64xf32> {
  %empty = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%last : tensor<i32>) outs(%empty : tensor<64xf32>) {
  ^bb0(%n: i32, %out: f32):
    %at0 = linalg.index 0 : index
    %i = arith.index_cast %at0 : index to i32
    %sum = arith.subi %n, %i : i32
    %at = arith.index_cast %sum : i32 to index
    %e = tensor.extract %table[%at] : tensor<1024xf32>
    linalg.yield %e : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// Some elements apart.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: arith.muli %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK-NOT: vector.load
// CHECK: vector.gather %{{.*}} : memref<1024xf32>, vector<16xindex>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// CHECK-NOT: vector.load
// CHECK: return
func.func @main(%table: tensor<1024xf32>, %step: tensor<i32>) -> tensor<64xf32> {
  %empty = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%step : tensor<i32>) outs(%empty : tensor<64xf32>) {
  ^bb0(%n: i32, %out: f32):
    %at0 = linalg.index 0 : index
    %i = arith.index_cast %at0 : index to i32
    %sum = arith.muli %n, %i : i32
    %at = arith.index_cast %sum : i32 to index
    %e = tensor.extract %table[%at] : tensor<1024xf32>
    linalg.yield %e : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// A column of two, of which no load reads beyond the last element that is asked for.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-NOT: vector.gather
// CHECK: %[[LAST:.*]] = arith.addi %[[FIRST:.*]], %c15 : index
// CHECK: vector.load %{{.*}}[%[[FIRST]]] : memref<128xf32>, vector<16xf32>
// CHECK: vector.load %{{.*}}[%[[LAST]]] : memref<128xf32>, vector<16xf32>
// CHECK: vector.shuffle %{{.*}} [0, 2, 4,
// CHECK-NOT: vector.gather
// CHECK: return
func.func @main(%table: tensor<64x2xf32>, %column: tensor<i32>) -> tensor<64xf32> {
  %empty = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%column : tensor<i32>) outs(%empty : tensor<64xf32>) {
  ^bb0(%n: i32, %out: f32):
    %c = arith.index_cast %n : i32 to index
    %at = linalg.index 0 : index
    %e = tensor.extract %table[%at, %c] : tensor<64x2xf32>
    %y = math.exp %e : f32
    linalg.yield %y : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// Of complex numbers both parts are gathered together: as one f64, or as two.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: vector.gather %{{.*}} : memref<500xf64>, vector<8xindex>, vector<8xi1>, vector<8xf64> into vector<8xf64>
// CHECK: vector.bitcast %{{.*}} : vector<8xf64> to vector<16xf32>
// CHECK: vector.store
// CHECK: vector.gather %{{.*}} : memref<1000xf64>, vector<8xindex>, vector<8xi1>, vector<8xf64> into vector<8xf64>
func.func @main(%x: tensor<500xcomplex<f32>>, %y: tensor<500xcomplex<f64>>, %i: tensor<64xi32>) -> (tensor<64xcomplex<f32>>, tensor<64xcomplex<f64>>) {
  %0 = tensor.empty() : tensor<64xcomplex<f32>>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%i : tensor<64xi32>) outs(%0 : tensor<64xcomplex<f32>>) {
  ^bb0(%n: i32, %out: complex<f32>):
    %at = arith.index_cast %n : i32 to index
    %e = tensor.extract %x[%at] : tensor<500xcomplex<f32>>
    linalg.yield %e : complex<f32>
  } -> tensor<64xcomplex<f32>>
  %2 = tensor.empty() : tensor<64xcomplex<f64>>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%i : tensor<64xi32>) outs(%2 : tensor<64xcomplex<f64>>) {
  ^bb0(%n: i32, %out: complex<f64>):
    %at = arith.index_cast %n : i32 to index
    %e = tensor.extract %y[%at] : tensor<500xcomplex<f64>>
    linalg.yield %e : complex<f64>
  } -> tensor<64xcomplex<f64>>
  return %1, %3 : tensor<64xcomplex<f32>>, tensor<64xcomplex<f64>>
}
