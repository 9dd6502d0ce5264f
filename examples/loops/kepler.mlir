// Kepler's equation E - e sin E = M solved by Newton's method in a while loop, for 1000 mean anomalies.
// Results: the eccentric anomalies, and the number of steps taken.
//
// RUN: xla-run %s %S/mean_anomaly.npy %S/eccentricity.npy \
// RUN:   --rtol 1e-5 --atol 1e-6 --expect %S/kepler.eccentric_anomaly.npy %S/kepler.steps.npy

module @jit_kepler attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1000xf32>, %arg1: tensor<f32>) -> (tensor<1000xf32> {jax.result_info = "result[0]"}, tensor<i32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.sine %arg0 : tensor<1000xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %2 = stablehlo.multiply %1, %0 : tensor<1000xf32>
    %3 = stablehlo.add %arg0, %2 : tensor<1000xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %4:5 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0, %iterArg_1 = %c, %iterArg_2 = %3, %iterArg_3 = %cst) : tensor<f32>, tensor<1000xf32>, tensor<i32>, tensor<1000xf32>, tensor<f32>
    cond {
      %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %5 = stablehlo.compare GT, %iterArg_3, %cst_4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %c_5 = stablehlo.constant dense<50> : tensor<i32>
      %6 = stablehlo.compare LT, %iterArg_1, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_6 = stablehlo.constant dense<false> : tensor<i1>
      %7 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i1>) -> tensor<i1>
      %8 = stablehlo.compare NE, %6, %7, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %9 = stablehlo.convert %8 : tensor<i1>
      %10 = stablehlo.and %5, %9 : tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %5 = stablehlo.sine %iterArg_2 : tensor<1000xf32>
      %6 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<f32>) -> tensor<1000xf32>
      %7 = stablehlo.multiply %6, %5 : tensor<1000xf32>
      %8 = stablehlo.subtract %iterArg_2, %7 : tensor<1000xf32>
      %9 = stablehlo.subtract %8, %iterArg_0 : tensor<1000xf32>
      %10 = stablehlo.cosine %iterArg_2 : tensor<1000xf32>
      %11 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<f32>) -> tensor<1000xf32>
      %12 = stablehlo.multiply %11, %10 : tensor<1000xf32>
      %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %13 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1000xf32>
      %14 = stablehlo.subtract %13, %12 : tensor<1000xf32>
      %15 = stablehlo.divide %9, %14 : tensor<1000xf32>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.add %iterArg_1, %c_5 : tensor<i32>
      %17 = stablehlo.subtract %iterArg_2, %15 : tensor<1000xf32>
      %18 = stablehlo.abs %15 : tensor<1000xf32>
      %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %19 = stablehlo.reduce(%18 init: %cst_6) applies stablehlo.maximum across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %iterArg, %iterArg_0, %16, %17, %19 : tensor<f32>, tensor<1000xf32>, tensor<i32>, tensor<1000xf32>, tensor<f32>
    }
    return %4#3, %4#2 : tensor<1000xf32>, tensor<i32>
  }
}
