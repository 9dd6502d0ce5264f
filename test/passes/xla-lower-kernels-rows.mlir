// RUN: xla-opt %s --split-input-file --pass-pipeline='builtin.module(xla-to-kernels)' | FileCheck %s

// Sums begin with the literal that the array of sums was filled with, and sizes that vectors divide leave no rest.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-SAME: (%[[X:.*]]: memref<8192xf32> {{.*}}, %[[SUMS:.*]]: memref<64xf32>
// CHECK: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<64xf32>
// CHECK: scf.for
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

// Columns: each tile is filled before rows are added to it.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NEXT: vector.store %[[ZEROS]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.for
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
