// RUN: xla-opt %s --split-input-file --pass-pipeline='builtin.module(xla-lower-kernels{explain=true})' -o %t 2>&1 | FileCheck %s

// How kernels are computed, and why not in vectors.

// CHECK: remark: kernel 0: vectors of 16 elements along the innermost loop
func.func @neighbours(%x: memref<64xf32>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// CHECK: remark: kernel 0: vectors of 16 elements along the innermost loop
func.func @read_apart(%x: memref<128xf32>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 * 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : memref<128xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

// CHECK: remark: kernel 0: vectors of 16 elements along the innermost loop
func.func @written_near(%x: memref<64xf32>, %y: memref<128xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0 * 2)>], iterator_types = ["parallel"]}
      ins(%x : memref<64xf32>) outs(%y : memref<128xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

// CHECK: remark: kernel 0: single elements, 0 operations: elements lie 8 apart along the innermost loop
func.func @written_apart(%x: memref<64xf32>, %y: memref<512xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0 * 8)>], iterator_types = ["parallel"]}
      ins(%x : memref<64xf32>) outs(%y : memref<512xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

// CHECK: remark: kernel 0: single elements, 2 operations: the innermost loop has 2 iterations
func.func @few(%x: memref<2xf32>, %y: memref<2xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : memref<2xf32>) outs(%y : memref<2xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// CHECK: remark: kernel 0: single elements, 64 operations: func.call has no form on vectors
func.func private @f(f32) -> f32
func.func @call(%x: memref<64xf32>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = func.call @f(%a) : (f32) -> f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// CHECK: remark: kernel 0: vectors of 16 elements along the loop around the innermost one
func.func @channels(%x: memref<64xf32>, %y: memref<64x3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64xf32>) outs(%y : memref<64x3xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// CHECK: remark: kernel 0: a product {{.*}}in tiles of registers
func.func @product(%x: memref<128x128xf32>, %y: memref<128x128xf32>, %z: memref<128x128xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<128x128xf32>, memref<128x128xf32>) outs(%z : memref<128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = math.fma %a, %b, %c : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A transposition of which one dimension is short, and of two that whole vectors do not fit in.

// CHECK: remark: kernel 0: vectors of 16 elements along the loop around the innermost one
func.func @short(%x: memref<4x32xf32>, %y: memref<32x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x32xf32>) outs(%y : memref<32x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

// CHECK: remark: kernel 0: tiles of 8 x 8 elements, transposed in registers
func.func @ten(%x: memref<10x40xf32>, %y: memref<40x10xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<10x40xf32>) outs(%y : memref<40x10xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

// Rows that fill a quarter of a vector.

// CHECK: remark: kernel 0: vectors of 32 elements along the loop around the innermost one
func.func @rows_of_seven(%x: memref<640xi16>, %y: memref<640x7xi16>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<640xi16>) outs(%y : memref<640x7xi16>) {
  ^bb0(%a: i16, %out: i16):
    linalg.yield %a : i16
  }
  return
}

// -----

// Rows of a tile are those of two loops that walk the input as one.

// CHECK: remark: kernel 0: tiles of 8 x 8 elements, transposed in registers
func.func @short_in_the_input(%x: memref<32x20x6xf32>, %y: memref<6x20x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1, d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<32x20x6xf32>) outs(%y : memref<6x20x32xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

// Columns of a tile are those of two loops that walk the output as one.

// CHECK: remark: kernel 0: tiles of 8 x 8 elements, transposed in registers
func.func @short_in_the_output(%x: memref<6x20x32xf32>, %y: memref<32x20x6xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1, d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<6x20x32xf32>) outs(%y : memref<32x20x6xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

// A body of 40 ops is emitted for 8 rows, but not for 16.

// CHECK: remark: kernel 0: tiles of 8 x 8 elements, transposed in registers
func.func @many_ops(%x: memref<1024x1024xf32>, %y: memref<1024x1024xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<1024x1024xf32>) outs(%y : memref<1024x1024xf32>) {
  ^bb0(%0: f32, %out: f32):
    %1 = math.fma %0, %0, %0 : f32
    %2 = math.fma %1, %1, %0 : f32
    %3 = math.fma %2, %2, %0 : f32
    %4 = math.fma %3, %3, %0 : f32
    %5 = math.fma %4, %4, %0 : f32
    %6 = math.fma %5, %5, %0 : f32
    %7 = math.fma %6, %6, %0 : f32
    %8 = math.fma %7, %7, %0 : f32
    %9 = math.fma %8, %8, %0 : f32
    %10 = math.fma %9, %9, %0 : f32
    %11 = math.fma %10, %10, %0 : f32
    %12 = math.fma %11, %11, %0 : f32
    %13 = math.fma %12, %12, %0 : f32
    %14 = math.fma %13, %13, %0 : f32
    %15 = math.fma %14, %14, %0 : f32
    %16 = math.fma %15, %15, %0 : f32
    %17 = math.fma %16, %16, %0 : f32
    %18 = math.fma %17, %17, %0 : f32
    %19 = math.fma %18, %18, %0 : f32
    %20 = math.fma %19, %19, %0 : f32
    %21 = math.fma %20, %20, %0 : f32
    %22 = math.fma %21, %21, %0 : f32
    %23 = math.fma %22, %22, %0 : f32
    %24 = math.fma %23, %23, %0 : f32
    %25 = math.fma %24, %24, %0 : f32
    %26 = math.fma %25, %25, %0 : f32
    %27 = math.fma %26, %26, %0 : f32
    %28 = math.fma %27, %27, %0 : f32
    %29 = math.fma %28, %28, %0 : f32
    %30 = math.fma %29, %29, %0 : f32
    %31 = math.fma %30, %30, %0 : f32
    %32 = math.fma %31, %31, %0 : f32
    %33 = math.fma %32, %32, %0 : f32
    %34 = math.fma %33, %33, %0 : f32
    %35 = math.fma %34, %34, %0 : f32
    %36 = math.fma %35, %35, %0 : f32
    %37 = math.fma %36, %36, %0 : f32
    %38 = math.fma %37, %37, %0 : f32
    %39 = math.fma %38, %38, %0 : f32
    %40 = math.fma %39, %39, %0 : f32
    linalg.yield %40 : f32
  }
  return
}
