// RUN: xla-run %s
//
// The remainder of division is exact, of quotients that have more bits than the type, too, which some elements of a vector have and
// others have not.

func.func @main() {
  // f32: of all.
  %a0 = xla.constant dense<[0x7149F2CA, 0xFF7FFFFF, 0x501502F9, 0xCF1502F9, 0x4B800000, 0x4CC00000, 0xC0E00000, 0x000116C2]> : tensor<8xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<8xf32>) -> tensor<8xf32>
  %b0 = xla.constant dense<[0x4039999A, 0x008D8EB6, 0x3E99999A, 0x40F66666, 0x3F800001, 0x40400001, 0x80000001, 0x00000002]> : tensor<8xf32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<8xf32>) -> tensor<8xf32>
  %e0 = xla.constant dense<[1076043140, 2153438768, 1047617504, 3232816232, 880803840, 1065353222, 2147483648, 0]> : tensor<8xui32>
  %r0 = xla.rem %a0_, %b0_ : tensor<8xf32>
  %bits0 = xla.bitcast_convert %r0 : (tensor<8xf32>) -> tensor<8xui32>
  xla.custom_call "check.expect_eq"(%bits0, %e0) {has_side_effect = true} : (tensor<8xui32>, tensor<8xui32>) -> ()
  %f0 = xla.rem %a0, %b0 : tensor<8xf32>
  %folded0 = xla.bitcast_convert %f0 : (tensor<8xf32>) -> tensor<8xui32>
  xla.custom_call "check.expect_eq"(%folded0, %e0) {has_side_effect = true} : (tensor<8xui32>, tensor<8xui32>) -> ()

  // f32: of one.
  %a1 = xla.constant dense<[0x40B00000, 0x40B00000, 0x40B00000, 0x40B00000, 0x40B00000, 0x40B00000, 0x40B00000, 0x7149F2CA]> : tensor<8xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<8xf32>) -> tensor<8xf32>
  %b1 = xla.constant dense<[0x40000000, 0x40000000, 0x40000000, 0x40000000, 0x40000000, 0x40000000, 0x40000000, 0x4039999A]> : tensor<8xf32>
  %b1_ = xla.optimization_barrier %b1 : (tensor<8xf32>) -> tensor<8xf32>
  %e1 = xla.constant dense<[1069547520, 1069547520, 1069547520, 1069547520, 1069547520, 1069547520, 1069547520, 1076043140]> : tensor<8xui32>
  %r1 = xla.rem %a1_, %b1_ : tensor<8xf32>
  %bits1 = xla.bitcast_convert %r1 : (tensor<8xf32>) -> tensor<8xui32>
  xla.custom_call "check.expect_eq"(%bits1, %e1) {has_side_effect = true} : (tensor<8xui32>, tensor<8xui32>) -> ()
  %f1 = xla.rem %a1, %b1 : tensor<8xf32>
  %folded1 = xla.bitcast_convert %f1 : (tensor<8xf32>) -> tensor<8xui32>
  xla.custom_call "check.expect_eq"(%folded1, %e1) {has_side_effect = true} : (tensor<8xui32>, tensor<8xui32>) -> ()

  // f32: of none.
  %a2 = xla.constant dense<[0x40B00000, 0xC0B00000, 0x3F800000, 0x00000000, 0x80000000, 0x40400000, 0x40000000, 0xC0000000]> : tensor<8xf32>
  %a2_ = xla.optimization_barrier %a2 : (tensor<8xf32>) -> tensor<8xf32>
  %b2 = xla.constant dense<[0x40000000, 0x40000000, 0x40400000, 0x40400000, 0x40400000, 0x40400000, 0xBF000000, 0x3F400000]> : tensor<8xf32>
  %b2_ = xla.optimization_barrier %b2 : (tensor<8xf32>) -> tensor<8xf32>
  %e2 = xla.constant dense<[1069547520, 3217031168, 1065353216, 0, 2147483648, 0, 0, 3204448256]> : tensor<8xui32>
  %r2 = xla.rem %a2_, %b2_ : tensor<8xf32>
  %bits2 = xla.bitcast_convert %r2 : (tensor<8xf32>) -> tensor<8xui32>
  xla.custom_call "check.expect_eq"(%bits2, %e2) {has_side_effect = true} : (tensor<8xui32>, tensor<8xui32>) -> ()
  %f2 = xla.rem %a2, %b2 : tensor<8xf32>
  %folded2 = xla.bitcast_convert %f2 : (tensor<8xf32>) -> tensor<8xui32>
  xla.custom_call "check.expect_eq"(%folded2, %e2) {has_side_effect = true} : (tensor<8xui32>, tensor<8xui32>) -> ()

  // f64: of all.
  %a3 = xla.constant dense<[0x7E37E43C8800759C, 0xFFEFFFFFFFFFFFFF, 0x4376345785D8A000, 0xC3C158E460913D00, 0x4340000000000000, 0x4368000000000000, 0xC01C000000000000, 0x000012688B70E62B]> : tensor<8xf64>
  %a3_ = xla.optimization_barrier %a3 : (tensor<8xf64>) -> tensor<8xf64>
  %b3 = xla.constant dense<[0x4007333333333333, 0x001089ED476ECAB0, 0x3FD3333333333333, 0x401ECCCCCCCCCCCD, 0x3FF0000000000001, 0x4008000000000001, 0x8000000000000001, 0x0000000000000003]> : tensor<8xf64>
  %b3_ = xla.optimization_barrier %b3 : (tensor<8xf64>) -> tensor<8xf64>
  %e3 = xla.constant dense<[4610009376835222362, 9223375258489407728, 4596400564057494874, 13842293174375710977, 4377498837804122112, 4607182418800017414, 9223372036854775808, 1]> : tensor<8xui64>
  %r3 = xla.rem %a3_, %b3_ : tensor<8xf64>
  %bits3 = xla.bitcast_convert %r3 : (tensor<8xf64>) -> tensor<8xui64>
  xla.custom_call "check.expect_eq"(%bits3, %e3) {has_side_effect = true} : (tensor<8xui64>, tensor<8xui64>) -> ()
  %f3 = xla.rem %a3, %b3 : tensor<8xf64>
  %folded3 = xla.bitcast_convert %f3 : (tensor<8xf64>) -> tensor<8xui64>
  xla.custom_call "check.expect_eq"(%folded3, %e3) {has_side_effect = true} : (tensor<8xui64>, tensor<8xui64>) -> ()

  // f64: of one.
  %a4 = xla.constant dense<[0x4016000000000000, 0x4016000000000000, 0x4016000000000000, 0x4016000000000000, 0x4016000000000000, 0x4016000000000000, 0x4016000000000000, 0x7E37E43C8800759C]> : tensor<8xf64>
  %a4_ = xla.optimization_barrier %a4 : (tensor<8xf64>) -> tensor<8xf64>
  %b4 = xla.constant dense<[0x4000000000000000, 0x4000000000000000, 0x4000000000000000, 0x4000000000000000, 0x4000000000000000, 0x4000000000000000, 0x4000000000000000, 0x4007333333333333]> : tensor<8xf64>
  %b4_ = xla.optimization_barrier %b4 : (tensor<8xf64>) -> tensor<8xf64>
  %e4 = xla.constant dense<[4609434218613702656, 4609434218613702656, 4609434218613702656, 4609434218613702656, 4609434218613702656, 4609434218613702656, 4609434218613702656, 4610009376835222362]> : tensor<8xui64>
  %r4 = xla.rem %a4_, %b4_ : tensor<8xf64>
  %bits4 = xla.bitcast_convert %r4 : (tensor<8xf64>) -> tensor<8xui64>
  xla.custom_call "check.expect_eq"(%bits4, %e4) {has_side_effect = true} : (tensor<8xui64>, tensor<8xui64>) -> ()
  %f4 = xla.rem %a4, %b4 : tensor<8xf64>
  %folded4 = xla.bitcast_convert %f4 : (tensor<8xf64>) -> tensor<8xui64>
  xla.custom_call "check.expect_eq"(%folded4, %e4) {has_side_effect = true} : (tensor<8xui64>, tensor<8xui64>) -> ()

  // f64: of none.
  %a5 = xla.constant dense<[0x4016000000000000, 0xC016000000000000, 0x3FF0000000000000, 0x0000000000000000, 0x8000000000000000, 0x4008000000000000, 0x4000000000000000, 0xC000000000000000]> : tensor<8xf64>
  %a5_ = xla.optimization_barrier %a5 : (tensor<8xf64>) -> tensor<8xf64>
  %b5 = xla.constant dense<[0x4000000000000000, 0x4000000000000000, 0x4008000000000000, 0x4008000000000000, 0x4008000000000000, 0x4008000000000000, 0xBFE0000000000000, 0x3FE8000000000000]> : tensor<8xf64>
  %b5_ = xla.optimization_barrier %b5 : (tensor<8xf64>) -> tensor<8xf64>
  %e5 = xla.constant dense<[4609434218613702656, 13832806255468478464, 4607182418800017408, 0, 9223372036854775808, 0, 0, 13826050856027422720]> : tensor<8xui64>
  %r5 = xla.rem %a5_, %b5_ : tensor<8xf64>
  %bits5 = xla.bitcast_convert %r5 : (tensor<8xf64>) -> tensor<8xui64>
  xla.custom_call "check.expect_eq"(%bits5, %e5) {has_side_effect = true} : (tensor<8xui64>, tensor<8xui64>) -> ()
  %f5 = xla.rem %a5, %b5 : tensor<8xf64>
  %folded5 = xla.bitcast_convert %f5 : (tensor<8xf64>) -> tensor<8xui64>
  xla.custom_call "check.expect_eq"(%folded5, %e5) {has_side_effect = true} : (tensor<8xui64>, tensor<8xui64>) -> ()
  return
}
