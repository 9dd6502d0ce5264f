// RUN: xla-run %s
//
// reduce: the document's example, several dimensions, none, empty ones, several operands, a body of several ops.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // rows
  %x0 = xla.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %y0 = xla.constant dense<0.0> : tensor<f32>
  %e0 = xla.constant dense<[6.0, 15.0]> : tensor<2xf32>
  %x0_ = xla.optimization_barrier %x0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %y0_ = xla.optimization_barrier %y0 : (tensor<f32>) -> tensor<f32>
  %run0 = xla.reduce(%x0_ init: %y0_) applies xla.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold0 = xla.reduce(%x0 init: %y0) applies xla.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // columns
  %x1 = xla.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %y1 = xla.constant dense<10.0> : tensor<f32>
  %e1 = xla.constant dense<[15.0, 17.0, 19.0]> : tensor<3xf32>
  %x1_ = xla.optimization_barrier %x1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %y1_ = xla.optimization_barrier %y1 : (tensor<f32>) -> tensor<f32>
  %run1 = xla.reduce(%x1_ init: %y1_) applies xla.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %fold1 = xla.reduce(%x1 init: %y1) applies xla.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // all
  %x2 = xla.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %y2 = xla.constant dense<0.0> : tensor<f32>
  %e2 = xla.constant dense<21.0> : tensor<f32>
  %x2_ = xla.optimization_barrier %x2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %y2_ = xla.optimization_barrier %y2 : (tensor<f32>) -> tensor<f32>
  %run2 = xla.reduce(%x2_ init: %y2_) applies xla.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  %fold2 = xla.reduce(%x2 init: %y2) applies xla.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()

  // no dimension: the initial value joins once
  %x3 = xla.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %y3 = xla.constant dense<100.0> : tensor<f32>
  %e3 = xla.constant dense<[[101.0, 102.0, 103.0], [104.0, 105.0, 106.0]]> : tensor<2x3xf32>
  %x3_ = xla.optimization_barrier %x3 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %y3_ = xla.optimization_barrier %y3 : (tensor<f32>) -> tensor<f32>
  %run3 = xla.reduce(%x3_ init: %y3_) applies xla.add across dimensions = [] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %fold3 = xla.reduce(%x3 init: %y3) applies xla.add across dimensions = [] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()

  // f32[4,2,3] of the document, dimensions [0]
  %x4 = xla.constant dense<[[[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]]]> : tensor<4x2x3xi32>
  %y4 = xla.constant dense<0> : tensor<i32>
  %e4 = xla.constant dense<[[4, 8, 12], [16, 20, 24]]> : tensor<2x3xi32>
  %x4_ = xla.optimization_barrier %x4 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %y4_ = xla.optimization_barrier %y4 : (tensor<i32>) -> tensor<i32>
  %run4 = xla.reduce(%x4_ init: %y4_) applies xla.add across dimensions = [0] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  %fold4 = xla.reduce(%x4 init: %y4) applies xla.add across dimensions = [0] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()

  // f32[4,2,3] of the document, dimensions [1]
  %x5 = xla.constant dense<[[[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]]]> : tensor<4x2x3xi32>
  %y5 = xla.constant dense<0> : tensor<i32>
  %e5 = xla.constant dense<[[5, 7, 9], [5, 7, 9], [5, 7, 9], [5, 7, 9]]> : tensor<4x3xi32>
  %x5_ = xla.optimization_barrier %x5 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %y5_ = xla.optimization_barrier %y5 : (tensor<i32>) -> tensor<i32>
  %run5 = xla.reduce(%x5_ init: %y5_) applies xla.add across dimensions = [1] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<4x3xi32>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  %fold5 = xla.reduce(%x5 init: %y5) applies xla.add across dimensions = [1] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<4x3xi32>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()

  // f32[4,2,3] of the document, dimensions [2]
  %x6 = xla.constant dense<[[[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]]]> : tensor<4x2x3xi32>
  %y6 = xla.constant dense<0> : tensor<i32>
  %e6 = xla.constant dense<[[6, 15], [6, 15], [6, 15], [6, 15]]> : tensor<4x2xi32>
  %x6_ = xla.optimization_barrier %x6 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %y6_ = xla.optimization_barrier %y6 : (tensor<i32>) -> tensor<i32>
  %run6 = xla.reduce(%x6_ init: %y6_) applies xla.add across dimensions = [2] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<4x2xi32>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  %fold6 = xla.reduce(%x6 init: %y6) applies xla.add across dimensions = [2] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<4x2xi32>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()

  // f32[4,2,3] of the document, dimensions [0, 2]
  %x7 = xla.constant dense<[[[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]]]> : tensor<4x2x3xi32>
  %y7 = xla.constant dense<0> : tensor<i32>
  %e7 = xla.constant dense<[24, 60]> : tensor<2xi32>
  %x7_ = xla.optimization_barrier %x7 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %y7_ = xla.optimization_barrier %y7 : (tensor<i32>) -> tensor<i32>
  %run7 = xla.reduce(%x7_ init: %y7_) applies xla.add across dimensions = [0, 2] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%run7, %e7) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %fold7 = xla.reduce(%x7 init: %y7) applies xla.add across dimensions = [0, 2] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%fold7, %e7) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // f32[4,2,3] of the document, dimensions [1, 2]
  %x8 = xla.constant dense<[[[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]]]> : tensor<4x2x3xi32>
  %y8 = xla.constant dense<0> : tensor<i32>
  %e8 = xla.constant dense<21> : tensor<4xi32>
  %x8_ = xla.optimization_barrier %x8 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %y8_ = xla.optimization_barrier %y8 : (tensor<i32>) -> tensor<i32>
  %run8 = xla.reduce(%x8_ init: %y8_) applies xla.add across dimensions = [1, 2] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<4xi32>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %fold8 = xla.reduce(%x8 init: %y8) applies xla.add across dimensions = [1, 2] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<4xi32>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()

  // f32[4,2,3] of the document, dimensions [0, 1, 2]
  %x9 = xla.constant dense<[[[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]]]> : tensor<4x2x3xi32>
  %y9 = xla.constant dense<0> : tensor<i32>
  %e9 = xla.constant dense<84> : tensor<i32>
  %x9_ = xla.optimization_barrier %x9 : (tensor<4x2x3xi32>) -> tensor<4x2x3xi32>
  %y9_ = xla.optimization_barrier %y9 : (tensor<i32>) -> tensor<i32>
  %run9 = xla.reduce(%x9_ init: %y9_) applies xla.add across dimensions = [0, 1, 2] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%run9, %e9) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %fold9 = xla.reduce(%x9 init: %y9) applies xla.add across dimensions = [0, 1, 2] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%fold9, %e9) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // an empty dimension gives the initial value
  %x10 = xla.constant dense<> : tensor<2x0xf32>
  %y10 = xla.constant dense<7.0> : tensor<f32>
  %e10 = xla.constant dense<7.0> : tensor<2xf32>
  %x10_ = xla.optimization_barrier %x10 : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %y10_ = xla.optimization_barrier %y10 : (tensor<f32>) -> tensor<f32>
  %run10 = xla.reduce(%x10_ init: %y10_) applies xla.mul across dimensions = [1] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%run10, %e10) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold10 = xla.reduce(%x10 init: %y10) applies xla.mul across dimensions = [1] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%fold10, %e10) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // an empty result
  %x11 = xla.constant dense<> : tensor<0x3xf32>
  %y11 = xla.constant dense<0.0> : tensor<f32>
  %e11 = xla.constant dense<> : tensor<0xf32>
  %x11_ = xla.optimization_barrier %x11 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %y11_ = xla.optimization_barrier %y11 : (tensor<f32>) -> tensor<f32>
  %run11 = xla.reduce(%x11_ init: %y11_) applies xla.add across dimensions = [1] : (tensor<0x3xf32>, tensor<f32>) -> tensor<0xf32>
  xla.custom_call "check.expect_eq"(%run11, %e11) {has_side_effect = true} : (tensor<0xf32>, tensor<0xf32>) -> ()
  %fold11 = xla.reduce(%x11 init: %y11) applies xla.add across dimensions = [1] : (tensor<0x3xf32>, tensor<f32>) -> tensor<0xf32>
  xla.custom_call "check.expect_eq"(%fold11, %e11) {has_side_effect = true} : (tensor<0xf32>, tensor<0xf32>) -> ()

  // maximum with NaN
  %x12 = xla.constant dense<[[1.0, 0x7FC00000, 2.0], [3.0, 1.0, 2.0]]> : tensor<2x3xf32>
  %y12 = xla.constant dense<0xFF800000> : tensor<f32>
  %e12 = xla.constant dense<[0x7FC00000, 3.0]> : tensor<2xf32>
  %x12_ = xla.optimization_barrier %x12 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %y12_ = xla.optimization_barrier %y12 : (tensor<f32>) -> tensor<f32>
  %run12 = xla.reduce(%x12_ init: %y12_) applies xla.max across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  xla.custom_call "check.expect_close"(%run12, %e12) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold12 = xla.reduce(%x12 init: %y12) applies xla.max across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  xla.custom_call "check.expect_close"(%fold12, %e12) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // minimum, unsigned
  %x13 = xla.constant dense<[200, 3, 255]> : tensor<3xui8>
  %y13 = xla.constant dense<255> : tensor<ui8>
  %e13 = xla.constant dense<3> : tensor<ui8>
  %x13_ = xla.optimization_barrier %x13 : (tensor<3xui8>) -> tensor<3xui8>
  %y13_ = xla.optimization_barrier %y13 : (tensor<ui8>) -> tensor<ui8>
  %run13 = xla.reduce(%x13_ init: %y13_) applies xla.min across dimensions = [0] : (tensor<3xui8>, tensor<ui8>) -> tensor<ui8>
  xla.custom_call "check.expect_eq"(%run13, %e13) {has_side_effect = true} : (tensor<ui8>, tensor<ui8>) -> ()
  %fold13 = xla.reduce(%x13 init: %y13) applies xla.min across dimensions = [0] : (tensor<3xui8>, tensor<ui8>) -> tensor<ui8>
  xla.custom_call "check.expect_eq"(%fold13, %e13) {has_side_effect = true} : (tensor<ui8>, tensor<ui8>) -> ()

  // and of PRED
  %x14 = xla.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  %y14 = xla.constant dense<true> : tensor<i1>
  %e14 = xla.constant dense<[false, true]> : tensor<2xi1>
  %x14_ = xla.optimization_barrier %x14 : (tensor<2x2xi1>) -> tensor<2x2xi1>
  %y14_ = xla.optimization_barrier %y14 : (tensor<i1>) -> tensor<i1>
  %run14 = xla.reduce(%x14_ init: %y14_) applies xla.and across dimensions = [1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<2xi1>
  xla.custom_call "check.expect_eq"(%run14, %e14) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  %fold14 = xla.reduce(%x14 init: %y14) applies xla.and across dimensions = [1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<2xi1>
  xla.custom_call "check.expect_eq"(%fold14, %e14) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()

  // or of PRED
  %x15 = xla.constant dense<[[true, false], [false, false]]> : tensor<2x2xi1>
  %y15 = xla.constant dense<false> : tensor<i1>
  %e15 = xla.constant dense<[true, false]> : tensor<2xi1>
  %x15_ = xla.optimization_barrier %x15 : (tensor<2x2xi1>) -> tensor<2x2xi1>
  %y15_ = xla.optimization_barrier %y15 : (tensor<i1>) -> tensor<i1>
  %run15 = xla.reduce(%x15_ init: %y15_) applies xla.or across dimensions = [1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<2xi1>
  xla.custom_call "check.expect_eq"(%run15, %e15) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  %fold15 = xla.reduce(%x15 init: %y15) applies xla.or across dimensions = [1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<2xi1>
  xla.custom_call "check.expect_eq"(%fold15, %e15) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()

  // i8 wraps
  %x16 = xla.constant dense<100> : tensor<2xi8>
  %y16 = xla.constant dense<0> : tensor<i8>
  %e16 = xla.constant dense<-56> : tensor<i8>
  %x16_ = xla.optimization_barrier %x16 : (tensor<2xi8>) -> tensor<2xi8>
  %y16_ = xla.optimization_barrier %y16 : (tensor<i8>) -> tensor<i8>
  %run16 = xla.reduce(%x16_ init: %y16_) applies xla.add across dimensions = [0] : (tensor<2xi8>, tensor<i8>) -> tensor<i8>
  xla.custom_call "check.expect_eq"(%run16, %e16) {has_side_effect = true} : (tensor<i8>, tensor<i8>) -> ()
  %fold16 = xla.reduce(%x16 init: %y16) applies xla.add across dimensions = [0] : (tensor<2xi8>, tensor<i8>) -> tensor<i8>
  xla.custom_call "check.expect_eq"(%fold16, %e16) {has_side_effect = true} : (tensor<i8>, tensor<i8>) -> ()

  // more elements than any vector holds
  %x17 = xla.constant dense<1.0> : tensor<3x1000xf32>
  %y17 = xla.constant dense<0.0> : tensor<f32>
  %e17 = xla.constant dense<1000.0> : tensor<3xf32>
  %x17_ = xla.optimization_barrier %x17 : (tensor<3x1000xf32>) -> tensor<3x1000xf32>
  %y17_ = xla.optimization_barrier %y17 : (tensor<f32>) -> tensor<f32>
  %run17 = xla.reduce(%x17_ init: %y17_) applies xla.add across dimensions = [1] : (tensor<3x1000xf32>, tensor<f32>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%run17, %e17) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %fold17 = xla.reduce(%x17 init: %y17) applies xla.add across dimensions = [1] : (tensor<3x1000xf32>, tensor<f32>) -> tensor<3xf32>
  xla.custom_call "check.expect_eq"(%fold17, %e17) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // rows of more than a vector, max of i64
  %x18 = xla.constant dense<[[-30, -19, -8, 3, 14, 25, -25, -14, -3, 8, 19, 30, -20, -9, 2, 13, 24, -26, -15, -4, 7, 18, 29, -21, -10, 1, 12, 23, -27, -16, -5, 6, 17, 28, -22], [7, 18, 29, -21, -10, 1, 12, 23, -27, -16, -5, 6, 17, 28, -22, -11, 0, 11, 22, -28, -17, -6, 5, 16, 27, -23, -12, -1, 10, 21, -29, -18, -7, 4, 15]]> : tensor<2x35xi64>
  %y18 = xla.constant dense<-100> : tensor<i64>
  %e18 = xla.constant dense<[30, 29]> : tensor<2xi64>
  %x18_ = xla.optimization_barrier %x18 : (tensor<2x35xi64>) -> tensor<2x35xi64>
  %y18_ = xla.optimization_barrier %y18 : (tensor<i64>) -> tensor<i64>
  %run18 = xla.reduce(%x18_ init: %y18_) applies xla.max across dimensions = [1] : (tensor<2x35xi64>, tensor<i64>) -> tensor<2xi64>
  xla.custom_call "check.expect_eq"(%run18, %e18) {has_side_effect = true} : (tensor<2xi64>, tensor<2xi64>) -> ()
  %fold18 = xla.reduce(%x18 init: %y18) applies xla.max across dimensions = [1] : (tensor<2x35xi64>, tensor<i64>) -> tensor<2xi64>
  xla.custom_call "check.expect_eq"(%fold18, %e18) {has_side_effect = true} : (tensor<2xi64>, tensor<2xi64>) -> ()

  // rows of more than a vector, min of i32
  %x19 = xla.constant dense<[[-30, -19, -8, 3, 14, 25, -25, -14, -3, 8, 19, 30, -20, -9, 2, 13, 24, -26, -15, -4, 7, 18, 29, -21, -10, 1, 12, 23, -27, -16, -5, 6, 17, 28, -22], [7, 18, 29, -21, -10, 1, 12, 23, -27, -16, -5, 6, 17, 28, -22, -11, 0, 11, 22, -28, -17, -6, 5, 16, 27, -23, -12, -1, 10, 21, -29, -18, -7, 4, 15]]> : tensor<2x35xi32>
  %y19 = xla.constant dense<100> : tensor<i32>
  %e19 = xla.constant dense<[-30, -29]> : tensor<2xi32>
  %x19_ = xla.optimization_barrier %x19 : (tensor<2x35xi32>) -> tensor<2x35xi32>
  %y19_ = xla.optimization_barrier %y19 : (tensor<i32>) -> tensor<i32>
  %run19 = xla.reduce(%x19_ init: %y19_) applies xla.min across dimensions = [1] : (tensor<2x35xi32>, tensor<i32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%run19, %e19) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %fold19 = xla.reduce(%x19 init: %y19) applies xla.min across dimensions = [1] : (tensor<2x35xi32>, tensor<i32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%fold19, %e19) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // rows of more than a vector, max of ui8
  %x20 = xla.constant dense<[[30, 19, 8, 3, 14, 25, 25, 14, 3, 8, 19, 30, 20, 9, 2, 13, 24, 26, 15, 4, 7, 18, 29, 21, 10, 1, 12, 23, 27, 16, 5, 6, 17, 28, 22], [7, 18, 29, 21, 10, 1, 12, 23, 27, 16, 5, 6, 17, 28, 22, 11, 0, 11, 22, 28, 17, 6, 5, 16, 27, 23, 12, 1, 10, 21, 29, 18, 7, 4, 15]]> : tensor<2x35xui8>
  %y20 = xla.constant dense<0> : tensor<ui8>
  %e20 = xla.constant dense<[30, 29]> : tensor<2xui8>
  %x20_ = xla.optimization_barrier %x20 : (tensor<2x35xui8>) -> tensor<2x35xui8>
  %y20_ = xla.optimization_barrier %y20 : (tensor<ui8>) -> tensor<ui8>
  %run20 = xla.reduce(%x20_ init: %y20_) applies xla.max across dimensions = [1] : (tensor<2x35xui8>, tensor<ui8>) -> tensor<2xui8>
  xla.custom_call "check.expect_eq"(%run20, %e20) {has_side_effect = true} : (tensor<2xui8>, tensor<2xui8>) -> ()
  %fold20 = xla.reduce(%x20 init: %y20) applies xla.max across dimensions = [1] : (tensor<2x35xui8>, tensor<ui8>) -> tensor<2xui8>
  xla.custom_call "check.expect_eq"(%fold20, %e20) {has_side_effect = true} : (tensor<2xui8>, tensor<2xui8>) -> ()

  // rows of more than a vector, min of f32
  %x21 = xla.constant dense<[[-30.0, -19.0, -8.0, 3.0, 14.0, 25.0, -25.0, -14.0, -3.0, 8.0, 19.0, 30.0, -20.0, -9.0, 2.0, 13.0, 24.0, -26.0, -15.0, -4.0, 7.0, 18.0, 29.0, -21.0, -10.0, 1.0, 12.0, 23.0, -27.0, -16.0, -5.0, 6.0, 17.0, 28.0, -22.0], [7.0, 18.0, 29.0, -21.0, -10.0, 1.0, 12.0, 23.0, -27.0, -16.0, -5.0, 6.0, 17.0, 28.0, -22.0, -11.0, 0.0, 11.0, 22.0, -28.0, -17.0, -6.0, 5.0, 16.0, 27.0, -23.0, -12.0, -1.0, 10.0, 21.0, -29.0, -18.0, -7.0, 4.0, 15.0]]> : tensor<2x35xf32>
  %y21 = xla.constant dense<100.0> : tensor<f32>
  %e21 = xla.constant dense<[-30.0, -29.0]> : tensor<2xf32>
  %x21_ = xla.optimization_barrier %x21 : (tensor<2x35xf32>) -> tensor<2x35xf32>
  %y21_ = xla.optimization_barrier %y21 : (tensor<f32>) -> tensor<f32>
  %run21 = xla.reduce(%x21_ init: %y21_) applies xla.min across dimensions = [1] : (tensor<2x35xf32>, tensor<f32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%run21, %e21) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold21 = xla.reduce(%x21 init: %y21) applies xla.min across dimensions = [1] : (tensor<2x35xf32>, tensor<f32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%fold21, %e21) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // rows of more than a vector, max of f64
  %x22 = xla.constant dense<[[-30.0, -19.0, -8.0, 3.0, 14.0, 25.0, -25.0, -14.0, -3.0, 8.0, 19.0, 30.0, -20.0, -9.0, 2.0, 13.0, 24.0, -26.0, -15.0, -4.0, 7.0, 18.0, 29.0, -21.0, -10.0, 1.0, 12.0, 23.0, -27.0, -16.0, -5.0, 6.0, 17.0, 28.0, -22.0], [7.0, 18.0, 29.0, -21.0, -10.0, 1.0, 12.0, 23.0, -27.0, -16.0, -5.0, 6.0, 17.0, 28.0, -22.0, -11.0, 0.0, 11.0, 22.0, -28.0, -17.0, -6.0, 5.0, 16.0, 27.0, -23.0, -12.0, -1.0, 10.0, 21.0, -29.0, -18.0, -7.0, 4.0, 15.0]]> : tensor<2x35xf64>
  %y22 = xla.constant dense<-100.0> : tensor<f64>
  %e22 = xla.constant dense<[30.0, 29.0]> : tensor<2xf64>
  %x22_ = xla.optimization_barrier %x22 : (tensor<2x35xf64>) -> tensor<2x35xf64>
  %y22_ = xla.optimization_barrier %y22 : (tensor<f64>) -> tensor<f64>
  %run22 = xla.reduce(%x22_ init: %y22_) applies xla.max across dimensions = [1] : (tensor<2x35xf64>, tensor<f64>) -> tensor<2xf64>
  xla.custom_call "check.expect_eq"(%run22, %e22) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
  %fold22 = xla.reduce(%x22 init: %y22) applies xla.max across dimensions = [1] : (tensor<2x35xf64>, tensor<f64>) -> tensor<2xf64>
  xla.custom_call "check.expect_eq"(%fold22, %e22) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()

  // rows of more than a vector, max of i16
  %x23 = xla.constant dense<[[-30, -19, -8, 3, 14, 25, -25, -14, -3, 8, 19, 30, -20, -9, 2, 13, 24, -26, -15, -4, 7, 18, 29, -21, -10, 1, 12, 23, -27, -16, -5, 6, 17, 28, -22], [7, 18, 29, -21, -10, 1, 12, 23, -27, -16, -5, 6, 17, 28, -22, -11, 0, 11, 22, -28, -17, -6, 5, 16, 27, -23, -12, -1, 10, 21, -29, -18, -7, 4, 15]]> : tensor<2x35xi16>
  %y23 = xla.constant dense<-100> : tensor<i16>
  %e23 = xla.constant dense<[30, 29]> : tensor<2xi16>
  %x23_ = xla.optimization_barrier %x23 : (tensor<2x35xi16>) -> tensor<2x35xi16>
  %y23_ = xla.optimization_barrier %y23 : (tensor<i16>) -> tensor<i16>
  %run23 = xla.reduce(%x23_ init: %y23_) applies xla.max across dimensions = [1] : (tensor<2x35xi16>, tensor<i16>) -> tensor<2xi16>
  xla.custom_call "check.expect_eq"(%run23, %e23) {has_side_effect = true} : (tensor<2xi16>, tensor<2xi16>) -> ()
  %fold23 = xla.reduce(%x23 init: %y23) applies xla.max across dimensions = [1] : (tensor<2x35xi16>, tensor<i16>) -> tensor<2xi16>
  xla.custom_call "check.expect_eq"(%fold23, %e23) {has_side_effect = true} : (tensor<2xi16>, tensor<2xi16>) -> ()

  // long columns
  %x24 = xla.constant dense<1.0> : tensor<130x5xf32>
  %y24 = xla.constant dense<0.0> : tensor<f32>
  %e24 = xla.constant dense<130.0> : tensor<5xf32>
  %x24_ = xla.optimization_barrier %x24 : (tensor<130x5xf32>) -> tensor<130x5xf32>
  %y24_ = xla.optimization_barrier %y24 : (tensor<f32>) -> tensor<f32>
  %run24 = xla.reduce(%x24_ init: %y24_) applies xla.add across dimensions = [0] : (tensor<130x5xf32>, tensor<f32>) -> tensor<5xf32>
  xla.custom_call "check.expect_eq"(%run24, %e24) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  %fold24 = xla.reduce(%x24 init: %y24) applies xla.add across dimensions = [0] : (tensor<130x5xf32>, tensor<f32>) -> tensor<5xf32>
  xla.custom_call "check.expect_eq"(%fold24, %e24) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()

  // complex
  %x25 = xla.constant dense<[[(1.0, 1.0), (2.0, 0.0)], [(3.0, 0.0), (0.0, 4.0)]]> : tensor<2x2xcomplex<f32>>
  %y25 = xla.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %e25 = xla.constant dense<[(3.0, 1.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %x25_ = xla.optimization_barrier %x25 : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %y25_ = xla.optimization_barrier %y25 : (tensor<complex<f32>>) -> tensor<complex<f32>>
  %run25 = xla.reduce(%x25_ init: %y25_) applies xla.add across dimensions = [1] : (tensor<2x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%run25, %e25) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()
  %fold25 = xla.reduce(%x25 init: %y25) applies xla.add across dimensions = [1] : (tensor<2x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%fold25, %e25) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()

  // the greatest element and its place
  %x26 = xla.constant dense<[[1.0, 5.0, 5.0], [7.0, 2.0, 3.0]]> : tensor<2x3xf32>
  %y26 = xla.constant dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi32>
  %z26 = xla.constant dense<0xFF800000> : tensor<f32>
  %u26 = xla.constant dense<0> : tensor<i32>
  %e26_0 = xla.constant dense<[5.0, 7.0]> : tensor<2xf32>
  %e26_1 = xla.constant dense<[1, 0]> : tensor<2xi32>
  %x26_ = xla.optimization_barrier %x26 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %y26_ = xla.optimization_barrier %y26 : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %z26_ = xla.optimization_barrier %z26 : (tensor<f32>) -> tensor<f32>
  %u26_ = xla.optimization_barrier %u26 : (tensor<i32>) -> tensor<i32>
  %run26:2 = xla.reduce(%x26_ init: %z26_), (%y26_ init: %u26_) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %gt = xla.gt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %eq = xla.eq %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lt = xla.lt %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = xla.and %eq, %lt : tensor<i1>
    %take = xla.or %gt, %tie : tensor<i1>
    %v = xla.select %take, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %k = xla.select %take, %i, %j : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %v, %k : tensor<f32>, tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%run26#0, %e26_0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_eq"(%run26#1, %e26_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %fold26:2 = xla.reduce(%x26 init: %z26), (%y26 init: %u26) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %gt = xla.gt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %eq = xla.eq %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lt = xla.lt %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = xla.and %eq, %lt : tensor<i1>
    %take = xla.or %gt, %tie : tensor<i1>
    %v = xla.select %take, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %k = xla.select %take, %i, %j : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %v, %k : tensor<f32>, tensor<i32>
  }
  xla.custom_call "check.expect_eq"(%fold26#0, %e26_0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_eq"(%fold26#1, %e26_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
