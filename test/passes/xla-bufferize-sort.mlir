// RUN: xla-opt %s --pass-pipeline='builtin.module(xla-legalize-to-linalg{storage-types=true full=true},canonicalize,cse,xla-bufferize)' | FileCheck %s
//
// Rows of 16 elements are merged once there and once back. The table is copied to the output once: no row copies all of it.

// CHECK-LABEL: func.func @main
// CHECK: memref.copy %{{.*}} : memref<100x16xf32> to memref<100x16xf32>
// CHECK-NOT: memref.copy
func.func @main(%x: tensor<100x16xf32>) -> tensor<100x16xf32> {
  %0 = "xla.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = xla.abs %a : tensor<f32>
    %q = xla.abs %b : tensor<f32>
    %before = xla.lt %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }) : (tensor<100x16xf32>) -> tensor<100x16xf32>
  return %0 : tensor<100x16xf32>
}
