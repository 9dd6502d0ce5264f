// RUN: xla-opt %s --canonicalize | FileCheck %s

// What repeats its elements is computed once: along the dimensions of an iota, of a broadcast, with literals and scalars.
// CHECK-LABEL: @elementwise
// CHECK-SAME: (%[[X:.*]]: tensor<7xf32>, %[[S:.*]]: tensor<f32>)
// CHECK: %[[EXP:.*]] = xla.exp %[[X]] : tensor<7xf32>
// CHECK: %[[SUM:.*]] = xla.add %[[EXP]], %[[S]] : (tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
// CHECK: %[[FIRST:.*]] = xla.broadcast_in_dim %[[SUM]], dims = [1] : (tensor<7xf32>) -> tensor<32x7x24xf32>
// CHECK: %[[IOTA:.*]] = xla.iota dim = 0 : tensor<7xf32>
// CHECK: %[[SIN:.*]] = xla.sin %[[IOTA]] : tensor<7xf32>
// CHECK: %[[SECOND:.*]] = xla.broadcast_in_dim %[[SIN]], dims = [1]
// CHECK: return %[[FIRST]], %[[SECOND]]
func.func @elementwise(%x: tensor<7xf32>, %s: tensor<f32>) -> (tensor<32x7x24xf32>, tensor<32x7x24xf32>) {
  %0 = xla.broadcast_in_dim %x, dims = [1] : (tensor<7xf32>) -> tensor<32x7x24xf32>
  %1 = xla.exp %0 : tensor<32x7x24xf32>
  %2 = xla.add %1, %s : (tensor<32x7x24xf32>, tensor<f32>) -> tensor<32x7x24xf32>
  %3 = xla.iota dim = 1 : tensor<32x7x24xf32>
  %4 = xla.sin %3 : tensor<32x7x24xf32>
  return %2, %4 : tensor<32x7x24xf32>, tensor<32x7x24xf32>
}

// Operands that repeat one element each are computed once, too.
// CHECK-LABEL: @scalars
// CHECK-SAME: (%[[S:.*]]: tensor<f32>)
// CHECK: %[[TWO:.*]] = xla.constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[SUM:.*]] = xla.add %[[S]], %[[TWO]] : tensor<f32>
// CHECK: xla.broadcast_in_dim %[[SUM]], dims = [] : (tensor<f32>) -> tensor<32x64xf32>
func.func @scalars(%s: tensor<f32>) -> tensor<32x64xf32> {
  %0 = xla.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
  %1 = xla.constant dense<2.0> : tensor<32x64xf32>
  %2 = xla.add %0, %1 : tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}

// Operands that repeat along other dimensions and small arrays stay as they are; one element may be repeated, too.
// CHECK-LABEL: @others
// CHECK-DAG: xla.add {{.*}} : tensor<64x32xf32>
// CHECK-DAG: %[[ROW:.*]] = xla.reshape %arg2 : (tensor<1x32xf32>) -> tensor<32xf32>
// CHECK-DAG: %[[ONCE:.*]] = xla.exp %[[ROW]] : tensor<32xf32>
// CHECK-DAG: xla.broadcast_in_dim %[[ONCE]], dims = [1] : (tensor<32xf32>) -> tensor<64x32xf32>
// CHECK-DAG: xla.exp {{.*}} : tensor<8x8xf32>
func.func @others(%x: tensor<64xf32>, %y: tensor<32xf32>, %z: tensor<1x32xf32>, %w: tensor<8xf32>)
    -> (tensor<64x32xf32>, tensor<64x32xf32>, tensor<8x8xf32>) {
  %0 = xla.broadcast_in_dim %x, dims = [0] : (tensor<64xf32>) -> tensor<64x32xf32>
  %1 = xla.broadcast_in_dim %y, dims = [1] : (tensor<32xf32>) -> tensor<64x32xf32>
  %2 = xla.add %0, %1 : tensor<64x32xf32>
  %3 = xla.broadcast_in_dim %z, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<64x32xf32>
  %4 = xla.exp %3 : tensor<64x32xf32>
  %5 = xla.broadcast_in_dim %w, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %6 = xla.exp %5 : tensor<8x8xf32>
  return %2, %4, %6 : tensor<64x32xf32>, tensor<64x32xf32>, tensor<8x8xf32>
}

