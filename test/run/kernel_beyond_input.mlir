// RUN: xla-run %s '1x1x1xf32=3' '1x1x5xf32=[[[1, 2, 3, 4, 2]]]' | FileCheck %s --check-prefix=FINITE
// RUN: xla-run %s '1x1x1xf32=3' '1x1x5xf32=[[[1, inf, 3, 4, 2]]]' | FileCheck %s --check-prefix=NAN
// RUN: xla-run %s '1x1x1xf32=3' '1x1x5xf32=[[[1, 2, 3, 4, inf]]]' | FileCheck %s --check-prefix=INF
//
// What of a kernel meets padding alone is multiplied by 0 all the same.
// FINITE: result 0: tensor<1x1x1xf32> {{\[\[\[}}6.0]]]
// NAN: result 0: tensor<1x1x1xf32> {{\[\[\[}}nan]]]
// INF: result 0: tensor<1x1x1xf32> {{\[\[\[}}inf]]]

func.func @main(%x: tensor<1x1x1xf32>, %k: tensor<1x1x5xf32>) -> tensor<1x1x1xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = [[4, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1xf32>, tensor<1x1x5xf32>) -> tensor<1x1x1xf32>
  return %0 : tensor<1x1x1xf32>
}
