// RUN: xla-opt %s --xla-bufferize --xla-lower-kernels=features=avx512bf16,avx512vnni | FileCheck %s
// RUN: xla-opt %s --xla-bufferize --xla-lower-kernels | FileCheck %s --check-prefix=PLAIN

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// bf16 is stored as integers: the upper half of an f32.
// CHECK-LABEL: @bf16_kernel_0
// CHECK: vector.interleave %{{.*}}, %{{.*}} : vector<32xi16> -> vector<64xi16>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
// PLAIN-LABEL: @bf16_kernel_0
// PLAIN-NOT: llvm.call
// PLAIN: math.fma {{.*}} : vector<16xf32>
func.func @bf16(%x: tensor<32x32xi16>, %y: tensor<32x32xi16>, %z: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<32x32xi16>, tensor<32x32xi16>) outs(%z : tensor<32x32xf32>) {
  ^bb0(%a: i16, %b: i16, %sum: f32):
    %16 = arith.constant 16 : i32
    %wide_a = arith.extui %a : i16 to i32
    %high_a = arith.shli %wide_a, %16 : i32
    %real_a = arith.bitcast %high_a : i32 to f32
    %wide_b = arith.extui %b : i16 to i32
    %high_b = arith.shli %wide_b, %16 : i32
    %real_b = arith.bitcast %high_b : i32 to f32
    %next = math.fma %real_a, %real_b, %sum : f32
    linalg.yield %next : f32
  } -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// Neither is the upper half of an f32: a half that is shifted less, and a byte.
// CHECK-LABEL: @shifted_less_kernel_0
// CHECK-NOT: bf16
// CHECK: math.fma {{.*}} : vector<16xf32>
func.func @shifted_less(%x: tensor<32x32xi16>, %y: tensor<32x32xi16>, %z: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<32x32xi16>, tensor<32x32xi16>) outs(%z : tensor<32x32xf32>) {
  ^bb0(%a: i16, %b: i16, %sum: f32):
    %14 = arith.constant 14 : i32
    %wide_a = arith.extui %a : i16 to i32
    %high_a = arith.shli %wide_a, %14 : i32
    %real_a = arith.bitcast %high_a : i32 to f32
    %wide_b = arith.extui %b : i16 to i32
    %high_b = arith.shli %wide_b, %14 : i32
    %real_b = arith.bitcast %high_b : i32 to f32
    %next = math.fma %real_a, %real_b, %sum : f32
    linalg.yield %next : f32
  } -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// CHECK-LABEL: @byte_shifted_kernel_0
// CHECK-NOT: bf16
// CHECK: math.fma {{.*}} : vector<16xf32>
func.func @byte_shifted(%x: tensor<32x32xi8>, %y: tensor<32x32xi8>, %z: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<32x32xi8>, tensor<32x32xi8>) outs(%z : tensor<32x32xf32>) {
  ^bb0(%a: i8, %b: i8, %sum: f32):
    %16 = arith.constant 16 : i32
    %wide_a = arith.extui %a : i8 to i32
    %high_a = arith.shli %wide_a, %16 : i32
    %real_a = arith.bitcast %high_a : i32 to f32
    %wide_b = arith.extui %b : i8 to i32
    %high_b = arith.shli %wide_b, %16 : i32
    %real_b = arith.bitcast %high_b : i32 to f32
    %next = math.fma %real_a, %real_b, %sum : f32
    linalg.yield %next : f32
  } -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// The instruction takes A without sign: its top bit is flipped.
