// RUN: xla-opt %s | xla-opt | FileCheck %s

// CHECK-LABEL: @set
// CHECK: xla.set_dimension_size %arg0, %arg1, dim = 0 : (tensor<10x4xf32>, tensor<i32>) -> tensor<?x4xf32, #xla.bounds<10, ?>>
// CHECK: xla.set_dimension_size %{{.*}}, %arg1, dim = 1 : (tensor<?x4xf32, #xla.bounds<10, ?>>, tensor<i32>) -> tensor<?x?xf32, #xla.bounds<10, 4>>
func.func @set(%x: tensor<10x4xf32>, %n: tensor<i32>) -> tensor<?x?xf32, #xla.bounds<10, 4>> {
  %0 = xla.set_dimension_size %x, %n, dim = 0 : (tensor<10x4xf32>, tensor<i32>) -> tensor<?x4xf32, #xla.bounds<10, ?>>
  %1 = xla.set_dimension_size %0, %n, dim = 1 : (tensor<?x4xf32, #xla.bounds<10, ?>>, tensor<i32>) -> tensor<?x?xf32, #xla.bounds<10, 4>>
  return %1 : tensor<?x?xf32, #xla.bounds<10, 4>>
}
