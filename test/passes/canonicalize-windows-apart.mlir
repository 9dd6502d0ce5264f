// RUN: xla-opt %s --canonicalize | FileCheck %s
//
// Windows whose body combines some results apart from others are ops of their own.

// CHECK-LABEL: @apart
// CHECK-DAG: %[[SUM:.*]] = xla.reduce_window(%arg0 init: %arg2) applies xla.add window = {size = [3]}
// CHECK-DAG: %[[MAX:.*]] = xla.reduce_window(%arg1 init: %arg3) applies xla.max window = {size = [3]}
// CHECK: return %[[SUM]], %[[MAX]]
func.func @apart(%x: tensor<8xi32>, %y: tensor<8xf32>, %a: tensor<i32>, %b: tensor<f32>) -> (tensor<6xi32>, tensor<6xf32>) {
  %0:2 = xla.reduce_window(%x init: %a), (%y init: %b) window = {size = [3]} : (tensor<8xi32>, tensor<8xf32>, tensor<i32>, tensor<f32>) -> (tensor<6xi32>, tensor<6xf32>)
   reducer(%i: tensor<i32>, %j: tensor<i32>) (%v: tensor<f32>, %w: tensor<f32>) {
    %sum = xla.add %i, %j : tensor<i32>
    %max = xla.max %v, %w : tensor<f32>
    xla.return %sum, %max : tensor<i32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<6xi32>, tensor<6xf32>
}

// The first two decide about each other; the third has nothing to do with them.
// CHECK-LABEL: @pair_and_sum
// CHECK-DAG: %[[PAIR:.*]]:2 = xla.reduce_window(%arg0 init: %arg2), (%arg1 init: %arg3)
// CHECK-DAG: %[[SUM:.*]] = xla.reduce_window(%arg1 init: %arg3) applies xla.add
// CHECK: return %[[PAIR]]#0, %[[PAIR]]#1, %[[SUM]]
func.func @pair_and_sum(%x: tensor<8xi32>, %y: tensor<8xf32>, %a: tensor<i32>, %b: tensor<f32>) -> (tensor<6xi32>, tensor<6xf32>, tensor<6xf32>) {
  %0:3 = xla.reduce_window(%x init: %a), (%y init: %b), (%y init: %b) window = {size = [3]} : (tensor<8xi32>, tensor<8xf32>, tensor<8xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<6xi32>, tensor<6xf32>, tensor<6xf32>)
   reducer(%i: tensor<i32>, %j: tensor<i32>) (%v: tensor<f32>, %w: tensor<f32>) (%s: tensor<f32>, %t: tensor<f32>) {
    %less = xla.lt %v, %w : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %least = xla.select %less, %v, %w : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %number = xla.select %less, %i, %j : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %sum = xla.add %s, %t : tensor<f32>
    xla.return %number, %least, %sum : tensor<i32>, tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1, %0#2 : tensor<6xi32>, tensor<6xf32>, tensor<6xf32>
}

// One that decides about another stays with it.
// CHECK-LABEL: @decides
// CHECK: xla.reduce_window(%arg0 init: %arg2), (%arg1 init: %arg3)
// CHECK-NOT: xla.reduce_window
func.func @decides(%x: tensor<8xi32>, %y: tensor<8xf32>, %a: tensor<i32>, %b: tensor<f32>) -> (tensor<6xi32>, tensor<6xf32>) {
  %0:2 = xla.reduce_window(%x init: %a), (%y init: %b) window = {size = [3]} : (tensor<8xi32>, tensor<8xf32>, tensor<i32>, tensor<f32>) -> (tensor<6xi32>, tensor<6xf32>)
   reducer(%i: tensor<i32>, %j: tensor<i32>) (%v: tensor<f32>, %w: tensor<f32>) {
    %sum = xla.add %i, %j : tensor<i32>
    %less = xla.lt %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %chosen = xla.select %less, %v, %w : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    xla.return %sum, %chosen : tensor<i32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<6xi32>, tensor<6xf32>
}

// Results of one width are reduced together, as they may share what they read, and those of another apart from them.
// CHECK-LABEL: @widths
// CHECK: %[[SUMS:.*]]:2 = xla.reduce(%arg0 init: %arg2), (%arg0 init: %arg3)
// CHECK: %[[LARGEST:.*]] = xla.reduce(%arg1 init: %arg4) applies xla.max
// CHECK: return %[[SUMS]]#0, %[[LARGEST]], %[[SUMS]]#1
func.func @widths(%x: tensor<4x8xf64>, %i: tensor<4x8xi32>, %a: tensor<f64>, %b: tensor<f64>, %c: tensor<i32>) -> (tensor<4xf64>, tensor<4xi32>, tensor<4xf64>) {
  %0:3 = xla.reduce(%x init: %a), (%i init: %c), (%x init: %b) across dimensions = [1] : (tensor<4x8xf64>, tensor<4x8xi32>, tensor<4x8xf64>, tensor<f64>, tensor<i32>, tensor<f64>) -> (tensor<4xf64>, tensor<4xi32>, tensor<4xf64>)
   reducer(%p: tensor<f64>, %q: tensor<f64>) (%r: tensor<i32>, %s: tensor<i32>) (%t: tensor<f64>, %u: tensor<f64>) {
    %1 = xla.add %p, %q : tensor<f64>
    %2 = xla.max %r, %s : tensor<i32>
    %3 = xla.add %t, %u : tensor<f64>
    xla.return %1, %2, %3 : tensor<f64>, tensor<i32>, tensor<f64>
  }
  return %0#0, %0#1, %0#2 : tensor<4xf64>, tensor<4xi32>, tensor<4xf64>
}
