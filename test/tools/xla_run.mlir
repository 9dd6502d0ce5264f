// Inputs by value and by file, outputs to the screen and to files, comparison.
//
// RUN: xla-run %s '[1, 2, 3]' 0.5 | FileCheck %s --check-prefix=PRINTED
// PRINTED: result 0: {{.*}}1.5{{.*}}2.5{{.*}}3.5
// PRINTED: result 1: {{.*}}6
//
// RUN: xla-run %s '[1, 2, 3]' 0.5 --output %t.sum.npy %t.total.npy
// RUN: xla-run %s '[1, 2, 3]' 0.5 --expect %t.sum.npy %t.total.npy
// RUN: expect-exit 1 xla-run %s '[1, 2, 4]' 0.5 --expect %t.sum.npy %t.total.npy 2>&1 | FileCheck %s --check-prefix=OFF
// OFF: error: result 0 is not as expected
//
// Numbers of 8 bits are expected within a fifth.
// RUN: echo 'func.func @main(%%x: tensor<2xf8E4M3FN>) -> tensor<2xf8E4M3FN> { return %%x : tensor<2xf8E4M3FN> }' >%t.f8.mlir
// RUN: xla-run %t.f8.mlir '[1, 2]' -o %t.f8.npy
// RUN: xla-run %t.f8.mlir '[1.125, 2]' --expect %t.f8.npy
// RUN: expect-exit 1 xla-run %t.f8.mlir '[1.5, 2]' --expect %t.f8.npy
//
// RUN: xla-run %s '[1, 2, 3.00001]' 0.5 --rtol 1e-4 --expect %t.sum.npy %t.total.npy
// RUN: expect-exit 1 xla-run %s '[1, 2, 3.001]' 0.5 --rtol 1e-6 --atol 0 --expect %t.sum.npy %t.total.npy
//
// RUN: xla-run %s --random 7 > %t.first
// RUN: xla-run %s --random 7 > %t.second
// RUN: cmp %t.first %t.second
//
// RUN: xla-run %s --random 7 --xla-memory 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: bytes  all
// MEMORY-NEXT: {{^ *}}16 bytes    inputs
// MEMORY-NEXT: {{^ *}}16 bytes    outputs
//
// RUN: expect-exit 2 xla-run %s '[1, 2, 3]' 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: error: the program takes 2 inputs
// RUN: expect-exit 2 xla-run %s '[1, 2]' 0.5 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: error: input 0 is
// RUN: expect-exit 2 xla-run %s %t.total.npy 0.5 2>&1 | FileCheck %s --check-prefix=FILE-SHAPE
// FILE-SHAPE: error: input 0 is {{.*}}total.npy
// RUN: expect-exit 2 xla-run %s no-such-file.npy 0.5 2>&1 | FileCheck %s --check-prefix=NO-FILE
// NO-FILE: no-such-file.npy
// RUN: expect-exit 2 xla-run %s '[1, 2, x]' 0.5
// RUN: expect-exit 2 xla-run %s '[1, 2, 3]' 0.5 --entry nobody 2>&1 | FileCheck %s --check-prefix=ENTRY
// ENTRY: nobody
//
// RUN: xla-run %s --random 1 --bench --seconds 0.05 --threads 1 | FileCheck %s --check-prefix=BENCH
// BENCH: {{^}}{{[{].*"compile_s".*"min_s".*"median_s"}}

func.func @main(%x: tensor<3xf32>, %y: tensor<f32>) -> (tensor<3xf32>, tensor<f32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.add %x, %y : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<3xf32>, tensor<f32>
}