// CHECK-LABEL: @signed_bytes_kernel_0
// CHECK: arith.xori {{.*}} : vector<64xi8>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<16xi32>, vector<64xi8>, vector<64xi8>) -> vector<16xi32>
// PLAIN-LABEL: @signed_bytes_kernel_0
// PLAIN-NOT: llvm.call
// PLAIN: arith.muli {{.*}} : vector<16xi32>
func.func @signed_bytes(%x: tensor<32x32xi8>, %y: tensor<32x32xi8>, %z: tensor<32x32xi32>) -> tensor<32x32xi32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<32x32xi8>, tensor<32x32xi8>) outs(%z : tensor<32x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %wide_a = arith.extsi %a : i8 to i32
    %wide_b = arith.extsi %b : i8 to i32
    %product = arith.muli %wide_a, %wide_b : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<32x32xi32>
  return %0 : tensor<32x32xi32>
}

// CHECK-LABEL: @mixed_bytes_kernel_0
// CHECK-NOT: arith.xori
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<16xi32>, vector<64xi8>, vector<64xi8>) -> vector<16xi32>
func.func @mixed_bytes(%x: tensor<32x32xi8>, %y: tensor<32x32xi8>, %z: tensor<32x32xi32>) -> tensor<32x32xi32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<32x32xi8>, tensor<32x32xi8>) outs(%z : tensor<32x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %wide_a = arith.extsi %a : i8 to i32
    %wide_b = arith.extui %b : i8 to i32
    %product = arith.muli %wide_a, %wide_b : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<32x32xi32>
  return %0 : tensor<32x32xi32>
}

// CHECK-LABEL: @words_kernel_0
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpwssd.512"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<16xi32>, vector<32xi16>, vector<32xi16>) -> vector<16xi32>
func.func @words(%x: tensor<32x32xi16>, %y: tensor<32x32xi16>, %z: tensor<32x32xi32>) -> tensor<32x32xi32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<32x32xi16>, tensor<32x32xi16>) outs(%z : tensor<32x32xi32>) {
  ^bb0(%a: i16, %b: i16, %sum: i32):
    %wide_a = arith.extsi %a : i16 to i32
    %wide_b = arith.extsi %b : i16 to i32
    %product = arith.muli %wide_a, %wide_b : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<32x32xi32>
  return %0 : tensor<32x32xi32>
}

// There is no instruction for these.
// CHECK-LABEL: @unsigned_words_kernel_0
// CHECK-NOT: llvm.call
// CHECK: arith.muli {{.*}} : vector<16xi32>
func.func @unsigned_words(%x: tensor<32x32xi16>, %y: tensor<32x32xi16>, %z: tensor<32x32xi32>) -> tensor<32x32xi32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<32x32xi16>, tensor<32x32xi16>) outs(%z : tensor<32x32xi32>) {
  ^bb0(%a: i16, %b: i16, %sum: i32):
    %wide_a = arith.extui %a : i16 to i32
    %wide_b = arith.extui %b : i16 to i32
    %product = arith.muli %wide_a, %wide_b : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<32x32xi32>
  return %0 : tensor<32x32xi32>
}

// The zeros that a product begins with are not written: what is in memory counts from the second block of depth on.
// A's rows are packed as rows, a line apart. B is packed while its first tile is computed, and its lines are asked for
// before; the other tiles read it as it is packed. A tile's sums go to memory first, and then row by row where they belong.
// CHECK-LABEL: @zeros_kernel_0
// CHECK: %[[A:.*]] = memref.alloca() {alignment = 64 : i64} : memref<42240xf32>
// CHECK: %[[B:.*]] = memref.alloca() {alignment = 64 : i64} : memref<16384xf32>
// CHECK: vector.store {{.*}}, %[[A]]
// CHECK: memref.prefetch %arg2[%{{.*}}], write, locality<3>, data : memref<87040xf32>
// CHECK: %[[COLUMNS:.*]] = arith.select %[[FIRST:[0-9]+]], {{.*}} : memref<?xf32>
// CHECK: %[[READ:.*]] = vector.load %[[COLUMNS]][%{{.*}}] : memref<?xf32>, vector<16xf32>
// CHECK: scf.if %[[FIRST]] {
// CHECK: memref.prefetch %[[COLUMNS]][%{{.*}}], read, locality<3>, data : memref<?xf32>
// CHECK: vector.store %[[READ]], %[[B]][%{{.*}}] : memref<16384xf32>, vector<16xf32>
// CHECK: math.fma
// CHECK: scf.for
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<16xi1>, vector<16xf32>
// CHECK-NOT: math.fma
// CHECK-LABEL: func.func @zeros(
// CHECK: call @zeros_kernel_0
// CHECK-NOT: call
func.func @zeros(%x: tensor<80x1024xf32>, %y: tensor<1024x1088xf32>) -> tensor<80x1088xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<80x1088xf32>
  %z = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<80x1088xf32>) {
  ^bb0(%old: f32):
    linalg.yield %zero : f32
  } -> tensor<80x1088xf32>
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<80x1024xf32>, tensor<1024x1088xf32>) outs(%z : tensor<80x1088xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %next = math.fma %a, %b, %sum : f32
    linalg.yield %next : f32
  } -> tensor<80x1088xf32>
  return %0 : tensor<80x1088xf32>
}

