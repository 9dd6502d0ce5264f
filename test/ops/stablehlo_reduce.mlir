// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --mlir-print-op-generic | xla-opt | FileCheck %s
// RUN: xla-opt %s --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC

// A body that is one commutative op of the dialect, applied to the arguments in order, has a compact form.
// CHECK-LABEL: func @compact
func.func @compact(%x: tensor<2x3xf32>, %zero: tensor<f32>) -> tensor<2xf32> {
  // CHECK: stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  // LOC: applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32> loc("sum")
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32> loc("sum")
  return %0 : tensor<2xf32>
}

// Arguments in another order, an attribute on the op, or two ops have none.
// CHECK-LABEL: func @whole
func.func @whole(%x: tensor<3xf32>, %zero: tensor<f32>) {
  // CHECK:      stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: reducer(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>)
  // CHECK-NEXT:   %[[SUM:.*]] = stablehlo.add %[[B]], %[[A]] : tensor<f32>
  // CHECK-NEXT:   stablehlo.return %[[SUM]] : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.add %b, %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  // CHECK: stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.add %arg2, %arg3 {note} : tensor<f32>
  %2 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %3 = stablehlo.add %a, %b {note} : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }
  // CHECK: stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.subtract %arg2, %arg3 : tensor<f32>
  %4 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %5 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }
  return
}

// CHECK-LABEL: func @together
func.func @together(%x: tensor<3xf32>, %i: tensor<3xi32>, %low: tensor<f32>, %none: tensor<i32>) {
  // CHECK:      stablehlo.reduce(%arg0 init: %arg2), (%arg1 init: %arg3) across dimensions = [0] : (tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  // CHECK-NEXT: reducer(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>) (%[[J:.*]]: tensor<i32>, %[[K:.*]]: tensor<i32>)
  // CHECK:        stablehlo.compare GT, %[[A]], %[[B]]
  // CHECK:        stablehlo.select %{{.*}}, %[[J]], %[[K]]
  %0:2 = stablehlo.reduce(%x init: %low), (%i init: %none) across dimensions = [0] : (tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %1 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }
  return
}

// CHECK-LABEL: func @others
func.func @others(%x: tensor<4x4xf32>, %s: tensor<2x2xf32>, %zero: tensor<f32>) {
  // CHECK:      "stablehlo.reduce_window"(%arg0, %arg2) <{
  // CHECK-SAME:   padding = dense<{{\[}}[0, 1], [1, 0]]> : tensor<2x2xi64>
  // CHECK-SAME:   window_dimensions = array<i64: 2, 2>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    padding = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x2xf32>
  // CHECK: "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  %1 = "stablehlo.select_and_scatter"(%x, %s, %zero) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  // CHECK: "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}>
  %2 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}>
  %3 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
