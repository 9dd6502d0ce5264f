// RUN: xla-opt %s --xla-lower-kernels | FileCheck %s
//
// Which memory a kernel's function is called with, and what the memory that kernels share decides.

#map = affine_map<(i) -> (i)>
#all = affine_map<(i, j, k) -> (i, j, k)>
#rows = affine_map<(i, j, k) -> (i, j)>
#first = affine_map<(i, j, k) -> (i, 0)>
#across = affine_map<(i, j, k) -> (j, i)>

// The same bytes are one argument, however they are viewed; no other argument shares them.
// CHECK-LABEL: func.func private @views_kernel_0
// CHECK-SAME: (%{{.*}}: memref<64xf32> {llvm.noalias}, %{{.*}}: index, %{{.*}}: index)
func.func @views(%arena: memref<1024xi8>) {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %half = memref.view %arena[%c64][] : memref<1024xi8> to memref<512xi8>
  %a = memref.view %half[%c64][] : memref<512xi8> to memref<64xf32>
  %b = memref.view %arena[%c128][] : memref<1024xi8> to memref<64xf32>
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<64xf32>) outs(%b : memref<64xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = math.absf %x : f32
    linalg.yield %y : f32
  }
  return
}

// Bytes from offsets that are known at run time only are two, which may overlap.
// CHECK-LABEL: func.func private @offsets_kernel_0
// CHECK-SAME: (%{{.*}}: memref<64xf32>, %{{.*}}: memref<64xf32>, %{{.*}}: index, %{{.*}}: index)
func.func @offsets(%arena: memref<1024xi8>, %begin: index, %other: index) {
  %a = memref.view %arena[%begin][] : memref<1024xi8> to memref<64xf32>
  %b = memref.view %arena[%other][] : memref<1024xi8> to memref<64xf32>
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<64xf32>) outs(%b : memref<64xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = math.absf %x : f32
    linalg.yield %y : f32
  }
  return
}

// Bytes behind each other are two, and neither shares any with the other.
// CHECK-LABEL: func.func private @neighbours_kernel_0
// CHECK-SAME: (%{{.*}}: memref<64xf32> {llvm.noalias}, %{{.*}}: memref<64xf32> {llvm.noalias}, %{{.*}}: index, %{{.*}}: index)
func.func @neighbours(%arena: memref<1024xi8>) {
  %c256 = arith.constant 256 : index
  %c0 = arith.constant 0 : index
  %half = memref.view %arena[%c256][] : memref<1024xi8> to memref<512xi8>
  %a = memref.view %half[%c0][] : memref<512xi8> to memref<8x8xf32>
  %b = memref.view %half[%c256][] : memref<512xi8> to memref<64xf32>
  %flat = memref.reinterpret_cast %a to offset: [0], sizes: [64], strides: [1] : memref<8x8xf32> to memref<64xf32>
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%flat : memref<64xf32>) outs(%b : memref<64xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = math.absf %x : f32
    linalg.yield %y : f32
  }
  return
}

// A part that begins elsewhere may share bytes with any other.
// CHECK-LABEL: func.func private @parts_kernel_0
// CHECK-SAME: (%{{.*}}: memref<64xf32>, %{{.*}}: memref<64xf32>, %{{.*}}: index, %{{.*}}: index)
func.func @parts(%m: memref<128xf32>) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [64], strides: [1] : memref<128xf32> to memref<64xf32>
  %b = memref.reinterpret_cast %m to offset: [64], sizes: [64], strides: [1] : memref<128xf32> to memref<64xf32, strided<[1], offset: 64>>
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<64xf32>) outs(%b : memref<64xf32, strided<[1], offset: 64>>) {
  ^bb0(%x: f32, %out: f32):
    %y = math.absf %x : f32
    linalg.yield %y : f32
  }
  return
}

// The elements of a row are added up as they are computed, also where the sum overwrites what they were computed from.
// CHECK-LABEL: func.func private @same_row_kernel_0
// CHECK-SAME: (%{{[a-z0-9]*}}: {{[^,]*}}, %{{[a-z0-9]*}}: {{[^,]*}}, %[[M:[a-z0-9]*]]: {{[^,]*}}, %[[E:[a-z0-9]*]]: memref
// CHECK: memref.load %[[M]]
// CHECK: %[[ELEMENTS:.*]] = math.fma
// CHECK: vector.store %[[ELEMENTS]], %[[E]]
// CHECK-NOT: vector.load %[[E]]
// CHECK: arith.mulf %[[ELEMENTS]]
// CHECK: vector.reduction <add>
// CHECK: memref.store %{{.*}}, %[[M]]
func.func @same_row(%x: memref<8x16x256xf32>, %w: memref<16x8xf32>, %m: memref<8x16xf32>, %e: memref<8x16x256xf32>) {
  linalg.generic {indexing_maps = [#all, #across, #rows, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %w, %m : memref<8x16x256xf32>, memref<16x8xf32>, memref<8x16xf32>) outs(%e : memref<8x16x256xf32>) {
  ^bb0(%a: f32, %scale: f32, %b: f32, %out: f32):
    %0 = math.fma %a, %scale, %b : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<8x16xf32>) {
  ^bb0(%out: f32):
    %zero = arith.constant 0.0 : f32
    linalg.yield %zero : f32
  }
  linalg.generic {indexing_maps = [#all, #across, #rows], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%e, %w : memref<8x16x256xf32>, memref<16x8xf32>) outs(%m : memref<8x16xf32>) {
  ^bb0(%a: f32, %scale: f32, %sum: f32):
    %0 = arith.mulf %a, %scale : f32
    %1 = arith.addf %0, %sum : f32
    linalg.yield %1 : f32
  }
  return
}

// Another row's elements are computed from what a row's sum overwrites: all of them come first.
// CHECK-LABEL: func.func private @first_row_kernel_0
// CHECK-SAME: (%{{[a-z0-9]*}}: {{[^,]*}}, %{{[a-z0-9]*}}: {{[^,]*}}, %[[M:[a-z0-9]*]]: {{[^,]*}}, %[[E:[a-z0-9]*]]: memref
// CHECK: memref.load %[[M]]
// CHECK: %[[ELEMENTS:.*]] = math.fma
// CHECK: vector.store %[[ELEMENTS]], %[[E]]
// CHECK-NOT: arith.mulf
// CHECK: vector.load %[[E]]
// CHECK: arith.mulf
// CHECK: vector.reduction <add>
// CHECK: memref.store %{{.*}}, %[[M]]
func.func @first_row(%x: memref<8x16x256xf32>, %w: memref<16x8xf32>, %m: memref<8x16xf32>, %e: memref<8x16x256xf32>) {
  linalg.generic {indexing_maps = [#all, #across, #first, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %w, %m : memref<8x16x256xf32>, memref<16x8xf32>, memref<8x16xf32>) outs(%e : memref<8x16x256xf32>) {
  ^bb0(%a: f32, %scale: f32, %b: f32, %out: f32):
    %0 = math.fma %a, %scale, %b : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<8x16xf32>) {
  ^bb0(%out: f32):
    %zero = arith.constant 0.0 : f32
    linalg.yield %zero : f32
  }
  linalg.generic {indexing_maps = [#all, #across, #rows], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%e, %w : memref<8x16x256xf32>, memref<16x8xf32>) outs(%m : memref<8x16xf32>) {
  ^bb0(%a: f32, %scale: f32, %sum: f32):
    %0 = arith.mulf %a, %scale : f32
    %1 = arith.addf %0, %sum : f32
    linalg.yield %1 : f32
  }
  return
}
