// RUN: xla-opt %s --stablehlo-legalize-to-xla | FileCheck %s

// CHECK-LABEL: func @shape
func.func @shape(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %s: tensor<f32>) {
  // CHECK: xla.constant dense<1.000000e+00> : tensor<2xf32>
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  // CHECK: xla.iota dim = 1 : tensor<2x3xi32>
  %1 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  // CHECK: xla.broadcast %arg1, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.broadcast %v, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: xla.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: xla.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
  %4 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK: xla.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %5 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: xla.slice %arg0 {{ ?}}[0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  %6 = stablehlo.slice %x [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  // CHECK: xla.concatenate %arg0, %arg0, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %7 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // CHECK: xla.pad %arg1, %arg2, low = [1], high = [-1], interior = [2] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
  %8 = stablehlo.pad %v, %s, low = [1], high = [-1], interior = [2] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// CHECK-LABEL: func @dot
func.func @dot(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>, %m: tensor<2x3xf32>) {
  // CHECK: xla.dot_general %arg0, %arg1, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  // CHECK: xla.dot %arg2, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %v = stablehlo.constant dense<1.0> : tensor<3xf32>
  %1 = stablehlo.dot %m, %v : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  // An algorithm that accumulates no wider than the result asks for nothing that is not done.
  // CHECK: xla.dot_general %arg2, %arg2, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.dot_general %m, %m, contracting_dims = [1] x [1], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// CHECK-LABEL: func.func @bounded(%arg0: tensor<?xf32, #xla.bounds<4>>) -> tensor<?xf32, #xla.bounds<4>>
// CHECK: xla.neg %arg0 : tensor<?xf32, #xla.bounds<4>>
func.func @bounded(%x: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32, #stablehlo.bounds<4>> {
  %0 = stablehlo.negate %x : tensor<?xf32, #stablehlo.bounds<4>>
  return %0 : tensor<?xf32, #stablehlo.bounds<4>>
}