// What all operands repeat along is none of the dimensions of what is computed.
// CHECK-LABEL: @of_rows_and_columns
// CHECK-DAG: %[[X:.*]] = xla.broadcast_in_dim %arg0, dims = [0] : (tensor<8xf32>) -> tensor<8x9xf32>
// CHECK-DAG: %[[Y:.*]] = xla.broadcast_in_dim %arg1, dims = [1] : (tensor<9xf32>) -> tensor<8x9xf32>
// CHECK: %[[SUM:.*]] = xla.add %[[X]], %[[Y]] : tensor<8x9xf32>
// CHECK: %[[ROUNDED:.*]] = xla.reduce_precision %[[SUM]]
// CHECK: %[[ALL:.*]] = xla.broadcast_in_dim %[[ROUNDED]], dims = [0, 2] : (tensor<8x9xf32>) -> tensor<8x64x9xf32>
// CHECK: return %[[ALL]]
func.func @of_rows_and_columns(%x: tensor<8xf32>, %y: tensor<9xf32>) -> tensor<8x64x9xf32> {
  %0 = xla.broadcast_in_dim %x, dims = [0] : (tensor<8xf32>) -> tensor<8x64x9xf32>
  %1 = xla.broadcast_in_dim %y, dims = [2] : (tensor<9xf32>) -> tensor<8x64x9xf32>
  %2 = xla.add %0, %1 : tensor<8x64x9xf32>
  %3 = xla.reduce_precision %2, format = e5m8 : tensor<8x64x9xf32>
  return %3 : tensor<8x64x9xf32>
}

// A matrix of one number is factored by its square root.
// CHECK-LABEL: @cholesky
// CHECK-NOT: xla.cholesky
// CHECK-DAG: %[[ROOT:.*]] = xla.sqrt %arg0 : tensor<3x1x1xf32>
// CHECK: xla.select %{{.*}}, %[[ROOT]], %{{.*}}
// CHECK: %[[REAL:.*]] = xla.real %arg1
// CHECK: xla.sqrt %[[REAL]]
// CHECK: xla.complex
func.func @cholesky(%x: tensor<3x1x1xf32>, %y: tensor<1x1xcomplex<f32>>) -> (tensor<3x1x1xf32>, tensor<1x1xcomplex<f32>>) {
  %0 = xla.cholesky %x, lower = true : tensor<3x1x1xf32>
  %1 = xla.cholesky %y, lower = false : tensor<1x1xcomplex<f32>>
  return %0, %1 : tensor<3x1x1xf32>, tensor<1x1xcomplex<f32>>
}

// Equal elements stay what they are, wherever they are taken from, and in any order.
// CHECK-LABEL: @equal
// CHECK-SAME: (%[[S:.*]]: tensor<f32>,
// CHECK: %[[ALL:.*]] = xla.broadcast_in_dim %[[S]], dims = [] : (tensor<f32>) -> tensor<5xf32>
// CHECK: return %[[ALL]], %[[ALL]]
func.func @equal(%s: tensor<f32>, %i: tensor<5x0xi32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %0 = "xla.gather"(%s, %i) <{offset_dims = array<i64>, collapsed_slice_dims = array<i64>, operand_batching_dims = array<i64>, start_indices_batching_dims = array<i64>, start_index_map = array<i64>, index_vector_dim = 1 : i64, slice_sizes = array<i64>}> : (tensor<f32>, tensor<5x0xi32>) -> tensor<5xf32>
  %1 = "xla.sort"(%0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %2 : tensor<i1>
  }) : (tensor<5xf32>) -> tensor<5xf32>
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}

