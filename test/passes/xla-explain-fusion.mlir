// RUN: xla-opt %s --xla-to-linalg --xla-explain-fusion -o %t 2>&1 | FileCheck %s --check-prefix=OPT
// RUN: xla-run %s --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=TOLD

// OPT: [[#@LINE + 15]]:8: remark: fused kernel 0: 2 parallel loops
// OPT: [[#@LINE + 13]]:8: note: is in it
// OPT: [[#@LINE + 13]]:8: note: is in it
// OPT: [[#@LINE + 14]]:11: remark: fused kernel 1: 1 parallel loops
// OPT: [[#@LINE + 13]]:11: remark: fused kernel 2: 1 parallel loops, 1 of a reduction
// OPT: [[#@LINE + 10]]:8: note: is not in it: 2 ops read it, and each would compute it again
// OPT: [[#@LINE + 11]]:11: note: is not in it: it is what the result starts with
// OPT: [[#@LINE + 11]]:8: remark: fused kernel 3: 2 parallel loops
// OPT: [[#@LINE + 9]]:11: note: is not in it: a reduction is done before its result is read

// TOLD: remark: fused kernel 3: 2 parallel loops
// TOLD: remark: kernel 0: vectors of 16 elements along the innermost loop
// TOLD: remark: kernel 0: vectors of 16 elements along the reduction
func.func @main(%x: tensor<64x128xf32>, %b: tensor<128xf32>) -> tensor<64x128xf32> {
  %0 = xla.add %x, %b, broadcast_dimensions = [1] : (tensor<64x128xf32>, tensor<128xf32>) -> tensor<64x128xf32>
  %1 = xla.exp %0 : tensor<64x128xf32>
  %zero = xla.constant dense<0.0> : tensor<f32>
  %sums = xla.reduce(%1 init: %zero) applies xla.add across dimensions = [1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = xla.div %1, %sums, broadcast_dimensions = [0] : (tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32>
  return %2 : tensor<64x128xf32>
}
