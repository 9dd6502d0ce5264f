// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<2xf32>, %y: tensor<2x3xf32>) {
  // CHECK: xla.custom_call "myfunc"(%arg0, %arg1) : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  %0 = xla.custom_call "myfunc"(%x, %y) : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  // CHECK: xla.custom_call "none"() : () -> tensor<3xf32>
  %1 = xla.custom_call "none"() : () -> tensor<3xf32>
  return
}
