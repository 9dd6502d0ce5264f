// RUN: xla-opt %s --stablehlo-legalize-to-xla | FileCheck %s

// The target, side effects, and whatever else the function is told, stay.
// CHECK-LABEL: func @custom_call
func.func @custom_call(%x: tensor<2xf32>) {
  // CHECK: xla.custom_call "check.expect_close"(%arg0, %arg0) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  stablehlo.custom_call @check.expect_close(%x, %x) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  // CHECK:      xla.custom_call "solve"(%arg0) {
  // CHECK-SAME:   backend_config = {n = 1 : i64},
  // CHECK-SAME:   operand_layouts = [dense<0> : tensor<1xindex>],
  // CHECK-SAME:   output_operand_aliases = [{operand_index = array<i64: 0>, operand_tuple_indices = array<i64>, output_tuple_indices = array<i64: 1>}]
  %0:2 = stablehlo.custom_call @solve(%x) {
    backend_config = "", mhlo.backend_config = {n = 1 : i64}, operand_layouts = [dense<0> : tensor<1xindex>],
    output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>],
    result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>]
  } : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// Notes on sharding are no calls.
// CHECK-LABEL: func @sharding
// CHECK-SAME:    %[[X:.*]]: tensor<2xf32>
func.func @sharding(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A composite op is its decomposition.
// CHECK-LABEL: func @composite
func.func @composite(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: call @twice(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
  %0 = stablehlo.composite "a.name" %x {decomposition = @twice, version = 2 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
