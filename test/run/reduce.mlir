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

  // long columns
  %x18 = xla.constant dense<1.0> : tensor<130x5xf32>
  %y18 = xla.constant dense<0.0> : tensor<f32>
  %e18 = xla.constant dense<130.0> : tensor<5xf32>
  %x18_ = xla.optimization_barrier %x18 : (tensor<130x5xf32>) -> tensor<130x5xf32>
  %y18_ = xla.optimization_barrier %y18 : (tensor<f32>) -> tensor<f32>
  %run18 = xla.reduce(%x18_ init: %y18_) applies xla.add across dimensions = [0] : (tensor<130x5xf32>, tensor<f32>) -> tensor<5xf32>
  xla.custom_call "check.expect_eq"(%run18, %e18) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  %fold18 = xla.reduce(%x18 init: %y18) applies xla.add across dimensions = [0] : (tensor<130x5xf32>, tensor<f32>) -> tensor<5xf32>
  xla.custom_call "check.expect_eq"(%fold18, %e18) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()

  // complex
  %x19 = xla.constant dense<[[(1.0, 1.0), (2.0, 0.0)], [(3.0, 0.0), (0.0, 4.0)]]> : tensor<2x2xcomplex<f32>>
  %y19 = xla.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %e19 = xla.constant dense<[(3.0, 1.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %x19_ = xla.optimization_barrier %x19 : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %y19_ = xla.optimization_barrier %y19 : (tensor<complex<f32>>) -> tensor<complex<f32>>
  %run19 = xla.reduce(%x19_ init: %y19_) applies xla.add across dimensions = [1] : (tensor<2x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%run19, %e19) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()
  %fold19 = xla.reduce(%x19 init: %y19) applies xla.add across dimensions = [1] : (tensor<2x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%fold19, %e19) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()

  // the greatest element and its place
  %x20 = xla.constant dense<[[1.0, 5.0, 5.0], [7.0, 2.0, 3.0]]> : tensor<2x3xf32>
  %y20 = xla.constant dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi32>
  %z20 = xla.constant dense<0xFF800000> : tensor<f32>
  %u20 = xla.constant dense<0> : tensor<i32>
  %e20_0 = xla.constant dense<[5.0, 7.0]> : tensor<2xf32>
  %e20_1 = xla.constant dense<[1, 0]> : tensor<2xi32>
  %x20_ = xla.optimization_barrier %x20 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %y20_ = xla.optimization_barrier %y20 : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %z20_ = xla.optimization_barrier %z20 : (tensor<f32>) -> tensor<f32>
  %u20_ = xla.optimization_barrier %u20 : (tensor<i32>) -> tensor<i32>
  %run20:2 = xla.reduce(%x20_ init: %z20_), (%y20_ init: %u20_) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
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
  xla.custom_call "check.expect_eq"(%run20#0, %e20_0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_eq"(%run20#1, %e20_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %fold20:2 = xla.reduce(%x20 init: %z20), (%y20 init: %u20) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
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
  xla.custom_call "check.expect_eq"(%fold20#0, %e20_0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_eq"(%fold20#1, %e20_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
