// RUN: xla-run %s
//
// A literal that says of no element what it is has none: a shape of no dimensions.

func.func @main() {
  %x = stablehlo.constant dense<3.0> : tensor<1xf32>
  %s = stablehlo.constant dense<5> : tensor<0xi64>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<1xf32>, tensor<0xi64>) -> tensor<f32>
  %three = stablehlo.constant dense<3.0> : tensor<f32>
  stablehlo.custom_call @check.expect_eq(%0, %three) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}
