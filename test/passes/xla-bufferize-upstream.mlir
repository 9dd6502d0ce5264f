// Upstream's bufferization of calls: operands are read, results are allocated, and what is not dense is copied.
//
// RUN: xla-opt %s --split-input-file --verify-diagnostics --one-shot-bufferize | FileCheck %s

// CHECK-LABEL: func.func @calls(
// CHECK: %[[X:.*]] = bufferization.to_buffer
// CHECK: %[[DENSE:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK: memref.copy %[[X]], %[[DENSE]]
// CHECK: %[[Y:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK: xla.custom_call "f"(%[[DENSE]], %[[Y]]) {has_side_effect = true} : (memref<4xf32>, memref<4xf32>) -> ()
// The result of the first is an operand of the second, without a copy.
// CHECK-NOT: memref.copy
// CHECK: %[[Z:.*]] = memref.alloc() {{.*}} : memref<2xi32>
// CHECK: xla.custom_call "g"(%[[Y]], %[[Z]]) : (memref<4xf32>, memref<2xi32>) -> ()
func.func @calls(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xi32>) {
  %0 = xla.custom_call "f"(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = xla.custom_call "g"(%0) : (tensor<4xf32>) -> tensor<2xi32>
  return %0, %1 : tensor<4xf32>, tensor<2xi32>
}

// -----

// A call may do anything: one whose result has no use stays.
// CHECK-LABEL: func.func @unused(
// CHECK-COUNT-2: xla.custom_call "f"
func.func @unused(%x: tensor<4xf32>) {
  %0 = xla.custom_call "f"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = xla.custom_call "f"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @open(%x: tensor<?xf32>) {
  // expected-error @+2 {{cannot be bufferized: its operands and results must be arrays of known sizes}}
  // expected-error @+1 {{failed to bufferize op}}
  xla.custom_call "f"(%x) {has_side_effect = true} : (tensor<?xf32>) -> ()
  return
}
