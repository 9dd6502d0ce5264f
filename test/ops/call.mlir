// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func private @callee
func.func private @callee(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>) {
  %0 = xla.constant dense<true> : tensor<i1>
  return %x, %0 : tensor<4xf32>, tensor<i1>
}

func.func private @nothing() {
  return
}

// CHECK-LABEL: func.func @f
func.func @f(%x: tensor<4xf32>) {
  // CHECK: xla.call @callee(%arg0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  %0:2 = xla.call @callee(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>)
  // CHECK: xla.call @nothing() : () -> ()
  xla.call @nothing() : () -> ()
  return
}
