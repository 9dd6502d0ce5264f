// RUN: xla-run %s --xla-keep-barriers
//
// A search for the least element and its index, as JAX writes it: of several NaNs the first one counts. The body tells equal
// numbers apart by their indices, but not NaNs, so that their order has to be kept.

func.func @main() {
  %i = stablehlo.iota dim = 0 : tensor<1000xi32>
  %twelve = stablehlo.constant dense<12> : tensor<1000xi32>
  %later = stablehlo.constant dense<24> : tensor<1000xi32>
  %is_twelve = stablehlo.compare EQ, %i, %twelve : (tensor<1000xi32>, tensor<1000xi32>) -> tensor<1000xi1>
  %is_later = stablehlo.compare EQ, %i, %later : (tensor<1000xi32>, tensor<1000xi32>) -> tensor<1000xi1>
  %is_nan = stablehlo.or %is_twelve, %is_later : tensor<1000xi1>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<1000xf32>
  %numbers = stablehlo.convert %i : (tensor<1000xi32>) -> tensor<1000xf32>
  %x = stablehlo.select %is_nan, %nan, %numbers : tensor<1000xi1>, tensor<1000xf32>
  %x_ = stablehlo.optimization_barrier %x : tensor<1000xf32>
  %infinity = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %least:2 = stablehlo.reduce(%x_ init: %infinity), (%i init: %zero) across dimensions = [0]
      : (tensor<1000xf32>, tensor<1000xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
      reducer(%a: tensor<f32>, %b: tensor<f32>) (%a_index: tensor<i32>, %b_index: tensor<i32>) {
    %less = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %a_nan = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %takes = stablehlo.or %less, %a_nan : tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %a_index, %b_index, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %ties = stablehlo.and %equal, %before : tensor<i1>
    %takes_index = stablehlo.or %takes, %ties : tensor<i1>
    %value = stablehlo.select %takes, %a, %b : tensor<i1>, tensor<f32>
    %index = stablehlo.select %takes_index, %a_index, %b_index : tensor<i1>, tensor<i32>
    stablehlo.return %value, %index : tensor<f32>, tensor<i32>
  }
  %expected = stablehlo.constant dense<12> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%least#1, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
