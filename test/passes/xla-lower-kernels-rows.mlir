// RUN: xla-opt %s --split-input-file --pass-pipeline='builtin.module(xla-to-kernels)' | FileCheck %s

// Sums begin with the literal that the array of sums was filled with, and sizes that vectors divide leave no rest.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-SAME: (%[[X:.*]]: memref<8192xf32> {{.*}}, %[[SUMS:.*]]: memref<64xf32>
// CHECK: scf.for
// CHECK: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<64xf32>
// CHECK: %[[WIDE:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[ZEROS]])
// CHECK: }
// CHECK-NEXT: %[[SUM:.*]] = vector.reduction <add>, %[[WIDE]] fastmath<reassoc>
// CHECK-NEXT: memref.store %[[SUM]], %[[SUMS]]
// CHECK-NOT: scf.for
// CHECK: return
func.func @main(%x: tensor<64x128xf32>) -> tensor<64xf32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// A literal that is not known to be the identity is added at the end; rows have a rest.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: dense<-0.000000e+00> : vector<64xf32>
// CHECK: %[[SUM:.*]] = vector.reduction <add>, %{{.*}}, %[[ONE]] fastmath<reassoc>
// CHECK-NEXT: scf.for {{.*}} iter_args(%{{.*}} = %[[SUM]])
func.func @main(%x: tensor<64x130xf32>) -> tensor<64xf32> {
  %one = xla.constant dense<1.0> : tensor<f32>
  %0 = xla.reduce(%x init: %one) applies xla.add across dimensions = [1] : (tensor<64x130xf32>, tensor<f32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// A remainder of 13 elements: 8 and 4 in vectors, to which the sums are halved, and one alone.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: scf.for {{.*}} -> (vector<64xf32>)
// CHECK: arith.addf {{.*}} : vector<8xf32>
// CHECK: vector.load {{.*}} vector<8xf32>
// CHECK: arith.addf {{.*}} : vector<4xf32>
// CHECK: vector.load {{.*}} vector<4xf32>
// CHECK: vector.reduction <add>, {{.*}} : vector<4xf32> into f32
// CHECK: memref.load
// CHECK: memref.store
func.func @main(%x: tensor<64x141xf32>) -> tensor<64xf32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [1] : (tensor<64x141xf32>, tensor<f32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// Columns: each tile is filled before rows are added to it.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NEXT: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-NEXT: vector.store %[[ZEROS]]
// CHECK-NEXT: }
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @main(%x: tensor<128x64xf32>) -> tensor<64xf32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0] : (tensor<128x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// Turns are vectors, so that no thread has a rest.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-SAME: %[[BEGIN:[a-z0-9]*]]: index, %[[END:[a-z0-9]*]]: index)
// CHECK: arith.muli %[[BEGIN]], %c16
// CHECK: arith.muli %[[END]], %c16
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
// CHECK: call @main_kernel_0({{.*}}, %c0, %c4)
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = xla.neg %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// Softmax: the exponentials of a row are added up as they are computed, in a panel on the stack, and divided on their
// way past the caches.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-SAME: (%[[X:[a-z0-9]*]]: {{[^,]*}}, %[[MOST:[a-z0-9]*]]: {{[^,]*}}, %[[Y:[a-z0-9]*]]: {{[^,]*}}, %[[SUMS:[a-z0-9]*]]:
// CHECK: %[[PANEL:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1024xf32>
// CHECK: scf.for
// CHECK: vector.load %[[X]][%{{.*}}] : memref<4194304xf32>, vector<16xf32>
// CHECK: memref.store {{.*}}, %[[MOST]]
// CHECK: scf.for {{.*}} iter_args
// CHECK: vector.load %[[X]]
// CHECK: vector.store {{.*}}, %[[PANEL]]
// CHECK: vector.reduction <add>
// CHECK: memref.store {{.*}}, %[[SUMS]]
// CHECK: %[[READ:.*]] = vector.load %[[PANEL]]
// CHECK: arith.divf %[[READ]], %{{.*}} : vector<16xf32>
// CHECK: vector.store {{.*}}, %[[Y]]{{.*}} nontemporal = true
// CHECK: return
func.func @main(%x: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
  %least = xla.constant dense<0xFF800000> : tensor<f32>
  %zero = xla.constant dense<0.0> : tensor<f32>
  %m = xla.reduce(%x init: %least) applies xla.max across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %mm = xla.broadcast_in_dim %m, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1024xf32>
  %d = xla.sub %x, %mm : tensor<4096x1024xf32>
  %e = xla.exp %d : tensor<4096x1024xf32>
  %s = xla.reduce(%e init: %zero) applies xla.add across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %ss = xla.broadcast_in_dim %s, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1024xf32>
  %y = xla.div %e, %ss : tensor<4096x1024xf32>
  return %y : tensor<4096x1024xf32>
}

// -----

// Windows: the innermost loop is unrolled, for four positions at once; the border of the array is filled where it lies.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: arith.constant dense<0xFF800000> : vector<16xf32>
// CHECK-NOT: vector.load
// CHECK-LABEL: func.func private @main_kernel_1
// CHECK-LABEL: func.func private @main_kernel_2
// CHECK: scf.for {{.*}} step %c1
// CHECK: scf.for {{.*}} step %c4
// CHECK: scf.for {{.*}} step %c16
// CHECK: %[[SUMS:.*]]:4 = scf.for
// CHECK-COUNT-12: arith.maximumf
// CHECK: scf.yield
// CHECK-COUNT-4: vector.store %[[SUMS]]#
func.func @main(%x: tensor<112x112x64xf32>) -> tensor<56x56x64xf32> {
  %least = xla.constant dense<0xFF800000> : tensor<f32>
  %0 = xla.reduce_window(%x init: %least) applies xla.max window = {size = [3, 3, 1], stride = [2, 2, 1], pad = [[0, 1], [0, 1], [0, 0]]} : (tensor<112x112x64xf32>, tensor<f32>) -> tensor<56x56x64xf32>
  return %0 : tensor<56x56x64xf32>
}

// -----

// A difference is no combiner: which of two partial results comes first would show.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-NOT: arith.subf {{.*}} : vector
// CHECK: arith.subf %{{.*}}, %{{.*}} : f32
// CHECK-NOT: arith.subf {{.*}} : vector
// CHECK: return
func.func @main(%x: tensor<3x128xf32>) -> tensor<3xf32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.reduce(%x init: %zero) across dimensions = [1] : (tensor<3x128xf32>, tensor<f32>) -> tensor<3xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %d = xla.sub %a, %b : tensor<f32>
    xla.return %d : tensor<f32>
  }
  return %0 : tensor<3xf32>
}

// -----

// Where vectors do not pay, elements are combined one by one, in registers, those of the three results of a row side by side.
// CHECK-LABEL: func.func private @main_kernel_1
// CHECK-COUNT-3: memref.load %[[SUMS:.*]][%{{.*}}] : memref<120xf32>
// CHECK: scf.for {{.*}} -> (f32, f32, f32)
// CHECK-NOT: memref.store
// CHECK-COUNT-3: arith.addf
// CHECK-NOT: memref.store
// CHECK-COUNT-3: memref.store %{{.*}}, %[[SUMS]][%{{.*}}] : memref<120xf32>
func.func @main(%x: tensor<8x30x6xf32>, %a: tensor<f32>) -> tensor<4x10x3xf32> {
  %0 = xla.reduce_window(%x init: %a) applies xla.add window = {size = [5, 3, 2], stride = [1, 3, 2]} : (tensor<8x30x6xf32>, tensor<f32>) -> tensor<4x10x3xf32>
  return %0 : tensor<4x10x3xf32>
}

// -----

// Sums of rows that are one vector stay in registers, those of four positions together; what is left of fifty positions in
// the parts of threads, and of fifty terms, is added by itself.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-SAME: (%[[X:.*]]: memref<3840000xf32> {{.*}}, %[[SUMS:.*]]: memref<76800xf32>
// CHECK: %[[FOUR:.*]]:4 = scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
// CHECK-COUNT-16: arith.addf {{.*}} : vector<16xf32>
// CHECK-NOT: vector.store
// CHECK: }
// CHECK-COUNT-8: arith.addf {{.*}} : vector<16xf32>
// CHECK-COUNT-4: vector.store {{.*}}, %[[SUMS]]
// CHECK: scf.for {{.*}} -> (vector<16xf32>) {
func.func @main(%a: tensor<32x50x3x50x16xf32>) -> tensor<32x50x3x16xf32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %r = xla.reduce(%a init: %zero) applies xla.add across dimensions = [3] : (tensor<32x50x3x50x16xf32>, tensor<f32>) -> tensor<32x50x3x16xf32>
  return %r : tensor<32x50x3x16xf32>
}

