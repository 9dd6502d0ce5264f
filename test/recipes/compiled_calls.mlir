// A compiled function that calls the runtime library, and large kernels on threads of its own, in an object file that several threads
// of C call at the same time.
//
// RUN: xla-opt %s --xla-compile-functions=threads=2 > %t.compiled.mlir
// RUN: FileCheck %s --check-prefix=COMPILED < %t.compiled.mlir
// RUN: mlir-opt %t.compiled.mlir --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' \
// RUN:   --expand-strided-metadata --convert-arith-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts \
// RUN:   | mlir-translate --mlir-to-llvmir | opt -O2 | llc -relocation-model=pic -filetype=obj -o %t.o
// RUN: cc -DEXPONENTIALS %S/Inputs/call_solve.c %t.o $(dirname $(command -v xla-run))/libxla_runtime.a -lgcc_s -lpthread -ldl -lm -o %t.exe && %t.exe | FileCheck %s
// One thread needs no function that divides work.
// RUN: xla-opt %s --xla-compile-functions | FileCheck %s --check-prefix=ONE

// COMPILED: llvm.call @xla_rt_custom_call(
// COMPILED: llvm.mlir.global internal @solve_native_context(0 : i64)
// COMPILED: llvm.mlir.global internal constant @solve_native_calls("
// COMPILED: llvm.func internal @solve_native(
// COMPILED: %[[THREADS:.*]] = llvm.mlir.constant(2 : i32)
// COMPILED: llvm.call @xla_rt_function_context(%{{.*}}, %[[THREADS]], %{{.*}}, %{{.*}}) : (!llvm.ptr, i32, !llvm.ptr, i64) -> !llvm.ptr
// COMPILED: llvm.func internal @exponentials_native(
// COMPILED: llvm.call @xla_rt_function_context(
// ONE-NOT: xla_rt_parallel_for
// CHECK: all right
func.func @solve(%a: tensor<4x4xf32>, %b: tensor<4x2xf32>) -> tensor<4x2xf32> attributes {xla.compile, llvm.emit_c_interface} {
  %two = stablehlo.constant dense<2.0> : tensor<4x4xf32>
  %0 = stablehlo.multiply %a, %two : tensor<4x4xf32>
  %l = stablehlo.cholesky %0, lower = true : tensor<4x4xf32>
  %y = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}>
    : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %x = "stablehlo.triangular_solve"(%l, %y) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}>
    : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %x : tensor<4x2xf32>
}

// Large enough to be divided.
func.func @exponentials(%x: tensor<512x512xf32>) -> tensor<512x512xf32> attributes {xla.compile, llvm.emit_c_interface} {
  %0 = stablehlo.exponential %x : tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
