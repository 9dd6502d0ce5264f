// RUN: xla-opt %s --split-input-file --xla-select-entry=entry=f | FileCheck %s
// RUN: not xla-opt %s --split-input-file --xla-select-entry=entry=missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not xla-opt %s --split-input-file --xla-select-entry=entry=declared 2>&1 | FileCheck %s --check-prefix=DECLARED

// Types and names of the entry are those of the program, tuples taken apart; the other functions become private.
// CHECK: module attributes {
// CHECK-SAME: xla.input_names = ["params['w']", "x.0", "x.1"]
// CHECK-SAME: xla.inputs = [tensor<4xf32>, tensor<i32>, tensor<2xui8>]
// CHECK-SAME: xla.output_names = ["loss", ""]
// CHECK-SAME: xla.outputs = [tensor<4xf32>, tensor<2xui8>]
// CHECK-LABEL: func.func @f(
// CHECK: func.func private @g(
// CHECK: func.func private @declared(
// MISSING: error: there is no function @missing here, only @f, @g, @declared
// DECLARED: error: @declared is only declared: there is nothing to run
func.func private @f(%w: tensor<4xf32> {jax.arg_info = "params['w']"}, %x: tuple<tensor<i32>, tensor<2xui8>> {jax.arg_info = "x"})
    -> (tensor<4xf32> {jax.result_info = "loss"}, tensor<2xui8>) {
  %0 = xla.get_tuple_element %x[1] : (tuple<tensor<i32>, tensor<2xui8>>) -> tensor<2xui8>
  return %w, %0 : tensor<4xf32>, tensor<2xui8>
}
func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func private @declared() -> tensor<f32>
