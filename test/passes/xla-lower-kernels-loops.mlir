// RUN: xla-opt %s --pass-pipeline='builtin.module(xla-lower-kernels{machine=wake=1000})' | FileCheck %s
// RUN: xla-opt %s --pass-pipeline='builtin.module(xla-lower-kernels{machine=wake=1000 explain=true})' 2>&1 | FileCheck %s --check-prefix=EXPLAIN
//
// Loops over scalars become functions that threads share where each iteration touches elements of its own.

// CHECK-LABEL: func.func private @counted_loop_0
// CHECK-SAME: (%[[X:.*]]: memref<6400xi32> {llvm.noalias}, %[[COUNTS:.*]]: memref<2560xi32> {llvm.noalias}, %[[BEGIN:.*]]: index, %[[END:.*]]: index) attributes {xla.parallel = {{[0-9]+}} : i64}
// CHECK-DAG: memref.reinterpret_cast %[[X]] {{.*}} to memref<64x100xi32>
// CHECK-DAG: memref.reinterpret_cast %[[COUNTS]] {{.*}} to memref<64x40xi32>
// CHECK: scf.for %[[I:.*]] = %[[BEGIN]] to %[[END]]
// CHECK: scf.for
// CHECK: memref.store %{{.*}}[%[[I]], %{{.*}}] : memref<64x40xi32>
// CHECK-LABEL: func.func @counted
// CHECK-NOT: scf.for
// CHECK: call @counted_loop_0(%{{.*}}, %{{.*}}, %c0, %c64)
// EXPLAIN: loops.mlir:[[#@LINE+7]]:3: remark: loop 0: single elements, 38528 operations; threads share its 64 iterations
func.func @counted(%x: memref<64x100xi32>, %counts: memref<64x40xi32>) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c100 = arith.constant 100 : index
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c100 step %c1 {
      %number = memref.load %x[%i, %j] : memref<64x100xi32>
      %bin = arith.index_cast %number : i32 to index
      %before = memref.load %counts[%i, %bin] : memref<64x40xi32>
      %after = arith.addi %before, %one : i32
      memref.store %after, %counts[%i, %bin] : memref<64x40xi32>
    }
  }
  return
}

// Only the inner loop of the first one is shared: the state that the outer one carries is in `%a`, at the same indices in each iteration.
// CHECK-LABEL: func.func private @inner_loop_0
// CHECK-LABEL: func.func @inner
// CHECK: scf.for
// CHECK-NEXT: call @inner_loop_0
func.func @inner(%a: memref<500xf32>) {
  %two = arith.constant 2.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c500 = arith.constant 500 : index
  scf.for %step = %c0 to %c4 step %c1 {
    scf.for %i = %c0 to %c500 step %c1 {
      %before = memref.load %a[%i] : memref<500xf32>
      %after = arith.mulf %before, %two : f32
      memref.store %after, %a[%i] : memref<500xf32>
    }
  }
  return
}

// What an iteration loads another one may have stored: at the next index, at any, by other sizes, or as other bytes of the same memory.
// CHECK-LABEL: func.func @neighbours
// CHECK-NOT: call
// CHECK-LABEL: func.func @across
// CHECK-NOT: call
// CHECK-LABEL: func.func @other_sizes
// CHECK-NOT: call
// CHECK-LABEL: func.func @bytes
// CHECK-NOT: call
func.func @neighbours(%a: memref<5001xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5000 = arith.constant 5000 : index
  scf.for %i = %c0 to %c5000 step %c1 {
    %next = arith.addi %i, %c1 : index
    %before = memref.load %a[%i] : memref<5001xf32>
    memref.store %before, %a[%next] : memref<5001xf32>
  }
  return
}

func.func @across(%a: memref<80x80xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c80 = arith.constant 80 : index
  scf.for %i = %c0 to %c80 step %c1 {
    scf.for %j = %c0 to %c80 step %c1 {
      %other = memref.load %a[%j, %i] : memref<80x80xf32>
      memref.store %other, %a[%i, %j] : memref<80x80xf32>
    }
  }
  return
}

func.func @other_sizes(%a: memref<80x80xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c80 = arith.constant 80 : index
  %flat = memref.reinterpret_cast %a to offset: [0], sizes: [6400], strides: [1] : memref<80x80xf32> to memref<6400xf32>
  scf.for %i = %c0 to %c80 step %c1 {
    scf.for %j = %c0 to %c80 step %c1 {
      %other = memref.load %flat[%i] : memref<6400xf32>
      memref.store %other, %a[%i, %j] : memref<80x80xf32>
    }
  }
  return
}

