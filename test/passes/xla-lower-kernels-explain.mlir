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
