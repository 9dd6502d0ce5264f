// RUN: xla-opt %s --split-input-file --pass-pipeline='builtin.module(xla-to-kernels)' | FileCheck %s
//
// Products that read their operands in place, in panels of columns.

// Of 24 columns that are left by panels of 32, the second vector begins 8 columns earlier: one piece of code does all panels.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: %[[LEFT:.*]] = arith.subi %c104, %{{.*}} : index
// CHECK: %[[SECOND:.*]] = arith.minsi %[[LEFT]], %c16 : index
// CHECK: scf.for {{.*}} iter_args
// CHECK: vector.load %arg1[%[[AT:.*]]] : {{.*}} vector<16xf32>
// CHECK: %[[NEXT:.*]] = arith.addi %[[AT]], %[[SECOND]] : index
// CHECK: vector.load %arg1[%[[NEXT]]] : {{.*}} vector<16xf32>
// CHECK-NOT: masked
// CHECK-NOT: iter_args
// CHECK: return
func.func @main(%x: tensor<48x64xf32>, %y: tensor<64x120xf32>) -> tensor<48x120xf32> {
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<48x64xf32>, tensor<64x120xf32>) -> tensor<48x120xf32>
  return %0 : tensor<48x120xf32>
}

// -----

// Of 8, one vector is enough: it has code of its own, with a mask that is a constant.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-NOT: arith.minsi
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: vector.constant_mask [8] : vector<16xi1>
// CHECK: return
func.func @main(%x: tensor<48x64xf32>, %y: tensor<64x104xf32>) -> tensor<48x104xf32> {
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<48x64xf32>, tensor<64x104xf32>) -> tensor<48x104xf32>
  return %0 : tensor<48x104xf32>
}

// -----

// Three vectors of columns are one tile, of eight rows.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: %[[SUMS:.*]]:24 = scf.for {{.*}} iter_args
// CHECK-NOT: iter_args
// CHECK: return
func.func @main(%x: tensor<48x64xf32>, %y: tensor<64x48xf32>) -> tensor<48x48xf32> {
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<48x64xf32>, tensor<64x48xf32>) -> tensor<48x48xf32>
  return %0 : tensor<48x48xf32>
}
