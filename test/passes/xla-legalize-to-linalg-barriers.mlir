// RUN: xla-opt %s --xla-legalize-to-linalg=storage-types=true | FileCheck %s --check-prefixes=BOTH,FUSED
// RUN: xla-opt %s --xla-legalize-to-linalg='storage-types=true keep-barriers=true' | FileCheck %s --check-prefixes=BOTH,KEPT
//
// A barrier becomes its operands, unless it is to stay. That of a literal stays, so that what is computed with it is computed by code.

// BOTH-LABEL: func.func @main
// BOTH: %[[LITERAL:.*]] = arith.constant dense<2.000000e+00> : tensor<4xf32>
// BOTH: %[[SINES:.*]] = linalg.generic
// FUSED: %[[SECOND:.*]] = xla.optimization_barrier %[[LITERAL]]
// FUSED: linalg.generic {{.*}} ins(%[[SINES]], %[[SECOND]]
// KEPT: %[[FIRST:.*]] = xla.optimization_barrier %[[SINES]]
// KEPT: %[[SECOND:.*]] = xla.optimization_barrier %[[LITERAL]]
// KEPT: linalg.generic {{.*}} ins(%[[FIRST]], %[[SECOND]]
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = xla.constant dense<2.0> : tensor<4xf32>
  %0 = xla.sin %x : tensor<4xf32>
  %1:2 = xla.optimization_barrier %0, %c : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %2 = xla.add %1#0, %1#1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
