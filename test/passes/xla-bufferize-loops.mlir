// RUN: env XLA_MLIR_CHECK=1 xla-opt --xla-bufferize --split-input-file %s | FileCheck %s

// A loop whose elements lie apart is not computed in vectors by LLVM, which would gather and scatter them.
// CHECK: #[[NO_VECTORS:.*]] = #llvm.loop_vectorize<disable = true>
// CHECK: #[[APART:.*]] = #llvm.loop_annotation<vectorize = #[[NO_VECTORS]]>
// CHECK-LABEL: func.func @main
// CHECK: scf.for
// CHECK: memref.store
// CHECK: } {llvm.loop_annotation = #[[APART]]}
func.func @main(%x: tensor<9x4xf32>, %j: tensor<index>) -> tensor<9x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %column = tensor.extract %j[] : tensor<index>
  %0 = scf.for %i = %c0 to %c9 step %c1 iter_args(%r = %x) -> tensor<9x4xf32> {
    %element = tensor.extract %r[%i, %column] : tensor<9x4xf32>
    %negative = arith.negf %element : f32
    %next = tensor.insert %negative into %r[%i, %column] : tensor<9x4xf32>
    scf.yield %next : tensor<9x4xf32>
  }
  return %0 : tensor<9x4xf32>
}

// -----

// Nor is one of few iterations.
// CHECK: #[[NO_VECTORS:.*]] = #llvm.loop_vectorize<disable = true>
// CHECK: #[[FEW:.*]] = #llvm.loop_annotation<vectorize = #[[NO_VECTORS]]>
// CHECK-LABEL: func.func @main
// CHECK: } {llvm.loop_annotation = #[[FEW]]}
func.func @main(%x: tensor<4x2xf32>, %j: tensor<index>) -> tensor<4x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %begin = tensor.extract %j[] : tensor<index>
  %end = arith.minsi %begin, %c2 : index
  %before = arith.maxsi %begin, %c0 : index
  %n = arith.subi %end, %before : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%r = %x) -> tensor<4x2xf32> {
    %element = tensor.extract %r[%c0, %i] : tensor<4x2xf32>
    %negative = arith.negf %element : f32
    %next = tensor.insert %negative into %r[%c0, %i] : tensor<4x2xf32>
    scf.yield %next : tensor<4x2xf32>
  }
  return %0 : tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK-NOT: llvm.loop_annotation
func.func @main(%x: tensor<4x9xf32>, %j: tensor<index>) -> tensor<4x9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %row = tensor.extract %j[] : tensor<index>
  %0 = scf.for %i = %c0 to %c9 step %c1 iter_args(%r = %x) -> tensor<4x9xf32> {
    %element = tensor.extract %r[%row, %i] : tensor<4x9xf32>
    %negative = arith.negf %element : f32
    %next = tensor.insert %negative into %r[%row, %i] : tensor<4x9xf32>
    scf.yield %next : tensor<4x9xf32>
  }
  return %0 : tensor<4x9xf32>
}
