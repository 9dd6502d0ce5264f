// Large arrays are reduced to one number in parts: 0 + 1 + … + 349999, and their least and greatest; the sum of as many
// ones from an initial value of 0.5.
//
// RUN: xla-run %s --xla-keep-barriers --threads 3 | FileCheck %s
// CHECK: checks: 4
func.func @main() {
  %iota = xla.iota dim = 0 : tensor<350000xi64>
  %x = xla.optimization_barrier %iota : (tensor<350000xi64>) -> tensor<350000xi64>
  %zero = xla.constant dense<0> : tensor<i64>
  %million = xla.constant dense<1000000> : tensor<i64>
  %half = xla.constant dense<0.5> : tensor<f64>
  %sum = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0] : (tensor<350000xi64>, tensor<i64>) -> tensor<i64>
  %least = xla.reduce(%x init: %million) applies xla.min across dimensions = [0] : (tensor<350000xi64>, tensor<i64>) -> tensor<i64>
  %greatest = xla.reduce(%x init: %zero) applies xla.max across dimensions = [0] : (tensor<350000xi64>, tensor<i64>) -> tensor<i64>
  %one = xla.constant dense<1.0> : tensor<500x700xf64>
  %ones = xla.optimization_barrier %one : (tensor<500x700xf64>) -> tensor<500x700xf64>
  %count = xla.reduce(%ones init: %half) applies xla.add across dimensions = [0, 1] : (tensor<500x700xf64>, tensor<f64>) -> tensor<f64>
  %sum_expected = xla.constant dense<61249825000> : tensor<i64>
  %least_expected = xla.constant dense<0> : tensor<i64>
  %greatest_expected = xla.constant dense<349999> : tensor<i64>
  %count_expected = xla.constant dense<350000.5> : tensor<f64>
  xla.custom_call "check.expect_eq"(%sum, %sum_expected) {has_side_effect = true} : (tensor<i64>, tensor<i64>) -> ()
  xla.custom_call "check.expect_eq"(%least, %least_expected) {has_side_effect = true} : (tensor<i64>, tensor<i64>) -> ()
  xla.custom_call "check.expect_eq"(%greatest, %greatest_expected) {has_side_effect = true} : (tensor<i64>, tensor<i64>) -> ()
  xla.custom_call "check.expect_eq"(%count, %count_expected) {has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()
  return
}
