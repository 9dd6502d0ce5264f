// A compiled program is kept, found, and compiled again when its entry is damaged or something else decides its code.
//
// RUN: rm -rf %t && mkdir %t
// RUN: xla-run %s '8xcomplex<f32>=(1, 2)' 6 --cache %t/kept --xla-timing 2>&1 | FileCheck %s --check-prefixes=COMPILED,BOTH
// RUN: xla-run %s '8xcomplex<f32>=(1, 2)' 6 --cache %t/kept --xla-timing 2>&1 | FileCheck %s --check-prefixes=KEPT,BOTH
// RUN: xla-run %s '8xcomplex<f32>=(1, 2)' 6 --cache %t/kept --xla-timing --target x86-64-v2 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=COMPILED,BOTH
// RUN: for entry in %t/kept/*.xlacode; do truncate -s -1 $entry; done
// RUN: xla-run %s '8xcomplex<f32>=(1, 2)' 6 --cache %t/kept --xla-timing 2>&1 | FileCheck %s --check-prefixes=COMPILED,BOTH
// RUN: for entry in %t/kept/*.xlacode; do rm $entry; mkfifo $entry; done
// RUN: xla-run %s '8xcomplex<f32>=(1, 2)' 6 --cache %t/kept --xla-timing 2>&1 | FileCheck %s --check-prefixes=COMPILED,BOTH
// RUN: expect-exit 2 xla-run %s '8xcomplex<f32>=(1, 2)' 6 --cache %s/none 2>&1 | FileCheck %s --check-prefix=NOWHERE
//
// Several processes at once.
// RUN: for i in 1 2 3 4 5 6; do xla-run %s '8xcomplex<f32>=(1, 2)' 6 --cache %t/shared > %t/$i.out & done; wait
// RUN: cat %t/?.out | FileCheck %s --check-prefixes=BOTH,SIX
// RUN: ls %t/shared | wc -l | FileCheck %s --check-prefix=ONE
// REQUIRES: x86_64

// COMPILED: parse
// COMPILED: simplify
// COMPILED: generate code
// KEPT-NOT: parse
// KEPT: read from the cache
// KEPT-NEXT: load
// BOTH: checks: 2
// SIX-COUNT-5: checks: 2
// NOWHERE: error: --cache:
// ONE: {{^ *1$}}

// Calls of the runtime's library, a custom call that is a check, and a constant array.
func.func @main(%x: tensor<8xcomplex<f32>>, %i: tensor<i32>) {
  %there = xla.fft %x, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  %back = xla.fft %there, type = IFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%back, %x) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> ()
  %table = xla.constant dense<[2, 3, 5, 7, 11, 13, 17, 19]> : tensor<8xi32>
  %found = xla.dynamic_slice %table at [%i], sizes = [1] : (tensor<8xi32>, tensor<i32>) -> tensor<1xi32>
  %seventh = xla.constant dense<17> : tensor<1xi32>
  xla.custom_call "check.expect_eq"(%found, %seventh) {has_side_effect = true} : (tensor<1xi32>, tensor<1xi32>) -> ()
  return
}
