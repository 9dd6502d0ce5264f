// Convolutions whose vectors are along positions: where the input has them apart, it is transposed first.
//
// RUN: xla-opt %s --stablehlo-legalize-to-xla --xla-legalize-to-linalg | FileCheck %s

// Two features fill no vector.
// CHECK-DAG: #[[POSITIONS_LAST:.*]] = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
// CHECK-LABEL: func.func @few_features
// CHECK: linalg.generic {indexing_maps = [#[[POSITIONS_LAST]], #{{.*}}], {{.*}} ins(%arg0 :
func.func @few_features(%a: tensor<1x114x114xi16>, %k: tensor<2x4x1xi16>) -> tensor<114x111x2xi16> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [f, 0, b]x[o, 0, i]->[b, 0, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x114x114xi16>, tensor<2x4x1xi16>) -> tensor<114x111x2xi16>
  return %0 : tensor<114x111x2xi16>
}

// Few features, few positions: vectors are along the batch, which the sums have last.
// CHECK-LABEL: func.func @few_of_each
// CHECK: %[[INPUT:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<300x4x4x1xf32>) outs(%{{.*}} : tensor<4x4x1x300xf32>)
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}} ins(%[[INPUT]], %arg1 : {{.*}} outs(%{{.*}} : tensor<2x2x3x300xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]] : tensor<2x2x3x300xf32>) outs(%{{.*}} : tensor<300x2x2x3xf32>)
func.func @few_of_each(%a: tensor<300x4x4x1xf32>, %k: tensor<3x3x1x3xf32>) -> tensor<300x2x2x3xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<300x4x4x1xf32>, tensor<3x3x1x3xf32>) -> tensor<300x2x2x3xf32>
  return %0 : tensor<300x2x2x3xf32>
}

// Many groups of one feature do.
// CHECK-LABEL: func.func @depthwise
// CHECK-NOT: indexing_maps = [{{.*}} ins(%arg0 : tensor<1x32x32x64xf32>) outs
// CHECK: ins(%arg0, %{{.*}} : tensor<1x32x32x64xf32>
func.func @depthwise(%a: tensor<1x32x32x64xf32>, %k: tensor<3x3x1x64xf32>) -> tensor<1x30x30x64xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 64 : i64} : (tensor<1x32x32x64xf32>, tensor<3x3x1x64xf32>) -> tensor<1x30x30x64xf32>
  return %0 : tensor<1x30x30x64xf32>
}