func.func @bytes(%arena: memref<8192xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c1000 = arith.constant 1000 : index
  scf.for %i = %c0 to %c1000 step %c1 {
    %from = memref.view %arena[%c64][] : memref<8192xi8> to memref<1000xf32>
    %to = memref.view %arena[%c0][] : memref<8192xi8> to memref<1000xf32>
    %element = memref.load %from[%i] : memref<1000xf32>
    memref.store %element, %to[%i] : memref<1000xf32>
  }
  return
}

// Bytes apart are shared; a loop that calls, and one that takes a scalar from around it, are not.
// CHECK-LABEL: func.func private @apart_loop_0
// CHECK-SAME: (%{{.*}}: memref<8192xi8> {llvm.noalias}, %{{.*}}: index, %{{.*}}: index)
// CHECK-LABEL: func.func @apart
// CHECK: call @apart_loop_0
// CHECK-LABEL: func.func @calls
// CHECK: scf.for
// CHECK-LABEL: func.func @scaled
// CHECK: scf.for
func.func @apart(%arena: memref<8192xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4096 = arith.constant 4096 : index
  %c1000 = arith.constant 1000 : index
  scf.for %i = %c0 to %c1000 step %c1 {
    %from = memref.view %arena[%c4096][] : memref<8192xi8> to memref<1000xf32>
    %to = memref.view %arena[%c0][] : memref<8192xi8> to memref<1000xf32>
    %element = memref.load %from[%i] : memref<1000xf32>
    memref.store %element, %to[%i] : memref<1000xf32>
  }
  return
}

func.func private @next(f32) -> f32

func.func @calls(%a: memref<5000xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5000 = arith.constant 5000 : index
  scf.for %i = %c0 to %c5000 step %c1 {
    %before = memref.load %a[%i] : memref<5000xf32>
    %after = func.call @next(%before) : (f32) -> f32
    memref.store %after, %a[%i] : memref<5000xf32>
  }
  return
}

func.func @scaled(%a: memref<5000xf32>, %factor: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5000 = arith.constant 5000 : index
  %by = memref.load %factor[] : memref<f32>
  scf.for %i = %c0 to %c5000 step %c1 {
    %before = memref.load %a[%i] : memref<5000xf32>
    %after = arith.mulf %before, %by : f32
    memref.store %after, %a[%i] : memref<5000xf32>
  }
  return
}

// Offsets that are known at run time only may be any, and so may be what another op makes of memory, or what is not dense.
// CHECK-LABEL: func.func @offsets
// CHECK: scf.for
// CHECK-LABEL: func.func @part
// CHECK: scf.for
// CHECK-LABEL: func.func @strided
// CHECK: scf.for
func.func @offsets(%arena: memref<8192xi8>, %begin: index, %other: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %from = memref.view %arena[%begin][] : memref<8192xi8> to memref<1000xf32>
  %to = memref.view %arena[%other][] : memref<8192xi8> to memref<1000xf32>
  scf.for %i = %c0 to %c1000 step %c1 {
    %element = memref.load %from[%i] : memref<1000xf32>
    memref.store %element, %to[%i] : memref<1000xf32>
  }
  return
}

func.func @part(%a: memref<8192xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %to = memref.subview %a[0] [1000] [1] : memref<8192xf32> to memref<1000xf32, strided<[1]>>
  scf.for %i = %c0 to %c1000 step %c1 {
    %next = arith.addi %i, %c1 : index
    %element = memref.load %a[%next] : memref<8192xf32>
    memref.store %element, %to[%i] : memref<1000xf32, strided<[1]>>
  }
  return
}

func.func @strided(%a: memref<1000xf32, strided<[2]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  scf.for %i = %c0 to %c1000 step %c1 {
    %element = memref.load %a[%i] : memref<1000xf32, strided<[2]>>
    %negated = arith.negf %element : f32
    memref.store %negated, %a[%i] : memref<1000xf32, strided<[2]>>
  }
  return
}

// Little work is not shared.
// CHECK-LABEL: func.func @little
// CHECK: scf.for
func.func @little(%a: memref<50xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  scf.for %i = %c0 to %c50 step %c1 {
    %before = memref.load %a[%i] : memref<50xf32>
    %after = arith.negf %before : f32
    memref.store %after, %a[%i] : memref<50xf32>
  }
  return
}
