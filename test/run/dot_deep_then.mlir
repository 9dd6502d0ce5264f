// RUN: xla-run %s --xla-keep-barriers
//
// dot_general: what follows a product is applied to its sums, not to those of each block of the contracted dimension.

module attributes {xla.schedules = {"m 64, n 64, k 96: i16 * i16 -> f32" = {block_depth = 32 : i64}}} {
  func.func @main() {
    %k = stablehlo.iota dim = 1 : tensor<64x96xi32>
    %half = stablehlo.constant dense<48> : tensor<64x96xi32>
    %minus_one = stablehlo.constant dense<-1.0> : tensor<64x96xbf16>
    %two = stablehlo.constant dense<2.0> : tensor<64x96xbf16>
    %is_first = stablehlo.compare LT, %k, %half : (tensor<64x96xi32>, tensor<64x96xi32>) -> tensor<64x96xi1>
    %mixed = stablehlo.select %is_first, %minus_one, %two : tensor<64x96xi1>, tensor<64x96xbf16>
    %lhs = stablehlo.optimization_barrier %mixed : tensor<64x96xbf16>
    %column = stablehlo.iota dim = 1 : tensor<96x64xbf16>
    %rhs = stablehlo.optimization_barrier %column : tensor<96x64xbf16>
    %product = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<64x96xbf16>, tensor<96x64xbf16>) -> tensor<64x64xf32>
    %magnitude = stablehlo.abs %product : tensor<64x64xf32>
    %columns = stablehlo.iota dim = 1 : tensor<64x64xf32>
    %sum = stablehlo.constant dense<48.0> : tensor<64x64xf32>
    %expected = stablehlo.multiply %columns, %sum : tensor<64x64xf32>
    stablehlo.custom_call @check.expect_eq(%magnitude, %expected) {has_side_effect = true} : (tensor<64x64xf32>, tensor<64x64xf32>) -> ()
    return
  }
}