// What moves repeated elements moves those that are repeated.
// CHECK-LABEL: @moved
// CHECK-SAME: (%[[X:[a-z0-9]+]]: tensor<7xf32>, %[[Y:[a-z0-9]+]]: tensor<4x6xf32>, %[[I:[a-z0-9]+]]: tensor<i32>)
// CHECK-DAG: %[[A:.*]] = xla.broadcast_in_dim %[[X]], dims = [0] : (tensor<7xf32>) -> tensor<7x32xf32>
// CHECK-DAG: %[[PART:.*]] = xla.slice %[[X]] [1:7:2] : (tensor<7xf32>) -> tensor<3xf32>
// CHECK-DAG: %[[B:.*]] = xla.broadcast_in_dim %[[PART]], dims = [1] : (tensor<3xf32>) -> tensor<30x3xf32>
// CHECK-DAG: %[[SPLIT:.*]] = xla.reshape %[[Y]] : (tensor<4x6xf32>) -> tensor<4x2x3xf32>
// CHECK-DAG: %[[C:.*]] = xla.broadcast_in_dim %[[SPLIT]], dims = [0, 3, 4] : (tensor<4x2x3xf32>) -> tensor<4x5x2x2x3xf32>
// CHECK-DAG: %[[SOME:.*]] = xla.dynamic_slice %[[X]] at {{\[}}%[[I]]], sizes = [2]
// CHECK-DAG: %[[D:.*]] = xla.broadcast_in_dim %[[SOME]], dims = [1] : (tensor<2xf32>) -> tensor<8x2xf32>
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
func.func @moved(%x: tensor<7xf32>, %y: tensor<4x6xf32>, %i: tensor<i32>)
    -> (tensor<7x32xf32>, tensor<30x3xf32>, tensor<4x5x2x2x3xf32>, tensor<8x2xf32>) {
  %0 = xla.broadcast_in_dim %x, dims = [1] : (tensor<7xf32>) -> tensor<32x7xf32>
  %1 = xla.transpose %0, dims = [1, 0] : (tensor<32x7xf32>) -> tensor<7x32xf32>
  %2 = xla.slice %0 [2:32, 1:7:2] : (tensor<32x7xf32>) -> tensor<30x3xf32>
  %3 = xla.broadcast_in_dim %y, dims = [0, 2] : (tensor<4x6xf32>) -> tensor<4x10x6xf32>
  %4 = xla.reshape %3 : (tensor<4x10x6xf32>) -> tensor<4x5x2x2x3xf32>
  %5 = xla.dynamic_slice %0 at [%i, %i], sizes = [8, 2] : (tensor<32x7xf32>, tensor<i32>, tensor<i32>) -> tensor<8x2xf32>
  return %1, %2, %4, %5 : tensor<7x32xf32>, tensor<30x3xf32>, tensor<4x5x2x2x3xf32>, tensor<8x2xf32>
}

// An iota stays one; a dimension of both repeated and other elements stays as it is, and pieces of one scalar are that scalar.
// CHECK-LABEL: @iota
// CHECK-DAG: %[[T:.*]] = xla.iota dim = 1 : tensor<5x7xi32>
// CHECK-DAG: %[[ROWS:.*]] = xla.iota dim = 0 : tensor<7x5xi32>
// CHECK-DAG: %[[R:.*]] = xla.reshape %[[ROWS]] : (tensor<7x5xi32>) -> tensor<35xi32>
// CHECK-DAG: %[[S:.*]] = xla.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<7xf32>
// CHECK-DAG: %[[ROW:.*]] = xla.iota dim = 0 : tensor<7xi32>
// CHECK-DAG: %[[BACK:.*]] = xla.rev %[[ROW]], dims = [0] : tensor<7xi32>
// CHECK-DAG: %[[B:.*]] = xla.broadcast_in_dim %[[BACK]], dims = [0] : (tensor<7xi32>) -> tensor<7x5xi32>
// CHECK: return %[[T]], %[[R]], %[[S]], %[[B]]
func.func @iota(%s: tensor<f32>) -> (tensor<5x7xi32>, tensor<35xi32>, tensor<7xf32>, tensor<7x5xi32>) {
  %0 = xla.iota dim = 0 : tensor<7x5xi32>
  %1 = xla.transpose %0, dims = [1, 0] : (tensor<7x5xi32>) -> tensor<5x7xi32>
  %2 = xla.reshape %0 : (tensor<7x5xi32>) -> tensor<35xi32>
  %3 = xla.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %4 = xla.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %5 = xla.concatenate %3, %4, dim = 0 : (tensor<3xf32>, tensor<4xf32>) -> tensor<7xf32>
  %6 = xla.rev %0, dims = [0, 1] : tensor<7x5xi32>
  return %1, %2, %5, %6 : tensor<5x7xi32>, tensor<35xi32>, tensor<7xf32>, tensor<7x5xi32>
}

