// RUN: xla-run %s
// RUN: xla-opt %s --xla-to-linalg | FileCheck %s
//
// Running sums of exponentials: the initial value stays what it is under the computation, so that each step takes the result
// of the one before instead of all elements again.

// CHECK: scf.for
// CHECK-NOT: "reduction"
func.func @main() {
  %x = stablehlo.constant dense<[[0.0, 0xFF800000, 100.0], [0.0, 0.0, 0.0], [0.0, 0.0, 100.0], [0.0, 0xFF800000, 0xFF800000]]> : tensor<4x3xf32>
  %a = stablehlo.optimization_barrier %x : tensor<4x3xf32>
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %init) <{padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 4, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.maximum %p, %q : tensor<f32>
    %2 = stablehlo.subtract %p, %q : tensor<f32>
    %3 = stablehlo.compare NE, %2, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.add %p, %q : tensor<f32>
    %5 = stablehlo.abs %2 : tensor<f32>
    %6 = stablehlo.negate %5 : tensor<f32>
    %7 = stablehlo.exponential %6 : tensor<f32>
    %8 = stablehlo.log_plus_one %7 : tensor<f32>
    %9 = stablehlo.add %1, %8 : tensor<f32>
    %10 = stablehlo.select %3, %4, %9 : tensor<i1>, tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  %expected = stablehlo.constant dense<[[0.0, 0xFF800000, 100.0], [0.6931472, 0.0, 100.0], [1.0986123, 0.6931472, 100.6931472], [1.3862944, 0.6931472, 100.6931472]]> : tensor<4x3xf32>
  stablehlo.custom_call @check.expect_almost_eq(%0, %expected) {has_side_effect = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
  return
}