// What is computed of each sum in its place is done before the sum is stored.
// CHECK-LABEL: @scaled_kernel_0
// CHECK: %[[SUM:.*]] = arith.addf {{.*}} : vector<16xf32>
// CHECK: %[[SCALED:.*]] = arith.mulf %[[SUM]], {{.*}} : vector<16xf32>
// CHECK-NEXT: vector.store %[[SCALED]]
// CHECK-LABEL: func.func @scaled(
// CHECK: call @scaled_kernel_0
// CHECK-NOT: call
func.func @scaled(%x: tensor<80x64xf32>, %y: tensor<64x1088xf32>) -> tensor<80x1088xf32> {
  %zero = arith.constant 0.0 : f32
  %eighth = arith.constant 0.125 : f32
  %empty = tensor.empty() : tensor<80x1088xf32>
  %z = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<80x1088xf32>) {
  ^bb0(%old: f32):
    linalg.yield %zero : f32
  } -> tensor<80x1088xf32>
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<80x64xf32>, tensor<64x1088xf32>) outs(%z : tensor<80x1088xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %next = math.fma %a, %b, %sum : f32
    linalg.yield %next : f32
  } -> tensor<80x1088xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<80x1088xf32>) outs(%empty : tensor<80x1088xf32>) {
  ^bb0(%sum: f32, %old: f32):
    %scaled = arith.mulf %sum, %eighth : f32
    linalg.yield %scaled : f32
  } -> tensor<80x1088xf32>
  return %1 : tensor<80x1088xf32>
}

// A table at neighbouring indices is read in vectors, and one at the same index once for all lanes.
// CHECK-LABEL: @tables_kernel_0
// CHECK-SAME: (%[[X:[a-z0-9]*]]: memref<64xf32>{{[^,]*}}, %[[Y:[a-z0-9]*]]: memref<64xf32>{{[^,]*}}, %[[TABLE:[a-z0-9]*]]: memref<80xf32>
// CHECK-NOT: vector.gather
// CHECK: vector.load %[[TABLE]]
// CHECK: %[[ONE:.*]] = memref.load %[[TABLE]]
// CHECK: vector.broadcast %[[ONE]]
// CHECK-NOT: vector.gather
// CHECK: vector.store %{{.*}}, %arg1[%{{.*}}] : memref<64xf32>, vector<16xf32>
func.func @tables(%x: tensor<64xf32>, %y: tensor<64xf32>, %table: tensor<80xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%y : tensor<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 0 : index
    %c7 = arith.constant 7 : index
    %at = arith.addi %i, %c7 : index
    %near = tensor.extract %table[%at] : tensor<80xf32>
    %fixed = arith.muli %c7, %c7 : index
    %same = tensor.extract %table[%fixed] : tensor<80xf32>
    %next = math.fma %a, %near, %same : f32
    linalg.yield %next : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
