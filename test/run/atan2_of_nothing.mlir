// RUN: xla-run %s
//
// The angle of two zeros is 0, also where they are found to be zeros only when ops are fused: here as sums over nothing.

func.func @main() {
  %none = xla.constant dense<> : tensor<0x4xf32>
  %hidden = xla.optimization_barrier %none : (tensor<0x4xf32>) -> tensor<0x4xf32>
  %zero = xla.constant dense<0.0> : tensor<f32>
  %sums = xla.reduce %hidden init %zero, dims = [0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<4xf32>
  applies xla.add
  %angle = xla.atan2 %sums, %sums : tensor<4xf32>
  %expected = xla.constant dense<0.0> : tensor<4xf32>
  xla.custom_call "check.expect_eq"(%angle, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
