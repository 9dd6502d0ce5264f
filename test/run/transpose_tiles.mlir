// RUN: xla-run %s --xla-keep-barriers
// RUN: xla-run %s --xla-keep-barriers --threads 2
//
// transpose of sizes that are cut into tiles, with and without rests: element [i, j] is numbered on both sides.

func.func @main() {
  // 37x53 by [1, 0]
  %i0 = xla.iota dim = 0 : tensor<37x53xf32>
  %s0 = xla.constant dense<53.0> : tensor<37x53xf32>
  %m0 = xla.mul %i0, %s0 : tensor<37x53xf32>
  %i1 = xla.iota dim = 1 : tensor<37x53xf32>
  %s1 = xla.constant dense<1.0> : tensor<37x53xf32>
  %m1 = xla.mul %i1, %s1 : tensor<37x53xf32>
  %a1 = xla.add %m0, %m1 : tensor<37x53xf32>
  %b2 = xla.optimization_barrier %a1 : (tensor<37x53xf32>) -> tensor<37x53xf32>
  %i3 = xla.iota dim = 0 : tensor<53x37xf32>
  %s3 = xla.constant dense<1.0> : tensor<53x37xf32>
  %m3 = xla.mul %i3, %s3 : tensor<53x37xf32>
  %i4 = xla.iota dim = 1 : tensor<53x37xf32>
  %s4 = xla.constant dense<53.0> : tensor<53x37xf32>
  %m4 = xla.mul %i4, %s4 : tensor<53x37xf32>
  %a4 = xla.add %m3, %m4 : tensor<53x37xf32>
  %b5 = xla.optimization_barrier %a4 : (tensor<53x37xf32>) -> tensor<53x37xf32>
  %t6 = xla.transpose %b2, dims = [1, 0] : (tensor<37x53xf32>) -> tensor<53x37xf32>
  xla.custom_call "check.expect_eq"(%t6, %b5) {has_side_effect = true} : (tensor<53x37xf32>, tensor<53x37xf32>) -> ()
  // 64x48 by [1, 0]
  %i7 = xla.iota dim = 0 : tensor<64x48xf64>
  %s7 = xla.constant dense<48.0> : tensor<64x48xf64>
  %m7 = xla.mul %i7, %s7 : tensor<64x48xf64>
  %i8 = xla.iota dim = 1 : tensor<64x48xf64>
  %s8 = xla.constant dense<1.0> : tensor<64x48xf64>
  %m8 = xla.mul %i8, %s8 : tensor<64x48xf64>
  %a8 = xla.add %m7, %m8 : tensor<64x48xf64>
  %b9 = xla.optimization_barrier %a8 : (tensor<64x48xf64>) -> tensor<64x48xf64>
  %i10 = xla.iota dim = 0 : tensor<48x64xf64>
  %s10 = xla.constant dense<1.0> : tensor<48x64xf64>
  %m10 = xla.mul %i10, %s10 : tensor<48x64xf64>
  %i11 = xla.iota dim = 1 : tensor<48x64xf64>
  %s11 = xla.constant dense<48.0> : tensor<48x64xf64>
  %m11 = xla.mul %i11, %s11 : tensor<48x64xf64>
  %a11 = xla.add %m10, %m11 : tensor<48x64xf64>
  %b12 = xla.optimization_barrier %a11 : (tensor<48x64xf64>) -> tensor<48x64xf64>
  %t13 = xla.transpose %b9, dims = [1, 0] : (tensor<64x48xf64>) -> tensor<48x64xf64>
  xla.custom_call "check.expect_eq"(%t13, %b12) {has_side_effect = true} : (tensor<48x64xf64>, tensor<48x64xf64>) -> ()
  // 16x70 by [1, 0]
  %i14 = xla.iota dim = 0 : tensor<16x70xi8>
  %s14 = xla.constant dense<70> : tensor<16x70xi8>
  %m14 = xla.mul %i14, %s14 : tensor<16x70xi8>
  %i15 = xla.iota dim = 1 : tensor<16x70xi8>
  %s15 = xla.constant dense<1> : tensor<16x70xi8>
  %m15 = xla.mul %i15, %s15 : tensor<16x70xi8>
  %a15 = xla.add %m14, %m15 : tensor<16x70xi8>
  %b16 = xla.optimization_barrier %a15 : (tensor<16x70xi8>) -> tensor<16x70xi8>
  %i17 = xla.iota dim = 0 : tensor<70x16xi8>
  %s17 = xla.constant dense<1> : tensor<70x16xi8>
  %m17 = xla.mul %i17, %s17 : tensor<70x16xi8>
  %i18 = xla.iota dim = 1 : tensor<70x16xi8>
  %s18 = xla.constant dense<70> : tensor<70x16xi8>
  %m18 = xla.mul %i18, %s18 : tensor<70x16xi8>
  %a18 = xla.add %m17, %m18 : tensor<70x16xi8>
  %b19 = xla.optimization_barrier %a18 : (tensor<70x16xi8>) -> tensor<70x16xi8>
  %t20 = xla.transpose %b16, dims = [1, 0] : (tensor<16x70xi8>) -> tensor<70x16xi8>
  xla.custom_call "check.expect_eq"(%t20, %b19) {has_side_effect = true} : (tensor<70x16xi8>, tensor<70x16xi8>) -> ()
  // 3x40x35 by [0, 2, 1]
  %i21 = xla.iota dim = 0 : tensor<3x40x35xi16>
  %s21 = xla.constant dense<1400> : tensor<3x40x35xi16>
  %m21 = xla.mul %i21, %s21 : tensor<3x40x35xi16>
  %i22 = xla.iota dim = 1 : tensor<3x40x35xi16>
  %s22 = xla.constant dense<35> : tensor<3x40x35xi16>
  %m22 = xla.mul %i22, %s22 : tensor<3x40x35xi16>
  %a22 = xla.add %m21, %m22 : tensor<3x40x35xi16>
  %i23 = xla.iota dim = 2 : tensor<3x40x35xi16>
  %s23 = xla.constant dense<1> : tensor<3x40x35xi16>
  %m23 = xla.mul %i23, %s23 : tensor<3x40x35xi16>
  %a23 = xla.add %a22, %m23 : tensor<3x40x35xi16>
  %b24 = xla.optimization_barrier %a23 : (tensor<3x40x35xi16>) -> tensor<3x40x35xi16>
  %i25 = xla.iota dim = 0 : tensor<3x35x40xi16>
  %s25 = xla.constant dense<1400> : tensor<3x35x40xi16>
  %m25 = xla.mul %i25, %s25 : tensor<3x35x40xi16>
  %i26 = xla.iota dim = 1 : tensor<3x35x40xi16>
  %s26 = xla.constant dense<1> : tensor<3x35x40xi16>
  %m26 = xla.mul %i26, %s26 : tensor<3x35x40xi16>
  %a26 = xla.add %m25, %m26 : tensor<3x35x40xi16>
  %i27 = xla.iota dim = 2 : tensor<3x35x40xi16>
  %s27 = xla.constant dense<35> : tensor<3x35x40xi16>
  %m27 = xla.mul %i27, %s27 : tensor<3x35x40xi16>
  %a27 = xla.add %a26, %m27 : tensor<3x35x40xi16>
  %b28 = xla.optimization_barrier %a27 : (tensor<3x35x40xi16>) -> tensor<3x35x40xi16>
  %t29 = xla.transpose %b24, dims = [0, 2, 1] : (tensor<3x40x35xi16>) -> tensor<3x35x40xi16>
  xla.custom_call "check.expect_eq"(%t29, %b28) {has_side_effect = true} : (tensor<3x35x40xi16>, tensor<3x35x40xi16>) -> ()
  // 33x2x34 by [2, 1, 0]
  %i30 = xla.iota dim = 0 : tensor<33x2x34xf32>
  %s30 = xla.constant dense<68.0> : tensor<33x2x34xf32>
  %m30 = xla.mul %i30, %s30 : tensor<33x2x34xf32>
  %i31 = xla.iota dim = 1 : tensor<33x2x34xf32>
  %s31 = xla.constant dense<34.0> : tensor<33x2x34xf32>
  %m31 = xla.mul %i31, %s31 : tensor<33x2x34xf32>
  %a31 = xla.add %m30, %m31 : tensor<33x2x34xf32>
  %i32 = xla.iota dim = 2 : tensor<33x2x34xf32>
  %s32 = xla.constant dense<1.0> : tensor<33x2x34xf32>
  %m32 = xla.mul %i32, %s32 : tensor<33x2x34xf32>
  %a32 = xla.add %a31, %m32 : tensor<33x2x34xf32>
  %b33 = xla.optimization_barrier %a32 : (tensor<33x2x34xf32>) -> tensor<33x2x34xf32>
  %i34 = xla.iota dim = 0 : tensor<34x2x33xf32>
  %s34 = xla.constant dense<1.0> : tensor<34x2x33xf32>
  %m34 = xla.mul %i34, %s34 : tensor<34x2x33xf32>
  %i35 = xla.iota dim = 1 : tensor<34x2x33xf32>
  %s35 = xla.constant dense<34.0> : tensor<34x2x33xf32>
  %m35 = xla.mul %i35, %s35 : tensor<34x2x33xf32>
  %a35 = xla.add %m34, %m35 : tensor<34x2x33xf32>
  %i36 = xla.iota dim = 2 : tensor<34x2x33xf32>
  %s36 = xla.constant dense<68.0> : tensor<34x2x33xf32>
  %m36 = xla.mul %i36, %s36 : tensor<34x2x33xf32>
  %a36 = xla.add %a35, %m36 : tensor<34x2x33xf32>
  %b37 = xla.optimization_barrier %a36 : (tensor<34x2x33xf32>) -> tensor<34x2x33xf32>
  %t38 = xla.transpose %b33, dims = [2, 1, 0] : (tensor<33x2x34xf32>) -> tensor<34x2x33xf32>
  xla.custom_call "check.expect_eq"(%t38, %b37) {has_side_effect = true} : (tensor<34x2x33xf32>, tensor<34x2x33xf32>) -> ()
  // 8x24x20 by [2, 1, 0], of i8
  %x50i0 = xla.iota dim = 0 : tensor<8x24x20xi8>
  %x50c0 = xla.constant dense<5> : tensor<8x24x20xi8>
  %x50m0 = xla.mul %x50i0, %x50c0 : tensor<8x24x20xi8>
  %x50i1 = xla.iota dim = 1 : tensor<8x24x20xi8>
  %x50c1 = xla.constant dense<1> : tensor<8x24x20xi8>
  %x50m1 = xla.mul %x50i1, %x50c1 : tensor<8x24x20xi8>
  %x50i2 = xla.iota dim = 2 : tensor<8x24x20xi8>
  %x50c2 = xla.constant dense<2> : tensor<8x24x20xi8>
  %x50m2 = xla.mul %x50i2, %x50c2 : tensor<8x24x20xi8>
  %x50s = xla.add %x50m0, %x50m1 : tensor<8x24x20xi8>
  %x50t = xla.add %x50s, %x50m2 : tensor<8x24x20xi8>
  %x50b = xla.optimization_barrier %x50t : (tensor<8x24x20xi8>) -> tensor<8x24x20xi8>
  %e50i0 = xla.iota dim = 0 : tensor<20x24x8xi8>
  %e50c0 = xla.constant dense<2> : tensor<20x24x8xi8>
  %e50m0 = xla.mul %e50i0, %e50c0 : tensor<20x24x8xi8>
  %e50i1 = xla.iota dim = 1 : tensor<20x24x8xi8>
  %e50c1 = xla.constant dense<1> : tensor<20x24x8xi8>
  %e50m1 = xla.mul %e50i1, %e50c1 : tensor<20x24x8xi8>
  %e50i2 = xla.iota dim = 2 : tensor<20x24x8xi8>
  %e50c2 = xla.constant dense<5> : tensor<20x24x8xi8>
  %e50m2 = xla.mul %e50i2, %e50c2 : tensor<20x24x8xi8>
  %e50s = xla.add %e50m0, %e50m1 : tensor<20x24x8xi8>
  %e50t = xla.add %e50s, %e50m2 : tensor<20x24x8xi8>
  %e50b = xla.optimization_barrier %e50t : (tensor<20x24x8xi8>) -> tensor<20x24x8xi8>
  %t50 = xla.transpose %x50b, dims = [2, 1, 0] : (tensor<8x24x20xi8>) -> tensor<20x24x8xi8>
  xla.custom_call "check.expect_eq"(%t50, %e50b) {has_side_effect = true} : (tensor<20x24x8xi8>, tensor<20x24x8xi8>) -> ()
  // 8x9x12 by [2, 1, 0], of f32
  %x51i0 = xla.iota dim = 0 : tensor<8x9x12xf32>
  %x51c0 = xla.constant dense<5.0> : tensor<8x9x12xf32>
  %x51m0 = xla.mul %x51i0, %x51c0 : tensor<8x9x12xf32>
  %x51i1 = xla.iota dim = 1 : tensor<8x9x12xf32>
  %x51c1 = xla.constant dense<1.0> : tensor<8x9x12xf32>
  %x51m1 = xla.mul %x51i1, %x51c1 : tensor<8x9x12xf32>
  %x51i2 = xla.iota dim = 2 : tensor<8x9x12xf32>
  %x51c2 = xla.constant dense<2.0> : tensor<8x9x12xf32>
  %x51m2 = xla.mul %x51i2, %x51c2 : tensor<8x9x12xf32>
  %x51s = xla.add %x51m0, %x51m1 : tensor<8x9x12xf32>
  %x51t = xla.add %x51s, %x51m2 : tensor<8x9x12xf32>
  %x51b = xla.optimization_barrier %x51t : (tensor<8x9x12xf32>) -> tensor<8x9x12xf32>
  %e51i0 = xla.iota dim = 0 : tensor<12x9x8xf32>
  %e51c0 = xla.constant dense<2.0> : tensor<12x9x8xf32>
  %e51m0 = xla.mul %e51i0, %e51c0 : tensor<12x9x8xf32>
  %e51i1 = xla.iota dim = 1 : tensor<12x9x8xf32>
  %e51c1 = xla.constant dense<1.0> : tensor<12x9x8xf32>
  %e51m1 = xla.mul %e51i1, %e51c1 : tensor<12x9x8xf32>
  %e51i2 = xla.iota dim = 2 : tensor<12x9x8xf32>
  %e51c2 = xla.constant dense<5.0> : tensor<12x9x8xf32>
  %e51m2 = xla.mul %e51i2, %e51c2 : tensor<12x9x8xf32>
  %e51s = xla.add %e51m0, %e51m1 : tensor<12x9x8xf32>
  %e51t = xla.add %e51s, %e51m2 : tensor<12x9x8xf32>
  %e51b = xla.optimization_barrier %e51t : (tensor<12x9x8xf32>) -> tensor<12x9x8xf32>
  %t51 = xla.transpose %x51b, dims = [2, 1, 0] : (tensor<8x9x12xf32>) -> tensor<12x9x8xf32>
  xla.custom_call "check.expect_eq"(%t51, %e51b) {has_side_effect = true} : (tensor<12x9x8xf32>, tensor<12x9x8xf32>) -> ()
  // 9x8x8 by [2, 1, 0], of f16
  %x52i0 = xla.iota dim = 0 : tensor<9x8x8xf16>
  %x52c0 = xla.constant dense<5.0> : tensor<9x8x8xf16>
  %x52m0 = xla.mul %x52i0, %x52c0 : tensor<9x8x8xf16>
  %x52i1 = xla.iota dim = 1 : tensor<9x8x8xf16>
  %x52c1 = xla.constant dense<1.0> : tensor<9x8x8xf16>
  %x52m1 = xla.mul %x52i1, %x52c1 : tensor<9x8x8xf16>
  %x52i2 = xla.iota dim = 2 : tensor<9x8x8xf16>
  %x52c2 = xla.constant dense<2.0> : tensor<9x8x8xf16>
  %x52m2 = xla.mul %x52i2, %x52c2 : tensor<9x8x8xf16>
  %x52s = xla.add %x52m0, %x52m1 : tensor<9x8x8xf16>
  %x52t = xla.add %x52s, %x52m2 : tensor<9x8x8xf16>
  %x52b = xla.optimization_barrier %x52t : (tensor<9x8x8xf16>) -> tensor<9x8x8xf16>
  %e52i0 = xla.iota dim = 0 : tensor<8x8x9xf16>
  %e52c0 = xla.constant dense<2.0> : tensor<8x8x9xf16>
  %e52m0 = xla.mul %e52i0, %e52c0 : tensor<8x8x9xf16>
  %e52i1 = xla.iota dim = 1 : tensor<8x8x9xf16>
  %e52c1 = xla.constant dense<1.0> : tensor<8x8x9xf16>
  %e52m1 = xla.mul %e52i1, %e52c1 : tensor<8x8x9xf16>
  %e52i2 = xla.iota dim = 2 : tensor<8x8x9xf16>
  %e52c2 = xla.constant dense<5.0> : tensor<8x8x9xf16>
  %e52m2 = xla.mul %e52i2, %e52c2 : tensor<8x8x9xf16>
  %e52s = xla.add %e52m0, %e52m1 : tensor<8x8x9xf16>
  %e52t = xla.add %e52s, %e52m2 : tensor<8x8x9xf16>
  %e52b = xla.optimization_barrier %e52t : (tensor<8x8x9xf16>) -> tensor<8x8x9xf16>
  %t52 = xla.transpose %x52b, dims = [2, 1, 0] : (tensor<9x8x8xf16>) -> tensor<8x8x9xf16>
  xla.custom_call "check.expect_eq"(%t52, %e52b) {has_side_effect = true} : (tensor<8x8x9xf16>, tensor<8x8x9xf16>) -> ()
  return
}
