// RUN: xla-opt %s --stablehlo-legalize-to-xla | FileCheck %s

// CHECK-LABEL: func @pack
// CHECK-SAME:    %[[X:.*]]: tensor<2x32xi1>
func.func @pack(%x: tensor<2x32xi1>) -> tensor<2xf32> {
  // CHECK-DAG: %[[BITS:.*]] = xla.convert %[[X]] : (tensor<2x32xi1>) -> tensor<2x32xui32>
  // CHECK-DAG: %[[NUMBERS:.*]] = xla.iota dim = 1 : tensor<2x32xui32>
  // CHECK:     %[[PLACED:.*]] = xla.shift_left %[[BITS]], %[[NUMBERS]] : tensor<2x32xui32>
  // CHECK:     %[[WORDS:.*]] = xla.reduce(%[[PLACED]] init: %{{.*}}) applies xla.or across dimensions = [1]
  // CHECK:     xla.bitcast_convert %[[WORDS]] : (tensor<2xui32>) -> tensor<2xf32>
  %0 = stablehlo.bitcast_convert %x : (tensor<2x32xi1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @unpack
// CHECK-SAME:    %[[X:.*]]: tensor<3xi8>
func.func @unpack(%x: tensor<3xi8>) -> tensor<3x8xi1> {
  // CHECK:     %[[WORD:.*]] = xla.bitcast_convert %[[X]] : (tensor<3xi8>) -> tensor<3xui8>
  // CHECK:     %[[WORDS:.*]] = xla.broadcast_in_dim %[[WORD]], dims = [0] : (tensor<3xui8>) -> tensor<3x8xui8>
  // CHECK:     %[[NUMBERS:.*]] = xla.iota dim = 1 : tensor<3x8xui8>
  // CHECK:     %[[SHIFTED:.*]] = xla.shift_right_logical %[[WORDS]], %[[NUMBERS]]
  // CHECK:     %[[BIT:.*]] = xla.and %[[SHIFTED]], %{{.*}}
  // CHECK:     xla.ne %[[BIT]], %{{.*}} : (tensor<3x8xui8>, tensor<3x8xui8>) -> tensor<3x8xi1>
  %0 = stablehlo.bitcast_convert %x : (tensor<3xi8>) -> tensor<3x8xi1>
  return %0 : tensor<3x8xi1>
}

// CHECK-LABEL: func @same
// CHECK-SAME:    %[[X:.*]]: tensor<4xi1>
func.func @same(%x: tensor<4xi1>) -> tensor<4xi1> {
  // CHECK-NEXT: return %[[X]]
  %0 = stablehlo.bitcast_convert %x : (tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
