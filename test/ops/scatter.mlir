// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<2x3x4x2xi64>, %i: tensor<2x2x3x2xi64>, %u: tensor<2x2x3x2x2xi64>, %a: tensor<8x3xf32>, %b: tensor<8x3xi32>, %j: tensor<5xi32>, %ua: tensor<5x2xf32>, %ub: tensor<5x2xi32>) {
  // CHECK:      xla.scatter (%arg0) at %arg1, (%arg2), update_window_dims = [3, 4], inserted_window_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3, batching_dims = [0] x [1] {unique_indices = true}
  // CHECK-SAME:   : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> (%[[OLD:.*]]: tensor<i64>, %[[NEW:.*]]: tensor<i64>) {
  // CHECK-NEXT:   %[[SUM:.*]] = xla.add %[[OLD]], %[[NEW]]
  // CHECK-NEXT:   xla.return %[[SUM]]
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [3, 4], inserted_window_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3, batching_dims = [0] x [1] {unique_indices = true}
    : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
    (%old: tensor<i64>, %new: tensor<i64>) {
    %sum = xla.add %old, %new : tensor<i64>
    xla.return %sum : tensor<i64>
  }
  // Several inputs: present elements of all come first, then the updates. A slice may be narrower than the input.
  // CHECK: xla.scatter (%arg3, %arg4) at %arg5, (%arg6, %arg7), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<8x3xf32>, tensor<8x3xi32>, tensor<5xi32>, tensor<5x2xf32>, tensor<5x2xi32>) -> (tensor<8x3xf32>, tensor<8x3xi32>) (%arg8: tensor<f32>, %arg9: tensor<i32>, %arg10: tensor<f32>, %arg11: tensor<i32>) {
  %1:2 = xla.scatter (%a, %b) at %j, (%ua, %ub), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<8x3xf32>, tensor<8x3xi32>, tensor<5xi32>, tensor<5x2xf32>, tensor<5x2xi32>) -> (tensor<8x3xf32>, tensor<8x3xi32>)
    (%olda: tensor<f32>, %oldb: tensor<i32>, %newa: tensor<f32>, %newb: tensor<i32>) {
    xla.return %newa, %newb : tensor<f32>, tensor<i32>
  }
  return
}

// CANON-LABEL: func.func @no_updates(
// CANON-SAME: %[[X:.*]]: tensor<8xf32>,
// CANON-NEXT: return %[[X]]
func.func @no_updates(%x: tensor<8xf32>, %i: tensor<0xi32>, %u: tensor<0xf32>) -> tensor<8xf32> {
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<8xf32>, tensor<0xi32>, tensor<0xf32>) -> tensor<8xf32>
    (%old: tensor<f32>, %new: tensor<f32>) {
    xla.return %new : tensor<f32>
  }
  return %0 : tensor<8xf32>
}
