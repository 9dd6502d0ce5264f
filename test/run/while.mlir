// RUN: xla-run %s
//
// while: counts, carries several values, runs not at all, nests, and reads values from outside.

func.func @main() {
  %zero = xla.constant dense<0> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %ten = xla.constant dense<10> : tensor<i32>

  // powers of two, next to the count
  %0:2 = xla.while(%i = %zero, %x = %one) : tensor<i32>, tensor<i32>
  cond {
    %go = xla.lt %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<i32>
    %twice = xla.add %x, %x : tensor<i32>
    xla.return %next, %twice : tensor<i32>, tensor<i32>
  }
  %1024 = xla.constant dense<1024> : tensor<i32>
  xla.custom_call "check.expect_eq"(%0#0, %ten) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  xla.custom_call "check.expect_eq"(%0#1, %1024) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // no iteration gives the initial value
  %1 = xla.while(%i = %ten) : tensor<i32>
  cond {
    %go = xla.lt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    xla.return %zero : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%1, %ten) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // two values that change places: each sees the other's old value
  %a = xla.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = xla.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %three = xla.constant dense<3> : tensor<i32>
  %2:3 = xla.while(%i = %zero, %p = %a, %q = %b) : tensor<i32>, tensor<2xf32>, tensor<2xf32>
  cond {
    %go = xla.lt %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<i32>
    xla.return %next, %q, %p : tensor<i32>, tensor<2xf32>, tensor<2xf32>
  }
  xla.custom_call "check.expect_eq"(%2#1, %b) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_eq"(%2#2, %a) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // a loop in a loop: 10 * 3
  %3:2 = xla.while(%i = %zero, %n = %zero) : tensor<i32>, tensor<i32>
  cond {
    %go = xla.lt %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %inner:2 = xla.while(%j = %zero, %m = %n) : tensor<i32>, tensor<i32>
    cond {
      %go = xla.lt %j, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      xla.return %go : tensor<i1>
    } do {
      %j1 = xla.add %j, %one : tensor<i32>
      %m1 = xla.add %m, %one : tensor<i32>
      xla.return %j1, %m1 : tensor<i32>, tensor<i32>
    }
    %next = xla.add %i, %one : tensor<i32>
    xla.return %next, %inner#1 : tensor<i32>, tensor<i32>
  }
  %thirty = xla.constant dense<30> : tensor<i32>
  xla.custom_call "check.expect_eq"(%3#1, %thirty) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // the initial value stays what it was
  %4:2 = xla.while(%i = %zero, %v = %a) : tensor<i32>, tensor<2xf32>
  cond {
    %go = xla.lt %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<i32>
    %w = xla.add %v, %v : tensor<2xf32>
    xla.return %next, %w : tensor<i32>, tensor<2xf32>
  }
  %eight = xla.constant dense<[8.0, 16.0]> : tensor<2xf32>
  %again = xla.constant dense<[1.0, 2.0]> : tensor<2xf32>
  xla.custom_call "check.expect_eq"(%4#1, %eight) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_eq"(%a, %again) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
