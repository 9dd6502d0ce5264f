// Products of bf16 and of bytes in the matrix tiles of AMX, where the processor has them or the schedule asks for them.
//
// RUN: xla-opt %s --xla-bufferize --xla-lower-kernels=features=avx512vnni,amx-int8 | FileCheck %s --check-prefixes=TILES,CHECK
// RUN: xla-opt %s --xla-bufferize --xla-lower-kernels=features=avx512vnni,amx-bf16 | FileCheck %s --check-prefixes=VNNI,CHECK
//
// The code that a processor runs: four tiles of sums, to which each tile of an operand that is loaded adds two products.
// RUN: xla-translate --xla-to-asm --target x86-64-v4+amx-bf16+amx-int8 %S/Inputs/matrix-tiles.mlir | FileCheck %s --check-prefix=ASM
// RUN: xla-translate --xla-to-asm --target x86-64-v4+amx-int8 %S/Inputs/matrix-tiles.mlir | FileCheck %s --check-prefix=BYTES
// BYTES-NOT: tdpbf16ps
// BYTES: tdpbsud
// BYTES-NOT: tdpbf16ps
// ASM: xla_rt_permit_matrix_tiles
// ASM: ldtilecfg
// ASM-COUNT-4: tilezero
// ASM-NOT: tilestored
// ASM: tileloadd {{.*}}, %tmm4
// ASM: tileloadd {{.*}}, %tmm5
// ASM: tileloadd {{.*}}, %tmm6
// ASM: tileloadd {{.*}}, %tmm7
// ASM-COUNT-4: tdpbf16ps
// ASM-NOT: tdpbf16ps
// ASM: tilestored
// ASM: tilerelease
//
// Where the processor has none, the program says what is missing.
// RUN: expect-exit 2 xla-run --target x86-64-v4+avx %S/Inputs/matrix-tiles.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: no such target: `x86-64-v4+avx`; only x86-64-v4 may have +avx512bf16, +avx512vnni, +amx-bf16, +amx-int8

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// 40 rows are two register tiles of two matrix tiles of ten rows. 100 bytes are two tiles deep, the second one with zeros.
// CHECK-LABEL: @signed_kernel_0
// TILES-SAME: tile_rows = 20 : i64
// TILES: call @xla_rt_permit_matrix_tiles()
// TILES: arith.constant 10 : i16
// TILES-COUNT-4: llvm.call_intrinsic "llvm.x86.tilezero.internal"(%{{.*}}, %{{.*}}) : (i16, i16) -> !llvm.x86_amx
// TILES: scf.for {{.*}} iter_args({{.*}}) -> (!llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) {
// TILES-COUNT-4: llvm.call_intrinsic "llvm.x86.tileloadd64.internal"
// TILES-COUNT-4: llvm.call_intrinsic "llvm.x86.tdpbssd.internal"
// TILES-NOT: tdpbssd
// TILES-COUNT-4: llvm.call_intrinsic "llvm.x86.tilestored64.internal"
// VNNI-NOT: x86_amx
// VNNI: llvm.x86.avx512.vpdpbusd.512
// VNNI-NOT: x86_amx
func.func @signed(%x: tensor<40x100xi8>, %y: tensor<100x64xi8>, %z: tensor<40x64xi32>) -> tensor<40x64xi32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<40x100xi8>, tensor<100x64xi8>) outs(%z : tensor<40x64xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %wide_a = arith.extsi %a : i8 to i32
    %wide_b = arith.extsi %b : i8 to i32
    %product = arith.muli %wide_a, %wide_b : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<40x64xi32>
  return %0 : tensor<40x64xi32>
}

// Few rows and few columns: one matrix tile.
// CHECK-LABEL: @few_kernel_0
// TILES-SAME: tile_rows = 9 : i64
// TILES: scf.for {{.*}} iter_args(%{{[^,]*}}) -> (!llvm.x86_amx) {
// TILES: llvm.call_intrinsic "llvm.x86.tdpbusd.internal"
// TILES-NOT: tdpbusd
func.func @few(%x: tensor<9x1000xi8>, %y: tensor<1000x14xi8>, %z: tensor<9x14xi32>) -> tensor<9x14xi32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<9x1000xi8>, tensor<1000x14xi8>) outs(%z : tensor<9x14xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %wide_a = arith.extui %a : i8 to i32
    %wide_b = arith.extsi %b : i8 to i32
    %product = arith.muli %wide_a, %wide_b : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<9x14xi32>
  return %0 : tensor<9x14xi32>
}
