// RUN: xla-run %s
//
// bitcast_convert: the same bits; a wider type becomes a minor dimension, and back.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // f32 to ui32
  %x0 = xla.constant dense<[1.0, -0.0, 0x7F800000]> : tensor<3xf32>
  %e0 = xla.constant dense<[1065353216, 2147483648, 2139095040]> : tensor<3xui32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<3xf32>) -> tensor<3xf32>
  %run0 = xla.bitcast_convert %x0_ : (tensor<3xf32>) -> tensor<3xui32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  %fold0 = xla.bitcast_convert %x0 : (tensor<3xf32>) -> tensor<3xui32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()

  // NaN payloads are kept
  %x1 = xla.constant dense<[2143289345, 4288675840]> : tensor<2xui32>
  %e1 = xla.constant dense<[0x7FC00001, 0xFFA00000]> : tensor<2xf32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<2xui32>) -> tensor<2xui32>
  %run1 = xla.bitcast_convert %x1_ : (tensor<2xui32>) -> tensor<2xf32>
  %run1_bits = xla.bitcast_convert %run1 : (tensor<2xf32>) -> tensor<2xui32>
  %run1_expected = xla.bitcast_convert %e1 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%run1_bits, %run1_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  %fold1 = xla.bitcast_convert %x1 : (tensor<2xui32>) -> tensor<2xf32>
  %fold1_bits = xla.bitcast_convert %fold1 : (tensor<2xf32>) -> tensor<2xui32>
  %fold1_expected = xla.bitcast_convert %e1 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%fold1_bits, %fold1_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()

  // wide to narrow adds a dimension, low bits first
  %x2 = xla.constant dense<[287454020, 2864434397]> : tensor<2xui32>
  %e2 = xla.constant dense<[[68, 51, 34, 17], [221, 204, 187, 170]]> : tensor<2x4xui8>
  %x2_ = xla.optimization_barrier %x2 : (tensor<2xui32>) -> tensor<2xui32>
  %run2 = xla.bitcast_convert %x2_ : (tensor<2xui32>) -> tensor<2x4xui8>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<2x4xui8>, tensor<2x4xui8>) -> ()
  %fold2 = xla.bitcast_convert %x2 : (tensor<2xui32>) -> tensor<2x4xui8>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<2x4xui8>, tensor<2x4xui8>) -> ()

  // narrow to wide drops it
  %x3 = xla.constant dense<[[68, 51, 34, 17], [221, 204, 187, 170]]> : tensor<2x4xui8>
  %e3 = xla.constant dense<[287454020, 2864434397]> : tensor<2xui32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<2x4xui8>) -> tensor<2x4xui8>
  %run3 = xla.bitcast_convert %x3_ : (tensor<2x4xui8>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  %fold3 = xla.bitcast_convert %x3 : (tensor<2x4xui8>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()

  // a scalar f32 is two f16
  %x4 = xla.constant dense<1.0> : tensor<f32>
  %e4 = xla.constant dense<[0.0, 1.875]> : tensor<2xf16>
  %x4_ = xla.optimization_barrier %x4 : (tensor<f32>) -> tensor<f32>
  %run4 = xla.bitcast_convert %x4_ : (tensor<f32>) -> tensor<2xf16>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<2xf16>, tensor<2xf16>) -> ()
  %fold4 = xla.bitcast_convert %x4 : (tensor<f32>) -> tensor<2xf16>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<2xf16>, tensor<2xf16>) -> ()

  // i64 to f64
  %x5 = xla.constant dense<[4609434218613702656]> : tensor<1xi64>
  %e5 = xla.constant dense<[1.5]> : tensor<1xf64>
  %x5_ = xla.optimization_barrier %x5 : (tensor<1xi64>) -> tensor<1xi64>
  %run5 = xla.bitcast_convert %x5_ : (tensor<1xi64>) -> tensor<1xf64>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<1xf64>, tensor<1xf64>) -> ()
  %fold5 = xla.bitcast_convert %x5 : (tensor<1xi64>) -> tensor<1xf64>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<1xf64>, tensor<1xf64>) -> ()
  return
}
