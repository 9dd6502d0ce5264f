// The program gets its entry point, which hands the caller's arrays of pointers on, and kernels that are marked get threads.
//
// RUN: xla-opt %s --xla-finalize-entry=entry=f | FileCheck %s
// RUN: expect-exit 2 xla-opt %s --xla-finalize-entry=entry=absent 2>&1 | FileCheck %s --check-prefix=ABSENT

// ABSENT: error: there is no function @absent to run

// The module states the bytes of the arena.
// CHECK: module attributes {xla.arena_bytes = 192 : i64}

// A part of a kernel loads the addresses that its calls have stored, and is handed a range.
// CHECK-DAG: llvm.func @xla_rt_parallel_for(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, i64)
// CHECK-DAG: llvm.func internal @kernel_part(%[[ARRAY:.*]]: !llvm.ptr, %[[FROM:.*]]: i64, %[[TO:.*]]: i64)

// One input, one result, the arena: each from the caller's array.
// CHECK-LABEL: llvm.func @xla_main
// CHECK-SAME: (%[[CONTEXT:.*]]: !llvm.ptr, %[[INPUTS:.*]]: !llvm.ptr, %[[OUTPUTS:.*]]: !llvm.ptr, %[[ARENA:.*]]: !llvm.ptr)
// CHECK: %[[IN:.*]] = llvm.getelementptr %[[INPUTS]][0]
// CHECK: %[[X:.*]] = llvm.load %[[IN]]
// CHECK: %[[OUT:.*]] = llvm.getelementptr %[[OUTPUTS]][0]
// CHECK: %[[R:.*]] = llvm.load %[[OUT]]
// CHECK: llvm.call @f(%[[CONTEXT]], %[[X]], %[[R]], %[[ARENA]])

// The call of a parallel kernel stores its addresses, and asks for all 8 iterations, at least 2 at a time, in shares.
// CHECK-LABEL: llvm.func internal @f
// The arrays are apart.
// CHECK-SAME: (%[[CONTEXT:.*]]: !llvm.ptr {llvm.noalias}, %[[X:.*]]: !llvm.ptr {llvm.noalias}, %[[R:.*]]: !llvm.ptr {llvm.noalias}, %[[ARENA:.*]]: !llvm.ptr {llvm.noalias})
// CHECK: llvm.store %[[X]]
// CHECK: llvm.store %[[R]]
// CHECK: %[[PART:.*]] = llvm.mlir.addressof @kernel_part
// CHECK: llvm.call @xla_rt_parallel_for(%[[CONTEXT]], %[[PART]], %{{.*}}, %[[END:.*]], %[[GRAIN:.*]], %[[SHARES:.*]])
// CHECK-NOT: llvm.call @kernel(
// CHECK: llvm.call @small(%arg1, %{{.*}}, %{{.*}}) : (!llvm.ptr, i64, i64) -> ()
module {
  llvm.func @kernel(%x: !llvm.ptr, %r: !llvm.ptr, %begin: i64, %end: i64) attributes {xla.parallel = 2 : i64, xla.shares} {
    llvm.return
  }
  llvm.func @small(%x: !llvm.ptr, %begin: i64, %end: i64) {
    llvm.return
  }
  llvm.func @f(%context: !llvm.ptr, %x: !llvm.ptr, %r: !llvm.ptr, %arena: !llvm.ptr) attributes {xla.arena_bytes = 192 : i64, xla.input_count = 1 : i64} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %eight = llvm.mlir.constant(8 : i64) : i64
    llvm.call @kernel(%x, %r, %zero, %eight) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
    llvm.call @small(%x, %zero, %eight) : (!llvm.ptr, i64, i64) -> ()
    llvm.return
  }
}
