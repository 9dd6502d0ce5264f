// RUN: xla-run %s
//
// Shapes that are operands and become known: each op, behind an optimization barrier and on bare constants.

func.func private @program(%x: tensor<2x3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %six = stablehlo.constant dense<6> : tensor<1xi64>
  %flat = stablehlo.dynamic_reshape %x, %six : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  %flat_expected = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_eq(%flat, %flat_expected) {has_side_effect = true} : (tensor<?xf32>, tensor<6xf32>) -> ()

  // [rows, 2 * columns]
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<2x3xf32>) -> tensor<i32>
  %columns = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  %twice = stablehlo.add %columns, %columns : tensor<i32>
  %0 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.reshape %twice : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %wide = stablehlo.dynamic_broadcast_in_dim %flat, %shape, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %count = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi32>) -> tensor<?x?xf32>
  %sum = stablehlo.add %wide, %count : tensor<?x?xf32>
  %sum_expected = stablehlo.constant dense<[[1.0, 3.0, 5.0, 7.0, 9.0, 11.0], [1.0, 3.0, 5.0, 7.0, 9.0, 11.0]]> : tensor<2x6xf32>
  stablehlo.custom_call @check.expect_eq(%sum, %sum_expected) {has_side_effect = true} : (tensor<?x?xf32>, tensor<2x6xf32>) -> ()

  %low = stablehlo.constant dense<[1, -1]> : tensor<2xi32>
  %high = stablehlo.constant dense<[0, 2]> : tensor<2xi32>
  %interior = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %padded = stablehlo.dynamic_pad %x, %zero, %low, %high, %interior : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %padded_expected = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0], [2.0, 3.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [5.0, 6.0, 0.0, 0.0]]> : tensor<4x4xf32>
  stablehlo.custom_call @check.expect_eq(%padded, %padded_expected) {has_side_effect = true} : (tensor<?x?xf32>, tensor<4x4xf32>) -> ()

  %starts = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %limits = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %strides = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %part = stablehlo.real_dynamic_slice %x, %starts, %limits, %strides : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %part_expected = stablehlo.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  stablehlo.custom_call @check.expect_eq(%part, %part_expected) {has_side_effect = true} : (tensor<?x?xf32>, tensor<1x2xf32>) -> ()

  // nothing of it
  %none = stablehlo.constant dense<[0, 3]> : tensor<2xi32>
  %empty = stablehlo.dynamic_iota %none, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %nothing = stablehlo.reduce(%empty init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %nothing_expected = stablehlo.constant dense<0.0> : tensor<3xf32>
  stablehlo.custom_call @check.expect_eq(%nothing, %nothing_expected) {has_side_effect = true} : (tensor<?xf32>, tensor<3xf32>) -> ()
  return
}

func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %hidden = stablehlo.optimization_barrier %x : tensor<2x3xf32>
  call @program(%x) : (tensor<2x3xf32>) -> ()
  call @program(%hidden) : (tensor<2x3xf32>) -> ()
  return
}
