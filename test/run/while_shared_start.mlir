// RUN: xla-run %s
//
// while: two arrays that begin with one value, one of which is updated in place, are two buffers.

func.func @main() {
  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %b = stablehlo.optimization_barrier %a : tensor<4xi32>
  %start = stablehlo.add %b, %b : tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %x = %start, %y = %start) : tensor<i32>, tensor<4xi32>, tensor<4xi32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %u = stablehlo.dynamic_update_slice %x, %s, %i : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    %v = stablehlo.add %y, %u : tensor<4xi32>
    stablehlo.return %j, %u, %v : tensor<i32>, tensor<4xi32>, tensor<4xi32>
  }
  %x = stablehlo.constant dense<[0, 1, 2, 8]> : tensor<4xi32>
  %y = stablehlo.constant dense<[2, 10, 20, 32]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%r#1, %x) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  stablehlo.custom_call @check.expect_eq(%r#2, %y) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
