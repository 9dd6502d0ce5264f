// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK-SAME: tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>>
// CHECK-SAME: tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1], padded_dimensions = [3, 5], padding_value = 0.000000e+00 : f32>>
// CHECK-SAME: tensor<f32, #xla.layout<minor_to_major = []>>
func.func @f(%x: tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>>,
             %y: tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1], padded_dimensions = [3, 5], padding_value = 0.0 : f32>>,
             %s: tensor<f32, #xla.layout<minor_to_major = []>>) {
  // A result's layout may be declared freely: it says where and not what.
  // CHECK: xla.neg %arg0 : (tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>>) -> tensor<2x3xf32>
  %0 = xla.neg %x : (tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>>) -> tensor<2x3xf32>
  // CHECK: xla.add
  %1 = xla.add %0, %y : (tensor<2x3xf32>, tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1], padded_dimensions = [3, 5], padding_value = 0.0 : f32>>) -> tensor<2x3xf32, #xla.layout<minor_to_major = [1, 0]>>
  return
}
