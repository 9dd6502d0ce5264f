// RUN: xla-run %s --xla-keep-barriers
//
// A sum of complex numbers, made in as many sums as a vector has elements.

func.func @main() {
  %re = xla.iota dim = 0 : tensor<800xf32>
  %im = xla.neg %re : tensor<800xf32>
  %z = xla.complex %re, %im : (tensor<800xf32>, tensor<800xf32>) -> tensor<800xcomplex<f32>>
  %zz = xla.optimization_barrier %z : (tensor<800xcomplex<f32>>) -> tensor<800xcomplex<f32>>
  %i = xla.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %r = xla.reduce(%zz init: %i) applies xla.add across dimensions = [0] : (tensor<800xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %e = xla.constant dense<(319601.0, -319598.0)> : tensor<complex<f32>>
  xla.custom_call "check.expect_eq"(%r, %e) {has_side_effect = true} : (tensor<complex<f32>>, tensor<complex<f32>>) -> ()
  return
}
