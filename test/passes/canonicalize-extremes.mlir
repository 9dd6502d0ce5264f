// RUN: xla-opt %s --canonicalize | FileCheck %s
//
// What NaN, and the least and the greatest value of a type, decide.

// CHECK-LABEL: @nan
// CHECK-DAG: %[[NAN:.*]] = xla.constant dense<0x7FC00000> : tensor<4xf32>
// CHECK-DAG: %[[FALSE:.*]] = xla.constant dense<false> : tensor<4xi1>
// CHECK-DAG: %[[TRUE:.*]] = xla.constant dense<true> : tensor<4xi1>
// CHECK: return %[[NAN]], %[[NAN]], %[[NAN]], %[[FALSE]], %[[TRUE]]
func.func @nan(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xi1>) {
  %nan = xla.constant dense<0x7FC00000> : tensor<4xf32>
  %0 = xla.max %nan, %x : tensor<4xf32>
  %1 = xla.div %x, %nan : tensor<4xf32>
  %2 = xla.clamp %nan, %x, %x : tensor<4xf32>
  %3 = xla.le %x, %nan : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %4 = xla.ne %x, %nan : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: @integers
// CHECK-DAG: %[[LEAST:.*]] = xla.constant dense<-128> : tensor<4xi8>
// CHECK-DAG: %[[TRUE:.*]] = xla.constant dense<true> : tensor<4xi1>
// CHECK-DAG: %[[FALSE:.*]] = xla.constant dense<false> : tensor<4xi1>
// CHECK: return %arg0, %[[LEAST]], %[[TRUE]], %[[FALSE]]
func.func @integers(%x: tensor<4xi8>, %y: tensor<4xui8>) -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi1>, tensor<4xi1>) {
  %least = xla.constant dense<-128> : tensor<4xi8>
  %greatest = xla.constant dense<255> : tensor<4xui8>
  %0 = xla.max %x, %least : tensor<4xi8>
  %1 = xla.min %x, %least : tensor<4xi8>
  %2 = xla.ge %x, %least : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %3 = xla.gt %y, %greatest : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xi8>, tensor<4xi8>, tensor<4xi1>, tensor<4xi1>
}

// A lower limit that nothing exceeds leaves the upper one, and an upper limit that nothing is below is the result.
// CHECK-LABEL: @limits
// CHECK-DAG: %[[LEAST:.*]] = xla.constant dense<0> : tensor<4xui8>
// CHECK: return %arg1, %[[LEAST]], %arg0
func.func @limits(%x: tensor<4xui8>, %y: tensor<4xui8>) -> (tensor<4xui8>, tensor<4xui8>, tensor<4xui8>) {
  %least = xla.constant dense<0> : tensor<4xui8>
  %greatest = xla.constant dense<255> : tensor<4xui8>
  %0 = xla.clamp %greatest, %x, %y : tensor<4xui8>
  %1 = xla.clamp %y, %x, %least : tensor<4xui8>
  %2 = xla.clamp %least, %x, %greatest : tensor<4xui8>
  return %0, %1, %2 : tensor<4xui8>, tensor<4xui8>, tensor<4xui8>
}

// A float may be NaN, which no comparison but one holds for.
// CHECK-LABEL: @floats
// CHECK-DAG: %[[FALSE:.*]] = xla.constant dense<false> : tensor<4xi1>
// CHECK: %[[GE:.*]] = xla.ge %arg0
// CHECK: return %[[FALSE]], %[[GE]]
func.func @floats(%x: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>) {
  %inf = xla.constant dense<0xFF800000> : tensor<4xf32>
  %0 = xla.lt %x, %inf : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = xla.ge %x, %inf : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: @powers
// CHECK-DAG: %[[ONES:.*]] = xla.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-DAG: %[[ZEROS:.*]] = xla.constant dense<0> : tensor<4xi32>
// CHECK: return %[[ONES]], %arg0, %[[ZEROS]]
func.func @powers(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>) {
  %zero = xla.constant dense<-0.0> : tensor<4xf32>
  %one = xla.constant dense<1.0> : tensor<4xf32>
  %0 = xla.pow %x, %zero : tensor<4xf32>
  %1 = xla.pow %x, %one : tensor<4xf32>
  %2 = xla.rem %y, %y : tensor<4xi32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>
}

// A quotient of an integer and itself is one, but for 0: a quotient by that has all bits set.
// CHECK-LABEL: @quotient_of_itself
// CHECK-DAG: %[[ONE:.*]] = xla.constant dense<1> : tensor<4xui8>
// CHECK-DAG: %[[ONES:.*]] = xla.constant dense<255> : tensor<4xui8>
// CHECK-DAG: %[[ZERO:.*]] = xla.constant dense<0> : tensor<4xui8>
// CHECK: %[[IS_ZERO:.*]] = xla.eq %arg0, %[[ZERO]]
// CHECK: %[[Q:.*]] = xla.select %[[IS_ZERO]], %[[ONES]], %[[ONE]]
// CHECK: %[[F:.*]] = xla.div %arg1, %arg1
// CHECK: return %[[Q]], %[[F]]
func.func @quotient_of_itself(%x: tensor<4xui8>, %y: tensor<4xf32>) -> (tensor<4xui8>, tensor<4xf32>) {
  %0 = xla.div %x, %x : tensor<4xui8>
  %1 = xla.div %y, %y : tensor<4xf32>
  return %0, %1 : tensor<4xui8>, tensor<4xf32>
}

// No bit is left of what is shifted by as many bits as it has, nor of 0; 0 divided by anything but 0 is 0.
// CHECK-LABEL: @zeros
// CHECK-DAG: %[[ZEROS:.*]] = xla.constant dense<0> : tensor<4xi32>
// CHECK-DAG: %[[ONES:.*]] = xla.constant dense<-1> : tensor<4xi32>
// CHECK: %[[BY_ZERO:.*]] = xla.eq %arg0, %[[ZEROS]]
// CHECK: %[[QUOTIENT:.*]] = xla.select %[[BY_ZERO]], %[[ONES]], %[[ZEROS]]
// CHECK: %[[SIGNS:.*]] = xla.shift_right_arithmetic %arg0
// CHECK: return %[[ZEROS]], %[[ZEROS]], %[[ZEROS]], %[[ZEROS]], %[[QUOTIENT]], %[[SIGNS]]
func.func @zeros(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %zero = xla.constant dense<0> : tensor<4xi32>
  %bits = xla.constant dense<32> : tensor<4xi32>
  %negative = xla.constant dense<-1> : tensor<4xi32>
  %0 = xla.shift_left %x, %bits : tensor<4xi32>
  %1 = xla.shift_right_logical %x, %negative : tensor<4xi32>
  %2 = xla.shift_left %zero, %x : tensor<4xi32>
  %3 = xla.rem %zero, %x : tensor<4xi32>
  %4 = xla.div %zero, %x : tensor<4xi32>
  %5 = xla.shift_right_arithmetic %x, %bits : tensor<4xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// An array of more elements than 64 bits count is not one of none.
// CHECK-LABEL: @more_than_can_be
// CHECK: %[[SUM:.*]] = xla.reduce(%arg0 init: %{{.*}}) applies xla.add across dimensions = [0]
// CHECK: return %[[SUM]]
func.func @more_than_can_be(%x: tensor<4611686018427387904x4xf32>) -> tensor<4xf32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0]
      : (tensor<4611686018427387904x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
