// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<4x3xf32>, %i: tensor<4x3xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
  // CHECK: xla.sort(%{{.*}}, %{{.*}}) dim = -2, is_stable = true : (tensor<4x3xf32>, tensor<4x3xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) comparator {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>, %{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>):
  %0:2 = xla.sort(%x, %i) dim = -2, is_stable = true : (tensor<4x3xf32>, tensor<4x3xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %j: tensor<i32>, %k: tensor<i32>):
    %1 = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
}

// Slices of one element, and none, are sorted.
// CANON-LABEL: func.func @sorted
// CANON-SAME: %[[X:.*]]: tensor<4x1xf32>, %[[Y:.*]]: tensor<0x9xi32>
// CANON-NEXT: return %[[X]], %[[Y]]
func.func @sorted(%x: tensor<4x1xf32>, %y: tensor<0x9xi32>) -> (tensor<4x1xf32>, tensor<0x9xi32>) {
  %0 = xla.sort(%x) dim = 1 : (tensor<4x1xf32>) -> tensor<4x1xf32> comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.gt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  %2 = xla.sort(%y) dim = 1 : (tensor<0x9xi32>) -> tensor<0x9xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = xla.gt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  return %0, %2 : tensor<4x1xf32>, tensor<0x9xi32>
}
