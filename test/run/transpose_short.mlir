// RUN: xla-run %s --xla-keep-barriers
// RUN: xla-run %s --xla-keep-barriers --threads 2
//
// transpose of the last dimensions where one is short: the other one's neighbours are interleaved, or the tiles are small. The element
// at [i, j, k] is 5 i + j + 2 k on both sides, which every type holds exactly.

func.func @main() {
  // 3x4x32
  %x0i0 = xla.iota dim = 0 : tensor<3x4x32xf32>
  %x0c0 = xla.constant dense<5.0> : tensor<3x4x32xf32>
  %x0m0 = xla.mul %x0i0, %x0c0 : tensor<3x4x32xf32>
  %x0i1 = xla.iota dim = 1 : tensor<3x4x32xf32>
  %x0c1 = xla.constant dense<1.0> : tensor<3x4x32xf32>
  %x0m1 = xla.mul %x0i1, %x0c1 : tensor<3x4x32xf32>
  %x0i2 = xla.iota dim = 2 : tensor<3x4x32xf32>
  %x0c2 = xla.constant dense<2.0> : tensor<3x4x32xf32>
  %x0m2 = xla.mul %x0i2, %x0c2 : tensor<3x4x32xf32>
  %x0s = xla.add %x0m0, %x0m1 : tensor<3x4x32xf32>
  %x0t = xla.add %x0s, %x0m2 : tensor<3x4x32xf32>
  %x0 = xla.optimization_barrier %x0t : (tensor<3x4x32xf32>) -> tensor<3x4x32xf32>
  %e0i0 = xla.iota dim = 0 : tensor<3x32x4xf32>
  %e0c0 = xla.constant dense<5.0> : tensor<3x32x4xf32>
  %e0m0 = xla.mul %e0i0, %e0c0 : tensor<3x32x4xf32>
  %e0i1 = xla.iota dim = 1 : tensor<3x32x4xf32>
  %e0c1 = xla.constant dense<2.0> : tensor<3x32x4xf32>
  %e0m1 = xla.mul %e0i1, %e0c1 : tensor<3x32x4xf32>
  %e0i2 = xla.iota dim = 2 : tensor<3x32x4xf32>
  %e0c2 = xla.constant dense<1.0> : tensor<3x32x4xf32>
  %e0m2 = xla.mul %e0i2, %e0c2 : tensor<3x32x4xf32>
  %e0s = xla.add %e0m0, %e0m1 : tensor<3x32x4xf32>
  %e0t = xla.add %e0s, %e0m2 : tensor<3x32x4xf32>
  %e0 = xla.optimization_barrier %e0t : (tensor<3x32x4xf32>) -> tensor<3x32x4xf32>
  %r0 = xla.transpose %x0, dims = [0, 2, 1] : (tensor<3x4x32xf32>) -> tensor<3x32x4xf32>
  xla.custom_call "check.expect_eq"(%r0, %e0) {has_side_effect = true} : (tensor<3x32x4xf32>, tensor<3x32x4xf32>) -> ()
  // 2x5x33
  %x1i0 = xla.iota dim = 0 : tensor<2x5x33xbf16>
  %x1c0 = xla.constant dense<5.0> : tensor<2x5x33xbf16>
  %x1m0 = xla.mul %x1i0, %x1c0 : tensor<2x5x33xbf16>
  %x1i1 = xla.iota dim = 1 : tensor<2x5x33xbf16>
  %x1c1 = xla.constant dense<1.0> : tensor<2x5x33xbf16>
  %x1m1 = xla.mul %x1i1, %x1c1 : tensor<2x5x33xbf16>
  %x1i2 = xla.iota dim = 2 : tensor<2x5x33xbf16>
  %x1c2 = xla.constant dense<2.0> : tensor<2x5x33xbf16>
  %x1m2 = xla.mul %x1i2, %x1c2 : tensor<2x5x33xbf16>
  %x1s = xla.add %x1m0, %x1m1 : tensor<2x5x33xbf16>
  %x1t = xla.add %x1s, %x1m2 : tensor<2x5x33xbf16>
  %x1 = xla.optimization_barrier %x1t : (tensor<2x5x33xbf16>) -> tensor<2x5x33xbf16>
  %e1i0 = xla.iota dim = 0 : tensor<2x33x5xbf16>
  %e1c0 = xla.constant dense<5.0> : tensor<2x33x5xbf16>
  %e1m0 = xla.mul %e1i0, %e1c0 : tensor<2x33x5xbf16>
  %e1i1 = xla.iota dim = 1 : tensor<2x33x5xbf16>
  %e1c1 = xla.constant dense<2.0> : tensor<2x33x5xbf16>
  %e1m1 = xla.mul %e1i1, %e1c1 : tensor<2x33x5xbf16>
  %e1i2 = xla.iota dim = 2 : tensor<2x33x5xbf16>
  %e1c2 = xla.constant dense<1.0> : tensor<2x33x5xbf16>
  %e1m2 = xla.mul %e1i2, %e1c2 : tensor<2x33x5xbf16>
  %e1s = xla.add %e1m0, %e1m1 : tensor<2x33x5xbf16>
  %e1t = xla.add %e1s, %e1m2 : tensor<2x33x5xbf16>
  %e1 = xla.optimization_barrier %e1t : (tensor<2x33x5xbf16>) -> tensor<2x33x5xbf16>
  %r1 = xla.transpose %x1, dims = [0, 2, 1] : (tensor<2x5x33xbf16>) -> tensor<2x33x5xbf16>
  xla.custom_call "check.expect_eq"(%r1, %e1) {has_side_effect = true} : (tensor<2x33x5xbf16>, tensor<2x33x5xbf16>) -> ()
  // 2x8x19
  %x2i0 = xla.iota dim = 0 : tensor<2x8x19xf64>
  %x2c0 = xla.constant dense<5.0> : tensor<2x8x19xf64>
  %x2m0 = xla.mul %x2i0, %x2c0 : tensor<2x8x19xf64>
  %x2i1 = xla.iota dim = 1 : tensor<2x8x19xf64>
  %x2c1 = xla.constant dense<1.0> : tensor<2x8x19xf64>
  %x2m1 = xla.mul %x2i1, %x2c1 : tensor<2x8x19xf64>
  %x2i2 = xla.iota dim = 2 : tensor<2x8x19xf64>
  %x2c2 = xla.constant dense<2.0> : tensor<2x8x19xf64>
  %x2m2 = xla.mul %x2i2, %x2c2 : tensor<2x8x19xf64>
  %x2s = xla.add %x2m0, %x2m1 : tensor<2x8x19xf64>
  %x2t = xla.add %x2s, %x2m2 : tensor<2x8x19xf64>
  %x2 = xla.optimization_barrier %x2t : (tensor<2x8x19xf64>) -> tensor<2x8x19xf64>
  %e2i0 = xla.iota dim = 0 : tensor<2x19x8xf64>
  %e2c0 = xla.constant dense<5.0> : tensor<2x19x8xf64>
  %e2m0 = xla.mul %e2i0, %e2c0 : tensor<2x19x8xf64>
  %e2i1 = xla.iota dim = 1 : tensor<2x19x8xf64>
  %e2c1 = xla.constant dense<2.0> : tensor<2x19x8xf64>
  %e2m1 = xla.mul %e2i1, %e2c1 : tensor<2x19x8xf64>
  %e2i2 = xla.iota dim = 2 : tensor<2x19x8xf64>
  %e2c2 = xla.constant dense<1.0> : tensor<2x19x8xf64>
  %e2m2 = xla.mul %e2i2, %e2c2 : tensor<2x19x8xf64>
  %e2s = xla.add %e2m0, %e2m1 : tensor<2x19x8xf64>
  %e2t = xla.add %e2s, %e2m2 : tensor<2x19x8xf64>
  %e2 = xla.optimization_barrier %e2t : (tensor<2x19x8xf64>) -> tensor<2x19x8xf64>
  %r2 = xla.transpose %x2, dims = [0, 2, 1] : (tensor<2x8x19xf64>) -> tensor<2x19x8xf64>
  xla.custom_call "check.expect_eq"(%r2, %e2) {has_side_effect = true} : (tensor<2x19x8xf64>, tensor<2x19x8xf64>) -> ()
  // 2x7x40
  %x3i0 = xla.iota dim = 0 : tensor<2x7x40xi8>
  %x3c0 = xla.constant dense<5> : tensor<2x7x40xi8>
  %x3m0 = xla.mul %x3i0, %x3c0 : tensor<2x7x40xi8>
  %x3i1 = xla.iota dim = 1 : tensor<2x7x40xi8>
  %x3c1 = xla.constant dense<1> : tensor<2x7x40xi8>
  %x3m1 = xla.mul %x3i1, %x3c1 : tensor<2x7x40xi8>
  %x3i2 = xla.iota dim = 2 : tensor<2x7x40xi8>
  %x3c2 = xla.constant dense<2> : tensor<2x7x40xi8>
  %x3m2 = xla.mul %x3i2, %x3c2 : tensor<2x7x40xi8>
  %x3s = xla.add %x3m0, %x3m1 : tensor<2x7x40xi8>
  %x3t = xla.add %x3s, %x3m2 : tensor<2x7x40xi8>
  %x3 = xla.optimization_barrier %x3t : (tensor<2x7x40xi8>) -> tensor<2x7x40xi8>
  %e3i0 = xla.iota dim = 0 : tensor<2x40x7xi8>
  %e3c0 = xla.constant dense<5> : tensor<2x40x7xi8>
  %e3m0 = xla.mul %e3i0, %e3c0 : tensor<2x40x7xi8>
  %e3i1 = xla.iota dim = 1 : tensor<2x40x7xi8>
  %e3c1 = xla.constant dense<2> : tensor<2x40x7xi8>
  %e3m1 = xla.mul %e3i1, %e3c1 : tensor<2x40x7xi8>
  %e3i2 = xla.iota dim = 2 : tensor<2x40x7xi8>
  %e3c2 = xla.constant dense<1> : tensor<2x40x7xi8>
  %e3m2 = xla.mul %e3i2, %e3c2 : tensor<2x40x7xi8>
  %e3s = xla.add %e3m0, %e3m1 : tensor<2x40x7xi8>
  %e3t = xla.add %e3s, %e3m2 : tensor<2x40x7xi8>
  %e3 = xla.optimization_barrier %e3t : (tensor<2x40x7xi8>) -> tensor<2x40x7xi8>
  %r3 = xla.transpose %x3, dims = [0, 2, 1] : (tensor<2x7x40xi8>) -> tensor<2x40x7xi8>
  xla.custom_call "check.expect_eq"(%r3, %e3) {has_side_effect = true} : (tensor<2x40x7xi8>, tensor<2x40x7xi8>) -> ()
  // 2x33x4
  %x4i0 = xla.iota dim = 0 : tensor<2x33x4xf32>
  %x4c0 = xla.constant dense<5.0> : tensor<2x33x4xf32>
  %x4m0 = xla.mul %x4i0, %x4c0 : tensor<2x33x4xf32>
  %x4i1 = xla.iota dim = 1 : tensor<2x33x4xf32>
  %x4c1 = xla.constant dense<1.0> : tensor<2x33x4xf32>
  %x4m1 = xla.mul %x4i1, %x4c1 : tensor<2x33x4xf32>
  %x4i2 = xla.iota dim = 2 : tensor<2x33x4xf32>
  %x4c2 = xla.constant dense<2.0> : tensor<2x33x4xf32>
  %x4m2 = xla.mul %x4i2, %x4c2 : tensor<2x33x4xf32>
  %x4s = xla.add %x4m0, %x4m1 : tensor<2x33x4xf32>
  %x4t = xla.add %x4s, %x4m2 : tensor<2x33x4xf32>
  %x4 = xla.optimization_barrier %x4t : (tensor<2x33x4xf32>) -> tensor<2x33x4xf32>
  %e4i0 = xla.iota dim = 0 : tensor<2x4x33xf32>
  %e4c0 = xla.constant dense<5.0> : tensor<2x4x33xf32>
  %e4m0 = xla.mul %e4i0, %e4c0 : tensor<2x4x33xf32>
  %e4i1 = xla.iota dim = 1 : tensor<2x4x33xf32>
  %e4c1 = xla.constant dense<2.0> : tensor<2x4x33xf32>
  %e4m1 = xla.mul %e4i1, %e4c1 : tensor<2x4x33xf32>
  %e4i2 = xla.iota dim = 2 : tensor<2x4x33xf32>
  %e4c2 = xla.constant dense<1.0> : tensor<2x4x33xf32>
  %e4m2 = xla.mul %e4i2, %e4c2 : tensor<2x4x33xf32>
  %e4s = xla.add %e4m0, %e4m1 : tensor<2x4x33xf32>
  %e4t = xla.add %e4s, %e4m2 : tensor<2x4x33xf32>
  %e4 = xla.optimization_barrier %e4t : (tensor<2x4x33xf32>) -> tensor<2x4x33xf32>
  %r4 = xla.transpose %x4, dims = [0, 2, 1] : (tensor<2x33x4xf32>) -> tensor<2x4x33xf32>
  xla.custom_call "check.expect_eq"(%r4, %e4) {has_side_effect = true} : (tensor<2x4x33xf32>, tensor<2x4x33xf32>) -> ()
  // 2x10x10
  %x5i0 = xla.iota dim = 0 : tensor<2x10x10xf32>
  %x5c0 = xla.constant dense<5.0> : tensor<2x10x10xf32>
  %x5m0 = xla.mul %x5i0, %x5c0 : tensor<2x10x10xf32>
  %x5i1 = xla.iota dim = 1 : tensor<2x10x10xf32>
  %x5c1 = xla.constant dense<1.0> : tensor<2x10x10xf32>
  %x5m1 = xla.mul %x5i1, %x5c1 : tensor<2x10x10xf32>
  %x5i2 = xla.iota dim = 2 : tensor<2x10x10xf32>
  %x5c2 = xla.constant dense<2.0> : tensor<2x10x10xf32>
  %x5m2 = xla.mul %x5i2, %x5c2 : tensor<2x10x10xf32>
  %x5s = xla.add %x5m0, %x5m1 : tensor<2x10x10xf32>
  %x5t = xla.add %x5s, %x5m2 : tensor<2x10x10xf32>
  %x5 = xla.optimization_barrier %x5t : (tensor<2x10x10xf32>) -> tensor<2x10x10xf32>
  %e5i0 = xla.iota dim = 0 : tensor<2x10x10xf32>
  %e5c0 = xla.constant dense<5.0> : tensor<2x10x10xf32>
  %e5m0 = xla.mul %e5i0, %e5c0 : tensor<2x10x10xf32>
  %e5i1 = xla.iota dim = 1 : tensor<2x10x10xf32>
  %e5c1 = xla.constant dense<2.0> : tensor<2x10x10xf32>
  %e5m1 = xla.mul %e5i1, %e5c1 : tensor<2x10x10xf32>
  %e5i2 = xla.iota dim = 2 : tensor<2x10x10xf32>
  %e5c2 = xla.constant dense<1.0> : tensor<2x10x10xf32>
  %e5m2 = xla.mul %e5i2, %e5c2 : tensor<2x10x10xf32>
  %e5s = xla.add %e5m0, %e5m1 : tensor<2x10x10xf32>
  %e5t = xla.add %e5s, %e5m2 : tensor<2x10x10xf32>
  %e5 = xla.optimization_barrier %e5t : (tensor<2x10x10xf32>) -> tensor<2x10x10xf32>
  %r5 = xla.transpose %x5, dims = [0, 2, 1] : (tensor<2x10x10xf32>) -> tensor<2x10x10xf32>
  xla.custom_call "check.expect_eq"(%r5, %e5) {has_side_effect = true} : (tensor<2x10x10xf32>, tensor<2x10x10xf32>) -> ()
  // 2x12x37
  %x6i0 = xla.iota dim = 0 : tensor<2x12x37xbf16>
  %x6c0 = xla.constant dense<5.0> : tensor<2x12x37xbf16>
  %x6m0 = xla.mul %x6i0, %x6c0 : tensor<2x12x37xbf16>
  %x6i1 = xla.iota dim = 1 : tensor<2x12x37xbf16>
  %x6c1 = xla.constant dense<1.0> : tensor<2x12x37xbf16>
  %x6m1 = xla.mul %x6i1, %x6c1 : tensor<2x12x37xbf16>
  %x6i2 = xla.iota dim = 2 : tensor<2x12x37xbf16>
  %x6c2 = xla.constant dense<2.0> : tensor<2x12x37xbf16>
  %x6m2 = xla.mul %x6i2, %x6c2 : tensor<2x12x37xbf16>
  %x6s = xla.add %x6m0, %x6m1 : tensor<2x12x37xbf16>
  %x6t = xla.add %x6s, %x6m2 : tensor<2x12x37xbf16>
  %x6 = xla.optimization_barrier %x6t : (tensor<2x12x37xbf16>) -> tensor<2x12x37xbf16>
  %e6i0 = xla.iota dim = 0 : tensor<2x37x12xbf16>
  %e6c0 = xla.constant dense<5.0> : tensor<2x37x12xbf16>
  %e6m0 = xla.mul %e6i0, %e6c0 : tensor<2x37x12xbf16>
  %e6i1 = xla.iota dim = 1 : tensor<2x37x12xbf16>
  %e6c1 = xla.constant dense<2.0> : tensor<2x37x12xbf16>
  %e6m1 = xla.mul %e6i1, %e6c1 : tensor<2x37x12xbf16>
  %e6i2 = xla.iota dim = 2 : tensor<2x37x12xbf16>
  %e6c2 = xla.constant dense<1.0> : tensor<2x37x12xbf16>
  %e6m2 = xla.mul %e6i2, %e6c2 : tensor<2x37x12xbf16>
  %e6s = xla.add %e6m0, %e6m1 : tensor<2x37x12xbf16>
  %e6t = xla.add %e6s, %e6m2 : tensor<2x37x12xbf16>
  %e6 = xla.optimization_barrier %e6t : (tensor<2x37x12xbf16>) -> tensor<2x37x12xbf16>
  %r6 = xla.transpose %x6, dims = [0, 2, 1] : (tensor<2x12x37xbf16>) -> tensor<2x37x12xbf16>
  xla.custom_call "check.expect_eq"(%r6, %e6) {has_side_effect = true} : (tensor<2x37x12xbf16>, tensor<2x37x12xbf16>) -> ()
  return
}
