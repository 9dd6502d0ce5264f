// RUN: xla-opt %s --xla-lower-kernels | FileCheck %s
// RUN: xla-opt %s --xla-lower-kernels=machine=vector-bits=256 | FileCheck %s --check-prefix=PLAIN

// What rows have over whole vectors is computed in a vector of which a mask selects lanes, where the target has masks.
// CHECK-LABEL: func.func private @five_kernel_0
// CHECK: vector.load {{.*}} vector<16xf32>
// CHECK: %[[MASK:.*]] = vector.constant_mask [5] : vector<16xi1>
// CHECK: vector.maskedload {{.*}}, %[[MASK]]
// CHECK: vector.maskedstore {{.*}}, %[[MASK]]
// PLAIN-NOT: mask
func.func @five(%x: memref<30x37xf32>, %y: memref<30xf32>, %r: memref<30x37xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x, %y : memref<30x37xf32>, memref<30xf32>) outs(%r : memref<30x37xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  }
  return
}

// Short rows are one vector.
// CHECK-LABEL: func.func private @short_kernel_0
// CHECK-NOT: vector.load
// CHECK: vector.constant_mask [6] : vector<8xi1>
// CHECK: vector.maskedstore
// CHECK: return
func.func @short(%x: memref<30x6xf32>, %y: memref<30xf32>, %r: memref<30x6xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x, %y : memref<30x6xf32>, memref<30xf32>) outs(%r : memref<30x6xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  }
  return
}

// One element is stored as a scalar.
// CHECK-LABEL: func.func private @one_kernel_0
// CHECK: %[[ONE:.*]] = vector.extract {{.*}}[0] : f32 from vector<16xf32>
// CHECK: memref.store %[[ONE]]
// CHECK-NOT: vector.maskedstore
// CHECK: return
func.func @one(%x: memref<30x33xf32>, %y: memref<30xf32>, %r: memref<30x33xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x, %y : memref<30x33xf32>, memref<30xf32>) outs(%r : memref<30x33xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  }
  return
}
