// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-fuse-elementwise))' | FileCheck %s

// No input has elements along d2: the sums are made without that loop.
// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: @sums_of_rows
// CHECK: %[[SUMS:.*]] = linalg.generic {indexing_maps = [#[[ALL]], #[[ROWS]]], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<4x8xf32>)
// CHECK-SAME: outs(%{{.*}} : tensor<4xf32>)
// CHECK: math.acos
// CHECK: linalg.generic {indexing_maps = [#[[ROWS]], #[[ALL]]], iterator_types = ["parallel", "parallel"]} ins(%[[SUMS]] : tensor<4xf32>)
// CHECK-SAME: outs(%{{.*}} : tensor<4x16xf32>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @sums_of_rows(%x: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %into = tensor.empty() : tensor<4x16xf32>
  %zeros = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      outs(%into : tensor<4x16xf32>) {
  ^bb0(%out: f32):
    linalg.yield %zero : f32
  } -> tensor<4x16xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%zeros : tensor<4x16xf32>) {
  ^bb0(%a: f32, %out: f32):
    %c = math.acos %a : f32
    %e = math.fma %c, %two, %out : f32
    linalg.yield %e : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// A function of a row is computed for one row.
// CHECK-LABEL: @function_of_a_row
// CHECK: %[[ROW:.*]] = linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%arg0 : tensor<8xf32>) outs(%{{.*}} : tensor<8xf32>)
// CHECK: math.acos
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%[[ROW]] : tensor<8xf32>) outs(%{{.*}} : tensor<4x8xf32>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @function_of_a_row(%x: tensor<8xf32>) -> tensor<4x8xf32> {
  %empty = tensor.empty() : tensor<4x8xf32>
  %rows = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8xf32>) outs(%empty : tensor<4x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %c = math.acos %a : f32
    linalg.yield %c : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// The loop along d0 is not unused where its index is: each row is another one.
// CHECK-LABEL: @function_of_an_index
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<8xindex>) outs(%{{.*}} : tensor<4x8xindex>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @function_of_an_index(%x: tensor<8xindex>) -> tensor<4x8xindex> {
  %empty = tensor.empty() : tensor<4x8xindex>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8xindex>) outs(%empty : tensor<4x8xindex>) {
  ^bb0(%a: index, %out: index):
    %i = linalg.index 0 : index
    %e = math.ipowi %a, %i : index
    linalg.yield %e : index
  } -> tensor<4x8xindex>
  return %0 : tensor<4x8xindex>
}

// Rows of a table that is computed: those that are read are computed, not all.
// CHECK-LABEL: @gathered_function
// CHECK: linalg.generic {{.*}} ins(%arg1 : tensor<4xindex>) outs(%{{.*}} : tensor<4x8xf32>)
// CHECK: %[[ELEMENT:.*]] = tensor.extract %arg0[%in, %{{.*}}] : tensor<9x8xf32>
// CHECK: math.tanh %[[ELEMENT]] : f32
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @gathered_function(%table: tensor<9x8xf32>, %indices: tensor<4xindex>) -> tensor<4x8xf32> {
  %whole = tensor.empty() : tensor<9x8xf32>
  %values = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%table : tensor<9x8xf32>) outs(%whole : tensor<9x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.tanh %a : f32
    linalg.yield %e : f32
  } -> tensor<9x8xf32>
  %empty = tensor.empty() : tensor<4x8xf32>
  %rows = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%indices : tensor<4xindex>) outs(%empty : tensor<4x8xf32>) {
  ^bb0(%i: index, %out: f32):
    %j = linalg.index 1 : index
    %e = tensor.extract %values[%i, %j] : tensor<9x8xf32>
    linalg.yield %e : f32
  } -> tensor<4x8xf32>
  return %rows : tensor<4x8xf32>
}

// Five of nine rows are more than half: much work is done once for each row of the table, because rows may repeat.
// CHECK-LABEL: @more_than_half
// CHECK: math.tanh
// CHECK: linalg.generic {{.*}} ins(%arg1 : tensor<5xindex>)
// CHECK: tensor.extract
func.func @more_than_half(%table: tensor<9x8xf32>, %indices: tensor<5xindex>) -> tensor<5x8xf32> {
  %whole = tensor.empty() : tensor<9x8xf32>
  %values = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%table : tensor<9x8xf32>) outs(%whole : tensor<9x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.tanh %a : f32
    linalg.yield %e : f32
  } -> tensor<9x8xf32>
  %empty = tensor.empty() : tensor<5x8xf32>
  %rows = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%indices : tensor<5xindex>) outs(%empty : tensor<5x8xf32>) {
  ^bb0(%i: index, %out: f32):
    %j = linalg.index 1 : index
    %e = tensor.extract %values[%i, %j] : tensor<9x8xf32>
    linalg.yield %e : f32
  } -> tensor<5x8xf32>
  return %rows : tensor<5x8xf32>
}