// Rows that a reshape joins are repeated in longer ones, all of which are equal; not in rows that end within one of them.
// CHECK-LABEL: @joined_rows
// CHECK: %[[SIN:.*]] = xla.sin %{{.*}} : tensor<3xf32>
// CHECK: %[[ROWS:.*]] = xla.broadcast_in_dim %[[SIN]], dims = [1] : (tensor<3xf32>) -> tensor<16x3xf32>
// CHECK: %[[ROW:.*]] = xla.reshape %[[ROWS]] : (tensor<16x3xf32>) -> tensor<48xf32>
// CHECK: xla.broadcast_in_dim %[[ROW]], dims = [1] : (tensor<48xf32>) -> tensor<64x48xf32>
// CHECK: xla.reshape {{.*}} : (tensor<1024x3xf32>) -> tensor<96x32xf32>
func.func @joined_rows() -> (tensor<64x48xf32>, tensor<96x32xf32>) {
  %0 = xla.iota dim = 1 : tensor<1024x3xf32>
  %1 = xla.sin %0 : tensor<1024x3xf32>
  %2 = xla.reshape %1 : (tensor<1024x3xf32>) -> tensor<64x48xf32>
  %3 = xla.reshape %1 : (tensor<1024x3xf32>) -> tensor<96x32xf32>
  return %2, %3 : tensor<64x48xf32>, tensor<96x32xf32>
}

// Of what an array repeats one passes a barrier.
// CHECK-LABEL: @barrier
// CHECK: %[[PASSED:.*]]:3 = xla.optimization_barrier %arg0, %arg1, %arg2 : (tensor<48xf32>, tensor<f32>, tensor<64x48xf32>)
// CHECK-DAG: %[[SIN:.*]] = xla.sin %[[PASSED]]#0 : tensor<48xf32>
// CHECK-DAG: xla.broadcast_in_dim %[[PASSED]]#1, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-DAG: xla.broadcast_in_dim %[[SIN]], dims = [1] : (tensor<48xf32>) -> tensor<64x48xf32>
func.func @barrier(%x: tensor<48xf32>, %s: tensor<f32>, %a: tensor<64x48xf32>) -> (tensor<64x48xf32>, tensor<8xf32>, tensor<64x48xf32>) {
  %0 = xla.broadcast_in_dim %x, dims = [1] : (tensor<48xf32>) -> tensor<64x48xf32>
  %1 = xla.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %2:3 = xla.optimization_barrier %0, %1, %a : (tensor<64x48xf32>, tensor<8xf32>, tensor<64x48xf32>) -> (tensor<64x48xf32>, tensor<8xf32>, tensor<64x48xf32>)
  %3 = xla.sin %2#0 : tensor<64x48xf32>
  return %3, %2#1, %2#2 : tensor<64x48xf32>, tensor<8xf32>, tensor<64x48xf32>
}

// What is gathered at the same indices for each of a batch is gathered once: indices of one component, and of two.
// CHECK-LABEL: @gathered
// CHECK-SAME: (%[[TABLE:.*]]: tensor<100x32xf32>, %[[POSITIONS:.*]]: tensor<7xi32>, %[[PAIRS:.*]]: tensor<9x2xi32>)
// CHECK: %[[ROWS:.*]] = xla.gather %[[TABLE]] at %[[POSITIONS]], offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 32] : (tensor<100x32xf32>, tensor<7xi32>) -> tensor<7x32xf32>
// CHECK: %[[FIRST:.*]] = xla.broadcast_in_dim %[[ROWS]], dims = [1, 2] : (tensor<7x32xf32>) -> tensor<8x7x32xf32>
// CHECK: %[[SLICES:.*]] = xla.gather %[[TABLE]] at %[[PAIRS]], offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 5] : (tensor<100x32xf32>, tensor<9x2xi32>) -> tensor<5x9xf32>
// CHECK: %[[SECOND:.*]] = xla.broadcast_in_dim %[[SLICES]], dims = [0, 1] : (tensor<5x9xf32>) -> tensor<5x9x64xf32>
// CHECK: return %[[FIRST]], %[[SECOND]]
func.func @gathered(%table: tensor<100x32xf32>, %positions: tensor<7xi32>, %pairs: tensor<9x2xi32>) -> (tensor<8x7x32xf32>, tensor<5x9x64xf32>) {
  %0 = xla.broadcast_in_dim %positions, dims = [1] : (tensor<7xi32>) -> tensor<8x7x1xi32>
  %1 = xla.gather %table at %0, offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2, slice_sizes = [1, 32] : (tensor<100x32xf32>, tensor<8x7x1xi32>) -> tensor<8x7x32xf32>
  %2 = xla.broadcast_in_dim %pairs, dims = [0, 2] : (tensor<9x2xi32>) -> tensor<9x64x2xi32>
  %3 = xla.gather %table at %2, offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2, slice_sizes = [1, 5] : (tensor<100x32xf32>, tensor<9x64x2xi32>) -> tensor<5x9x64xf32>
  return %1, %3 : tensor<8x7x32xf32>, tensor<5x9x64xf32>
}

