// RUN: xla-opt %s --xla-convert-to-llvm | FileCheck %s

// A memref argument is a pointer, and a load from it is of an address that a vector need not be aligned to.
// CHECK-LABEL: llvm.func @load(
// CHECK-SAME: %[[MEMORY:.*]]: !llvm.ptr
// CHECK-SAME: %[[I:.*]]: i64
// CHECK-SAME: -> vector<8xf32>
// CHECK-NOT: llvm.insertvalue
// CHECK: %[[ADDRESS:.*]] = llvm.getelementptr %[[MEMORY]][%[[I]]]
// CHECK: %[[VALUE:.*]] = llvm.load %[[ADDRESS]] {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: llvm.return %[[VALUE]]
func.func @load(%memory: memref<64xf32>, %i: index) -> vector<8xf32> {
  %0 = vector.load %memory[%i] : memref<64xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}

// Loops become branches, and nothing of scf, arith or memref is left.
// CHECK-LABEL: llvm.func @loop(
// CHECK: llvm.icmp "slt" %{{.*}}, %arg1 : i64
// CHECK: llvm.cond_br
// CHECK: llvm.fadd
// CHECK-NOT: scf.
// CHECK-NOT: arith.
// CHECK-NOT: memref.
func.func @loop(%memory: memref<64xf32>, %n: index) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.constant 0.0 : f32
  %sum = scf.for %i = %zero to %n step %one iter_args(%so_far = %start) -> f32 {
    %element = memref.load %memory[%i] : memref<64xf32>
    %next = arith.addf %so_far, %element : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
