// RUN: xla-run %s --entry least --random 3 --interpret -o %t.least.npy
// RUN: xla-run %s --entry least --random 3 --threads 1 --expect %t.least.npy
// RUN: xla-run %s --entry select_first --random 3 --interpret -o %t.select_first.npy
// RUN: xla-run %s --entry select_first --random 3 --threads 1 --expect %t.select_first.npy
// RUN: xla-run %s --entry complex --random 3 --interpret -o %t.complex.npy
// RUN: xla-run %s --entry complex --random 3 --threads 1 --expect %t.complex.npy
// RUN: xla-run %s --entry rolls --random 3 --interpret -o %t.rolls.npy
// RUN: xla-run %s --entry rolls --random 3 --threads 1 --expect %t.rolls.npy
// RUN: xla-run %s --entry scatter
// RUN: xla-run %s --entry least_of_channels --random 3 --interpret -o %t.least_of_channels.npy
// RUN: xla-run %s --entry least_of_channels --random 3 --threads 2 --expect %t.least_of_channels.npy
// RUN: xla-run %s --entry channels_in_order --random 3 --interpret -o %t.channels_in_order.npy
// RUN: xla-run %s --entry channels_in_order --random 3 --threads 2 --expect %t.channels_in_order.npy
//
// Kernels that are computed in vectors against the interpreter, in sizes that leave remainders.

// The least element and its index, of rows with many equal ones.
func.func @least(%x: tensor<37x61xi8>) -> tensor<37xi32> {
  %values = xla.convert %x : (tensor<37x61xi8>) -> tensor<37x61xf32>
  %indices = xla.iota dim = 1 : tensor<37x61xi32>
  %most = xla.constant dense<0x7F800000> : tensor<f32>
  %zero = xla.constant dense<0> : tensor<i32>
  %0:2 = xla.reduce(%values init: %most), (%indices init: %zero) across dimensions = [1] : (tensor<37x61xf32>, tensor<37x61xi32>, tensor<f32>, tensor<i32>) -> (tensor<37xf32>, tensor<37xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %less = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %same = xla.eq %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = xla.lt %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = xla.and %same, %before : tensor<i1>
    %first = xla.or %less, %tie : tensor<i1>
    %value = xla.select %less, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %index = xla.select %first, %i, %j : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %value, %index : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<37xi32>
}

// The first of equal elements of each window: the order of elements decides, which lanes would not keep.
func.func @select_first(%x: tensor<4x63xi8>, %y: tensor<4x4xf32>) -> tensor<4x63xf32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %values = xla.convert %x : (tensor<4x63xi8>) -> tensor<4x63xf32>
  %0 = "stablehlo.select_and_scatter"(%values, %y, %zero) <{window_dimensions = array<i64: 1, 48>, window_strides = array<i64: 1, 5>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x63xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x63xf32>
  return %0 : tensor<4x63xf32>
}

// Complex arithmetic, with an operand that is one number for all.
func.func @complex(%x: tensor<5x27xcomplex<f32>>, %y: tensor<5xcomplex<f32>>) -> tensor<5x27xcomplex<f32>> {
  %0 = xla.mul %x, %y, broadcast_dimensions = [0] : (tensor<5x27xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<5x27xcomplex<f32>>
  %1 = xla.exp %0 : tensor<5x27xcomplex<f32>>
  %2 = xla.sub %1, %x : tensor<5x27xcomplex<f32>>
  return %2 : tensor<5x27xcomplex<f32>>
}

// Shifts around the ends, along both dimensions and by parts of several.
func.func @rolls(%x: tensor<11x35xf32>) -> tensor<11x35xf32> {
  %0 = xla.slice %x [8:11, 0:35] : (tensor<11x35xf32>) -> tensor<3x35xf32>
  %1 = xla.slice %x [0:8, 0:35] : (tensor<11x35xf32>) -> tensor<8x35xf32>
  %2 = xla.concatenate %0, %1, dim = 0 : (tensor<3x35xf32>, tensor<8x35xf32>) -> tensor<11x35xf32>
  %3 = xla.add %2, %x : tensor<11x35xf32>
  %4 = xla.slice %x [5:9, 0:35] : (tensor<11x35xf32>) -> tensor<4x35xf32>
  %5 = xla.slice %x [1:6, 0:35] : (tensor<11x35xf32>) -> tensor<5x35xf32>
  %6 = xla.slice %x [3:5, 0:35] : (tensor<11x35xf32>) -> tensor<2x35xf32>
  %7 = xla.concatenate %4, %5, %6, dim = 0 : (tensor<4x35xf32>, tensor<5x35xf32>, tensor<2x35xf32>) -> tensor<11x35xf32>
  %8 = xla.mul %7, %3 : tensor<11x35xf32>
  %9 = xla.slice %x [0:11, 34:35] : (tensor<11x35xf32>) -> tensor<11x1xf32>
  %10 = xla.slice %x [0:11, 0:34] : (tensor<11x35xf32>) -> tensor<11x34xf32>
  %11 = xla.concatenate %9, %10, dim = 1 : (tensor<11x1xf32>, tensor<11x34xf32>) -> tensor<11x35xf32>
  %12 = xla.sub %8, %11 : tensor<11x35xf32>
  return %12 : tensor<11x35xf32>
}

// Indices that are far outside, of which a sum with an index in the window would wrap around.
func.func @scatter() {
  %x = xla.constant dense<0> : tensor<6xi32>
  %i = xla.constant dense<[-1, 0, 4, 5, 9223372036854775807, -9223372036854775808]> : tensor<6xi64>
  %j = xla.constant dense<[0, 4, 5, 18446744073709551615, 18446744073709551614, 9223372036854775808]> : tensor<6xui64>
  %u = xla.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12]]> : tensor<6x2xi32>
  %i_ = xla.optimization_barrier %i : (tensor<6xi64>) -> tensor<6xi64>
  %j_ = xla.optimization_barrier %j : (tensor<6xui64>) -> tensor<6xui64>
  %0 = xla.scatter (%x) at %i_, (%u), update_window_dims = [1], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<6xi32>, tensor<6xi64>, tensor<6x2xi32>) -> tensor<6xi32>
    (%old: tensor<i32>, %new: tensor<i32>) {
    %sum = xla.add %old, %new : tensor<i32>
    xla.return %sum : tensor<i32>
  }
  %e0 = xla.constant dense<[5, 4, 0, 0, 5, 13]> : tensor<6xi32>
  xla.custom_call "check.expect_eq"(%0, %e0) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  %1 = xla.scatter (%x) at %j_, (%u), update_window_dims = [1], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<6xi32>, tensor<6xui64>, tensor<6x2xi32>) -> tensor<6xi32>
    (%old: tensor<i32>, %new: tensor<i32>) {
    %sum = xla.add %old, %new : tensor<i32>
    xla.return %sum : tensor<i32>
  }
  %e1 = xla.constant dense<[1, 2, 0, 0, 3, 9]> : tensor<6xi32>
  xla.custom_call "check.expect_eq"(%1, %e1) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  return
}

