// RUN: xla-run %s --xla-keep-barriers
//
// sort: the document's example, both orders, every dimension, stability, several operands, NaN and -0, complex numbers,
// comparators of several ops, slices that take several rounds of merging, and comparators that are no order.
// The expected numbers are NumPy's.

func.func @main() {
  // the document's example
  %a0 = xla.constant dense<[3, 1]> : tensor<2xi32>
  %b0 = xla.constant dense<[42, 50]> : tensor<2xi32>
  %c0 = xla.constant dense<[-3.0, 1.100000023841858]> : tensor<2xf32>
  %e0_0 = xla.constant dense<[1, 3]> : tensor<2xi32>
  %e0_1 = xla.constant dense<[50, 42]> : tensor<2xi32>
  %e0_2 = xla.constant dense<[1.100000023841858, -3.0]> : tensor<2xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<2xi32>) -> tensor<2xi32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<2xi32>) -> tensor<2xi32>
  %c0_ = xla.optimization_barrier %c0 : (tensor<2xf32>) -> tensor<2xf32>
  %run0:3 = xla.sort(%a0_, %b0_, %c0_) dim = 0 : (tensor<2xi32>, tensor<2xi32>, tensor<2xf32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xf32>) comparator {
  ^bb0(%p0: tensor<i32>, %q0: tensor<i32>, %p1: tensor<i32>, %q1: tensor<i32>, %p2: tensor<f32>, %q2: tensor<f32>):
    %before = xla.lt %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%run0#0, %e0_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  xla.custom_call "check.expect_eq"(%run0#1, %e0_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  xla.custom_call "check.expect_eq"(%run0#2, %e0_2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold0:3 = xla.sort(%a0, %b0, %c0) dim = 0 : (tensor<2xi32>, tensor<2xi32>, tensor<2xf32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xf32>) comparator {
  ^bb0(%p0: tensor<i32>, %q0: tensor<i32>, %p1: tensor<i32>, %q1: tensor<i32>, %p2: tensor<f32>, %q2: tensor<f32>):
    %before = xla.lt %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%fold0#0, %e0_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  xla.custom_call "check.expect_eq"(%fold0#1, %e0_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  xla.custom_call "check.expect_eq"(%fold0#2, %e0_2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // rows ascending
  %a1 = xla.constant dense<[[6, -8, -6, -5, -6], [6, 7, 2, -9, -8], [-3, -1, 2, 0, -4]]> : tensor<3x5xi32>
  %e1_0 = xla.constant dense<[[-8, -6, -6, -5, 6], [-9, -8, 2, 6, 7], [-4, -3, -1, 0, 2]]> : tensor<3x5xi32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<3x5xi32>) -> tensor<3x5xi32>
  %run1 = xla.sort(%a1_) dim = 1 : (tensor<3x5xi32>) -> tensor<3x5xi32> comparator {
  ^bb0(%p0: tensor<i32>, %q0: tensor<i32>):
    %before = xla.lt %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%run1, %e1_0) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
  %fold1 = xla.sort(%a1) dim = 1 : (tensor<3x5xi32>) -> tensor<3x5xi32> comparator {
  ^bb0(%p0: tensor<i32>, %q0: tensor<i32>):
    %before = xla.lt %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%fold1, %e1_0) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()

  // columns descending, counted from the end
  %a2 = xla.constant dense<[[6, -8, -6, -5, -6], [6, 7, 2, -9, -8], [-3, -1, 2, 0, -4]]> : tensor<3x5xi32>
  %e2_0 = xla.constant dense<[[6, 7, 2, 0, -4], [6, -1, 2, -5, -6], [-3, -8, -6, -9, -8]]> : tensor<3x5xi32>
  %a2_ = xla.optimization_barrier %a2 : (tensor<3x5xi32>) -> tensor<3x5xi32>
  %run2 = xla.sort(%a2_) dim = -2 : (tensor<3x5xi32>) -> tensor<3x5xi32> comparator {
  ^bb0(%p0: tensor<i32>, %q0: tensor<i32>):
    %before = xla.gt %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%run2, %e2_0) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
  %fold2 = xla.sort(%a2) dim = -2 : (tensor<3x5xi32>) -> tensor<3x5xi32> comparator {
  ^bb0(%p0: tensor<i32>, %q0: tensor<i32>):
    %before = xla.gt %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%fold2, %e2_0) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()

  // the middle dimension
  %a3 = xla.constant dense<[[[1, 6, 6, 0], [1, 4, 3, 7], [4, 3, 3, 5]], [[5, 1, 6, 6], [8, 7, 2, 2], [5, 5, 6, 7]]]> : tensor<2x3x4xui8>
  %e3_0 = xla.constant dense<[[[1, 3, 3, 0], [1, 4, 3, 5], [4, 6, 6, 7]], [[5, 1, 2, 2], [5, 5, 6, 6], [8, 7, 6, 7]]]> : tensor<2x3x4xui8>
  %a3_ = xla.optimization_barrier %a3 : (tensor<2x3x4xui8>) -> tensor<2x3x4xui8>
  %run3 = xla.sort(%a3_) dim = 1 : (tensor<2x3x4xui8>) -> tensor<2x3x4xui8> comparator {
  ^bb0(%p0: tensor<ui8>, %q0: tensor<ui8>):
    %before = xla.lt %p0, %q0 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%run3, %e3_0) {has_side_effect = true} : (tensor<2x3x4xui8>, tensor<2x3x4xui8>) -> ()
  %fold3 = xla.sort(%a3) dim = 1 : (tensor<2x3x4xui8>) -> tensor<2x3x4xui8> comparator {
  ^bb0(%p0: tensor<ui8>, %q0: tensor<ui8>):
    %before = xla.lt %p0, %q0 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%fold3, %e3_0) {has_side_effect = true} : (tensor<2x3x4xui8>, tensor<2x3x4xui8>) -> ()

  // sixty keys with ties: the order of equal ones stays
  %a4 = xla.constant dense<[1.0, 5.0, 0.0, 0.0, 5.0, 5.0, 1.0, 0.0, 1.0, 0.0, 5.0, 3.0, 3.0, 1.0, 2.0, 1.0, 4.0, 2.0, 0.0, 1.0, 4.0, 3.0, 2.0, 1.0, 0.0, 3.0, 3.0, 3.0, 5.0, 5.0, 1.0, 3.0, 3.0, 1.0, 1.0, 2.0, 4.0, 1.0, 4.0, 3.0, 1.0, 2.0, 4.0, 5.0, 3.0, 0.0, 4.0, 1.0, 4.0, 5.0, 2.0, 5.0, 4.0, 1.0, 5.0, 2.0, 0.0, 3.0, 5.0, 3.0]> : tensor<60xf64>
  %b4 = xla.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59]> : tensor<60xi32>
  %e4_0 = xla.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0]> : tensor<60xf64>
  %e4_1 = xla.constant dense<[2, 3, 7, 9, 18, 24, 45, 56, 0, 6, 8, 13, 15, 19, 23, 30, 33, 34, 37, 40, 47, 53, 14, 17, 22, 35, 41, 50, 55, 11, 12, 21, 25, 26, 27, 31, 32, 39, 44, 57, 59, 16, 20, 36, 38, 42, 46, 48, 52, 1, 4, 5, 10, 28, 29, 43, 49, 51, 54, 58]> : tensor<60xi32>
  %a4_ = xla.optimization_barrier %a4 : (tensor<60xf64>) -> tensor<60xf64>
  %b4_ = xla.optimization_barrier %b4 : (tensor<60xi32>) -> tensor<60xi32>
  %run4:2 = xla.sort(%a4_, %b4_) dim = 0, is_stable = true : (tensor<60xf64>, tensor<60xi32>) -> (tensor<60xf64>, tensor<60xi32>) comparator {
  ^bb0(%p0: tensor<f64>, %q0: tensor<f64>, %p1: tensor<i32>, %q1: tensor<i32>):
    %before = xla.lt %p0, %q0 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%run4#0, %e4_0) {has_side_effect = true} : (tensor<60xf64>, tensor<60xf64>) -> ()
  xla.custom_call "check.expect_eq"(%run4#1, %e4_1) {has_side_effect = true} : (tensor<60xi32>, tensor<60xi32>) -> ()
  %fold4:2 = xla.sort(%a4, %b4) dim = 0, is_stable = true : (tensor<60xf64>, tensor<60xi32>) -> (tensor<60xf64>, tensor<60xi32>) comparator {
  ^bb0(%p0: tensor<f64>, %q0: tensor<f64>, %p1: tensor<i32>, %q1: tensor<i32>):
    %before = xla.lt %p0, %q0 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%fold4#0, %e4_0) {has_side_effect = true} : (tensor<60xf64>, tensor<60xf64>) -> ()
  xla.custom_call "check.expect_eq"(%fold4#1, %e4_1) {has_side_effect = true} : (tensor<60xi32>, tensor<60xi32>) -> ()

  // two hundred keys
  %a5 = xla.constant dense<[185, 70, 142, 151, 161, 23, 32, 152, 184, 118, 148, 71, 168, 189, 10, 87, 62, 29, 8, 39, 123, 27, 88, 60, 99, 195, 141, 127, 143, 13, 40, 93, 45, 108, 84, 125, 42, 98, 107, 77, 114, 6, 7, 24, 102, 85, 43, 52, 21, 158, 76, 94, 167, 28, 80, 53, 181, 128, 153, 162, 1, 26, 49, 86, 34, 19, 192, 47, 112, 38, 186, 11, 177, 170, 133, 83, 193, 154, 121, 171, 124, 12, 90, 61, 36, 105, 179, 44, 132, 169, 187, 72, 37, 25, 199, 126, 146, 54, 111, 63, 65, 120, 96, 18, 190, 106, 173, 117, 139, 92, 137, 33, 150, 155, 130, 5, 4, 180, 58, 156, 104, 196, 82, 20, 35, 91, 145, 163, 64, 116, 131, 67, 74, 113, 100, 144, 16, 81, 136, 164, 122, 22, 115, 188, 95, 89, 50, 172, 48, 138, 176, 160, 57, 56, 46, 51, 129, 41, 191, 119, 9, 17, 197, 31, 147, 109, 30, 55, 182, 2, 101, 75, 194, 15, 140, 159, 69, 110, 178, 68, 165, 183, 149, 3, 66, 198, 73, 0, 135, 103, 59, 174, 14, 78, 157, 166, 134, 175, 79, 97]> : tensor<200xui16>
  %e5_0 = xla.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199]> : tensor<200xui16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<200xui16>) -> tensor<200xui16>
  %run5 = xla.sort(%a5_) dim = 0 : (tensor<200xui16>) -> tensor<200xui16> comparator {
  ^bb0(%p0: tensor<ui16>, %q0: tensor<ui16>):
    %before = xla.lt %p0, %q0 : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%run5, %e5_0) {has_side_effect = true} : (tensor<200xui16>, tensor<200xui16>) -> ()
  %fold5 = xla.sort(%a5) dim = 0 : (tensor<200xui16>) -> tensor<200xui16> comparator {
  ^bb0(%p0: tensor<ui16>, %q0: tensor<ui16>):
    %before = xla.lt %p0, %q0 : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%fold5, %e5_0) {has_side_effect = true} : (tensor<200xui16>, tensor<200xui16>) -> ()

  // complex numbers, by real and imaginary part
  %a6 = xla.constant dense<[(1.0, 0.0), (0.0, 0.0), (-1.0, 3.0), (0.0, -3.0), (1.0, 1.0), (-2.0, -1.0), (1.0, 1.0), (-1.0, -3.0), (2.0, -1.0), (1.0, -3.0), (0.0, -1.0), (-3.0, -2.0), (-3.0, 2.0), (-2.0, 1.0)]> : tensor<14xcomplex<f32>>
  %e6_0 = xla.constant dense<[(-3.0, -2.0), (-3.0, 2.0), (-2.0, -1.0), (-2.0, 1.0), (-1.0, -3.0), (-1.0, 3.0), (0.0, -3.0), (0.0, -1.0), (0.0, 0.0), (1.0, -3.0), (1.0, 0.0), (1.0, 1.0), (1.0, 1.0), (2.0, -1.0)]> : tensor<14xcomplex<f32>>
  %a6_ = xla.optimization_barrier %a6 : (tensor<14xcomplex<f32>>) -> tensor<14xcomplex<f32>>
  %run6 = xla.sort(%a6_) dim = 0 : (tensor<14xcomplex<f32>>) -> tensor<14xcomplex<f32>> comparator {
  ^bb0(%p0: tensor<complex<f32>>, %q0: tensor<complex<f32>>):
    %ra = xla.real %p0 : (tensor<complex<f32>>) -> tensor<f32>
    %rb = xla.real %q0 : (tensor<complex<f32>>) -> tensor<f32>
    %ia = xla.imag %p0 : (tensor<complex<f32>>) -> tensor<f32>
    %ib = xla.imag %q0 : (tensor<complex<f32>>) -> tensor<f32>
    %lt = xla.lt %ra, %rb : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %eq = xla.eq %ra, %rb : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %im = xla.lt %ia, %ib : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %tie = xla.and %eq, %im : tensor<i1>
    %before = xla.or %lt, %tie : tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%run6, %e6_0) {has_side_effect = true} : (tensor<14xcomplex<f32>>, tensor<14xcomplex<f32>>) -> ()
  %fold6 = xla.sort(%a6) dim = 0 : (tensor<14xcomplex<f32>>) -> tensor<14xcomplex<f32>> comparator {
  ^bb0(%p0: tensor<complex<f32>>, %q0: tensor<complex<f32>>):
    %ra = xla.real %p0 : (tensor<complex<f32>>) -> tensor<f32>
    %rb = xla.real %q0 : (tensor<complex<f32>>) -> tensor<f32>
    %ia = xla.imag %p0 : (tensor<complex<f32>>) -> tensor<f32>
    %ib = xla.imag %q0 : (tensor<complex<f32>>) -> tensor<f32>
    %lt = xla.lt %ra, %rb : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %eq = xla.eq %ra, %rb : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %im = xla.lt %ia, %ib : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %tie = xla.and %eq, %im : tensor<i1>
    %before = xla.or %lt, %tie : tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%fold6, %e6_0) {has_side_effect = true} : (tensor<14xcomplex<f32>>, tensor<14xcomplex<f32>>) -> ()

  // PRED
  %a7 = xla.constant dense<[true, false, true, false, false]> : tensor<5xi1>
  %e7_0 = xla.constant dense<[false, false, false, true, true]> : tensor<5xi1>
  %a7_ = xla.optimization_barrier %a7 : (tensor<5xi1>) -> tensor<5xi1>
  %run7 = xla.sort(%a7_) dim = 0 : (tensor<5xi1>) -> tensor<5xi1> comparator {
  ^bb0(%p0: tensor<i1>, %q0: tensor<i1>):
    %before = xla.lt %p0, %q0 : (tensor<i1>, tensor<i1>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%run7, %e7_0) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  %fold7 = xla.sort(%a7) dim = 0 : (tensor<5xi1>) -> tensor<5xi1> comparator {
  ^bb0(%p0: tensor<i1>, %q0: tensor<i1>):
    %before = xla.lt %p0, %q0 : (tensor<i1>, tensor<i1>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%fold7, %e7_0) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()

  %five = xla.constant dense<5> : tensor<i32>

  // by the distance from a value outside
  %a8 = xla.constant dense<[0, 3, 9, 9, 9, 1, 10, 4, 1, 7, 1, 0, 9, 1, 4, 9, 2, 3, 4, 8]> : tensor<20xi32>
  %e8_0 = xla.constant dense<[4, 4, 4, 3, 7, 3, 2, 8, 9, 9, 9, 1, 1, 1, 9, 1, 9, 0, 10, 0]> : tensor<20xi32>
  %a8_ = xla.optimization_barrier %a8 : (tensor<20xi32>) -> tensor<20xi32>
  %run8 = xla.sort(%a8_) dim = 0, is_stable = true : (tensor<20xi32>) -> tensor<20xi32> comparator {
  ^bb0(%p0: tensor<i32>, %q0: tensor<i32>):
    %u = xla.sub %p0, %five : tensor<i32>
    %w = xla.sub %q0, %five : tensor<i32>
    %s = xla.abs %u : tensor<i32>
    %t = xla.abs %w : tensor<i32>
    %before = xla.lt %s, %t : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%run8, %e8_0) {has_side_effect = true} : (tensor<20xi32>, tensor<20xi32>) -> ()
  %fold8 = xla.sort(%a8) dim = 0, is_stable = true : (tensor<20xi32>) -> tensor<20xi32> comparator {
  ^bb0(%p0: tensor<i32>, %q0: tensor<i32>):
    %u = xla.sub %p0, %five : tensor<i32>
    %w = xla.sub %q0, %five : tensor<i32>
    %s = xla.abs %u : tensor<i32>
    %t = xla.abs %w : tensor<i32>
    %before = xla.lt %s, %t : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%fold8, %e8_0) {has_side_effect = true} : (tensor<20xi32>, tensor<20xi32>) -> ()

  // slices of one element
  %a9 = xla.constant dense<[[4], [3]]> : tensor<2x1xi32>
  %e9_0 = xla.constant dense<[[4], [3]]> : tensor<2x1xi32>
  %a9_ = xla.optimization_barrier %a9 : (tensor<2x1xi32>) -> tensor<2x1xi32>
  %run9 = xla.sort(%a9_) dim = 1 : (tensor<2x1xi32>) -> tensor<2x1xi32> comparator {
  ^bb0(%p0: tensor<i32>, %q0: tensor<i32>):
    %before = xla.lt %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%run9, %e9_0) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  %fold9 = xla.sort(%a9) dim = 1 : (tensor<2x1xi32>) -> tensor<2x1xi32> comparator {
  ^bb0(%p0: tensor<i32>, %q0: tensor<i32>):
    %before = xla.lt %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  xla.custom_call "check.expect_eq"(%fold9, %e9_0) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()

  // -0 before +0 and the NaNs at the ends, in the total order: seen as bits
  %floats = xla.constant dense<[0x7FC00001, 0.0, -0.0, 1.0, 0xFFC00000, -1.0, 0xFF800000, 0x7F800000]> : tensor<8xf32>
  %floats_ = xla.optimization_barrier %floats : (tensor<8xf32>) -> tensor<8xf32>
  %ordered = xla.sort(%floats_) dim = 0 : (tensor<8xf32>) -> tensor<8xf32> comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %before = xla.lt_total_order %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %bits = xla.bitcast_convert %ordered : (tensor<8xf32>) -> tensor<8xui32>
  %expected = xla.constant dense<[0xFFC00000, 0xFF800000, 0xBF800000, 0x80000000, 0x00000000, 0x3F800000, 0x7F800000, 0x7FC00001]> : tensor<8xui32>
  xla.custom_call "check.expect_eq"(%bits, %expected) {has_side_effect = true} : (tensor<8xui32>, tensor<8xui32>) -> ()

  // JAX's order, in which zeros are equal, and NaNs, which come last: each keeps its bits and its place among equals
  %merge = xla.constant dense<[0x40400000, 0x80000000, 0x3F800000, 0x00000000, 0xC0000000, 0x00000000, 0x80000000, 0x40A00000, 0xBF800000, 0x40800000, 0xC0A00000, 0x40C00000, 0xC0400000, 0x40000000, 0x41100000, 0x41000000, 0x7FC00001, 0xFFC00000, 0x7F800000, 0xFF800000]> : tensor<20xf32>
  %merge_ = xla.optimization_barrier %merge : (tensor<20xf32>) -> tensor<20xf32>
  %float_zero = xla.constant dense<0.0> : tensor<f32>
  %nan = xla.constant dense<0x7FC00000> : tensor<f32>
  %merged = xla.sort(%merge_) dim = 0, is_stable = true : (tensor<20xf32>) -> tensor<20xf32> comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %zero_a = xla.eq %a, %float_zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %number_a = xla.select %zero_a, %float_zero, %a : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %nan_a = xla.ne %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %key_a = xla.select %nan_a, %nan, %number_a : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %zero_b = xla.eq %b, %float_zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %number_b = xla.select %zero_b, %float_zero, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %nan_b = xla.ne %b, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %key_b = xla.select %nan_b, %nan, %number_b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %before = xla.lt_total_order %key_a, %key_b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %merged_bits = xla.bitcast_convert %merged : (tensor<20xf32>) -> tensor<20xui32>
  %merged_expected = xla.constant dense<[0xFF800000, 0xC0A00000, 0xC0400000, 0xC0000000, 0xBF800000, 0x80000000, 0x00000000, 0x00000000, 0x80000000, 0x3F800000, 0x40000000, 0x40400000, 0x40800000, 0x40A00000, 0x40C00000, 0x41000000, 0x41100000, 0x7F800000, 0x7FC00001, 0xFFC00000]> : tensor<20xui32>
  xla.custom_call "check.expect_eq"(%merged_bits, %merged_expected) {has_side_effect = true} : (tensor<20xui32>, tensor<20xui32>) -> ()

  // what is no order gives some permutation: the sum and the sum of squares stay
  %n = xla.iota dim = 0 : tensor<100xi32>
  %n_ = xla.optimization_barrier %n : (tensor<100xi32>) -> tensor<100xi32>
  %yes = xla.constant dense<true> : tensor<i1>
  %zero = xla.constant dense<0> : tensor<i32>
  %sum = xla.constant dense<4950> : tensor<i32>
  %squares = xla.constant dense<328350> : tensor<i32>
  %always = xla.sort(%n_) dim = 0 : (tensor<100xi32>) -> tensor<100xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    xla.return %yes : tensor<i1>
  }
  %sum1 = xla.reduce(%always init: %zero) applies xla.add across dimensions = [0] : (tensor<100xi32>, tensor<i32>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%sum1, %sum) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %square1 = xla.mul %always, %always : tensor<100xi32>
  %squares1 = xla.reduce(%square1 init: %zero) applies xla.add across dimensions = [0] : (tensor<100xi32>, tensor<i32>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%squares1, %squares) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %circle = xla.sort(%n_) dim = 0 : (tensor<100xi32>) -> tensor<100xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %three = xla.constant dense<3> : tensor<i32>
    %one = xla.constant dense<1> : tensor<i32>
    %next = xla.add %a, %one : tensor<i32>
    %p = xla.rem %next, %three : tensor<i32>
    %q = xla.rem %b, %three : tensor<i32>
    %before = xla.eq %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %sum2 = xla.reduce(%circle init: %zero) applies xla.add across dimensions = [0] : (tensor<100xi32>, tensor<i32>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%sum2, %sum) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %square2 = xla.mul %circle, %circle : tensor<100xi32>
  %squares2 = xla.reduce(%square2 init: %zero) applies xla.add across dimensions = [0] : (tensor<100xi32>, tensor<i32>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%squares2, %squares) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
