// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%two: tensor<2xui64>, %three: tensor<3xui64>, %halves: tensor<4xi32>) {
  // CHECK: %{{.*}}, %{{.*}} = xla.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %0, %1 = xla.rng_bit_generator %two, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  // CHECK: algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xf64>)
  %2, %3 = xla.rng_bit_generator %three, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xf64>)
  // CHECK: algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<i8>)
  %4, %5 = xla.rng_bit_generator %two, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<i8>)
  // CHECK: algorithm = PHILOX : (tensor<4xi32>) -> (tensor<4xi32>, tensor<0xi32>)
  %6, %7 = xla.rng_bit_generator %halves, algorithm = PHILOX : (tensor<4xi32>) -> (tensor<4xi32>, tensor<0xi32>)
  return
}
