// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --mlir-print-op-generic | xla-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["a"=2, "b"=4], device_ids=[1, 0]>
sdy.mesh @mesh = <["a"=2, "b"=4], device_ids=[1, 0]>

// CHECK: func @f(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b":(1)2}p1]>})
func.func @f(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b":(1)2}p1]>}) -> tensor<4x4xf32> {
  // CHECK: sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {?}]> : tensor<4x4xf32>
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {?}]> : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
