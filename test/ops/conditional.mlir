// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%pred: tensor<i1>, %index: tensor<i32>, %x: tensor<f32>, %y: tensor<2xf32>) {
  // CHECK: xla.conditional %arg0 : tensor<i1> -> tensor<f32> then(%{{.*}} = %arg2 : tensor<f32>) {
  // CHECK: } else(%{{.*}} = %arg3 : tensor<2xf32>) {
  %0 = xla.conditional %pred : tensor<i1> -> tensor<f32> then(%a = %x : tensor<f32>) {
    xla.return %a : tensor<f32>
  } else(%a = %y : tensor<2xf32>) {
    %1 = xla.slice %a [1:2] : (tensor<2xf32>) -> tensor<1xf32>
    %2 = xla.reshape %1 : (tensor<1xf32>) -> tensor<f32>
    xla.return %2 : tensor<f32>
  }
  // CHECK: xla.conditional %arg1 : tensor<i32> -> tensor<f32> case {
  // CHECK-COUNT-2: } case {
  %3 = xla.conditional %index : tensor<i32> -> tensor<f32> case {
    xla.return %x : tensor<f32>
  } case {
    %1 = xla.neg %x : tensor<f32>
    xla.return %1 : tensor<f32>
  } case {
    xla.return %0 : tensor<f32>
  }
  return
}

// CANON-LABEL: func.func @true(
// CANON: %[[Y:.*]] = xla.neg %arg0
// CANON: return %[[Y]]
func.func @true(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %pred = xla.constant dense<true> : tensor<i1>
  %0 = xla.conditional %pred : tensor<i1> -> tensor<f32> then(%a = %x : tensor<f32>) {
    %1 = xla.neg %a : tensor<f32>
    xla.return %1 : tensor<f32>
  } else(%a = %y : tensor<f32>) {
    xla.return %a : tensor<f32>
  }
  return %0 : tensor<f32>
}

// CANON-LABEL: func.func @false(
// CANON: return %arg1
func.func @false(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %pred = xla.constant dense<false> : tensor<i1>
  %0 = xla.conditional %pred : tensor<i1> -> tensor<f32> then(%a = %x : tensor<f32>) {
    %1 = xla.neg %a : tensor<f32>
    xla.return %1 : tensor<f32>
  } else(%a = %y : tensor<f32>) {
    xla.return %a : tensor<f32>
  }
  return %0 : tensor<f32>
}

// CANON-LABEL: func.func @index(
// CANON: return %arg1, %arg2, %arg2
func.func @index(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %one = xla.constant dense<1> : tensor<i32>
  %0 = xla.conditional %one : tensor<i32> -> tensor<f32> case {
    xla.return %x : tensor<f32>
  } case {
    xla.return %y : tensor<f32>
  } case {
    xla.return %z : tensor<f32>
  }
  // An index out of range takes the last branch.
  %seven = xla.constant dense<7> : tensor<i32>
  %1 = xla.conditional %seven : tensor<i32> -> tensor<f32> case {
    xla.return %x : tensor<f32>
  } case {
    xla.return %z : tensor<f32>
  }
  %minus = xla.constant dense<-1> : tensor<i32>
  %2 = xla.conditional %minus : tensor<i32> -> tensor<f32> case {
    xla.return %x : tensor<f32>
  } case {
    xla.return %z : tensor<f32>
  }
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// A branch that lays its result or its argument out otherwise is not put in the place of the conditional.
// CANON-LABEL: func.func @layout(
// CANON: xla.conditional
// CANON: xla.abs
// CANON: xla.conditional
// CANON: xla.abs
func.func @layout(%x: tensor<2x3xf32>) -> tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>> {
  %pred = xla.constant dense<true> : tensor<i1>
  %0 = xla.conditional %pred : tensor<i1> -> tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>> then {
    %1 = xla.abs %x : tensor<2x3xf32>
    xla.return %1 : tensor<2x3xf32>
  } else {
    %1 = xla.neg %x : tensor<2x3xf32>
    xla.return %1 : tensor<2x3xf32>
  }
  %2 = xla.conditional %pred : tensor<i1> -> tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>> then(%a = %x : tensor<2x3xf32>) {
    %3 = xla.abs %a : tensor<2x3xf32>
    xla.return %3 : tensor<2x3xf32>
  } else(%a = %x : tensor<2x3xf32>) {
    xla.return %a : tensor<2x3xf32>
  }
  %4 = xla.add %0, %2 : tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>>
  return %4 : tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>>
}

// The only branch is the one that is taken.
// CANON-LABEL: func.func @one_branch(
// CANON-NEXT: %[[R:.*]] = xla.neg %arg1
// CANON-NEXT: return %[[R]]
func.func @one_branch(%index: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %0 = xla.conditional %index : tensor<i32> -> tensor<f32> case(%a = %x : tensor<f32>) {
    %1 = xla.neg %a : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// A result that nobody reads is computed in no branch.
// CANON-LABEL: func.func @unused(
// CANON: %[[R:.*]] = xla.conditional %arg0 : tensor<i1> -> tensor<f32> then {
// CANON-NEXT: %[[N:.*]] = xla.neg %arg1
// CANON-NEXT: xla.return %[[N]] : tensor<f32>
// CANON-NEXT: } else {
// CANON-NEXT: xla.return %arg1 : tensor<f32>
// CANON: return %[[R]]
func.func @unused(%pred: tensor<i1>, %x: tensor<f32>, %y: tensor<9x9xf32>) -> tensor<f32> {
  %0:3 = xla.conditional %pred : tensor<i1> -> (tensor<9x9xf32>, tensor<f32>, tensor<9x9xf32>) then {
    %1 = xla.dot %y, %y : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
    %2 = xla.neg %x : tensor<f32>
    xla.return %1, %2, %y : tensor<9x9xf32>, tensor<f32>, tensor<9x9xf32>
  } else {
    %1 = xla.exp %y : tensor<9x9xf32>
    xla.return %y, %x, %1 : tensor<9x9xf32>, tensor<f32>, tensor<9x9xf32>
  }
  return %0#1 : tensor<f32>
}

// Arrays of equal elements are one element inside; another result is not, where one branch gives other elements.
// CANON-LABEL: func.func @equal_elements(
// CANON-DAG: %[[ZERO:.*]] = xla.constant dense<0.000000e+00> : tensor<f32>
// CANON: %[[R:.*]]:2 = xla.conditional %arg0 : tensor<i1> -> (tensor<f32>, tensor<8xf32>) then {
// CANON: xla.return %[[ZERO]], %arg2 : tensor<f32>, tensor<8xf32>
// CANON: xla.return %arg1, %{{.*}} : tensor<f32>, tensor<8xf32>
// CANON: %[[ALL:.*]] = xla.broadcast_in_dim %[[R]]#0, dims = []
// CANON: return %[[ALL]], %[[R]]#1
func.func @equal_elements(%p: tensor<i1>, %s: tensor<f32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zeros = xla.constant dense<0.0> : tensor<8xf32>
  %all = xla.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %r:2 = xla.conditional %p : tensor<i1> -> (tensor<8xf32>, tensor<8xf32>) then {
    xla.return %zeros, %x : tensor<8xf32>, tensor<8xf32>
  } else {
    xla.return %all, %zeros : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}
