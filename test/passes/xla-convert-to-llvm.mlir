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

// Loops become branches, and nothing of scf, arith or memref is left. A loop has its test at the end, and one more in front of it.
// CHECK-LABEL: llvm.func @loop(
// CHECK: %[[ANY:.*]] = llvm.icmp "slt" %{{.*}}, %arg1 : i64
// CHECK-NEXT: llvm.cond_br %[[ANY]], ^[[BODY:.*]](%{{.*}}, %{{.*}} : i64, f32), ^[[END:.*]](%{{.*}} : f32)
// CHECK-NEXT: ^[[BODY]](%[[I:.*]]: i64, %[[SUM:.*]]: f32):
// CHECK: %[[NEXT_SUM:.*]] = llvm.fadd %[[SUM]]
// CHECK: %[[NEXT:.*]] = llvm.add %[[I]]
// CHECK: %[[MORE:.*]] = llvm.icmp "slt" %[[NEXT]], %arg1 : i64
// CHECK: llvm.cond_br %[[MORE]], ^[[BODY]](%[[NEXT]], %[[NEXT_SUM]] : i64, f32), ^[[END]](%[[NEXT_SUM]] : f32)
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

// A loop that has an iteration for sure has no test in front.
// CHECK-LABEL: llvm.func @some(
// CHECK-NOT: llvm.icmp
// CHECK: llvm.br ^[[BODY:.*]](%{{.*}} : i64)
// CHECK: ^[[BODY]](
// CHECK: %[[MORE:.*]] = llvm.icmp "ult"
// CHECK: llvm.cond_br %[[MORE]], ^[[BODY]](
func.func @some(%memory: memref<64xf32>, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 64 : index
  scf.for unsigned %i = %zero to %n step %one {
    memref.store %x, %memory[%i] : memref<64xf32>
  }
  return
}

// A loop that has none is not entered.
// CHECK-LABEL: llvm.func @none(
// CHECK: %[[NO:.*]] = llvm.icmp "slt" %[[ZERO:.*]], %[[ZERO]] : i64
// CHECK-NEXT: llvm.cond_br %[[NO]]
func.func @none(%memory: memref<64xf32>, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %zero step %one {
    memref.store %x, %memory[%i] : memref<64xf32>
  }
  return
}

// Nothing is known of the lanes of a divisor but what its computation gives: a lane that is replaced may be 0.
// CHECK-LABEL: llvm.func @divide(
// CHECK: %[[GUARDED:.*]] = llvm.select
// CHECK: %[[DIVISOR:.*]] = llvm.freeze %[[GUARDED]] : vector<4xi64>
// CHECK: llvm.udiv %{{.*}}, %[[DIVISOR]]
// CHECK: llvm.srem %{{.*}}, %{{[0-9]+}} : vector<4xi64>
func.func @divide(%x: vector<4xi64>, %by: vector<4xi1>) -> vector<4xi64> {
  %one = arith.constant dense<1> : vector<4xi64>
  %six = arith.constant dense<6> : vector<4xi64>
  %shifted = arith.shli %six, %x : vector<4xi64>
  %guarded = arith.select %by, %shifted, %one : vector<4xi1>, vector<4xi64>
  %quotient = arith.divui %x, %guarded : vector<4xi64>
  %remainder = arith.remsi %quotient, %six : vector<4xi64>
  return %remainder : vector<4xi64>
}

// What a loop says about itself is said by its last branch.
// CHECK-LABEL: llvm.func @annotated(
// CHECK: llvm.cond_br {{.*}} {loop_annotation = #loop_annotation}
func.func @annotated(%memory: memref<64xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %memory[%i] : memref<64xf32>
  } {llvm.loop_annotation = #llvm.loop_annotation<vectorize = <disable = true>>}
  return
}

// Addresses that differ by literals are computed from one of them, in bytes.
// CHECK-LABEL: llvm.func @near(
// CHECK: %[[I:.*]] = llvm.mul %arg1
// CHECK: %[[START:.*]] = llvm.getelementptr %arg0[%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.load %[[START]]
// CHECK: %[[NEXT:.*]] = llvm.getelementptr %[[START]][64] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: llvm.load %[[NEXT]]
// CHECK-NOT: llvm.add
// CHECK: %[[BEFORE:.*]] = llvm.getelementptr %[[START]][-4] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: llvm.store %{{.*}}, %[[BEFORE]] {alignment = 4 : i64} : f32, !llvm.ptr
// CHECK-NOT: llvm.add
func.func @near(%memory: memref<640xf32>, %n: index) -> (vector<16xf32>, vector<16xf32>) {
  %sixteen = arith.constant 16 : index
  %one = arith.constant -1 : index
  %x = arith.constant 1.0 : f32
  %i = arith.muli %n, %sixteen : index
  %0 = vector.load %memory[%i] : memref<640xf32>, vector<16xf32>
  %next = arith.addi %i, %sixteen : index
  %1 = vector.load %memory[%next] : memref<640xf32>, vector<16xf32>
  %before = arith.addi %i, %one : index
  memref.store %x, %memory[%before] : memref<640xf32>
  return %0, %1 : vector<16xf32>, vector<16xf32>
}

// Indices are integers of 64 bits, in vectors, literals, memory and what other ops take as well.
// CHECK-LABEL: llvm.func @indices(
// CHECK-SAME: %{{.*}}: !llvm.ptr, %[[I:.*]]: i64, %{{.*}}: i1) -> i64
// CHECK: llvm.mlir.constant(dense<[0, 1, 2, 3]> : vector<4xi64>) : vector<4xi64>
// CHECK-NOT: index
func.func @indices(%memory: memref<8xindex>, %i: index, %which: i1) -> index {
  %lanes = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
  %all = vector.broadcast %i : index to vector<4xindex>
  %sum = arith.addi %lanes, %all : vector<4xindex>
  %one = vector.extract %sum[%i] : index from vector<4xindex>
  %in_memory = memref.load %memory[%one] : memref<8xindex>
  %narrow = arith.index_cast %in_memory : index to i32
  %wide = arith.index_castui %narrow : i32 to index
  %result = scf.if %which -> index {
    scf.yield %wide : index
  } else {
    %size = index.maxs %one, %in_memory
    scf.yield %size : index
  }
  return %result : index
}
