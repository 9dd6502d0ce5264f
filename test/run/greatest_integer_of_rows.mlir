// RUN: xla-run %s
//
// The greatest integer of each row and its index, which are of one type, and the least index of equal numbers: both as of floats.
func.func @main() {
  %flat = stablehlo.iota dim = 0 : tensor<7220xi32>
  %factor = stablehlo.constant dense<7919> : tensor<7220xi32>
  %modulus = stablehlo.constant dense<101> : tensor<7220xi32>
  %product = stablehlo.multiply %flat, %factor : tensor<7220xi32>
  %scattered = stablehlo.remainder %product, %modulus : tensor<7220xi32>
  %literal = stablehlo.reshape %scattered : (tensor<7220xi32>) -> tensor<38x190xi32>
  %x = stablehlo.optimization_barrier %literal : tensor<38x190xi32>
  %float = stablehlo.convert %x : (tensor<38x190xi32>) -> tensor<38x190xf32>
  %column = stablehlo.iota dim = 1 : tensor<38x190xi32>
  %i = stablehlo.optimization_barrier %column : tensor<38x190xi32>
  %low = stablehlo.constant dense<-2147483648> : tensor<i32>
  %infinity = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %last = stablehlo.constant dense<2147483647> : tensor<i32>

  %0:2 = stablehlo.reduce(%x init: %low), (%i init: %last) across dimensions = [1] : (tensor<38x190xi32>, tensor<38x190xi32>, tensor<i32>, tensor<i32>) -> (tensor<38xi32>, tensor<38xi32>)
   reducer(%a: tensor<i32>, %b: tensor<i32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %greater = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %before = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %ties = stablehlo.and %equal, %before : tensor<i1>
    %takes = stablehlo.or %greater, %ties : tensor<i1>
    %value = stablehlo.select %greater, %a, %b : tensor<i1>, tensor<i32>
    %index = stablehlo.select %takes, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %value, %index : tensor<i32>, tensor<i32>
  }
  %1:2 = stablehlo.reduce(%float init: %infinity), (%i init: %last) across dimensions = [1] : (tensor<38x190xf32>, tensor<38x190xi32>, tensor<f32>, tensor<i32>) -> (tensor<38xf32>, tensor<38xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %greater = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %ties = stablehlo.and %equal, %before : tensor<i1>
    %takes = stablehlo.or %greater, %ties : tensor<i1>
    %value = stablehlo.select %greater, %a, %b : tensor<i1>, tensor<f32>
    %index = stablehlo.select %takes, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %value, %index : tensor<f32>, tensor<i32>
  }
  stablehlo.custom_call @check.expect_eq(%0#1, %1#1) {has_side_effect = true} : (tensor<38xi32>, tensor<38xi32>) -> ()
  %greatest = stablehlo.convert %1#0 : (tensor<38xf32>) -> tensor<38xi32>
  stablehlo.custom_call @check.expect_eq(%0#0, %greatest) {has_side_effect = true} : (tensor<38xi32>, tensor<38xi32>) -> ()

  // Of equal elements, the least of what comes with them.
  %same = stablehlo.constant dense<8> : tensor<38x190xi32>
  %2:2 = stablehlo.reduce(%same init: %low), (%x init: %last) across dimensions = [1] : (tensor<38x190xi32>, tensor<38x190xi32>, tensor<i32>, tensor<i32>) -> (tensor<38xi32>, tensor<38xi32>)
   reducer(%a: tensor<i32>, %b: tensor<i32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %greater = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %before = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %ties = stablehlo.and %equal, %before : tensor<i1>
    %takes = stablehlo.or %greater, %ties : tensor<i1>
    %value = stablehlo.select %greater, %a, %b : tensor<i1>, tensor<i32>
    %index = stablehlo.select %takes, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %value, %index : tensor<i32>, tensor<i32>
  }
  %3 = stablehlo.reduce(%x init: %last) applies stablehlo.minimum across dimensions = [1] : (tensor<38x190xi32>, tensor<i32>) -> tensor<38xi32>
  stablehlo.custom_call @check.expect_eq(%2#1, %3) {has_side_effect = true} : (tensor<38xi32>, tensor<38xi32>) -> ()
  return
}
