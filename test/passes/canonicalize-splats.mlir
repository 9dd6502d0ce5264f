// RUN: xla-opt %s --canonicalize | FileCheck %s
//
// What is taken of equal elements are equal elements, and a reduction of them gives equal results, of which one is computed.

// CHECK-LABEL: @rows
// CHECK: %[[ROW:.*]] = xla.constant dense<9> : tensor<1x6xi32>
// CHECK: %[[ONE:.*]] = xla.reduce(%[[ROW]] init: %arg0){{.*}} -> tensor<1xi32>
// CHECK: %[[SCALAR:.*]] = xla.reshape %[[ONE]]
// CHECK: xla.broadcast_in_dim %[[SCALAR]], dims = [] : (tensor<i32>) -> tensor<64xi32>
func.func @rows(%init: tensor<i32>) -> tensor<64xi32> {
  %x = xla.constant dense<9> : tensor<64x6xi32>
  %0 = xla.reduce(%x init: %init) applies xla.add across dimensions = [1] : (tensor<64x6xi32>, tensor<i32>) -> tensor<64xi32>
  return %0 : tensor<64xi32>
}

// Where the scalar comes from makes no difference.
// CHECK-LABEL: @scalar
// CHECK: xla.reduce{{.*}}(tensor<5x1x1xf32>, tensor<f32>) -> tensor<1x1xf32>
func.func @scalar(%x: tensor<f32>, %init: tensor<f32>) -> tensor<7x8xf32> {
  %all = xla.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<5x7x8xf32>
  %0 = xla.reduce(%all init: %init) applies xla.max across dimensions = [0] : (tensor<5x7x8xf32>, tensor<f32>) -> tensor<7x8xf32>
  return %0 : tensor<7x8xf32>
}

// Of a window that dimension has one position that is without padding and holes, here the first and the last one.
// CHECK-LABEL: @window
// CHECK: xla.reduce_window{{.*}}(tensor<3x8x8x5xf32>, tensor<f32>) -> tensor<1x8x13x1xf32>
// CHECK: xla.broadcast_in_dim {{.*}} -> tensor<8x8x13x5xf32>
func.func @window(%init: tensor<f32>) -> tensor<8x8x13x5xf32> {
  %x = xla.constant dense<2.0> : tensor<10x8x8x9xf32>
  %0 = xla.reduce_window(%x init: %init) applies xla.mul window = {size = [3, 2, 3, 3], stride = [1, 1, 1, 1], pad = [[0, 0], [1, 0], [0, 0], [0, 0]], lhs_dilate = [1, 1, 2, 1], rhs_dilate = [1, 1, 1, 2]} : (tensor<10x8x8x9xf32>, tensor<f32>) -> tensor<8x8x13x5xf32>
  return %0 : tensor<8x8x13x5xf32>
}

// CHECK-LABEL: @other
// CHECK: xla.reduce{{.*}}(tensor<64x6xi32>, tensor<i32>) -> tensor<64xi32>
// CHECK: xla.reduce_window{{.*}}(tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
func.func @other(%x: tensor<6xi32>, %init: tensor<i32>, %zero: tensor<f32>) -> (tensor<64xi32>, tensor<8xf32>) {
  %all = xla.broadcast_in_dim %x, dims = [1] : (tensor<6xi32>) -> tensor<64x6xi32>
  %0 = xla.reduce(%all init: %init) applies xla.add across dimensions = [1] : (tensor<64x6xi32>, tensor<i32>) -> tensor<64xi32>
  %ones = xla.constant dense<1.0> : tensor<8xf32>
  %1 = xla.reduce_window(%ones init: %zero) applies xla.add window = {size = [3], pad = same} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0, %1 : tensor<64xi32>, tensor<8xf32>
}

