// RUN: xla-opt %s --xla-split-reductions | FileCheck %s

// The first dimension of more than one is divided, and the identity begins each part.
// CHECK-LABEL: @sum
// CHECK: %[[PARTS:.*]] = xla.reshape %{{.*}} : (tensor<1x600x1000xf32>) -> tensor<60x10x1000xf32>
// CHECK: %[[ZERO:.*]] = xla.constant dense<-0.000000e+00> : tensor<f32>
// CHECK: %[[SUMS:.*]] = xla.reduce{{.*}}%[[PARTS]]{{.*}}%[[ZERO]]
// CHECK: tensor<60xf32>
// CHECK: xla.reduce{{.*}}%[[SUMS]]{{.*}}%arg1
func.func @sum(%x: tensor<1x600x1000xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = xla.reduce(%x init: %init) applies xla.add across dimensions = [0, 1, 2] : (tensor<1x600x1000xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @least
// CHECK: dense<127> : tensor<i8>
// CHECK: tensor<64xi8>
func.func @least(%x: tensor<262144xi8>, %init: tensor<i8>) -> tensor<i8> {
  %0 = xla.reduce(%x init: %init) applies xla.min across dimensions = [0] : (tensor<262144xi8>, tensor<i8>) -> tensor<i8>
  return %0 : tensor<i8>
}

// What is small, has no parts of equal size, keeps sums in a wider type, is not reduced to one number, or
// not by one op stays whole.
// CHECK-NOT: xla.reshape
func.func @whole(%small: tensor<1000xf32>, %prime: tensor<524287xf32>, %narrow: tensor<262144xbf16>, %rows: tensor<512x1024xf32>,
                 %init: tensor<f32>, %init16: tensor<bf16>) -> (tensor<f32>, tensor<f32>, tensor<bf16>, tensor<512xf32>, tensor<f32>) {
  %0 = xla.reduce(%small init: %init) applies xla.add across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
  %1 = xla.reduce(%prime init: %init) applies xla.add across dimensions = [0] : (tensor<524287xf32>, tensor<f32>) -> tensor<f32>
  %2 = xla.reduce(%narrow init: %init16) applies xla.add across dimensions = [0] : (tensor<262144xbf16>, tensor<bf16>) -> tensor<bf16>
  %3 = xla.reduce(%rows init: %init) applies xla.add across dimensions = [1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<512xf32>
  %4 = xla.reduce(%rows init: %init) across dimensions = [0, 1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %5 = xla.add %a, %b : tensor<f32>
    %6 = xla.neg %5 : tensor<f32>
    xla.return %6 : tensor<f32>
  }
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<f32>, tensor<bf16>, tensor<512xf32>, tensor<f32>
}

// Sums of complex numbers that lie side by side are made in as many sums as a vector has elements, those of products, too;
// products likewise.
// CHECK-LABEL: @complex
// CHECK: %[[LANES:.*]] = xla.reshape %arg0 : (tensor<3x800xcomplex<f32>>) -> tensor<3x100x8xcomplex<f32>>
// CHECK: %[[SUMS:.*]] = xla.reduce(%[[LANES]]{{.*}} across dimensions = [1]{{.*}} -> tensor<3x8xcomplex<f32>>
// CHECK: %[[ROWS:.*]] = xla.reduce(%[[SUMS]] init: %arg3){{.*}} across dimensions = [1]{{.*}} -> tensor<3xcomplex<f32>>
// CHECK: %[[PRODUCTS:.*]] = xla.mul %arg1, %arg2 : tensor<800xcomplex<f32>>
// CHECK: xla.reshape %[[PRODUCTS]] : (tensor<800xcomplex<f32>>) -> tensor<100x8xcomplex<f32>>
// CHECK: xla.reduce({{.*}} applies xla.mul across dimensions = [0] : (tensor<100x8xcomplex<f32>>
// CHECK: return %[[ROWS]]
func.func @complex(%x: tensor<3x800xcomplex<f32>>, %a: tensor<800xcomplex<f32>>, %b: tensor<800xcomplex<f32>>,
                   %init: tensor<complex<f32>>) -> (tensor<3xcomplex<f32>>, tensor<complex<f32>>, tensor<complex<f32>>) {
  %0 = xla.reduce(%x init: %init) applies xla.add across dimensions = [1] : (tensor<3x800xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  %1 = xla.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<800xcomplex<f32>>, tensor<800xcomplex<f32>>) -> tensor<complex<f32>>
  %2 = xla.reduce(%a init: %init) applies xla.mul across dimensions = [0] : (tensor<800xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  return %0, %1, %2 : tensor<3xcomplex<f32>>, tensor<complex<f32>>, tensor<complex<f32>>
}

// Windows are combined along one dimension after the other, here first along the one that leaves the fewest elements.
// CHECK-LABEL: @windows
// CHECK: %[[ROWS:.*]] = xla.reduce_window(%arg0 init: %arg1) applies xla.max window = {size = [1, 8], stride = [1, 8], pad = {{\[\[}}0, 0], [0, 8]]{{.*}}} : (tensor<64x64xf32>, tensor<f32>) -> tensor<64x9xf32>
// CHECK: %[[ALL:.*]] = xla.reduce_window(%[[ROWS]] init: %arg1) applies xla.max window = {size = [7, 1], stride = [1, 1], pad = {{\[\[}}3, 3], [0, 0]]{{.*}}} : (tensor<64x9xf32>, tensor<f32>) -> tensor<64x9xf32>
// CHECK: return %[[ALL]]
func.func @windows(%x: tensor<64x64xf32>, %init: tensor<f32>) -> tensor<64x9xf32> {
  %0 = xla.reduce_window(%x init: %init) applies xla.max window = {size = [7, 8], stride = [1, 8], pad = [[3, 3], [0, 8]]} : (tensor<64x64xf32>, tensor<f32>) -> tensor<64x9xf32>
  return %0 : tensor<64x9xf32>
}

// Sums of integers may begin with nothing as often as there are dimensions; what else they begin with is added behind, if it is not the
// padding, too. Those of floats are in order.
// CHECK-LABEL: @sums_of_windows
// CHECK: %[[FIRST:.*]] = xla.reduce_window(%arg0 init: %[[ZERO:.*]]) applies xla.add window = {size = [8, 1]
// CHECK: xla.reduce_window(%[[FIRST]] init: %[[ZERO]]) applies xla.add window = {size = [1, 8]
// CHECK: %[[ROWS:.*]] = xla.reduce_window(%arg0 init: %[[NOTHING:.*]]) applies xla.add window = {size = [8, 1], stride = [1, 1], pad = {{\[\[}}-1, 0], [0, 0]]
// CHECK: %[[SUMS:.*]] = xla.reduce_window(%[[ROWS]] init: %[[NOTHING]]) applies xla.add window = {size = [1, 8]
// CHECK: %[[INIT:.*]] = xla.broadcast_in_dim %arg2
// CHECK: xla.add %[[SUMS]], %[[INIT]]
// CHECK: xla.reduce_window(%arg0 init: %arg2) applies xla.add window = {size = [8, 8]
// CHECK: xla.reduce_window(%arg1 init: %{{.*}}) applies xla.add window = {size = [8, 8]
func.func @sums_of_windows(%x: tensor<64x64xi32>, %y: tensor<64x64xf32>, %init: tensor<i32>)
    -> (tensor<57x57xi32>, tensor<56x57xi32>, tensor<58x57xi32>, tensor<57x57xf32>) {
  %zero = xla.constant dense<0> : tensor<i32>
  %nothing = xla.constant dense<-0.0> : tensor<f32>
  %0 = xla.reduce_window(%x init: %zero) applies xla.add window = {size = [8, 8]} : (tensor<64x64xi32>, tensor<i32>) -> tensor<57x57xi32>
  %1 = xla.reduce_window(%x init: %init) applies xla.add window = {size = [8, 8], pad = [[-1, 0], [0, 0]]} : (tensor<64x64xi32>, tensor<i32>) -> tensor<56x57xi32>
  %3 = xla.reduce_window(%x init: %init) applies xla.add window = {size = [8, 8], pad = [[1, 0], [0, 0]]} : (tensor<64x64xi32>, tensor<i32>) -> tensor<58x57xi32>
  %2 = xla.reduce_window(%y init: %nothing) applies xla.add window = {size = [8, 8]} : (tensor<64x64xf32>, tensor<f32>) -> tensor<57x57xf32>
  return %0, %1, %3, %2 : tensor<57x57xi32>, tensor<56x57xi32>, tensor<58x57xi32>, tensor<57x57xf32>
}

// The least element of a window and its number; not the last of equal ones by a number that is compared the other way for them.
// CHECK-LABEL: @least_of_windows
// Along the last dimension first: of several NaN the first one stays.
// CHECK: %[[PAIRS:.*]]:2 = xla.reduce_window({{.*}}window = {size = [1, 8]
// CHECK: xla.reduce_window(%[[PAIRS]]#0 {{.*}}window = {size = [8, 1]
// CHECK: xla.reduce_window({{.*}}window = {size = [8, 8]
func.func @least_of_windows(%x: tensor<64x64xf32>, %i: tensor<64x64xi32>, %init: tensor<f32>, %none: tensor<i32>)
    -> (tensor<57x57xi32>, tensor<57x57xi32>) {
  %0:2 = xla.reduce_window(%x init: %init), (%i init: %none) window = {size = [8, 8]} : (tensor<64x64xf32>, tensor<64x64xi32>, tensor<f32>, tensor<i32>) -> (tensor<57x57xf32>, tensor<57x57xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %less = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = xla.ne %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %first = xla.or %less, %nan : tensor<i1>
    %same = xla.eq %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = xla.lt %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %decided = xla.and %same, %before : tensor<i1>
    %number = xla.or %first, %decided : tensor<i1>
    %2 = xla.select %first, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %3 = xla.select %number, %j, %k : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %2, %3 : tensor<f32>, tensor<i32>
  }
  %1:2 = xla.reduce_window(%x init: %init), (%i init: %none) window = {size = [8, 8]} : (tensor<64x64xf32>, tensor<64x64xi32>, tensor<f32>, tensor<i32>) -> (tensor<57x57xf32>, tensor<57x57xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %less = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = xla.select %less, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %3 = xla.select %less, %j, %k : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %2, %3 : tensor<f32>, tensor<i32>
  }
  return %0#1, %1#1 : tensor<57x57xi32>, tensor<57x57xi32>
}

// Rows in which each step takes several instructions are transposed, and short rows of sums; not long ones, or a few rows.
// CHECK-LABEL: @running
// CHECK: %[[COLUMNS:.*]] = xla.transpose %{{.*}} : (tensor<6000x5xf32>) -> tensor<5x6000xf32>
// CHECK: %[[MAXIMA:.*]] = xla.reduce_window(%[[COLUMNS]] {{.*}} applies xla.max window = {size = [5, 1], stride = [1, 1], pad = {{\[\[}}4, 0], [0, 0]]
// CHECK: xla.transpose %[[MAXIMA]]{{.*}} -> tensor<6000x5xf32>
// CHECK: xla.reduce_window(%{{.*}} applies xla.add window = {size = [1, 1, 5]
// CHECK: xla.transpose
// CHECK: xla.reduce_window({{.*}} applies xla.add window = {size = [3, 1]
// CHECK: xla.transpose
// CHECK-NOT: xla.transpose
func.func @running(%x: tensor<60x100x5xf32>, %short: tensor<6000x3xf32>, %few: tensor<10x1000xf32>, %init: tensor<f32>)
    -> (tensor<60x100x5xf32>, tensor<60x100x5xf32>, tensor<6000x3xf32>, tensor<10x1000xf32>) {
  %none = xla.constant dense<-0.0> : tensor<f32>
  %0 = xla.reduce_window(%x init: %init) applies xla.max window = {size = [1, 1, 5], pad = [[0, 0], [0, 0], [4, 0]]} : (tensor<60x100x5xf32>, tensor<f32>) -> tensor<60x100x5xf32>
  %1 = xla.reduce_window(%x init: %none) applies xla.add window = {size = [1, 1, 5], pad = [[0, 0], [0, 0], [4, 0]]} : (tensor<60x100x5xf32>, tensor<f32>) -> tensor<60x100x5xf32>
  %2 = xla.reduce_window(%short init: %none) applies xla.add window = {size = [1, 3], pad = [[0, 0], [2, 0]]} : (tensor<6000x3xf32>, tensor<f32>) -> tensor<6000x3xf32>
  %3 = xla.reduce_window(%few init: %init) applies xla.max window = {size = [1, 1000], pad = [[0, 0], [999, 0]]} : (tensor<10x1000xf32>, tensor<f32>) -> tensor<10x1000xf32>
  return %0, %1, %2, %3 : tensor<60x100x5xf32>, tensor<60x100x5xf32>, tensor<6000x3xf32>, tensor<10x1000xf32>
}

// A short row is reduced last where as many of them lie apart, and not where it is long, or few lie apart, or where narrow floats are summed.
// CHECK-LABEL: @short_rows
// CHECK: %[[LEAST:.*]] = xla.reduce(%arg0 init: %{{.*}}) applies xla.min across dimensions = [1] : (tensor<51x51x3x3xf32>, tensor<f32>) -> tensor<51x3x3xf32>
// CHECK: xla.reduce(%[[LEAST]] init: %arg4) applies xla.min across dimensions = [2] : (tensor<51x3x3xf32>, tensor<f32>) -> tensor<51x3xf32>
// CHECK: xla.reduce(%arg1 init: %arg4) applies xla.add across dimensions = [1, 3]
// CHECK: xla.reduce(%arg2 init: %arg4) applies xla.add across dimensions = [1, 3]
// CHECK: xla.reduce(%arg3 init: %arg5) applies xla.add across dimensions = [1, 3]
func.func @short_rows(%x: tensor<51x51x3x3xf32>, %long: tensor<51x51x3x64xf32>, %few: tensor<51x2x3x3xf32>, %narrow: tensor<51x51x3x3xf16>, %init: tensor<f32>, %zero: tensor<f16>)
    -> (tensor<51x3xf32>, tensor<51x3xf32>, tensor<51x3xf32>, tensor<51x3xf16>) {
  %0 = xla.reduce(%x init: %init) applies xla.min across dimensions = [1, 3] : (tensor<51x51x3x3xf32>, tensor<f32>) -> tensor<51x3xf32>
  %1 = xla.reduce(%long init: %init) applies xla.add across dimensions = [1, 3] : (tensor<51x51x3x64xf32>, tensor<f32>) -> tensor<51x3xf32>
  %2 = xla.reduce(%few init: %init) applies xla.add across dimensions = [1, 3] : (tensor<51x2x3x3xf32>, tensor<f32>) -> tensor<51x3xf32>
  %3 = xla.reduce(%narrow init: %zero) applies xla.add across dimensions = [1, 3] : (tensor<51x51x3x3xf16>, tensor<f16>) -> tensor<51x3xf16>
  return %0, %1, %2, %3 : tensor<51x3xf32>, tensor<51x3xf32>, tensor<51x3xf32>, tensor<51x3xf16>
}

// Many updates of few elements are combined in parts, each of which begins with the identity.
// CHECK-LABEL: @histogram
// CHECK: %[[NONE:.*]] = xla.constant dense<0> : tensor<i32>
// CHECK: %[[BEGIN:.*]] = xla.broadcast_in_dim %[[NONE]]
// CHECK: %[[INDICES:.*]] = xla.reshape %arg1 : (tensor<300000x1xi32>) -> tensor<60x5000x1xi32>
// CHECK: %[[ONES:.*]] = xla.reshape %arg2 : (tensor<300000xi32>) -> tensor<60x5000xi32>
// CHECK: %[[PARTS:.*]] = xla.scatter (%[[BEGIN]]) at %[[INDICES]], (%[[ONES]])
// CHECK: %[[SUM:.*]] = xla.reduce(%[[PARTS]] init: %[[NONE]]) applies xla.add across dimensions = [0]
// CHECK: xla.add %arg0, %[[SUM]] : tensor<256xi32>
func.func @histogram(%x: tensor<256xi32>, %indices: tensor<300000x1xi32>, %updates: tensor<300000xi32>) -> tensor<256xi32> {
  %0 = "xla.scatter"(%x, %indices, %updates) <{inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64>, index_vector_dim = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = xla.add %a, %b : tensor<i32>
    xla.return %1 : tensor<i32>
  }) : (tensor<256xi32>, tensor<300000x1xi32>, tensor<300000xi32>) -> tensor<256xi32>
  return %0 : tensor<256xi32>
}

// Rows of maxima begin with the least number. Parts are as many as a quarter of the updates has room for.
// CHECK-LABEL: @segment_max
// CHECK: dense<0xFF800000> : tensor<f32>
// CHECK: tensor<50x1200x8xf32>
func.func @segment_max(%x: tensor<300x8xf32>, %indices: tensor<60000xi32>, %updates: tensor<60000x8xf32>) -> tensor<300x8xf32> {
  %0 = "xla.scatter"(%x, %indices, %updates) <{inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>, index_vector_dim = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.max %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }) : (tensor<300x8xf32>, tensor<60000xi32>, tensor<60000x8xf32>) -> tensor<300x8xf32>
  return %0 : tensor<300x8xf32>
}

// Sums of floats depend on their order, an update that replaces on which one is last; more elements than a sixteenth of the updates
// take as long as these.
// CHECK-LABEL: @scatters_whole
// CHECK-NOT: xla.reshape
func.func @scatters_whole(%x: tensor<256xf32>, %many: tensor<65536xi32>, %i: tensor<256xi32>, %indices: tensor<262144x1xi32>,
                          %floats: tensor<262144xf32>, %updates: tensor<262144xi32>) -> (tensor<256xf32>, tensor<65536xi32>, tensor<256xi32>) {
  %0 = "xla.scatter"(%x, %indices, %floats) <{inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64>, index_vector_dim = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = xla.add %a, %b : tensor<f32>
    xla.return %3 : tensor<f32>
  }) : (tensor<256xf32>, tensor<262144x1xi32>, tensor<262144xf32>) -> tensor<256xf32>
  %1 = "xla.scatter"(%many, %indices, %updates) <{inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64>, index_vector_dim = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %3 = xla.add %a, %b : tensor<i32>
    xla.return %3 : tensor<i32>
  }) : (tensor<65536xi32>, tensor<262144x1xi32>, tensor<262144xi32>) -> tensor<65536xi32>
  %2 = "xla.scatter"(%i, %indices, %updates) <{inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64>, index_vector_dim = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    xla.return %b : tensor<i32>
  }) : (tensor<256xi32>, tensor<262144x1xi32>, tensor<262144xi32>) -> tensor<256xi32>
  return %0, %1, %2 : tensor<256xf32>, tensor<65536xi32>, tensor<256xi32>
}
