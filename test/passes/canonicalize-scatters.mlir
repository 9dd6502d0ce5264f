// RUN: xla-opt %s --canonicalize | FileCheck %s
//
// What is scattered to one place, which a literal says, is combined with a slice.

// CHECK-LABEL: @many
// CHECK: %[[MOST:.*]] = xla.reduce(%arg1 init: %{{.*}}) across dimensions = [0]
// CHECK: %[[WINDOW:.*]] = xla.reshape %[[MOST]] : (tensor<12xf32>) -> tensor<12x1xf32>
// CHECK: %[[OLD:.*]] = xla.slice %arg0 [0:12, 3:4]
// CHECK: %[[NEW:.*]] = xla.max %[[WINDOW]], %[[OLD]]
// CHECK: %[[RESULT:.*]] = xla.dynamic_update_slice %arg0, %[[NEW]] at [%{{.*}}, %{{.*}}]
// CHECK: return %[[RESULT]]
func.func @many(%x: tensor<12x5xf32>, %u: tensor<64x12xf32>) -> tensor<12x5xf32> {
  %three = xla.constant dense<3> : tensor<64x1xi8>
  %0 = xla.scatter (%x) at %three, (%u), update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1
    : (tensor<12x5xf32>, tensor<64x1xi8>, tensor<64x12xf32>) -> tensor<12x5xf32> (%old: tensor<f32>, %new: tensor<f32>) {
    %1 = xla.max %new, %old : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return %0 : tensor<12x5xf32>
}

// One window replaces a slice, or is all there is.
// CHECK-LABEL: @one
// CHECK: %[[ROW:.*]] = xla.reshape %arg1 : (tensor<2xf32>) -> tensor<1x2xf32>
// CHECK: %[[SET:.*]] = xla.dynamic_update_slice %arg0, %[[ROW]]
// CHECK: %[[SUM:.*]] = xla.add %arg0, %arg2
// CHECK: return %[[SET]], %[[SUM]]
func.func @one(%x: tensor<12x5xf32>, %u: tensor<2xf32>, %all: tensor<12x5xf32>) -> (tensor<12x5xf32>, tensor<12x5xf32>) {
  %at = xla.constant dense<[7, 2]> : tensor<2xi32>
  %0 = xla.scatter (%x) at %at, (%u), update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0
    : (tensor<12x5xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<12x5xf32> (%old: tensor<f32>, %new: tensor<f32>) {
    xla.return %new : tensor<f32>
  }
  %zero = xla.constant dense<0> : tensor<1xi32>
  %1 = xla.scatter (%x) at %zero, (%all), update_window_dims = [0, 1], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 0
    : (tensor<12x5xf32>, tensor<1xi32>, tensor<12x5xf32>) -> tensor<12x5xf32> (%old: tensor<f32>, %new: tensor<f32>) {
    %sum = xla.add %old, %new : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  return %0, %1 : tensor<12x5xf32>, tensor<12x5xf32>
}

// Not where a window is outside, the order of windows matters, or they are at several places.
// CHECK-LABEL: @stays
// CHECK-COUNT-4: xla.scatter
func.func @stays(%x: tensor<8xf32>, %u: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %outside = xla.constant dense<8> : tensor<4x1xi32>
  %0 = xla.scatter (%x) at %outside, (%u), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<8xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8xf32> (%old: tensor<f32>, %new: tensor<f32>) {
    %sum = xla.max %old, %new : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  %three = xla.constant dense<3> : tensor<4x1xi32>
  %1 = xla.scatter (%x) at %three, (%u), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<8xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8xf32> (%old: tensor<f32>, %new: tensor<f32>) {
    %sum = xla.add %old, %new : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  %2 = xla.scatter (%x) at %three, (%u), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<8xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8xf32> (%old: tensor<f32>, %new: tensor<f32>) {
    xla.return %new : tensor<f32>
  }
  %several = xla.constant dense<[[0], [1], [2], [2]]> : tensor<4x1xi32>
  %3 = xla.scatter (%x) at %several, (%u), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<8xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8xf32> (%old: tensor<f32>, %new: tensor<f32>) {
    %sum = xla.max %old, %new : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
