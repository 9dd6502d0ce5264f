// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%a: tensor<5x3x3xf32>, %b: tensor<0x0xcomplex<f64>>) {
  // CHECK: xla.cholesky %arg0, lower = true : tensor<5x3x3xf32>
  %0 = xla.cholesky %a, lower = true : tensor<5x3x3xf32>
  // CHECK: xla.cholesky %arg1 : tensor<0x0xcomplex<f64>>
  %1 = xla.cholesky %b : tensor<0x0xcomplex<f64>>
  return
}
