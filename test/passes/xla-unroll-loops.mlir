// RUN: xla-opt %s --split-input-file --xla-unroll-loops | FileCheck %s

// Two turns, in which the arrays change places.
// CHECK-LABEL: func.func @swapped(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>
// CHECK-NOT: xla.while
// CHECK: %[[A:.*]] = xla.add %[[X]], %[[Y]] : tensor<4xf32>
// CHECK: %[[B:.*]] = xla.add %[[Y]], %[[A]] : tensor<4xf32>
// CHECK: return %[[A]], %[[B]]
func.func @swapped(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = xla.constant dense<0> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %two = xla.constant dense<2> : tensor<i32>
  %0:3 = xla.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %go = xla.lt %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<i32>
    %sum = xla.add %a, %b : tensor<4xf32>
    xla.return %next, %b, %sum : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Backwards, the constants in the regions.
// CHECK-LABEL: func.func @down(
// CHECK-NOT: xla.while
// CHECK-COUNT-3: xla.neg
// CHECK-NOT: xla.neg
func.func @down(%x: tensor<4xf32>) -> tensor<4xf32> {
  %three = xla.constant dense<3> : tensor<ui8>
  %0:2 = xla.while(%i = %three, %a = %x) : tensor<ui8>, tensor<4xf32>
  cond {
    %zero = xla.constant dense<0> : tensor<ui8>
    %go = xla.gt %i, %zero : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %one = xla.constant dense<1> : tensor<ui8>
    %next = xla.sub %i, %one : tensor<ui8>
    %minus = xla.neg %a : tensor<4xf32>
    xla.return %next, %minus : tensor<ui8>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// -----

// A counter that wraps around is left to run.
// CHECK-LABEL: func.func @wraps(
// CHECK: xla.while
func.func @wraps(%x: tensor<4xf32>) -> tensor<4xf32> {
  %start = xla.constant dense<254> : tensor<ui8>
  %one = xla.constant dense<1> : tensor<ui8>
  %three = xla.constant dense<3> : tensor<ui8>
  %0:2 = xla.while(%i = %start, %a = %x) : tensor<ui8>, tensor<4xf32>
  cond {
    %go = xla.ne %i, %three : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<ui8>
    %minus = xla.neg %a : tensor<4xf32>
    xla.return %next, %minus : tensor<ui8>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// -----

// Many turns, and turns that do not fuse, stay in their loop.
// CHECK-LABEL: func.func @stays(
// CHECK: xla.while
// CHECK: xla.while
func.func @stays(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = xla.constant dense<0> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %two = xla.constant dense<2> : tensor<i32>
  %many = xla.constant dense<9> : tensor<i32>
  %0:2 = xla.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4x4xf32>
  cond {
    %go = xla.lt %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<i32>
    %minus = xla.neg %a : tensor<4x4xf32>
    xla.return %next, %minus : tensor<i32>, tensor<4x4xf32>
  }
  %1:2 = xla.while(%i = %zero, %a = %0#1) : tensor<i32>, tensor<4x4xf32>
  cond {
    %go = xla.lt %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<i32>
    %square = xla.dot %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    xla.return %next, %square : tensor<i32>, tensor<4x4xf32>
  }
  return %1#1 : tensor<4x4xf32>
}

// -----

// A condition of another kind has no limit to count to.
// CHECK-LABEL: func.func @until(
// CHECK: xla.while
func.func @until(%x: tensor<4xf32>) -> tensor<4xf32> {
  %false = xla.constant dense<false> : tensor<i1>
  %true = xla.constant dense<true> : tensor<i1>
  %0:2 = xla.while(%i = %false, %a = %x) : tensor<i1>, tensor<4xf32>
  cond {
    %go = xla.not %i : tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %a, %a : tensor<4xf32>
    xla.return %true, %next : tensor<i1>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// -----

// The next counter is a sum or a difference, but not of the counter.
// CHECK-LABEL: func.func @sum_of_another(
// CHECK: xla.while
func.func @sum_of_another(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %first = xla.constant dense<0> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %two = xla.constant dense<2> : tensor<i32>
  %0:3 = xla.while(%i = %first, %j = %n, %a = %x) : tensor<i32>, tensor<i32>, tensor<4xf32>
  cond {
    %go = xla.lt %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %j, %one : tensor<i32>
    %sum = xla.add %a, %a : tensor<4xf32>
    xla.return %next, %j, %sum : tensor<i32>, tensor<i32>, tensor<4xf32>
  }
  return %0#2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sum_with_another(
// CHECK: xla.while
func.func @sum_with_another(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %first = xla.constant dense<0> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %two = xla.constant dense<2> : tensor<i32>
  %0:3 = xla.while(%i = %first, %j = %n, %a = %x) : tensor<i32>, tensor<i32>, tensor<4xf32>
  cond {
    %go = xla.lt %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %one, %j : tensor<i32>
    %sum = xla.add %a, %a : tensor<4xf32>
    xla.return %next, %j, %sum : tensor<i32>, tensor<i32>, tensor<4xf32>
  }
  return %0#2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @difference_to_another(
// CHECK: xla.while
func.func @difference_to_another(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %first = xla.constant dense<4> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %two = xla.constant dense<2> : tensor<i32>
  %0:3 = xla.while(%i = %first, %j = %n, %a = %x) : tensor<i32>, tensor<i32>, tensor<4xf32>
  cond {
    %go = xla.gt %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.sub %j, %one : tensor<i32>
    %sum = xla.add %a, %a : tensor<4xf32>
    xla.return %next, %j, %sum : tensor<i32>, tensor<i32>, tensor<4xf32>
  }
  return %0#2 : tensor<4xf32>
}

// The limit comes first.
// CHECK-LABEL: func.func @limit_first(
// CHECK-NOT: xla.while
// CHECK-COUNT-2: xla.add %{{.*}} : tensor<4xf32>
// CHECK-NOT: xla.add %{{.*}} : tensor<4xf32>
func.func @limit_first(%x: tensor<4xf32>) -> tensor<4xf32> {
  %first = xla.constant dense<1> : tensor<i8>
  %one = xla.constant dense<1> : tensor<i8>
  %three = xla.constant dense<3> : tensor<i8>
  %0:2 = xla.while(%i = %first, %a = %x) : tensor<i8>, tensor<4xf32>
  cond {
    %go = xla.gt %three, %i : (tensor<i8>, tensor<i8>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<i8>
    %sum = xla.add %a, %a : tensor<4xf32>
    xla.return %next, %sum : tensor<i8>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// A single iteration is no loop, whatever is in it; a loop in it that has several stays one.
// CHECK-LABEL: func.func @one_iteration(
// CHECK: xla.sort
// CHECK: xla.while
// CHECK-NOT: xla.while
func.func @one_iteration(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = xla.constant dense<0> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %nine = xla.constant dense<9> : tensor<i32>
  %0:2 = xla.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %go = xla.lt %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<i32>
    %sorted = xla.sort(%a) dim = 0, is_stable = true : (tensor<4xf32>) -> tensor<4xf32> comparator {
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %less = xla.lt %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
      xla.return %less : tensor<i1>
    }
    %1:2 = xla.while(%j = %zero, %b = %sorted) : tensor<i32>, tensor<4xf32>
    cond {
      %go = xla.lt %j, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
      xla.return %go : tensor<i1>
    } do {
      %following = xla.add %j, %one : tensor<i32>
      %sum = xla.add %b, %b : tensor<4xf32>
      xla.return %following, %sum : tensor<i32>, tensor<4xf32>
    }
    xla.return %next, %1#1 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// What the condition does beside comparing is done.
// CHECK-LABEL: func.func @condition_that_calls(
// CHECK: xla.while
// CHECK: xla.custom_call
func.func @condition_that_calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = xla.constant dense<0> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %0:2 = xla.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
  cond {
    xla.custom_call "f"(%i) {has_side_effect = true} : (tensor<i32>) -> ()
    %go = xla.lt %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<i32>
    %sum = xla.add %a, %a : tensor<4xf32>
    xla.return %next, %sum : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