// -----

// The terms of three results lie side by side: a vector has four of each, of which none of the last four lanes is one. Its halves
// are combined until one of each is left, and what three terms leave of twelve are added to those halves.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-SAME: (%[[X:.*]]: memref<7560xf32> {{.*}}, %[[SUMS:.*]]: memref<540xf32>
// CHECK: %[[TWELVE:.*]] = scf.for {{.*}} -> (vector<16xf32>) {
// CHECK: %[[MASK:.*]] = vector.constant_mask [12] : vector<16xi1>
// CHECK: vector.maskedload %[[X]][%{{.*}}], %[[MASK]], {{.*}} into vector<16xf32>
// CHECK: arith.addf
// CHECK: }
// CHECK: vector.extract_strided_slice %[[TWELVE]] {offsets = [0], sizes = [8], strides = [1]}
// CHECK: vector.extract_strided_slice %[[TWELVE]] {offsets = [6], sizes = [8], strides = [1]}
// CHECK: %[[SIX:.*]] = arith.addf {{.*}} : vector<8xf32>
// CHECK: vector.constant_mask [6] : vector<8xi1>
// CHECK: vector.maskedload
// CHECK: %[[SUM:.*]] = arith.addf {{.*}} : vector<4xf32>
// CHECK: %[[THREE:.*]] = vector.extract_strided_slice %[[SUM]] {offsets = [0], sizes = [3], strides = [1]}
// CHECK: vector.store %[[THREE]], %[[SUMS]]
// CHECK: return
func.func @main(%x: tensor<180x14x3xf32>) -> tensor<180x3xf32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [1] : (tensor<180x14x3xf32>, tensor<f32>) -> tensor<180x3xf32>
  return %0 : tensor<180x3xf32>
}

// -----

// Differences are computed in order, of the three results of four rows together: lanes are never combined.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-SAME: (%[[X:.*]]: memref<7560xf32> {{.*}}, %[[RESULTS:.*]]: memref<540xf32>
// CHECK: %[[FOUR:.*]]:4 = scf.for {{.*}} -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK: vector.constant_mask [3] : vector<4xi1>
// CHECK-COUNT-4: arith.subf {{.*}} : vector<4xf32>
// CHECK: }
// CHECK-NOT: arith.subf
// CHECK: vector.extract_strided_slice %[[FOUR]]#0 {offsets = [0], sizes = [3], strides = [1]}
// CHECK-COUNT-4: vector.store {{.*}}, %[[RESULTS]]
// CHECK: %[[ONE:.*]] = scf.for {{.*}} -> (vector<4xf32>) {
func.func @main(%x: tensor<180x14x3xf32>) -> tensor<180x3xf32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.reduce(%x init: %zero) across dimensions = [1] : (tensor<180x14x3xf32>, tensor<f32>) -> tensor<180x3xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %d = xla.sub %a, %b : tensor<f32>
    xla.return %d : tensor<f32>
  }
  return %0 : tensor<180x3xf32>
}
