// RUN: xla-run %s
//
// atan: signs of zero, infinities, NaN, and values against correctly rounded ones.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // exact results, f32
  %a0 = xla.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %e0 = xla.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<2xf32>) -> tensor<2xf32>
  %run0 = xla.atan %a0_ : tensor<2xf32>
  %run0_bits = xla.bitcast_convert %run0 : (tensor<2xf32>) -> tensor<2xui32>
  %run0_expected = xla.bitcast_convert %e0 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%run0_bits, %run0_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  %fold0 = xla.atan %a0 : tensor<2xf32>
  %fold0_bits = xla.bitcast_convert %fold0 : (tensor<2xf32>) -> tensor<2xui32>
  %fold0_expected = xla.bitcast_convert %e0 : (tensor<2xf32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%fold0_bits, %fold0_expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()

  // at most 1 ULP, f32
  %a1 = xla.constant dense<[0x7F800000, 0xFF800000, 0.25, -0.5, 1.0, -3.0, 1000.0, 0.001, 0x7FC00000]> : tensor<9xf32>
  %e1 = xla.constant dense<[1.5707964, -1.5707964, 0.24497867, -0.4636476, 0.7853982, -1.2490457, 1.5697963, 0.0009999997, 0x7FC00000]> : tensor<9xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<9xf32>) -> tensor<9xf32>
  %run1 = xla.atan %a1_ : tensor<9xf32>
  xla.custom_call "check.expect_close"(%run1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xf32>, tensor<9xf32>) -> ()
  %fold1 = xla.atan %a1 : tensor<9xf32>
  xla.custom_call "check.expect_close"(%fold1, %e1) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xf32>, tensor<9xf32>) -> ()

  // exact results, f64
  %a2 = xla.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %e2 = xla.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %a2_ = xla.optimization_barrier %a2 : (tensor<2xf64>) -> tensor<2xf64>
  %run2 = xla.atan %a2_ : tensor<2xf64>
  %run2_bits = xla.bitcast_convert %run2 : (tensor<2xf64>) -> tensor<2xui64>
  %run2_expected = xla.bitcast_convert %e2 : (tensor<2xf64>) -> tensor<2xui64>
  xla.custom_call "check.expect_eq"(%run2_bits, %run2_expected) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %fold2 = xla.atan %a2 : tensor<2xf64>
  %fold2_bits = xla.bitcast_convert %fold2 : (tensor<2xf64>) -> tensor<2xui64>
  %fold2_expected = xla.bitcast_convert %e2 : (tensor<2xf64>) -> tensor<2xui64>
  xla.custom_call "check.expect_eq"(%fold2_bits, %fold2_expected) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()

  // at most 2 ULP, f64
  %a3 = xla.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0.25, -0.5, 1.0, -3.0, 1000.0, 0.001, 0x7FF8000000000000]> : tensor<9xf64>
  %e3 = xla.constant dense<[1.5707963267948966, -1.5707963267948966, 0.24497866312686414, -0.4636476090008061, 0.7853981633974483, -1.2490457723982544, 1.5697963271282298, 0.0009999996666668668, 0x7FF8000000000000]> : tensor<9xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<9xf64>) -> tensor<9xf64>
  %run3 = xla.atan %a3_ : tensor<9xf64>
  xla.custom_call "check.expect_close"(%run3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<9xf64>, tensor<9xf64>) -> ()
  %fold3 = xla.atan %a3 : tensor<9xf64>
  xla.custom_call "check.expect_close"(%fold3, %e3) {has_side_effect = true, max_ulp_difference = 2 : i64} : (tensor<9xf64>, tensor<9xf64>) -> ()

  // exact results, bf16
  %a4 = xla.constant dense<[0.0, -0.0]> : tensor<2xbf16>
  %e4 = xla.constant dense<[0.0, -0.0]> : tensor<2xbf16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<2xbf16>) -> tensor<2xbf16>
  %run4 = xla.atan %a4_ : tensor<2xbf16>
  %run4_bits = xla.bitcast_convert %run4 : (tensor<2xbf16>) -> tensor<2xui16>
  %run4_expected = xla.bitcast_convert %e4 : (tensor<2xbf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%run4_bits, %run4_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()
  %fold4 = xla.atan %a4 : tensor<2xbf16>
  %fold4_bits = xla.bitcast_convert %fold4 : (tensor<2xbf16>) -> tensor<2xui16>
  %fold4_expected = xla.bitcast_convert %e4 : (tensor<2xbf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%fold4_bits, %fold4_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()

  // at most 1 ULP, bf16
  %a5 = xla.constant dense<[0x7F80, 0xFF80, 0.25, -0.5, 1.0, -3.0, 1000.0, 0.0009994507, 0x7FC0]> : tensor<9xbf16>
  %e5 = xla.constant dense<[1.5703125, -1.5703125, 0.24511719, -0.46289062, 0.78515625, -1.25, 1.5703125, 0.0009994507, 0x7FC0]> : tensor<9xbf16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<9xbf16>) -> tensor<9xbf16>
  %run5 = xla.atan %a5_ : tensor<9xbf16>
  xla.custom_call "check.expect_close"(%run5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xbf16>, tensor<9xbf16>) -> ()
  %fold5 = xla.atan %a5 : tensor<9xbf16>
  xla.custom_call "check.expect_close"(%fold5, %e5) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xbf16>, tensor<9xbf16>) -> ()

  // exact results, f16
  %a6 = xla.constant dense<[0.0, -0.0]> : tensor<2xf16>
  %e6 = xla.constant dense<[0.0, -0.0]> : tensor<2xf16>
  %a6_ = xla.optimization_barrier %a6 : (tensor<2xf16>) -> tensor<2xf16>
  %run6 = xla.atan %a6_ : tensor<2xf16>
  %run6_bits = xla.bitcast_convert %run6 : (tensor<2xf16>) -> tensor<2xui16>
  %run6_expected = xla.bitcast_convert %e6 : (tensor<2xf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%run6_bits, %run6_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()
  %fold6 = xla.atan %a6 : tensor<2xf16>
  %fold6_bits = xla.bitcast_convert %fold6 : (tensor<2xf16>) -> tensor<2xui16>
  %fold6_expected = xla.bitcast_convert %e6 : (tensor<2xf16>) -> tensor<2xui16>
  xla.custom_call "check.expect_eq"(%fold6_bits, %fold6_expected) {has_side_effect = true} : (tensor<2xui16>, tensor<2xui16>) -> ()

  // at most 1 ULP, f16
  %a7 = xla.constant dense<[0x7C00, 0xFC00, 0.25, -0.5, 1.0, -3.0, 1000.0, 0.0010004044, 0x7E00]> : tensor<9xf16>
  %e7 = xla.constant dense<[1.5703125, -1.5703125, 0.24499512, -0.46362305, 0.78515625, -1.2490234, 1.5693359, 0.0010004044, 0x7E00]> : tensor<9xf16>
  %a7_ = xla.optimization_barrier %a7 : (tensor<9xf16>) -> tensor<9xf16>
  %run7 = xla.atan %a7_ : tensor<9xf16>
  xla.custom_call "check.expect_close"(%run7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xf16>, tensor<9xf16>) -> ()
  %fold7 = xla.atan %a7 : tensor<9xf16>
  xla.custom_call "check.expect_close"(%fold7, %e7) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<9xf16>, tensor<9xf16>) -> ()

  // at most 1 ULP, complex<f32>
  %a8 = xla.constant dense<[(0.5, 0.25), (-1.5, 0.75), (2.0, -3.0), (-0.25, -4.0), (1.0, 0.001), (-1.0, -2.0)]> : tensor<6xcomplex<f32>>
  %e8 = xla.constant dense<[(0.48425448, 0.20058662), (-1.057137, 0.20793334), (1.409921, -0.22907269), (-1.554205, -0.2543069), (0.7853984, 0.00049999997), (-1.3389726, -0.4023595)]> : tensor<6xcomplex<f32>>
  %a8_ = xla.optimization_barrier %a8 : (tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %run8 = xla.atan %a8_ : tensor<6xcomplex<f32>>
  xla.custom_call "check.expect_close"(%run8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()
  %fold8 = xla.atan %a8 : tensor<6xcomplex<f32>>
  xla.custom_call "check.expect_close"(%fold8, %e8) {has_side_effect = true, max_ulp_difference = 1 : i64} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()

  // at most 3 ULP, complex<f64>
  %a9 = xla.constant dense<[(0.5, 0.25), (-1.5, 0.75), (2.0, -3.0), (-0.25, -4.0), (1.0, 0.001), (-1.0, -2.0)]> : tensor<6xcomplex<f64>>
  %e9 = xla.constant dense<[(0.4842544903299662, 0.20058661813123432), (-1.05713696075397, 0.207933335961523), (1.4099210495965755, -0.22907268296853878), (-1.5542049087116474, -0.25430692122149867), (0.7853984133974483, 0.0004999999166666417), (-1.3389725222944935, -0.40235947810852507)]> : tensor<6xcomplex<f64>>
  %a9_ = xla.optimization_barrier %a9 : (tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
  %run9 = xla.atan %a9_ : tensor<6xcomplex<f64>>
  xla.custom_call "check.expect_close"(%run9, %e9) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> ()
  %fold9 = xla.atan %a9 : tensor<6xcomplex<f64>>
  xla.custom_call "check.expect_close"(%fold9, %e9) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> ()
  return
}
