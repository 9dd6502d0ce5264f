// RUN: xla-run %s --xla-keep-barriers
//
// A complex number of two f64 as two of two f32, and back: the real part holds the first of them, whose real part are the low
// bits. 1.0 and -2.0 as f64 have low bits of zero, and the high bits of 1.875 and -2.0 as f32.

func.func @main() {
  %x = xla.constant dense<[(1.0, -2.0), (-2.0, 1.0)]> : tensor<2xcomplex<f64>>
  %h = xla.optimization_barrier %x : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %expected = xla.constant dense<[[(0.0, 1.875), (0.0, -2.0)], [(0.0, -2.0), (0.0, 1.875)]]> : tensor<2x2xcomplex<f32>>

  %run = xla.bitcast_convert %h : (tensor<2xcomplex<f64>>) -> tensor<2x2xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%run, %expected) {has_side_effect = true} : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> ()
  %kept = xla.optimization_barrier %run : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %back = xla.bitcast_convert %kept : (tensor<2x2xcomplex<f32>>) -> tensor<2xcomplex<f64>>
  xla.custom_call "check.expect_eq"(%back, %x) {has_side_effect = true} : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> ()

  %fold = xla.bitcast_convert %x : (tensor<2xcomplex<f64>>) -> tensor<2x2xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%fold, %expected) {has_side_effect = true} : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> ()
  %same = xla.bitcast_convert %h : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  xla.custom_call "check.expect_eq"(%same, %x) {has_side_effect = true} : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> ()
  return
}
