// RUN: xla-run %s '[[1, 2], [3, 4]]' '[[5, 6], [7, 8]]' '[1, 0, 1]' | FileCheck %s

// CHECK: result 0: tensor<2x2xi32> {{\[\[}}19, 43],
// CHECK-NEXT: [22, 50]]
// CHECK-NEXT: result 1: tensor<2xi32> [3, 7]
// CHECK-NEXT: result 2: tensor<2x3xi32> {{\[\[}}2, 1, 2],
// CHECK-NEXT: [4, 3, 4]]
// CHECK-NEXT: result 3: tensor<2x3xi32> {{\[\[}}2, 1, 2],
// CHECK-NEXT: [4, 3, 4]]
func.func @main(%x: tensor<2x2xi32>, %y: tensor<2x2xi32>, %i: tensor<3xi32>) -> (tensor<2x2xi32>, tensor<2xi32>, tensor<2x3xi32>, tensor<2x3xi32>) {
  %0 = stablehlo.einsum %x, %y, config = "ik,kj->ji" : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %1 = stablehlo.unary_einsum %x, config = "ij->i" : (tensor<2x2xi32>) -> tensor<2xi32>
  %2 = "stablehlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<2x2xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  %b = stablehlo.broadcast_in_dim %i, dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
  %3 = "stablehlo.torch_index_select"(%x, %b) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<2x2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0, %1, %2, %3 : tensor<2x2xi32>, tensor<2xi32>, tensor<2x3xi32>, tensor<2x3xi32>
}
