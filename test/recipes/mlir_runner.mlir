// The program goes as far as linalg here, and the other half of the way is upstream's: its bufferization, its loops, its
// mlir-runner. The function that calls it is upstream's from the start.
// RUN: xla-opt %s --xla-to-linalg | sed -e '/^module/d' -e '/^}/d' | cat - %S/Inputs/call_main.mlir \
// RUN:   | mlir-opt --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' \
// RUN:     --buffer-deallocation-pipeline --convert-linalg-to-loops --convert-scf-to-cf --expand-strided-metadata \
// RUN:     --lower-affine --convert-math-to-llvm --convert-math-to-libm --convert-arith-to-llvm --finalize-memref-to-llvm \
// RUN:     --convert-func-to-llvm --convert-cf-to-llvm --reconcile-unrealized-casts > %t.llvm.mlir
// RUN: mlir-runner %t.llvm.mlir -e run --entry-point-result=void \
// RUN:   --shared-libs=$(llvm-config --libdir)/libmlir_runner_utils.so,$(llvm-config --libdir)/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// CHECK: sizes = [2, 2]
// CHECK: 0.848284,   0.941376
// CHECK: 0.998178,   0.999329
func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.tanh %0 : tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
