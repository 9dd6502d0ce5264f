// RUN: xla-opt %s --split-input-file --pass-pipeline='builtin.module(xla-to-kernels)' | FileCheck %s

// A result that the caches do not hold beside what it is made of goes past them, where its address allows; other threads see it behind the fence.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK: scf.for
// CHECK: scf.if
// CHECK-NEXT: vector.store %{{.*}}, %arg1[%{{.*}}] {alignment = 64 : i64, nontemporal = true} : memref<4194304xf32>, vector<16xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: vector.store %{{.*}}, %arg1[%{{.*}}] : memref<4194304xf32>, vector<16xf32>
// CHECK: llvm.fence seq_cst
// CHECK-NEXT: return
func.func @main(%x: tensor<4194304xf32>) -> tensor<4194304xf32> {
  %0 = xla.neg %x : tensor<4194304xf32>
  return %0 : tensor<4194304xf32>
}

// -----

// The last-level cache, of 32 MB, holds these: an array of 4 MB and its negative, and 24 MB of one number.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-NOT: nontemporal
// CHECK: return
func.func @main(%x: tensor<1048576xf32>) -> (tensor<1048576xf32>, tensor<6291456xf32>) {
  %0 = xla.neg %x : tensor<1048576xf32>
  %1 = xla.constant dense<2.0> : tensor<6291456xf32>
  return %0, %1 : tensor<1048576xf32>, tensor<6291456xf32>
}

// -----

// What is read again, or small, stays in cache.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-NOT: nontemporal
// CHECK-NOT: llvm.fence
func.func @main(%x: tensor<1024x1024xf32>, %y: tensor<1024xf32>) -> (tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.neg %x : tensor<1024x1024xf32>
  %1 = xla.reduce(%0 init: %zero) applies xla.add across dimensions = [0] : (tensor<1024x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  %2 = xla.neg %y : tensor<1024xf32>
  return %0, %1, %2 : tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>
}
