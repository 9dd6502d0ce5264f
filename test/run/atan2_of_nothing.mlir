// RUN: xla-run %s
//
// The angle of two zeros is 0, also where they are found to be zeros only when ops are fused: here as products of nothing.

func.func @main() {
  %none = xla.constant dense<> : tensor<0x4xf8E5M2>
  %hidden = xla.optimization_barrier %none : (tensor<0x4xf8E5M2>) -> tensor<0x4xf8E5M2>
  %zeros = xla.dot_general %hidden, %hidden, contracting_dims = [0] x [0] : (tensor<0x4xf8E5M2>, tensor<0x4xf8E5M2>) -> tensor<4x4xf8E5M2>
  %angle = xla.atan2 %zeros, %zeros : tensor<4x4xf8E5M2>
  %expected = xla.constant dense<0.0> : tensor<4x4xf8E5M2>
  xla.custom_call "check.expect_eq"(%angle, %expected) {has_side_effect = true} : (tensor<4x4xf8E5M2>, tensor<4x4xf8E5M2>) -> ()
  return
}
