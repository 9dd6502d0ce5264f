// Which pass changes a result: splitting a reduction changes the order of a sum, which shows without any tolerance.
// RUN: expect-exit 1 xla-run %s --entry sum --random 1 --bisect --rtol 0 --atol 0 | FileCheck %s --check-prefix=SUM
// RUN: xla-run %s --entry sum --random 1 --bisect --rtol 1e-3 --atol 1e-1 | FileCheck %s --check-prefix=SAME
// What is compiled on the way is not kept.
// RUN: rm -rf %t && mkdir %t && xla-run %s --entry sum --random 1 --bisect --rtol 1e-3 --atol 1e-1 --cache %t && rmdir %t

// SUM: the program as it is, interpreted the reference
// SUM: xla-resolve-layouts same
// SUM: xla-unroll-loops same
// SUM: xla-split-reductions result 0 at index []
// SUM: the result changes with xla-split-reductions
// SUM-NEXT: result 0 at index []: actual {{.*}}, expected {{.*}}; the largest relative error is
// SUM-NEXT: the program without it, and with it:
// SUM-NEXT: xla-opt {{.*}}bisect.mlir --pass-pipeline='builtin.module({{.*}},cse,xla-hoist-invariants)'
// SUM-NEXT: xla-opt {{.*}}bisect.mlir --pass-pipeline='builtin.module({{.*}},cse,xla-hoist-invariants,xla-split-reductions)'

// SAME: xla-split-reductions same
// SAME: compiled, without the passes that are not needed same
// SAME: func.func(xla-fuse-elementwise) same
// SAME: no pass changes the result
func.func @sum(%x: tensor<262144xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<262144xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<262144xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
