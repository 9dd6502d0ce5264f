// RUN: xla-run %s
//
// What is computed where padding is put around it, cropped at its end, of a part of an array.
func.func @main() {
  %numbers = stablehlo.iota dim = 0 : tensor<39xi32>
  %x = stablehlo.optimization_barrier %numbers : tensor<39xi32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %value = stablehlo.optimization_barrier %seven : tensor<i32>
  %odd = stablehlo.constant dense<1> : tensor<39xi32>
  %y = stablehlo.multiply %x, %x : tensor<39xi32>
  %z = stablehlo.or %y, %odd : tensor<39xi32>
  %part = stablehlo.slice %z [5:39] : (tensor<39xi32>) -> tensor<34xi32>
  %kept = stablehlo.optimization_barrier %part : tensor<34xi32>
  %sum = stablehlo.add %part, %kept : tensor<34xi32>
  %0 = stablehlo.pad %sum, %value, low = [1], high = [-4], interior = [0] : (tensor<34xi32>, tensor<i32>) -> tensor<31xi32>
  %first = stablehlo.reshape %value : (tensor<i32>) -> tensor<1xi32>
  %twice = stablehlo.add %z, %z : tensor<39xi32>
  %others = stablehlo.slice %twice [5:35] : (tensor<39xi32>) -> tensor<30xi32>
  %expected = stablehlo.concatenate %first, %others, dim = 0 : (tensor<1xi32>, tensor<30xi32>) -> tensor<31xi32>
  stablehlo.custom_call @check.expect_eq(%0, %expected) {has_side_effect = true} : (tensor<31xi32>, tensor<31xi32>) -> ()
  return
}
