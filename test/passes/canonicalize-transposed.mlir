// RUN: xla-opt %s --canonicalize | FileCheck %s
//
// A transposition moves to those in front of elementwise ops, and both become one.

// CHECK-LABEL: @there_and_back
// CHECK-NOT: xla.transpose
// CHECK: %[[ROUNDED:.*]] = xla.reduce_precision %arg0
// CHECK: %[[SUM:.*]] = xla.add %[[ROUNDED]], %{{.*}} : tensor<20x30xf32>
// CHECK: %[[MAX:.*]] = xla.max %[[SUM]], %{{.*}} : tensor<20x30xf32>
// CHECK: return %[[MAX]]
func.func @there_and_back(%x: tensor<20x30xf32>, %bias: tensor<30xf32>) -> tensor<20x30xf32> {
  %zero = xla.constant dense<0.0> : tensor<30x20xf32>
  %0 = xla.transpose %x, dims = [1, 0] : (tensor<20x30xf32>) -> tensor<30x20xf32>
  %1 = xla.reduce_precision %0, format = e5m10 : tensor<30x20xf32>
  %2 = xla.broadcast_in_dim %bias, dims = [0] : (tensor<30xf32>) -> tensor<30x20xf32>
  %3 = xla.add %1, %2 : tensor<30x20xf32>
  %4 = xla.max %3, %zero : tensor<30x20xf32>
  %5 = xla.transpose %4, dims = [1, 0] : (tensor<30x20xf32>) -> tensor<20x30xf32>
  return %5 : tensor<20x30xf32>
}

// Operands that are transposed in several ways.
// CHECK-LABEL: @several
// CHECK: %[[Y:.*]] = xla.transpose %arg1, dims = [2, 0, 1]
// CHECK: %[[SUM:.*]] = xla.mul %arg0, %[[Y]] : tensor<4x5x6xf32>
// CHECK: return %[[SUM]]
func.func @several(%x: tensor<4x5x6xf32>, %y: tensor<5x6x4xf32>) -> tensor<4x5x6xf32> {
  %0 = xla.transpose %x, dims = [2, 1, 0] : (tensor<4x5x6xf32>) -> tensor<6x5x4xf32>
  %1 = xla.transpose %y, dims = [1, 0, 2] : (tensor<5x6x4xf32>) -> tensor<6x5x4xf32>
  %2 = xla.mul %0, %1 : tensor<6x5x4xf32>
  %3 = xla.transpose %2, dims = [2, 1, 0] : (tensor<6x5x4xf32>) -> tensor<4x5x6xf32>
  return %3 : tensor<4x5x6xf32>
}

// Not where another operand would have to be transposed, or another op reads what is computed.
// CHECK-LABEL: @others
// CHECK: %[[SUM:.*]] = xla.add
// CHECK: xla.transpose %[[SUM]]
// CHECK: %[[EXP:.*]] = xla.exp
// CHECK: xla.transpose %[[EXP]]
func.func @others(%x: tensor<20x30xf32>, %y: tensor<30x20xf32>) -> (tensor<20x30xf32>, tensor<20x30xf32>, tensor<30x20xf32>) {
  %0 = xla.transpose %x, dims = [1, 0] : (tensor<20x30xf32>) -> tensor<30x20xf32>
  %1 = xla.add %0, %y : tensor<30x20xf32>
  %2 = xla.transpose %1, dims = [1, 0] : (tensor<30x20xf32>) -> tensor<20x30xf32>
  %3 = xla.exp %0 : tensor<30x20xf32>
  %4 = xla.transpose %3, dims = [1, 0] : (tensor<30x20xf32>) -> tensor<20x30xf32>
  return %2, %4, %3 : tensor<20x30xf32>, tensor<20x30xf32>, tensor<30x20xf32>
}

// The part of a complex array is transposed, not the whole array.
// CHECK-LABEL: @part
// CHECK: %[[PART:.*]] = xla.imag %arg0 : (tensor<64x32xcomplex<f32>>) -> tensor<64x32xf32>
// CHECK: %[[MOVED:.*]] = xla.transpose %[[PART]], dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
// CHECK: xla.neg %[[MOVED]] : tensor<32x64xf32>
func.func @part(%x: tensor<64x32xcomplex<f32>>) -> tensor<32x64xf32> {
  %0 = xla.transpose %x, dims = [1, 0] : (tensor<64x32xcomplex<f32>>) -> tensor<32x64xcomplex<f32>>
  %1 = xla.neg %0 : tensor<32x64xcomplex<f32>>
  %2 = xla.imag %1 : (tensor<32x64xcomplex<f32>>) -> tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}
