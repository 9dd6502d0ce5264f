// RUN: xla-run %s
//
// A sort of arrays with bounded sizes: what is beyond the size of the sorted dimension stays behind, however small it is.

func.func @main() {
  %two = xla.constant dense<2> : tensor<i32>
  %values = xla.constant dense<[[3, 1, -7, -8], [2, 5, -9, -9]]> : tensor<2x4xi32>
  %hidden = xla.optimization_barrier %values : (tensor<2x4xi32>) -> tensor<2x4xi32>
  %part = xla.set_dimension_size %hidden, %two, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #xla.bounds<?, 4>>
  %sorted = xla.sort(%part) dim = 1 : (tensor<2x?xi32, #xla.bounds<?, 4>>) -> tensor<2x?xi32, #xla.bounds<?, 4>> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %less : tensor<i1>
  }
  %zero = xla.constant dense<0> : tensor<i32>
  %least = xla.reduce(%sorted init: %two) applies xla.min across dimensions = [1] : (tensor<2x?xi32, #xla.bounds<?, 4>>, tensor<i32>) -> tensor<2xi32>
  %least_expected = xla.constant dense<[1, 2]> : tensor<2xi32>
  xla.custom_call "check.expect_eq"(%least, %least_expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  // 10 for the first column and 1 for the others
  %weights = xla.constant dense<[[10, 1, 1, 1], [10, 1, 1, 1]]> : tensor<2x4xi32>
  %weighted_part = xla.set_dimension_size %weights, %two, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #xla.bounds<?, 4>>
  %products = xla.mul %sorted, %weighted_part : tensor<2x?xi32, #xla.bounds<?, 4>>
  %sums = xla.reduce(%products init: %zero) applies xla.add across dimensions = [1] : (tensor<2x?xi32, #xla.bounds<?, 4>>, tensor<i32>) -> tensor<2xi32>
  %sums_expected = xla.constant dense<[13, 25]> : tensor<2xi32>
  xla.custom_call "check.expect_eq"(%sums, %sums_expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // Rows that do not count change nothing in the others.
  %rows = xla.set_dimension_size %hidden, %two, dim = 0 : (tensor<2x4xi32>, tensor<i32>) -> tensor<?x4xi32, #xla.bounds<2, ?>>
  %one = xla.constant dense<1> : tensor<i32>
  %fewer = xla.set_dimension_size %rows, %one, dim = 0 : (tensor<?x4xi32, #xla.bounds<2, ?>>, tensor<i32>) -> tensor<?x4xi32, #xla.bounds<2, ?>>
  %by_row = xla.sort(%fewer) dim = 1 : (tensor<?x4xi32, #xla.bounds<2, ?>>) -> tensor<?x4xi32, #xla.bounds<2, ?>> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %less : tensor<i1>
  }
  %columns = xla.reduce(%by_row init: %zero) applies xla.add across dimensions = [0] : (tensor<?x4xi32, #xla.bounds<2, ?>>, tensor<i32>) -> tensor<4xi32>
  %columns_expected = xla.constant dense<[-8, -7, 1, 3]> : tensor<4xi32>
  xla.custom_call "check.expect_eq"(%columns, %columns_expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
