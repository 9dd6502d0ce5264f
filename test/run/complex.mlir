// RUN: xla-run %s
//
// complex: numbers from their parts.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // f32
  %a0 = xla.constant dense<[1.0, -2.5, 0.0]> : tensor<3xf32>
  %b0 = xla.constant dense<[2.0, 0.5, -1.0]> : tensor<3xf32>
  %e0 = xla.constant dense<[(1.0, 2.0), (-2.5, 0.5), (0.0, -1.0)]> : tensor<3xcomplex<f32>>
  %a0_ = xla.optimization_barrier %a0 : (tensor<3xf32>) -> tensor<3xf32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<3xf32>) -> tensor<3xf32>
  %run0 = xla.complex %a0_, %b0_ : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()
  %fold0 = xla.complex %a0, %b0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()

  // f64
  %a1 = xla.constant dense<[1.0, -2.5, 0.0]> : tensor<3xf64>
  %b1 = xla.constant dense<[2.0, 0.5, -1.0]> : tensor<3xf64>
  %e1 = xla.constant dense<[(1.0, 2.0), (-2.5, 0.5), (0.0, -1.0)]> : tensor<3xcomplex<f64>>
  %a1_ = xla.optimization_barrier %a1 : (tensor<3xf64>) -> tensor<3xf64>
  %b1_ = xla.optimization_barrier %b1 : (tensor<3xf64>) -> tensor<3xf64>
  %run1 = xla.complex %a1_, %b1_ : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> ()
  %fold1 = xla.complex %a1, %b1 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xcomplex<f64>>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> ()
  return
}
