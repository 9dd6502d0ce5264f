// RUN: xla-run %s --xla-keep-barriers
//
// transpose: the sum takes the place of the sorted rows, and 31 columns are no multiple of a tile: no element is added twice.

func.func @main() {
  %rows = stablehlo.iota dim = 0 : tensor<31x40xf32>
  %x = stablehlo.optimization_barrier %rows : tensor<31x40xf32>
  %columns = stablehlo.iota dim = 1 : tensor<40x31xf32>
  %y = stablehlo.optimization_barrier %columns : tensor<40x31xf32>
  %sorted = "stablehlo.sort"(%y) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<40x31xf32>) -> tensor<40x31xf32>
  %transposed = stablehlo.transpose %x, dims = [1, 0] : (tensor<31x40xf32>) -> tensor<40x31xf32>
  %sum = stablehlo.add %transposed, %sorted : tensor<40x31xf32>
  %again = "stablehlo.sort"(%sum) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<40x31xf32>) -> tensor<40x31xf32>
  %expected = stablehlo.add %columns, %columns : tensor<40x31xf32>
  stablehlo.custom_call @check.expect_eq(%again, %expected) {has_side_effect = true} : (tensor<40x31xf32>, tensor<40x31xf32>) -> ()
  return
}
