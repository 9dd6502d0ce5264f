// RUN: xla-run %s
//
// Conditions along rows that are longer than vectors, and not whole ones: the parity of how many hold, and products, against those
// of integers.

func.func @main() {
  %i = stablehlo.iota dim = 0 : tensor<7x333xi32>
  %j = stablehlo.iota dim = 1 : tensor<7x333xi32>
  %factor = stablehlo.constant dense<37> : tensor<7x333xi32>
  %scaled = stablehlo.multiply %i, %factor : tensor<7x333xi32>
  %sum = stablehlo.add %scaled, %j : tensor<7x333xi32>
  %square = stablehlo.multiply %sum, %sum : tensor<7x333xi32>
  %eleven = stablehlo.constant dense<11> : tensor<7x333xi32>
  %left = stablehlo.remainder %square, %eleven : tensor<7x333xi32>
  %four = stablehlo.constant dense<4> : tensor<7x333xi32>
  %literal = stablehlo.compare LT, %left, %four : (tensor<7x333xi32>, tensor<7x333xi32>) -> tensor<7x333xi1>
  %holds = stablehlo.optimization_barrier %literal : tensor<7x333xi1>
  %number = stablehlo.convert %holds : (tensor<7x333xi1>) -> tensor<7x333xi32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %start = stablehlo.optimization_barrier %true : tensor<i1>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>

  %parity = "stablehlo.reduce"(%holds, %start) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %x = stablehlo.xor %a, %b : tensor<i1>
    stablehlo.return %x : tensor<i1>
  }) : (tensor<7x333xi1>, tensor<i1>) -> tensor<7xi1>
  %odd = "stablehlo.reduce"(%holds, %start) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %x = stablehlo.compare NE, %a, %b : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %x : tensor<i1>
  }) : (tensor<7x333xi1>, tensor<i1>) -> tensor<7xi1>
  %count = "stablehlo.reduce"(%number, %one) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %x = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %x : tensor<i32>
  }) : (tensor<7x333xi32>, tensor<i32>) -> tensor<7xi32>
  %ones = stablehlo.constant dense<1> : tensor<7xi32>
  %bit = stablehlo.and %count, %ones : tensor<7xi32>
  %expected = stablehlo.convert %bit : (tensor<7xi32>) -> tensor<7xi1>
  stablehlo.custom_call @check.expect_eq(%parity, %expected) {has_side_effect = true} : (tensor<7xi1>, tensor<7xi1>) -> ()
  stablehlo.custom_call @check.expect_eq(%odd, %expected) {has_side_effect = true} : (tensor<7xi1>, tensor<7xi1>) -> ()

  // Few columns, which are not neighbours along the sum; most results are true, and those with the first column of zeros false.
  %k = stablehlo.iota dim = 1 : tensor<333x3xi32>
  %limit = stablehlo.constant dense<1> : tensor<333x3xi32>
  %columns = stablehlo.compare GE, %k, %limit : (tensor<333x3xi32>, tensor<333x3xi32>) -> tensor<333x3xi1>
  %passed = stablehlo.optimization_barrier %columns : tensor<333x3xi1>
  %product = stablehlo.dot_general %passed, %holds, contracting_dims = [0] x [1] : (tensor<333x3xi1>, tensor<7x333xi1>) -> tensor<3x7xi1>
  %numbers = stablehlo.convert %passed : (tensor<333x3xi1>) -> tensor<333x3xi32>
  %sums = stablehlo.dot_general %numbers, %number, contracting_dims = [0] x [1] : (tensor<333x3xi32>, tensor<7x333xi32>) -> tensor<3x7xi32>
  %any = stablehlo.convert %sums : (tensor<3x7xi32>) -> tensor<3x7xi1>
  stablehlo.custom_call @check.expect_eq(%product, %any) {has_side_effect = true} : (tensor<3x7xi1>, tensor<3x7xi1>) -> ()
  return
}
