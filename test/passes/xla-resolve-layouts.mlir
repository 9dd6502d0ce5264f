// RUN: xla-opt %s --split-input-file --xla-resolve-layouts | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[BUFFER:.*]]: tensor<5x3xf32>, %[[Y:.*]]: tensor<2x3xf32>) -> tensor<4x2xf32>
// CHECK: %[[INSIDE:.*]] = xla.slice %[[BUFFER]] [0:3, 0:2] : (tensor<5x3xf32>) -> tensor<3x2xf32>
// CHECK: %[[X:.*]] = xla.transpose %[[INSIDE]], dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
// CHECK: %[[SUM:.*]] = xla.add %[[X]], %[[Y]] : tensor<2x3xf32>
// CHECK: %[[T:.*]] = xla.transpose %[[SUM]], dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK: %[[V:.*]] = xla.constant dense<-1.000000e+00> : tensor<f32>
// CHECK: %[[RESULT:.*]] = xla.pad %[[T]], %[[V]], low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<4x2xf32>
// CHECK: return %[[RESULT]] : tensor<4x2xf32>
#in = #xla.layout<minor_to_major = [0, 1], padded_dimensions = [3, 5]>
#rows = #xla.layout<minor_to_major = [1, 0]>
#out = #xla.layout<minor_to_major = [0, 1], padded_dimensions = [2, 4], padding_value = -1.0 : f32>
func.func @main(%x: tensor<2x3xf32, #in>, %y: tensor<2x3xf32, #rows>) -> tensor<2x3xf32, #out> {
  %0 = xla.add %x, %y : (tensor<2x3xf32, #in>, tensor<2x3xf32, #rows>) -> tensor<2x3xf32, #out>
  return %0 : tensor<2x3xf32, #out>
}

// -----

// Inside, layouts say nothing that anybody sees.
// CHECK-LABEL: func.func private @twice(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-LABEL: func.func @main(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NOT: layout
#columns = #xla.layout<minor_to_major = [0, 1]>
func.func private @twice(%x: tensor<2x3xf32, #columns>) -> tensor<2x3xf32, #columns> {
  %0 = xla.add %x, %x : tensor<2x3xf32, #columns>
  return %0 : tensor<2x3xf32, #columns>
}
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = xla.optimization_barrier %x : (tensor<2x3xf32>) -> tensor<2x3xf32, #columns>
  %1 = call @twice(%0) : (tensor<2x3xf32, #columns>) -> tensor<2x3xf32, #columns>
  %2 = xla.neg %1 : (tensor<2x3xf32, #columns>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
