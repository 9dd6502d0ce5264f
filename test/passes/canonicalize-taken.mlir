// RUN: xla-opt %s --canonicalize | FileCheck %s
//
// What takes some elements of a result comes before what computes all of them.

// CHECK-LABEL: @computed
// CHECK: %[[S:.*]] = xla.dynamic_slice %arg0
// CHECK: xla.exp %[[S]] : tensor<2xf32>
// CHECK: %[[G:.*]] = xla.gather %arg0 at %arg2
// CHECK: xla.sin %[[G]] : tensor<3xf32>
func.func @computed(%x: tensor<64xf32>, %i: tensor<i32>, %at: tensor<3x1xi32>) -> (tensor<2xf32>, tensor<3xf32>) {
  %exp = xla.exp %x : tensor<64xf32>
  %0 = xla.dynamic_slice %exp at [%i], sizes = [2] : (tensor<64xf32>, tensor<i32>) -> tensor<2xf32>
  %sin = xla.sin %x : tensor<64xf32>
  %1 = xla.gather %sin at %at, offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1] : (tensor<64xf32>, tensor<3x1xi32>) -> tensor<3xf32>
  return %0, %1 : tensor<2xf32>, tensor<3xf32>
}

// What is computed outside of a loop, once, stays there.
// CHECK-LABEL: @in_a_loop
// CHECK: %[[EXP:.*]] = xla.exp %arg0 : tensor<64xf32>
// CHECK: xla.while
// CHECK: xla.dynamic_slice %[[EXP]]
func.func @in_a_loop(%x: tensor<64xf32>, %n: tensor<i32>, %sum: tensor<2xf32>) -> tensor<2xf32> {
  %exp = xla.exp %x : tensor<64xf32>
  %one = xla.constant dense<1> : tensor<i32>
  %0:2 = xla.while(%i = %n, %s = %sum) : tensor<i32>, tensor<2xf32>
  cond {
    %more = xla.lt %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %more : tensor<i1>
  } do {
    %next = xla.add %i, %one : tensor<i32>
    %part = xla.dynamic_slice %exp at [%i], sizes = [2] : (tensor<64xf32>, tensor<i32>) -> tensor<2xf32>
    %t = xla.add %s, %part : tensor<2xf32>
    xla.return %next, %t : tensor<i32>, tensor<2xf32>
  }
  return %0#1 : tensor<2xf32>
}

// CHECK-LABEL: @updated
// CHECK-DAG: %[[X:.*]] = xla.slice %arg0 [0:8, 1:3]
// CHECK-DAG: %[[U:.*]] = xla.slice %arg1 [0:2, 1:3]
// CHECK-DAG: %[[NX:.*]] = xla.neg %[[X]]
// CHECK-DAG: %[[NU:.*]] = xla.neg %[[U]]
// CHECK: xla.dynamic_update_slice %[[NX]], %[[NU]]
func.func @updated(%x: tensor<8x4xf32>, %u: tensor<2x4xf32>, %i: tensor<i32>) -> tensor<8x2xf32> {
  %0 = xla.dynamic_update_slice %x, %u at [%i, %i] : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  %1 = xla.neg %0 : tensor<8x4xf32>
  %2 = xla.slice %1 [0:8, 1:3] : (tensor<8x4xf32>) -> tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}