// CHECK-LABEL: @taken
// CHECK-NEXT: %[[S:.*]] = xla.constant dense<7> : tensor<2x3xi32>
// CHECK-NEXT: return %[[S]]
func.func @taken(%i: tensor<i32>) -> tensor<2x3xi32> {
  %x = xla.constant dense<7> : tensor<64x6xi32>
  %0 = xla.dynamic_slice %x at [%i, %i], sizes = [2, 3] : (tensor<64x6xi32>, tensor<i32>, tensor<i32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// Around no elements there is padding alone, and windows of nothing but the initial value are alike.
// CHECK-LABEL: @nothing
// CHECK: xla.broadcast_in_dim %arg1, dims = [] {{.*}} -> tensor<4x9xf32>
// CHECK: xla.reduce_window{{.*}}(tensor<3x2xf32>, tensor<f32>) -> tensor<1x1xf32>
// CHECK: xla.broadcast_in_dim {{.*}} -> tensor<6x4xf32>
func.func @nothing(%x: tensor<4x0xf32>, %v: tensor<f32>) -> (tensor<4x9xf32>, tensor<6x4xf32>) {
  %0 = xla.pad %x, %v, low = [0, 4], high = [0, 5], interior = [0, 0] : (tensor<4x0xf32>, tensor<f32>) -> tensor<4x9xf32>
  %1 = xla.reduce_window(%x init: %v) applies xla.add window = {size = [3, 2], pad = [[2, 2], [2, 3]]} : (tensor<4x0xf32>, tensor<f32>) -> tensor<6x4xf32>
  return %0, %1 : tensor<4x9xf32>, tensor<6x4xf32>
}

// What is cropped is not seen.
// CHECK-LABEL: @cropped
// CHECK: xla.reduce_window{{.*}}(tensor<3xf32>, tensor<f32>) -> tensor<1xf32>
// CHECK: xla.broadcast_in_dim {{.*}} -> tensor<95xf32>
func.func @cropped(%init: tensor<f32>) -> tensor<95xf32> {
  %x = xla.constant dense<2.0> : tensor<100xf32>
  %0 = xla.reduce_window(%x init: %init) applies xla.mul window = {size = [3], pad = [[-1, -2]]} : (tensor<100xf32>, tensor<f32>) -> tensor<95xf32>
  return %0 : tensor<95xf32>
}

// CHECK-LABEL: @rounded
// CHECK: xla.constant dense<-6.400000e+01> : tensor<9xf32>
func.func @rounded() -> tensor<9xf32> {
  %x = xla.constant dense<-67.06> : tensor<9xf32>
  %0 = xla.reduce_precision %x, format = e7m2 : tensor<9xf32>
  return %0 : tensor<9xf32>
}

// CHECK-LABEL: @reversed
// CHECK-NOT: xla.rev
// CHECK: return
func.func @reversed(%x: tensor<9xf32>) -> tensor<9x5xf32> {
  %all = xla.broadcast_in_dim %x, dims = [0] : (tensor<9xf32>) -> tensor<9x5xf32>
  %0 = xla.rev %all, dims = [1] : tensor<9x5xf32>
  return %0 : tensor<9x5xf32>
}

// An array of one element is repeated as a scalar; iota along a dimension of one element counts no further than 0.
// CHECK-LABEL: @one_element
// CHECK-DAG: %[[SCALAR:.*]] = xla.reshape %arg0 : (tensor<1x1xf32>) -> tensor<f32>
// CHECK-DAG: %[[ALL:.*]] = xla.broadcast_in_dim %[[SCALAR]], dims = [] : (tensor<f32>) -> tensor<4x5xf32>
// CHECK-DAG: %[[ZEROS:.*]] = xla.constant dense<0.000000e+00> : tensor<4x1xf32>
// CHECK: return %[[ALL]], %[[ZEROS]]
func.func @one_element(%x: tensor<1x1xf32>) -> (tensor<4x5xf32>, tensor<4x1xf32>) {
  %0 = xla.broadcast_in_dim %x, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<4x5xf32>
  %1 = xla.iota dim = 1 : tensor<4x1xf32>
  return %0, %1 : tensor<4x5xf32>, tensor<4x1xf32>
}

// By equal keys everything is sorted, if the order is strict.
// CHECK-LABEL: @equal_keys
// CHECK-NOT: xla.sort
// CHECK: return %arg0
func.func @equal_keys(%x: tensor<9xf32>) -> tensor<9xf32> {
  %keys = xla.constant dense<3> : tensor<9xi32>
  %0:2 = xla.sort(%keys, %x) dim = 0, is_stable = true : (tensor<9xi32>, tensor<9xf32>) -> (tensor<9xi32>, tensor<9xf32>) comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %e = xla.abs %a : tensor<i32>
    %f = xla.abs %b : tensor<i32>
    %before = xla.lt %e, %f : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  return %0#1 : tensor<9xf32>
}

// CHECK-LABEL: @keys_that_differ
// CHECK: xla.sort
func.func @keys_that_differ(%x: tensor<9xf32>) -> tensor<9xf32> {
  %keys = xla.constant dense<3> : tensor<9xi32>
  %0:2 = xla.sort(%keys, %x) dim = 0, is_stable = true : (tensor<9xi32>, tensor<9xf32>) -> (tensor<9xi32>, tensor<9xf32>) comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %before = xla.lt %c, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  return %0#1 : tensor<9xf32>
}

// Sums of products with 0: floats may be NaN.
// CHECK-LABEL: @zeros
// CHECK: %[[ZEROS:.*]] = xla.constant dense<false> : tensor<3x4xi1>
// CHECK: %[[FLOATS:.*]] = xla.dot_general
// CHECK: return %[[ZEROS]], %[[FLOATS]]
func.func @zeros(%x: tensor<3x5xi1>, %y: tensor<3x5xf32>) -> (tensor<3x4xi1>, tensor<3x4xf32>) {
  %none = xla.constant dense<false> : tensor<4x5xi1>
  %0 = xla.dot_general %x, %none, contracting_dims = [1] x [1] : (tensor<3x5xi1>, tensor<4x5xi1>) -> tensor<3x4xi1>
  %zero = xla.constant dense<0.0> : tensor<4x5xf32>
  %1 = xla.dot_general %y, %zero, contracting_dims = [1] x [1] : (tensor<3x5xf32>, tensor<4x5xf32>) -> tensor<3x4xf32>
  return %0, %1 : tensor<3x4xi1>, tensor<3x4xf32>
}

// Also where one of the branches is NaN.
// CHECK-LABEL: @chosen
// CHECK: return %arg0
func.func @chosen(%x: tensor<4xf32>) -> tensor<4xf32> {
  %no = xla.constant dense<false> : tensor<i1>
  %nan = xla.constant dense<0x7FC00000> : tensor<4xf32>
  %0 = xla.select %no, %nan, %x : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Short rows that end, or begin, with equal elements are filled before the others are stored.
// CHECK-LABEL: @short_rows
// CHECK: xla.pad %arg0, %{{.*}}, low = [0, 0], high = [0, 2], interior = [0, 0]
// CHECK: %[[FEW:.*]] = xla.concatenate %arg0, %arg0, dim = 1
// CHECK: xla.pad %[[FEW]], %arg1, low = [0, 1], high = [0, 0], interior = [0, 0]
// CHECK: xla.concatenate
func.func @short_rows(%x: tensor<512x1xf32>, %s: tensor<f32>) -> (tensor<512x3xf32>, tensor<512x3xf32>, tensor<512x41xf32>) {
  %zeros = xla.constant dense<0.0> : tensor<512x2xf32>
  %0 = xla.concatenate %x, %zeros, dim = 1 : (tensor<512x1xf32>, tensor<512x2xf32>) -> tensor<512x3xf32>
  %all = xla.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<512x1xf32>
  %1 = xla.concatenate %all, %x, %x, dim = 1 : (tensor<512x1xf32>, tensor<512x1xf32>, tensor<512x1xf32>) -> tensor<512x3xf32>
  %many = xla.constant dense<0.0> : tensor<512x40xf32>
  %2 = xla.concatenate %x, %many, dim = 1 : (tensor<512x1xf32>, tensor<512x40xf32>) -> tensor<512x41xf32>
  return %0, %1, %2 : tensor<512x3xf32>, tensor<512x3xf32>, tensor<512x41xf32>
}

// Where equal elements are replaced by the same ones, nothing changes; by others, they are.
// CHECK-LABEL: @replaced
// CHECK: %[[R:.*]] = xla.broadcast_in_dim %arg0
// CHECK: %[[OTHERS:.*]] = xla.dynamic_update_slice
// CHECK: return %[[R]], %[[OTHERS]]
func.func @replaced(%s: tensor<f32>, %t: tensor<f32>, %i: tensor<i32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = xla.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<64xf32>
  %1 = xla.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %2 = xla.dynamic_update_slice %0, %1 at [%i] : (tensor<64xf32>, tensor<4xf32>, tensor<i32>) -> tensor<64xf32>
  %3 = xla.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %4 = xla.dynamic_update_slice %0, %3 at [%i] : (tensor<64xf32>, tensor<4xf32>, tensor<i32>) -> tensor<64xf32>
  return %2, %4 : tensor<64xf32>, tensor<64xf32>
}

// What is gathered of an array of one element is that element, wherever it is looked for.
// CHECK-LABEL: @gathered_of_one
// CHECK: %[[ONE:.*]] = xla.reshape %arg0 : (tensor<1x1xf32>) -> tensor<f32>
// CHECK: %[[R:.*]] = xla.broadcast_in_dim %[[ONE]], dims = [] : (tensor<f32>) -> tensor<64x1xf32>
// CHECK: return %[[R]]
func.func @gathered_of_one(%x: tensor<1x1xf32>, %i: tensor<64x1xi32>) -> tensor<64x1xf32> {
  %0 = "xla.gather"(%x, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, operand_batching_dims = array<i64>, start_indices_batching_dims = array<i64>, start_index_map = array<i64: 0>, index_vector_dim = 1 : i64, slice_sizes = array<i64: 1, 1>}> : (tensor<1x1xf32>, tensor<64x1xi32>) -> tensor<64x1xf32>
  return %0 : tensor<64x1xf32>
}

// What repeats one row is sorted along its columns.
// CHECK-LABEL: @sorted_rows
// CHECK-NOT: xla.sort
// CHECK: return
func.func @sorted_rows(%x: tensor<128xf32>) -> tensor<64x128xf32> {
  %rows = xla.broadcast_in_dim %x, dims = [1] : (tensor<128xf32>) -> tensor<64x128xf32>
  %0 = xla.sort(%rows) dim = 0 : (tensor<64x128xf32>) -> tensor<64x128xf32> comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.gt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  return %0 : tensor<64x128xf32>
}

// What is computed of one of two literals is one of two literals.
// CHECK-LABEL: @choice
// CHECK-DAG: %[[TWO:.*]] = xla.constant dense<2> : tensor<4xi32>
// CHECK-DAG: %[[FIVE:.*]] = xla.constant dense<5> : tensor<4xi32>
// CHECK: %[[CHOICE:.*]] = xla.select %arg0, %[[TWO]], %[[FIVE]]
// CHECK-NEXT: return %[[CHOICE]]
func.func @choice(%p: tensor<4xi1>) -> tensor<4xi32> {
  %one = xla.constant dense<1> : tensor<4xi32>
  %four = xla.constant dense<-4> : tensor<4xi32>
  %0 = xla.select %p, %one, %four : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %1 = xla.abs %0 : tensor<4xi32>
  %2 = xla.add %1, %one : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// Equal elements are reduced apart from others: one result of them is computed.
// CHECK-LABEL: @equal_ones_apart
// CHECK-DAG: %[[LEAST:.*]] = xla.min %arg0, %{{.*}} : tensor<f32>
// CHECK-DAG: xla.broadcast_in_dim %[[LEAST]], dims = [] : (tensor<f32>) -> tensor<64xf32>
// CHECK-DAG: xla.reduce(%arg1 init: %{{.*}}) applies xla.add across dimensions = [1] : (tensor<64x4096xf32>, tensor<f32>) -> tensor<64xf32>
func.func @equal_ones_apart(%s: tensor<f32>, %x: tensor<64x4096xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %all = xla.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<64x4096xf32>
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0:2 = xla.reduce(%all init: %zero), (%x init: %zero) across dimensions = [1] : (tensor<64x4096xf32>, tensor<64x4096xf32>, tensor<f32>, tensor<f32>) -> (tensor<64xf32>, tensor<64xf32>)
  reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<f32>, %d: tensor<f32>) {
    %1 = xla.min %a, %c : tensor<f32>
    %2 = xla.add %b, %d : tensor<f32>
    xla.return %1, %2 : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<64xf32>, tensor<64xf32>
}

// What takes long is not computed where a literal is chosen instead; what is quick is not worth a branch, nor are a few elements.
// CHECK-LABEL: @branches
// CHECK: %[[LITERAL:.*]] = xla.constant dense<0.84
// CHECK: xla.conditional %arg0
// CHECK: xla.return %[[LITERAL]]
// CHECK: %[[ERF:.*]] = xla.erf %arg1
// CHECK: xla.return %[[ERF]]
// CHECK-NOT: xla.conditional
// CHECK: xla.select
// CHECK: xla.abs
// CHECK: xla.select
// CHECK: xla.erf
func.func @branches(%p: tensor<i1>, %x: tensor<4096xf32>, %y: tensor<16xf32>) -> (tensor<4096xf32>, tensor<4096xf32>, tensor<16xf32>) {
  %ones = xla.constant dense<1.0> : tensor<4096xf32>
  %0 = xla.select %p, %ones, %x : (tensor<i1>, tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
  %1 = xla.erf %0 : tensor<4096xf32>
  %2 = xla.constant dense<-2.0> : tensor<4096xf32>
  %3 = xla.select %p, %2, %x : (tensor<i1>, tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
  %4 = xla.abs %3 : tensor<4096xf32>
  %5 = xla.constant dense<1.0> : tensor<16xf32>
  %6 = xla.select %p, %5, %y : (tensor<i1>, tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %7 = xla.erf %6 : tensor<16xf32>
  return %1, %4, %7 : tensor<4096xf32>, tensor<4096xf32>, tensor<16xf32>
}

// Of equal columns one is multiplied, and of equal kernels one is used, unless there are groups of features.
// CHECK-LABEL: @equal_columns
// CHECK: %[[COLUMN:.*]] = xla.dot_general %arg0, %{{.*}} -> tensor<64x1xf32>
// CHECK: xla.broadcast_in_dim %[[COLUMN]], dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x32xf32>
// CHECK: %[[ROW:.*]] = xla.dot_general %{{.*}}, %arg2, {{.*}} -> tensor<3x1x64xf32>
// CHECK: xla.broadcast_in_dim %[[ROW]], dims = [0, 1, 2] : (tensor<3x1x64xf32>) -> tensor<3x32x64xf32>
// CHECK: %[[FEATURE:.*]] = xla.conv_with_general_padding {{.*}} -> tensor<1x1x80x60xf32>
// CHECK: xla.broadcast_in_dim %[[FEATURE]], dims = [0, 1, 2, 3] : (tensor<1x1x80x60xf32>) -> tensor<1x6x80x60xf32>
// CHECK: xla.conv_with_general_padding {{.*}} -> tensor<1x6x80x60xf32>
// CHECK-NOT: xla.broadcast_in_dim
// CHECK: return
func.func @equal_columns(%x: tensor<64x16xf32>, %c: tensor<16xf32>, %y: tensor<3x64x16xf32>, %z: tensor<3x16xf32>, %image: tensor<1x3x80x60xf32>)
    -> (tensor<64x32xf32>, tensor<3x32x64xf32>, tensor<1x6x80x60xf32>, tensor<1x6x80x60xf32>) {
  %columns = xla.broadcast_in_dim %c, dims = [0] : (tensor<16xf32>) -> tensor<16x32xf32>
  %0 = xla.dot_general %x, %columns, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x32xf32>) -> tensor<64x32xf32>
  %rows = xla.broadcast_in_dim %z, dims = [0, 2] : (tensor<3x16xf32>) -> tensor<3x32x16xf32>
  %1 = xla.dot_general %rows, %y, contracting_dims = [2] x [2], batching_dims = [0] x [0] : (tensor<3x32x16xf32>, tensor<3x64x16xf32>) -> tensor<3x32x64xf32>
  %kernel = xla.constant dense<0.5> : tensor<6x3x1x1xf32>
  %2 = xla.conv_with_general_padding %image, %kernel, dims = [0, 1, 2, 3] x [0, 1, 2, 3] -> [0, 1, 2, 3], window = {pad = [[0, 0], [0, 0]]} : (tensor<1x3x80x60xf32>, tensor<6x3x1x1xf32>) -> tensor<1x6x80x60xf32>
  %groups = xla.constant dense<0.5> : tensor<6x1x1x1xf32>
  %3 = xla.conv_with_general_padding %image, %groups, dims = [0, 1, 2, 3] x [0, 1, 2, 3] -> [0, 1, 2, 3], window = {pad = [[0, 0], [0, 0]]} {feature_group_count = 3 : i64} : (tensor<1x3x80x60xf32>, tensor<6x1x1x1xf32>) -> tensor<1x6x80x60xf32>
  return %0, %1, %2, %3 : tensor<64x32xf32>, tensor<3x32x64xf32>, tensor<1x6x80x60xf32>, tensor<1x6x80x60xf32>
}

// Along no dimension each element is combined with the initial value, unless sums of narrow floats are rounded once.
// CHECK-LABEL: @along_none
// CHECK: %[[FILLED:.*]] = xla.broadcast_in_dim %arg1, dims = []
// CHECK: xla.max %[[FILLED]], %arg0
// CHECK: xla.reduce
func.func @along_none(%x: tensor<64xi32>, %i: tensor<i32>, %y: tensor<64xbf16>, %j: tensor<bf16>) -> (tensor<64xi32>, tensor<64xbf16>) {
  %0 = xla.reduce(%x init: %i) applies xla.max across dimensions = [] : (tensor<64xi32>, tensor<i32>) -> tensor<64xi32>
  %1 = xla.reduce(%y init: %j) across dimensions = [] : (tensor<64xbf16>, tensor<bf16>) -> tensor<64xbf16>
  reducer(%a: tensor<bf16>, %b: tensor<bf16>) {
    %2 = xla.add %a, %b : tensor<bf16>
    %3 = xla.mul %2, %b : tensor<bf16>
    xla.return %3 : tensor<bf16>
  }
  return %0, %1 : tensor<64xi32>, tensor<64xbf16>
}

// A product by one number is a sum.
// CHECK-LABEL: @product_by_one_number
// CHECK: %[[SUM:.*]] = xla.reduce(%arg0 init: %{{.*}}) applies xla.add across dimensions = [1] : (tensor<36x3x512xf32>, tensor<f32>) -> tensor<36x512xf32>
// CHECK: xla.transpose %[[SUM]], dims = [1, 0]
// CHECK: %[[WIDE:.*]] = xla.reduce({{.*}} across dimensions = [0] : (tensor<16x64xf32>, tensor<f32>) -> tensor<64xf32>
// CHECK: xla.convert %[[WIDE]] : (tensor<64xf32>) -> tensor<64xbf16>
// CHECK: xla.broadcast_in_dim %{{.*}} -> tensor<32x64xbf16>
func.func @product_by_one_number(%x: tensor<36x3x512xf32>, %y: tensor<16x64xbf16>) -> (tensor<512x36xf32>, tensor<32x64xbf16>) {
  %ones = xla.constant dense<1.0> : tensor<512x3xf32>
  %0 = xla.dot_general %x, %ones, contracting_dims = [1] x [1], batching_dims = [2] x [0] : (tensor<36x3x512xf32>, tensor<512x3xf32>) -> tensor<512x36xf32>
  %twos = xla.constant dense<2.0> : tensor<32x16xbf16>
  %1 = xla.dot_general %twos, %y, contracting_dims = [1] x [0] : (tensor<32x16xbf16>, tensor<16x64xbf16>) -> tensor<32x64xbf16>
  return %0, %1 : tensor<512x36xf32>, tensor<32x64xbf16>
}
