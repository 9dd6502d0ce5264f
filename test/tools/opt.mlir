// RUN: xla-opt %s | FileCheck %s
// RUN: expect-exit 2 xla-opt %S/no-such-file.mlir

// CHECK-LABEL: func.func @f
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
