// Where leading sizes are open, there is code for blocks of rows, and a function that calls it.
//
// RUN: xla-opt %s --xla-compile-functions | FileCheck %s

// All arguments have the same number of rows.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf32>, %[[Y:.*]]: tensor<?x8xf32>, %[[B:.*]]: tensor<8xf32>) -> tensor<?x8xf32>
// CHECK: %[[A:.*]] = bufferization.to_buffer %[[X]]
// CHECK: %[[C:.*]] = bufferization.to_buffer %[[Y]]
// CHECK: %[[N:.*]] = memref.dim %[[A]]
// CHECK: %[[M:.*]] = memref.dim %[[C]]
// CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %[[N]], %[[M]]
// CHECK: cf.assert %[[EQUAL]], "the leading sizes of the arguments of @sum are equal"
// CHECK: memref.alloc(%[[N]]) {alignment = 64 : i64} : memref<?x8xf32>
// CHECK: %[[ROWS:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK: llvm.call @sum_native(%[[ROWS]],

// Narrow rows are computed in large blocks, and few rows by code for as many.
// CHECK-DAG: llvm.func internal @sum_2048_rows(
// CHECK-DAG: llvm.func internal @sum_512_rows(
// CHECK-DAG: llvm.func internal @sum_128_rows(
// CHECK-DAG: llvm.func internal @sum_64_rows(
// CHECK-DAG: llvm.func internal @sum_32_rows(
// CHECK-DAG: llvm.func internal @sum_16_rows(
// CHECK-DAG: llvm.func internal @sum_15_rows(
// CHECK-DAG: llvm.func internal @sum_1_rows(

// CHECK: llvm.func internal @sum_native(%[[ALL:.*]]: i64, %[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr, %[[BIAS:.*]]: !llvm.ptr, %[[R:.*]]: !llvm.ptr)
// CHECK: %[[BLOCK:.*]] = llvm.mlir.constant(2048 : i64) : i64
// CHECK: %[[ROWS:.*]] = llvm.sub %[[ALL]], %{{.*}} : i64
// CHECK: llvm.urem %[[ROWS]], %[[BLOCK]]
// A row is 32 bytes.
// CHECK: %[[ROW_BYTES:.*]] = llvm.mlir.constant(32 : i64) : i64
// CHECK: %[[OFFSET:.*]] = llvm.mul %{{.*}}, %[[ROW_BYTES]]
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %[[P]][%[[OFFSET]]]
// CHECK: llvm.call @sum_2048_rows(%{{.*}}, %[[FIRST]], %{{.*}}, %[[BIAS]], %{{.*}}, %{{.*}})
// CHECK: llvm.call @sum_32_rows(
// CHECK: llvm.switch
// 17 rows that are left are 9 and 8; 34 are 12, 11 and 11; 35, which are the most, are 12, 12 and 11.
// CHECK: llvm.call @sum_16_rows(
// CHECK-NOT: llvm.call
// CHECK: llvm.call @sum_9_rows(
// CHECK-NOT: llvm.call
// CHECK: llvm.call @sum_8_rows(
// CHECK: llvm.call @sum_16_rows(
// CHECK: llvm.call @sum_12_rows(
// CHECK-NOT: llvm.call
// CHECK: llvm.call @sum_11_rows(
// CHECK-NOT: llvm.call
// CHECK: llvm.call @sum_11_rows(
// CHECK-NOT: llvm.call
// CHECK: llvm.call @sum_12_rows(
// CHECK-NOT: llvm.call
// CHECK: llvm.call @sum_12_rows(
// CHECK-NOT: llvm.call
// CHECK: llvm.call @sum_11_rows(
// CHECK-NOT: llvm.call @sum_
func.func @sum(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>, %b: tensor<8xf32>) -> tensor<?x8xf32> attributes {xla.compile} {
  %0 = stablehlo.add %x, %y : tensor<?x8xf32>
  %1 = xla.add %0, %b, broadcast_dimensions = [1] : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}
