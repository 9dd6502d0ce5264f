// RUN: xla-run %s
//
// map: computations of several ops, operands of several types, constants and values from outside, no elements, no dimensions.
// The expected numbers are NumPy's.

func.func @main() {
  // x * n + 0.5 of a float and an integer
  %a0 = xla.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b0 = xla.constant dense<[[1, 0, -1], [2, 2, 2]]> : tensor<2x3xi32>
  %e0_0 = xla.constant dense<[[1.5, 0.5, -2.5], [8.5, 10.5, 12.5]]> : tensor<2x3xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %run0 = xla.map(%a0_, %b0_) dims = [0, 1] : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32> computation {
  ^bb0(%x: tensor<f32>, %n: tensor<i32>):
    %half = xla.constant dense<0.5> : tensor<f32>
    %float = xla.convert %n : (tensor<i32>) -> tensor<f32>
    %product = xla.mul %x, %float : tensor<f32>
    %sum = xla.add %product, %half : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  xla.custom_call "check.expect_eq"(%run0, %e0_0) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %fold0 = xla.map(%a0, %b0) dims = [0, 1] : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32> computation {
  ^bb0(%x: tensor<f32>, %n: tensor<i32>):
    %half = xla.constant dense<0.5> : tensor<f32>
    %float = xla.convert %n : (tensor<i32>) -> tensor<f32>
    %product = xla.mul %x, %float : tensor<f32>
    %sum = xla.add %product, %half : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  xla.custom_call "check.expect_eq"(%fold0, %e0_0) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // a value from outside, and another type of result
  %a1 = xla.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b1 = xla.constant dense<10.0> : tensor<f32>
  %e1_0 = xla.constant dense<[[false, false, false], [true, true, true]]> : tensor<2x3xi1>
  %a1_ = xla.optimization_barrier %a1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %b1_ = xla.optimization_barrier %b1 : (tensor<f32>) -> tensor<f32>
  %run1 = xla.map(%a1_) dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xi1> computation {
  ^bb0(%x: tensor<f32>):
    %six = xla.constant dense<6.0> : tensor<f32>
    %limit = xla.sub %b1_, %six : tensor<f32>
    %over = xla.ge %x, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %over : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%run1, %e1_0) {has_side_effect = true} : (tensor<2x3xi1>, tensor<2x3xi1>) -> ()
  %fold1 = xla.map(%a1) dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xi1> computation {
  ^bb0(%x: tensor<f32>):
    %six = xla.constant dense<6.0> : tensor<f32>
    %limit = xla.sub %b1, %six : tensor<f32>
    %over = xla.ge %x, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %over : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%fold1, %e1_0) {has_side_effect = true} : (tensor<2x3xi1>, tensor<2x3xi1>) -> ()

  // no dimensions
  %a2 = xla.constant dense<3> : tensor<i32>
  %e2_0 = xla.constant dense<9> : tensor<i32>
  %a2_ = xla.optimization_barrier %a2 : (tensor<i32>) -> tensor<i32>
  %run2 = xla.map(%a2_) dims = [] : (tensor<i32>) -> tensor<i32> computation {
  ^bb0(%x: tensor<i32>):
    %square = xla.mul %x, %x : tensor<i32>
    xla.return %square : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run2, %e2_0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %fold2 = xla.map(%a2) dims = [] : (tensor<i32>) -> tensor<i32> computation {
  ^bb0(%x: tensor<i32>):
    %square = xla.mul %x, %x : tensor<i32>
    xla.return %square : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold2, %e2_0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // a computation that returns a constant
  %a3 = xla.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %e3_0 = xla.constant dense<[[7, 7, 7], [7, 7, 7]]> : tensor<2x3xi32>
  %a3_ = xla.optimization_barrier %a3 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %run3 = xla.map(%a3_) dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xi32> computation {
  ^bb0(%x: tensor<f32>):
    %seven = xla.constant dense<7> : tensor<i32>
    xla.return %seven : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run3, %e3_0) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  %fold3 = xla.map(%a3) dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xi32> computation {
  ^bb0(%x: tensor<f32>):
    %seven = xla.constant dense<7> : tensor<i32>
    xla.return %seven : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold3, %e3_0) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()

  // no elements
  %a4 = xla.constant dense<> : tensor<0x2xf32>
  %e4_0 = xla.constant dense<> : tensor<0x2xf32>
  %a4_ = xla.optimization_barrier %a4 : (tensor<0x2xf32>) -> tensor<0x2xf32>
  %run4 = xla.map(%a4_) dims = [0, 1] : (tensor<0x2xf32>) -> tensor<0x2xf32> computation {
  ^bb0(%x: tensor<f32>):
    %square = xla.mul %x, %x : tensor<f32>
    xla.return %square : tensor<f32>
  }
  xla.custom_call "check.expect_eq"(%run4, %e4_0) {has_side_effect = true} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()
  %fold4 = xla.map(%a4) dims = [0, 1] : (tensor<0x2xf32>) -> tensor<0x2xf32> computation {
  ^bb0(%x: tensor<f32>):
    %square = xla.mul %x, %x : tensor<f32>
    xla.return %square : tensor<f32>
  }
  xla.custom_call "check.expect_eq"(%fold4, %e4_0) {has_side_effect = true} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()

  // a map in a map
  %a5 = xla.constant dense<[[1, 0, -1], [2, 2, 2]]> : tensor<2x3xi32>
  %e5_0 = xla.constant dense<[[1, 0, -1], [2, 2, 2]]> : tensor<2x3xi32>
  %a5_ = xla.optimization_barrier %a5 : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %run5 = xla.map(%a5_) dims = [0, 1] : (tensor<2x3xi32>) -> tensor<2x3xi32> computation {
  ^bb0(%x: tensor<i32>):
    %inner = xla.map(%x) dims = [] : (tensor<i32>) -> tensor<i32> computation {
    ^bb0(%y: tensor<i32>):
      %minus = xla.neg %y : tensor<i32>
      xla.return %minus : tensor<i32>
    }
    %plus = xla.neg %inner : tensor<i32>
    xla.return %plus : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run5, %e5_0) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  %fold5 = xla.map(%a5) dims = [0, 1] : (tensor<2x3xi32>) -> tensor<2x3xi32> computation {
  ^bb0(%x: tensor<i32>):
    %inner = xla.map(%x) dims = [] : (tensor<i32>) -> tensor<i32> computation {
    ^bb0(%y: tensor<i32>):
      %minus = xla.neg %y : tensor<i32>
      xla.return %minus : tensor<i32>
    }
    %plus = xla.neg %inner : tensor<i32>
    xla.return %plus : tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold5, %e5_0) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
