// RUN: xla-opt %s --stablehlo-legalize-quantized | FileCheck %s
// RUN: xla-opt %s --stablehlo-legalize-quantized --stablehlo-legalize-to-xla | FileCheck %s --check-prefix=XLA

!tensor = !quant.uniform<i8:f32, 0.5:3>
!axis = !quant.uniform<i8<-127:127>:f32:1, {0.5, 0.25}>

// No type of the quant dialect is left.
// XLA-NOT: quant
// XLA-NOT: {{stablehlo\.}}

// CHECK-LABEL: func @conversions
// CHECK-SAME:    (%[[X:.*]]: tensor<2xf32>, %[[Q:.*]]: tensor<2xi8>) -> (tensor<2xi8>, tensor<2xf32>)
func.func @conversions(%x: tensor<2xf32>, %q: tensor<2x!tensor>) -> (tensor<2x!tensor>, tensor<2xf32>) {
  // CHECK-DAG:  %[[SCALE:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  // CHECK:      %[[QUOTIENT:.*]] = stablehlo.divide %[[X]], %{{.*}} : tensor<2xf32>
  // CHECK:      %[[SUM:.*]] = stablehlo.add %[[QUOTIENT]], %{{.*}} : tensor<2xf32>
  // CHECK:      %[[CLAMPED:.*]] = stablehlo.clamp %{{.*}}, %[[SUM]], %{{.*}} : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK:      %[[ROUND:.*]] = stablehlo.round_nearest_even %[[CLAMPED]] : tensor<2xf32>
  // CHECK:      %[[STORED:.*]] = stablehlo.convert %[[ROUND]] : (tensor<2xf32>) -> tensor<2xi8>
  %0 = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!tensor>
  // The difference from the zero point may need more bits than are stored.
  // CHECK:      %[[WIDE:.*]] = stablehlo.convert %[[Q]] : (tensor<2xi8>) -> tensor<2xi32>
  // CHECK:      %[[FROM_ZERO:.*]] = stablehlo.subtract %[[WIDE]], %{{.*}} : tensor<2xi32>
  // CHECK:      %[[FLOAT:.*]] = stablehlo.convert %[[FROM_ZERO]] : (tensor<2xi32>) -> tensor<2xf32>
  // CHECK:      %[[NUMBER:.*]] = stablehlo.multiply %[[FLOAT]], %{{.*}} : tensor<2xf32>
  %1 = stablehlo.uniform_dequantize %q : (tensor<2x!tensor>) -> tensor<2xf32>
  // CHECK:      return %[[STORED]], %[[NUMBER]]
  return %0, %1 : tensor<2x!tensor>, tensor<2xf32>
}

// CHECK-LABEL: func @per_axis
func.func @per_axis(%q: tensor<3x2x!axis>) -> tensor<3x2xf32> {
  // CHECK:      %[[SCALES:.*]] = stablehlo.constant dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf32>
  // CHECK:      stablehlo.broadcast_in_dim %[[SCALES]], dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
  %0 = stablehlo.uniform_dequantize %q : (tensor<3x2x!axis>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func @movement
func.func @movement(%q: tensor<2x3x!tensor>) -> tensor<6x!tensor> {
  // CHECK-NEXT: stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xi8>) -> tensor<3x2xi8>
  %0 = stablehlo.transpose %q, dims = [1, 0] : (tensor<2x3x!tensor>) -> tensor<3x2x!tensor>
  // CHECK-NEXT: stablehlo.reshape %{{.*}} : (tensor<3x2xi8>) -> tensor<6xi8>
  %1 = stablehlo.reshape %0 : (tensor<3x2x!tensor>) -> tensor<6x!tensor>
  return %1 : tensor<6x!tensor>
}

// What computes is rewritten inside of the op that it is given to; the call and the tuple only change their types.
// CHECK-LABEL: func @inside
func.func @inside(%q: tensor<4x!tensor>, %zero: tensor<!tensor>) -> tensor<!tensor> {
  // CHECK:      stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xi8>, tensor<i8>) -> tensor<i8>
  // CHECK-NEXT:   reducer(%arg2: tensor<i8>, %arg3: tensor<i8>)
  // CHECK:          stablehlo.maximum %{{.*}}, %{{.*}} : tensor<f32>
  %0 = stablehlo.reduce(%q init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<4x!tensor>, tensor<!tensor>) -> tensor<!tensor>
  // CHECK:      stablehlo.tuple %{{.*}} : tuple<tensor<i8>>
  %1 = stablehlo.tuple %0 : tuple<tensor<!tensor>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<!tensor>>) -> tensor<!tensor>
  // CHECK:      call @called(%{{.*}}) : (tensor<i8>) -> tensor<i8>
  %3 = func.call @called(%2) : (tensor<!tensor>) -> tensor<!tensor>
  return %3 : tensor<!tensor>
}
func.func private @called(%q: tensor<!tensor>) -> tensor<!tensor> {
  return %q : tensor<!tensor>
}
