// RUN: xla-run %s --xla-keep-barriers
//
// dot_general: pairs of factors of bf16 are multiplied together where the processor does that; an odd one out counts, too.

func.func @main() {
  %row = stablehlo.iota dim = 0 : tensor<64x97xbf16>
  %lhs = stablehlo.optimization_barrier %row : tensor<64x97xbf16>
  %factor = stablehlo.iota dim = 0 : tensor<97x64xbf16>
  %rhs = stablehlo.optimization_barrier %factor : tensor<97x64xbf16>
  %product = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<64x97xbf16>, tensor<97x64xbf16>) -> tensor<64x64xf32>
  %rows = stablehlo.iota dim = 0 : tensor<64x64xf32>
  %sum = stablehlo.constant dense<4656.0> : tensor<64x64xf32>
  %expected = stablehlo.multiply %rows, %sum : tensor<64x64xf32>
  stablehlo.custom_call @check.expect_eq(%product, %expected) {has_side_effect = true} : (tensor<64x64xf32>, tensor<64x64xf32>) -> ()
  return
}
