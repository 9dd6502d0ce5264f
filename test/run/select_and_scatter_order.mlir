// RUN: xla-run %s
//
// Of equal elements of a window the first one in the order of rows is selected, also where the source is computed from
// a matrix that lies in memory column by column.

func.func @main() {
  %x = xla.constant dense<[[18, 0], [0, 5], [9, 9]]> : tensor<3x2xi32>
  %hidden = xla.optimization_barrier %x : (tensor<3x2xi32>) -> tensor<3x2xi32>
  %rows = xla.transpose %hidden, dims = [1, 0] : (tensor<3x2xi32>) -> tensor<2x3xi32>
  %operand = xla.neg %rows : tensor<2x3xi32>
  %source = xla.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %init = xla.constant dense<0> : tensor<i32>
  %result = xla.select_and_scatter %operand, %source, %init, window = {size = [2, 2], stride = [2, 1]} : (tensor<2x3xi32>, tensor<1x2xi32>, tensor<i32>) -> tensor<2x3xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.add %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  %expected = xla.constant dense<[[0, 3, 0], [0, 0, 0]]> : tensor<2x3xi32>
  xla.custom_call "check.expect_eq"(%result, %expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
