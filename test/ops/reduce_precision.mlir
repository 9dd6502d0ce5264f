// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @f
func.func @f(%x: tensor<4xf32>, %y: tensor<bf16>) {
  // CHECK: xla.reduce_precision %arg0, format = e5m10 : tensor<4xf32>
  %0 = xla.reduce_precision %x, format = e5m10 : tensor<4xf32>
  // CHECK: xla.reduce_precision %arg1, format = e8m0 : tensor<bf16>
  %1 = xla.reduce_precision %y, format = e8m0 : tensor<bf16>
  return
}
