// RUN: xla-opt %s --xla-split-reductions | FileCheck %s --check-prefix=SPLIT
// RUN: xla-opt %s --xla-split-reductions --xla-legalize-to-linalg --canonicalize --xla-fuse-elementwise | FileCheck %s
//
// Short rows whose elements are chosen from are transposed, so that those of many rows are in vectors.

// SPLIT-LABEL: @greatest
// SPLIT: %[[ROWS:.*]] = xla.reshape %arg0 : (tensor<40x50x16xf32>) -> tensor<2000x16xf32>
// SPLIT: %[[COLUMNS:.*]] = xla.transpose %[[ROWS]], dims = [1, 0]
// SPLIT: xla.reduce(%[[COLUMNS]] init: %{{.*}}), (%{{.*}} init: %{{.*}}) across dimensions = [0] : (tensor<16x2000xf32>, tensor<16x2000xi32>
// The transposition is not read by the reduction element by element.
// CHECK-LABEL: @greatest
// CHECK: %[[COLUMNS:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<40x50x16xf32>) outs(%{{.*}} : tensor<16x40x50xf32>)
// CHECK: iterator_types = ["reduction", "parallel", "parallel"]} ins(%[[COLUMNS]] : tensor<16x40x50xf32>)
func.func @greatest(%x: tensor<40x50x16xf32>) -> (tensor<40x50xf32>, tensor<40x50xi32>) {
  %least = xla.constant dense<0xFF800000> : tensor<f32>
  %zero = xla.constant dense<0> : tensor<i32>
  %numbers = xla.iota dim = 2 : tensor<40x50x16xi32>
  %0:2 = xla.reduce(%x init: %least), (%numbers init: %zero) across dimensions = [2] : (tensor<40x50x16xf32>, tensor<40x50x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<40x50xf32>, tensor<40x50xi32>)
  reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %p = xla.gt %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %e = xla.select %p, %a, %c : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %f = xla.select %p, %b, %d : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %e, %f : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<40x50xf32>, tensor<40x50xi32>
}

// Two sums stay sums of rows.
// SPLIT-LABEL: @sums
// SPLIT-NOT: xla.transpose
func.func @sums(%x: tensor<2000x16xf32>) -> (tensor<2000xf32>, tensor<2000xf32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0:2 = xla.reduce(%x init: %zero), (%x init: %zero) across dimensions = [1] : (tensor<2000x16xf32>, tensor<2000x16xf32>, tensor<f32>, tensor<f32>) -> (tensor<2000xf32>, tensor<2000xf32>)
  reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<f32>, %d: tensor<f32>) {
    %e = xla.add %a, %c : tensor<f32>
    %f = xla.add %b, %d : tensor<f32>
    xla.return %e, %f : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<2000xf32>, tensor<2000xf32>
}
