// RUN: xla-run %s --xla-keep-barriers
//
// gather: what is read at any index is written as a whole before, though the op that writes it has as many iterations and reads
// the same array.

func.func @main() {
  %last = stablehlo.constant dense<16383> : tensor<16384xi32>
  %i = stablehlo.iota dim = 0 : tensor<16384xi32>
  %mirrored = stablehlo.subtract %last, %i : tensor<16384xi32>
  %backwards = stablehlo.optimization_barrier %mirrored : tensor<16384xi32>
  %number = stablehlo.iota dim = 0 : tensor<16384xf32>
  %values = stablehlo.optimization_barrier %number : tensor<16384xf32>
  %table = stablehlo.sine %values : tensor<16384xf32>
  %read = "stablehlo.gather"(%table, %backwards) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<16384xf32>, tensor<16384xi32>) -> tensor<16384xf32>
  %sum = stablehlo.add %read, %values : tensor<16384xf32>
  %kept = stablehlo.optimization_barrier %sum : tensor<16384xf32>
  %reversed = stablehlo.reverse %table, dims = [0] : tensor<16384xf32>
  %expected = stablehlo.add %reversed, %values : tensor<16384xf32>
  stablehlo.custom_call @check.expect_eq(%kept, %expected) {has_side_effect = true} : (tensor<16384xf32>, tensor<16384xf32>) -> ()
  return
}