// An array of one element that is no scalar is repeated beside a row.
// CHECK-LABEL: @one_element
// CHECK: %[[ONE:.*]] = xla.reshape %arg0 : (tensor<1x1xf32>) -> tensor<f32>
// CHECK: %[[SUM:.*]] = xla.add %{{.*}}, %arg1 : {{.*}}tensor<64xf32>
// CHECK: xla.broadcast_in_dim %[[SUM]], dims = [1] : (tensor<64xf32>) -> tensor<32x64xf32>
func.func @one_element(%mean: tensor<1x1xf32>, %row: tensor<64xf32>) -> tensor<32x64xf32> {
  %0 = xla.broadcast_in_dim %mean, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<32x64xf32>
  %1 = xla.broadcast_in_dim %row, dims = [1] : (tensor<64xf32>) -> tensor<32x64xf32>
  %2 = xla.add %0, %1 : tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}

// Indices that are all one take the same slice, which is inside the operand.
// CHECK-LABEL: @one_index
// CHECK: %[[LAST:.*]] = xla.slice %arg0 [2:3, 0:2] : (tensor<3x2xf32>) -> tensor<1x2xf32>
// CHECK: %[[ROW:.*]] = xla.reshape %[[LAST]] : (tensor<1x2xf32>) -> tensor<2xf32>
// CHECK: xla.broadcast_in_dim %[[ROW]], dims = [1] : (tensor<2xf32>) -> tensor<7x2xf32>
// CHECK: %[[ONE:.*]] = xla.slice %arg0 [1:2, 0:1] : (tensor<3x2xf32>) -> tensor<1x1xf32>
// CHECK: xla.reshape %[[ONE]] : (tensor<1x1xf32>) -> tensor<f32>
// CHECK: xla.gather
func.func @one_index(%x: tensor<3x2xf32>) -> (tensor<7x2xf32>, tensor<f32>, tensor<2xf32>) {
  %far = xla.constant dense<18446744073709551615> : tensor<7x1xui64>
  %0 = xla.gather %x at %far, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2] : (tensor<3x2xf32>, tensor<7x1xui64>) -> tensor<7x2xf32>
  %place = xla.constant dense<[-4, 1]> : tensor<2xi32>
  %1 = xla.gather %x at %place, offset_dims = [], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 0, slice_sizes = [1, 1] : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<f32>
  %places = xla.constant dense<[[0, 1], [1, 1]]> : tensor<2x2xi32>
  %2 = xla.gather %x at %places, offset_dims = [], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1] : (tensor<3x2xf32>, tensor<2x2xi32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<7x2xf32>, tensor<f32>, tensor<2xf32>
}

// Indices of no components take the same elements everywhere.
// CHECK-LABEL: @no_components
// CHECK: %[[X:.*]] = xla.slice %arg0 [0:1, 0:2]
// CHECK: %[[ROW:.*]] = xla.reshape %[[X]] : (tensor<1x2xf32>) -> tensor<2xf32>
// CHECK: xla.broadcast_in_dim %[[ROW]], dims = [1] : (tensor<2xf32>) -> tensor<5x2x7xf32>
func.func @no_components(%x: tensor<3x2xf32>, %i: tensor<5x0x7xi32>) -> tensor<5x2x7xf32> {
  %0 = "xla.gather"(%x, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, operand_batching_dims = array<i64>, start_indices_batching_dims = array<i64>, start_index_map = array<i64>, index_vector_dim = 1 : i64, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<5x0x7xi32>) -> tensor<5x2x7xf32>
  return %0 : tensor<5x2x7xf32>
}

