// RUN: xla-opt %s --canonicalize | FileCheck %s

// Many short slices are sorted by exchanges of neighbours.
// CHECK-LABEL: @pairs
// CHECK-DAG: %[[A:.*]] = xla.slice %arg0 [0:512, 0:1]
// CHECK-DAG: %[[B:.*]] = xla.slice %arg0 [0:512, 1:2]
// CHECK: %[[P:.*]] = xla.gt %[[B]], %[[A]]
// CHECK-DAG: %[[FIRST:.*]] = xla.select %[[P]], %[[B]], %[[A]]
// CHECK-DAG: %[[SECOND:.*]] = xla.select %[[P]], %[[A]], %[[B]]
// CHECK: xla.concatenate %[[FIRST]], %[[SECOND]]
func.func @pairs(%x: tensor<512x2xi32>) -> tensor<512x2xi32> {
  %0 = xla.sort(%x) dim = 1 : (tensor<512x2xi32>) -> tensor<512x2xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %before = xla.gt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  return %0 : tensor<512x2xi32>
}

// NaN comes nowhere, a comparison of unlike numbers is no order, and few or long slices are left.
// CHECK-LABEL: @left
// CHECK-COUNT-4: xla.sort
func.func @left(%x: tensor<512x2xf32>, %y: tensor<512x2xi32>, %z: tensor<8x2xi32>, %w: tensor<512x5xi32>) -> (tensor<512x2xf32>, tensor<512x2xi32>, tensor<8x2xi32>, tensor<512x5xi32>) {
  %0 = xla.sort(%x) dim = 1 : (tensor<512x2xf32>) -> tensor<512x2xf32> comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %before = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %1 = xla.sort(%y) dim = 1 : (tensor<512x2xi32>) -> tensor<512x2xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %minus = xla.neg %b : tensor<i32>
    %before = xla.lt %a, %minus : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %2 = xla.sort(%z) dim = 1 : (tensor<8x2xi32>) -> tensor<8x2xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %before = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %3 = xla.sort(%w) dim = 1 : (tensor<512x5xi32>) -> tensor<512x5xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %before = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  return %0, %1, %2, %3 : tensor<512x2xf32>, tensor<512x2xi32>, tensor<8x2xi32>, tensor<512x5xi32>
}

// Truth values are counted: where true comes last, those that are false are.
// CHECK-LABEL: @truth_values
// CHECK: %[[FALSE:.*]] = xla.not %arg0
// CHECK: %[[ONES:.*]] = xla.convert %[[FALSE]] : (tensor<64x32xi1>) -> tensor<64x32xi32>
// CHECK: %[[SUM:.*]] = xla.reduce(%[[ONES]] {{.*}} xla.add across dimensions = [1]
// CHECK: %[[COUNT:.*]] = xla.broadcast_in_dim %[[SUM]], dims = [0]
// CHECK: %[[PLACE:.*]] = xla.iota dim = 1
// CHECK: xla.ge %[[PLACE]], %[[COUNT]]
func.func @truth_values(%x: tensor<64x32xi1>) -> tensor<64x32xi1> {
  %0 = xla.sort(%x) dim = 1 : (tensor<64x32xi1>) -> tensor<64x32xi1> comparator {
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %before = xla.lt %a, %b : (tensor<i1>, tensor<i1>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  return %0 : tensor<64x32xi1>
}

// CHECK-LABEL: @true_first
// CHECK: xla.convert %arg0
// CHECK: xla.lt
func.func @true_first(%x: tensor<64x32xi1>) -> tensor<64x32xi1> {
  %0 = xla.sort(%x) dim = 1 : (tensor<64x32xi1>) -> tensor<64x32xi1> comparator {
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %before = xla.lt %b, %a : (tensor<i1>, tensor<i1>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  return %0 : tensor<64x32xi1>
}

// What nothing uses and the comparator does not look at is not sorted, nor computed.
// CHECK-LABEL: @unused
// CHECK-NOT: xla.exp
// CHECK: %[[SORTED:.*]]:2 = xla.sort(%arg0, %arg2) dim = 0
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<i32>, %[[B:.*]]: tensor<i32>, %{{.*}}: tensor<f64>, %{{.*}}: tensor<f64>):
// CHECK-NEXT: xla.lt %[[A]], %[[B]]
// CHECK: return %[[SORTED]]#1
func.func @unused(%keys: tensor<6xi32>, %x: tensor<6xf32>, %y: tensor<6xf64>) -> tensor<6xf64> {
  %exp = xla.exp %x : tensor<6xf32>
  %0:3 = xla.sort(%keys, %exp, %y) dim = 0 : (tensor<6xi32>, tensor<6xf32>, tensor<6xf64>) -> (tensor<6xi32>, tensor<6xf32>, tensor<6xf64>) comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>, %e: tensor<f64>, %f: tensor<f64>):
    %before = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  return %0#2 : tensor<6xf64>
}

// Equal truth values are sorted already.
// CHECK-LABEL: @equal_truth_values
// CHECK: %[[TRUE:.*]] = xla.constant dense<true> : tensor<64x32xi1>
// CHECK-NEXT: return %[[TRUE]]
func.func @equal_truth_values() -> tensor<64x32xi1> {
  %true = xla.constant dense<true> : tensor<64x32xi1>
  %0 = xla.sort(%true) dim = 1 : (tensor<64x32xi1>) -> tensor<64x32xi1> comparator {
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %before = xla.lt %a, %b : (tensor<i1>, tensor<i1>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  return %0 : tensor<64x32xi1>
}
