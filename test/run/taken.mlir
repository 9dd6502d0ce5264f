// RUN: xla-run %s
//
// What is taken of the results of ops: with a barrier in between all of a result is computed, without it what is taken alone may be.

func.func @main() {
  %base = xla.iota dim = 0 : tensor<960xi32>
  %primes = xla.constant dense<7919> : tensor<960xi32>
  %mod = xla.constant dense<1009> : tensor<960xi32>
  %product = xla.mul %base, %primes : tensor<960xi32>
  %values = xla.rem %product, %mod : tensor<960xi32>
  %x = xla.optimization_barrier %values : (tensor<960xi32>) -> tensor<960xi32>
  %a = xla.reshape %x : (tensor<960xi32>) -> tensor<8x10x12xi32>
  %u0 = xla.slice %x [7:79] : (tensor<960xi32>) -> tensor<72xi32>
  %u1 = xla.reshape %u0 : (tensor<72xi32>) -> tensor<3x6x4xi32>
  %u = xla.neg %u1 : tensor<3x6x4xi32>
  %zero = xla.constant dense<0> : tensor<i32>
  %i0 = xla.constant dense<[[3, -1], [100, 2], [0, 9], [5, 5]]> : tensor<4x2xi32>
  %i = xla.optimization_barrier %i0 : (tensor<4x2xi32>) -> tensor<4x2xi32>
  %s0c = xla.constant dense<-5> : tensor<i32>
  %s0 = xla.optimization_barrier %s0c : (tensor<i32>) -> tensor<i32>
  %s1c = xla.constant dense<0> : tensor<i32>
  %s1 = xla.optimization_barrier %s1c : (tensor<i32>) -> tensor<i32>
  %s2c = xla.constant dense<2> : tensor<i32>
  %s2 = xla.optimization_barrier %s2c : (tensor<i32>) -> tensor<i32>
  %s3c = xla.constant dense<4> : tensor<i32>
  %s3 = xla.optimization_barrier %s3c : (tensor<i32>) -> tensor<i32>
  %s4c = xla.constant dense<1000> : tensor<i32>
  %s4 = xla.optimization_barrier %s4c : (tensor<i32>) -> tensor<i32>
  %t0c = xla.constant dense<-128> : tensor<i8>
  %t0 = xla.optimization_barrier %t0c : (tensor<i8>) -> tensor<i8>
  %t1c = xla.constant dense<1> : tensor<i8>
  %t1 = xla.optimization_barrier %t1c : (tensor<i8>) -> tensor<i8>
  %t2c = xla.constant dense<3> : tensor<i8>
  %t2 = xla.optimization_barrier %t2c : (tensor<i8>) -> tensor<i8>
  %t3c = xla.constant dense<127> : tensor<i8>
  %t3 = xla.optimization_barrier %t3c : (tensor<i8>) -> tensor<i8>
  %w0c = xla.constant dense<0> : tensor<ui64>
  %w0 = xla.optimization_barrier %w0c : (tensor<ui64>) -> tensor<ui64>
  %w1c = xla.constant dense<2> : tensor<ui64>
  %w1 = xla.optimization_barrier %w1c : (tensor<ui64>) -> tensor<ui64>
  %w2c = xla.constant dense<18446744073709551615> : tensor<ui64>
  %w2 = xla.optimization_barrier %w2c : (tensor<ui64>) -> tensor<ui64>
  // of reshapes: parts of rows, of columns, with strides
  %p1_n = xla.neg %a : tensor<8x10x12xi32>
  %p1 = xla.reshape %p1_n : (tensor<8x10x12xi32>) -> tensor<16x60xi32>
  %q1_n = xla.neg %a : tensor<8x10x12xi32>
  %q1 = xla.reshape %q1_n : (tensor<8x10x12xi32>) -> tensor<16x60xi32>
  %b1 = xla.optimization_barrier %q1 : (tensor<16x60xi32>) -> tensor<16x60xi32>
  %r1 = xla.slice %p1 [7:9, 0:60] : (tensor<16x60xi32>) -> tensor<2x60xi32>
  %e1 = xla.slice %b1 [7:9, 0:60] : (tensor<16x60xi32>) -> tensor<2x60xi32>
  xla.custom_call "check.expect_eq"(%r1, %e1) {has_side_effect = true} : (tensor<2x60xi32>, tensor<2x60xi32>) -> ()
  %p2_n = xla.neg %a : tensor<8x10x12xi32>
  %p2 = xla.reshape %p2_n : (tensor<8x10x12xi32>) -> tensor<16x60xi32>
  %q2_n = xla.neg %a : tensor<8x10x12xi32>
  %q2 = xla.reshape %q2_n : (tensor<8x10x12xi32>) -> tensor<16x60xi32>
  %b2 = xla.optimization_barrier %q2 : (tensor<16x60xi32>) -> tensor<16x60xi32>
  %r2 = xla.slice %p2 [3:4, 17:31:3] : (tensor<16x60xi32>) -> tensor<1x5xi32>
  %e2 = xla.slice %b2 [3:4, 17:31:3] : (tensor<16x60xi32>) -> tensor<1x5xi32>
  xla.custom_call "check.expect_eq"(%r2, %e2) {has_side_effect = true} : (tensor<1x5xi32>, tensor<1x5xi32>) -> ()
  %p3_n = xla.neg %a : tensor<8x10x12xi32>
  %p3 = xla.reshape %p3_n : (tensor<8x10x12xi32>) -> tensor<16x60xi32>
  %q3_n = xla.neg %a : tensor<8x10x12xi32>
  %q3 = xla.reshape %q3_n : (tensor<8x10x12xi32>) -> tensor<16x60xi32>
  %b3 = xla.optimization_barrier %q3 : (tensor<16x60xi32>) -> tensor<16x60xi32>
  %r3 = xla.slice %p3 [0:16:5, 2:60:7] : (tensor<16x60xi32>) -> tensor<4x9xi32>
  %e3 = xla.slice %b3 [0:16:5, 2:60:7] : (tensor<16x60xi32>) -> tensor<4x9xi32>
  xla.custom_call "check.expect_eq"(%r3, %e3) {has_side_effect = true} : (tensor<4x9xi32>, tensor<4x9xi32>) -> ()
  // of reshapes of reductions
  %p4_n = xla.reduce(%a init: %zero) applies xla.add across dimensions = [2] : (tensor<8x10x12xi32>, tensor<i32>) -> tensor<8x10xi32>
  %p4 = xla.reshape %p4_n : (tensor<8x10xi32>) -> tensor<16x5xi32>
  %q4_n = xla.reduce(%a init: %zero) applies xla.add across dimensions = [2] : (tensor<8x10x12xi32>, tensor<i32>) -> tensor<8x10xi32>
  %q4 = xla.reshape %q4_n : (tensor<8x10xi32>) -> tensor<16x5xi32>
  %b4 = xla.optimization_barrier %q4 : (tensor<16x5xi32>) -> tensor<16x5xi32>
  %r4 = xla.slice %p4 [7:8, 0:5] : (tensor<16x5xi32>) -> tensor<1x5xi32>
  %e4 = xla.slice %b4 [7:8, 0:5] : (tensor<16x5xi32>) -> tensor<1x5xi32>
  xla.custom_call "check.expect_eq"(%r4, %e4) {has_side_effect = true} : (tensor<1x5xi32>, tensor<1x5xi32>) -> ()
  %p5_n = xla.reduce(%a init: %zero) applies xla.add across dimensions = [2] : (tensor<8x10x12xi32>, tensor<i32>) -> tensor<8x10xi32>
  %p5 = xla.reshape %p5_n : (tensor<8x10xi32>) -> tensor<16x5xi32>
  %q5_n = xla.reduce(%a init: %zero) applies xla.add across dimensions = [2] : (tensor<8x10x12xi32>, tensor<i32>) -> tensor<8x10xi32>
  %q5 = xla.reshape %q5_n : (tensor<8x10xi32>) -> tensor<16x5xi32>
  %b5 = xla.optimization_barrier %q5 : (tensor<16x5xi32>) -> tensor<16x5xi32>
  %r5 = xla.slice %p5 [3:7:3, 1:2] : (tensor<16x5xi32>) -> tensor<2x1xi32>
  %e5 = xla.slice %b5 [3:7:3, 1:2] : (tensor<16x5xi32>) -> tensor<2x1xi32>
  xla.custom_call "check.expect_eq"(%r5, %e5) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  // of reshapes of padding and of joined arrays
  %p6_n = xla.neg %a : tensor<8x10x12xi32>
  %p6_d = xla.pad %p6_n, %zero, low = [1, 2, 3], high = [0, 1, 0], interior = [0, 0, 1] : (tensor<8x10x12xi32>, tensor<i32>) -> tensor<9x13x26xi32>
  %p6_t = xla.transpose %p6_d, dims = [2, 0, 1] : (tensor<9x13x26xi32>) -> tensor<26x9x13xi32>
  %p6_c = xla.concatenate %p6_t, %p6_t, dim = 1 : (tensor<26x9x13xi32>, tensor<26x9x13xi32>) -> tensor<26x18x13xi32>
  %p6 = xla.reshape %p6_c : (tensor<26x18x13xi32>) -> tensor<117x52xi32>
  %q6_n = xla.neg %a : tensor<8x10x12xi32>
  %q6_d = xla.pad %q6_n, %zero, low = [1, 2, 3], high = [0, 1, 0], interior = [0, 0, 1] : (tensor<8x10x12xi32>, tensor<i32>) -> tensor<9x13x26xi32>
  %q6_t = xla.transpose %q6_d, dims = [2, 0, 1] : (tensor<9x13x26xi32>) -> tensor<26x9x13xi32>
  %q6_c = xla.concatenate %q6_t, %q6_t, dim = 1 : (tensor<26x9x13xi32>, tensor<26x9x13xi32>) -> tensor<26x18x13xi32>
  %q6 = xla.reshape %q6_c : (tensor<26x18x13xi32>) -> tensor<117x52xi32>
  %b6 = xla.optimization_barrier %q6 : (tensor<117x52xi32>) -> tensor<117x52xi32>
  %r6 = xla.slice %p6 [0:117, 50:51] : (tensor<117x52xi32>) -> tensor<117x1xi32>
  %e6 = xla.slice %b6 [0:117, 50:51] : (tensor<117x52xi32>) -> tensor<117x1xi32>
  xla.custom_call "check.expect_eq"(%r6, %e6) {has_side_effect = true} : (tensor<117x1xi32>, tensor<117x1xi32>) -> ()
  %p7_n = xla.neg %a : tensor<8x10x12xi32>
  %p7_d = xla.pad %p7_n, %zero, low = [1, 2, 3], high = [0, 1, 0], interior = [0, 0, 1] : (tensor<8x10x12xi32>, tensor<i32>) -> tensor<9x13x26xi32>
  %p7_t = xla.transpose %p7_d, dims = [2, 0, 1] : (tensor<9x13x26xi32>) -> tensor<26x9x13xi32>
  %p7_c = xla.concatenate %p7_t, %p7_t, dim = 1 : (tensor<26x9x13xi32>, tensor<26x9x13xi32>) -> tensor<26x18x13xi32>
  %p7 = xla.reshape %p7_c : (tensor<26x18x13xi32>) -> tensor<117x52xi32>
  %q7_n = xla.neg %a : tensor<8x10x12xi32>
  %q7_d = xla.pad %q7_n, %zero, low = [1, 2, 3], high = [0, 1, 0], interior = [0, 0, 1] : (tensor<8x10x12xi32>, tensor<i32>) -> tensor<9x13x26xi32>
  %q7_t = xla.transpose %q7_d, dims = [2, 0, 1] : (tensor<9x13x26xi32>) -> tensor<26x9x13xi32>
  %q7_c = xla.concatenate %q7_t, %q7_t, dim = 1 : (tensor<26x9x13xi32>, tensor<26x9x13xi32>) -> tensor<26x18x13xi32>
  %q7 = xla.reshape %q7_c : (tensor<26x18x13xi32>) -> tensor<117x52xi32>
  %b7 = xla.optimization_barrier %q7 : (tensor<117x52xi32>) -> tensor<117x52xi32>
  %r7 = xla.slice %p7 [5:110:7, 3:52:9] : (tensor<117x52xi32>) -> tensor<15x6xi32>
  %e7 = xla.slice %b7 [5:110:7, 3:52:9] : (tensor<117x52xi32>) -> tensor<15x6xi32>
  xla.custom_call "check.expect_eq"(%r7, %e7) {has_side_effect = true} : (tensor<15x6xi32>, tensor<15x6xi32>) -> ()
  // of elements as parts
  %p8_n = xla.neg %a : tensor<8x10x12xi32>
  %p8 = xla.bitcast_convert %p8_n : (tensor<8x10x12xi32>) -> tensor<8x10x12x4xi8>
  %q8_n = xla.neg %a : tensor<8x10x12xi32>
  %q8 = xla.bitcast_convert %q8_n : (tensor<8x10x12xi32>) -> tensor<8x10x12x4xi8>
  %b8 = xla.optimization_barrier %q8 : (tensor<8x10x12x4xi8>) -> tensor<8x10x12x4xi8>
  %r8 = xla.slice %p8 [2:5, 1:2, 0:12:5, 1:4:2] : (tensor<8x10x12x4xi8>) -> tensor<3x1x3x2xi8>
  %e8 = xla.slice %b8 [2:5, 1:2, 0:12:5, 1:4:2] : (tensor<8x10x12x4xi8>) -> tensor<3x1x3x2xi8>
  xla.custom_call "check.expect_eq"(%r8, %e8) {has_side_effect = true} : (tensor<3x1x3x2xi8>, tensor<3x1x3x2xi8>) -> ()
  // of reversals and transpositions
  %p9_n = xla.rev %a, dims = [0, 2] : tensor<8x10x12xi32>
  %p9 = xla.transpose %p9_n, dims = [2, 0, 1] : (tensor<8x10x12xi32>) -> tensor<12x8x10xi32>
  %q9_n = xla.rev %a, dims = [0, 2] : tensor<8x10x12xi32>
  %q9 = xla.transpose %q9_n, dims = [2, 0, 1] : (tensor<8x10x12xi32>) -> tensor<12x8x10xi32>
  %b9 = xla.optimization_barrier %q9 : (tensor<12x8x10xi32>) -> tensor<12x8x10xi32>
  %r9 = xla.slice %p9 [1:12:4, 0:7:2, 9:10] : (tensor<12x8x10xi32>) -> tensor<3x4x1xi32>
  %e9 = xla.slice %b9 [1:12:4, 0:7:2, 9:10] : (tensor<12x8x10xi32>) -> tensor<3x4x1xi32>
  xla.custom_call "check.expect_eq"(%r9, %e9) {has_side_effect = true} : (tensor<3x4x1xi32>, tensor<3x4x1xi32>) -> ()
  %p10_n = xla.rev %a, dims = [0, 2] : tensor<8x10x12xi32>
  %p10 = xla.transpose %p10_n, dims = [2, 0, 1] : (tensor<8x10x12xi32>) -> tensor<12x8x10xi32>
  %q10_n = xla.rev %a, dims = [0, 2] : tensor<8x10x12xi32>
  %q10 = xla.transpose %q10_n, dims = [2, 0, 1] : (tensor<8x10x12xi32>) -> tensor<12x8x10xi32>
  %b10 = xla.optimization_barrier %q10 : (tensor<12x8x10xi32>) -> tensor<12x8x10xi32>
  %r10 = xla.dynamic_slice %p10 at [%s3, %s4, %s0], sizes = [2, 3, 4] : (tensor<12x8x10xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xi32>
  %e10 = xla.dynamic_slice %b10 at [%s3, %s4, %s0], sizes = [2, 3, 4] : (tensor<12x8x10xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xi32>
  xla.custom_call "check.expect_eq"(%r10, %e10) {has_side_effect = true} : (tensor<2x3x4xi32>, tensor<2x3x4xi32>) -> ()
  // of windows
  %p11 = xla.reduce_window(%a init: %zero) applies xla.add window = {size = [1, 3, 2], stride = [1, 2, 1], pad = [[0, 0], [2, 1], [-1, 3]], lhs_dilate = [1, 2, 1], rhs_dilate = [1, 2, 3]} : (tensor<8x10x12xi32>, tensor<i32>) -> tensor<8x9x11xi32>
  %q11 = xla.reduce_window(%a init: %zero) applies xla.add window = {size = [1, 3, 2], stride = [1, 2, 1], pad = [[0, 0], [2, 1], [-1, 3]], lhs_dilate = [1, 2, 1], rhs_dilate = [1, 2, 3]} : (tensor<8x10x12xi32>, tensor<i32>) -> tensor<8x9x11xi32>
  %b11 = xla.optimization_barrier %q11 : (tensor<8x9x11xi32>) -> tensor<8x9x11xi32>
  %r11 = xla.slice %p11 [2:3, 1:9:3, 0:11:4] : (tensor<8x9x11xi32>) -> tensor<1x3x3xi32>
  %e11 = xla.slice %b11 [2:3, 1:9:3, 0:11:4] : (tensor<8x9x11xi32>) -> tensor<1x3x3xi32>
  xla.custom_call "check.expect_eq"(%r11, %e11) {has_side_effect = true} : (tensor<1x3x3xi32>, tensor<1x3x3xi32>) -> ()
  %p12 = xla.reduce_window(%a init: %zero) applies xla.add window = {size = [1, 3, 2], stride = [1, 2, 1], pad = [[0, 0], [2, 1], [-1, 3]], lhs_dilate = [1, 2, 1], rhs_dilate = [1, 2, 3]} : (tensor<8x10x12xi32>, tensor<i32>) -> tensor<8x9x11xi32>
  %q12 = xla.reduce_window(%a init: %zero) applies xla.add window = {size = [1, 3, 2], stride = [1, 2, 1], pad = [[0, 0], [2, 1], [-1, 3]], lhs_dilate = [1, 2, 1], rhs_dilate = [1, 2, 3]} : (tensor<8x10x12xi32>, tensor<i32>) -> tensor<8x9x11xi32>
  %b12 = xla.optimization_barrier %q12 : (tensor<8x9x11xi32>) -> tensor<8x9x11xi32>
  %r12 = xla.slice %p12 [0:8, 8:9, 10:11] : (tensor<8x9x11xi32>) -> tensor<8x1x1xi32>
  %e12 = xla.slice %b12 [0:8, 8:9, 10:11] : (tensor<8x9x11xi32>) -> tensor<8x1x1xi32>
  xla.custom_call "check.expect_eq"(%r12, %e12) {has_side_effect = true} : (tensor<8x1x1xi32>, tensor<8x1x1xi32>) -> ()
  // of gathered slices
  %p13 = xla.gather %a at %i, offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 6, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x6x12xi32>
  %q13 = xla.gather %a at %i, offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 6, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x6x12xi32>
  %b13 = xla.optimization_barrier %q13 : (tensor<4x6x12xi32>) -> tensor<4x6x12xi32>
  %r13 = xla.slice %p13 [1:4:2, 2:6:3, 5:12:2] : (tensor<4x6x12xi32>) -> tensor<2x2x4xi32>
  %e13 = xla.slice %b13 [1:4:2, 2:6:3, 5:12:2] : (tensor<4x6x12xi32>) -> tensor<2x2x4xi32>
  xla.custom_call "check.expect_eq"(%r13, %e13) {has_side_effect = true} : (tensor<2x2x4xi32>, tensor<2x2x4xi32>) -> ()
  %p14 = xla.gather %a at %i, offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 6, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x6x12xi32>
  %q14 = xla.gather %a at %i, offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 6, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x6x12xi32>
  %b14 = xla.optimization_barrier %q14 : (tensor<4x6x12xi32>) -> tensor<4x6x12xi32>
  %r14 = xla.slice %p14 [0:4, 5:6, 0:12] : (tensor<4x6x12xi32>) -> tensor<4x1x12xi32>
  %e14 = xla.slice %b14 [0:4, 5:6, 0:12] : (tensor<4x6x12xi32>) -> tensor<4x1x12xi32>
  xla.custom_call "check.expect_eq"(%r14, %e14) {has_side_effect = true} : (tensor<4x1x12xi32>, tensor<4x1x12xi32>) -> ()
  // of gathered elements of a batch
  %p15_a = xla.slice %a [0:4, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<4x10x12xi32>
  %p15 = xla.gather %p15_a at %i, offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [1, 2], index_vector_dim = 1, slice_sizes = [1, 7, 1], batching_dims = [0] x [0] : (tensor<4x10x12xi32>, tensor<4x2xi32>) -> tensor<4x7xi32>
  %q15_a = xla.slice %a [0:4, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<4x10x12xi32>
  %q15 = xla.gather %q15_a at %i, offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [1, 2], index_vector_dim = 1, slice_sizes = [1, 7, 1], batching_dims = [0] x [0] : (tensor<4x10x12xi32>, tensor<4x2xi32>) -> tensor<4x7xi32>
  %b15 = xla.optimization_barrier %q15 : (tensor<4x7xi32>) -> tensor<4x7xi32>
  %r15 = xla.slice %p15 [1:4:2, 2:7:3] : (tensor<4x7xi32>) -> tensor<2x2xi32>
  %e15 = xla.slice %b15 [1:4:2, 2:7:3] : (tensor<4x7xi32>) -> tensor<2x2xi32>
  xla.custom_call "check.expect_eq"(%r15, %e15) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  // of dynamic slices
  %p16 = xla.dynamic_slice %a at [%s2, %s4, %s0], sizes = [5, 6, 7] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x6x7xi32>
  %q16 = xla.dynamic_slice %a at [%s2, %s4, %s0], sizes = [5, 6, 7] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x6x7xi32>
  %b16 = xla.optimization_barrier %q16 : (tensor<5x6x7xi32>) -> tensor<5x6x7xi32>
  %r16 = xla.slice %p16 [1:5:2, 5:6, 0:7:3] : (tensor<5x6x7xi32>) -> tensor<2x1x3xi32>
  %e16 = xla.slice %b16 [1:5:2, 5:6, 0:7:3] : (tensor<5x6x7xi32>) -> tensor<2x1x3xi32>
  xla.custom_call "check.expect_eq"(%r16, %e16) {has_side_effect = true} : (tensor<2x1x3xi32>, tensor<2x1x3xi32>) -> ()
  // of updates at s0, s1, s2
  %p17 = xla.dynamic_update_slice %a, %u at [%s0, %s1, %s2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %q17 = xla.dynamic_update_slice %a, %u at [%s0, %s1, %s2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %b17 = xla.optimization_barrier %q17 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r17 = xla.slice %p17 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  %e17 = xla.slice %b17 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  xla.custom_call "check.expect_eq"(%r17, %e17) {has_side_effect = true} : (tensor<1x10x12xi32>, tensor<1x10x12xi32>) -> ()
  %p18 = xla.dynamic_update_slice %a, %u at [%s0, %s1, %s2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %q18 = xla.dynamic_update_slice %a, %u at [%s0, %s1, %s2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %b18 = xla.optimization_barrier %q18 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r18 = xla.slice %p18 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  %e18 = xla.slice %b18 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  xla.custom_call "check.expect_eq"(%r18, %e18) {has_side_effect = true} : (tensor<3x3x2xi32>, tensor<3x3x2xi32>) -> ()
  %p19 = xla.dynamic_update_slice %a, %u at [%s0, %s1, %s2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %q19 = xla.dynamic_update_slice %a, %u at [%s0, %s1, %s2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %b19 = xla.optimization_barrier %q19 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r19 = xla.dynamic_slice %p19 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  %e19 = xla.dynamic_slice %b19 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  xla.custom_call "check.expect_eq"(%r19, %e19) {has_side_effect = true} : (tensor<3x4x5xi32>, tensor<3x4x5xi32>) -> ()
  %p20 = xla.dynamic_update_slice %a, %u at [%s0, %s1, %s2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %q20 = xla.dynamic_update_slice %a, %u at [%s0, %s1, %s2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %b20 = xla.optimization_barrier %q20 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r20 = xla.gather %p20 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  %e20 = xla.gather %b20 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  xla.custom_call "check.expect_eq"(%r20, %e20) {has_side_effect = true} : (tensor<4x12xi32>, tensor<4x12xi32>) -> ()
  // of updates at s2, s4, s3
  %p21 = xla.dynamic_update_slice %a, %u at [%s2, %s4, %s3] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %q21 = xla.dynamic_update_slice %a, %u at [%s2, %s4, %s3] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %b21 = xla.optimization_barrier %q21 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r21 = xla.slice %p21 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  %e21 = xla.slice %b21 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  xla.custom_call "check.expect_eq"(%r21, %e21) {has_side_effect = true} : (tensor<1x10x12xi32>, tensor<1x10x12xi32>) -> ()
  %p22 = xla.dynamic_update_slice %a, %u at [%s2, %s4, %s3] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %q22 = xla.dynamic_update_slice %a, %u at [%s2, %s4, %s3] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %b22 = xla.optimization_barrier %q22 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r22 = xla.slice %p22 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  %e22 = xla.slice %b22 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  xla.custom_call "check.expect_eq"(%r22, %e22) {has_side_effect = true} : (tensor<3x3x2xi32>, tensor<3x3x2xi32>) -> ()
  %p23 = xla.dynamic_update_slice %a, %u at [%s2, %s4, %s3] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %q23 = xla.dynamic_update_slice %a, %u at [%s2, %s4, %s3] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %b23 = xla.optimization_barrier %q23 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r23 = xla.dynamic_slice %p23 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  %e23 = xla.dynamic_slice %b23 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  xla.custom_call "check.expect_eq"(%r23, %e23) {has_side_effect = true} : (tensor<3x4x5xi32>, tensor<3x4x5xi32>) -> ()
  %p24 = xla.dynamic_update_slice %a, %u at [%s2, %s4, %s3] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %q24 = xla.dynamic_update_slice %a, %u at [%s2, %s4, %s3] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %b24 = xla.optimization_barrier %q24 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r24 = xla.gather %p24 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  %e24 = xla.gather %b24 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  xla.custom_call "check.expect_eq"(%r24, %e24) {has_side_effect = true} : (tensor<4x12xi32>, tensor<4x12xi32>) -> ()
  // of updates at s4, s2, s4
  %p25 = xla.dynamic_update_slice %a, %u at [%s4, %s2, %s4] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %q25 = xla.dynamic_update_slice %a, %u at [%s4, %s2, %s4] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %b25 = xla.optimization_barrier %q25 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r25 = xla.slice %p25 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  %e25 = xla.slice %b25 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  xla.custom_call "check.expect_eq"(%r25, %e25) {has_side_effect = true} : (tensor<1x10x12xi32>, tensor<1x10x12xi32>) -> ()
  %p26 = xla.dynamic_update_slice %a, %u at [%s4, %s2, %s4] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %q26 = xla.dynamic_update_slice %a, %u at [%s4, %s2, %s4] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %b26 = xla.optimization_barrier %q26 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r26 = xla.slice %p26 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  %e26 = xla.slice %b26 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  xla.custom_call "check.expect_eq"(%r26, %e26) {has_side_effect = true} : (tensor<3x3x2xi32>, tensor<3x3x2xi32>) -> ()
  %p27 = xla.dynamic_update_slice %a, %u at [%s4, %s2, %s4] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %q27 = xla.dynamic_update_slice %a, %u at [%s4, %s2, %s4] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %b27 = xla.optimization_barrier %q27 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r27 = xla.dynamic_slice %p27 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  %e27 = xla.dynamic_slice %b27 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  xla.custom_call "check.expect_eq"(%r27, %e27) {has_side_effect = true} : (tensor<3x4x5xi32>, tensor<3x4x5xi32>) -> ()
  %p28 = xla.dynamic_update_slice %a, %u at [%s4, %s2, %s4] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %q28 = xla.dynamic_update_slice %a, %u at [%s4, %s2, %s4] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %b28 = xla.optimization_barrier %q28 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r28 = xla.gather %p28 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  %e28 = xla.gather %b28 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  xla.custom_call "check.expect_eq"(%r28, %e28) {has_side_effect = true} : (tensor<4x12xi32>, tensor<4x12xi32>) -> ()
  // of updates at t0, t1, t2
  %p29 = xla.dynamic_update_slice %a, %u at [%t0, %t1, %t2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %q29 = xla.dynamic_update_slice %a, %u at [%t0, %t1, %t2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %b29 = xla.optimization_barrier %q29 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r29 = xla.slice %p29 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  %e29 = xla.slice %b29 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  xla.custom_call "check.expect_eq"(%r29, %e29) {has_side_effect = true} : (tensor<1x10x12xi32>, tensor<1x10x12xi32>) -> ()
  %p30 = xla.dynamic_update_slice %a, %u at [%t0, %t1, %t2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %q30 = xla.dynamic_update_slice %a, %u at [%t0, %t1, %t2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %b30 = xla.optimization_barrier %q30 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r30 = xla.slice %p30 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  %e30 = xla.slice %b30 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  xla.custom_call "check.expect_eq"(%r30, %e30) {has_side_effect = true} : (tensor<3x3x2xi32>, tensor<3x3x2xi32>) -> ()
  %p31 = xla.dynamic_update_slice %a, %u at [%t0, %t1, %t2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %q31 = xla.dynamic_update_slice %a, %u at [%t0, %t1, %t2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %b31 = xla.optimization_barrier %q31 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r31 = xla.dynamic_slice %p31 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  %e31 = xla.dynamic_slice %b31 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  xla.custom_call "check.expect_eq"(%r31, %e31) {has_side_effect = true} : (tensor<3x4x5xi32>, tensor<3x4x5xi32>) -> ()
  %p32 = xla.dynamic_update_slice %a, %u at [%t0, %t1, %t2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %q32 = xla.dynamic_update_slice %a, %u at [%t0, %t1, %t2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %b32 = xla.optimization_barrier %q32 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r32 = xla.gather %p32 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  %e32 = xla.gather %b32 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  xla.custom_call "check.expect_eq"(%r32, %e32) {has_side_effect = true} : (tensor<4x12xi32>, tensor<4x12xi32>) -> ()
  // of updates at t2, t3, t1
  %p33 = xla.dynamic_update_slice %a, %u at [%t2, %t3, %t1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %q33 = xla.dynamic_update_slice %a, %u at [%t2, %t3, %t1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %b33 = xla.optimization_barrier %q33 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r33 = xla.slice %p33 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  %e33 = xla.slice %b33 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  xla.custom_call "check.expect_eq"(%r33, %e33) {has_side_effect = true} : (tensor<1x10x12xi32>, tensor<1x10x12xi32>) -> ()
  %p34 = xla.dynamic_update_slice %a, %u at [%t2, %t3, %t1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %q34 = xla.dynamic_update_slice %a, %u at [%t2, %t3, %t1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %b34 = xla.optimization_barrier %q34 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r34 = xla.slice %p34 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  %e34 = xla.slice %b34 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  xla.custom_call "check.expect_eq"(%r34, %e34) {has_side_effect = true} : (tensor<3x3x2xi32>, tensor<3x3x2xi32>) -> ()
  %p35 = xla.dynamic_update_slice %a, %u at [%t2, %t3, %t1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %q35 = xla.dynamic_update_slice %a, %u at [%t2, %t3, %t1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %b35 = xla.optimization_barrier %q35 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r35 = xla.dynamic_slice %p35 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  %e35 = xla.dynamic_slice %b35 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  xla.custom_call "check.expect_eq"(%r35, %e35) {has_side_effect = true} : (tensor<3x4x5xi32>, tensor<3x4x5xi32>) -> ()
  %p36 = xla.dynamic_update_slice %a, %u at [%t2, %t3, %t1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %q36 = xla.dynamic_update_slice %a, %u at [%t2, %t3, %t1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %b36 = xla.optimization_barrier %q36 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r36 = xla.gather %p36 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  %e36 = xla.gather %b36 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  xla.custom_call "check.expect_eq"(%r36, %e36) {has_side_effect = true} : (tensor<4x12xi32>, tensor<4x12xi32>) -> ()
  // of updates at w0, w1, w2
  %p37 = xla.dynamic_update_slice %a, %u at [%w0, %w1, %w2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %q37 = xla.dynamic_update_slice %a, %u at [%w0, %w1, %w2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %b37 = xla.optimization_barrier %q37 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r37 = xla.slice %p37 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  %e37 = xla.slice %b37 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  xla.custom_call "check.expect_eq"(%r37, %e37) {has_side_effect = true} : (tensor<1x10x12xi32>, tensor<1x10x12xi32>) -> ()
  %p38 = xla.dynamic_update_slice %a, %u at [%w0, %w1, %w2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %q38 = xla.dynamic_update_slice %a, %u at [%w0, %w1, %w2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %b38 = xla.optimization_barrier %q38 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r38 = xla.slice %p38 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  %e38 = xla.slice %b38 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  xla.custom_call "check.expect_eq"(%r38, %e38) {has_side_effect = true} : (tensor<3x3x2xi32>, tensor<3x3x2xi32>) -> ()
  %p39 = xla.dynamic_update_slice %a, %u at [%w0, %w1, %w2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %q39 = xla.dynamic_update_slice %a, %u at [%w0, %w1, %w2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %b39 = xla.optimization_barrier %q39 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r39 = xla.dynamic_slice %p39 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  %e39 = xla.dynamic_slice %b39 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  xla.custom_call "check.expect_eq"(%r39, %e39) {has_side_effect = true} : (tensor<3x4x5xi32>, tensor<3x4x5xi32>) -> ()
  %p40 = xla.dynamic_update_slice %a, %u at [%w0, %w1, %w2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %q40 = xla.dynamic_update_slice %a, %u at [%w0, %w1, %w2] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %b40 = xla.optimization_barrier %q40 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r40 = xla.gather %p40 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  %e40 = xla.gather %b40 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  xla.custom_call "check.expect_eq"(%r40, %e40) {has_side_effect = true} : (tensor<4x12xi32>, tensor<4x12xi32>) -> ()
  // of updates at w2, w0, w1
  %p41 = xla.dynamic_update_slice %a, %u at [%w2, %w0, %w1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %q41 = xla.dynamic_update_slice %a, %u at [%w2, %w0, %w1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %b41 = xla.optimization_barrier %q41 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r41 = xla.slice %p41 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  %e41 = xla.slice %b41 [1:2, 0:10, 0:12] : (tensor<8x10x12xi32>) -> tensor<1x10x12xi32>
  xla.custom_call "check.expect_eq"(%r41, %e41) {has_side_effect = true} : (tensor<1x10x12xi32>, tensor<1x10x12xi32>) -> ()
  %p42 = xla.dynamic_update_slice %a, %u at [%w2, %w0, %w1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %q42 = xla.dynamic_update_slice %a, %u at [%w2, %w0, %w1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %b42 = xla.optimization_barrier %q42 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r42 = xla.slice %p42 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  %e42 = xla.slice %b42 [0:8:3, 1:10:4, 2:12:5] : (tensor<8x10x12xi32>) -> tensor<3x3x2xi32>
  xla.custom_call "check.expect_eq"(%r42, %e42) {has_side_effect = true} : (tensor<3x3x2xi32>, tensor<3x3x2xi32>) -> ()
  %p43 = xla.dynamic_update_slice %a, %u at [%w2, %w0, %w1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %q43 = xla.dynamic_update_slice %a, %u at [%w2, %w0, %w1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %b43 = xla.optimization_barrier %q43 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r43 = xla.dynamic_slice %p43 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  %e43 = xla.dynamic_slice %b43 at [%s2, %s3, %s4], sizes = [3, 4, 5] : (tensor<8x10x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x5xi32>
  xla.custom_call "check.expect_eq"(%r43, %e43) {has_side_effect = true} : (tensor<3x4x5xi32>, tensor<3x4x5xi32>) -> ()
  %p44 = xla.dynamic_update_slice %a, %u at [%w2, %w0, %w1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %q44 = xla.dynamic_update_slice %a, %u at [%w2, %w0, %w1] : (tensor<8x10x12xi32>, tensor<3x6x4xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %b44 = xla.optimization_barrier %q44 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %r44 = xla.gather %p44 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  %e44 = xla.gather %b44 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 12] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x12xi32>
  xla.custom_call "check.expect_eq"(%r44, %e44) {has_side_effect = true} : (tensor<4x12xi32>, tensor<4x12xi32>) -> ()
  // of joined arrays
  %p45_n = xla.neg %a : tensor<8x10x12xi32>
  %p45 = xla.concatenate %a, %p45_n, dim = 1 : (tensor<8x10x12xi32>, tensor<8x10x12xi32>) -> tensor<8x20x12xi32>
  %q45_n = xla.neg %a : tensor<8x10x12xi32>
  %q45 = xla.concatenate %a, %q45_n, dim = 1 : (tensor<8x10x12xi32>, tensor<8x10x12xi32>) -> tensor<8x20x12xi32>
  %b45 = xla.optimization_barrier %q45 : (tensor<8x20x12xi32>) -> tensor<8x20x12xi32>
  %r45 = xla.dynamic_slice %p45 at [%s2, %s4, %s4], sizes = [3, 20, 4] : (tensor<8x20x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x20x4xi32>
  %e45 = xla.dynamic_slice %b45 at [%s2, %s4, %s4], sizes = [3, 20, 4] : (tensor<8x20x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x20x4xi32>
  xla.custom_call "check.expect_eq"(%r45, %e45) {has_side_effect = true} : (tensor<3x20x4xi32>, tensor<3x20x4xi32>) -> ()
  %p46_n = xla.neg %a : tensor<8x10x12xi32>
  %p46 = xla.concatenate %a, %p46_n, dim = 1 : (tensor<8x10x12xi32>, tensor<8x10x12xi32>) -> tensor<8x20x12xi32>
  %q46_n = xla.neg %a : tensor<8x10x12xi32>
  %q46 = xla.concatenate %a, %q46_n, dim = 1 : (tensor<8x10x12xi32>, tensor<8x10x12xi32>) -> tensor<8x20x12xi32>
  %b46 = xla.optimization_barrier %q46 : (tensor<8x20x12xi32>) -> tensor<8x20x12xi32>
  %r46 = xla.gather %p46 at %i, offset_dims = [0], collapsed_slice_dims = [0, 2], start_index_map = [0, 2], index_vector_dim = 1, slice_sizes = [1, 20, 1] : (tensor<8x20x12xi32>, tensor<4x2xi32>) -> tensor<20x4xi32>
  %e46 = xla.gather %b46 at %i, offset_dims = [0], collapsed_slice_dims = [0, 2], start_index_map = [0, 2], index_vector_dim = 1, slice_sizes = [1, 20, 1] : (tensor<8x20x12xi32>, tensor<4x2xi32>) -> tensor<20x4xi32>
  xla.custom_call "check.expect_eq"(%r46, %e46) {has_side_effect = true} : (tensor<20x4xi32>, tensor<20x4xi32>) -> ()
  // of repeated arrays
  %p47_n = xla.slice %a [0:8, 0:10, 3:4] : (tensor<8x10x12xi32>) -> tensor<8x10x1xi32>
  %p47_r = xla.reshape %p47_n : (tensor<8x10x1xi32>) -> tensor<8x10xi32>
  %p47_m = xla.neg %p47_r : tensor<8x10xi32>
  %p47 = xla.broadcast_in_dim %p47_m, dims = [0, 2] : (tensor<8x10xi32>) -> tensor<8x5x10x6xi32>
  %q47_n = xla.slice %a [0:8, 0:10, 3:4] : (tensor<8x10x12xi32>) -> tensor<8x10x1xi32>
  %q47_r = xla.reshape %q47_n : (tensor<8x10x1xi32>) -> tensor<8x10xi32>
  %q47_m = xla.neg %q47_r : tensor<8x10xi32>
  %q47 = xla.broadcast_in_dim %q47_m, dims = [0, 2] : (tensor<8x10xi32>) -> tensor<8x5x10x6xi32>
  %b47 = xla.optimization_barrier %q47 : (tensor<8x5x10x6xi32>) -> tensor<8x5x10x6xi32>
  %r47 = xla.gather %p47 at %i, offset_dims = [0, 2], collapsed_slice_dims = [0, 2], start_index_map = [0, 2], index_vector_dim = 1, slice_sizes = [1, 5, 1, 6] : (tensor<8x5x10x6xi32>, tensor<4x2xi32>) -> tensor<5x4x6xi32>
  %e47 = xla.gather %b47 at %i, offset_dims = [0, 2], collapsed_slice_dims = [0, 2], start_index_map = [0, 2], index_vector_dim = 1, slice_sizes = [1, 5, 1, 6] : (tensor<8x5x10x6xi32>, tensor<4x2xi32>) -> tensor<5x4x6xi32>
  xla.custom_call "check.expect_eq"(%r47, %e47) {has_side_effect = true} : (tensor<5x4x6xi32>, tensor<5x4x6xi32>) -> ()
  %p48_n = xla.slice %a [0:8, 0:10, 3:4] : (tensor<8x10x12xi32>) -> tensor<8x10x1xi32>
  %p48_r = xla.reshape %p48_n : (tensor<8x10x1xi32>) -> tensor<8x10xi32>
  %p48_m = xla.neg %p48_r : tensor<8x10xi32>
  %p48 = xla.broadcast_in_dim %p48_m, dims = [0, 2] : (tensor<8x10xi32>) -> tensor<8x5x10x6xi32>
  %q48_n = xla.slice %a [0:8, 0:10, 3:4] : (tensor<8x10x12xi32>) -> tensor<8x10x1xi32>
  %q48_r = xla.reshape %q48_n : (tensor<8x10x1xi32>) -> tensor<8x10xi32>
  %q48_m = xla.neg %q48_r : tensor<8x10xi32>
  %q48 = xla.broadcast_in_dim %q48_m, dims = [0, 2] : (tensor<8x10xi32>) -> tensor<8x5x10x6xi32>
  %b48 = xla.optimization_barrier %q48 : (tensor<8x5x10x6xi32>) -> tensor<8x5x10x6xi32>
  %r48 = xla.gather %p48 at %i, offset_dims = [1, 2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 10, 6] : (tensor<8x5x10x6xi32>, tensor<4x2xi32>) -> tensor<4x10x6xi32>
  %e48 = xla.gather %b48 at %i, offset_dims = [1, 2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1, 10, 6] : (tensor<8x5x10x6xi32>, tensor<4x2xi32>) -> tensor<4x10x6xi32>
  xla.custom_call "check.expect_eq"(%r48, %e48) {has_side_effect = true} : (tensor<4x10x6xi32>, tensor<4x10x6xi32>) -> ()
  // of updates that have all of a dimension, at indices in another order
  %rows0 = xla.slice %x [5:221] : (tensor<960xi32>) -> tensor<216xi32>
  %rows1 = xla.reshape %rows0 : (tensor<216xi32>) -> tensor<3x6x12xi32>
  %rows = xla.neg %rows1 : tensor<3x6x12xi32>
  %pg0 = xla.dynamic_update_slice %a, %rows at [%s0, %s4, %s0] : (tensor<8x10x12xi32>, tensor<3x6x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %qg0 = xla.dynamic_update_slice %a, %rows at [%s0, %s4, %s0] : (tensor<8x10x12xi32>, tensor<3x6x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %bg0 = xla.optimization_barrier %qg0 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %rg0 = xla.gather %pg0 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1, slice_sizes = [1, 1, 5] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x5xi32>
  %eg0 = xla.gather %bg0 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1, slice_sizes = [1, 1, 5] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x5xi32>
  xla.custom_call "check.expect_eq"(%rg0, %eg0) {has_side_effect = true} : (tensor<4x5xi32>, tensor<4x5xi32>) -> ()
  %pg1 = xla.dynamic_update_slice %a, %rows at [%s2, %s3, %s2] : (tensor<8x10x12xi32>, tensor<3x6x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %qg1 = xla.dynamic_update_slice %a, %rows at [%s2, %s3, %s2] : (tensor<8x10x12xi32>, tensor<3x6x12xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x10x12xi32>
  %bg1 = xla.optimization_barrier %qg1 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %rg1 = xla.gather %pg1 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1, slice_sizes = [1, 1, 5] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x5xi32>
  %eg1 = xla.gather %bg1 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1, slice_sizes = [1, 1, 5] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x5xi32>
  xla.custom_call "check.expect_eq"(%rg1, %eg1) {has_side_effect = true} : (tensor<4x5xi32>, tensor<4x5xi32>) -> ()
  %pg2 = xla.dynamic_update_slice %a, %rows at [%t3, %t1, %t3] : (tensor<8x10x12xi32>, tensor<3x6x12xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %qg2 = xla.dynamic_update_slice %a, %rows at [%t3, %t1, %t3] : (tensor<8x10x12xi32>, tensor<3x6x12xi32>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<8x10x12xi32>
  %bg2 = xla.optimization_barrier %qg2 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %rg2 = xla.gather %pg2 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1, slice_sizes = [1, 1, 5] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x5xi32>
  %eg2 = xla.gather %bg2 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1, slice_sizes = [1, 1, 5] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x5xi32>
  xla.custom_call "check.expect_eq"(%rg2, %eg2) {has_side_effect = true} : (tensor<4x5xi32>, tensor<4x5xi32>) -> ()
  %pg3 = xla.dynamic_update_slice %a, %rows at [%w2, %w1, %w2] : (tensor<8x10x12xi32>, tensor<3x6x12xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %qg3 = xla.dynamic_update_slice %a, %rows at [%w2, %w1, %w2] : (tensor<8x10x12xi32>, tensor<3x6x12xi32>, tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<8x10x12xi32>
  %bg3 = xla.optimization_barrier %qg3 : (tensor<8x10x12xi32>) -> tensor<8x10x12xi32>
  %rg3 = xla.gather %pg3 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1, slice_sizes = [1, 1, 5] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x5xi32>
  %eg3 = xla.gather %bg3 at %i, offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1, slice_sizes = [1, 1, 5] : (tensor<8x10x12xi32>, tensor<4x2xi32>) -> tensor<4x5xi32>
  xla.custom_call "check.expect_eq"(%rg3, %eg3) {has_side_effect = true} : (tensor<4x5xi32>, tensor<4x5xi32>) -> ()
  return
}
