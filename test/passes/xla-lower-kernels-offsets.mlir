// RUN: xla-opt %s --xla-to-kernels | FileCheck %s
// RUN: xla-opt %s --xla-to-llvm | FileCheck %s --check-prefix=LLVM

// Two products that differ in where they begin to read %x are one function, which takes the offset behind the range of
// iterations.
// CHECK: func.func private @[[PRODUCT:main_kernel_[0-9]+]](%{{.*}}: memref<1228800xf32>
// CHECK-SAME: %{{.*}}: index, %{{.*}}: index, %[[OFFSET:.*]]: index)
// CHECK: arith.addi %[[OFFSET]],
// CHECK-NOT: func.func private
// CHECK-LABEL: func.func @main
// CHECK: call @[[PRODUCT]]({{.*}}, %c0) :
// CHECK: call @[[PRODUCT]]({{.*}}, %c819200) :

// Threads get it in the array of words, behind the addresses.
// LLVM: llvm.func internal @[[PRODUCT:main_kernel_[0-9]+]](%{{.*}}: !llvm.ptr{{.*}}, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64)
// LLVM: %[[SLOT:.*]] = llvm.getelementptr %[[WORDS:.*]][3]
// LLVM-NEXT: llvm.store %{{.*}}, %[[SLOT]] : i64, !llvm.ptr
// LLVM-NEXT: llvm.mlir.addressof @[[PRODUCT]] :
// LLVM: %[[THREE:.*]] = llvm.mlir.constant(3 : i64)
// LLVM: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// LLVM: llvm.call @xla_rt_parallel_for(%{{.*}}, %{{.*}}, %[[WORDS]], %[[THREE]], %[[ONE]],
func.func @main(%x: tensor<3x640x640xf32>, %w: tensor<640x640xf32>) -> (tensor<640x640xf32>, tensor<640x640xf32>) {
  %0 = xla.slice %x [0:1, 0:640, 0:640] : (tensor<3x640x640xf32>) -> tensor<1x640x640xf32>
  %1 = xla.slice %x [2:3, 0:640, 0:640] : (tensor<3x640x640xf32>) -> tensor<1x640x640xf32>
  %2 = xla.reshape %0 : (tensor<1x640x640xf32>) -> tensor<640x640xf32>
  %3 = xla.reshape %1 : (tensor<1x640x640xf32>) -> tensor<640x640xf32>
  %4 = xla.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<640x640xf32>, tensor<640x640xf32>) -> tensor<640x640xf32>
  %5 = xla.dot_general %3, %w, contracting_dims = [1] x [0] : (tensor<640x640xf32>, tensor<640x640xf32>) -> tensor<640x640xf32>
  return %4, %5 : tensor<640x640xf32>, tensor<640x640xf32>
}
