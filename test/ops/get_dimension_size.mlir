// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: @static
// CHECK: xla.get_dimension_size %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
// CANON-LABEL: @static
// CANON: xla.constant dense<3> : tensor<i32>
func.func @static(%x: tensor<2x3xf32>) -> tensor<i32> {
  %0 = xla.get_dimension_size %x, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: @dynamic
// CANON-LABEL: @dynamic
// CANON: xla.get_dimension_size %arg0, dim = 0 : (tensor<?x3xf32, #xla.bounds<8, ?>>) -> tensor<i32>
func.func @dynamic(%x: tensor<?x3xf32, #xla.bounds<8, ?>>) -> tensor<i32> {
  %0 = xla.get_dimension_size %x, dim = 0 : (tensor<?x3xf32, #xla.bounds<8, ?>>) -> tensor<i32>
  return %0 : tensor<i32>
}
