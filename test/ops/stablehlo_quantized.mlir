// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

!tensor = !quant.uniform<i8:f32, 0.5:3>
!other = !quant.uniform<i8:f32, 0.25:-1>
!weight = !quant.uniform<i8:f32, 2.0>
!axis = !quant.uniform<i8:f32:1, {0.5, 0.25:3}>
!plain = !quant.uniform<i8:f32:1, {0.5, 0.25}>

// Scales and zero points are free where numbers are computed, and stay where they are moved.
// CHECK-LABEL: func @per_tensor
func.func @per_tensor(%x: tensor<2x3xf32>, %y: tensor<2x3x!other>, %p: tensor<2x3xi1>) {
  // CHECK: stablehlo.uniform_quantize %arg0 : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %0 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!tensor>
  // CHECK: stablehlo.uniform_dequantize %{{.*}} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x3xf32>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x3x!tensor>) -> tensor<2x3xf32>
  // CHECK: stablehlo.multiply {{.*}} -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00>>
  %2 = stablehlo.multiply %0, %y : (tensor<2x3x!tensor>, tensor<2x3x!other>) -> tensor<2x3x!weight>
  %3 = stablehlo.select %p, %0, %y : (tensor<2x3xi1>, tensor<2x3x!tensor>, tensor<2x3x!other>) -> tensor<2x3x!weight>
  %4 = stablehlo.compare LT, %0, %y : (tensor<2x3x!tensor>, tensor<2x3x!other>) -> tensor<2x3xi1>
  %5 = stablehlo.slice %0 [0:1, 0:3] : (tensor<2x3x!tensor>) -> tensor<1x3x!tensor>
  %6 = stablehlo.uniform_quantize %0 : (tensor<2x3x!tensor>) -> tensor<2x3x!other>
  // CHECK: stablehlo.constant() <{value = dense<[1, 2, 3]> : tensor<3xi8>}> : () -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %7 = stablehlo.constant() <{value = dense<[1, 2, 3]> : tensor<3xi8>}> : () -> tensor<3x!tensor>
  %8 = stablehlo.bitcast_convert %0 : (tensor<2x3x!tensor>) -> tensor<2x3xi8>
  return
}

// CHECK-LABEL: func @per_axis
func.func @per_axis(%x: tensor<2x2xf32>, %q: tensor<2x2x!axis>, %y: tensor<2x2x!plain>) {
  // CHECK: !quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:3}>
  %0 = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!axis>
  %1 = stablehlo.add %0, %q : tensor<2x2x!axis>
  %2 = stablehlo.transpose %q, dims = [1, 0] : (tensor<2x2x!axis>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25:3}>>
  %3 = stablehlo.reshape %q : (tensor<2x2x!axis>) -> tensor<2x1x2x!quant.uniform<i8:f32:2, {0.5, 0.25:3}>>
  %4 = stablehlo.broadcast_in_dim %q, dims = [1, 2] : (tensor<2x2x!axis>) -> tensor<7x2x2x!quant.uniform<i8:f32:2, {0.5, 0.25:3}>>
  // The second operand alone is quantized: it is made floats first.
  %5 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2x!plain>) -> tensor<2x2xf32>
  return
}

// CHECK-LABEL: func @computations
func.func @computations(%x: tensor<4x!tensor>) {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<!tensor>):
    %2 = stablehlo.negate %a : tensor<!tensor>
    stablehlo.return %2 : tensor<!tensor>
  }) : (tensor<4x!tensor>) -> tensor<4x!tensor>
  %1 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<!tensor>, %b: tensor<!tensor>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<!tensor>, tensor<!tensor>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<4x!tensor>) -> tensor<4x!tensor>
  return
}

// CHECK-LABEL: @select
func.func @select(%x: tensor<4x!tensor>, %source: tensor<3x!tensor>, %init: tensor<!tensor>) {
  // CHECK: "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2>}> ({
  %0 = "stablehlo.select_and_scatter"(%x, %source, %init) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<!tensor>, %b: tensor<!tensor>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<!tensor>, tensor<!tensor>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<!tensor>, %b: tensor<!tensor>):
    %1 = stablehlo.add %a, %b : tensor<!tensor>
    stablehlo.return %1 : tensor<!tensor>
  }) : (tensor<4x!tensor>, tensor<3x!tensor>, tensor<!tensor>) -> tensor<4x!tensor>
  return
}