// What is computed of a reshape of repeated elements is computed before them, and once.
// CHECK-LABEL: @reshaped
// CHECK: %[[ONCE:.*]] = xla.exp %arg0 : tensor<6xf32>
// CHECK: %[[ALL:.*]] = xla.broadcast_in_dim %[[ONCE]], dims = [0] : (tensor<6xf32>) -> tensor<6x500xf32>
// CHECK: xla.reshape %[[ALL]] : (tensor<6x500xf32>) -> tensor<50x60xf32>
func.func @reshaped(%x: tensor<6xf32>) -> tensor<50x60xf32> {
  %0 = xla.broadcast_in_dim %x, dims = [0] : (tensor<6xf32>) -> tensor<6x500xf32>
  %1 = xla.reshape %0 : (tensor<6x500xf32>) -> tensor<50x60xf32>
  %2 = xla.exp %1 : tensor<50x60xf32>
  return %2 : tensor<50x60xf32>
}

// The components of an index may be equal, too.
// CHECK-LABEL: @equal_components
// CHECK: %[[ONCE:.*]] = xla.gather {{.*}} -> tensor<40xf32>
// CHECK: xla.broadcast_in_dim %[[ONCE]], dims = [1] : (tensor<40xf32>) -> tensor<30x40xf32>
func.func @equal_components(%x: tensor<50x60xf32>, %i: tensor<40xi32>) -> tensor<30x40xf32> {
  %0 = xla.broadcast_in_dim %i, dims = [1] : (tensor<40xi32>) -> tensor<30x40x2xi32>
  %1 = xla.gather %x at %0, offset_dims = [], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2, slice_sizes = [1, 1] : (tensor<50x60xf32>, tensor<30x40x2xi32>) -> tensor<30x40xf32>
  return %1 : tensor<30x40xf32>
}

// Bits are taken of what is repeated, where neighbours that become one element are not repeated apart.
// CHECK-LABEL: @bits(
// CHECK: %[[JOINED:.*]] = xla.bitcast_convert %arg0 : (tensor<6x4xui16>) -> tensor<6xf64>
// CHECK: xla.broadcast_in_dim %[[JOINED]], dims = [0] : (tensor<6xf64>) -> tensor<6x9xf64>
// CHECK: %[[PARTS:.*]] = xla.bitcast_convert %arg1 : (tensor<6xf32>) -> tensor<6x2xi16>
// CHECK: xla.broadcast_in_dim %[[PARTS]], dims = [1, 2] : (tensor<6x2xi16>) -> tensor<9x6x2xi16>
// CHECK: %[[ALL:.*]] = xla.broadcast_in_dim %arg2
// CHECK: xla.bitcast_convert %[[ALL]] : (tensor<6x4xui16>) -> tensor<6xf64>
func.func @bits(%x: tensor<6x4xui16>, %y: tensor<6xf32>, %z: tensor<6xui16>) -> (tensor<6x9xf64>, tensor<9x6x2xi16>, tensor<6xf64>) {
  %0 = xla.broadcast_in_dim %x, dims = [0, 2] : (tensor<6x4xui16>) -> tensor<6x9x4xui16>
  %1 = xla.bitcast_convert %0 : (tensor<6x9x4xui16>) -> tensor<6x9xf64>
  %2 = xla.broadcast_in_dim %y, dims = [1] : (tensor<6xf32>) -> tensor<9x6xf32>
  %3 = xla.bitcast_convert %2 : (tensor<9x6xf32>) -> tensor<9x6x2xi16>
  %4 = xla.broadcast_in_dim %z, dims = [0] : (tensor<6xui16>) -> tensor<6x4xui16>
  %5 = xla.bitcast_convert %4 : (tensor<6x4xui16>) -> tensor<6xf64>
  return %1, %3, %5 : tensor<6x9xf64>, tensor<9x6x2xi16>, tensor<6xf64>
}

