// RUN: xla-opt %s --xla-fold-constants --canonicalize | FileCheck %s
// RUN: xla-opt %s --pass-pipeline='builtin.module(xla-fold-constants{xla-cpu-compat=true},canonicalize)' | FileCheck %s --check-prefix=COMPAT

// A reduction of what an iota gives: the iota is no literal, and is read by nothing else afterwards.
// CHECK-LABEL: @triangle
// CHECK-NEXT: %[[SUM:.*]] = xla.constant dense<2096128> : tensor<i32>
// CHECK-NEXT: return %[[SUM]]
func.func @triangle() -> tensor<i32> {
  %i = xla.iota dim = 0 : tensor<64x32xi32>
  %j = xla.iota dim = 1 : tensor<64x32xi32>
  %row = xla.constant dense<32> : tensor<64x32xi32>
  %begin = xla.mul %i, %row : tensor<64x32xi32>
  %number = xla.add %begin, %j : tensor<64x32xi32>
  %large = xla.reshape %number : (tensor<64x32xi32>) -> tensor<2048xi32>
  %both = xla.concatenate %large, %large, dim = 0 : (tensor<2048xi32>, tensor<2048xi32>) -> tensor<4096xi32>
  %zero = xla.constant dense<-2096128> : tensor<i32>
  %sum = xla.reduce(%both init: %zero) applies xla.add across dimensions = [0] : (tensor<4096xi32>, tensor<i32>) -> tensor<i32>
  return %sum : tensor<i32>
}

// How many elements of each window are inside (4, 6, …): the pooling of ones that averages divide by. XLA:CPU leaves padding out of some
// windows, so that another option leaves them to the program.
// CHECK-LABEL: @inside
// CHECK: xla.constant dense<"0x000080400000C040
// CHECK-NOT: xla.reduce_window
// COMPAT-LABEL: @inside
// COMPAT: xla.reduce_window
func.func @inside() -> tensor<64x64xf32> {
  %one = xla.constant dense<1.0> : tensor<64x64xf32>
  %zero = xla.constant dense<0.0> : tensor<f32>
  %count = xla.reduce_window(%one init: %zero) applies xla.add window = {size = [3, 3], pad = [[1, 1], [1, 1]]} : (tensor<64x64xf32>, tensor<f32>) -> tensor<64x64xf32>
  return %count : tensor<64x64xf32>
}

// Whatever the operand, a product over no elements is 0, and what is computed from it is known.
// CHECK-LABEL: @nothing
// CHECK-NEXT: %[[ZERO:.*]] = xla.constant dense<0.000000e+00> : tensor<100x100xf32>
// CHECK-NEXT: return %[[ZERO]]
func.func @nothing(%x: tensor<100x0xf32>, %y: tensor<0x100xf32>) -> tensor<100x100xf32> {
  %0 = xla.dot %x, %y : (tensor<100x0xf32>, tensor<0x100xf32>) -> tensor<100x100xf32>
  return %0 : tensor<100x100xf32>
}

// Of two results one is read (4999, 4998, …). The body of a loop is looked at like any other.
// CHECK-LABEL: @order
// CHECK: xla.constant dense<"0x8713000086130000
// CHECK-NOT: xla.sort
func.func @order(%n: tensor<i32>) -> (tensor<i32>, tensor<5000xi32>) {
  %start = xla.constant dense<0> : tensor<5000xi32>
  %0:2 = xla.while(%i = %n, %x = %start) : tensor<i32>, tensor<5000xi32> cond {
    %ten = xla.constant dense<10> : tensor<i32>
    %more = xla.lt %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %more : tensor<i1>
  } do {
    %keys = xla.iota dim = 0 : tensor<5000xi32>
    %values = xla.iota dim = 0 : tensor<5000xi32>
    %s:2 = "xla.sort"(%keys, %values) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %before = xla.gt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      xla.return %before : tensor<i1>
    }) : (tensor<5000xi32>, tensor<5000xi32>) -> (tensor<5000xi32>, tensor<5000xi32>)
    %sum = xla.add %x, %s#1 : tensor<5000xi32>
    %one = xla.constant dense<1> : tensor<i32>
    %next = xla.add %i, %one : tensor<i32>
    xla.return %next, %sum : tensor<i32>, tensor<5000xi32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<5000xi32>
}

