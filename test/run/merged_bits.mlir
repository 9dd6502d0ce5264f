// RUN: xla-run %s
//
// A choice between a value and its bits merged with others': x86's code generator gets this wrong in one instruction
// (llvm/llvm-project#157929), so that the compiler has to keep it two. The sign of the remainder is merged with its
// magnitude, and reduce_precision keeps that bit by bit, but for what is no number.

func.func @main() {
  %x = stablehlo.constant dense<[3.0, -3.0, 1.5, 2.0, 5.0, -5.5, 7.0, -0.25, 0.0]> : tensor<9xf32>
  %x_ = stablehlo.optimization_barrier %x : tensor<9xf32>
  %two = stablehlo.constant dense<2.0> : tensor<9xf32>
  %remainder = stablehlo.remainder %x_, %two : tensor<9xf32>
  %run = stablehlo.reduce_precision %remainder, format = e8m24 : tensor<9xf32>
  %expected = stablehlo.constant dense<[1.0, -1.0, 1.5, 0.0, 1.0, -1.5, 1.0, -0.25, 0.0]> : tensor<9xf32>
  stablehlo.custom_call @check.expect_eq(%run, %expected) {has_side_effect = true} : (tensor<9xf32>, tensor<9xf32>) -> ()
  return
}
