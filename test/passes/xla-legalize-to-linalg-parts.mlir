// RUN: xla-opt %s --xla-legalize-to-linalg --canonicalize | FileCheck %s
//
// A reshape that drops dimensions of size 1 from a slice reads the part of the array itself, so that what reads it can do so, too.

// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0) -> (d0, 2)>
// CHECK-DAG: #[[LAYER:.*]] = affine_map<(d0, d1) -> (5, d0, d1)>

// CHECK-LABEL: @column
// CHECK-NOT: collapse_shape
// CHECK: linalg.generic {indexing_maps = [#[[COLUMN]], {{.*}} ins(%arg0
func.func @column(%x: tensor<8x3xf32>) -> tensor<8xf32> {
  %0 = xla.slice %x [0:8, 2:3] : (tensor<8x3xf32>) -> tensor<8x1xf32>
  %1 = xla.reshape %0 : (tensor<8x1xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: @layer
// CHECK-NOT: collapse_shape
// CHECK: linalg.generic {indexing_maps = [#[[LAYER]], {{.*}} ins(%arg0
func.func @layer(%x: tensor<9x4x6xf32>) -> tensor<4x6xf32> {
  %0 = xla.slice %x [5:6, 0:4, 0:6] : (tensor<9x4x6xf32>) -> tensor<1x4x6xf32>
  %1 = xla.reshape %0 : (tensor<1x4x6xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// CHECK-LABEL: @other
// CHECK: collapse_shape
func.func @other(%x: tensor<8x4xf32>) -> tensor<6xf32> {
  %0 = xla.slice %x [0:3, 1:3] : (tensor<8x4xf32>) -> tensor<3x2xf32>
  %1 = xla.reshape %0 : (tensor<3x2xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}
