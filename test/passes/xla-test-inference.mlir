// RUN: xla-opt %s --xla-test-inference | FileCheck %s
// RUN: xla-opt %s | FileCheck %s --check-prefix=ASKED

// CHECK-LABEL: @f
// ASKED-LABEL: @f
func.func @f(%x: tensor<4x?xf32>, %i: tensor<4xf32>) {
  %0 = stablehlo.slice %i [1:3] : (tensor<4xf32>) -> tensor<?xf32>
  // CHECK: "hlo_test_infer.return_types"(%{{.*}}) {types0 = tensor<2xf32>} : (tensor<?xf32>) -> tensor<index>
  // ASKED: "hlo_test_infer.get_return_types"
  %1 = "hlo_test_infer.get_return_types"(%0) : (tensor<?xf32>) -> tensor<index>
  %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x?xf32>) -> tensor<?x?xf32>
  // CHECK: "hlo_test_infer.return_type_components"(%{{.*}}) {types0 = tensor<?x4xf32>}
  %3 = "hlo_test_infer.get_return_type_components"(%2) : (tensor<?x?xf32>) -> tensor<2xindex>
  // An op that nothing is inferred of stays unanswered, as do questions about shapes that are known at run time only.
  // CHECK: "hlo_test_infer.get_return_types"
  %4 = "hlo_test_infer.get_return_types"(%x) : (tensor<4x?xf32>) -> tensor<index>
  // CHECK: "hlo_test_infer.reify_return_type_shapes"
  %5 = "hlo_test_infer.reify_return_type_shapes"(%2) : (tensor<?x?xf32>) -> tensor<2xindex>
  return
}
