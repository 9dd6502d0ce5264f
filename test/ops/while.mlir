// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
// CHECK: xla.while(%{{.*}} = %arg0, %{{.*}} = %arg1) : tensor<i32>, tensor<f32>
// CHECK: cond {
// CHECK: xla.return %{{.*}} : tensor<i1>
// CHECK: } do {
// CHECK: xla.return %{{.*}}, %{{.*}} : tensor<i32>, tensor<f32>
func.func @round_trip(%zero: tensor<i32>, %x: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
  %ten = xla.constant dense<10> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %0:2 = xla.while(%i = %zero, %y = %x) : tensor<i32>, tensor<f32>
  cond {
    %1 = xla.lt %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } do {
    %1 = xla.add %i, %one : tensor<i32>
    %2 = xla.mul %y, %y : tensor<f32>
    xla.return %1, %2 : tensor<i32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<f32>
}

// CANON-LABEL: func.func @never(
// CANON: return %arg0
func.func @never(%x: tensor<f32>) -> tensor<f32> {
  %0 = xla.while(%y = %x) : tensor<f32>
  cond {
    %1 = xla.constant dense<false> : tensor<i1>
    xla.return %1 : tensor<i1>
  } do {
    %1 = xla.mul %y, %y : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// A value that comes back as it went in is used from outside; one that nothing sees is not carried.
// CANON-LABEL: func.func @invariant_and_unseen(
// CANON: %[[C:.*]] = xla.constant dense<1>
// CANON: %[[W:.*]] = xla.while(%[[I:.*]] = %arg0) : tensor<i32>
// CANON: xla.lt %[[I]], %arg1
// CANON: } do {
// CANON-NOT: xla.neg
// CANON: %[[N:.*]] = xla.add %[[I]], %[[C]]
// CANON: xla.return %[[N]] : tensor<i32>
// CANON: return %[[W]], %arg1
func.func @invariant_and_unseen(%i: tensor<i32>, %n: tensor<i32>, %d: tensor<4xf32>) -> (tensor<i32>, tensor<i32>) {
  %0:3 = xla.while(%a = %i, %b = %n, %c = %d) : tensor<i32>, tensor<i32>, tensor<4xf32>
  cond {
    %1 = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } do {
    %one = xla.constant dense<1> : tensor<i32>
    %1 = xla.add %a, %one : tensor<i32>
    %2 = xla.convert %a : (tensor<i32>) -> tensor<f32>
    %3 = xla.broadcast %2, sizes = [4] : (tensor<f32>) -> tensor<4xf32>
    xla.return %1, %b, %3 : tensor<i32>, tensor<i32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}

// Swapped values are no invariants.
// CANON-LABEL: func.func @swapping(
// CANON: xla.while(%[[A:.*]] = %arg0, %[[B:.*]] = %arg1) : tensor<i32>, tensor<i32>
// CANON: xla.return %[[B]], %[[A]]
func.func @swapping(%x: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %0:2 = xla.while(%a = %x, %b = %y) : tensor<i32>, tensor<i32>
  cond {
    %1 = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } do {
    xla.return %b, %a : tensor<i32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}

// A condition with effects is asked, if only once.
// CANON-LABEL: func.func @never_with_effects(
// CANON: xla.while
// CANON: xla.custom_call "effect"
func.func @never_with_effects(%x: tensor<f32>) -> tensor<f32> {
  %0 = xla.while(%y = %x) : tensor<f32>
  cond {
    %1 = xla.constant dense<false> : tensor<i1>
    xla.custom_call "effect"(%y) {has_side_effect = true} : (tensor<f32>) -> ()
    xla.return %1 : tensor<i1>
  } do {
    %1 = xla.mul %y, %y : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// A value whose next value is one that is no longer carried takes over that one's initial value.
// CANON-LABEL: func.func @next_is_invariant(
// CANON: %[[W:.*]]:2 = xla.while(%[[I:.*]] = %arg0, %[[X:.*]] = %arg1) : tensor<i32>, tensor<f32>
// CANON: xla.return %{{.*}}, %arg2 : tensor<i32>, tensor<f32>
// CANON: return %[[W]]#1, %arg2
func.func @next_is_invariant(%i: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:3 = xla.while(%a = %i, %b = %x, %c = %y) : tensor<i32>, tensor<f32>, tensor<f32>
  cond {
    %ten = xla.constant dense<10> : tensor<i32>
    %1 = xla.lt %a, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } do {
    %1 = xla.add %a, %a : tensor<i32>
    xla.return %1, %c, %c : tensor<i32>, tensor<f32>, tensor<f32>
  }
  return %0#1, %0#2 : tensor<f32>, tensor<f32>
}

// Both are invariant once the inner loop and the identities in it are gone; the condition reads one of them.
// CANON-LABEL: func.func @invariant_after_folding(
// CANON: %[[W:.*]] = xla.while(%[[I:.*]] = %arg0) : tensor<i32>
// CANON: xla.lt %[[I]], %arg1
// CANON-NOT: xla.while
// CANON: return %[[W]], %arg1
func.func @invariant_after_folding(%i: tensor<i32>, %x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %0:3 = xla.while(%a = %i, %b = %x, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %1 = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } do {
    %zero = xla.constant dense<0> : tensor<i32>
    %inner:2 = xla.while(%d = %c, %e = %b) : tensor<i32>, tensor<i32>
    cond {
      %1 = xla.lt %d, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
      xla.return %1 : tensor<i1>
    } do {
      %1 = xla.add %e, %zero : tensor<i32>
      xla.return %1, %e : tensor<i32>, tensor<i32>
    }
    %1 = xla.add %inner#1, %zero : tensor<i32>
    %2 = xla.add %a, %a : tensor<i32>
    xla.return %2, %1, %1 : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}

// What is carried for itself alone is not computed: here %y, although the body reads it. What an op with effects reads is.
// CANON-LABEL: func.func @for_itself(
// CANON: xla.while(%{{.*}} = %arg0, %[[Z:.*]] = %arg2) : tensor<i32>, tensor<f32>
// CANON-NOT: xla.sin
// CANON: xla.custom_call "print"(%[[Z]])
func.func @for_itself(%i: tensor<i32>, %x: tensor<f32>, %z: tensor<f32>) -> tensor<i32> {
  %ten = xla.constant dense<10> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %0:3 = xla.while(%a = %i, %y = %x, %w = %z) : tensor<i32>, tensor<f32>, tensor<f32>
  cond {
    %1 = xla.lt %a, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } do {
    xla.custom_call "print"(%w) {has_side_effect = true} : (tensor<f32>) -> ()
    %1 = xla.add %a, %one : tensor<i32>
    %2 = xla.sin %y : tensor<f32>
    %3 = xla.add %w, %w : tensor<f32>
    xla.return %1, %2, %3 : tensor<i32>, tensor<f32>, tensor<f32>
  }
  return %0#0 : tensor<i32>
}
