// RUN: xla-opt %s --split-input-file --pass-pipeline='builtin.module(xla-to-kernels)' | FileCheck %s

// The search for the least element of each row and its index: both are kept in lanes, which are compared at the end.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xi32>,
// CHECK: vector.load %arg0[%{{.*}}] : memref<38400xf32>, vector<16xf32>
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<16xi1>, vector<16xi32>
// CHECK: vector.extract_strided_slice
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xi32>
// CHECK-NOT: vector.load
// CHECK: return
func.func @main(%x: tensor<300x128xf32>) -> tensor<300xi32> {
  %indices = xla.iota dim = 1 : tensor<300x128xi32>
  %most = xla.constant dense<0x7F800000> : tensor<f32>
  %zero = xla.constant dense<0> : tensor<i32>
  %0:2 = xla.reduce(%x init: %most), (%indices init: %zero) across dimensions = [1] : (tensor<300x128xf32>, tensor<300x128xi32>, tensor<f32>, tensor<i32>) -> (tensor<300xf32>, tensor<300xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %less = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %same = xla.eq %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = xla.lt %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = xla.and %same, %before : tensor<i1>
    %first = xla.or %less, %tie : tensor<i1>
    %value = xla.select %less, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %index = xla.select %first, %i, %j : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %value, %index : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<300xi32>
}

// -----

// Numbers and indices of one type are told apart by what they are compared with.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: scf.for {{.*}} -> (vector<16xi32>, vector<16xi32>,
// CHECK: vector.load %arg0[%{{.*}}] : memref<38400xi32>, vector<16xi32>
// CHECK: return
func.func @main(%x: tensor<300x128xi32>) -> tensor<300xi32> {
  %indices = xla.iota dim = 1 : tensor<300x128xi32>
  %most = xla.constant dense<2147483647> : tensor<i32>
  %zero = xla.constant dense<0> : tensor<i32>
  %0:2 = xla.reduce(%x init: %most), (%indices init: %zero) across dimensions = [1] : (tensor<300x128xi32>, tensor<300x128xi32>, tensor<i32>, tensor<i32>) -> (tensor<300xi32>, tensor<300xi32>)
   reducer(%a: tensor<i32>, %b: tensor<i32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %less = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %same = xla.eq %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %before = xla.lt %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = xla.and %same, %before : tensor<i1>
    %first = xla.or %less, %tie : tensor<i1>
    %value = xla.select %less, %a, %b : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %index = xla.select %first, %i, %j : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %value, %index : tensor<i32>, tensor<i32>
  }
  return %0#1 : tensor<300xi32>
}

// -----

// Complex numbers that are only moved are moved as numbers of as many bits.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: builtin.unrealized_conversion_cast %arg0 : memref<4096xcomplex<f32>> to memref<4096xf64>
// CHECK: vector.load {{.*}} : memref<4096xf64>, vector<8xf64>
// CHECK: vector.shuffle
// CHECK: vector.store {{.*}} : memref<4096xf64>, vector<8xf64>
func.func @main(%x: tensor<64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>> {
  %0 = xla.transpose %x, dims = [1, 0] : (tensor<64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
  return %0 : tensor<64x64xcomplex<f32>>
}

// -----

// Complex numbers are loaded and stored as vectors of twice as many parts.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: %[[X:.*]] = vector.load %{{.*}}[%{{.*}}] : memref<1024xf32>, vector<16xf32>
// CHECK: vector.shuffle %[[X]], %[[X]] [0, 2, 4, 6, 8, 10, 12, 14]
// CHECK: vector.shuffle %[[X]], %[[X]] [1, 3, 5, 7, 9, 11, 13, 15]
// CHECK: arith.mulf {{.*}} : vector<8xf32>
// CHECK: %[[INTERLEAVE:.*]] = vector.interleave %{{.*}}, %{{.*}} : vector<8xf32> -> vector<16xf32>
// CHECK: vector.store %[[INTERLEAVE]], %{{.*}}[%{{.*}}] : memref<1024xf32>, vector<16xf32>
// CHECK-NOT: complex.
// CHECK: return
func.func @main(%x: tensor<512xcomplex<f32>>, %y: tensor<512xcomplex<f32>>) -> tensor<512xcomplex<f32>> {
  %0 = xla.mul %x, %y : tensor<512xcomplex<f32>>
  return %0 : tensor<512xcomplex<f32>>
}

// -----

// Short sums are computed for neighbouring results together, whose terms are gathered; three vectors of 8 leave no
// remainder of 24 results.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: vector.gather %arg1[%{{.*}}] [%{{.*}}], %{{.*}}, %{{.*}} : memref<288xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK: arith.addf {{.*}} : vector<8xf32>
// CHECK-NOT: memref.store
// CHECK: return
func.func @main(%x: tensor<3x3xf32>, %all: tensor<24x12xf32>) -> tensor<3x24xf32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %y = xla.slice %all [0:24, 0:12:4] : (tensor<24x12xf32>) -> tensor<24x3xf32>
  %a = xla.broadcast_in_dim %x, dims = [0, 2] : (tensor<3x3xf32>) -> tensor<3x24x3xf32>
  %b = xla.broadcast_in_dim %y, dims = [1, 2] : (tensor<24x3xf32>) -> tensor<3x24x3xf32>
  %0 = xla.sub %a, %b : tensor<3x24x3xf32>
  %1 = xla.mul %0, %0 : tensor<3x24x3xf32>
  %2 = xla.reduce(%1 init: %zero) applies xla.add across dimensions = [2] : (tensor<3x24x3xf32>, tensor<f32>) -> tensor<3x24xf32>
  return %2 : tensor<3x24xf32>
}

// -----

// Windows that move by two elements: all elements of two vectors are read, and every second one is picked. The second
// vector ends with the last of them, so that nothing behind it is read.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: %[[LAST:.*]] = arith.addi %[[AT:.*]], %c63
// CHECK: %[[A:.*]] = vector.load %arg0[%[[AT]]] : memref<8256xi8>, vector<64xi8>
// CHECK: %[[B:.*]] = vector.load %arg0[%[[LAST]]] : memref<8256xi8>, vector<64xi8>
// CHECK: vector.shuffle %[[A]], %[[B]] [0, 2, 4, {{.*}}, 60, 62, 65, 67, {{.*}}, 127] : vector<64xi8>, vector<64xi8>
// CHECK: arith.maxsi %{{.*}}, %{{.*}} : vector<64xi8>
// CHECK: vector.store
// CHECK-NOT: memref.load
// CHECK: return
func.func @main(%x: tensor<64x129xi8>) -> tensor<64x64xi8> {
  %low = xla.constant dense<-128> : tensor<i8>
  %0 = xla.reduce_window(%x init: %low) applies xla.max window = {size = [1, 3], stride = [1, 2]} : (tensor<64x129xi8>, tensor<i8>) -> tensor<64x64xi8>
  return %0 : tensor<64x64xi8>
}

// -----

// The innermost loop is too short for vectors: neighbours of another loop are computed together, and their results, which lie 3 apart,
// are stored in three vectors, of which masks select their lanes.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: vector.load %arg0[%{{.*}}] : memref<1600xf32>, vector<16xf32>
// CHECK: vector.shuffle
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK: vector.shuffle %{{.*}} [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5]
// CHECK: vector.maskedstore
// CHECK: vector.shuffle %{{.*}} [0, 0, 6, 0, 0, 7, 0, 0, 8, 0, 0, 9, 0, 0, 10, 0]
// CHECK: vector.maskedstore
// CHECK: vector.shuffle %{{.*}} [0, 0, 0, 11, 0, 0, 12, 0, 0, 13, 0, 0, 14, 0, 0, 15]
// CHECK: vector.maskedstore
// CHECK-NOT: vector.extract
// CHECK: return
func.func @main(%x: tensor<20x20x4xf32>) -> tensor<18x20x3xf32> {
  %low = xla.constant dense<0xFF800000> : tensor<f32>
  %0 = xla.reduce_window(%x init: %low) applies xla.max window = {size = [3, 1, 2]} : (tensor<20x20x4xf32>, tensor<f32>) -> tensor<18x20x3xf32>
  return %0 : tensor<18x20x3xf32>
}

// -----

// Sums of complex numbers along another loop than the innermost are summed in vectors of their parts.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: vector.load %{{.*}}[%{{.*}}] : memref<2048xf32>, vector<16xf32>
// CHECK: arith.addf %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK: vector.store %{{.*}} : memref<64xf32>, vector<16xf32>
// CHECK-NOT: complex.
// CHECK: return
func.func @main(%x: tensor<32x32xcomplex<f32>>) -> tensor<32xcomplex<f32>> {
  %zero = xla.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0] : (tensor<32x32xcomplex<f32>>, tensor<complex<f32>>) -> tensor<32xcomplex<f32>>
  return %0 : tensor<32xcomplex<f32>>
}

// -----

// A shift along rows around the ends reads the rows where they are, and so as vectors.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: vector.load %arg0[%{{.*}}] : memref<2048xf32>, vector<16xf32>
// CHECK: arith.cmpi sge, %{{.*}}, %{{.*}} : vector<16xindex>
// CHECK: vector.load %arg0[%{{.*}}] : memref<2048xf32>, vector<16xf32>
// CHECK: arith.addf {{.*}} : vector<16xf32>
// CHECK-NOT: func.func private
// CHECK: call @main_kernel_0
func.func @main(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = xla.slice %x [31:32, 0:64] : (tensor<32x64xf32>) -> tensor<1x64xf32>
  %1 = xla.slice %x [0:31, 0:64] : (tensor<32x64xf32>) -> tensor<31x64xf32>
  %2 = xla.concatenate %0, %1, dim = 0 : (tensor<1x64xf32>, tensor<31x64xf32>) -> tensor<32x64xf32>
  %3 = xla.add %2, %x : tensor<32x64xf32>
  return %3 : tensor<32x64xf32>
}

// -----

// The indices that a concatenation makes of two arrays are read where these are.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-SAME: (%{{.*}}: memref<64xi32> {{.*}}, %{{.*}}: memref<64xi32> {{.*}}, %{{.*}}: memref<64xf32>
// CHECK-NOT: func.func private
// CHECK: call @main_kernel_0
func.func @main(%x: tensor<20x30xf32>, %i: tensor<64x1xi32>, %j: tensor<64x1xi32>) -> tensor<64xf32> {
  %at = xla.concatenate %i, %j, dim = 1 : (tensor<64x1xi32>, tensor<64x1xi32>) -> tensor<64x2xi32>
  %0 = xla.gather %x at %at, offset_dims = [], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1]
    : (tensor<20x30xf32>, tensor<64x2xi32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// A scatter compares an index once, and skips what is outside.
// CHECK-LABEL: func.func @main(%arg0: !llvm.ptr, %arg1: memref<256xi32>
// CHECK: scf.for
// CHECK: %[[I:.*]] = arith.index_cast
// CHECK-NEXT: %[[INSIDE:.*]] = arith.cmpi ult, %[[I]], %{{.*}} : index
// CHECK: scf.if %[[INSIDE]] {
// CHECK-NOT: arith.select
// CHECK: memref.store %{{.*}}, %arg4[%{{.*}}] : memref<256xi32>
func.func @main(%x: tensor<256xi32>, %i: tensor<64x1xi32>, %u: tensor<64xi32>) -> tensor<256xi32> {
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<256xi32>, tensor<64x1xi32>, tensor<64xi32>) -> tensor<256xi32>
    (%old: tensor<i32>, %new: tensor<i32>) {
    %sum = xla.add %old, %new : tensor<i32>
    xla.return %sum : tensor<i32>
  }
  return %0 : tensor<256xi32>
}

// -----

// Three channels are too short for vectors: neighbouring pixels are computed together. Their channels are gathered from the
// table and separated where they lie side by side, and results are put side by side again.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-COUNT-3: vector.load {{.*}} : memref<360xf32>, vector<16xf32>
// CHECK-COUNT-6: vector.shuffle
// CHECK-COUNT-3: vector.gather {{.*}} into vector<16xf32>
// CHECK-COUNT-6: vector.shuffle
// CHECK-COUNT-3: vector.store {{.*}} : memref<360xf32>, vector<16xf32>
func.func @main(%table: tensor<50x3xf32>, %at: tensor<120xi32>, %x: tensor<120x3xf32>) -> tensor<120x3xf32> {
  %0 = xla.gather %table at %at, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 3] : (tensor<50x3xf32>, tensor<120xi32>) -> tensor<120x3xf32>
  %1 = xla.mul %0, %x : tensor<120x3xf32>
  return %1 : tensor<120x3xf32>
}
