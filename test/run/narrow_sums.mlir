// RUN: xla-run %s

// Sums of narrow floats are f32 from the initial value to the result, folded and compiled alike. All are exact in f32, so
// that they do not depend on the order.
func.func @main() {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %small = stablehlo.constant dense<1.953125e-03> : tensor<1030xbf16>
  %sum = stablehlo.constant dense<2.015625> : tensor<bf16>
  %0 = stablehlo.reduce(%small init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1030xbf16>, tensor<bf16>) -> tensor<bf16>
  stablehlo.custom_call @check.expect_eq(%0, %sum) {has_side_effect = true} : (tensor<bf16>, tensor<bf16>) -> ()
  %hidden:2 = stablehlo.optimization_barrier %small, %zero : tensor<1030xbf16>, tensor<bf16>
  %1 = stablehlo.reduce(%hidden#0 init: %hidden#1) applies stablehlo.add across dimensions = [0] : (tensor<1030xbf16>, tensor<bf16>) -> tensor<bf16>
  stablehlo.custom_call @check.expect_eq(%1, %sum) {has_side_effect = true} : (tensor<bf16>, tensor<bf16>) -> ()

  // Beyond 2048, f16 has no odd numbers.
  %none = stablehlo.constant dense<0.0> : tensor<f16>
  %ones = stablehlo.constant dense<1.0> : tensor<2x4000xf16>
  %many = stablehlo.constant dense<4000.0> : tensor<2xf16>
  %2 = stablehlo.reduce(%ones init: %none) applies stablehlo.add across dimensions = [1] : (tensor<2x4000xf16>, tensor<f16>) -> tensor<2xf16>
  %3:2 = stablehlo.optimization_barrier %ones, %none : tensor<2x4000xf16>, tensor<f16>
  %4 = stablehlo.reduce(%3#0 init: %3#1) applies stablehlo.add across dimensions = [1] : (tensor<2x4000xf16>, tensor<f16>) -> tensor<2xf16>
  stablehlo.custom_call @check.expect_eq(%2, %many) {has_side_effect = true} : (tensor<2xf16>, tensor<2xf16>) -> ()
  stablehlo.custom_call @check.expect_eq(%4, %many) {has_side_effect = true} : (tensor<2xf16>, tensor<2xf16>) -> ()

  // So are the other ops of the computation, and its constants.
  %halves = stablehlo.constant dense<3.0> : tensor<600xbf16>
  %mean = stablehlo.constant dense<900.0> : tensor<bf16>
  %5 = stablehlo.reduce(%halves init: %zero) across dimensions = [0] : (tensor<600xbf16>, tensor<bf16>) -> tensor<bf16>
   reducer(%a: tensor<bf16>, %b: tensor<bf16>) {
    %half = stablehlo.constant dense<0.5> : tensor<bf16>
    %scaled = stablehlo.multiply %b, %half : tensor<bf16>
    %next = stablehlo.add %a, %scaled : tensor<bf16>
    stablehlo.return %next : tensor<bf16>
  }
  %6:2 = stablehlo.optimization_barrier %halves, %zero : tensor<600xbf16>, tensor<bf16>
  %7 = stablehlo.reduce(%6#0 init: %6#1) across dimensions = [0] : (tensor<600xbf16>, tensor<bf16>) -> tensor<bf16>
   reducer(%a: tensor<bf16>, %b: tensor<bf16>) {
    %half = stablehlo.constant dense<0.5> : tensor<bf16>
    %scaled = stablehlo.multiply %b, %half : tensor<bf16>
    %next = stablehlo.add %a, %scaled : tensor<bf16>
    stablehlo.return %next : tensor<bf16>
  }
  stablehlo.custom_call @check.expect_eq(%5, %mean) {has_side_effect = true} : (tensor<bf16>, tensor<bf16>) -> ()
  stablehlo.custom_call @check.expect_eq(%7, %mean) {has_side_effect = true} : (tensor<bf16>, tensor<bf16>) -> ()

  // A product of matrices sums in f32, too; the steps of a window round, each to the type that it states.
  %row = stablehlo.constant dense<1.953125e-03> : tensor<1x1030xbf16>
  %column = stablehlo.constant dense<1.0> : tensor<1030x1xbf16>
  %product = stablehlo.constant dense<2.015625> : tensor<1x1xbf16>
  %8 = stablehlo.dot_general %row, %column, contracting_dims = [1] x [0] : (tensor<1x1030xbf16>, tensor<1030x1xbf16>) -> tensor<1x1xbf16>
  %9:2 = stablehlo.optimization_barrier %row, %column : tensor<1x1030xbf16>, tensor<1030x1xbf16>
  %10 = stablehlo.dot_general %9#0, %9#1, contracting_dims = [1] x [0] : (tensor<1x1030xbf16>, tensor<1030x1xbf16>) -> tensor<1x1xbf16>
  stablehlo.custom_call @check.expect_eq(%8, %product) {has_side_effect = true} : (tensor<1x1xbf16>, tensor<1x1xbf16>) -> ()
  stablehlo.custom_call @check.expect_eq(%10, %product) {has_side_effect = true} : (tensor<1x1xbf16>, tensor<1x1xbf16>) -> ()
  %stuck = stablehlo.constant dense<0.5> : tensor<1xbf16>
  %11 = "stablehlo.reduce_window"(%small, %zero) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %next = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %next : tensor<bf16>
  }) {window_dimensions = array<i64: 1030>} : (tensor<1030xbf16>, tensor<bf16>) -> tensor<1xbf16>
  stablehlo.custom_call @check.expect_eq(%11, %stuck) {has_side_effect = true} : (tensor<1xbf16>, tensor<1xbf16>) -> ()
  %12 = "stablehlo.reduce_window"(%hidden#0, %hidden#1) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %next = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %next : tensor<bf16>
  }) {window_dimensions = array<i64: 1030>} : (tensor<1030xbf16>, tensor<bf16>) -> tensor<1xbf16>
  stablehlo.custom_call @check.expect_eq(%12, %stuck) {has_side_effect = true} : (tensor<1xbf16>, tensor<1xbf16>) -> ()

  // Neighbours are those of the type that is stated.
  %pair = stablehlo.constant dense<1.0> : tensor<2xbf16>
  %neighbours = stablehlo.constant dense<2.015625> : tensor<bf16>
  %13:2 = stablehlo.optimization_barrier %pair, %zero : tensor<2xbf16>, tensor<bf16>
  %14 = xla.reduce(%13#0 init: %13#1) across dimensions = [0] : (tensor<2xbf16>, tensor<bf16>) -> tensor<bf16>
   reducer(%a: tensor<bf16>, %b: tensor<bf16>) {
    %two = xla.constant dense<2.0> : tensor<bf16>
    %above = xla.next_after %b, %two : tensor<bf16>
    %next = xla.add %a, %above : tensor<bf16>
    xla.return %next : tensor<bf16>
  }
  stablehlo.custom_call @check.expect_eq(%14, %neighbours) {has_side_effect = true} : (tensor<bf16>, tensor<bf16>) -> ()
  return
}
