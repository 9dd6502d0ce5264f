// RUN: xla-opt %s --xla-inline-calls --symbol-dce | FileCheck %s

// CHECK-LABEL: @twice
// CHECK-NEXT: %[[A:.*]] = xla.add %arg0, %arg0
// CHECK-NEXT: %[[B:.*]] = xla.mul %[[A]], %[[A]]
// CHECK-NEXT: %[[C:.*]] = xla.add %[[B]], %[[B]]
// CHECK-NEXT: %[[D:.*]] = xla.mul %[[C]], %[[C]]
// CHECK-NEXT: return %[[D]]
func.func @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @outer(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = call @outer(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-NOT: @outer
func.func private @outer(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = xla.add %x, %x : tensor<2xf32>
  %1 = call @inner(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-NOT: @inner
func.func private @inner(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = xla.mul %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// What calls itself stays a call.
// CHECK-LABEL: @forever
// CHECK: call @forever
func.func @forever(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @forever(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
