// A multilayer perceptron, trained on 1437 of scikit-learn's handwritten digits, classifies the other 360.
// Results: its accuracy, and the probability of each digit for each image.
//
// RUN: xla-run %s %S/x_test.npy %S/labels_test.npy %S/w1.npy %S/b1.npy %S/w2.npy %S/b2.npy %S/w3.npy \
// RUN:   %S/b3.npy \
// RUN:   --rtol 1e-5 --atol 1e-6 --expect %S/infer.accuracy.npy %S/infer.probabilities.npy

module @jit_infer attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<360x64xf32>, %arg1: tensor<360xi32>, %arg2: tensor<64x128xf32>, %arg3: tensor<128xf32>, %arg4: tensor<128x64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64x10xf32>, %arg7: tensor<10xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<360x10xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<360x64xf32>, tensor<64x128xf32>) -> tensor<360x128xf32>
    %1 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<360x128xf32>
    %3 = stablehlo.add %0, %2 : tensor<360x128xf32>
    %4 = call @relu(%3) : (tensor<360x128xf32>) -> tensor<360x128xf32>
    %5 = stablehlo.dot_general %4, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<360x128xf32>, tensor<128x64xf32>) -> tensor<360x64xf32>
    %6 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<360x64xf32>
    %8 = stablehlo.add %5, %7 : tensor<360x64xf32>
    %9 = call @relu_0(%8) : (tensor<360x64xf32>) -> tensor<360x64xf32>
    %10 = stablehlo.dot_general %9, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<360x64xf32>, tensor<64x10xf32>) -> tensor<360x10xf32>
    %11 = stablehlo.broadcast_in_dim %arg7, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<360x10xf32>
    %13 = stablehlo.add %10, %12 : tensor<360x10xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %14 = stablehlo.reduce(%13 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<360x10xf32>, tensor<f32>) -> tensor<360xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<360xf32>
    %16 = stablehlo.maximum %15, %14 : tensor<360xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0] : (tensor<360xf32>) -> tensor<360x1xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<360x1xf32>) -> tensor<360x10xf32>
    %19 = stablehlo.subtract %13, %18 : tensor<360x10xf32>
    %20 = stablehlo.exponential %19 : tensor<360x10xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%20 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<360x10xf32>, tensor<f32>) -> tensor<360xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<360xf32>) -> tensor<360x1xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<360x1xf32>) -> tensor<360x10xf32>
    %24 = stablehlo.divide %20, %23 : tensor<360x10xf32>
    %25 = call @argmax(%24) : (tensor<360x10xf32>) -> tensor<360xi32>
    %26 = stablehlo.compare EQ, %25, %arg1, SIGNED : (tensor<360xi32>, tensor<360xi32>) -> tensor<360xi1>
    %27 = stablehlo.convert %26 : (tensor<360xi1>) -> tensor<360xi32>
    %28 = stablehlo.convert %27 : (tensor<360xi32>) -> tensor<360xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<360xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<3.600000e+02> : tensor<f32>
    %30 = stablehlo.divide %29, %cst_3 : tensor<f32>
    return %30, %24 : tensor<f32>, tensor<360x10xf32>
  }
  func.func private @relu(%arg0: tensor<360x128xf32>) -> tensor<360x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<360x128xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<360x128xf32>
    return %1 : tensor<360x128xf32>
  }
  func.func private @relu_0(%arg0: tensor<360x64xf32>) -> tensor<360x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<360x64xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<360x64xf32>
    return %1 : tensor<360x64xf32>
  }
  func.func private @argmax(%arg0: tensor<360x10xf32>) -> tensor<360xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<360x10xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<360x10xf32>, tensor<360x10xi32>, tensor<f32>, tensor<i32>) -> (tensor<360xf32>, tensor<360xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<360xi32>
  }
}