// A window reads each element three times: a function of it is computed once.
// CHECK-LABEL: @window_of_a_function
// CHECK: math.tanh
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]}
// CHECK-NOT: math.tanh
// CHECK: return
func.func @window_of_a_function(%x: tensor<34xf32>, %start: tensor<32xf32>) -> tensor<32xf32> {
  %empty = tensor.empty() : tensor<34xf32>
  %values = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<34xf32>) outs(%empty : tensor<34xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.tanh %a : f32
    linalg.yield %e : f32
  } -> tensor<34xf32>
  %extent = tensor.empty() : tensor<3xi8>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%values, %extent : tensor<34xf32>, tensor<3xi8>) outs(%start : tensor<32xf32>) {
  ^bb0(%a: f32, %none: i8, %out: f32):
    %e = arith.addf %out, %a : f32
    linalg.yield %e : f32
  } -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// What only gives loops their extents is not computed.
// CHECK-LABEL: @extents
// CHECK-NOT: math.tanh
// CHECK: %[[EXTENTS:.*]] = tensor.empty() : tensor<3x4xf32>
// CHECK-NOT: math.tanh
// CHECK: linalg.generic {{.*}} ins(%[[EXTENTS]] : tensor<3x4xf32>)
func.func @extents(%x: tensor<3x4xf32>, %start: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<3x4xf32>
  %values = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x4xf32>) outs(%empty : tensor<3x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.tanh %a : f32
    linalg.yield %e : f32
  } -> tensor<3x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%values : tensor<3x4xf32>) outs(%start : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = arith.addf %out, %one : f32
    linalg.yield %e : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What a reduction starts with may be what it reads, too.
// CHECK-LABEL: @starts_with_input
// CHECK: %[[ZEROS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<4x4xf32>)
// CHECK: %[[START:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[ZEROS]] : tensor<4x4xf32>) outs(%[[START]] : tensor<4xf32>)
func.func @starts_with_input(%x: tensor<4xf32>) -> tensor<4x4xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %z = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x4xf32>) {
  ^bb0(%out: f32):
    linalg.yield %c : f32
  } -> tensor<4x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%z : tensor<4x4xf32>) outs(%z : tensor<4x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = math.tanh %a : f32
    %y = arith.addf %out, %s : f32
    linalg.yield %y : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// What is gathered with steps and read again and again is gathered once.
// CHECK-LABEL: func.func @gathered_for_many
// CHECK: %[[COLUMN:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<96x3xf32>) outs(%{{.*}} : tensor<48xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[COLUMN]] : tensor<48xf32>) outs(%{{.*}} : tensor<64x48xf32>)
func.func @gathered_for_many(%x: tensor<96x3xf32>) -> tensor<64x48xf32> {
  %few = tensor.empty() : tensor<48xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 * 2, 1)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<96x3xf32>) outs(%few : tensor<48xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<48xf32>
  %many = tensor.empty() : tensor<64x48xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<48xf32>) outs(%many : tensor<64x48xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<64x48xf32>
  return %1 : tensor<64x48xf32>
}

