// Calls of the runtime library that a lowered module still holds: upstream's bufferization takes them, and another pass makes them
// calls of functions of libxla_runtime. Threads call the program at the same time.
//
// RUN: xla-opt %s --xla-to-linalg > %t.linalg.mlir
// RUN: xla-opt %t.linalg.mlir --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' \
// RUN:   | FileCheck %s --check-prefix=BUFFERS
// RUN: xla-opt %t.linalg.mlir --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' \
// RUN:   --buffer-deallocation-pipeline --convert-linalg-to-loops --convert-scf-to-cf --xla-convert-calls-to-llvm=threads=2 \
// RUN:   --expand-strided-metadata --lower-affine --convert-complex-to-llvm --convert-arith-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm \
// RUN:   --convert-cf-to-llvm --reconcile-unrealized-casts > %t.llvm.mlir
// RUN: mlir-translate --mlir-to-llvmir %t.llvm.mlir | opt -O2 | llc -relocation-model=pic -filetype=obj -o %t.o
// RUN: cc %S/Inputs/call_solve.c %t.o $(dirname $(command -v xla-run))/libxla_runtime.a -lgcc_s -lpthread -ldl -lm -o %t.exe && %t.exe | FileCheck %s

// BUFFERS-LABEL: func.func @solve(
// BUFFERS: xla.custom_call "xla.runtime.cholesky"(%{{.*}}, %[[L:.*]]) {{.*}} : (memref<4x4xf32>, memref<4x4xf32>) -> ()
// BUFFERS: xla.custom_call "xla.runtime.triangular_solve"(%{{.*}}, %{{.*}}, %[[X:.*]]) {{.*}} : (memref<4x4xf32>, memref<4x2xf32>, memref<4x2xf32>) -> ()
// CHECK: all right
func.func @solve(%a: tensor<4x4xf32>, %b: tensor<4x2xf32>) -> tensor<4x2xf32> attributes {llvm.emit_c_interface} {
  %two = stablehlo.constant dense<2.0> : tensor<4x4xf32>
  %0 = stablehlo.multiply %a, %two : tensor<4x4xf32>
  %l = stablehlo.cholesky %0, lower = true : tensor<4x4xf32>
  %y = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}>
    : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %x = "stablehlo.triangular_solve"(%l, %y) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}>
    : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %x : tensor<4x2xf32>
}
