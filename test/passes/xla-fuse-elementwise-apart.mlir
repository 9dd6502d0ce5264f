// RUN: xla-run %s --entry parts --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: xla-run %s --entry short_rows --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=SHORT
//
// What is read so that it can be computed in vectors.

// The parts of complex numbers are taken once, not where they are repeated.
// PARTS: remark: fused kernel 0: 2 parallel loops
// PARTS: remark: fused kernel 1: 3 parallel loops
// PARTS-NOT: single elements
func.func @parts(%x: tensor<4x16xcomplex<f32>>) -> tensor<4x300x16xf32> {
  %0 = stablehlo.imag %x : (tensor<4x16xcomplex<f32>>) -> tensor<4x16xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<4x16xf32>) -> tensor<4x300x16xf32>
  return %1 : tensor<4x300x16xf32>
}

// Rows of a few elements are reduced beside each other.
// SHORT: remark: kernel {{[0-9]}}: vectors of {{[0-9]+}} elements along the loop in front of the reduction
func.func @short_rows(%x: tensor<2000x4xf32>) -> tensor<2000xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<2000x4xf32>, tensor<f32>) -> tensor<2000xf32>
  return %0 : tensor<2000xf32>
}
