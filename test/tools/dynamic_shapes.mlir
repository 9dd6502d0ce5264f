// A program that leaves sizes open is compiled for its inputs: for their shapes, and for the integers among them.
//
// RUN: xla-run %s '[[1, 2, 3], [4, 5, 6]]' 2 | FileCheck %s --check-prefix=TWO
// TWO: result 0: tensor<6xf32> [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
// TWO: result 1: tensor<2xi32> [0, 1]
// RUN: xla-run %s '[[1, 2, 3]]' 4 --output %t.flat.npy %t.count.npy
// RUN: xla-run %s 1x3xf32=[[1,2,3]] i32=4 --expect %t.flat.npy %t.count.npy
// RUN: xla-run %s 0x3xf32=[] 0 | FileCheck %s --check-prefix=EMPTY
// EMPTY: result 0: tensor<0xf32>
// EMPTY: result 1: tensor<0xi32>
//
// RUN: expect-exit 2 xla-run %s '[1, 2, 3]' 2 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: argument 0 is tensor<?x3xf32>, not of shape [3]
// RUN: expect-exit 77 xla-run %s --random 1 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: sizes of tensor<?x3xf32> are known only at run time

func.func @main(%x: tensor<?x3xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %count = stablehlo.multiply %rows, %three : tensor<i32>
  %shape = stablehlo.reshape %count : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x3xf32>, tensor<1xi32>) -> tensor<?xf32>
  %length = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_iota %length, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0, %1 : tensor<?xf32>, tensor<?xi32>
}
