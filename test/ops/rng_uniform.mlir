// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize --cse | FileCheck %s

// Each op draws its own numbers: none is taken for another, nor left out.
// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%a: tensor<f32>, %b: tensor<f32>) -> tensor<2x3xf32> {
  // CHECK: xla.rng_uniform %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  %0 = xla.rng_uniform %a, %b : (tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: xla.rng_uniform %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  %1 = xla.rng_uniform %a, %b : (tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = xla.add %0, %1 : tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
