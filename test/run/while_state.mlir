// RUN: xla-run %s
//
// while: values that change places, that do not change, that nobody reads afterwards, and that only the condition
// reads.

func.func @main() {
  %zero = xla.constant dense<0> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %three = xla.constant dense<3> : tensor<i32>
  %x = xla.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = xla.constant dense<[10.0, 20.0]> : tensor<2xf32>

  // (a, b) becomes (b, a + k), three times; the count has no reader, and k does not change
  %0:4 = xla.while(%i = %zero, %a = %x, %b = %y, %k = %y)
      : tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  cond {
    %go = xla.lt %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<i32>
    %sum = xla.add %a, %k : tensor<2xf32>
    xla.return %next, %b, %sum, %k : tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  %a = xla.constant dense<[20.0, 40.0]> : tensor<2xf32>
  %b = xla.constant dense<[21.0, 42.0]> : tensor<2xf32>
  xla.custom_call "check.expect_eq"(%0#2, %b) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_eq"(%0#1, %a) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_eq"(%0#3, %y) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // what the condition alone reads: the step's size
  %1:2 = xla.while(%v = %x, %size = %one) : tensor<2xf32>, tensor<i32>
  cond {
    %go = xla.lt %size, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %w = xla.add %v, %v : tensor<2xf32>
    %larger = xla.add %size, %one : tensor<i32>
    xla.return %w, %larger : tensor<2xf32>, tensor<i32>
  }
  %v = xla.constant dense<[4.0, 8.0]> : tensor<2xf32>
  xla.custom_call "check.expect_eq"(%1#0, %v) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
