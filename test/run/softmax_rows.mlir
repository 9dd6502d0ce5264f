// RUN: xla-run %s --xla-keep-barriers
// RUN: xla-run %s --xla-keep-barriers --threads 2
//
// softmax of an array that is large enough for panels: row i has i + 5 in its first n elements, n = (i mod 4 + 1) * 256,
// and -inf behind them. The result is 1/n and 0. With 1021 columns, rows have a rest.

func.func @main() {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %least = xla.constant dense<0xFF800000> : tensor<f32>
  %i1024 = xla.iota dim = 0 : tensor<512x1024xf32>
  %j1024 = xla.iota dim = 1 : tensor<512x1024xf32>
  %four1024 = xla.constant dense<4.0> : tensor<512x1024xf32>
  %one1024 = xla.constant dense<1.0> : tensor<512x1024xf32>
  %five1024 = xla.constant dense<5.0> : tensor<512x1024xf32>
  %zeros1024 = xla.constant dense<0.0> : tensor<512x1024xf32>
  %inf1024 = xla.constant dense<0xFF800000> : tensor<512x1024xf32>
  %each1024 = xla.constant dense<256.0> : tensor<512x1024xf32>
  %all1024 = xla.constant dense<1024.0> : tensor<512x1024xf32>
  %group1024 = xla.rem %i1024, %four1024 : tensor<512x1024xf32>
  %next1024 = xla.add %group1024, %one1024 : tensor<512x1024xf32>
  %asked1024 = xla.mul %next1024, %each1024 : tensor<512x1024xf32>
  %n1024 = xla.min %asked1024, %all1024 : tensor<512x1024xf32>
  %inside1024 = xla.lt %j1024, %n1024 : (tensor<512x1024xf32>, tensor<512x1024xf32>) -> tensor<512x1024xi1>
  %high1024 = xla.add %i1024, %five1024 : tensor<512x1024xf32>
  %x1024 = xla.select %inside1024, %high1024, %inf1024 : (tensor<512x1024xi1>, tensor<512x1024xf32>, tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %given1024 = xla.optimization_barrier %x1024 : (tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %m1024 = xla.reduce(%given1024 init: %least) applies xla.max across dimensions = [1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<512xf32>
  %mm1024 = xla.broadcast_in_dim %m1024, dims = [0] : (tensor<512xf32>) -> tensor<512x1024xf32>
  %d1024 = xla.sub %given1024, %mm1024 : tensor<512x1024xf32>
  %e1024 = xla.exp %d1024 : tensor<512x1024xf32>
  %s1024 = xla.reduce(%e1024 init: %zero) applies xla.add across dimensions = [1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<512xf32>
  %ss1024 = xla.broadcast_in_dim %s1024, dims = [0] : (tensor<512xf32>) -> tensor<512x1024xf32>
  %y1024 = xla.div %e1024, %ss1024 : tensor<512x1024xf32>
  %share1024 = xla.div %one1024, %n1024 : tensor<512x1024xf32>
  %expected1024 = xla.select %inside1024, %share1024, %zeros1024 : (tensor<512x1024xi1>, tensor<512x1024xf32>, tensor<512x1024xf32>) -> tensor<512x1024xf32>
  %wanted1024 = xla.optimization_barrier %expected1024 : (tensor<512x1024xf32>) -> tensor<512x1024xf32>
  xla.custom_call "check.expect_eq"(%y1024, %wanted1024) {has_side_effect = true} : (tensor<512x1024xf32>, tensor<512x1024xf32>) -> ()
  %i1021 = xla.iota dim = 0 : tensor<512x1021xf32>
  %j1021 = xla.iota dim = 1 : tensor<512x1021xf32>
  %four1021 = xla.constant dense<4.0> : tensor<512x1021xf32>
  %one1021 = xla.constant dense<1.0> : tensor<512x1021xf32>
  %five1021 = xla.constant dense<5.0> : tensor<512x1021xf32>
  %zeros1021 = xla.constant dense<0.0> : tensor<512x1021xf32>
  %inf1021 = xla.constant dense<0xFF800000> : tensor<512x1021xf32>
  %each1021 = xla.constant dense<256.0> : tensor<512x1021xf32>
  %all1021 = xla.constant dense<1021.0> : tensor<512x1021xf32>
  %group1021 = xla.rem %i1021, %four1021 : tensor<512x1021xf32>
  %next1021 = xla.add %group1021, %one1021 : tensor<512x1021xf32>
  %asked1021 = xla.mul %next1021, %each1021 : tensor<512x1021xf32>
  %n1021 = xla.min %asked1021, %all1021 : tensor<512x1021xf32>
  %inside1021 = xla.lt %j1021, %n1021 : (tensor<512x1021xf32>, tensor<512x1021xf32>) -> tensor<512x1021xi1>
  %high1021 = xla.add %i1021, %five1021 : tensor<512x1021xf32>
  %x1021 = xla.select %inside1021, %high1021, %inf1021 : (tensor<512x1021xi1>, tensor<512x1021xf32>, tensor<512x1021xf32>) -> tensor<512x1021xf32>
  %given1021 = xla.optimization_barrier %x1021 : (tensor<512x1021xf32>) -> tensor<512x1021xf32>
  %m1021 = xla.reduce(%given1021 init: %least) applies xla.max across dimensions = [1] : (tensor<512x1021xf32>, tensor<f32>) -> tensor<512xf32>
  %mm1021 = xla.broadcast_in_dim %m1021, dims = [0] : (tensor<512xf32>) -> tensor<512x1021xf32>
  %d1021 = xla.sub %given1021, %mm1021 : tensor<512x1021xf32>
  %e1021 = xla.exp %d1021 : tensor<512x1021xf32>
  %s1021 = xla.reduce(%e1021 init: %zero) applies xla.add across dimensions = [1] : (tensor<512x1021xf32>, tensor<f32>) -> tensor<512xf32>
  %ss1021 = xla.broadcast_in_dim %s1021, dims = [0] : (tensor<512xf32>) -> tensor<512x1021xf32>
  %y1021 = xla.div %e1021, %ss1021 : tensor<512x1021xf32>
  %share1021 = xla.div %one1021, %n1021 : tensor<512x1021xf32>
  %expected1021 = xla.select %inside1021, %share1021, %zeros1021 : (tensor<512x1021xi1>, tensor<512x1021xf32>, tensor<512x1021xf32>) -> tensor<512x1021xf32>
  %wanted1021 = xla.optimization_barrier %expected1021 : (tensor<512x1021xf32>) -> tensor<512x1021xf32>
  xla.custom_call "check.expect_eq"(%y1021, %wanted1021) {has_side_effect = true} : (tensor<512x1021xf32>, tensor<512x1021xf32>) -> ()
  return
}
