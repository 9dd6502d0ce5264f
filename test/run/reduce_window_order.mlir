// RUN: xla-run %s
//
// Of several NaN in a window the first one stays, with its number, also where windows are combined one dimension after the other.
func.func @main() {
  %i = stablehlo.iota dim = 0 : tensor<64x64xi32>
  %j = stablehlo.iota dim = 1 : tensor<64x64xi32>
  %three = stablehlo.constant dense<3> : tensor<64x64xi32>
  %width = stablehlo.constant dense<64> : tensor<64x64xi32>
  %zero = stablehlo.constant dense<0> : tensor<64x64xi32>
  %sum = stablehlo.add %i, %j : tensor<64x64xi32>
  %rest = stablehlo.remainder %sum, %three : tensor<64x64xi32>
  %is_nan = stablehlo.compare EQ, %rest, %zero : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<64x64xf32>
  %number = stablehlo.convert %sum : (tensor<64x64xi32>) -> tensor<64x64xf32>
  %literal = stablehlo.select %is_nan, %nan, %number : tensor<64x64xi1>, tensor<64x64xf32>
  %x = stablehlo.optimization_barrier %literal : tensor<64x64xf32>
  %line = stablehlo.multiply %i, %width : tensor<64x64xi32>
  %place = stablehlo.add %line, %j : tensor<64x64xi32>

  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %found:2 = "stablehlo.reduce_window"(%x, %place, %low, %none) <{window_dimensions = array<i64: 7, 5>}> ({
  ^bb0(%a: tensor<f32>, %k: tensor<i32>, %b: tensor<f32>, %l: tensor<i32>):
    %greater = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %is_none = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %better = stablehlo.or %greater, %is_none : tensor<i1>
    %same = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %k, %l : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %first = stablehlo.and %same, %before : tensor<i1>
    %keeps = stablehlo.or %better, %first : tensor<i1>
    %value = stablehlo.select %better, %a, %b : tensor<i1>, tensor<f32>
    %at = stablehlo.select %keeps, %k, %l : tensor<i1>, tensor<i32>
    stablehlo.return %value, %at : tensor<f32>, tensor<i32>
  }) : (tensor<64x64xf32>, tensor<64x64xi32>, tensor<f32>, tensor<i32>) -> (tensor<58x60xf32>, tensor<58x60xi32>)

  // In the first row of the window, at most two elements behind its first one.
  %missing = stablehlo.subtract %three, %rest : tensor<64x64xi32>
  %steps = stablehlo.remainder %missing, %three : tensor<64x64xi32>
  %all = stablehlo.add %place, %steps : tensor<64x64xi32>
  %expected = stablehlo.slice %all [0:58, 0:60] : (tensor<64x64xi32>) -> tensor<58x60xi32>
  stablehlo.custom_call @check.expect_eq(%found#1, %expected) {has_side_effect = true} : (tensor<58x60xi32>, tensor<58x60xi32>) -> ()
  return
}
