// RUN: xla-opt %s --stablehlo-legalize-to-xla | FileCheck %s

// CHECK-LABEL: func @reduce
func.func @reduce(%x: tensor<2x3xf32>, %zero: tensor<f32>) {
  // CHECK: xla.reduce(%arg0 init: %arg1) applies xla.max across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK:      xla.reduce(%arg0 init: %arg1) across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: reducer(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>)
  // CHECK-NEXT:   %[[D:.*]] = xla.sub %[[A]], %[[B]] : tensor<f32>
  // CHECK-NEXT:   xla.return %[[D]] : tensor<f32>
  %1 = stablehlo.reduce(%x init: %zero) across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %2 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return
}

// CHECK-LABEL: func @while
func.func @while(%n: tensor<i32>) -> tensor<i32> {
  // CHECK:      xla.while(%[[I:.*]] = %arg0) : tensor<i32>
  // CHECK-NEXT: cond {
  // CHECK-NEXT:   xla.gt %[[I]], %{{.*}}
  // CHECK-NEXT:   xla.return
  // CHECK-NEXT: } do {
  // CHECK-NEXT:   xla.sub %[[I]], %{{.*}}
  // CHECK-NEXT:   xla.return
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.while(%i = %n) : tensor<i32>
   cond {
    %1 = stablehlo.compare GT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// Branches capture what they use; the index of a case stays an index, also with two branches.
// CHECK-LABEL: func @branches
func.func @branches(%p: tensor<i1>, %i: tensor<i32>, %x: tensor<f32>) {
  // CHECK:      xla.conditional %arg0 : tensor<i1> -> tensor<f32> then {
  // CHECK-NEXT:   xla.return %[[X:.*]] : tensor<f32>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %[[N:.*]] = xla.neg %[[X]] : tensor<f32>
  // CHECK-NEXT:   xla.return %[[N]] : tensor<f32>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %2 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  // CHECK:      xla.conditional %arg1 : tensor<i32> -> (tensor<f32>, tensor<i32>) case {
  // CHECK-NEXT:   xla.return
  // CHECK-NEXT: } case {
  // CHECK-NEXT:   xla.return
  %1:2 = "stablehlo.case"(%i) ({
    stablehlo.return %x, %i : tensor<f32>, tensor<i32>
  }, {
    stablehlo.return %x, %i : tensor<f32>, tensor<i32>
  }) : (tensor<i32>) -> (tensor<f32>, tensor<i32>)
  return
}

// CHECK-LABEL: func @tuples
func.func @tuples(%x: tensor<f32>, %i: tensor<i32>) {
  // CHECK: xla.tuple %arg0, %arg1 : (tensor<f32>, tensor<i32>) -> tuple<tensor<f32>, tensor<i32>>
  %0 = stablehlo.tuple %x, %i : tuple<tensor<f32>, tensor<i32>>
  // CHECK: xla.get_tuple_element %{{.*}}[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
  // CHECK: xla.optimization_barrier %arg0, %arg1 : (tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  %2:2 = stablehlo.optimization_barrier %x, %i : tensor<f32>, tensor<i32>
  return
}

// Tokens change in every type that holds one.
// CHECK-LABEL: func @tokens(
// CHECK-SAME:    %[[T:.*]]: !xla.token, %arg1: tuple<tensor<f32>, !xla.token>) -> !xla.token
func.func @tokens(%t: !stablehlo.token, %u: tuple<tensor<f32>, !stablehlo.token>) -> !stablehlo.token {
  // CHECK: xla.get_tuple_element %arg1[1] : (tuple<tensor<f32>, !xla.token>) -> !xla.token
  %0 = stablehlo.get_tuple_element %u[1] : (tuple<tensor<f32>, !stablehlo.token>) -> !stablehlo.token
  // CHECK: call @takes(%[[T]]) : (!xla.token) -> !xla.token
  %1 = func.call @takes(%t) : (!stablehlo.token) -> !stablehlo.token
  return %1 : !stablehlo.token
}
// CHECK: func private @takes(!xla.token) -> !xla.token
func.func private @takes(!stablehlo.token) -> !stablehlo.token

// A function may end in StableHLO's return.
// CHECK-LABEL: func @own_return
// CHECK: %[[CALLED:.*]]:2 = call @own_return_of_two
// CHECK: return %[[CALLED]]#1 : tensor<f32>
func.func @own_return(%x: tensor<f32>) -> tensor<f32> {
  %0:2 = func.call @own_return_of_two(%x) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  stablehlo.return %0#1 : tensor<f32>
}

// CHECK-LABEL: func private @own_return_of_two
// CHECK: %[[NEGATED:.*]] = xla.neg
// CHECK-NEXT: return %arg0, %[[NEGATED]] : tensor<f32>, tensor<f32>
func.func private @own_return_of_two(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.negate %x : tensor<f32>
  stablehlo.return %x, %0 : tensor<f32>, tensor<f32>
}
