// RUN: expect-exit 77 timeout 60 xla-run %s 2>&1 | FileCheck %s
//
// A call that fails ends the run: what comes after, here a loop without end, does not happen.
//
// CHECK: custom_call_fails.mlir:[[#@LINE+11]]:7: error: unsupported: custom_call @check.expect_close: `max_ulp_difference` is not an integer

func.func @main() {
  %yes = xla.constant dense<true> : tensor<i1>
  %x = xla.constant dense<1.0> : tensor<f32>
  %start = xla.optimization_barrier %yes : (tensor<i1>) -> tensor<i1>
  %0 = xla.while(%go = %start) : tensor<i1>
  cond {
    xla.return %go : tensor<i1>
  } do {
    %1 = xla.conditional %go : tensor<i1> -> tensor<i1> then {
      xla.custom_call "check.expect_close"(%x, %x) {has_side_effect = true, max_ulp_difference = "three"} : (tensor<f32>, tensor<f32>) -> ()
      xla.return %go : tensor<i1>
    } else {
      xla.return %go : tensor<i1>
    }
    xla.return %1 : tensor<i1>
  }
  return
}
