// RUN: xla-run %s
//
// clamp: min(max(min, x), max), so that min above max gives max; NaN propagates.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // elementwise
  %x0 = xla.constant dense<[0.0, 0.0, 0.0, 5.0, -1.0]> : tensor<5xf32>
  %y0 = xla.constant dense<[-1.0, 0.5, 2.0, 0.0, 3.0]> : tensor<5xf32>
  %z0 = xla.constant dense<[1.0, 1.0, 1.0, 2.0, 0x7F800000]> : tensor<5xf32>
  %e0 = xla.constant dense<[0.0, 0.5, 1.0, 2.0, 3.0]> : tensor<5xf32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<5xf32>) -> tensor<5xf32>
  %y0_ = xla.optimization_barrier %y0 : (tensor<5xf32>) -> tensor<5xf32>
  %z0_ = xla.optimization_barrier %z0 : (tensor<5xf32>) -> tensor<5xf32>
  %run0 = xla.clamp %x0_, %y0_, %z0_ : tensor<5xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  %fold0 = xla.clamp %x0, %y0, %z0 : tensor<5xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()

  // scalar bounds: the document's example
  %x1 = xla.constant dense<0> : tensor<i32>
  %y1 = xla.constant dense<[-1, 5, 9]> : tensor<3xi32>
  %z1 = xla.constant dense<6> : tensor<i32>
  %e1 = xla.constant dense<[0, 5, 6]> : tensor<3xi32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<i32>) -> tensor<i32>
  %y1_ = xla.optimization_barrier %y1 : (tensor<3xi32>) -> tensor<3xi32>
  %z1_ = xla.optimization_barrier %z1 : (tensor<i32>) -> tensor<i32>
  %run1 = xla.clamp %x1_, %y1_, %z1_ : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %fold1 = xla.clamp %x1, %y1, %z1 : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // one scalar bound
  %x2 = xla.constant dense<0.0> : tensor<f32>
  %y2 = xla.constant dense<[-1.0, 5.0, 9.0]> : tensor<3xf32>
  %z2 = xla.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %e2 = xla.constant dense<[0.0, 2.0, 3.0]> : tensor<3xf32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<f32>) -> tensor<f32>
  %y2_ = xla.optimization_barrier %y2 : (tensor<3xf32>) -> tensor<3xf32>
  %z2_ = xla.optimization_barrier %z2 : (tensor<3xf32>) -> tensor<3xf32>
  %run2 = xla.clamp %x2_, %y2_, %z2_ : (tensor<f32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %fold2 = xla.clamp %x2, %y2, %z2 : (tensor<f32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // NaN
  %x3 = xla.constant dense<0.0> : tensor<f32>
  %y3 = xla.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %z3 = xla.constant dense<6.0> : tensor<f32>
  %e3 = xla.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<f32>) -> tensor<f32>
  %y3_ = xla.optimization_barrier %y3 : (tensor<2xf32>) -> tensor<2xf32>
  %z3_ = xla.optimization_barrier %z3 : (tensor<f32>) -> tensor<f32>
  %run3 = xla.clamp %x3_, %y3_, %z3_ : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold3 = xla.clamp %x3, %y3, %z3 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // unsigned
  %x4 = xla.constant dense<10> : tensor<2xui8>
  %y4 = xla.constant dense<[200, 5]> : tensor<2xui8>
  %z4 = xla.constant dense<[180, 250]> : tensor<2xui8>
  %e4 = xla.constant dense<[180, 10]> : tensor<2xui8>
  %x4_ = xla.optimization_barrier %x4 : (tensor<2xui8>) -> tensor<2xui8>
  %y4_ = xla.optimization_barrier %y4 : (tensor<2xui8>) -> tensor<2xui8>
  %z4_ = xla.optimization_barrier %z4 : (tensor<2xui8>) -> tensor<2xui8>
  %run4 = xla.clamp %x4_, %y4_, %z4_ : tensor<2xui8>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<2xui8>, tensor<2xui8>) -> ()
  %fold4 = xla.clamp %x4, %y4, %z4 : tensor<2xui8>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<2xui8>, tensor<2xui8>) -> ()
  return
}
