// The program goes as far as linalg here, and upstream's gpu and nvvm dialects make it PTX. No GPU is needed.
// RUN: xla-opt %s --xla-to-linalg \
// RUN:   | mlir-opt --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map}, \
// RUN:     func.func(convert-linalg-to-parallel-loops,gpu-map-parallel-loops,convert-parallel-loops-to-gpu),lower-affine, \
// RUN:     gpu-kernel-outlining,nvvm-attach-target{chip=sm_80}, \
// RUN:     gpu.module(convert-scf-to-cf,convert-gpu-to-nvvm,reconcile-unrealized-casts),gpu-module-to-binary{format=isa})' \
// RUN:   | FileCheck %s

// CHECK: gpu.binary @main_kernel
// CHECK-SAME: .target sm_80
// CHECK-SAME: .visible .entry main_kernel
// CHECK-SAME: mul.rn.f32
// CHECK-SAME: add.rn.f32
func.func @main(%x: tensor<64x32xf32>, %y: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = stablehlo.multiply %x, %y : tensor<64x32xf32>
  %1 = stablehlo.add %0, %y : tensor<64x32xf32>
  return %1 : tensor<64x32xf32>
}
