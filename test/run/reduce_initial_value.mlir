// Initial values that are not the identity of the computation count once, however many lanes sum the elements.
// RUN: xla-run %s

// 4 bits: 130 elements 1 and the initial value 5 are 135, which is 7 modulo 16.
func.func @main() {
  %x1 = xla.constant dense<1> : tensor<3x130xui4>
  %z1 = xla.constant dense<5> : tensor<ui4>
  %e1 = xla.constant dense<7> : tensor<3xui4>
  %x1_ = xla.optimization_barrier %x1 : (tensor<3x130xui4>) -> tensor<3x130xui4>
  %z1_ = xla.optimization_barrier %z1 : (tensor<ui4>) -> tensor<ui4>
  %run1 = xla.reduce(%x1_ init: %z1_) applies xla.add across dimensions = [1] : (tensor<3x130xui4>, tensor<ui4>) -> tensor<3xui4>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<3xui4>, tensor<3xui4>) -> ()
  %literal1 = xla.reduce(%x1_ init: %z1) applies xla.add across dimensions = [1] : (tensor<3x130xui4>, tensor<ui4>) -> tensor<3xui4>
  xla.custom_call "check.expect_eq"(%literal1, %e1) {has_side_effect = true} : (tensor<3xui4>, tensor<3xui4>) -> ()
  %fold1 = xla.reduce(%x1 init: %z1) applies xla.add across dimensions = [1] : (tensor<3x130xui4>, tensor<ui4>) -> tensor<3xui4>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<3xui4>, tensor<3xui4>) -> ()

  // A product of narrow integers: 3 to the 66th is 9 modulo 16, as the square of 3, and 9 * 7 is -1 in 4 bits.
  %x2 = xla.constant dense<3> : tensor<3x66xi4>
  %z2 = xla.constant dense<7> : tensor<i4>
  %e2 = xla.constant dense<-1> : tensor<3xi4>
  %x2_ = xla.optimization_barrier %x2 : (tensor<3x66xi4>) -> tensor<3x66xi4>
  %z2_ = xla.optimization_barrier %z2 : (tensor<i4>) -> tensor<i4>
  %run2 = xla.reduce(%x2_ init: %z2_) applies xla.mul across dimensions = [1] : (tensor<3x66xi4>, tensor<i4>) -> tensor<3xi4>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<3xi4>, tensor<3xi4>) -> ()
  %fold2 = xla.reduce(%x2 init: %z2) applies xla.mul across dimensions = [1] : (tensor<3x66xi4>, tensor<i4>) -> tensor<3xi4>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<3xi4>, tensor<3xi4>) -> ()

  // A product that begins with the literal 0.
  %x3 = xla.constant dense<1.0> : tensor<3x130xf32>
  %z3 = xla.constant dense<0.0> : tensor<f32>
  %e3 = xla.constant dense<0.0> : tensor<3xf32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<3x130xf32>) -> tensor<3x130xf32>
  %run3 = xla.reduce(%x3_ init: %z3) applies xla.mul across dimensions = [1] : (tensor<3x130xf32>, tensor<f32>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // A conjunction that begins with the literal 0.
  %x4 = xla.constant dense<7> : tensor<3x130xi32>
  %z4 = xla.constant dense<0> : tensor<i32>
  %e4 = xla.constant dense<0> : tensor<3xi32>
  %x4_ = xla.optimization_barrier %x4 : (tensor<3x130xi32>) -> tensor<3x130xi32>
  %run4 = xla.reduce(%x4_ init: %z4) applies xla.and across dimensions = [1] : (tensor<3x130xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  %x5 = xla.constant dense<6> : tensor<3x130xi32>
  %z5 = xla.constant dense<0> : tensor<i32>
  %e5_0 = xla.constant dense<780> : tensor<3xi32>
  %e5_1 = xla.constant dense<6> : tensor<3xi32>
  %x5_ = xla.optimization_barrier %x5 : (tensor<3x130xi32>) -> tensor<3x130xi32>
  %run5:2 = call @disguised(%x5_, %z5) : (tensor<3x130xi32>, tensor<i32>) -> (tensor<3xi32>, tensor<3xi32>)
  xla.custom_call "check.expect_eq"(%run5#0, %e5_0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  xla.custom_call "check.expect_eq"(%run5#1, %e5_1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

// Partial results are not elements: here an element is negated, and there inverted, before the accumulator meets it.
func.func private @disguised(%x: tensor<3x130xi32>, %z: tensor<i32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %sum = xla.reduce(%x init: %z) across dimensions = [1] : (tensor<3x130xi32>, tensor<i32>) -> tensor<3xi32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %0 = xla.neg %b : tensor<i32>
    %1 = xla.sub %a, %0 : tensor<i32>
    xla.return %1 : tensor<i32>
  }
  %or = xla.reduce(%x init: %z) across dimensions = [1] : (tensor<3x130xi32>, tensor<i32>) -> tensor<3xi32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %0 = xla.not %a : tensor<i32>
    %1 = xla.not %b : tensor<i32>
    %2 = xla.and %0, %1 : tensor<i32>
    %3 = xla.not %2 : tensor<i32>
    xla.return %3 : tensor<i32>
  }
  return %sum, %or : tensor<3xi32>, tensor<3xi32>
}
