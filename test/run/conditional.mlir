// RUN: xla-run %s
//
// conditional: by a predicate, and by an index that chooses the last branch when it is out of range. Only the chosen
// branch runs: the other one here would never end, or divide by zero.

func.func private @choose(%index: tensor<i32>) -> tensor<f32> {
  %a = xla.constant dense<10.0> : tensor<f32>
  %b = xla.constant dense<20.0> : tensor<f32>
  %c = xla.constant dense<30.0> : tensor<f32>
  %0 = xla.conditional %index : tensor<i32> -> tensor<f32> case(%x = %a : tensor<f32>) {
    xla.return %x : tensor<f32>
  } case(%x = %b : tensor<f32>) {
    %neg = xla.neg %x : tensor<f32>
    xla.return %neg : tensor<f32>
  } case(%x = %c : tensor<f32>) {
    %twice = xla.add %x, %x : tensor<f32>
    xla.return %twice : tensor<f32>
  }
  return %0 : tensor<f32>
}

func.func private @endless(%x: tensor<f32>) -> tensor<f32> {
  %0 = xla.while(%v = %x) : tensor<f32>
  cond {
    %yes = xla.constant dense<true> : tensor<i1>
    xla.return %yes : tensor<i1>
  } do {
    xla.return %v : tensor<f32>
  }
  return %0 : tensor<f32>
}

func.func @main() {
  %first = xla.constant dense<10.0> : tensor<f32>
  %second = xla.constant dense<-20.0> : tensor<f32>
  %last = xla.constant dense<60.0> : tensor<f32>
  %i0 = xla.constant dense<0> : tensor<i32>
  %i1 = xla.constant dense<1> : tensor<i32>
  %i2 = xla.constant dense<2> : tensor<i32>
  %i3 = xla.constant dense<3> : tensor<i32>
  %im = xla.constant dense<-1> : tensor<i32>
  %r0 = xla.call @choose(%i0) : (tensor<i32>) -> tensor<f32>
  %r1 = xla.call @choose(%i1) : (tensor<i32>) -> tensor<f32>
  %r2 = xla.call @choose(%i2) : (tensor<i32>) -> tensor<f32>
  %r3 = xla.call @choose(%i3) : (tensor<i32>) -> tensor<f32>
  %rm = xla.call @choose(%im) : (tensor<i32>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%r0, %first) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  xla.custom_call "check.expect_eq"(%r1, %second) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  xla.custom_call "check.expect_eq"(%r2, %last) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  xla.custom_call "check.expect_eq"(%r3, %last) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  xla.custom_call "check.expect_eq"(%rm, %last) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()

  // each branch has an operand of its own type; true is branch 0
  %yes = xla.constant dense<true> : tensor<i1>
  %no = xla.constant dense<false> : tensor<i1>
  %t_ = xla.optimization_barrier %yes : (tensor<i1>) -> tensor<i1>
  %f_ = xla.optimization_barrier %no : (tensor<i1>) -> tensor<i1>
  %then = xla.conditional %t_ : tensor<i1> -> tensor<f32> then(%a = %first : tensor<f32>) {
    xla.return %a : tensor<f32>
  } else(%b = %i3 : tensor<i32>) {
    %v = xla.convert %b : (tensor<i32>) -> tensor<f32>
    xla.return %v : tensor<f32>
  }
  %else = xla.conditional %f_ : tensor<i1> -> tensor<f32> then(%a = %first : tensor<f32>) {
    xla.return %a : tensor<f32>
  } else(%b = %i3 : tensor<i32>) {
    %v = xla.convert %b : (tensor<i32>) -> tensor<f32>
    xla.return %v : tensor<f32>
  }
  %three = xla.constant dense<3.0> : tensor<f32>
  xla.custom_call "check.expect_eq"(%then, %first) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  xla.custom_call "check.expect_eq"(%else, %three) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()

  // several results; the branch that is not taken would never end
  %pair:2 = xla.conditional %t_ : tensor<i1> -> (tensor<f32>, tensor<i32>) then {
    xla.return %three, %i2 : tensor<f32>, tensor<i32>
  } else {
    %never = xla.call @endless(%three) : (tensor<f32>) -> tensor<f32>
    xla.return %never, %i1 : tensor<f32>, tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%pair#0, %three) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  xla.custom_call "check.expect_eq"(%pair#1, %i2) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // one branch is always taken
  %only = xla.conditional %im : tensor<i32> -> tensor<f32> case {
    xla.return %three : tensor<f32>
  }
  xla.custom_call "check.expect_eq"(%only, %three) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}