// What is little work, random, called, or depends on an argument stays; and so does what loads would replace.
// CHECK-LABEL: @stays
// CHECK: xla.reduce
// CHECK: xla.reduce
// CHECK: xla.custom_call
// CHECK: xla.iota
// CHECK: xla.neg
func.func @stays(%x: tensor<f32>) -> (tensor<20xf32>, tensor<f32>, tensor<100x100xf32>, tensor<100x100xf32>) {
  %few = xla.iota dim = 1 : tensor<20x50xf32>
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.reduce(%few init: %zero) applies xla.add across dimensions = [1] : (tensor<20x50xf32>, tensor<f32>) -> tensor<20xf32>
  %many = xla.iota dim = 0 : tensor<10000xf32>
  %1 = xla.reduce(%many init: %x) applies xla.add across dimensions = [0] : (tensor<10000xf32>, tensor<f32>) -> tensor<f32>
  %2 = xla.custom_call "f"() : () -> tensor<100x100xf32>
  %3 = xla.iota dim = 0 : tensor<100x100xf32>
  %4 = xla.neg %3 : tensor<100x100xf32>
  return %0, %1, %2, %4 : tensor<20xf32>, tensor<f32>, tensor<100x100xf32>, tensor<100x100xf32>
}

// What is selected of a literal is one; in the window behind the last element, which padding fills, nothing is.
// CHECK-LABEL: @selected
// CHECK-DAG: %[[FOUND:.*]] = xla.constant dense<"0x
// CHECK-DAG: %[[INITS:.*]] = xla.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<4096xf32>
// CHECK: xla.scatter (%[[INITS]]) at %[[FOUND]], (%arg0), update_window_dims = [], inserted_window_dims = [0]
// CHECK-NOT: xla.select_and_scatter
// CHECK: return
func.func @selected(%source: tensor<2049xf32>, %init: tensor<f32>) -> tensor<4096xf32> {
  %i = xla.iota dim = 0 : tensor<4096xf32>
  %operand = xla.sin %i : tensor<4096xf32>
  %0 = xla.select_and_scatter %operand, %source, %init, window = {size = [2], stride = [2], pad = [[0, 2]]} : (tensor<4096xf32>, tensor<2049xf32>, tensor<f32>) -> tensor<4096xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %greater = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %greater : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %sum = xla.add %a, %b : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  return %0 : tensor<4096xf32>
}

// Functions of literals are literals; so is what takes the interpreter long, which is compiled.
// CHECK-LABEL: @much
// CHECK-NOT: xla.cos
// CHECK-NOT: xla.dot
// CHECK: xla.constant dense<2047> : tensor<i32>
func.func @much() -> (tensor<100x100xf32>, tensor<i32>) {
  %0 = xla.iota dim = 0 : tensor<100x100xf32>
  %1 = xla.cos %0 : tensor<100x100xf32>
  %2 = xla.iota dim = 0 : tensor<2048x64xi32>
  %ones = xla.constant dense<1> : tensor<64x64xi32>
  %3 = xla.dot_general %2, %ones, contracting_dims = [1] x [0] : (tensor<2048x64xi32>, tensor<64x64xi32>) -> tensor<2048x64xi32>
  %many = xla.constant dense<64> : tensor<2048x64xi32>
  %4 = xla.div %3, %many : tensor<2048x64xi32>
  %zero = xla.constant dense<0> : tensor<i32>
  %5 = xla.reduce(%4 init: %zero) applies xla.max across dimensions = [0, 1] : (tensor<2048x64xi32>, tensor<i32>) -> tensor<i32>
  return %1, %5 : tensor<100x100xf32>, tensor<i32>
}

// A comparator may read literals from outside.
// CHECK-LABEL: @literals_from_outside
// CHECK-NOT: xla.sort
// CHECK: return
func.func @literals_from_outside() -> tensor<32768xi32> {
  %x = xla.iota dim = 0 : tensor<32768xi32>
  %five = xla.constant dense<5> : tensor<i32>
  %0 = xla.sort(%x) dim = 0 : (tensor<32768xi32>) -> tensor<32768xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = xla.xor %a, %five : tensor<i32>
    %2 = xla.xor %b, %five : tensor<i32>
    %3 = xla.lt %1, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %3 : tensor<i1>
  }
  return %0 : tensor<32768xi32>
}

