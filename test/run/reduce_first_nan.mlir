// RUN: xla-run %s --xla-keep-barriers
//
// reduce: of several NaNs the first is the greatest element, although partial results in lanes hold elements that do not
// follow each other.

func.func @main() {
  %index = stablehlo.iota dim = 0 : tensor<64xi32>
  %period = stablehlo.constant dense<23> : tensor<64xi32>
  %seventeen = stablehlo.constant dense<17> : tensor<64xi32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<64xf32>
  %in_period = stablehlo.remainder %index, %period : tensor<64xi32>
  %is_nan = stablehlo.compare EQ, %in_period, %seventeen : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
  %number = stablehlo.convert %in_period : (tensor<64xi32>) -> tensor<64xf32>
  %mixed = stablehlo.select %is_nan, %nan, %number : tensor<64xi1>, tensor<64xf32>
  %values = stablehlo.optimization_barrier %mixed : tensor<64xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %greatest:2 = stablehlo.reduce(%values init: %least), (%index init: %zero) across dimensions = [0] : (tensor<64xf32>, tensor<64xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %x: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %greater = stablehlo.compare GT, %a, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %unordered = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %stays = stablehlo.or %greater, %unordered : tensor<i1>
    %equal = stablehlo.compare EQ, %a, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %equal, %before : tensor<i1>
    %index_stays = stablehlo.or %stays, %tie : tensor<i1>
    %value = stablehlo.select %stays, %a, %x : tensor<i1>, tensor<f32>
    %at = stablehlo.select %index_stays, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %at : tensor<f32>, tensor<i32>
  }
  %first = stablehlo.constant dense<17> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%greatest#1, %first) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