// Few elements of an array that is put together are read where they come from.
// CHECK-LABEL: func.func @where_inserted
// CHECK-NOT: tensor.insert_slice
// CHECK: %[[X:.*]] = tensor.extract %arg0
// CHECK: %[[IN:.*]] = arith.cmpi ult
// CHECK: %[[AT:.*]] = arith.select %[[IN]]
// CHECK: %[[U:.*]] = tensor.extract %arg1[%[[AT]]]
// CHECK: arith.select %[[IN]], %[[U]], %[[X]]
func.func @where_inserted(%x: tensor<64xf32>, %u: tensor<8xf32>, %o: index, %at: tensor<4xindex>) -> tensor<4xf32> {
  %0 = tensor.insert_slice %u into %x[%o] [8] [1] : tensor<8xf32> into tensor<64xf32>
  %few = tensor.empty() : tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%at : tensor<4xindex>) outs(%few : tensor<4xf32>) {
  ^bb0(%i: index, %out: f32):
    %element = tensor.extract %0[%i] : tensor<64xf32>
    linalg.yield %element : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Few elements of a view are computed where they are extracted.
// CHECK-LABEL: func.func @of_a_view
// CHECK-NOT: tensor.collapse_shape
// CHECK: %[[COLUMN:.*]] = arith.remui
// CHECK: %[[ROW:.*]] = arith.divui
// CHECK: tensor.extract %arg0[%[[COLUMN]], %[[ROW]]]
func.func @of_a_view(%x: tensor<8x8xf32>, %at: tensor<4xindex>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %few = tensor.empty() : tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%at : tensor<4xindex>) outs(%few : tensor<4xf32>) {
  ^bb0(%i: index, %out: f32):
    %element = tensor.extract %1[%i] : tensor<64xf32>
    linalg.yield %element : f32
  } -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// So are those of a view of what is put together.
// CHECK-LABEL: func.func @of_a_view_of_pieces
// CHECK-NOT: tensor.insert_slice
// CHECK-NOT: tensor.collapse_shape
// CHECK: tensor.extract %arg1[%{{.*}}, %{{.*}}] : tensor<4x8xf32>
func.func @of_a_view_of_pieces(%x: tensor<8x8xf32>, %u: tensor<4x8xf32>, %at: tensor<4xindex>) -> tensor<4xf32> {
  %0 = tensor.insert_slice %u into %x[2, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %few = tensor.empty() : tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%at : tensor<4xindex>) outs(%few : tensor<4xf32>) {
  ^bb0(%i: index, %out: f32):
    %element = tensor.extract %1[%i] : tensor<64xf32>
    linalg.yield %element : f32
  } -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// What reads no array and is little work is computed wherever it is gathered, however often.
// CHECK-LABEL: func.func @of_an_index
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @of_an_index(%at: tensor<64xindex>) -> tensor<64xf32> {
  %table = tensor.empty() : tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%table : tensor<3xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %e = arith.sitofp %j : i32 to f32
    linalg.yield %e : f32
  } -> tensor<3xf32>
  %many = tensor.empty() : tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%at : tensor<64xindex>) outs(%many : tensor<64xf32>) {
  ^bb0(%i: index, %out: f32):
    %element = tensor.extract %0[%i] : tensor<3xf32>
    linalg.yield %element : f32
  } -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

// Complex elements are not gathered in vectors: they are made before they are summed.
// CHECK-LABEL: func.func @complex_sum
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @complex_sum(%x: tensor<64x32xcomplex<f32>>, %at: tensor<index>, %y: tensor<32xcomplex<f32>>, %sums: tensor<16xcomplex<f32>>) -> tensor<16xcomplex<f32>> {
  %part = tensor.empty() : tensor<16x32xcomplex<f32>>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<index>) outs(%part : tensor<16x32xcomplex<f32>>) {
  ^bb0(%i: index, %out: complex<f32>):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %from = arith.addi %i, %row : index
    %element = tensor.extract %x[%from, %column] : tensor<64x32xcomplex<f32>>
    linalg.yield %element : complex<f32>
  } -> tensor<16x32xcomplex<f32>>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%0, %y : tensor<16x32xcomplex<f32>>, tensor<32xcomplex<f32>>) outs(%sums : tensor<16xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>, %sum: complex<f32>):
    %product = complex.mul %a, %b : complex<f32>
    %next = complex.add %sum, %product : complex<f32>
    linalg.yield %next : complex<f32>
  } -> tensor<16xcomplex<f32>>
  return %1 : tensor<16xcomplex<f32>>
}

// A row that is gathered is gathered once, and not for each of many rows that repeat it.
// CHECK-LABEL: @gathered_row
// CHECK: %[[ROW:.*]] = linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%arg0 : tensor<8xi32>) outs(%{{.*}} : tensor<8xf32>)
// CHECK: tensor.extract %arg1
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%[[ROW]] : tensor<8xf32>) outs(%{{.*}} : tensor<64x8xf32>)
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @gathered_row(%indices: tensor<8xi32>, %table: tensor<100xf32>) -> tensor<64x8xf32> {
  %row = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%indices : tensor<8xi32>) outs(%row : tensor<8xf32>) {
  ^bb0(%i: i32, %out: f32):
    %at = arith.index_cast %i : i32 to index
    %e = tensor.extract %table[%at] : tensor<100xf32>
    linalg.yield %e : f32
  } -> tensor<8xf32>
  %into = tensor.empty() : tensor<64x8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<8xf32>) outs(%into : tensor<64x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<64x8xf32>
  return %1 : tensor<64x8xf32>
}

