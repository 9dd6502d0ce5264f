// Power iteration in a while loop, until the vector settles: the first principal component of the digits.
// Results: the largest eigenvalue of their covariance matrix, and its eigenvector.
//
// RUN: xla-run %s %S/covariance.npy \
// RUN:   --rtol 1e-5 --atol 1e-6 --expect %S/power_iteration.eigenvalue.npy \
// RUN:   %S/power_iteration.eigenvector.npy

module @jit_power_iteration attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x64xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<64xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %0, %iterArg_3 = %cst_0) : tensor<64x64xf32>, tensor<i32>, tensor<64xf32>, tensor<f32>
    cond {
      %cst_4 = stablehlo.constant dense<1.000000e-07> : tensor<f32>
      %4 = stablehlo.compare GT, %iterArg_3, %cst_4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %c_5 = stablehlo.constant dense<1000> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg_1, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_6 = stablehlo.constant dense<false> : tensor<i1>
      %6 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i1>) -> tensor<i1>
      %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %8 = stablehlo.convert %7 : tensor<i1>
      %9 = stablehlo.and %4, %8 : tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %4 = stablehlo.dot_general %iterArg, %iterArg_2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
      %5 = stablehlo.multiply %4, %4 : tensor<64xf32>
      %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.reduce(%5 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
      %7 = stablehlo.sqrt %6 : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %9 = stablehlo.divide %4, %8 : tensor<64xf32>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %10 = stablehlo.add %iterArg_1, %c_5 : tensor<i32>
      %11 = stablehlo.subtract %9, %iterArg_2 : tensor<64xf32>
      %12 = stablehlo.abs %11 : tensor<64xf32>
      %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %13 = stablehlo.reduce(%12 init: %cst_6) applies stablehlo.maximum across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %iterArg, %10, %9, %13 : tensor<64x64xf32>, tensor<i32>, tensor<64xf32>, tensor<f32>
    }
    %2 = stablehlo.dot_general %arg0, %1#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
    %3 = stablehlo.dot_general %1#2, %2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64xf32>, tensor<64xf32>) -> tensor<f32>
    return %3, %1#2 : tensor<f32>, tensor<64xf32>
  }
}