// A whole dimension starts at 0.
// CHECK-LABEL: @whole
// CHECK: %[[ZERO:.*]] = xla.constant dense<0> : tensor<i32>
// CHECK: xla.dynamic_slice %arg0 at [%arg1, %[[ZERO]]]
func.func @whole(%x: tensor<8x4xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x4xf32> {
  %0 = xla.dynamic_slice %x at [%i, %j], sizes = [2, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: @branches
// CHECK: xla.conditional
// CHECK: %[[A:.*]] = xla.slice %arg1 [0:2]
// CHECK: xla.exp %[[A]] : tensor<2xf32>
// CHECK: xla.slice %arg2 [0:2]
func.func @branches(%p: tensor<i1>, %x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<2xf32> {
  %0 = xla.conditional %p : tensor<i1> -> tensor<64xf32> then {
    %exp = xla.exp %x : tensor<64xf32>
    xla.return %exp : tensor<64xf32>
  } else {
    xla.return %y : tensor<64xf32>
  }
  %1 = xla.slice %0 [0:2] : (tensor<64xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// The order of what is combined does not matter, but for sums of floats.
// CHECK-LABEL: @order
// CHECK: xla.reduce(%arg0 {{.*}} xla.max
// CHECK: %[[REV:.*]] = xla.rev %arg0
// CHECK: xla.reduce(%arg0 {{.*}} xla.min
// CHECK: xla.reduce(%[[REV]] {{.*}} xla.add
func.func @order(%x: tensor<9xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.sort(%x) dim = 0 : (tensor<9xf32>) -> tensor<9xf32> comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %before = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %1 = xla.reduce(%0 init: %zero) applies xla.max across dimensions = [0] : (tensor<9xf32>, tensor<f32>) -> tensor<f32>
  %2 = xla.rev %x, dims = [0] : tensor<9xf32>
  %3 = xla.reduce(%2 init: %zero) applies xla.min across dimensions = [0] : (tensor<9xf32>, tensor<f32>) -> tensor<f32>
  %4 = xla.reduce(%2 init: %zero) applies xla.add across dimensions = [0] : (tensor<9xf32>, tensor<f32>) -> tensor<f32>
  return %1, %3, %4 : tensor<f32>, tensor<f32>, tensor<f32>
}

// Sums of one product each are products, and never -0.
// CHECK-LABEL: @products
// CHECK: %[[A:.*]] = xla.broadcast_in_dim %arg0, dims = [0] : (tensor<4xf32>) -> tensor<4x5xf32>
// CHECK: %[[B:.*]] = xla.broadcast_in_dim %arg1, dims = [1] : (tensor<5xf32>) -> tensor<4x5xf32>
// CHECK: %[[AB:.*]] = xla.mul %[[A]], %[[B]]
// CHECK: xla.add %[[AB]]
func.func @products(%x: tensor<4xf32>, %y: tensor<5xf32>) -> tensor<4x5xf32> {
  %0 = xla.dot_general %x, %y, contracting_dims = [] x [] : (tensor<4xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// Sums go through the larger operand in the order in which it lies in memory.
// CHECK-LABEL: @contraction
// CHECK: xla.dot_general %arg0, %arg1, contracting_dims = [2, 0] x [0, 1]
func.func @contraction(%x: tensor<4x2x3xf32>, %y: tensor<3x4x5xf32>) -> tensor<2x5xf32> {
  %0 = xla.dot_general %x, %y, contracting_dims = [0, 2] x [1, 0] : (tensor<4x2x3xf32>, tensor<3x4x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// Many products of predicates are those of numbers.
// CHECK-LABEL: @predicates
// CHECK: %[[SUM:.*]] = xla.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
// CHECK: xla.ne %[[SUM]]
// CHECK: xla.dot_general {{.*}} -> tensor<8x8xi1>
func.func @predicates(%x: tensor<64x64xi1>, %y: tensor<64x64xi1>, %z: tensor<8x64xi1>, %w: tensor<64x8xi1>) -> (tensor<64x64xi1>, tensor<8x8xi1>) {
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x64xi1>, tensor<64x64xi1>) -> tensor<64x64xi1>
  %1 = xla.dot_general %z, %w, contracting_dims = [1] x [0] : (tensor<8x64xi1>, tensor<64x8xi1>) -> tensor<8x8xi1>
  return %0, %1 : tensor<64x64xi1>, tensor<8x8xi1>
}

// What a loop's body returns of a conditional is all of it.
// CHECK-LABEL: @returned
// CHECK: %[[NEXT:.*]] = xla.conditional
// CHECK: xla.return %[[NEXT]] : tensor<i1>
func.func @returned(%start: tensor<i1>) -> tensor<i1> {
  %0 = xla.while(%go = %start) : tensor<i1>
  cond {
    xla.return %go : tensor<i1>
  } do {
    %1 = xla.conditional %go : tensor<i1> -> tensor<i1> then {
      xla.custom_call "f"() {has_side_effect = true} : () -> ()
      xla.return %go : tensor<i1>
    } else {
      xla.return %go : tensor<i1>
    }
    xla.return %1 : tensor<i1>
  }
  return %0 : tensor<i1>
}

// Parts of what is joined, and of what is cut, are taken before.
// CHECK-LABEL: @bits
// CHECK: %[[BYTES:.*]] = xla.slice %arg0 [1:9:2, 0:5, 0:4] : (tensor<9x7x4xi8>) -> tensor<4x5x4xi8>
// CHECK: %[[WORDS:.*]] = xla.bitcast_convert %[[BYTES]] : (tensor<4x5x4xi8>) -> tensor<4x5xi32>
// CHECK: %[[PART:.*]] = xla.slice %arg1 [2:4] : (tensor<6xi32>) -> tensor<2xi32>
// CHECK: %[[CUT:.*]] = xla.bitcast_convert %[[PART]] : (tensor<2xi32>) -> tensor<2x4xi8>
// CHECK: %[[ALL:.*]] = xla.bitcast_convert %arg1 : (tensor<6xi32>) -> tensor<6x2xi16>
// CHECK: %[[HALF:.*]] = xla.slice %[[ALL]] [0:6, 1:2] : (tensor<6x2xi16>) -> tensor<6x1xi16>
// CHECK: return %[[WORDS]], %[[CUT]], %[[HALF]]
func.func @bits(%x: tensor<9x7x4xi8>, %y: tensor<6xi32>) -> (tensor<4x5xi32>, tensor<2x4xi8>, tensor<6x1xi16>) {
  %0 = xla.bitcast_convert %x : (tensor<9x7x4xi8>) -> tensor<9x7xi32>
  %1 = xla.slice %0 [1:9:2, 0:5] : (tensor<9x7xi32>) -> tensor<4x5xi32>
  %2 = xla.bitcast_convert %y : (tensor<6xi32>) -> tensor<6x4xi8>
  %3 = xla.slice %2 [2:4, 0:4] : (tensor<6x4xi8>) -> tensor<2x4xi8>
  %4 = xla.bitcast_convert %y : (tensor<6xi32>) -> tensor<6x2xi16>
  %5 = xla.slice %4 [0:6, 1:2] : (tensor<6x2xi16>) -> tensor<6x1xi16>
  return %1, %3, %5 : tensor<4x5xi32>, tensor<2x4xi8>, tensor<6x1xi16>
}

// What is computed of a result alone is computed in the branches, if one of them gives a literal of equal elements.
// CHECK-LABEL: @of_a_splat
// CHECK: %[[R:.*]] = xla.conditional %arg0 : tensor<i1> -> tensor<64xf32>
// CHECK: %[[SUM:.*]] = xla.add %arg1, %{{.*}} : tensor<64xf32>
// CHECK: %[[LOG:.*]] = xla.log %[[SUM]] : tensor<64xf32>
// CHECK: xla.return %[[LOG]] : tensor<64xf32>
// CHECK: return %[[R]] : tensor<64xf32>
func.func @of_a_splat(%p: tensor<i1>, %x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = xla.conditional %p : tensor<i1> -> tensor<64xf32> then {
    %two = xla.constant dense<2.0> : tensor<64xf32>
    xla.return %two : tensor<64xf32>
  } else {
    xla.return %x : tensor<64xf32>
  }
  %one = xla.constant dense<1.0> : tensor<64xf32>
  %1 = xla.add %0, %one : tensor<64xf32>
  %2 = xla.log %1 : tensor<64xf32>
  return %2 : tensor<64xf32>
}

// Of another array, or of two results, it is not.
// CHECK-LABEL: @of_more
// CHECK: %[[R:.*]] = xla.conditional
// CHECK: xla.add %[[R]], %arg1
func.func @of_more(%p: tensor<i1>, %x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = xla.conditional %p : tensor<i1> -> tensor<64xf32> then {
    %two = xla.constant dense<2.0> : tensor<64xf32>
    xla.return %two : tensor<64xf32>
  } else {
    xla.return %x : tensor<64xf32>
  }
  %1 = xla.add %0, %x : tensor<64xf32>
  return %1 : tensor<64xf32>
}

// What is taken of a reduction is all that is computed, in steps too. A reduction that is used otherwise stays.
// CHECK-LABEL: @of_sums
// CHECK: %[[PART:.*]] = xla.slice %arg0 [5:18:4, 0:64, 1:2] :
// CHECK: %[[SUMS:.*]] = xla.reduce(%[[PART]] init: %{{.*}}) applies xla.add across dimensions = [1] : (tensor<4x64x1xf32>, tensor<f32>) -> tensor<4x1xf32>
// CHECK: %[[ALL:.*]] = xla.reduce(%arg0 init: %{{.*}}) applies xla.max
// CHECK: %[[SOME:.*]] = xla.slice %[[ALL]]
// CHECK: return %[[SUMS]], %[[ALL]], %[[SOME]]
func.func @of_sums(%x: tensor<20x64x3xf32>, %zero: tensor<f32>) -> (tensor<4x1xf32>, tensor<20x3xf32>, tensor<2x3xf32>) {
  %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [1] : (tensor<20x64x3xf32>, tensor<f32>) -> tensor<20x3xf32>
  %1 = xla.slice %0 [5:18:4, 1:2] : (tensor<20x3xf32>) -> tensor<4x1xf32>
  %2 = xla.reduce(%x init: %zero) applies xla.max across dimensions = [1] : (tensor<20x64x3xf32>, tensor<f32>) -> tensor<20x3xf32>
  %3 = xla.slice %2 [0:2, 0:3] : (tensor<20x3xf32>) -> tensor<2x3xf32>
  return %1, %2, %3 : tensor<4x1xf32>, tensor<20x3xf32>, tensor<2x3xf32>
}

// Of a reshape, the part that has all elements from the first to the last, of which those around are sliced off in one dimension.
// CHECK-LABEL: @of_reshape
// CHECK: %[[ROWS:.*]] = xla.slice %arg0 [4:6, 0:30] : (tensor<40x30xf32>) -> tensor<2x30xf32>
// CHECK: %[[FLAT:.*]] = xla.reshape %[[ROWS]] : (tensor<2x30xf32>) -> tensor<60xf32>
// CHECK: %[[PART:.*]] = xla.slice %[[FLAT]] [20:60]
// CHECK: %[[RESULT:.*]] = xla.reshape %[[PART]] : (tensor<40xf32>) -> tensor<2x20xf32>
// CHECK: return %[[RESULT]]
func.func @of_reshape(%x: tensor<40x30xf32>) -> tensor<2x20xf32> {
  %0 = xla.reshape %x : (tensor<40x30xf32>) -> tensor<60x20xf32>
  %1 = xla.slice %0 [7:9, 0:20] : (tensor<60x20xf32>) -> tensor<2x20xf32>
  return %1 : tensor<2x20xf32>
}

// What is computed is computed of what is taken, also where it is reshaped, transposed, reversed or repeated in between.
// CHECK-LABEL: @of_elementwise
// CHECK: %[[SLICE:.*]] = xla.slice %{{.*}} [0:60:8, 1:2]
// CHECK: xla.exp %{{.*}} : tensor<{{.*}}>
// CHECK: %[[GATHER:.*]] = xla.gather %{{.*}} at %arg1
// CHECK: xla.exp %[[GATHER]] : tensor<3xf32>
func.func @of_elementwise(%x: tensor<40x30xf32>, %i: tensor<3x2xi32>) -> (tensor<8x1xf32>, tensor<3xf32>) {
  %0 = xla.exp %x : tensor<40x30xf32>
  %1 = xla.reshape %0 : (tensor<40x30xf32>) -> tensor<60x20xf32>
  %2 = xla.slice %1 [0:60:8, 1:2] : (tensor<60x20xf32>) -> tensor<8x1xf32>
  %3 = xla.exp %x : tensor<40x30xf32>
  %4 = xla.reshape %3 : (tensor<40x30xf32>) -> tensor<60x20xf32>
  %5 = xla.rev %4, dims = [1] : tensor<60x20xf32>
  %6 = xla.gather %5 at %i, offset_dims = [], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, 1] : (tensor<60x20xf32>, tensor<3x2xi32>) -> tensor<3xf32>
  return %2, %6 : tensor<8x1xf32>, tensor<3xf32>
}

// Several slices take what they need each, unless that is most of it.
// CHECK-LABEL: @of_several
// CHECK-COUNT-2: xla.exp %{{.*}} : tensor<1x30xf32>
// CHECK: %[[WHOLE:.*]] = xla.sin %arg0
// CHECK-COUNT-2: xla.slice %[[WHOLE]]
func.func @of_several(%x: tensor<40x30xf32>) -> (tensor<1x30xf32>, tensor<1x30xf32>, tensor<30x30xf32>, tensor<20x30xf32>) {
  %0 = xla.exp %x : tensor<40x30xf32>
  %1 = xla.slice %0 [3:4, 0:30] : (tensor<40x30xf32>) -> tensor<1x30xf32>
  %2 = xla.slice %0 [7:8, 0:30] : (tensor<40x30xf32>) -> tensor<1x30xf32>
  %3 = xla.sin %x : tensor<40x30xf32>
  %4 = xla.slice %3 [3:33, 0:30] : (tensor<40x30xf32>) -> tensor<30x30xf32>
  %5 = xla.slice %3 [9:29, 0:30] : (tensor<40x30xf32>) -> tensor<20x30xf32>
  return %1, %2, %4, %5 : tensor<1x30xf32>, tensor<1x30xf32>, tensor<30x30xf32>, tensor<20x30xf32>
}

// CHECK-LABEL: @of_rev_and_transpose
// CHECK: %[[PART:.*]] = xla.slice %arg0 [36:39:2, 5:9]
// CHECK: %[[TRANSPOSE:.*]] = xla.transpose %[[PART]], dims = [1, 0]
// CHECK: xla.rev %[[TRANSPOSE]], dims = [1]
func.func @of_rev_and_transpose(%x: tensor<40x30xf32>) -> tensor<4x2xf32> {
  %0 = xla.transpose %x, dims = [1, 0] : (tensor<40x30xf32>) -> tensor<30x40xf32>
  %1 = xla.rev %0, dims = [1] : tensor<30x40xf32>
  %2 = xla.slice %1 [5:9, 1:4:2] : (tensor<30x40xf32>) -> tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
}

// Windows are combined at the positions that are taken; those of a scan are not combined one by one.
// CHECK-LABEL: @of_windows
// CHECK: xla.reduce_window(%arg0 init: %arg1) applies xla.add window = {size = [3], stride = [8], pad = {{\[\[}}-7, -6]], {{.*}} : (tensor<64xf32>, tensor<f32>) -> tensor<7xf32>
// CHECK: %[[SCAN:.*]] = xla.reduce_window(%arg2 init: %arg1)
// CHECK: xla.slice %[[SCAN]] [0:400:2]
func.func @of_windows(%x: tensor<64xf32>, %init: tensor<f32>, %y: tensor<400xf32>) -> (tensor<7xf32>, tensor<200xf32>) {
  %0 = xla.reduce_window(%x init: %init) applies xla.add window = {size = [3], stride = [2], pad = [[1, 0]]} : (tensor<64xf32>, tensor<f32>) -> tensor<32xf32>
  %1 = xla.slice %0 [4:29:4] : (tensor<32xf32>) -> tensor<7xf32>
  %2 = xla.reduce_window(%y init: %init) applies xla.add window = {size = [400], pad = [[399, 0]]} : (tensor<400xf32>, tensor<f32>) -> tensor<400xf32>
  %3 = xla.slice %2 [0:400:2] : (tensor<400xf32>) -> tensor<200xf32>
  return %1, %3 : tensor<7xf32>, tensor<200xf32>
}

// Slices that begin anywhere begin where they did: the array loses as many elements as they do.
// CHECK-LABEL: @of_gather
// CHECK-DAG: %[[PART:.*]] = xla.slice %arg0 [0:37, 2:30:9]
// CHECK-DAG: %[[INDICES:.*]] = xla.slice %arg1 [1:3, 0:1]
// CHECK: xla.gather %[[PART]] at %[[INDICES]], offset_dims = [1, 2], {{.*}}slice_sizes = [5, 4] : (tensor<37x4xf32>, tensor<2x1xi32>) -> tensor<2x5x4xf32>
func.func @of_gather(%x: tensor<40x30xf32>, %i: tensor<3x1xi32>) -> tensor<2x5x4xf32> {
  %0 = xla.gather %x at %i, offset_dims = [1, 2], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1, slice_sizes = [8, 30] : (tensor<40x30xf32>, tensor<3x1xi32>) -> tensor<3x8x30xf32>
  %1 = xla.slice %0 [1:3, 0:5, 2:30:9] : (tensor<3x8x30xf32>) -> tensor<2x5x4xf32>
  return %1 : tensor<2x5x4xf32>
}

// CHECK-LABEL: @of_dynamic_slice
// CHECK: %[[PART:.*]] = xla.slice %arg0 [3:36, 0:30]
// CHECK: xla.dynamic_slice %[[PART]] at [%arg1, %{{.*}}], sizes = [1, 30]
func.func @of_dynamic_slice(%x: tensor<40x30xf32>, %s: tensor<i32>) -> tensor<1x30xf32> {
  %zero = xla.constant dense<0> : tensor<i32>
  %0 = xla.dynamic_slice %x at [%s, %zero], sizes = [8, 30] : (tensor<40x30xf32>, tensor<i32>, tensor<i32>) -> tensor<8x30xf32>
  %1 = xla.slice %0 [3:4, 0:30] : (tensor<8x30xf32>) -> tensor<1x30xf32>
  return %1 : tensor<1x30xf32>
}

// CHECK-LABEL: @of_concatenate
// CHECK: %[[A:.*]] = xla.dynamic_slice %arg0 at [%arg2, %{{.*}}], sizes = [2, 30]
// CHECK: %[[B:.*]] = xla.dynamic_slice %arg1 at [%arg2, %{{.*}}], sizes = [2, 9]
// CHECK: xla.concatenate %[[A]], %[[B]], dim = 1
func.func @of_concatenate(%x: tensor<40x30xf32>, %y: tensor<40x9xf32>, %s: tensor<i32>) -> tensor<2x39xf32> {
  %zero = xla.constant dense<0> : tensor<i32>
  %0 = xla.concatenate %x, %y, dim = 1 : (tensor<40x30xf32>, tensor<40x9xf32>) -> tensor<40x39xf32>
  %1 = xla.dynamic_slice %0 at [%s, %zero], sizes = [2, 39] : (tensor<40x39xf32>, tensor<i32>, tensor<i32>) -> tensor<2x39xf32>
  return %1 : tensor<2x39xf32>
}

// Few elements of an updated array are each taken from where they come from; of many, the array is updated.
// CHECK-LABEL: @of_update
// CHECK-NOT: xla.dynamic_update_slice
// CHECK: %[[PART:.*]] = xla.slice %arg0 [5:6, 0:30]
// CHECK: %[[FEW:.*]] = xla.select %{{.*}}, %{{.*}}, %[[PART]]
// CHECK: %[[UPDATED:.*]] = xla.dynamic_update_slice
// CHECK: %[[MANY:.*]] = xla.slice %[[UPDATED]] [5:35, 0:30]
// CHECK: return %[[FEW]], %[[MANY]]
func.func @of_update(%x: tensor<40x30xf32>, %u: tensor<3x30xf32>, %s: tensor<i32>) -> (tensor<1x30xf32>, tensor<30x30xf32>) {
  %zero = xla.constant dense<0> : tensor<i32>
  %0 = xla.dynamic_update_slice %x, %u at [%s, %zero] : (tensor<40x30xf32>, tensor<3x30xf32>, tensor<i32>, tensor<i32>) -> tensor<40x30xf32>
  %1 = xla.slice %0 [5:6, 0:30] : (tensor<40x30xf32>) -> tensor<1x30xf32>
  %2 = xla.dynamic_update_slice %x, %u at [%s, %zero] : (tensor<40x30xf32>, tensor<3x30xf32>, tensor<i32>, tensor<i32>) -> tensor<40x30xf32>
  %3 = xla.slice %2 [5:35, 0:30] : (tensor<40x30xf32>) -> tensor<30x30xf32>
  return %1, %3 : tensor<1x30xf32>, tensor<30x30xf32>
}

// What is repeated is gathered once.
// CHECK-LABEL: @of_repeated
// CHECK: %[[ROWS:.*]] = xla.gather %arg0 at %arg1, offset_dims = [1], {{.*}} : (tensor<40x30xf32>, tensor<3x1xi32>) -> tensor<3x30xf32>
// CHECK: xla.broadcast_in_dim %[[ROWS]], dims = [0, 1]
func.func @of_repeated(%x: tensor<40x30xf32>, %i: tensor<3x1xi32>) -> tensor<3x30x7xf32> {
  %0 = xla.broadcast_in_dim %x, dims = [0, 1] : (tensor<40x30xf32>) -> tensor<40x30x7xf32>
  %1 = xla.gather %0 at %i, offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 30, 7] : (tensor<40x30x7xf32>, tensor<3x1xi32>) -> tensor<3x30x7xf32>
  return %1 : tensor<3x30x7xf32>
}

// So are rows that are gathered: of the update where it has all of a dimension.
// CHECK-LABEL: @gathered_of_update
// CHECK-NOT: xla.dynamic_update_slice
// CHECK-DAG: xla.gather %arg1 at %{{.*}}, offset_dims = [1]
// CHECK-DAG: xla.gather %arg0 at %arg3, offset_dims = [1]
// CHECK: xla.select
func.func @gathered_of_update(%x: tensor<40x30xf32>, %u: tensor<3x30xf32>, %s: tensor<i32>, %i: tensor<4x1xi32>) -> tensor<4x30xf32> {
  %zero = xla.constant dense<0> : tensor<i32>
  %0 = xla.dynamic_update_slice %x, %u at [%s, %zero] : (tensor<40x30xf32>, tensor<3x30xf32>, tensor<i32>, tensor<i32>) -> tensor<40x30xf32>
  %1 = xla.gather %0 at %i, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 30] : (tensor<40x30xf32>, tensor<4x1xi32>) -> tensor<4x30xf32>
  return %1 : tensor<4x30xf32>
}

// Of a product, rows are taken of the first factor and columns of the second one; what all of both is needed for stays.
// CHECK-LABEL: @of_product
// CHECK-DAG: %[[A:.*]] = xla.slice %arg0 [1:2, 0:16, 0:40:2] : (tensor<3x16x40xf32>) -> tensor<1x16x20xf32>
// CHECK-DAG: %[[B:.*]] = xla.slice %arg1 [1:2, 4:9, 0:16] : (tensor<3x30x16xf32>) -> tensor<1x5x16xf32>
// CHECK: %[[FEW:.*]] = xla.dot_general %[[A]], %[[B]], contracting_dims = [1] x [2], batching_dims = [0] x [0] {{.*}} -> tensor<1x20x5xf32>
// CHECK: %[[ALL:.*]] = xla.dot_general {{.*}} -> tensor<3x40x30xf32>
// CHECK: %[[MOST:.*]] = xla.slice %[[ALL]] [0:2, 0:40, 0:30]
// CHECK: return %[[FEW]], %[[MOST]]
func.func @of_product(%x: tensor<3x16x40xf32>, %y: tensor<3x30x16xf32>) -> (tensor<1x20x5xf32>, tensor<2x40x30xf32>) {
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [2], batching_dims = [0] x [0] : (tensor<3x16x40xf32>, tensor<3x30x16xf32>) -> tensor<3x40x30xf32>
  %1 = xla.slice %0 [1:2, 0:40:2, 4:9] : (tensor<3x40x30xf32>) -> tensor<1x20x5xf32>
  %2 = xla.dot_general %x, %y, contracting_dims = [1] x [2], batching_dims = [0] x [0] : (tensor<3x16x40xf32>, tensor<3x30x16xf32>) -> tensor<3x40x30xf32>
  %3 = xla.slice %2 [0:2, 0:40, 0:30] : (tensor<3x40x30xf32>) -> tensor<2x40x30xf32>
  return %1, %3 : tensor<1x20x5xf32>, tensor<2x40x30xf32>
}
