// RUN: xla-run %s
//
// Whether an odd number of conditions holds: partial results may not each begin with the initial value, which is true.

func.func @main() {
  %given = stablehlo.constant dense<[[true, false, true, true], [false, false, true, false]]> : tensor<2x4xi1>
  %conditions = stablehlo.optimization_barrier %given : tensor<2x4xi1>
  %initial = stablehlo.constant dense<true> : tensor<i1>
  %start = stablehlo.optimization_barrier %initial : tensor<i1>
  %xor = stablehlo.reduce(%conditions init: %start) applies stablehlo.xor across dimensions = [0, 1] : (tensor<2x4xi1>, tensor<i1>) -> tensor<i1>
  %odd = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @check.expect_eq(%xor, %odd) : (tensor<i1>, tensor<i1>) -> ()
  %differ = stablehlo.reduce(%conditions init: %start) across dimensions = [0, 1] : (tensor<2x4xi1>, tensor<i1>) -> tensor<i1>
    reducer(%a: tensor<i1>, %b: tensor<i1>) {
      %ne = stablehlo.compare NE, %a, %b : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %ne : tensor<i1>
    }
  stablehlo.custom_call @check.expect_eq(%differ, %odd) : (tensor<i1>, tensor<i1>) -> ()
  return
}
