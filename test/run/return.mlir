// RUN: xla-run %s | FileCheck %s
//
// Functions that end in StableHLO's return: the program's own, one that is called, one that a composite op names, and
// those around other regions.

// CHECK: result 0: tensor<f32> -6
func.func @main() -> tensor<f32> {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = func.call @twice(%two) : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.composite "test.add_two" %0 {decomposition = @add_two} : (tensor<f32>) -> tensor<f32>
  %2 = stablehlo.negate %1 : tensor<f32>
  stablehlo.return %2 : tensor<f32>
}

func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  %t = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%t) ({
    %1 = stablehlo.add %x, %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  stablehlo.return %0 : tensor<f32>
}

func.func private @add_two(%x: tensor<f32>) -> tensor<f32> {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.add %x, %two : tensor<f32>
  stablehlo.return %0 : tensor<f32>
}
