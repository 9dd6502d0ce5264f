// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --mlir-print-op-generic | xla-opt | FileCheck %s

// CHECK-LABEL: func @chlo
func.func @chlo(%x: tensor<4xf32>, %s: tensor<f32>, %i: tensor<4xi32>, %p: tensor<4xi1>) {
  // CHECK: chlo.erf_inv %arg0 : tensor<4xf32> -> tensor<4xf32>
  %0 = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.is_inf %arg0 : tensor<4xf32> -> tensor<4xi1>
  %1 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  // CHECK: chlo.next_after %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.next_after %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = chlo.broadcast_add %x, %s {broadcast_dimensions = array<i64>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %4 = chlo.broadcast_compare %x, %s {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  // CHECK: chlo.broadcast_select %arg3, %arg0, %arg1 : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = chlo.broadcast_select %p, %x, %s : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.constant dense<1> : tensor<i32>
  %6 = chlo.constant dense<1> : tensor<i32>
  // CHECK: %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %7:2 = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  // CHECK:      %{{.*}} = chlo.scan(%arg0) inits (%arg1) dimension=0 attributes {is_reverse = true} {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>):
  // CHECK:      } : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  %8:2 = chlo.scan(%x) inits (%s) dimension = 0 attributes {is_reverse = true} {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %9, %9 : tensor<f32>, tensor<f32>
  } : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  return
}
