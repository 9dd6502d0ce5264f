// RUN: xla-opt %s --split-input-file --verify-diagnostics --stablehlo-legalize-to-xla | FileCheck %s
//
// Custom calls that frontends write for ops, and for notes about values.

func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// CHECK-LABEL: @notes
// CHECK-NEXT: xla.neg %arg0
func.func @notes(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @annotate_device_placement(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @LayoutConstraint(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @Sharding(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.negate %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// A call of such a name is no note if it gives another type, or takes more.
// CHECK-LABEL: @no_notes
// CHECK: xla.custom_call "Sharding"(%arg0) {{.*}}(tensor<4xf32>) -> tensor<2x2xf32>
// CHECK: xla.custom_call "Sharding"(%arg0, %arg0) {{.*}}(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @no_notes(%x: tensor<4xf32>) -> (tensor<2x2xf32>, tensor<4xf32>) {
  %0 = stablehlo.custom_call @Sharding(%x) : (tensor<4xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.custom_call @Sharding(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<4xf32>
}

// CHECK-LABEL: @functions
// CHECK: xla.erf %arg0
// CHECK: xla.acos %
// CHECK: xla.tan %
func.func @functions(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @mhlo.acos(%0) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @mhlo.tan(%1) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: @largest
// CHECK: xla.sort(%arg0, %
// CHECK: xla.slice %{{.*}} tensor<3x2xf32>
func.func @largest(%x: tensor<3x8xf32>, %i: tensor<3x8xi32>, %low: tensor<f32>, %no: tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %low, %no) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.95 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<3x8xf32>, tensor<3x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi32>
}

// -----

func.func @shape(%x: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{unsupported: stablehlo.custom_call: @mhlo.erf with these operands, results and parameters}}
  %0 = stablehlo.custom_call @mhlo.erf(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func @old(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // expected-error @+1 {{unsupported: stablehlo.custom_call: @ducc_fft is the Fourier transform of JAX before 0.4.31}}
  %0 = stablehlo.custom_call @ducc_fft(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}
