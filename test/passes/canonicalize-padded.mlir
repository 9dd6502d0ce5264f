// RUN: xla-opt %s --canonicalize | FileCheck %s

// What is computed of a padded array is computed of the elements and of the padding.
// CHECK-LABEL: @computed
// CHECK-SAME: (%[[X:.*]]: tensor<6xf32>, %[[V:.*]]: tensor<f32>, %[[S:.*]]: tensor<f32>)
// CHECK-DAG: %[[TWOS:.*]] = xla.constant dense<2.000000e+00> : tensor<5xf32>
// CHECK-DAG: %[[TWO:.*]] = xla.constant dense<2.000000e+00> : tensor<f32>
// CHECK-DAG: %[[PART:.*]] = xla.slice %[[X]] [0:5]
// CHECK-DAG: %[[MUL:.*]] = xla.mul %[[PART]], %[[TWOS]] : tensor<5xf32>
// CHECK-DAG: %[[SUM:.*]] = xla.add %[[MUL]], %[[S]] : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
// CHECK-DAG: %[[ONE:.*]] = xla.mul %[[V]], %[[TWO]] : tensor<f32>
// CHECK-DAG: %[[PADDING:.*]] = xla.add %[[ONE]], %[[S]] : tensor<f32>
// CHECK: %[[R:.*]] = xla.pad %[[SUM]], %[[PADDING]], low = [1], high = [1], interior = [1]
// CHECK: return %[[R]]
func.func @computed(%x: tensor<6xf32>, %v: tensor<f32>, %s: tensor<f32>) -> tensor<11xf32> {
  %0 = xla.pad %x, %v, low = [1], high = [-1], interior = [1] : (tensor<6xf32>, tensor<f32>) -> tensor<11xf32>
  %1 = xla.constant dense<2.0> : tensor<11xf32>
  %2 = xla.mul %0, %1 : tensor<11xf32>
  %3 = xla.add %2, %s : (tensor<11xf32>, tensor<f32>) -> tensor<11xf32>
  return %3 : tensor<11xf32>
}

// CHECK-LABEL: @transposed
// CHECK: %[[T:.*]] = xla.transpose %arg0, dims = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>
// CHECK: xla.pad %[[T]], %arg1, low = [3, 1], high = [4, 2], interior = [1, 0]
func.func @transposed(%x: tensor<6x4xf32>, %v: tensor<f32>) -> tensor<14x9xf32> {
  %0 = xla.pad %x, %v, low = [1, 3], high = [2, 4], interior = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<9x14xf32>
  %1 = xla.transpose %0, dims = [1, 0] : (tensor<9x14xf32>) -> tensor<14x9xf32>
  return %1 : tensor<14x9xf32>
}

// What is cut off is sliced off first. What others read stays as it is; so does what is computed of two arrays.
// CHECK-LABEL: @others
// CHECK: %[[PART:.*]] = xla.slice %arg0 [0:4]
// CHECK: %[[A:.*]] = xla.exp %[[PART]]
// CHECK: %[[PADDING:.*]] = xla.exp %arg1
// CHECK: xla.pad %[[A]], %[[PADDING]], low = [1], high = [0]
// CHECK: %[[B:.*]] = xla.pad %arg0
// CHECK: xla.exp %[[B]]
// CHECK: %[[C:.*]] = xla.pad %arg0
// CHECK: xla.add %[[C]], %arg2
func.func @others(%x: tensor<6xf32>, %v: tensor<f32>, %y: tensor<7xf32>)
    -> (tensor<5xf32>, tensor<8xf32>, tensor<8xf32>, tensor<7xf32>) {
  %0 = xla.pad %x, %v, low = [1], high = [-2], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<5xf32>
  %1 = xla.exp %0 : tensor<5xf32>
  %2 = xla.pad %x, %v, low = [1], high = [1], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<8xf32>
  %3 = xla.exp %2 : tensor<8xf32>
  %4 = xla.pad %x, %v, low = [1], high = [0], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<7xf32>
  %5 = xla.add %4, %y : tensor<7xf32>
  return %1, %2, %3, %5 : tensor<5xf32>, tensor<8xf32>, tensor<8xf32>, tensor<7xf32>
}

// Padding that cuts off all elements leaves padding.
// CHECK-LABEL: @cut
// CHECK: %[[ALL:.*]] = xla.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<4x7xf32>
// CHECK: return %[[ALL]]
func.func @cut(%x: tensor<4x2xf32>, %v: tensor<f32>) -> tensor<4x7xf32> {
  %0 = xla.pad %x, %v, low = [0, -2], high = [0, 7], interior = [0, 0] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}

// What is padded is one element over and over: it may be computed again wherever the array is read.
// CHECK-LABEL: @equal_elements
// CHECK: %[[EXP:.*]] = xla.exp %arg1 : tensor<f32>
// CHECK: %[[FIRST:.*]] = xla.pad %{{.*}}, %[[EXP]], low = [1], high = [1]
// CHECK: %[[SIN:.*]] = xla.sin %arg1 : tensor<f32>
// CHECK: %[[SECOND:.*]] = xla.pad %{{.*}}, %[[SIN]], low = [1], high = [1]
// CHECK: return %[[FIRST]], %[[SECOND]]
func.func @equal_elements(%s: tensor<f32>, %v: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = xla.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<6xf32>
  %1 = xla.pad %0, %v, low = [1], high = [1], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = xla.exp %1 : tensor<8xf32>
  %3 = xla.sin %1 : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}
