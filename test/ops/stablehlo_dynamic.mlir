// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --mlir-print-op-generic | xla-opt | FileCheck %s

// CHECK-LABEL: func @dynamic
func.func @dynamic(%x: tensor<?x3xf32>, %n: tensor<2xi32>, %s: tensor<f32>, %i: tensor<i32>) {
  // CHECK: stablehlo.dynamic_iota %arg1, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<3x?xf32>
  %1 = stablehlo.dynamic_reshape %x, %n : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<3x?xf32>
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg2, %arg1, dims = [] {known_expanding_dimensions = array<i64>} : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %s, %n, dims = [] {known_expanding_dimensions = array<i64>} : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.dynamic_pad %{{.*}} : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %3 = stablehlo.dynamic_pad %x, %s, %n, %n, %n : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.real_dynamic_slice %{{.*}} : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %4 = stablehlo.real_dynamic_slice %x, %n, %n, %n : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %5 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  // CHECK: stablehlo.set_dimension_size %arg0, %arg3, dim = 0 : (tensor<?x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<8, ?>>
  %6 = stablehlo.set_dimension_size %x, %i, dim = 0 : (tensor<?x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.type_extensions<bounds = [8, ?]>>
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<?x3xf32, #stablehlo.bounds<8, ?>>
  %7 = stablehlo.add %6, %6 : tensor<?x3xf32, #stablehlo.bounds<8, ?>>
  return
}
