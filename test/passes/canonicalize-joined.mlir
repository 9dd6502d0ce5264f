// RUN: xla-opt %s --canonicalize | FileCheck %s

// What is computed of joined arrays is computed of the pieces.
// CHECK-LABEL: @computed
// CHECK-SAME: (%[[X:.*]]: tensor<2048xf32>, %[[Y:.*]]: tensor<4096xf32>, %[[S:.*]]: tensor<f32>)
// CHECK-DAG: %[[SHORT:.*]] = xla.constant dense<2.000000e+00> : tensor<2048xf32>
// CHECK-DAG: %[[LONG:.*]] = xla.constant dense<2.000000e+00> : tensor<4096xf32>
// CHECK-DAG: %[[A:.*]] = xla.mul %[[X]], %[[SHORT]] : tensor<2048xf32>
// CHECK-DAG: %[[B:.*]] = xla.mul %[[Y]], %[[LONG]] : tensor<4096xf32>
// CHECK-DAG: %[[C:.*]] = xla.add %[[A]], %[[S]] : (tensor<2048xf32>, tensor<f32>) -> tensor<2048xf32>
// CHECK-DAG: %[[D:.*]] = xla.add %[[B]], %[[S]] : (tensor<4096xf32>, tensor<f32>) -> tensor<4096xf32>
// CHECK: %[[R:.*]] = xla.concatenate %[[C]], %[[D]], dim = 0
// CHECK: return %[[R]]
func.func @computed(%x: tensor<2048xf32>, %y: tensor<4096xf32>, %s: tensor<f32>) -> tensor<6144xf32> {
  %0 = xla.concatenate %x, %y, dim = 0 : (tensor<2048xf32>, tensor<4096xf32>) -> tensor<6144xf32>
  %1 = xla.constant dense<2.0> : tensor<6144xf32>
  %2 = xla.mul %0, %1 : tensor<6144xf32>
  %3 = xla.add %2, %s : (tensor<6144xf32>, tensor<f32>) -> tensor<6144xf32>
  return %3 : tensor<6144xf32>
}

// Where the dimension along which they are joined is reversed, so is the order of the pieces.
// CHECK-LABEL: @moved
// CHECK-DAG: %[[A:.*]] = xla.rev %arg0, dims = [0, 1]
// CHECK-DAG: %[[B:.*]] = xla.rev %arg1, dims = [0, 1]
// CHECK-DAG: %[[FIRST:.*]] = xla.concatenate %[[B]], %[[A]], dim = 0
// CHECK-DAG: %[[C:.*]] = xla.rev %arg0, dims = [1]
// CHECK-DAG: %[[D:.*]] = xla.rev %arg1, dims = [1]
// CHECK-DAG: %[[SECOND:.*]] = xla.concatenate %[[C]], %[[D]], dim = 0
// CHECK-DAG: %[[E:.*]] = xla.transpose %arg0, dims = [1, 0]
// CHECK-DAG: %[[F:.*]] = xla.transpose %arg1, dims = [1, 0]
// CHECK-DAG: %[[THIRD:.*]] = xla.concatenate %[[E]], %[[F]], dim = 1 : (tensor<64x32xf32>, tensor<64x96xf32>) -> tensor<64x128xf32>
// CHECK: return %[[FIRST]], %[[SECOND]], %[[THIRD]]
func.func @moved(%x: tensor<32x64xf32>, %y: tensor<96x64xf32>) -> (tensor<128x64xf32>, tensor<128x64xf32>, tensor<64x128xf32>) {
  %0 = xla.concatenate %x, %y, dim = 0 : (tensor<32x64xf32>, tensor<96x64xf32>) -> tensor<128x64xf32>
  %1 = xla.rev %0, dims = [0, 1] : tensor<128x64xf32>
  %2 = xla.concatenate %x, %y, dim = 0 : (tensor<32x64xf32>, tensor<96x64xf32>) -> tensor<128x64xf32>
  %3 = xla.rev %2, dims = [1] : tensor<128x64xf32>
  %4 = xla.concatenate %x, %y, dim = 0 : (tensor<32x64xf32>, tensor<96x64xf32>) -> tensor<128x64xf32>
  %5 = xla.transpose %4, dims = [1, 0] : (tensor<128x64xf32>) -> tensor<64x128xf32>
  return %1, %3, %5 : tensor<128x64xf32>, tensor<128x64xf32>, tensor<64x128xf32>
}

// Small arrays, what others read, and what is computed of two arrays stay joined.
// CHECK-LABEL: @others
// CHECK: %[[SMALL:.*]] = xla.concatenate %arg0, %arg0
// CHECK: xla.exp %[[SMALL]]
// CHECK: %[[SHARED:.*]] = xla.concatenate %arg1, %arg1
// CHECK: xla.exp %[[SHARED]]
// CHECK: %[[ONE:.*]] = xla.concatenate %arg1, %arg1
// CHECK: xla.add %[[ONE]], %arg2
func.func @others(%x: tensor<8xf32>, %y: tensor<4096xf32>, %z: tensor<8192xf32>)
    -> (tensor<16xf32>, tensor<8192xf32>, tensor<8192xf32>, tensor<8192xf32>) {
  %0 = xla.concatenate %x, %x, dim = 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  %1 = xla.exp %0 : tensor<16xf32>
  %2 = xla.concatenate %y, %y, dim = 0 : (tensor<4096xf32>, tensor<4096xf32>) -> tensor<8192xf32>
  %3 = xla.exp %2 : tensor<8192xf32>
  %4 = xla.concatenate %y, %y, dim = 0 : (tensor<4096xf32>, tensor<4096xf32>) -> tensor<8192xf32>
  %5 = xla.add %4, %z : tensor<8192xf32>
  return %1, %2, %3, %5 : tensor<16xf32>, tensor<8192xf32>, tensor<8192xf32>, tensor<8192xf32>
}