// A slice of what is gathered, at a row known at run time, gathers itself: no element is gathered more often, and the array between is not made.
// CHECK-LABEL: @slice_of_gathered
// CHECK-COUNT-1: linalg.generic
// CHECK: %[[AT:.*]] = tensor.extract %arg0[%{{.*}}] : tensor<64xi32>
// CHECK: %[[ROW:.*]] = arith.index_cast %[[AT]] : i32 to index
// CHECK: tensor.extract %arg1[%[[ROW]], %{{.*}}] : tensor<100x32xf32>
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @slice_of_gathered(%indices: tensor<64xi32>, %table: tensor<100x32xf32>, %from: index) -> tensor<60x32xf32> {
  %rows = tensor.empty() : tensor<64x32xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%indices : tensor<64xi32>) outs(%rows : tensor<64x32xf32>) {
  ^bb0(%i: i32, %out: f32):
    %at = arith.index_cast %i : i32 to index
    %column = linalg.index 1 : index
    %e = tensor.extract %table[%at, %column] : tensor<100x32xf32>
    linalg.yield %e : f32
  } -> tensor<64x32xf32>
  %into = tensor.empty() : tensor<60x32xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      outs(%into : tensor<60x32xf32>) {
  ^bb0(%out: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %at = arith.addi %from, %row : index
    %e = tensor.extract %0[%at, %column] : tensor<64x32xf32>
    linalg.yield %e : f32
  } -> tensor<60x32xf32>
  return %1 : tensor<60x32xf32>
}

// A product packs the 8x56 factor again for each of the 56 matrices that the other one holds: its function is computed once.
// CHECK-LABEL: @packed_repeatedly
// CHECK: math.tan
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
// CHECK-NOT: math.tan
// CHECK: return
func.func @packed_repeatedly(%x: tensor<8x56xf32>, %y: tensor<56x56x8xf32>, %start: tensor<8x56x8xf32>) -> tensor<8x56x8xf32> {
  %empty = tensor.empty() : tensor<8x56xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x56xf32>) outs(%empty : tensor<8x56xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.tan %a : f32
    linalg.yield %e : f32
  } -> tensor<8x56xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%0, %y : tensor<8x56xf32>, tensor<56x56x8xf32>) outs(%start : tensor<8x56x8xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %e = math.fma %a, %b, %sum : f32
    linalg.yield %e : f32
  } -> tensor<8x56x8xf32>
  return %1 : tensor<8x56x8xf32>
}

// Both loops over the columns of the other factor are one, in which the factor is packed once: it computes its function.
// CHECK-LABEL: @packed_once
// CHECK-COUNT-1: linalg.generic
// CHECK: math.tan
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @packed_once(%x: tensor<8x56xf32>, %y: tensor<56x16x8xf32>, %start: tensor<8x16x8xf32>) -> tensor<8x16x8xf32> {
  %empty = tensor.empty() : tensor<8x56xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x56xf32>) outs(%empty : tensor<8x56xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.tan %a : f32
    linalg.yield %e : f32
  } -> tensor<8x56xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%0, %y : tensor<8x56xf32>, tensor<56x16x8xf32>) outs(%start : tensor<8x16x8xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %e = math.fma %a, %b, %sum : f32
    linalg.yield %e : f32
  } -> tensor<8x16x8xf32>
  return %1 : tensor<8x16x8xf32>
}

// Parts of complex elements are taken in rows, and transposed then.
// CHECK-LABEL: @part_transposed
// CHECK: complex.im
// CHECK: linalg.generic
// CHECK-NOT: complex.im
// CHECK: return
func.func @part_transposed(%x: tensor<64x32xcomplex<f32>>) -> tensor<32x64xf32> {
  %empty = tensor.empty() : tensor<64x32xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x32xcomplex<f32>>) outs(%empty : tensor<64x32xf32>) {
  ^bb0(%a: complex<f32>, %out: f32):
    %e = complex.im %a : complex<f32>
    linalg.yield %e : f32
  } -> tensor<64x32xf32>
  %into = tensor.empty() : tensor<32x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<64x32xf32>) outs(%into : tensor<32x64xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
