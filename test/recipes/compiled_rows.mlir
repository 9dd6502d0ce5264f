// A function whose batch size is open becomes native code, and gives what upstream's loops give for the same function,
// for 0, 1, 7, 9, 18, 35, 65 and 1000 rows: numbers of elements that are equal, and that are not.
//
// RUN: sed 's/@network(/@network_in_loops(/; s/ attributes {xla.compile}//' %s | grep -v '^//' | cat %s - %S/Inputs/rows_main.mlir \
// RUN:   | xla-opt --xla-compile-functions --xla-to-linalg \
// RUN:   | mlir-opt --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' \
// RUN:     --buffer-deallocation-pipeline --convert-linalg-to-loops --convert-scf-to-cf --expand-strided-metadata \
// RUN:     --lower-affine --convert-math-to-llvm --convert-math-to-libm --convert-arith-to-llvm --finalize-memref-to-llvm \
// RUN:     --convert-func-to-llvm --convert-cf-to-llvm --reconcile-unrealized-casts > %t.llvm.mlir
// RUN: mlir-runner %t.llvm.mlir -O3 -e run --entry-point-result=void \
// RUN:   --shared-libs=$(llvm-config --libdir)/libmlir_runner_utils.so,$(llvm-config --libdir)/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// CHECK: [0,  0]
// CHECK: [128,  0]
// CHECK: [896,  0]
// CHECK: [1152,  0]
// CHECK: [2304,  0]
// CHECK: [4480,  0]
// CHECK: [8320,  0]
// CHECK: [128000,  0]
func.func private @network(%x: tensor<?x96xf32>, %w: tensor<96x128xf32>, %b: tensor<128xf32>) -> tensor<?x128xf32> attributes {xla.compile} {
  %least = xla.constant dense<0xFF800000> : tensor<f32>
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x96xf32>, tensor<96x128xf32>) -> tensor<?x128xf32>
  %1 = xla.add %0, %b, broadcast_dimensions = [1] : (tensor<?x128xf32>, tensor<128xf32>) -> tensor<?x128xf32>
  %2 = stablehlo.tanh %1 : tensor<?x128xf32>
  %m = xla.reduce(%2 init: %least) applies xla.max across dimensions = [1] : (tensor<?x128xf32>, tensor<f32>) -> tensor<?xf32>
  %d = xla.sub %2, %m, broadcast_dimensions = [0] : (tensor<?x128xf32>, tensor<?xf32>) -> tensor<?x128xf32>
  %e = xla.exp %d : tensor<?x128xf32>
  %s = xla.reduce(%e init: %zero) applies xla.add across dimensions = [1] : (tensor<?x128xf32>, tensor<f32>) -> tensor<?xf32>
  %y = xla.div %e, %s, broadcast_dimensions = [0] : (tensor<?x128xf32>, tensor<?xf32>) -> tensor<?x128xf32>
  return %y : tensor<?x128xf32>
}
