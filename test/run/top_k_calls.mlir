// RUN: xla-run %s
//
// Custom calls that select elements: the largest, the smallest, and the first ones by a comparison.

func.func private @less(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func private @greater(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func @main() {
  %x = stablehlo.constant dense<[[3.0, -1.0, 4.0, 1.5], [-5.0, 9.0, -2.0, 6.0]]> : tensor<2x4xf32>
  %largest = stablehlo.constant dense<[[4.0, 3.0], [9.0, 6.0]]> : tensor<2x2xf32>
  %where = stablehlo.constant dense<[[2, 0], [1, 3]]> : tensor<2x2xi32>
  %smallest = stablehlo.constant dense<[[-1.0, 1.5], [-5.0, -2.0]]> : tensor<2x2xf32>
  %there = stablehlo.constant dense<[[1, 3], [0, 2]]> : tensor<2x2xi32>

  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  stablehlo.custom_call @check.expect_eq(%0#0, %largest) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%0#1, %where) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()

  %1:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = false}, mhlo.version = 1 : i64} : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  stablehlo.custom_call @check.expect_eq(%1#0, %smallest) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%1#1, %there) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()

  %2:2 = stablehlo.custom_call @TopK(%x) {called_computations = [@greater]} : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  stablehlo.custom_call @check.expect_eq(%2#0, %largest) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%2#1, %where) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()

  // along the first dimension: one of each column
  %i = stablehlo.iota dim = 0 : tensor<2x4xi32>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %3:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %inf, %none) {called_computations = [@less], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.95 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 1 : i64}} : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x4xf32>, tensor<1x4xi32>)
  %least = stablehlo.constant dense<[[-5.0, -1.0, -2.0, 1.5]]> : tensor<1x4xf32>
  %rows = stablehlo.constant dense<[[1, 0, 1, 0]]> : tensor<1x4xi32>
  stablehlo.custom_call @check.expect_eq(%3#0, %least) {has_side_effect = true} : (tensor<1x4xf32>, tensor<1x4xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%3#1, %rows) {has_side_effect = true} : (tensor<1x4xi32>, tensor<1x4xi32>) -> ()
  return
}
