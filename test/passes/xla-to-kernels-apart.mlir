// RUN: xla-opt %s --split-input-file --pass-pipeline='builtin.module(xla-to-kernels)' | FileCheck %s
// RUN: xla-run %s --entry columns --random 1 --interpret -o %t.npz
// RUN: xla-run %s --entry columns --random 1 --expect %t.npz --rtol 1e-5 --atol 1e-5

// Columns of a product that lie two by two beside the terms are moved together first, so that they are computed in vectors.
// CHECK-LABEL: func.func private @columns_kernel_0
// CHECK: vector.store {{.*}} vector<16xf32>
// CHECK-LABEL: func.func private @columns_kernel_1
// CHECK: math.fma {{.*}} : vector<16xf32>
// CHECK-NOT: vector.reduction
// CHECK-LABEL: func.func @columns
func.func @columns(%x: tensor<32x64xf32>, %y: tensor<32x64x2xf32>) -> tensor<32x32x2xf32> {
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<32x64xf32>, tensor<32x64x2xf32>) -> tensor<32x32x2xf32>
  return %0 : tensor<32x32x2xf32>
}

// -----

// Sums that lie apart in memory stay in registers until all terms are in them.
// CHECK-LABEL: func.func private @sums_kernel_0
// CHECK-NOT: vector.gather
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<8xi64>, vector<8xi64>, vector<8xi64>, vector<8xi64>)
// CHECK-NOT: vector.gather
// CHECK-LABEL: func.func @sums
func.func @sums(%x: tensor<32x1x24x32xi64>, %k: tensor<1x1x17x1xi64>) -> tensor<1x32x32x8xi64> {
  %0 = xla.conv_with_general_padding %x, %k, dims = [0, 1, 2, 3] x [0, 1, 2, 3] -> [2, 0, 3, 1], window = {} : (tensor<32x1x24x32xi64>, tensor<1x1x17x1xi64>) -> tensor<1x32x32x8xi64>
  return %0 : tensor<1x32x32x8xi64>
}

// -----

// Results of one number are filled; a few are copied.
// CHECK-LABEL: func.func private @numbers_kernel_0
// CHECK: vector.store
// CHECK-LABEL: func.func @numbers
// CHECK: memref.copy {{.*}} memref<4xf32>
// CHECK-NOT: memref.copy
func.func @numbers() -> (tensor<1000xf32>, tensor<4xf32>) {
  %0 = xla.constant dense<2.0> : tensor<1000xf32>
  %1 = xla.constant dense<2.0> : tensor<4xf32>
  return %0, %1 : tensor<1000xf32>, tensor<4xf32>
}
