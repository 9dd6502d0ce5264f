// Large arrays, whose inside is not filled before the operand is copied over it: each element is where it should be.
// The expected one is 1000 i + 700000 for an element of row i of the operand, and the padding elsewhere.
//
// RUN: xla-run %s --xla-keep-barriers | FileCheck %s
// CHECK: checks: 3

// Before and behind in both dimensions, and cropped.
func.func @main() {
  %rows = xla.iota dim = 0 : tensor<400x900xi32>
  %scale = xla.constant dense<1000> : tensor<400x900xi32>
  %offset = xla.constant dense<700000> : tensor<400x900xi32>
  %scaled = xla.mul %rows, %scale : tensor<400x900xi32>
  %sum = xla.add %scaled, %offset : tensor<400x900xi32>
  %operand = xla.optimization_barrier %sum : (tensor<400x900xi32>) -> tensor<400x900xi32>
  %seven = xla.constant dense<7> : tensor<i32>

  %both = xla.pad %operand, %seven, low = [2, 1], high = [3, 5], interior = [0, 0] : (tensor<400x900xi32>, tensor<i32>) -> tensor<405x906xi32>
  %r = xla.iota dim = 0 : tensor<405x906xi32>
  %c = xla.iota dim = 1 : tensor<405x906xi32>
  %two = xla.constant dense<2> : tensor<405x906xi32>
  %one = xla.constant dense<1> : tensor<405x906xi32>
  %last_row = xla.constant dense<402> : tensor<405x906xi32>
  %last_column = xla.constant dense<901> : tensor<405x906xi32>
  %ge_r = xla.ge %r, %two : (tensor<405x906xi32>, tensor<405x906xi32>) -> tensor<405x906xi1>
  %lt_r = xla.lt %r, %last_row : (tensor<405x906xi32>, tensor<405x906xi32>) -> tensor<405x906xi1>
  %ge_c = xla.ge %c, %one : (tensor<405x906xi32>, tensor<405x906xi32>) -> tensor<405x906xi1>
  %lt_c = xla.lt %c, %last_column : (tensor<405x906xi32>, tensor<405x906xi32>) -> tensor<405x906xi1>
  %in_r = xla.and %ge_r, %lt_r : tensor<405x906xi1>
  %in_c = xla.and %ge_c, %lt_c : tensor<405x906xi1>
  %inside = xla.and %in_r, %in_c : tensor<405x906xi1>
  %row = xla.sub %r, %two : tensor<405x906xi32>
  %thousand = xla.constant dense<1000> : tensor<405x906xi32>
  %base = xla.constant dense<700000> : tensor<405x906xi32>
  %times = xla.mul %row, %thousand : tensor<405x906xi32>
  %value = xla.add %times, %base : tensor<405x906xi32>
  %sevens = xla.constant dense<7> : tensor<405x906xi32>
  %expected = xla.select %inside, %value, %sevens : (tensor<405x906xi1>, tensor<405x906xi32>, tensor<405x906xi32>) -> tensor<405x906xi32>
  xla.custom_call "check.expect_eq"(%both, %expected) {has_side_effect = true} : (tensor<405x906xi32>, tensor<405x906xi32>) -> ()

  %cropped = xla.pad %operand, %seven, low = [-1, 2], high = [1, -3], interior = [0, 0] : (tensor<400x900xi32>, tensor<i32>) -> tensor<400x899xi32>
  %corner = xla.slice %cropped [398:400, 0:3] : (tensor<400x899xi32>) -> tensor<2x3xi32>
  %corner_expected = xla.constant dense<[[7, 7, 1099000], [7, 7, 7]]> : tensor<2x3xi32>
  xla.custom_call "check.expect_eq"(%corner, %corner_expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()

  // Between elements too: all of it is filled.
  %apart = xla.pad %operand, %seven, low = [0, 0], high = [0, 0], interior = [1, 0] : (tensor<400x900xi32>, tensor<i32>) -> tensor<799x900xi32>
  %first = xla.slice %apart [796:799, 0:2] : (tensor<799x900xi32>) -> tensor<3x2xi32>
  %first_expected = xla.constant dense<[[1098000, 1098000], [7, 7], [1099000, 1099000]]> : tensor<3x2xi32>
  xla.custom_call "check.expect_eq"(%first, %first_expected) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
