// Vectors and tiles are as wide as the machine model's, whatever the host is.
//
// RUN: xla-opt %s --xla-lower-kernels | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: xla-opt %s --xla-lower-kernels=machine=vector-bits=256,vector-registers=16,l1=32768,l2=262144 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,MIDDLE
// RUN: xla-opt %s --xla-lower-kernels=machine=vector-bits=128 | FileCheck %s --check-prefixes=CHECK,NARROW
//
// The number of cores decides what threads share; instructions of 512 bits need vectors of 512 bits.
// RUN: xla-opt %s --xla-lower-kernels='features=avx512bf16,avx512vnni machine=vector-bits=256' | FileCheck %s --check-prefix=PLAIN
//
// RUN: expect-exit 2 xla-opt %s --xla-lower-kernels=machine=heads=2 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: expect-exit 2 xla-opt %s --xla-lower-kernels=machine=vector-bits=100 2>&1 | FileCheck %s --check-prefix=IMPOSSIBLE

// NAME: error: option machine of xla-lower-kernels: a machine model has no `heads`
// IMPOSSIBLE: error: option machine of xla-lower-kernels: there is no machine of vector-bits=100

// CHECK-LABEL: func.func private @exp_kernel_0
// WIDE: math.exp %{{.*}} : vector<16xf32>
// MIDDLE: math.exp %{{.*}} : vector<8xf32>
// NARROW: math.exp %{{.*}} : vector<4xf32>
func.func @exp(%x: memref<64x64xf32>, %r: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : memref<64x64xf32>) outs(%r : memref<64x64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.exp %a : f32
    linalg.yield %e : f32
  }
  return
}

// A register tile has two vectors of columns, and as many rows as registers are left for.
// CHECK-LABEL: func.func private @product_kernel_0
// WIDE-SAME: xla.schedules = {{.*}}block_depth = 512 : i64, {{.*}}tile_rows = 13 : i64
// WIDE: vector<16xf32>
// MIDDLE-SAME: xla.schedules = {{.*}}block_depth = 512 : i64, block_rows = 90 : i64, {{.*}}tile_rows = 6 : i64
// MIDDLE: vector<8xf32>
// NARROW-SAME: tile_rows = 13 : i64
// NARROW: vector<4xf32>
func.func @product(%a: memref<1024x1024xf32>, %b: memref<1024x1024xf32>, %c: memref<1024x1024xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<1024x1024xf32>, memref<1024x1024xf32>) outs(%c : memref<1024x1024xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = math.fma %x, %y, %s : f32
    linalg.yield %p : f32
  }
  return
}

// PLAIN-LABEL: func.func private @bytes_kernel_0
// PLAIN-NOT: llvm.x86.avx512
// PLAIN-LABEL: func.func @bytes
func.func @bytes(%a: memref<256x512xi8>, %b: memref<512x256xi8>, %c: memref<256x256xi32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<256x512xi8>, memref<512x256xi8>) outs(%c : memref<256x256xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %u = arith.extsi %x : i8 to i32
    %v = arith.extsi %y : i8 to i32
    %p = arith.muli %u, %v : i32
    %q = arith.addi %s, %p : i32
    linalg.yield %q : i32
  }
  return
}
