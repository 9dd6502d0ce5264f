// Products of few rows and what follows them are one kernel, whose iterations are tiles of twelve rows.
//
// RUN: xla-opt %s --split-input-file --pass-pipeline='builtin.module(xla-to-kernels)' | FileCheck %s

// A recurrent cell.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-SAME: %[[BEGIN:[a-z0-9]*]]: index, %[[END:[a-z0-9]*]]: index) attributes {xla.parallel
// CHECK-DAG: %[[FIRST:.*]] = arith.muli %[[BEGIN]], %c12
// CHECK-DAG: %[[LAST:.*]] = arith.muli %[[END]], %c12
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[LAST]] step %c24
// CHECK: scf.for {{.*}} step %c12
// CHECK: math.absf
// CHECK: vector.reduction <add>
// CHECK-NOT: func.func private
// CHECK-LABEL: func.func @main
// CHECK: call @main_kernel_0({{.*}}, %c0, %c2)
// CHECK-NOT: call @
// CHECK: return
func.func @main(%x: tensor<24x96xf32>, %h: tensor<24x224xf32>, %w: tensor<96x224xf32>, %u: tensor<224x224xf32>, %b: tensor<224xf32>)
    -> (tensor<24x224xf32>, tensor<24xf32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.dot %x, %w : (tensor<24x96xf32>, tensor<96x224xf32>) -> tensor<24x224xf32>
  %1 = xla.dot %h, %u : (tensor<24x224xf32>, tensor<224x224xf32>) -> tensor<24x224xf32>
  %2 = xla.add %0, %1 : tensor<24x224xf32>
  %3 = xla.broadcast_in_dim %b, dims = [1] : (tensor<224xf32>) -> tensor<24x224xf32>
  %4 = xla.add %2, %3 : tensor<24x224xf32>
  %5 = xla.tanh %4 : tensor<24x224xf32>
  %6 = xla.reduce(%5 init: %zero) applies xla.add across dimensions = [1] : (tensor<24x224xf32>, tensor<f32>) -> tensor<24xf32>
  return %5, %6 : tensor<24x224xf32>, tensor<24xf32>
}

// -----

// Of one tile of rows, threads share the columns.
// CHECK-LABEL: func.func private @main_kernel_0
// CHECK-NOT: math.absf
// CHECK-LABEL: func.func private @main_kernel_1
// CHECK: math.absf
// CHECK-LABEL: func.func @main
// CHECK: call @main_kernel_0({{.*}}, %c0{{.*}}, %c7
func.func @main(%x: tensor<8x96xf32>, %w: tensor<96x224xf32>, %b: tensor<224xf32>) -> tensor<8x224xf32> {
  %0 = xla.dot %x, %w : (tensor<8x96xf32>, tensor<96x224xf32>) -> tensor<8x224xf32>
  %1 = xla.broadcast_in_dim %b, dims = [1] : (tensor<224xf32>) -> tensor<8x224xf32>
  %2 = xla.add %0, %1 : tensor<8x224xf32>
  %3 = xla.tanh %2 : tensor<8x224xf32>
  return %3 : tensor<8x224xf32>
}
