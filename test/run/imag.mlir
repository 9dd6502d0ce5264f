// RUN: xla-run %s
//
// imag: of complex operands; a real operand has imaginary part 0.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // complex<f32>
  %a0 = xla.constant dense<[(1.0, 2.0), (-3.5, -0.25), (0.0, 0x7F800000)]> : tensor<3xcomplex<f32>>
  %e0 = xla.constant dense<[2.0, -0.25, 0x7F800000]> : tensor<3xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %run0 = xla.imag %a0_ : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %fold0 = xla.imag %a0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // complex<f64>
  %a1 = xla.constant dense<[(1.0, 2.0), (-3.5, -0.25), (0.0, 0x7FF0000000000000)]> : tensor<3xcomplex<f64>>
  %e1 = xla.constant dense<[2.0, -0.25, 0x7FF0000000000000]> : tensor<3xf64>
  %a1_ = xla.optimization_barrier %a1 : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %run1 = xla.imag %a1_ : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<3xf64>, tensor<3xf64>) -> ()
  %fold1 = xla.imag %a1 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<3xf64>, tensor<3xf64>) -> ()

  // f32
  %a2 = xla.constant dense<[1.5, -2.0]> : tensor<2xf32>
  %e2 = xla.constant dense<[0.0, 0.0]> : tensor<2xf32>
  %a2_ = xla.optimization_barrier %a2 : (tensor<2xf32>) -> tensor<2xf32>
  %run2 = xla.imag %a2_ : tensor<2xf32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold2 = xla.imag %a2 : tensor<2xf32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
