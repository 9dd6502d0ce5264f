// RUN: xla-opt %s --canonicalize | FileCheck %s
//
// Ops on negatives are those on what was negated.

// CHECK-LABEL: @sums
// CHECK-NEXT: %[[SUM:.*]] = xla.add %arg0, %arg1
// CHECK-NEXT: %[[A:.*]] = xla.sub %arg0, %arg1
// CHECK-NEXT: %[[B:.*]] = xla.sub %arg1, %arg0
// CHECK-NEXT: return %[[SUM]], %[[A]], %[[B]]
func.func @sums(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %minus_x = xla.neg %x : tensor<4xf32>
  %minus_y = xla.neg %y : tensor<4xf32>
  %0 = xla.sub %x, %minus_y : tensor<4xf32>
  %1 = xla.add %x, %minus_y : tensor<4xf32>
  %2 = xla.add %minus_x, %y : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @complex_sum
// CHECK-NEXT: %[[SUM:.*]] = xla.add %arg0, %arg1
// CHECK-NEXT: return %[[SUM]]
func.func @complex_sum(%x: tensor<4xcomplex<f32>>, %y: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %minus_y = xla.neg %y : tensor<4xcomplex<f32>>
  %0 = xla.sub %x, %minus_y : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// The largest negative integer is its own negative, so that only floats have their order reversed.
// CHECK-LABEL: @extrema
// CHECK: xla.min %arg0, %arg1 : tensor<4xf32>
// CHECK: xla.max {{.*}} : tensor<4xi32>
// CHECK-NEXT: xla.neg
func.func @extrema(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: tensor<4xi32>, %j: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %minus_x = xla.neg %x : tensor<4xf32>
  %minus_y = xla.neg %y : tensor<4xf32>
  %largest = xla.max %minus_x, %minus_y : tensor<4xf32>
  %0 = xla.neg %largest : tensor<4xf32>
  %minus_i = xla.neg %i : tensor<4xi32>
  %minus_j = xla.neg %j : tensor<4xi32>
  %largest_integer = xla.max %minus_i, %minus_j : tensor<4xi32>
  %1 = xla.neg %largest_integer : tensor<4xi32>
  return %0, %1 : tensor<4xf32>, tensor<4xi32>
}

// CHECK-LABEL: @bits
// CHECK-NEXT: %[[OR:.*]] = xla.or %arg0, %arg1
// CHECK-NEXT: %[[AND:.*]] = xla.and %arg0, %arg1
// CHECK-NEXT: return %[[OR]], %[[AND]]
func.func @bits(%x: tensor<4xi32>, %y: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %not_x = xla.not %x : tensor<4xi32>
  %not_y = xla.not %y : tensor<4xi32>
  %both = xla.and %not_x, %not_y : tensor<4xi32>
  %0 = xla.not %both : tensor<4xi32>
  %either = xla.or %not_x, %not_y : tensor<4xi32>
  %1 = xla.not %either : tensor<4xi32>
  return %0, %1 : tensor<4xi32>, tensor<4xi32>
}
