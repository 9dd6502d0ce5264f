// The program gets its entry point, which has the caller's arrays of pointers, and kernels that are marked get threads.
//
// RUN: xla-opt %s --xla-finalize-entry=entry=f | FileCheck %s
// RUN: xla-opt %s --xla-finalize-entry=entry=loops | FileCheck %s --check-prefix=LOOPS
// RUN: expect-exit 2 xla-opt %s --xla-finalize-entry=entry=absent 2>&1 | FileCheck %s --check-prefix=ABSENT

// ABSENT: error: there is no function @absent to run

// The module states the bytes of the arena.
// CHECK: module attributes {xla.arena_bytes = 192 : i64}

// The runtime calls a kernel with 16 words at most: one that takes more is called by a function that loads them.
// CHECK: llvm.func internal @large_part(%[[ARRAY:.*]]: !llvm.ptr, %[[FROM:.*]]: i64, %[[TO:.*]]: i64)
// CHECK: llvm.call @large({{.*}}, %[[FROM]], %[[TO]], %{{.*}})
// CHECK: llvm.func @xla_rt_parallel_for(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64)

// One input, one result, the arena: each from the caller's array. The entry has the ops of @f.
// CHECK-LABEL: llvm.func @xla_main
// CHECK-SAME: (%[[CONTEXT:.*]]: !llvm.ptr, %[[INPUTS:.*]]: !llvm.ptr, %[[OUTPUTS:.*]]: !llvm.ptr, %[[ARENA:.*]]: !llvm.ptr)
// CHECK: %[[IN:.*]] = llvm.getelementptr %[[INPUTS]][0]
// CHECK: %[[X:.*]] = llvm.load %[[IN]]
// CHECK: %[[OUT:.*]] = llvm.getelementptr %[[OUTPUTS]][0]
// CHECK: %[[R:.*]] = llvm.load %[[OUT]]
// The call of a parallel kernel stores two addresses and an offset, and asks for all 8 iterations, at least 2 at a time, in shares.
// CHECK: llvm.store %[[X]]
// CHECK: llvm.store %[[R]]
// CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[WORDS:.*]][2]
// CHECK: llvm.store %[[OFFSET:.*]], %[[SLOT]] : i64, !llvm.ptr
// CHECK: %[[KERNEL:.*]] = llvm.mlir.addressof @kernel :
// CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i64)
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// CHECK: llvm.call @xla_rt_parallel_for(%[[CONTEXT]], %[[KERNEL]], %[[WORDS]], %[[TWO]], %[[ONE]], %{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NOT: llvm.call @kernel(
// CHECK: llvm.call @small(%[[X]], %{{.*}}, %{{.*}}) : (!llvm.ptr, i64, i64) -> ()
// CHECK: llvm.mlir.addressof @large_part
// CHECK-NOT: llvm.func internal @f(

// The entry calls a function with loops, whose arrays are known to be apart since they are its arguments.
// LOOPS-LABEL: llvm.func @xla_main
// LOOPS-SAME: (%[[CONTEXT:.*]]: !llvm.ptr, %[[INPUTS:.*]]: !llvm.ptr, %[[OUTPUTS:.*]]: !llvm.ptr, %[[ARENA:.*]]: !llvm.ptr)
// LOOPS: %[[IN:.*]] = llvm.getelementptr %[[INPUTS]][0]
// LOOPS: %[[X:.*]] = llvm.load %[[IN]]
// LOOPS: %[[OUT:.*]] = llvm.getelementptr %[[OUTPUTS]][0]
// LOOPS: %[[R:.*]] = llvm.load %[[OUT]]
// LOOPS: llvm.call @loops(%[[CONTEXT]], %[[X]], %[[R]], %[[ARENA]])
// LOOPS: llvm.func internal @loops
// LOOPS-SAME: (%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias})
module {
  llvm.func @kernel(%x: !llvm.ptr, %r: !llvm.ptr, %begin: i64, %end: i64, %offset: i64) attributes {xla.parallel = 2 : i64, xla.shares} {
    llvm.return
  }
  llvm.func @large(%0: !llvm.ptr, %1: !llvm.ptr, %2: !llvm.ptr, %3: !llvm.ptr, %4: !llvm.ptr, %5: !llvm.ptr, %6: !llvm.ptr, %7: !llvm.ptr, %8: !llvm.ptr, %9: !llvm.ptr, %10: !llvm.ptr, %11: !llvm.ptr, %12: !llvm.ptr, %13: !llvm.ptr, %begin: i64, %end: i64, %offset: i64) attributes {xla.parallel = 2 : i64} {
    llvm.return
  }
  llvm.func @small(%x: !llvm.ptr, %begin: i64, %end: i64) {
    llvm.return
  }
  llvm.func @f(%context: !llvm.ptr, %x: !llvm.ptr, %r: !llvm.ptr, %arena: !llvm.ptr) attributes {xla.arena_bytes = 192 : i64, xla.input_count = 1 : i64} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %eight = llvm.mlir.constant(8 : i64) : i64
    llvm.call @kernel(%x, %r, %zero, %eight, %eight) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
    llvm.call @small(%x, %zero, %eight) : (!llvm.ptr, i64, i64) -> ()
    llvm.call @large(%x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %r, %zero, %eight, %eight) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
    llvm.return
  }
  llvm.func @loops(%context: !llvm.ptr, %x: !llvm.ptr, %r: !llvm.ptr, %arena: !llvm.ptr) attributes {xla.arena_bytes = 192 : i64, xla.input_count = 1 : i64} {
    llvm.br ^end
  ^end:
    llvm.return
  }
}
