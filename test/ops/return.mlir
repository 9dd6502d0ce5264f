// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @f
func.func @f(%x: tensor<f32>, %p: tensor<i1>) {
  // CHECK: xla.return %arg0, %arg1 : tensor<f32>, tensor<i1>
  %0:2 = xla.conditional %p : tensor<i1> -> (tensor<f32>, tensor<i1>) then {
    xla.return %x, %p : tensor<f32>, tensor<i1>
  } else {
    xla.return %x, %p : tensor<f32>, tensor<i1>
  }
  return
}
