// RUN: xla-run %s --xla-keep-barriers
//
// Products large enough to be computed in register tiles, by each of the instructions for them: sizes that divide
// nothing, extreme integers, infinities and NaN.

func.func @main() {
  // bytes with signs, 37 * 128 * 128
  %x0 = xla.constant dense<-128> : tensor<17x37xi8>
  %y0 = xla.constant dense<-128> : tensor<37x35xi8>
  %e0 = xla.constant dense<606208> : tensor<17x35xi32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<17x37xi8>) -> tensor<17x37xi8>
  %y0_ = xla.optimization_barrier %y0 : (tensor<37x35xi8>) -> tensor<37x35xi8>
  %r0 = xla.dot_general %x0_, %y0_, contracting_dims = [1] x [0] : (tensor<17x37xi8>, tensor<37x35xi8>) -> tensor<17x35xi32>
  xla.custom_call "check.expect_eq"(%r0, %e0) {has_side_effect = true} : (tensor<17x35xi32>, tensor<17x35xi32>) -> ()

  // and of different ones
  %x1 = xla.constant dense<127> : tensor<17x37xi8>
  %y1 = xla.constant dense<-128> : tensor<37x35xi8>
  %e1 = xla.constant dense<-601472> : tensor<17x35xi32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<17x37xi8>) -> tensor<17x37xi8>
  %y1_ = xla.optimization_barrier %y1 : (tensor<37x35xi8>) -> tensor<37x35xi8>
  %r1 = xla.dot_general %x1_, %y1_, contracting_dims = [1] x [0] : (tensor<17x37xi8>, tensor<37x35xi8>) -> tensor<17x35xi32>
  xla.custom_call "check.expect_eq"(%r1, %e1) {has_side_effect = true} : (tensor<17x35xi32>, tensor<17x35xi32>) -> ()

  // bytes without signs, 37 * 255 * 255
  %x2 = xla.constant dense<255> : tensor<17x37xui8>
  %y2 = xla.constant dense<255> : tensor<37x35xui8>
  %e2 = xla.constant dense<2405925> : tensor<17x35xui32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<17x37xui8>) -> tensor<17x37xui8>
  %y2_ = xla.optimization_barrier %y2 : (tensor<37x35xui8>) -> tensor<37x35xui8>
  %r2 = xla.dot_general %x2_, %y2_, contracting_dims = [1] x [0] : (tensor<17x37xui8>, tensor<37x35xui8>) -> tensor<17x35xui32>
  xla.custom_call "check.expect_eq"(%r2, %e2) {has_side_effect = true} : (tensor<17x35xui32>, tensor<17x35xui32>) -> ()

  // words: 37 * 2^30 modulo 2^32 is 2^30
  %x3 = xla.constant dense<-32768> : tensor<17x37xi16>
  %y3 = xla.constant dense<-32768> : tensor<37x35xi16>
  %e3 = xla.constant dense<1073741824> : tensor<17x35xi32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<17x37xi16>) -> tensor<17x37xi16>
  %y3_ = xla.optimization_barrier %y3 : (tensor<37x35xi16>) -> tensor<37x35xi16>
  %r3 = xla.dot_general %x3_, %y3_, contracting_dims = [1] x [0] : (tensor<17x37xi16>, tensor<37x35xi16>) -> tensor<17x35xi32>
  xla.custom_call "check.expect_eq"(%r3, %e3) {has_side_effect = true} : (tensor<17x35xi32>, tensor<17x35xi32>) -> ()

  // bf16, exact in f32
  %x4 = xla.constant dense<256.0> : tensor<17x37xbf16>
  %y4 = xla.constant dense<1.0> : tensor<37x35xbf16>
  %e4 = xla.constant dense<9472.0> : tensor<17x35xf32>
  %x4_ = xla.optimization_barrier %x4 : (tensor<17x37xbf16>) -> tensor<17x37xbf16>
  %y4_ = xla.optimization_barrier %y4 : (tensor<37x35xbf16>) -> tensor<37x35xbf16>
  %r4 = xla.dot_general %x4_, %y4_, contracting_dims = [1] x [0] : (tensor<17x37xbf16>, tensor<37x35xbf16>) -> tensor<17x35xf32>
  xla.custom_call "check.expect_eq"(%r4, %e4) {has_side_effect = true} : (tensor<17x35xf32>, tensor<17x35xf32>) -> ()

  // infinities
  %x5 = xla.constant dense<0xFF80> : tensor<17x37xbf16>
  %y5 = xla.constant dense<1.0> : tensor<37x35xbf16>
  %e5 = xla.constant dense<0xFF800000> : tensor<17x35xf32>
  %x5_ = xla.optimization_barrier %x5 : (tensor<17x37xbf16>) -> tensor<17x37xbf16>
  %y5_ = xla.optimization_barrier %y5 : (tensor<37x35xbf16>) -> tensor<37x35xbf16>
  %r5 = xla.dot_general %x5_, %y5_, contracting_dims = [1] x [0] : (tensor<17x37xbf16>, tensor<37x35xbf16>) -> tensor<17x35xf32>
  xla.custom_call "check.expect_eq"(%r5, %e5) {has_side_effect = true} : (tensor<17x35xf32>, tensor<17x35xf32>) -> ()

  // infinity times zero is NaN
  %x6 = xla.constant dense<0x7F80> : tensor<17x37xbf16>
  %y6 = xla.constant dense<0.0> : tensor<37x35xbf16>
  %e6 = xla.constant dense<true> : tensor<17x35xi1>
  %x6_ = xla.optimization_barrier %x6 : (tensor<17x37xbf16>) -> tensor<17x37xbf16>
  %y6_ = xla.optimization_barrier %y6 : (tensor<37x35xbf16>) -> tensor<37x35xbf16>
  %r6 = xla.dot_general %x6_, %y6_, contracting_dims = [1] x [0] : (tensor<17x37xbf16>, tensor<37x35xbf16>) -> tensor<17x35xf32>
  %n6 = xla.ne %r6, %r6 : (tensor<17x35xf32>, tensor<17x35xf32>) -> tensor<17x35xi1>
  xla.custom_call "check.expect_eq"(%n6, %e6) {has_side_effect = true} : (tensor<17x35xi1>, tensor<17x35xi1>) -> ()

  // bf16: the sum over k of i * (j + k) is i * (37 * j + 666), however the operands lie
  %bf16_i = xla.iota dim = 0 : tensor<17x35xf32>
  %bf16_j = xla.iota dim = 1 : tensor<17x35xf32>
  %bf16_37 = xla.constant dense<37.0> : tensor<17x35xf32>
  %bf16_666 = xla.constant dense<666.0> : tensor<17x35xf32>
  %bf16_37j = xla.mul %bf16_37, %bf16_j : tensor<17x35xf32>
  %bf16_sum = xla.add %bf16_37j, %bf16_666 : tensor<17x35xf32>
  %bf16_expected = xla.mul %bf16_i, %bf16_sum : tensor<17x35xf32>
  %bf16_rows_x = xla.iota dim = 0 : tensor<17x37xbf16>
  %bf16_rows_j = xla.iota dim = 1 : tensor<37x35xbf16>
  %bf16_rows_k = xla.iota dim = 0 : tensor<37x35xbf16>
  %bf16_rows_y = xla.add %bf16_rows_j, %bf16_rows_k : tensor<37x35xbf16>
  %bf16_rows_x_ = xla.optimization_barrier %bf16_rows_x : (tensor<17x37xbf16>) -> tensor<17x37xbf16>
  %bf16_rows_y_ = xla.optimization_barrier %bf16_rows_y : (tensor<37x35xbf16>) -> tensor<37x35xbf16>
  %bf16_rows = xla.dot_general %bf16_rows_x_, %bf16_rows_y_, contracting_dims = [1] x [0] : (tensor<17x37xbf16>, tensor<37x35xbf16>) -> tensor<17x35xf32>
  xla.custom_call "check.expect_eq"(%bf16_rows, %bf16_expected) {has_side_effect = true} : (tensor<17x35xf32>, tensor<17x35xf32>) -> ()
  %bf16_columns_x = xla.iota dim = 1 : tensor<37x17xbf16>
  %bf16_columns_j = xla.iota dim = 0 : tensor<35x37xbf16>
  %bf16_columns_k = xla.iota dim = 1 : tensor<35x37xbf16>
  %bf16_columns_y = xla.add %bf16_columns_j, %bf16_columns_k : tensor<35x37xbf16>
  %bf16_columns_x_ = xla.optimization_barrier %bf16_columns_x : (tensor<37x17xbf16>) -> tensor<37x17xbf16>
  %bf16_columns_y_ = xla.optimization_barrier %bf16_columns_y : (tensor<35x37xbf16>) -> tensor<35x37xbf16>
  %bf16_columns = xla.dot_general %bf16_columns_x_, %bf16_columns_y_, contracting_dims = [0] x [1] : (tensor<37x17xbf16>, tensor<35x37xbf16>) -> tensor<17x35xf32>
  xla.custom_call "check.expect_eq"(%bf16_columns, %bf16_expected) {has_side_effect = true} : (tensor<17x35xf32>, tensor<17x35xf32>) -> ()

  // i8: the sum over k of i * (j + k) is i * (37 * j + 666), however the operands lie
  %i8_i = xla.iota dim = 0 : tensor<17x35xi32>
  %i8_j = xla.iota dim = 1 : tensor<17x35xi32>
  %i8_37 = xla.constant dense<37> : tensor<17x35xi32>
  %i8_666 = xla.constant dense<666> : tensor<17x35xi32>
  %i8_37j = xla.mul %i8_37, %i8_j : tensor<17x35xi32>
  %i8_sum = xla.add %i8_37j, %i8_666 : tensor<17x35xi32>
  %i8_expected = xla.mul %i8_i, %i8_sum : tensor<17x35xi32>
  %i8_rows_x = xla.iota dim = 0 : tensor<17x37xi8>
  %i8_rows_j = xla.iota dim = 1 : tensor<37x35xi8>
  %i8_rows_k = xla.iota dim = 0 : tensor<37x35xi8>
  %i8_rows_y = xla.add %i8_rows_j, %i8_rows_k : tensor<37x35xi8>
  %i8_rows_x_ = xla.optimization_barrier %i8_rows_x : (tensor<17x37xi8>) -> tensor<17x37xi8>
  %i8_rows_y_ = xla.optimization_barrier %i8_rows_y : (tensor<37x35xi8>) -> tensor<37x35xi8>
  %i8_rows = xla.dot_general %i8_rows_x_, %i8_rows_y_, contracting_dims = [1] x [0] : (tensor<17x37xi8>, tensor<37x35xi8>) -> tensor<17x35xi32>
  xla.custom_call "check.expect_eq"(%i8_rows, %i8_expected) {has_side_effect = true} : (tensor<17x35xi32>, tensor<17x35xi32>) -> ()
  %i8_columns_x = xla.iota dim = 1 : tensor<37x17xi8>
  %i8_columns_j = xla.iota dim = 0 : tensor<35x37xi8>
  %i8_columns_k = xla.iota dim = 1 : tensor<35x37xi8>
  %i8_columns_y = xla.add %i8_columns_j, %i8_columns_k : tensor<35x37xi8>
  %i8_columns_x_ = xla.optimization_barrier %i8_columns_x : (tensor<37x17xi8>) -> tensor<37x17xi8>
  %i8_columns_y_ = xla.optimization_barrier %i8_columns_y : (tensor<35x37xi8>) -> tensor<35x37xi8>
  %i8_columns = xla.dot_general %i8_columns_x_, %i8_columns_y_, contracting_dims = [0] x [1] : (tensor<37x17xi8>, tensor<35x37xi8>) -> tensor<17x35xi32>
  xla.custom_call "check.expect_eq"(%i8_columns, %i8_expected) {has_side_effect = true} : (tensor<17x35xi32>, tensor<17x35xi32>) -> ()

  // ui8: the sum over k of i * (j + k) is i * (37 * j + 666), however the operands lie
  %ui8_i = xla.iota dim = 0 : tensor<17x35xi32>
  %ui8_j = xla.iota dim = 1 : tensor<17x35xi32>
  %ui8_37 = xla.constant dense<37> : tensor<17x35xi32>
  %ui8_666 = xla.constant dense<666> : tensor<17x35xi32>
  %ui8_37j = xla.mul %ui8_37, %ui8_j : tensor<17x35xi32>
  %ui8_sum = xla.add %ui8_37j, %ui8_666 : tensor<17x35xi32>
  %ui8_expected = xla.mul %ui8_i, %ui8_sum : tensor<17x35xi32>
  %ui8_rows_x = xla.iota dim = 0 : tensor<17x37xui8>
  %ui8_rows_j = xla.iota dim = 1 : tensor<37x35xui8>
  %ui8_rows_k = xla.iota dim = 0 : tensor<37x35xui8>
  %ui8_rows_y = xla.add %ui8_rows_j, %ui8_rows_k : tensor<37x35xui8>
  %ui8_rows_x_ = xla.optimization_barrier %ui8_rows_x : (tensor<17x37xui8>) -> tensor<17x37xui8>
  %ui8_rows_y_ = xla.optimization_barrier %ui8_rows_y : (tensor<37x35xui8>) -> tensor<37x35xui8>
  %ui8_rows = xla.dot_general %ui8_rows_x_, %ui8_rows_y_, contracting_dims = [1] x [0] : (tensor<17x37xui8>, tensor<37x35xui8>) -> tensor<17x35xi32>
  xla.custom_call "check.expect_eq"(%ui8_rows, %ui8_expected) {has_side_effect = true} : (tensor<17x35xi32>, tensor<17x35xi32>) -> ()
  %ui8_columns_x = xla.iota dim = 1 : tensor<37x17xui8>
  %ui8_columns_j = xla.iota dim = 0 : tensor<35x37xui8>
  %ui8_columns_k = xla.iota dim = 1 : tensor<35x37xui8>
  %ui8_columns_y = xla.add %ui8_columns_j, %ui8_columns_k : tensor<35x37xui8>
  %ui8_columns_x_ = xla.optimization_barrier %ui8_columns_x : (tensor<37x17xui8>) -> tensor<37x17xui8>
  %ui8_columns_y_ = xla.optimization_barrier %ui8_columns_y : (tensor<35x37xui8>) -> tensor<35x37xui8>
  %ui8_columns = xla.dot_general %ui8_columns_x_, %ui8_columns_y_, contracting_dims = [0] x [1] : (tensor<37x17xui8>, tensor<35x37xui8>) -> tensor<17x35xi32>
  xla.custom_call "check.expect_eq"(%ui8_columns, %ui8_expected) {has_side_effect = true} : (tensor<17x35xi32>, tensor<17x35xi32>) -> ()

  // i16: the sum over k of i * (j + k) is i * (37 * j + 666), however the operands lie
  %i16_i = xla.iota dim = 0 : tensor<17x35xi32>
  %i16_j = xla.iota dim = 1 : tensor<17x35xi32>
  %i16_37 = xla.constant dense<37> : tensor<17x35xi32>
  %i16_666 = xla.constant dense<666> : tensor<17x35xi32>
  %i16_37j = xla.mul %i16_37, %i16_j : tensor<17x35xi32>
  %i16_sum = xla.add %i16_37j, %i16_666 : tensor<17x35xi32>
  %i16_expected = xla.mul %i16_i, %i16_sum : tensor<17x35xi32>
  %i16_rows_x = xla.iota dim = 0 : tensor<17x37xi16>
  %i16_rows_j = xla.iota dim = 1 : tensor<37x35xi16>
  %i16_rows_k = xla.iota dim = 0 : tensor<37x35xi16>
  %i16_rows_y = xla.add %i16_rows_j, %i16_rows_k : tensor<37x35xi16>
  %i16_rows_x_ = xla.optimization_barrier %i16_rows_x : (tensor<17x37xi16>) -> tensor<17x37xi16>
  %i16_rows_y_ = xla.optimization_barrier %i16_rows_y : (tensor<37x35xi16>) -> tensor<37x35xi16>
  %i16_rows = xla.dot_general %i16_rows_x_, %i16_rows_y_, contracting_dims = [1] x [0] : (tensor<17x37xi16>, tensor<37x35xi16>) -> tensor<17x35xi32>
  xla.custom_call "check.expect_eq"(%i16_rows, %i16_expected) {has_side_effect = true} : (tensor<17x35xi32>, tensor<17x35xi32>) -> ()
  %i16_columns_x = xla.iota dim = 1 : tensor<37x17xi16>
  %i16_columns_j = xla.iota dim = 0 : tensor<35x37xi16>
  %i16_columns_k = xla.iota dim = 1 : tensor<35x37xi16>
  %i16_columns_y = xla.add %i16_columns_j, %i16_columns_k : tensor<35x37xi16>
  %i16_columns_x_ = xla.optimization_barrier %i16_columns_x : (tensor<37x17xi16>) -> tensor<37x17xi16>
  %i16_columns_y_ = xla.optimization_barrier %i16_columns_y : (tensor<35x37xi16>) -> tensor<35x37xi16>
  %i16_columns = xla.dot_general %i16_columns_x_, %i16_columns_y_, contracting_dims = [0] x [1] : (tensor<37x17xi16>, tensor<35x37xi16>) -> tensor<17x35xi32>
  xla.custom_call "check.expect_eq"(%i16_columns, %i16_expected) {has_side_effect = true} : (tensor<17x35xi32>, tensor<17x35xi32>) -> ()

  // f32: the sum over k of i * (j + k) is i * (37 * j + 666), however the operands lie
  %f32_i = xla.iota dim = 0 : tensor<17x35xf32>
  %f32_j = xla.iota dim = 1 : tensor<17x35xf32>
  %f32_37 = xla.constant dense<37.0> : tensor<17x35xf32>
  %f32_666 = xla.constant dense<666.0> : tensor<17x35xf32>
  %f32_37j = xla.mul %f32_37, %f32_j : tensor<17x35xf32>
  %f32_sum = xla.add %f32_37j, %f32_666 : tensor<17x35xf32>
  %f32_expected = xla.mul %f32_i, %f32_sum : tensor<17x35xf32>
  %f32_rows_x = xla.iota dim = 0 : tensor<17x37xf32>
  %f32_rows_j = xla.iota dim = 1 : tensor<37x35xf32>
  %f32_rows_k = xla.iota dim = 0 : tensor<37x35xf32>
  %f32_rows_y = xla.add %f32_rows_j, %f32_rows_k : tensor<37x35xf32>
  %f32_rows_x_ = xla.optimization_barrier %f32_rows_x : (tensor<17x37xf32>) -> tensor<17x37xf32>
  %f32_rows_y_ = xla.optimization_barrier %f32_rows_y : (tensor<37x35xf32>) -> tensor<37x35xf32>
  %f32_rows = xla.dot_general %f32_rows_x_, %f32_rows_y_, contracting_dims = [1] x [0] : (tensor<17x37xf32>, tensor<37x35xf32>) -> tensor<17x35xf32>
  xla.custom_call "check.expect_eq"(%f32_rows, %f32_expected) {has_side_effect = true} : (tensor<17x35xf32>, tensor<17x35xf32>) -> ()
  %f32_columns_x = xla.iota dim = 1 : tensor<37x17xf32>
  %f32_columns_j = xla.iota dim = 0 : tensor<35x37xf32>
  %f32_columns_k = xla.iota dim = 1 : tensor<35x37xf32>
  %f32_columns_y = xla.add %f32_columns_j, %f32_columns_k : tensor<35x37xf32>
  %f32_columns_x_ = xla.optimization_barrier %f32_columns_x : (tensor<37x17xf32>) -> tensor<37x17xf32>
  %f32_columns_y_ = xla.optimization_barrier %f32_columns_y : (tensor<35x37xf32>) -> tensor<35x37xf32>
  %f32_columns = xla.dot_general %f32_columns_x_, %f32_columns_y_, contracting_dims = [0] x [1] : (tensor<37x17xf32>, tensor<35x37xf32>) -> tensor<17x35xf32>
  xla.custom_call "check.expect_eq"(%f32_columns, %f32_expected) {has_side_effect = true} : (tensor<17x35xf32>, tensor<17x35xf32>) -> ()

  return
}
