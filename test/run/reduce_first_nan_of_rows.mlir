// RUN: xla-run %s --xla-keep-barriers
//
// reduce: of several NaNs the first is the greatest element, where the last elements of each row are combined after the lanes of
// all rows, and where memory has the elements in another order.

func.func @main() {
  %row = stablehlo.iota dim = 0 : tensor<5x3x19xi32>
  %column = stablehlo.iota dim = 2 : tensor<5x3x19xi32>
  %width = stablehlo.constant dense<19> : tensor<5x3x19xi32>
  %before = stablehlo.multiply %row, %width : tensor<5x3x19xi32>
  %index = stablehlo.add %before, %column : tensor<5x3x19xi32>
  %last = stablehlo.constant dense<37> : tensor<i32>
  %first = stablehlo.constant dense<38> : tensor<i32>
  %middle = stablehlo.constant dense<24> : tensor<i32>

  // The last element of row 1, and the first of row 2.
  %rows = func.call @with_nans(%index, %last, %first) : (tensor<5x3x19xi32>, tensor<i32>, tensor<i32>) -> tensor<5x3x19xf32>
  %in_rows = func.call @greatest_of_rows(%rows, %index) : (tensor<5x3x19xf32>, tensor<5x3x19xi32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<37> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%in_rows, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // By columns the first element of row 2 comes before one in the middle of row 1.
  %mixed = func.call @with_nans(%index, %middle, %first) : (tensor<5x3x19xi32>, tensor<i32>, tensor<i32>) -> tensor<5x3x19xf32>
  %columns = stablehlo.transpose %mixed, dims = [2, 1, 0] : (tensor<5x3x19xf32>) -> tensor<19x3x5xf32>
  %index_of_columns = stablehlo.transpose %index, dims = [2, 1, 0] : (tensor<5x3x19xi32>) -> tensor<19x3x5xi32>
  %in_columns = func.call @greatest_of_columns(%columns, %index_of_columns) : (tensor<19x3x5xf32>, tensor<19x3x5xi32>) -> tensor<3xi32>
  %expected_of_columns = stablehlo.constant dense<38> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%in_columns, %expected_of_columns) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

// Numbers that grow, with NaN in two places, in memory.
func.func private @with_nans(%index: tensor<5x3x19xi32>, %one: tensor<i32>, %other: tensor<i32>) -> tensor<5x3x19xf32> {
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<i32>) -> tensor<5x3x19xi32>
  %others = stablehlo.broadcast_in_dim %other, dims = [] : (tensor<i32>) -> tensor<5x3x19xi32>
  %is_one = stablehlo.compare EQ, %index, %ones : (tensor<5x3x19xi32>, tensor<5x3x19xi32>) -> tensor<5x3x19xi1>
  %is_other = stablehlo.compare EQ, %index, %others : (tensor<5x3x19xi32>, tensor<5x3x19xi32>) -> tensor<5x3x19xi1>
  %is_nan = stablehlo.or %is_one, %is_other : tensor<5x3x19xi1>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<5x3x19xf32>
  %number = stablehlo.convert %index : (tensor<5x3x19xi32>) -> tensor<5x3x19xf32>
  %mixed = stablehlo.select %is_nan, %nan, %number : tensor<5x3x19xi1>, tensor<5x3x19xf32>
  %values = stablehlo.optimization_barrier %mixed : tensor<5x3x19xf32>
  return %values : tensor<5x3x19xf32>
}

func.func private @greatest_of_rows(%values: tensor<5x3x19xf32>, %places: tensor<5x3x19xi32>) -> tensor<3xi32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %greatest:2 = stablehlo.reduce(%values init: %least), (%places init: %zero) across dimensions = [0, 2] : (tensor<5x3x19xf32>, tensor<5x3x19xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%a: tensor<f32>, %x: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %value, %at = func.call @greater(%a, %i, %x, %j) : (tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    stablehlo.return %value, %at : tensor<f32>, tensor<i32>
  }
  return %greatest#1 : tensor<3xi32>
}

func.func private @greatest_of_columns(%values: tensor<19x3x5xf32>, %places: tensor<19x3x5xi32>) -> tensor<3xi32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %greatest:2 = stablehlo.reduce(%values init: %least), (%places init: %zero) across dimensions = [0, 2] : (tensor<19x3x5xf32>, tensor<19x3x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%a: tensor<f32>, %x: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %value, %at = func.call @greater(%a, %i, %x, %j) : (tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    stablehlo.return %value, %at : tensor<f32>, tensor<i32>
  }
  return %greatest#1 : tensor<3xi32>
}

func.func private @greater(%a: tensor<f32>, %i: tensor<i32>, %x: tensor<f32>, %j: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  %greater = stablehlo.compare GT, %a, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %unordered = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %stays = stablehlo.or %greater, %unordered : tensor<i1>
  %equal = stablehlo.compare EQ, %a, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %before = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %tie = stablehlo.and %equal, %before : tensor<i1>
  %index_stays = stablehlo.or %stays, %tie : tensor<i1>
  %value = stablehlo.select %stays, %a, %x : tensor<i1>, tensor<f32>
  %at = stablehlo.select %index_stays, %i, %j : tensor<i1>, tensor<i32>
  return %value, %at : tensor<f32>, tensor<i32>
}
