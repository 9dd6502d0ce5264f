// Factors of small and narrow products: computed ones are made first, and the second one is transposed where its columns are apart.
//
// RUN: xla-opt %s --xla-bufferize | FileCheck %s

#rows = affine_map<(i, j, k) -> (i, k)>
#row = affine_map<(i, j, k) -> (i)>
#columns = affine_map<(i, j, k) -> (j, k)>
#depth = affine_map<(i, j, k) -> (k, j)>
#result = affine_map<(i, j, k) -> (i, j)>

// CHECK-DAG: #[[TRANSPOSED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[SECOND:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-LABEL: func.func @apart
// CHECK: linalg.generic {indexing_maps = [#[[TRANSPOSED]], {{.*}} ins(%{{.*}} : memref<48x300xf32>) outs(%[[T:.*]] : memref<300x48xf32>)
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[SECOND]], {{.*}} ins(%{{.*}}, %[[T]] : memref<200x300xf32>, memref<300x48xf32>)
func.func @apart(%a: tensor<200x300xf32>, %b: tensor<48x300xf32>, %c: tensor<200x48xf32>) -> tensor<200x48xf32> {
  %0 = linalg.generic {indexing_maps = [#rows, #columns, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<200x300xf32>, tensor<48x300xf32>) outs(%c : tensor<200x48xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %next = math.fma %x, %y, %sum : f32
    linalg.yield %next : f32
  } -> tensor<200x48xf32>
  return %0 : tensor<200x48xf32>
}

// CHECK-LABEL: func.func @computed
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%{{.*}}, %{{.*}} : memref<200x300xf32>, memref<200xf32>) outs(%[[A:.*]] : memref<200x300xf32>)
// CHECK: arith.divf
// CHECK: linalg.generic {{.*}} ins(%[[A]], %{{.*}} : memref<200x300xf32>, memref<300x48xf32>)
// CHECK-NOT: arith.divf
func.func @computed(%a: tensor<200x300xf32>, %s: tensor<200xf32>, %b: tensor<300x48xf32>, %c: tensor<200x48xf32>) -> tensor<200x48xf32> {
  %0 = linalg.generic {indexing_maps = [#rows, #row, #depth, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %s, %b : tensor<200x300xf32>, tensor<200xf32>, tensor<300x48xf32>) outs(%c : tensor<200x48xf32>) {
  ^bb0(%x: f32, %d: f32, %y: f32, %sum: f32):
    %q = arith.divf %x, %d : f32
    %next = math.fma %q, %y, %sum : f32
    linalg.yield %next : f32
  } -> tensor<200x48xf32>
  return %0 : tensor<200x48xf32>
}

// A few columns, too, where sums are short; longer ones are added in vectors along the depth.
// CHECK-LABEL: func.func @short_sums
// CHECK: linalg.generic {{.*}} outs(%[[T:.*]] : memref<20x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[T]] : memref<200x20xf32>, memref<20x8xf32>)
func.func @short_sums(%a: tensor<200x20xf32>, %b: tensor<8x20xf32>, %c: tensor<200x8xf32>) -> tensor<200x8xf32> {
  %0 = linalg.generic {indexing_maps = [#rows, #columns, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<200x20xf32>, tensor<8x20xf32>) outs(%c : tensor<200x8xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %next = math.fma %x, %y, %sum : f32
    linalg.yield %next : f32
  } -> tensor<200x8xf32>
  return %0 : tensor<200x8xf32>
}

// CHECK-LABEL: func.func @long_sums
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<200x300xf32>, memref<8x300xf32>)
func.func @long_sums(%a: tensor<200x300xf32>, %b: tensor<8x300xf32>, %c: tensor<200x8xf32>) -> tensor<200x8xf32> {
  %0 = linalg.generic {indexing_maps = [#rows, #columns, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<200x300xf32>, tensor<8x300xf32>) outs(%c : tensor<200x8xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %next = math.fma %x, %y, %sum : f32
    linalg.yield %next : f32
  } -> tensor<200x8xf32>
  return %0 : tensor<200x8xf32>
}

// Where many columns read many rows, both are packed.
// CHECK-LABEL: func.func @large
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<600x600xf32>, memref<600x600xf32>) outs(
func.func @large(%a: tensor<600x600xf32>, %b: tensor<600x600xf32>, %c: tensor<600x600xf32>) -> tensor<600x600xf32> {
  %0 = linalg.generic {indexing_maps = [#rows, #columns, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<600x600xf32>, tensor<600x600xf32>) outs(%c : tensor<600x600xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %next = math.fma %x, %y, %sum : f32
    linalg.yield %next : f32
  } -> tensor<600x600xf32>
  return %0 : tensor<600x600xf32>
}

// What adds to each element once is no product of arrays.
// CHECK-LABEL: func.func @no_depth
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<32xf32>)
// CHECK: math.fma
func.func @no_depth(%a: tensor<32xf32>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %two = arith.constant 2.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<32xf32>) outs(%c : tensor<64x32xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %e = math.exp %x : f32
    %next = math.fma %two, %e, %sum : f32
    linalg.yield %next : f32
  } -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}
