// A program that checks itself: what holds, what does not, and how many checks were executed.
//
// RUN: xla-run %s --entry holds | FileCheck %s --check-prefix=HOLDS
// HOLDS: checks: 4
// RUN: expect-exit 1 xla-run %s --entry unequal 2>&1 | FileCheck %s --check-prefix=UNEQUAL
// UNEQUAL: check.expect_eq
// RUN: expect-exit 1 xla-run %s --entry nan 2>&1
// RUN: expect-exit 1 xla-run %s --entry far 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: check.expect_close
// RUN: expect-exit 1 xla-run %s --entry tolerance 2>&1 | FileCheck %s --check-prefix=TOLERANCE
// TOLERANCE: check.expect_almost_eq

func.func @holds() {
  %a = xla.constant dense<[1.0, -0.0, 0x7F800000]> : tensor<3xf32>
  %b = xla.constant dense<[1.0, 0.0, 0x7F800000]> : tensor<3xf32>
  xla.custom_call "check.expect_eq"(%a, %b) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %c = xla.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
  %d = xla.constant dense<[1.00000012, 0x7FC00001]> : tensor<2xf32>
  xla.custom_call "check.expect_close"(%c, %d) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %e = xla.constant dense<[2.0, 0x7FC00001]> : tensor<2xf32>
  xla.custom_call "check.expect_almost_eq"(%c, %e) {has_side_effect = true, tolerance = 1.0 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %n = xla.constant dense<> : tensor<0xi32>
  xla.custom_call "check.expect_eq"(%n, %n) {has_side_effect = true} : (tensor<0xi32>, tensor<0xi32>) -> ()
  return
}

func.func @unequal() {
  %a = xla.constant dense<[1, 2]> : tensor<2xi32>
  %b = xla.constant dense<[1, 3]> : tensor<2xi32>
  xla.custom_call "check.expect_eq"(%a, %b) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

func.func @nan() {
  %a = xla.constant dense<0x7FC00000> : tensor<f32>
  xla.custom_call "check.expect_eq"(%a, %a) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}

func.func @far() {
  %a = xla.constant dense<1.0> : tensor<f32>
  %b = xla.constant dense<1.000001> : tensor<f32>
  xla.custom_call "check.expect_close"(%a, %b) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}

func.func @tolerance() {
  %a = xla.constant dense<1.0> : tensor<f64>
  %b = xla.constant dense<1.01> : tensor<f64>
  xla.custom_call "check.expect_almost_eq"(%a, %b) {has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()
  return
}
