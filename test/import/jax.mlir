// RUN: xla-opt %s --stablehlo-legalize-to-xla | FileCheck %s

// A program as jax.jit prints it, with all that JAX notes on modules, functions, arguments and ops.

// CHECK: module @jit_step attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32}
module @jit_step attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=1]>
  // CHECK:      func.func public @main(
  // CHECK-SAME:   %[[W:.*]]: tensor<3xf32> {jax.buffer_donor = true, mhlo.sharding = "{replicated}", sdy.sharding = #sdy.sharding<@mesh, [{}]>},
  // CHECK-SAME:   %[[X:.*]]: tensor<2x3xf32> {mhlo.layout_mode = "default", tf.aliasing_output = 0 : i32})
  // CHECK-SAME:   -> (tensor<2xf32> {jax.result_info = "result"})
  func.func public @main(%arg0: tensor<3xf32> {jax.buffer_donor = true, mhlo.sharding = "{replicated}", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<2x3xf32> {mhlo.layout_mode = "default", tf.aliasing_output = 0 : i32}) -> (tensor<2xf32> {jax.result_info = "result"}) {
    // CHECK: xla.dot_general %[[X]], %[[W]], contracting_dims = [1] x [0]
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
    // CHECK-NEXT: call @relu
    %1 = sdy.sharding_constraint %0 <@mesh, [{"data"}]> : tensor<2xf32>
    %2 = call @relu(%1) : (tensor<2xf32>) -> tensor<2xf32>
    return %2 : tensor<2xf32>
  }
  func.func private @relu(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
    // CHECK: xla.max
    %1 = stablehlo.maximum %arg0, %0 : tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
