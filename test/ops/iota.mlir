// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @round_trip
func.func @round_trip() {
  // CHECK: xla.iota dim = 1 : tensor<4x8xi32>
  %0 = xla.iota dim = 1 : tensor<4x8xi32>
  // CHECK: xla.iota dim = 0 : tensor<4xcomplex<f32>>
  %1 = xla.iota dim = 0 : tensor<4xcomplex<f32>>
  // CHECK: xla.iota dim = 0 : tensor<0xbf16>
  %2 = xla.iota dim = 0 : tensor<0xbf16>
  return
}