// Equal bits make equal elements: one of each row is converted.
// CHECK-LABEL: @bits_of_equal_neighbours
// CHECK: xla.bitcast_convert %{{.*}} : (tensor<8x4xui16>) -> tensor<8xf64>
func.func @bits_of_equal_neighbours(%x: tensor<8xui16>) -> tensor<8x6xf64> {
  %0 = xla.broadcast_in_dim %x, dims = [0] : (tensor<8xui16>) -> tensor<8x6x4xui16>
  %1 = xla.bitcast_convert %0 : (tensor<8x6x4xui16>) -> tensor<8x6xf64>
  return %1 : tensor<8x6xf64>
}

// CHECK-LABEL: @bits_of_one_number
// CHECK-SAME: %[[X:.*]]: tensor<f32>, %[[Y:.*]]: tensor<f64>
// CHECK: %[[PAIR:.*]] = xla.broadcast_in_dim %[[X]], dims = [] : (tensor<f32>) -> tensor<2xf32>
// CHECK: %[[WIDE:.*]] = xla.bitcast_convert %[[PAIR]] : (tensor<2xf32>) -> tensor<f64>
// CHECK: xla.broadcast_in_dim %[[WIDE]], dims = [] : (tensor<f64>) -> tensor<8x6xf64>
// CHECK: %[[NARROW:.*]] = xla.bitcast_convert %[[Y]] : (tensor<f64>) -> tensor<2xf32>
// CHECK: xla.broadcast_in_dim %[[NARROW]], dims = [1] : (tensor<2xf32>) -> tensor<8x2xf32>
func.func @bits_of_one_number(%x: tensor<f32>, %y: tensor<f64>) -> (tensor<8x6xf64>, tensor<8x2xf32>) {
  %0 = xla.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<8x6x2xf32>
  %1 = xla.bitcast_convert %0 : (tensor<8x6x2xf32>) -> tensor<8x6xf64>
  %2 = xla.broadcast_in_dim %y, dims = [] : (tensor<f64>) -> tensor<8xf64>
  %3 = xla.bitcast_convert %2 : (tensor<8xf64>) -> tensor<8x2xf32>
  return %1, %3 : tensor<8x6xf64>, tensor<8x2xf32>
}

