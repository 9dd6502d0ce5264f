// RUN: xla-run %s --random 1 --interpret -o %t.npz
// RUN: xla-run %s --random 1 --expect %t.npz --rtol 0 --atol 0
//
// Windows of narrow floats whose initial values are not neutral, where padding and holes lie in the same elements of all windows: each
// sum is rounded, so that the order of the terms decides.

func.func @main(%x0: tensor<7x9xf8E4M3FN>, %x1: tensor<7x9xf8E5M2>, %x2: tensor<7x9xbf16>)
    -> (tensor<7x5xf8E4M3FN>, tensor<4x9xf8E5M2>, tensor<8x9xbf16>) {
  %c0 = stablehlo.constant dense<18.0> : tensor<f8E4M3FN>
  %n0 = stablehlo.optimization_barrier %c0 : tensor<f8E4M3FN>
  %r0 = "stablehlo.reduce_window"(%x0, %n0) <{
    window_dimensions = array<i64: 4, 5>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 2, 1>,
    window_dilations = array<i64: 1, 1>, padding = dense<[[2, 2], [0, 0]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f8E4M3FN>, %e: tensor<f8E4M3FN>):
    %t = stablehlo.add %a, %e : tensor<f8E4M3FN>
    stablehlo.return %t : tensor<f8E4M3FN>
  }) : (tensor<7x9xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<7x5xf8E4M3FN>
  %c1 = stablehlo.constant dense<1.25> : tensor<f8E5M2>
  %n1 = stablehlo.optimization_barrier %c1 : tensor<f8E5M2>
  %r1 = "stablehlo.reduce_window"(%x1, %n1) <{
    window_dimensions = array<i64: 4, 5>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 1, 2>,
    window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [2, 2]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f8E5M2>, %e: tensor<f8E5M2>):
    %t = stablehlo.multiply %a, %e : tensor<f8E5M2>
    stablehlo.return %t : tensor<f8E5M2>
  }) : (tensor<7x9xf8E5M2>, tensor<f8E5M2>) -> tensor<4x9xf8E5M2>
  %c2 = stablehlo.constant dense<0.0078125> : tensor<bf16>
  %n2 = stablehlo.optimization_barrier %c2 : tensor<bf16>
  %r2 = "stablehlo.reduce_window"(%x2, %n2) <{
    window_dimensions = array<i64: 4, 5>, window_strides = array<i64: 2, 3>, base_dilations = array<i64: 2, 3>,
    window_dilations = array<i64: 1, 1>, padding = dense<[[2, 3], [3, 2]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<bf16>, %e: tensor<bf16>):
    %t = stablehlo.add %a, %e : tensor<bf16>
    stablehlo.return %t : tensor<bf16>
  }) : (tensor<7x9xbf16>, tensor<bf16>) -> tensor<8x9xbf16>
  return %r0, %r1, %r2 : tensor<7x5xf8E4M3FN>, tensor<4x9xf8E5M2>, tensor<8x9xbf16>
}