// What a convolution takes is what it computes of one output feature, for each element of the result.
// CHECK-LABEL: @convolution
// CHECK-NOT: xla.conv
// CHECK: return
func.func @convolution() -> tensor<1x8x8x512xf32> {
  %x = xla.iota dim = 1 : tensor<1x10x10x64xf32>
  %k = xla.iota dim = 0 : tensor<3x3x64x512xf32>
  %0 = xla.conv_with_general_padding %x, %k, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {stride = [1, 1]} : (tensor<1x10x10x64xf32>, tensor<3x3x64x512xf32>) -> tensor<1x8x8x512xf32>
  return %0 : tensor<1x8x8x512xf32>
}

// What has no elements is computed from nothing, and one element may decide which branch is taken.
// CHECK-LABEL: @without_elements
// CHECK-NOT: xla.sort
// CHECK-NOT: xla.dot_general
// CHECK-DAG: %[[NOTHING:.*]] = xla.constant dense<> : tensor<9x0xi32>
// CHECK-DAG: %[[SUM:.*]] = xla.constant dense<-30> : tensor<i32>
// CHECK: return %[[NOTHING]], %[[SUM]]
func.func @without_elements(%x: tensor<9xi32>) -> (tensor<9x0xi32>, tensor<i32>) {
  %0 = xla.sort(%x) dim = 0 : (tensor<9xi32>) -> tensor<9xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  %nothing = xla.constant dense<> : tensor<0xi32>
  %2 = xla.dot_general %0, %nothing, contracting_dims = [] x [] : (tensor<9xi32>, tensor<0xi32>) -> tensor<9x0xi32>
  %five = xla.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %minus_two = xla.constant dense<-2> : tensor<5xi32>
  %3 = xla.dot_general %five, %minus_two, contracting_dims = [0] x [0] : (tensor<5xi32>, tensor<5xi32>) -> tensor<i32>
  return %2, %3 : tensor<9x0xi32>, tensor<i32>
}

// Sums of integers have the initial value from elements and padding apart, so that running sums are found.
// CHECK-LABEL: @initial_value_apart
// CHECK-DAG: %[[TIMES:.*]] = xla.constant dense<6> : tensor<i16>
// CHECK-DAG: %[[ZERO:.*]] = xla.constant dense<0> : tensor<i16>
// CHECK-DAG: %[[SHIFTED:.*]] = xla.sub %arg0, %{{.*}} : tensor<5xi16>
// CHECK: %[[SUMS:.*]] = xla.reduce_window(%[[SHIFTED]] init: %[[ZERO]]) applies xla.add
// CHECK: xla.mul %arg1, %[[TIMES]]
// CHECK: xla.add %[[SUMS]]
// COMPAT-LABEL: @initial_value_apart
// COMPAT-NOT: xla.sub
// COMPAT: xla.reduce_window(%arg0 init: %arg1)
func.func @initial_value_apart(%x: tensor<5xi16>, %init: tensor<i16>) -> tensor<5xi16> {
  %0 = xla.reduce_window(%x init: %init) applies xla.add window = {size = [5], pad = [[4, 0]]} : (tensor<5xi16>, tensor<i16>) -> tensor<5xi16>
  return %0 : tensor<5xi16>
}

// The initial values that a window meets at all of its positions are combined once; XLA:CPU skips them.
// CHECK-LABEL: @padding_apart
// CHECK: %[[PADDING:.*]] = xla.reduce(%{{.*}} init: %arg1) applies xla.mul across dimensions = [0] : (tensor<5xf32>, tensor<f32>)
// CHECK: %[[WINDOW:.*]] = xla.reduce_window(%arg0 init: %arg1) applies xla.mul window = {size = [2, 1]
// CHECK: %[[PRODUCT:.*]] = xla.reduce_window(%[[WINDOW]] init: %[[PADDING]]) applies xla.mul window = {size = [1, 1]
// CHECK: return %[[PRODUCT]]
// COMPAT-LABEL: @padding_apart
// COMPAT-NOT: xla.reduce(
// COMPAT: xla.reduce_window(%arg0 init: %arg1) {{.*}}size = [4, 2]
func.func @padding_apart(%x: tensor<2x5xf32>, %init: tensor<f32>) -> tensor<1x5xf32> {
  %0 = xla.reduce_window(%x init: %init) applies xla.mul window = {size = [4, 2], stride = [1, 2], pad = [[2, 0], [0, 1]], lhs_dilate = [1, 2]} : (tensor<2x5xf32>, tensor<f32>) -> tensor<1x5xf32>
  return %0 : tensor<1x5xf32>
}

