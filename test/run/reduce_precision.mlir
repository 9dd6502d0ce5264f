// RUN: xla-run %s
//
// reduce_precision: ties to even, overflow to infinity, numbers below the small format's least normal one to zero.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // f32 to e5m10
  %x0 = xla.constant dense<[1.0, 1.00048828, 1.00146484, 65504.0, 65520.0, 9.99999994e-09, -9.99999994e-09, -0.0, 0x7F800000, 0xFF800000, 3.14159012]> : tensor<11xf32>
  %e0 = xla.constant dense<[1.0, 1.0, 1.00195312, 65504.0, 0x7F800000, 0.0, -0.0, -0.0, 0x7F800000, 0xFF800000, 3.140625]> : tensor<11xf32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<11xf32>) -> tensor<11xf32>
  %run0 = xla.reduce_precision %x0_, format = e5m10 : tensor<11xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<11xf32>) -> tensor<11xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<11xf32>) -> tensor<11xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<11xui32>, tensor<11xui32>) -> ()
  %fold0 = xla.reduce_precision %x0, format = e5m10 : tensor<11xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<11xf32>) -> tensor<11xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<11xf32>) -> tensor<11xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<11xui32>, tensor<11xui32>) -> ()

  // f32 to e8m7
  %x1 = xla.constant dense<[1.00390625, 1.01171875, 3.14159012, 3.39999995e+38, -2.70000005]> : tensor<5xf32>
  %e1 = xla.constant dense<[1.0, 1.015625, 3.140625, 0x7F800000, -2.703125]> : tensor<5xf32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<5xf32>) -> tensor<5xf32>
  %run1 = xla.reduce_precision %x1_, format = e8m7 : tensor<5xf32>
  %run1_bits = xla.bitcast_convert %run1 : (tensor<5xf32>) -> tensor<5xui32>
  %run1_expected = xla.bitcast_convert %e1 : (tensor<5xf32>) -> tensor<5xui32>
  xla.custom_call "check.expect_eq"(%run1_bits, %run1_expected) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  %fold1 = xla.reduce_precision %x1, format = e8m7 : tensor<5xf32>
  %fold1_bits = xla.bitcast_convert %fold1 : (tensor<5xf32>) -> tensor<5xui32>
  %fold1_expected = xla.bitcast_convert %e1 : (tensor<5xf32>) -> tensor<5xui32>
  xla.custom_call "check.expect_eq"(%fold1_bits, %fold1_expected) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()

  // f32 to e8m23
  %x2 = xla.constant dense<[1.10000002, -3.39999995e+38, 1.0e-30]> : tensor<3xf32>
  %e2 = xla.constant dense<[1.10000002, -3.39999995e+38, 1.0e-30]> : tensor<3xf32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<3xf32>) -> tensor<3xf32>
  %run2 = xla.reduce_precision %x2_, format = e8m23 : tensor<3xf32>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<3xf32>) -> tensor<3xui32>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<3xf32>) -> tensor<3xui32>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  %fold2 = xla.reduce_precision %x2, format = e8m23 : tensor<3xf32>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<3xf32>) -> tensor<3xui32>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<3xf32>) -> tensor<3xui32>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()

  // f32 to e2m0
  %x3 = xla.constant dense<[0.5, 1.0, 1.5, 2.9000001, 3.0999999, 0.400000006]> : tensor<6xf32>
  %e3 = xla.constant dense<[0.0, 1.0, 2.0, 2.0, 0x7F800000, 0.0]> : tensor<6xf32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<6xf32>) -> tensor<6xf32>
  %run3 = xla.reduce_precision %x3_, format = e2m0 : tensor<6xf32>
  %run3_bits = xla.bitcast_convert %run3 : (tensor<6xf32>) -> tensor<6xui32>
  %run3_expected = xla.bitcast_convert %e3 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%run3_bits, %run3_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  %fold3 = xla.reduce_precision %x3, format = e2m0 : tensor<6xf32>
  %fold3_bits = xla.bitcast_convert %fold3 : (tensor<6xf32>) -> tensor<6xui32>
  %fold3_expected = xla.bitcast_convert %e3 : (tensor<6xf32>) -> tensor<6xui32>
  xla.custom_call "check.expect_eq"(%fold3_bits, %fold3_expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()

  // f64 to e8m23
  %x4 = xla.constant dense<[0.1, 1.0e+300, -1.0000000596046448]> : tensor<3xf64>
  %e4 = xla.constant dense<[0.10000000149011612, 0x7FF0000000000000, -1.0]> : tensor<3xf64>
  %x4_ = xla.optimization_barrier %x4 : (tensor<3xf64>) -> tensor<3xf64>
  %run4 = xla.reduce_precision %x4_, format = e8m23 : tensor<3xf64>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<3xf64>) -> tensor<3xui64>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<3xf64>) -> tensor<3xui64>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %fold4 = xla.reduce_precision %x4, format = e8m23 : tensor<3xf64>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<3xf64>) -> tensor<3xui64>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<3xf64>) -> tensor<3xui64>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()

  // f16 to e5m2
  %x5 = xla.constant dense<[1.09960938, 1.125, 1.375, 60000.0]> : tensor<4xf16>
  %e5 = xla.constant dense<[1.0, 1.0, 1.5, 57344.0]> : tensor<4xf16>
  %x5_ = xla.optimization_barrier %x5 : (tensor<4xf16>) -> tensor<4xf16>
  %run5 = xla.reduce_precision %x5_, format = e5m2 : tensor<4xf16>
  %run5_bits = xla.bitcast_convert %run5 : (tensor<4xf16>) -> tensor<4xui16>
  %run5_expected = xla.bitcast_convert %e5 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%run5_bits, %run5_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  %fold5 = xla.reduce_precision %x5, format = e5m2 : tensor<4xf16>
  %fold5_bits = xla.bitcast_convert %fold5 : (tensor<4xf16>) -> tensor<4xui16>
  %fold5_expected = xla.bitcast_convert %e5 : (tensor<4xf16>) -> tensor<4xui16>
  xla.custom_call "check.expect_eq"(%fold5_bits, %fold5_expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()

  // bf16 to e4m3
  %x6 = xla.constant dense<[1.0625, 1.1875, 300.0]> : tensor<3xbf16>
  %e6 = xla.constant dense<[1.0, 1.25, 0x7F80]> : tensor<3xbf16>
  %x6_ = xla.optimization_barrier %x6 : (tensor<3xbf16>) -> tensor<3xbf16>
  %run6 = xla.reduce_precision %x6_, format = e4m3 : tensor<3xbf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<3xbf16>) -> tensor<3xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<3xbf16>) -> tensor<3xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()
  %fold6 = xla.reduce_precision %x6, format = e4m3 : tensor<3xbf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<3xbf16>) -> tensor<3xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<3xbf16>) -> tensor<3xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()

  // NaN stays NaN, without mantissa bits too
  %x7 = xla.constant dense<[0x7FC00000]> : tensor<1xf32>
  %e7 = xla.constant dense<[0x7FC00000]> : tensor<1xf32>
  %x7_ = xla.optimization_barrier %x7 : (tensor<1xf32>) -> tensor<1xf32>
  %run7 = xla.reduce_precision %x7_, format = e5m0 : tensor<1xf32>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf32>, tensor<1xf32>) -> ()
  %fold7 = xla.reduce_precision %x7, format = e5m0 : tensor<1xf32>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1xf32>, tensor<1xf32>) -> ()
  return
}
