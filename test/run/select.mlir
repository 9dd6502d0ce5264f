// RUN: xla-run %s
//
// select: chooses elements, and never blends: what is not chosen does not show.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // elementwise
  %x0 = xla.constant dense<[true, false, true]> : tensor<3xi1>
  %y0 = xla.constant dense<[1.0, 0x7FC00000, 3.0]> : tensor<3xf32>
  %z0 = xla.constant dense<[0x7F800000, 5.0, 0x7FC00000]> : tensor<3xf32>
  %e0 = xla.constant dense<[1.0, 5.0, 3.0]> : tensor<3xf32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<3xi1>) -> tensor<3xi1>
  %y0_ = xla.optimization_barrier %y0 : (tensor<3xf32>) -> tensor<3xf32>
  %z0_ = xla.optimization_barrier %z0 : (tensor<3xf32>) -> tensor<3xf32>
  %run0 = xla.select %x0_, %y0_, %z0_ : (tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %fold0 = xla.select %x0, %y0, %z0 : (tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // a scalar predicate chooses all
  %x1 = xla.constant dense<false> : tensor<i1>
  %y1 = xla.constant dense<[1, 2]> : tensor<2xi32>
  %z1 = xla.constant dense<[3, 4]> : tensor<2xi32>
  %e1 = xla.constant dense<[3, 4]> : tensor<2xi32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<i1>) -> tensor<i1>
  %y1_ = xla.optimization_barrier %y1 : (tensor<2xi32>) -> tensor<2xi32>
  %z1_ = xla.optimization_barrier %z1 : (tensor<2xi32>) -> tensor<2xi32>
  %run1 = xla.select %x1_, %y1_, %z1_ : (tensor<i1>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %fold1 = xla.select %x1, %y1, %z1 : (tensor<i1>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // of PRED
  %x2 = xla.constant dense<[true, false]> : tensor<2xi1>
  %y2 = xla.constant dense<false> : tensor<2xi1>
  %z2 = xla.constant dense<true> : tensor<2xi1>
  %e2 = xla.constant dense<[false, true]> : tensor<2xi1>
  %x2_ = xla.optimization_barrier %x2 : (tensor<2xi1>) -> tensor<2xi1>
  %y2_ = xla.optimization_barrier %y2 : (tensor<2xi1>) -> tensor<2xi1>
  %z2_ = xla.optimization_barrier %z2 : (tensor<2xi1>) -> tensor<2xi1>
  %run2 = xla.select %x2_, %y2_, %z2_ : (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  %fold2 = xla.select %x2, %y2, %z2 : (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()

  // of complex
  %x3 = xla.constant dense<[true, false]> : tensor<2xi1>
  %y3 = xla.constant dense<[(1.0, 2.0), (0.0, 3.0)]> : tensor<2xcomplex<f32>>
  %z3 = xla.constant dense<[(0.0, 0.0), (4.0, -1.0)]> : tensor<2xcomplex<f32>>
  %e3 = xla.constant dense<[(1.0, 2.0), (4.0, -1.0)]> : tensor<2xcomplex<f32>>
  %x3_ = xla.optimization_barrier %x3 : (tensor<2xi1>) -> tensor<2xi1>
  %y3_ = xla.optimization_barrier %y3 : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %z3_ = xla.optimization_barrier %z3 : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %run3 = xla.select %x3_, %y3_, %z3_ : (tensor<2xi1>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()
  %fold3 = xla.select %x3, %y3, %z3 : (tensor<2xi1>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()

  // rank 0
  %x4 = xla.constant dense<true> : tensor<i1>
  %y4 = xla.constant dense<1.5> : tensor<f64>
  %z4 = xla.constant dense<2.5> : tensor<f64>
  %e4 = xla.constant dense<1.5> : tensor<f64>
  %x4_ = xla.optimization_barrier %x4 : (tensor<i1>) -> tensor<i1>
  %y4_ = xla.optimization_barrier %y4 : (tensor<f64>) -> tensor<f64>
  %z4_ = xla.optimization_barrier %z4 : (tensor<f64>) -> tensor<f64>
  %run4 = xla.select %x4_, %y4_, %z4_ : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()
  %fold4 = xla.select %x4, %y4, %z4 : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()
  return
}
