// Calls on memrefs become calls of functions of the runtime library; the list of calls goes with the module.
//
// RUN: xla-opt %s --xla-convert-calls-to-llvm | FileCheck %s
// RUN: xla-opt %s --xla-convert-calls-to-llvm=threads=3 | FileCheck %s --check-prefix=THREADS

// THREADS: %[[COUNT:.*]] = llvm.mlir.constant(3 : i32)
// THREADS: llvm.call @xla_rt_function_context(%{{.*}}, %[[COUNT]],
// CHECK: module {
// CHECK-LABEL: func.func @loop(
// CHECK-SAME: %[[X:.*]]: memref<2x2xf32>, %[[Y:.*]]: memref<2x2xf32>, %[[N:.*]]: index
// The arrays of addresses are made once, and not by each iteration.
// CHECK: %[[OUTPUTS:.*]] = llvm.alloca
// CHECK: %[[INPUTS:.*]] = llvm.alloca
// CHECK: scf.for
// CHECK-NOT: llvm.alloca
// CHECK: %[[CONTEXT:.*]] = llvm.call @xla_rt_function_context(
// CHECK: memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: memref.extract_aligned_pointer_as_index %[[Y]]
// CHECK: llvm.call @xla_rt_custom_call(%[[CONTEXT]], %{{.*}}, %[[INPUTS]], %[[OUTPUTS]]) : (!llvm.ptr, i64, !llvm.ptr, !llvm.ptr) -> i32
// The module has a symbol of the name already.
// CHECK: func.func private @xla_runtime_context()
// CHECK: llvm.mlir.global internal @xla_runtime_context_0(0 : i64)
// CHECK: llvm.mlir.global internal constant @xla_runtime_calls(
// CHECK: llvm.func @xla_rt_function_context(!llvm.ptr, i32, !llvm.ptr, i64) -> !llvm.ptr
// CHECK: llvm.func @xla_rt_custom_call(!llvm.ptr, i64, !llvm.ptr, !llvm.ptr) -> i32
module attributes {xla.custom_calls = [{attributes = {lower = true}, location = "a.mlir:1:1", operands = [tensor<2x2xf32>],
                                        results = [tensor<2x2xf32>], target = "xla.runtime.cholesky"}]} {
  func.func @loop(%x: memref<2x2xf32>, %y: memref<2x2xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      xla.custom_call "xla.runtime.cholesky"(%x, %y) {xla.site = 0 : i64} : (memref<2x2xf32>, memref<2x2xf32>) -> ()
    }
    return
  }
  func.func private @xla_runtime_context()
}
