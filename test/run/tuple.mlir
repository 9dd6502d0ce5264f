// RUN: xla-run %s --xla-keep-barriers
//
// tuple, get_tuple_element, call and optimization_barrier: nested and empty tuples, through calls, loops and branches.

func.func private @swap(%t: tuple<tensor<f32>, tensor<2xi32>>) -> tuple<tensor<2xi32>, tensor<f32>> {
  %0 = xla.get_tuple_element %t[0] : (tuple<tensor<f32>, tensor<2xi32>>) -> tensor<f32>
  %1 = xla.get_tuple_element %t[1] : (tuple<tensor<f32>, tensor<2xi32>>) -> tensor<2xi32>
  %2 = xla.tuple %1, %0 : (tensor<2xi32>, tensor<f32>) -> tuple<tensor<2xi32>, tensor<f32>>
  return %2 : tuple<tensor<2xi32>, tensor<f32>>
}

func.func private @nothing() -> tuple<> {
  %0 = xla.tuple : () -> tuple<>
  return %0 : tuple<>
}

func.func @main() {
  %x = xla.constant dense<1.5> : tensor<f32>
  %y = xla.constant dense<[3, 4]> : tensor<2xi32>
  %t = xla.tuple %x, %y : (tensor<f32>, tensor<2xi32>) -> tuple<tensor<f32>, tensor<2xi32>>

  // through a call and a barrier
  %barred = xla.optimization_barrier %t : (tuple<tensor<f32>, tensor<2xi32>>) -> tuple<tensor<f32>, tensor<2xi32>>
  %s = xla.call @swap(%barred) : (tuple<tensor<f32>, tensor<2xi32>>) -> tuple<tensor<2xi32>, tensor<f32>>
  %s0 = xla.get_tuple_element %s[0] : (tuple<tensor<2xi32>, tensor<f32>>) -> tensor<2xi32>
  %s1 = xla.get_tuple_element %s[1] : (tuple<tensor<2xi32>, tensor<f32>>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%s0, %y) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  xla.custom_call "check.expect_eq"(%s1, %x) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()

  // nested, with an empty one inside
  %e = xla.call @nothing() : () -> tuple<>
  %n = xla.tuple %e, %t : (tuple<>, tuple<tensor<f32>, tensor<2xi32>>) -> tuple<tuple<>, tuple<tensor<f32>, tensor<2xi32>>>
  %n1 = xla.get_tuple_element %n[1] : (tuple<tuple<>, tuple<tensor<f32>, tensor<2xi32>>>) -> tuple<tensor<f32>, tensor<2xi32>>
  %n11 = xla.get_tuple_element %n1[1] : (tuple<tensor<f32>, tensor<2xi32>>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%n11, %y) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // carried by a loop: two elements that begin as one value part company
  %zero = xla.constant dense<0> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %three = xla.constant dense<3> : tensor<i32>
  %both = xla.tuple %x, %x : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
  %loop:2 = xla.while(%i = %zero, %p = %both) : tensor<i32>, tuple<tensor<f32>, tensor<f32>>
  cond {
    %go = xla.lt %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<i32>
    %a = xla.get_tuple_element %p[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
    %b = xla.get_tuple_element %p[1] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
    %twice = xla.add %a, %a : tensor<f32>
    %q = xla.tuple %twice, %b : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
    xla.return %next, %q : tensor<i32>, tuple<tensor<f32>, tensor<f32>>
  }
  %l0 = xla.get_tuple_element %loop#1[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  %l1 = xla.get_tuple_element %loop#1[1] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  %twelve = xla.constant dense<12.0> : tensor<f32>
  xla.custom_call "check.expect_eq"(%l0, %twelve) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  xla.custom_call "check.expect_eq"(%l1, %x) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()

  // chosen by a branch
  %yes = xla.constant dense<true> : tensor<i1>
  %c = xla.conditional %yes : tensor<i1> -> tuple<tensor<f32>, tensor<2xi32>> then {
    xla.return %t : tuple<tensor<f32>, tensor<2xi32>>
  } else {
    %z = xla.neg %x : tensor<f32>
    %u = xla.tuple %z, %y : (tensor<f32>, tensor<2xi32>) -> tuple<tensor<f32>, tensor<2xi32>>
    xla.return %u : tuple<tensor<f32>, tensor<2xi32>>
  }
  %c0 = xla.get_tuple_element %c[0] : (tuple<tensor<f32>, tensor<2xi32>>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%c0, %x) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}
