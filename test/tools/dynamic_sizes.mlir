// Inputs and outputs of bounded size are as large as they are. Here, x[n:] and its sum, from StableHLO.
//
// RUN: xla-run %s '[1, 2, 3]' 2 | FileCheck %s --check-prefix=THREE
// THREE: result 0: tensor<2xf32> [-1.0, -2.0]
// THREE: result 1: tensor<f32> 6.0
// THREE: result 2: tensor<i32> 3
// RUN: xla-run %s '[1, 2, 3, 4, 5]' 9 --output %t.part.npy %t.sum.npy %t.size.npy
// RUN: xla-run %s 5xf32=[1,2,3,4,5] 9 --expect %t.part.npy %t.sum.npy %t.size.npy
// RUN: expect-exit 1 xla-run %s 5xf32=[1,2,3,4,5] 2 --expect %t.part.npy %t.sum.npy %t.size.npy
// RUN: xla-run %s '[]' 0 | FileCheck %s --check-prefix=EMPTY
// EMPTY: result 0: tensor<0xf32>
// EMPTY: result 1: tensor<f32> 0.0
// RUN: expect-exit 2 xla-run %s '[1, 2, 3, 4, 5, 6]' 2 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: input 0 is tensor<5xf32>, but `[1, 2, 3, 4, 5, 6]`: shape 6 is given

func.func @main(%x: tensor<?xf32, #stablehlo.bounds<5>>, %n: tensor<i32>) -> (tensor<?xf32, #stablehlo.bounds<5>>, tensor<f32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<5>>
  %1 = stablehlo.negate %0 : tensor<?xf32, #stablehlo.bounds<5>>
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<i32>
  return %1, %2, %3 : tensor<?xf32, #stablehlo.bounds<5>>, tensor<f32>, tensor<i32>
}