// A reduction reads what is repeated once: an element counts in a sum as often as it is repeated, and changes a maximum no second time.
// CHECK-LABEL: @sum(
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>, %[[INIT:.*]]: tensor<f32>
// CHECK: %[[TIMES:.*]] = xla.constant dense<1.000000e+03> : tensor<8xf32>
// CHECK: %[[ALL:.*]] = xla.mul %[[X]], %[[TIMES]] : tensor<8xf32>
// CHECK: xla.reduce(%[[ALL]] init: %[[INIT]]) applies xla.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
func.func @sum(%x: tensor<8xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = xla.broadcast_in_dim %x, dims = [1] : (tensor<8xf32>) -> tensor<1000x8xf32>
  %1 = xla.reduce(%0 init: %init) applies xla.add across dimensions = [0, 1] : (tensor<1000x8xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// Of narrow floats a sum is rounded once, and of integers it is one modulo their range.
// CHECK-LABEL: @narrow_sums
// CHECK-DAG: xla.constant dense<1.000000e+03> : tensor<8xf32>
// CHECK-DAG: xla.constant dense<-24> : tensor<8xi8>
// CHECK-DAG: xla.convert %arg0 : (tensor<8xf16>) -> tensor<8xf32>
// CHECK: return
func.func @narrow_sums(%x: tensor<8xf16>, %y: tensor<8xi8>, %init: tensor<f16>, %i: tensor<i8>) -> (tensor<8xf16>, tensor<8xi8>) {
  %0 = xla.broadcast_in_dim %x, dims = [0] : (tensor<8xf16>) -> tensor<8x1000xf16>
  %1 = xla.reduce(%0 init: %init) applies xla.add across dimensions = [1] : (tensor<8x1000xf16>, tensor<f16>) -> tensor<8xf16>
  %2 = xla.broadcast_in_dim %y, dims = [0] : (tensor<8xi8>) -> tensor<8x1000xi8>
  %3 = xla.reduce(%2 init: %i) applies xla.add across dimensions = [1] : (tensor<8x1000xi8>, tensor<i8>) -> tensor<8xi8>
  return %1, %3 : tensor<8xf16>, tensor<8xi8>
}

// CHECK-LABEL: @largest_and_kept
// CHECK: %[[MAX:.*]] = xla.reduce(%arg0 init: %arg1) applies xla.max across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
// CHECK: %[[ROWS:.*]] = xla.broadcast_in_dim %[[MAX]], dims = [] : (tensor<f32>) -> tensor<30xf32>
// CHECK: %[[PRODUCT:.*]] = xla.reduce(%{{.*}} init: %arg1) applies xla.mul across dimensions = [1] : (tensor<8x50xf32>, tensor<f32>) -> tensor<8xf32>
// CHECK: %[[PRODUCTS:.*]] = xla.broadcast_in_dim %[[PRODUCT]], dims = [1] : (tensor<8xf32>) -> tensor<30x8xf32>
// CHECK: return %[[ROWS]], %[[PRODUCTS]]
func.func @largest_and_kept(%x: tensor<8xf32>, %init: tensor<f32>) -> (tensor<30xf32>, tensor<30x8xf32>) {
  %0 = xla.broadcast_in_dim %x, dims = [1] : (tensor<8xf32>) -> tensor<30x8x50xf32>
  %1 = xla.reduce(%0 init: %init) applies xla.max across dimensions = [1, 2] : (tensor<30x8x50xf32>, tensor<f32>) -> tensor<30xf32>
  %2 = xla.reduce(%0 init: %init) applies xla.mul across dimensions = [2] : (tensor<30x8x50xf32>, tensor<f32>) -> tensor<30x8xf32>
  return %1, %2 : tensor<30xf32>, tensor<30x8xf32>
}

// A choice between elements of one number each is computed once for those that are repeated.
// CHECK-LABEL: @chosen
// CHECK: %[[LEAST:.*]] = xla.min %{{.*}}, %arg0 : tensor<48x48xf32>
// CHECK: xla.broadcast_in_dim %[[LEAST]], dims = [0, 1] : (tensor<48x48xf32>) -> tensor<48x48x30xf32>
func.func @chosen(%x: tensor<48x48xf32>, %init: tensor<f32>) -> tensor<48x48x30xf32> {
  %0 = xla.broadcast_in_dim %x, dims = [1, 2] : (tensor<48x48xf32>) -> tensor<1x48x48x30xf32>
  %1 = xla.reduce(%0 init: %init) applies xla.min across dimensions = [0] : (tensor<1x48x48x30xf32>, tensor<f32>) -> tensor<48x48x30xf32>
  return %1 : tensor<48x48x30xf32>
}

// Equal indices are looked for once, apart from the others.
// CHECK-LABEL: @gathered_apart
// CHECK-DAG: %[[OTHERS:.*]] = xla.gather %arg0 at %arg1, {{.*}} -> tensor<58x30xf32>
// CHECK-DAG: %[[ONE:.*]] = xla.slice %arg0 [6:7]
// CHECK: xla.concatenate %[[OTHERS]], %{{.*}}, dim = 0 : (tensor<58x30xf32>, tensor<42x30xf32>) -> tensor<100x30xf32>
func.func @gathered_apart(%x: tensor<90xf32>, %i: tensor<58x30xi32>) -> tensor<100x30xf32> {
  %six = xla.constant dense<6> : tensor<42x30xi32>
  %0 = xla.concatenate %i, %six, dim = 0 : (tensor<58x30xi32>, tensor<42x30xi32>) -> tensor<100x30xi32>
  %1 = xla.gather %x at %0, offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2, slice_sizes = [1] : (tensor<90xf32>, tensor<100x30xi32>) -> tensor<100x30xf32>
  return %1 : tensor<100x30xf32>
}

// Indices of no components take the same slice everywhere: the one of its batch.
// CHECK-LABEL: @gathered_in_batches
// CHECK: xla.broadcast_in_dim %arg0, dims = [1, 0] : (tensor<24x16xf32>) -> tensor<16x24x5xf32>
func.func @gathered_in_batches(%x: tensor<24x16xf32>, %i: tensor<24x0x5xi32>) -> tensor<16x24x5xf32> {
  %0 = xla.gather %x at %i, offset_dims = [0], collapsed_slice_dims = [], start_index_map = [], index_vector_dim = 1, slice_sizes = [1, 16], batching_dims = [0] x [0] : (tensor<24x16xf32>, tensor<24x0x5xi32>) -> tensor<16x24x5xf32>
  return %0 : tensor<16x24x5xf32>
}
