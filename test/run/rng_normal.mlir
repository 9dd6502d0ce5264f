// RUN: xla-run %s
// RUN: xla-run %s --seed 77
//
// rng_normal: the moments of the distribution, in every float type; sigma = 0 gives mu. There is nothing to fold.

func.func @main() {
  // f32: mean 1, variance 4, kurtosis 3
  %mu0 = xla.constant dense<1.0> : tensor<f32>
  %sigma0 = xla.constant dense<2.0> : tensor<f32>
  %x0 = xla.rng_normal %mu0, %sigma0 : (tensor<f32>, tensor<f32>) -> tensor<300x333xf32>
  %y0 = xla.convert %x0 : (tensor<300x333xf32>) -> tensor<300x333xf32>
  %zero0 = xla.constant dense<0.0> : tensor<f32>
  %count0 = xla.constant dense<99900.0> : tensor<f32>
  %sum0 = xla.reduce(%y0 init: %zero0) applies xla.add across dimensions = [0, 1] : (tensor<300x333xf32>, tensor<f32>) -> tensor<f32>
  %mean0 = xla.div %sum0, %count0 : tensor<f32>
  %one0 = xla.constant dense<1.0> : tensor<f32>
  xla.custom_call "check.expect_almost_eq"(%mean0, %one0) {has_side_effect = true, tolerance = 0.03 : f64} : (tensor<f32>, tensor<f32>) -> ()
  %off0 = xla.sub %y0, %one0 : (tensor<300x333xf32>, tensor<f32>) -> tensor<300x333xf32>
  %square0 = xla.mul %off0, %off0 : tensor<300x333xf32>
  %squares0 = xla.reduce(%square0 init: %zero0) applies xla.add across dimensions = [0, 1] : (tensor<300x333xf32>, tensor<f32>) -> tensor<f32>
  %variance0 = xla.div %squares0, %count0 : tensor<f32>
  %four0 = xla.constant dense<4.0> : tensor<f32>
  xla.custom_call "check.expect_almost_eq"(%variance0, %four0) {has_side_effect = true, tolerance = 0.1 : f64} : (tensor<f32>, tensor<f32>) -> ()
  %fourth0 = xla.mul %square0, %square0 : tensor<300x333xf32>
  %fourths0 = xla.reduce(%fourth0 init: %zero0) applies xla.add across dimensions = [0, 1] : (tensor<300x333xf32>, tensor<f32>) -> tensor<f32>
  %moment0 = xla.div %fourths0, %count0 : tensor<f32>
  %expected0 = xla.constant dense<48.0> : tensor<f32>
  xla.custom_call "check.expect_almost_eq"(%moment0, %expected0) {has_side_effect = true, tolerance = 2.5 : f64} : (tensor<f32>, tensor<f32>) -> ()

  // f64: mean 1, variance 4, kurtosis 3
  %mu1 = xla.constant dense<1.0> : tensor<f64>
  %sigma1 = xla.constant dense<2.0> : tensor<f64>
  %x1 = xla.rng_normal %mu1, %sigma1 : (tensor<f64>, tensor<f64>) -> tensor<300x333xf64>
  %y1 = xla.convert %x1 : (tensor<300x333xf64>) -> tensor<300x333xf64>
  %zero1 = xla.constant dense<0.0> : tensor<f64>
  %count1 = xla.constant dense<99900.0> : tensor<f64>
  %sum1 = xla.reduce(%y1 init: %zero1) applies xla.add across dimensions = [0, 1] : (tensor<300x333xf64>, tensor<f64>) -> tensor<f64>
  %mean1 = xla.div %sum1, %count1 : tensor<f64>
  %one1 = xla.constant dense<1.0> : tensor<f64>
  xla.custom_call "check.expect_almost_eq"(%mean1, %one1) {has_side_effect = true, tolerance = 0.03 : f64} : (tensor<f64>, tensor<f64>) -> ()
  %off1 = xla.sub %y1, %one1 : (tensor<300x333xf64>, tensor<f64>) -> tensor<300x333xf64>
  %square1 = xla.mul %off1, %off1 : tensor<300x333xf64>
  %squares1 = xla.reduce(%square1 init: %zero1) applies xla.add across dimensions = [0, 1] : (tensor<300x333xf64>, tensor<f64>) -> tensor<f64>
  %variance1 = xla.div %squares1, %count1 : tensor<f64>
  %four1 = xla.constant dense<4.0> : tensor<f64>
  xla.custom_call "check.expect_almost_eq"(%variance1, %four1) {has_side_effect = true, tolerance = 0.1 : f64} : (tensor<f64>, tensor<f64>) -> ()
  %fourth1 = xla.mul %square1, %square1 : tensor<300x333xf64>
  %fourths1 = xla.reduce(%fourth1 init: %zero1) applies xla.add across dimensions = [0, 1] : (tensor<300x333xf64>, tensor<f64>) -> tensor<f64>
  %moment1 = xla.div %fourths1, %count1 : tensor<f64>
  %expected1 = xla.constant dense<48.0> : tensor<f64>
  xla.custom_call "check.expect_almost_eq"(%moment1, %expected1) {has_side_effect = true, tolerance = 2.5 : f64} : (tensor<f64>, tensor<f64>) -> ()

  // f16: mean 1, variance 4, kurtosis 3
  %mu2 = xla.constant dense<1.0> : tensor<f16>
  %sigma2 = xla.constant dense<2.0> : tensor<f16>
  %x2 = xla.rng_normal %mu2, %sigma2 : (tensor<f16>, tensor<f16>) -> tensor<300x333xf16>
  %y2 = xla.convert %x2 : (tensor<300x333xf16>) -> tensor<300x333xf32>
  %zero2 = xla.constant dense<0.0> : tensor<f32>
  %count2 = xla.constant dense<99900.0> : tensor<f32>
  %sum2 = xla.reduce(%y2 init: %zero2) applies xla.add across dimensions = [0, 1] : (tensor<300x333xf32>, tensor<f32>) -> tensor<f32>
  %mean2 = xla.div %sum2, %count2 : tensor<f32>
  %one2 = xla.constant dense<1.0> : tensor<f32>
  xla.custom_call "check.expect_almost_eq"(%mean2, %one2) {has_side_effect = true, tolerance = 0.04 : f64} : (tensor<f32>, tensor<f32>) -> ()
  %off2 = xla.sub %y2, %one2 : (tensor<300x333xf32>, tensor<f32>) -> tensor<300x333xf32>
  %square2 = xla.mul %off2, %off2 : tensor<300x333xf32>
  %squares2 = xla.reduce(%square2 init: %zero2) applies xla.add across dimensions = [0, 1] : (tensor<300x333xf32>, tensor<f32>) -> tensor<f32>
  %variance2 = xla.div %squares2, %count2 : tensor<f32>
  %four2 = xla.constant dense<4.0> : tensor<f32>
  xla.custom_call "check.expect_almost_eq"(%variance2, %four2) {has_side_effect = true, tolerance = 0.1 : f64} : (tensor<f32>, tensor<f32>) -> ()
  %fourth2 = xla.mul %square2, %square2 : tensor<300x333xf32>
  %fourths2 = xla.reduce(%fourth2 init: %zero2) applies xla.add across dimensions = [0, 1] : (tensor<300x333xf32>, tensor<f32>) -> tensor<f32>
  %moment2 = xla.div %fourths2, %count2 : tensor<f32>
  %expected2 = xla.constant dense<48.0> : tensor<f32>
  xla.custom_call "check.expect_almost_eq"(%moment2, %expected2) {has_side_effect = true, tolerance = 2.5 : f64} : (tensor<f32>, tensor<f32>) -> ()

  // bf16: mean 1, variance 4, kurtosis 3
  %mu3 = xla.constant dense<1.0> : tensor<bf16>
  %sigma3 = xla.constant dense<2.0> : tensor<bf16>
  %x3 = xla.rng_normal %mu3, %sigma3 : (tensor<bf16>, tensor<bf16>) -> tensor<300x333xbf16>
  %y3 = xla.convert %x3 : (tensor<300x333xbf16>) -> tensor<300x333xf32>
  %zero3 = xla.constant dense<0.0> : tensor<f32>
  %count3 = xla.constant dense<99900.0> : tensor<f32>
  %sum3 = xla.reduce(%y3 init: %zero3) applies xla.add across dimensions = [0, 1] : (tensor<300x333xf32>, tensor<f32>) -> tensor<f32>
  %mean3 = xla.div %sum3, %count3 : tensor<f32>
  %one3 = xla.constant dense<1.0> : tensor<f32>
  xla.custom_call "check.expect_almost_eq"(%mean3, %one3) {has_side_effect = true, tolerance = 0.06 : f64} : (tensor<f32>, tensor<f32>) -> ()
  %off3 = xla.sub %y3, %one3 : (tensor<300x333xf32>, tensor<f32>) -> tensor<300x333xf32>
  %square3 = xla.mul %off3, %off3 : tensor<300x333xf32>
  %squares3 = xla.reduce(%square3 init: %zero3) applies xla.add across dimensions = [0, 1] : (tensor<300x333xf32>, tensor<f32>) -> tensor<f32>
  %variance3 = xla.div %squares3, %count3 : tensor<f32>
  %four3 = xla.constant dense<4.0> : tensor<f32>
  xla.custom_call "check.expect_almost_eq"(%variance3, %four3) {has_side_effect = true, tolerance = 0.1 : f64} : (tensor<f32>, tensor<f32>) -> ()
  %fourth3 = xla.mul %square3, %square3 : tensor<300x333xf32>
  %fourths3 = xla.reduce(%fourth3 init: %zero3) applies xla.add across dimensions = [0, 1] : (tensor<300x333xf32>, tensor<f32>) -> tensor<f32>
  %moment3 = xla.div %fourths3, %count3 : tensor<f32>
  %expected3 = xla.constant dense<48.0> : tensor<f32>
  xla.custom_call "check.expect_almost_eq"(%moment3, %expected3) {has_side_effect = true, tolerance = 2.5 : f64} : (tensor<f32>, tensor<f32>) -> ()

  // no deviation
  %none = xla.constant dense<0.0> : tensor<f32>
  %x = xla.rng_normal %mu0, %none : (tensor<f32>, tensor<f32>) -> tensor<3x5xf32>
  %e = xla.constant dense<1.0> : tensor<3x5xf32>
  xla.custom_call "check.expect_eq"(%x, %e) {has_side_effect = true} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()

  // no elements
  %y = xla.rng_normal %mu0, %none : (tensor<f32>, tensor<f32>) -> tensor<0x5xf32>
  %nothing = xla.constant dense<> : tensor<0x5xf32>
  xla.custom_call "check.expect_eq"(%y, %nothing) {has_side_effect = true} : (tensor<0x5xf32>, tensor<0x5xf32>) -> ()
  return
}
