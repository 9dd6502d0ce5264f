// RUN: xla-run %s --threads 1
// RUN: xla-run %s --threads 2
//
// Rows of an odd length are transformed in pairs, and no row shows beside which other one: not a large row (the first) beside a small
// one, nor numbers beside NaN, infinities or zeros. Each pair of the expected rows has a row of zeros, and so is transformed row by row.

func.func @main() {
  %place = stablehlo.iota dim = 0 : tensor<8x1005xf32>
  %at = stablehlo.iota dim = 1 : tensor<8x1005xf32>
  %step = stablehlo.constant dense<0.37> : tensor<8x1005xf32>
  %steps = stablehlo.multiply %at, %step : tensor<8x1005xf32>
  %angle = stablehlo.add %steps, %place : tensor<8x1005xf32>
  %wave = stablehlo.sine %angle : tensor<8x1005xf32>
  %scales = stablehlo.constant dense<[[1.0e7], [1.0e-7], [1.0], [0x7FC00000], [1.0], [0x7F800000], [1.0], [0.0]]> : tensor<8x1xf32>
  %scale = stablehlo.broadcast_in_dim %scales, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1005xf32>
  %scaled = stablehlo.multiply %wave, %scale : tensor<8x1005xf32>
  %x = stablehlo.optimization_barrier %scaled : tensor<8x1005xf32>

  %spectra = stablehlo.fft %x, type = RFFT, length = [1005] : (tensor<8x1005xf32>) -> tensor<8x503xcomplex<f32>>
  %back = stablehlo.fft %spectra, type = IRFFT, length = [1005] : (tensor<8x503xcomplex<f32>>) -> tensor<8x1005xf32>

  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %apart = stablehlo.pad %x, %zero, low = [0, 0], high = [1, 0], interior = [1, 0] : (tensor<8x1005xf32>, tensor<f32>) -> tensor<16x1005xf32>
  %alone = stablehlo.optimization_barrier %apart : tensor<16x1005xf32>
  %spectra_alone = stablehlo.fft %alone, type = RFFT, length = [1005] : (tensor<16x1005xf32>) -> tensor<16x503xcomplex<f32>>
  %wanted = stablehlo.slice %spectra_alone [0:16:2, 0:503] : (tensor<16x503xcomplex<f32>>) -> tensor<8x503xcomplex<f32>>

  // Each row in units of its largest numbers.
  %units = stablehlo.constant dense<[[1.0e-9], [1.0e5], [1.0e-2], [1.0], [1.0e-2], [1.0], [1.0e-2], [1.0]]> : tensor<8x1xf32>
  %unit = stablehlo.broadcast_in_dim %units, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x503xf32>
  %got_re = stablehlo.real %spectra : (tensor<8x503xcomplex<f32>>) -> tensor<8x503xf32>
  %got_im = stablehlo.imag %spectra : (tensor<8x503xcomplex<f32>>) -> tensor<8x503xf32>
  %want_re = stablehlo.real %wanted : (tensor<8x503xcomplex<f32>>) -> tensor<8x503xf32>
  %want_im = stablehlo.imag %wanted : (tensor<8x503xcomplex<f32>>) -> tensor<8x503xf32>
  %0 = stablehlo.multiply %got_re, %unit : tensor<8x503xf32>
  %1 = stablehlo.multiply %want_re, %unit : tensor<8x503xf32>
  %2 = stablehlo.multiply %got_im, %unit : tensor<8x503xf32>
  %3 = stablehlo.multiply %want_im, %unit : tensor<8x503xf32>
  stablehlo.custom_call @check.expect_almost_eq(%0, %1) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<8x503xf32>, tensor<8x503xf32>) -> ()
  stablehlo.custom_call @check.expect_almost_eq(%2, %3) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<8x503xf32>, tensor<8x503xf32>) -> ()

  // There and back.
  %inverses = stablehlo.constant dense<[[1.0e-7], [1.0e7], [1.0], [1.0], [1.0], [1.0], [1.0], [1.0]]> : tensor<8x1xf32>
  %inverse = stablehlo.broadcast_in_dim %inverses, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1005xf32>
  %got = stablehlo.multiply %back, %inverse : tensor<8x1005xf32>
  %factors = stablehlo.constant dense<[[1.0], [1.0], [1.0], [0x7FC00000], [1.0], [0x7FC00000], [1.0], [0.0]]> : tensor<8x1xf32>
  %factor = stablehlo.broadcast_in_dim %factors, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1005xf32>
  %want = stablehlo.multiply %wave, %factor : tensor<8x1005xf32>
  stablehlo.custom_call @check.expect_almost_eq(%got, %want) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<8x1005xf32>, tensor<8x1005xf32>) -> ()
  return
}
