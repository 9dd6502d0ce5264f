// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// The examples of the broadcasting document.

// CHECK-LABEL: func.func @scalar
func.func @scalar(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // CHECK: xla.add %arg0, %arg1 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %0 = xla.add %x, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %1 = xla.add %s, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @lower_rank
func.func @lower_rank(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %q: tensor<3x3xf32>, %c: tensor<2x3x4xf32>, %m: tensor<3x4xf32>) {
  // CHECK: broadcast_dimensions = [1]
  %0 = xla.add %x, %v, broadcast_dimensions = [1] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: broadcast_dimensions = [1]
  %1 = xla.add %q, %v, broadcast_dimensions = [1] : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  // CHECK: broadcast_dimensions = [0]
  %2 = xla.add %q, %v, broadcast_dimensions = [0] : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  // CHECK: broadcast_dimensions = [1, 2]
  %3 = xla.add %m, %c, broadcast_dimensions = [1, 2] : (tensor<3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// CHECK-LABEL: func.func @degenerate
func.func @degenerate(%a: tensor<2x1xf32>, %b: tensor<2x3xf32>, %c: tensor<1x2x5xf32>, %d: tensor<7x2x5xf32>,
                      %e: tensor<7x1x5xf32>, %f: tensor<1x3xf32>, %z: tensor<0x3xf32>) {
  // CHECK-COUNT-5: xla.mul
  %0 = xla.mul %a, %b : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = xla.mul %c, %d : (tensor<1x2x5xf32>, tensor<7x2x5xf32>) -> tensor<7x2x5xf32>
  %2 = xla.mul %d, %e : (tensor<7x2x5xf32>, tensor<7x1x5xf32>) -> tensor<7x2x5xf32>
  %3 = xla.mul %a, %f : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %4 = xla.mul %z, %f : (tensor<0x3xf32>, tensor<1x3xf32>) -> tensor<0x3xf32>
  return
}

// CHECK-LABEL: func.func @both
func.func @both(%v: tensor<4xf32>, %m: tensor<1x2xf32>, %c: tensor<4x3x1xf32>) {
  // CHECK: xla.lt %arg0, %arg1, broadcast_dimensions = [0] : (tensor<4xf32>, tensor<1x2xf32>) -> tensor<4x2xi1>
  %0 = xla.lt %v, %m, broadcast_dimensions = [0] : (tensor<4xf32>, tensor<1x2xf32>) -> tensor<4x2xi1>
  // CHECK: xla.lt %arg1, %arg2, broadcast_dimensions = [1, 2] : (tensor<1x2xf32>, tensor<4x3x1xf32>) -> tensor<4x3x2xi1>
  %1 = xla.lt %m, %c, broadcast_dimensions = [1, 2] : (tensor<1x2xf32>, tensor<4x3x1xf32>) -> tensor<4x3x2xi1>
  return
}
