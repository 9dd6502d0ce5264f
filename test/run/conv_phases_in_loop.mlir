// RUN: xla-run %s --xla-keep-barriers
//
// convolution: each of the products that a convolution over a dilated operand becomes begins with zeros, also when it is computed
// again in the same memory, and though an operand of its own is filled between the zeros and the product.

func.func @main() {
  %row = stablehlo.iota dim = 2 : tensor<9x2x17xi64>
  %x = stablehlo.optimization_barrier %row : tensor<9x2x17xi64>
  %kernel = stablehlo.constant dense<-1> : tensor<17x2x9xi64>
  %ones = stablehlo.constant dense<1> : tensor<9x2x17xi64>
  %none = stablehlo.constant dense<0> : tensor<9x9x16xi64>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %last:3 = stablehlo.while(%i = %zero, %a = %x, %r = %none) : tensor<i32>, tensor<9x2x17xi64>, tensor<9x9x16xi64>
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.add %a, %ones : tensor<9x2x17xi64>
    %c = stablehlo.convolution(%b, %kernel) dim_numbers = [b, f, 0]x[0, i, o]->[b, f, 0], window = {pad = [[0, -1]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<9x2x17xi64>, tensor<17x2x9xi64>) -> tensor<9x9x16xi64>
    stablehlo.return %next, %b, %c : tensor<i32>, tensor<9x2x17xi64>, tensor<9x9x16xi64>
  }
  // The elements at [0, f, p] are minus twice the sum of those of the operand that the window meets: 3 + the numbers from
  // (p + 1) / 2 to (p + 16) / 2.
  %p = stablehlo.iota dim = 2 : tensor<9x9x16xi64>
  %two = stablehlo.constant dense<2> : tensor<9x9x16xi64>
  %unit = stablehlo.constant dense<1> : tensor<9x9x16xi64>
  %sixteen = stablehlo.constant dense<16> : tensor<9x9x16xi64>
  %six = stablehlo.constant dense<6> : tensor<9x9x16xi64>
  %p1 = stablehlo.add %p, %unit : tensor<9x9x16xi64>
  %low = stablehlo.divide %p1, %two : tensor<9x9x16xi64>
  %p16 = stablehlo.add %p, %sixteen : tensor<9x9x16xi64>
  %high = stablehlo.divide %p16, %two : tensor<9x9x16xi64>
  %span = stablehlo.subtract %high, %low : tensor<9x9x16xi64>
  %count = stablehlo.add %span, %unit : tensor<9x9x16xi64>
  %ends = stablehlo.add %low, %high : tensor<9x9x16xi64>
  %twice = stablehlo.add %ends, %six : tensor<9x9x16xi64>
  %sums = stablehlo.multiply %count, %twice : tensor<9x9x16xi64>
  %expected = stablehlo.negate %sums : tensor<9x9x16xi64>
  stablehlo.custom_call @check.expect_eq(%last#2, %expected) {has_side_effect = true} : (tensor<9x9x16xi64>, tensor<9x9x16xi64>) -> ()
  return
}
