// RUN: xla-run %s
// RUN: xla-run %s --seed 77
//
// rng_uniform: every number is in [a, b); where that is empty, it is a. Two ops, and two evaluations of one, draw
// different numbers. xla-opt knows nothing of the values: there is nothing to fold.

func.func @main() {
  %yes = xla.constant dense<true> : tensor<i1>

  // f32 in [-2, 3), with the mean and the variance of the distribution
  %a0 = xla.constant dense<-2.0> : tensor<f32>
  %b0 = xla.constant dense<3.0> : tensor<f32>
  %x0 = xla.rng_uniform %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<100x1000xf32>
  %ge0 = xla.ge %x0, %a0 : (tensor<100x1000xf32>, tensor<f32>) -> tensor<100x1000xi1>
  %lt0 = xla.lt %x0, %b0 : (tensor<100x1000xf32>, tensor<f32>) -> tensor<100x1000xi1>
  %in0 = xla.and %ge0, %lt0 : tensor<100x1000xi1>
  %all0 = xla.reduce(%in0 init: %yes) applies xla.and across dimensions = [0, 1] : (tensor<100x1000xi1>, tensor<i1>) -> tensor<i1>
  xla.custom_call "check.expect_eq"(%all0, %yes) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()
  %zero = xla.constant dense<0.0> : tensor<f32>
  %count = xla.constant dense<100000.0> : tensor<f32>
  %sum0 = xla.reduce(%x0 init: %zero) applies xla.add across dimensions = [0, 1] : (tensor<100x1000xf32>, tensor<f32>) -> tensor<f32>
  %mean0 = xla.div %sum0, %count : tensor<f32>
  %half = xla.constant dense<0.5> : tensor<f32>
  xla.custom_call "check.expect_almost_eq"(%mean0, %half) {has_side_effect = true, tolerance = 0.03 : f64} : (tensor<f32>, tensor<f32>) -> ()
  %off0 = xla.sub %x0, %half : (tensor<100x1000xf32>, tensor<f32>) -> tensor<100x1000xf32>
  %square0 = xla.mul %off0, %off0 : tensor<100x1000xf32>
  %squares0 = xla.reduce(%square0 init: %zero) applies xla.add across dimensions = [0, 1] : (tensor<100x1000xf32>, tensor<f32>) -> tensor<f32>
  %variance0 = xla.div %squares0, %count : tensor<f32>
  %variance = xla.constant dense<2.0833333> : tensor<f32>
  xla.custom_call "check.expect_almost_eq"(%variance0, %variance) {has_side_effect = true, tolerance = 0.05 : f64} : (tensor<f32>, tensor<f32>) -> ()

  // f16, bf16, f8 between neighbouring numbers: b is never returned
  %a1 = xla.constant dense<1.0> : tensor<f16>
  %b1 = xla.constant dense<1.0009765> : tensor<f16>
  %x1 = xla.rng_uniform %a1, %b1 : (tensor<f16>, tensor<f16>) -> tensor<1000xf16>
  %e1 = xla.constant dense<1.0> : tensor<1000xf16>
  xla.custom_call "check.expect_eq"(%x1, %e1) {has_side_effect = true} : (tensor<1000xf16>, tensor<1000xf16>) -> ()
  %a_least = xla.constant dense<-5.9604645e-08> : tensor<f16>
  %b_zero = xla.constant dense<0.0> : tensor<f16>
  %x_least = xla.rng_uniform %a_least, %b_zero : (tensor<f16>, tensor<f16>) -> tensor<1000xf16>
  %e_least = xla.constant dense<-5.9604645e-08> : tensor<1000xf16>
  xla.custom_call "check.expect_eq"(%x_least, %e_least) {has_side_effect = true} : (tensor<1000xf16>, tensor<1000xf16>) -> ()
  %a2 = xla.constant dense<-1.0> : tensor<bf16>
  %b2 = xla.constant dense<-0.99609375> : tensor<bf16>
  %x2 = xla.rng_uniform %a2, %b2 : (tensor<bf16>, tensor<bf16>) -> tensor<1000xbf16>
  %e2 = xla.constant dense<-1.0> : tensor<1000xbf16>
  xla.custom_call "check.expect_eq"(%x2, %e2) {has_side_effect = true} : (tensor<1000xbf16>, tensor<1000xbf16>) -> ()
  %a3 = xla.constant dense<1.0> : tensor<f8E4M3FN>
  %b3 = xla.constant dense<1.125> : tensor<f8E4M3FN>
  %x3 = xla.rng_uniform %a3, %b3 : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<1000xf8E4M3FN>
  %e3 = xla.constant dense<1.0> : tensor<1000xf8E4M3FN>
  xla.custom_call "check.expect_eq"(%x3, %e3) {has_side_effect = true} : (tensor<1000xf8E4M3FN>, tensor<1000xf8E4M3FN>) -> ()

  // f64 in the whole range: no overflow
  %a4 = xla.constant dense<-1.7976931348623157e308> : tensor<f64>
  %b4 = xla.constant dense<1.7976931348623157e308> : tensor<f64>
  %x4 = xla.rng_uniform %a4, %b4 : (tensor<f64>, tensor<f64>) -> tensor<1000xf64>
  %finite4 = xla.is_finite %x4 : (tensor<1000xf64>) -> tensor<1000xi1>
  %all4 = xla.reduce(%finite4 init: %yes) applies xla.and across dimensions = [0] : (tensor<1000xi1>, tensor<i1>) -> tensor<i1>
  xla.custom_call "check.expect_eq"(%all4, %yes) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()

  // i32: all of -1, 0, 1 and nothing else
  %a5 = xla.constant dense<-1> : tensor<i32>
  %b5 = xla.constant dense<2> : tensor<i32>
  %x5 = xla.rng_uniform %a5, %b5 : (tensor<i32>, tensor<i32>) -> tensor<1000xi32>
  %min5 = xla.reduce(%x5 init: %b5) applies xla.min across dimensions = [0] : (tensor<1000xi32>, tensor<i32>) -> tensor<i32>
  %max5 = xla.reduce(%x5 init: %a5) applies xla.max across dimensions = [0] : (tensor<1000xi32>, tensor<i32>) -> tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  xla.custom_call "check.expect_eq"(%min5, %a5) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  xla.custom_call "check.expect_eq"(%max5, %one) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // i64 and ui64 over their whole ranges: both halves are met; ui8, i8 and PRED
  %a6 = xla.constant dense<-9223372036854775808> : tensor<i64>
  %b6 = xla.constant dense<9223372036854775807> : tensor<i64>
  %x6 = xla.rng_uniform %a6, %b6 : (tensor<i64>, tensor<i64>) -> tensor<1000xi64>
  %sign6 = xla.sign %x6 : tensor<1000xi64>
  %low6 = xla.reduce(%sign6 init: %b6) applies xla.min across dimensions = [0] : (tensor<1000xi64>, tensor<i64>) -> tensor<i64>
  %high6 = xla.reduce(%sign6 init: %a6) applies xla.max across dimensions = [0] : (tensor<1000xi64>, tensor<i64>) -> tensor<i64>
  %minus6 = xla.constant dense<-1> : tensor<i64>
  %plus6 = xla.constant dense<1> : tensor<i64>
  xla.custom_call "check.expect_eq"(%low6, %minus6) {has_side_effect = true} : (tensor<i64>, tensor<i64>) -> ()
  xla.custom_call "check.expect_eq"(%high6, %plus6) {has_side_effect = true} : (tensor<i64>, tensor<i64>) -> ()
  %a7 = xla.constant dense<18446744073709551614> : tensor<ui64>
  %b7 = xla.constant dense<18446744073709551615> : tensor<ui64>
  %x7 = xla.rng_uniform %a7, %b7 : (tensor<ui64>, tensor<ui64>) -> tensor<9xui64>
  %e7 = xla.constant dense<18446744073709551614> : tensor<9xui64>
  xla.custom_call "check.expect_eq"(%x7, %e7) {has_side_effect = true} : (tensor<9xui64>, tensor<9xui64>) -> ()
  %a8 = xla.constant dense<200> : tensor<ui8>
  %b8 = xla.constant dense<201> : tensor<ui8>
  %x8 = xla.rng_uniform %a8, %b8 : (tensor<ui8>, tensor<ui8>) -> tensor<9xui8>
  %e8 = xla.constant dense<200> : tensor<9xui8>
  xla.custom_call "check.expect_eq"(%x8, %e8) {has_side_effect = true} : (tensor<9xui8>, tensor<9xui8>) -> ()
  %no = xla.constant dense<false> : tensor<i1>
  %x9 = xla.rng_uniform %no, %yes : (tensor<i1>, tensor<i1>) -> tensor<9xi1>
  %e9 = xla.constant dense<false> : tensor<9xi1>
  xla.custom_call "check.expect_eq"(%x9, %e9) {has_side_effect = true} : (tensor<9xi1>, tensor<9xi1>) -> ()

  // an empty interval gives a
  %x10 = xla.rng_uniform %b0, %a0 : (tensor<f32>, tensor<f32>) -> tensor<9xf32>
  %e10 = xla.constant dense<3.0> : tensor<9xf32>
  xla.custom_call "check.expect_eq"(%x10, %e10) {has_side_effect = true} : (tensor<9xf32>, tensor<9xf32>) -> ()
  %x11 = xla.rng_uniform %b5, %b5 : (tensor<i32>, tensor<i32>) -> tensor<9xi32>
  %e11 = xla.constant dense<2> : tensor<9xi32>
  xla.custom_call "check.expect_eq"(%x11, %e11) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()

  // each op draws its own numbers, and each time others
  %big = xla.constant dense<1000000000> : tensor<i32>
  %p = xla.rng_uniform %one, %big : (tensor<i32>, tensor<i32>) -> tensor<4xi32>
  %q = xla.rng_uniform %one, %big : (tensor<i32>, tensor<i32>) -> tensor<4xi32>
  %ne = xla.ne %p, %q : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %true4 = xla.constant dense<true> : tensor<4xi1>
  xla.custom_call "check.expect_eq"(%ne, %true4) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %start = xla.constant dense<0> : tensor<i32>
  %two = xla.constant dense<2> : tensor<i32>
  %first:3 = xla.while(%i = %start, %u = %p, %v = %p) : tensor<i32>, tensor<4xi32>, tensor<4xi32>
  cond {
    %go = xla.lt %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %go : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<i32>
    %drawn = xla.rng_uniform %one, %big : (tensor<i32>, tensor<i32>) -> tensor<4xi32>
    xla.return %next, %drawn, %u : tensor<i32>, tensor<4xi32>, tensor<4xi32>
  }
  %differ = xla.ne %first#1, %first#2 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  xla.custom_call "check.expect_eq"(%differ, %true4) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}
