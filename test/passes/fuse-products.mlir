// RUN: xla-run %s --random 1 --xla-explain-fusion 2>&1 | FileCheck %s
//
// A factor that repeats elements along the terms of a product is made: of what it repeats, the product would be none of matrices, and
// compute the other factor's tanh for each of its results.

// CHECK: remark: kernel {{[0-9]+}}: a product of packed blocks, in tiles of registers
func.func @main(%x: tensor<66x64x64xf32>, %y: tensor<32x64xf32>) -> tensor<66x32xf32> {
  %0 = xla.tanh %x : tensor<66x64x64xf32>
  %1 = xla.broadcast_in_dim %y, dims = [0, 1] : (tensor<32x64xf32>) -> tensor<32x64x64xf32>
  %2 = xla.dot_general %0, %1, contracting_dims = [1, 2] x [1, 2] : (tensor<66x64x64xf32>, tensor<32x64x64xf32>) -> tensor<66x32xf32>
  return %2 : tensor<66x32xf32>
}