// Of five channels, whose terms lie side by side, and of weights of them; what the results begin with is known at run time.
func.func @least_of_channels(%x: tensor<3x37x23x5xi16>, %w: tensor<5xi16>, %start: tensor<i16>) -> tensor<3x23x5xi16> {
  %weights = xla.broadcast_in_dim %w, dims = [3] : (tensor<5xi16>) -> tensor<3x37x23x5xi16>
  %weighted = xla.mul %x, %weights : tensor<3x37x23x5xi16>
  %0 = xla.reduce(%x init: %start) applies xla.min across dimensions = [1] : (tensor<3x37x23x5xi16>, tensor<i16>) -> tensor<3x23x5xi16>
  %1 = xla.reduce(%weighted init: %start) applies xla.add across dimensions = [1] : (tensor<3x37x23x5xi16>, tensor<i16>) -> tensor<3x23x5xi16>
  %2 = xla.add %0, %1 : tensor<3x23x5xi16>
  return %2 : tensor<3x23x5xi16>
}

// Differences along two dimensions of 23 rows, of which four are computed together.
func.func @channels_in_order(%x: tensor<23x6x7x3xi32>, %start: tensor<i32>) -> tensor<23x3xi32> {
  %0 = xla.reduce(%x init: %start) across dimensions = [1, 2] : (tensor<23x6x7x3xi32>, tensor<i32>) -> tensor<23x3xi32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %d = xla.sub %a, %b : tensor<i32>
    xla.return %d : tensor<i32>
  }
  return %0 : tensor<23x3xi32>
}
