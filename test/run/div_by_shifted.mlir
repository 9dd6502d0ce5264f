// The quotient and the remainder by an odd number that is shifted out: no lane is divided by 0, at any width of vectors.
// RUN: xla-run %s | FileCheck %s
// CHECK: result 0: tensor<8xui64> [3, 1, 18446744073709551615, 18446744073709551615, 0, 18446744073709551615, 18446744073709551615, 0]
// CHECK: result 1: tensor<8xui64> [1, 4, 10, 10, 10, 10, 10, 10]
func.func @main() -> (tensor<8xui64>, tensor<8xui64>) {
  %shifts = stablehlo.constant dense<[0, 1, 64, 65, 40, 1000, 18446744073709551615, 63]> : tensor<8xui64>
  %amounts = stablehlo.optimization_barrier %shifts : tensor<8xui64>
  %odd = stablehlo.constant dense<3> : tensor<8xui64>
  %ten = stablehlo.constant dense<10> : tensor<8xui64>
  %shifted = stablehlo.shift_left %odd, %amounts : tensor<8xui64>
  %quotient = stablehlo.divide %ten, %shifted : tensor<8xui64>
  %remainder = stablehlo.remainder %ten, %shifted : tensor<8xui64>
  return %quotient, %remainder : tensor<8xui64>, tensor<8xui64>
}