// Few elements are a literal whatever the work is: where they are equal, so is what repeats them.
// CHECK-LABEL: @few
// CHECK-NOT: xla.reduce
// CHECK: return
func.func @few() -> tensor<64xi32> {
  %x = xla.constant dense<[[1, 2, 3], [3, 2, 1]]> : tensor<2x3xi32>
  %zero = xla.constant dense<0> : tensor<i32>
  %0 = xla.reduce(%x init: %zero) applies xla.max across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  %1 = xla.broadcast_in_dim %0, dims = [0] : (tensor<2xi32>) -> tensor<2x32xi32>
  %2 = xla.reshape %1 : (tensor<2x32xi32>) -> tensor<64xi32>
  return %2 : tensor<64xi32>
}

// A gather that takes elements which are equal gives such elements; one that takes others stays.
// CHECK-LABEL: @gathered
// CHECK-DAG: xla.constant dense<3> : tensor<90x64xi32>
// CHECK: xla.gather
func.func @gathered(%i: tensor<1xi32>) -> (tensor<90x64xi32>, tensor<64x64xi32>) {
  %x = xla.constant dense<[1, 2, 3, 3, 3, 3]> : tensor<6xi32>
  %zero = xla.constant dense<0> : tensor<i32>
  %j = xla.iota dim = 0 : tensor<90x64x1xi32>
  %two = xla.constant dense<2> : tensor<90x64x1xi32>
  %k = xla.add %j, %two : tensor<90x64x1xi32>
  %0 = xla.gather %x at %k, offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2, slice_sizes = [1] : (tensor<6xi32>, tensor<90x64x1xi32>) -> tensor<90x64xi32>
  %l = xla.iota dim = 0 : tensor<64x64x1xi32>
  %1 = xla.gather %x at %l, offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2, slice_sizes = [1] : (tensor<6xi32>, tensor<64x64x1xi32>) -> tensor<64x64xi32>
  return %0, %1 : tensor<90x64xi32>, tensor<64x64xi32>
}

// Few elements that are known to be equal are a literal, where what reads them is not known: windows that meet no element are one.
// CHECK-LABEL: @equal
// CHECK: %[[LEAST:.*]] = xla.constant dense<-8> : tensor<30x40xi32>
// CHECK: return %[[LEAST]]
func.func @equal(%i: tensor<30x40x1xi32>) -> tensor<30x40xi32> {
  %x = xla.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>
  %least = xla.constant dense<-8> : tensor<i32>
  %0 = xla.reduce_window(%x init: %least) applies xla.max window = {size = [1], stride = [3], pad = [[4, 0]], lhs_dilate = [3]} : (tensor<8xi32>, tensor<i32>) -> tensor<9xi32>
  %1 = xla.gather %0 at %i, offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2, slice_sizes = [1] : (tensor<9xi32>, tensor<30x40x1xi32>) -> tensor<30x40xi32>
  return %1 : tensor<30x40xi32>
}

// An array of more elements than 64 bits count is not one of none, and is not evaluated.
// CHECK-LABEL: @more_than_can_be
// CHECK: %[[GREATER:.*]] = xla.constant dense<3.000000e+00> : tensor<4xf32>
// CHECK: return %[[GREATER]]
func.func @more_than_can_be() -> tensor<4xf32> {
  %three = xla.constant dense<3.0> : tensor<f32>
  %x = xla.broadcast_in_dim %three, dims = [] : (tensor<f32>) -> tensor<4611686018427387904x4xf32>
  %one = xla.constant dense<1.0> : tensor<f32>
  %0 = xla.reduce(%x init: %one) applies xla.max across dimensions = [0]
      : (tensor<4611686018427387904x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
