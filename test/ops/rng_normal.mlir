// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%mu: tensor<bf16>, %sigma: tensor<bf16>) {
  // CHECK: xla.rng_normal %arg0, %arg1 : (tensor<bf16>, tensor<bf16>) -> tensor<0x3xbf16>
  %0 = xla.rng_normal %mu, %sigma : (tensor<bf16>, tensor<bf16>) -> tensor<0x3xbf16>
  return
}
