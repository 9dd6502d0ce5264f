// The program goes as far as linalg here, and a schedule in the transform dialect says how it is computed.
// RUN: xla-opt %s --xla-to-linalg \
// RUN:   | mlir-opt --transform-preload-library='transform-library-paths=%S/Inputs/tile.mlir' --transform-interpreter \
// RUN:   | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for
// CHECK: tensor.extract_slice %{{.*}} : tensor<32x3xf32> to tensor<8x3xf32>
// CHECK: tensor.extract_slice %{{.*}} : tensor<3x64xf32> to tensor<3x16xf32>
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<8x16xf32>)
func.func @main(%x: tensor<32x3xf32>, %w: tensor<3x64xf32>) -> tensor<32x64xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x3xf32>, tensor<3x64xf32>) -> tensor<32x64xf32>
  %1 = stablehlo.tanh %0 : tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
