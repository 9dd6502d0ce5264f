// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-fuse-elementwise))' | FileCheck %s --check-prefixes=BOTH,LARGE
// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-fuse-elementwise{limit=17}))' \
// RUN:   | FileCheck %s --check-prefixes=BOTH,TWO

// The bodies cost 17, for a function and a yield, and 2.
// BOTH-LABEL: @chain
// BOTH: %[[EACH:.*]] = linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%arg0 : tensor<8xf32>) outs(%{{.*}} : tensor<8xf32>)
// TWO: linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%[[EACH]] : tensor<8xf32>) outs(%{{.*}} : tensor<8xf32>)
// BOTH-NOT: linalg.generic
// BOTH: return
func.func @chain(%x: tensor<8xf32>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.exp %a : f32
    linalg.yield %e : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = arith.addf %a, %a : f32
    linalg.yield %e : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// What reads its own output would add to it once for each element of a larger result.
// BOTH-LABEL: @accumulates
// BOTH: %[[SUM:.*]] = linalg.generic
// BOTH-SAME: iterator_types = ["parallel"]} ins(%arg0 : tensor<2xi32>) outs(%arg1 : tensor<2xi32>)
// BOTH: linalg.generic
// BOTH-SAME: ins(%[[SUM]] : tensor<2xi32>)
func.func @accumulates(%x: tensor<2xi32>, %start: tensor<2xi32>) -> tensor<3x2xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<2xi32>) outs(%start : tensor<2xi32>) {
  ^bb0(%a: i32, %out: i32):
    %e = arith.addi %out, %a : i32
    linalg.yield %e : i32
  } -> tensor<2xi32>
  %empty = tensor.empty() : tensor<3x2xi32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<2xi32>) outs(%empty : tensor<3x2xi32>) {
  ^bb0(%a: i32, %out: i32):
    linalg.yield %a : i32
  } -> tensor<3x2xi32>
  return %1 : tensor<3x2xi32>
}

// A product loads its operands as vectors, which cannot be gathered: the gathered rows are made once.
// BOTH-LABEL: @gathered_rows
// BOTH: %[[ROWS:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<4xindex>) outs(%{{.*}} : tensor<4x8xf32>)
// BOTH: tensor.extract %arg0[%in, %{{.*}}] : tensor<9x8xf32>
// BOTH: linalg.generic
// BOTH-SAME: ins(%[[ROWS]], %{{.*}} : tensor<4x8xf32>, tensor<8x16xf32>)
// BOTH-NOT: tensor.extract
// BOTH: math.fma
func.func @gathered_rows(%table: tensor<9x8xf32>, %indices: tensor<4xindex>, %y: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x8xf32>
  %rows = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%indices : tensor<4xindex>) outs(%empty : tensor<4x8xf32>) {
  ^bb0(%i: index, %out: f32):
    %j = linalg.index 1 : index
    %e = tensor.extract %table[%i, %j] : tensor<9x8xf32>
    linalg.yield %e : f32
  } -> tensor<4x8xf32>
  %into = tensor.empty() : tensor<4x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%into : tensor<4x16xf32>) -> tensor<4x16xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%rows, %y : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zeros : tensor<4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %e = math.fma %a, %b, %out : f32
    linalg.yield %e : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// A sum that reads each gathered element once gathers on the way.
// BOTH-LABEL: @gathered_sum
// BOTH-COUNT-1: linalg.generic
// BOTH: tensor.extract %arg0[%in, %{{.*}}] : tensor<9x8xf32>
// BOTH: arith.addf
// BOTH-NOT: linalg.generic
// BOTH: return
func.func @gathered_sum(%table: tensor<9x8xf32>, %indices: tensor<4xindex>, %start: tensor<8xf32>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<4x8xf32>
  %rows = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%indices : tensor<4xindex>) outs(%empty : tensor<4x8xf32>) {
  ^bb0(%i: index, %out: f32):
    %j = linalg.index 1 : index
    %e = tensor.extract %table[%i, %j] : tensor<9x8xf32>
    linalg.yield %e : f32
  } -> tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%rows : tensor<4x8xf32>) outs(%start : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = arith.addf %out, %a : f32
    linalg.yield %e : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// A product whose only reader transposes it is stored in the reader's order.
// BOTH-LABEL: @transposed_product
// BOTH: linalg.generic
// BOTH: outs(%{{.*}} : tensor<32x3x16xf32>)
// BOTH: linalg.generic
// BOTH-SAME: outs(%{{.*}} : tensor<32x3x16xf32>)
// BOTH: math.fma
// BOTH-NOT: linalg.generic
// BOTH: return
func.func @transposed_product(%x: tensor<3x16x8xf32>, %y: tensor<32x8xf32>) -> tensor<32x3x16xf32> {
  %zero = arith.constant 0.0 : f32
  %into = tensor.empty() : tensor<3x16x32xf32>
  %zeros = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%into : tensor<3x16x32xf32>) {
  ^bb0(%out: f32):
    linalg.yield %zero : f32
  } -> tensor<3x16x32xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<3x16x8xf32>, tensor<32x8xf32>) outs(%zeros : tensor<3x16x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %e = math.fma %a, %b, %out : f32
    linalg.yield %e : f32
  } -> tensor<3x16x32xf32>
  %empty = tensor.empty() : tensor<32x3x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2, d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0 : tensor<3x16x32xf32>) outs(%empty : tensor<32x3x16xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<32x3x16xf32>
  return %1 : tensor<32x3x16xf32>
}

// The last dimension of the result would be one of both factors: no columns of a product of matrices.
// BOTH-LABEL: @transposed_batch
// BOTH: math.fma
// BOTH: } -> tensor<16x32x24xf32>
// BOTH: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel"]} ins(%{{.*}} : tensor<16x32x24xf32>) outs(%{{.*}} : tensor<32x24x16xf32>)
// BOTH: } -> tensor<32x24x16xf32>
func.func @transposed_batch(%x: tensor<16x32x8xf32>, %y: tensor<16x24x8xf32>) -> tensor<32x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %into = tensor.empty() : tensor<16x32x24xf32>
  %zeros = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%into : tensor<16x32x24xf32>) {
  ^bb0(%out: f32):
    linalg.yield %zero : f32
  } -> tensor<16x32x24xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<16x32x8xf32>, tensor<16x24x8xf32>) outs(%zeros : tensor<16x32x24xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %e = math.fma %a, %b, %out : f32
    linalg.yield %e : f32
  } -> tensor<16x32x24xf32>
  %empty = tensor.empty() : tensor<32x24x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0 : tensor<16x32x24xf32>) outs(%empty : tensor<32x24x16xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<32x24x16xf32>
  return %1 : tensor<32x24x16xf32>
}

// A loop that reads what an op computes element by element computes it, as a scatter does with its indices: once each, or
// under a condition.
// BOTH-LABEL: @extracted
// BOTH-SAME: %[[I:[^:]*]]: tensor<64xi32>
// BOTH-NOT: linalg.generic
// BOTH: scf.for
// BOTH: scf.for
// BOTH: tensor.extract %[[I]]
// BOTH-NEXT: arith.addi
func.func @extracted(%i: tensor<64xi32>, %x: tensor<256xi32>, %condition: i1) -> tensor<256xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %seven = arith.constant 7 : i32
  %empty = tensor.empty() : tensor<64x1xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<64xi32>) outs(%empty : tensor<64x1xi32>) {
  ^bb0(%a: i32, %out: i32):
    %e = arith.addi %a, %seven : i32
    linalg.yield %e : i32
  } -> tensor<64x1xi32>
  %once = arith.select %condition, %c1, %c0 : index
  %r = scf.for %u = %c0 to %c64 step %c1 iter_args(%t = %x) -> tensor<256xi32> {
    %q = scf.for %v = %c0 to %once step %c1 iter_args(%w = %t) -> tensor<256xi32> {
      %e = tensor.extract %0[%u, %c0] : tensor<64x1xi32>
      %n = tensor.insert %e into %w[%u] : tensor<256xi32>
      scf.yield %n : tensor<256xi32>
    }
    scf.yield %q : tensor<256xi32>
  }
  return %r : tensor<256xi32>
}

// A loop that reads each element more than once does not compute it each time.
// BOTH-LABEL: @extracted_repeatedly
// BOTH: linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%arg0 : tensor<64xi32>) outs(%{{.*}} : tensor<64xi32>)
// BOTH: scf.for
func.func @extracted_repeatedly(%i: tensor<64xi32>, %x: tensor<256xi32>) -> tensor<256xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %seven = arith.constant 7 : i32
  %empty = tensor.empty() : tensor<64xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%i : tensor<64xi32>) outs(%empty : tensor<64xi32>) {
  ^bb0(%a: i32, %out: i32):
    %e = arith.addi %a, %seven : i32
    linalg.yield %e : i32
  } -> tensor<64xi32>
  %r = scf.for %u = %c0 to %c256 step %c1 iter_args(%t = %x) -> tensor<256xi32> {
    %e = tensor.extract %0[%c0] : tensor<64xi32>
    %n = tensor.insert %e into %t[%u] : tensor<256xi32>
    scf.yield %n : tensor<256xi32>
  }
  return %r : tensor<256xi32>
}

// A loop that reads rows which an op brings together from columns does not read the columns, but one that reads single elements does.
// BOTH-LABEL: @brought_together
// BOTH: %[[ROWS:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<4x64xi32>) outs(%{{.*}} : tensor<64x4xi32>)
// BOTH-NOT: linalg.generic
// BOTH: tensor.extract %[[ROWS]]
// BOTH: tensor.extract %arg0[%{{.*}}, %{{.*}}]
func.func @brought_together(%x: tensor<4x64xi32>, %y: tensor<256xi32>) -> (tensor<256xi32>, tensor<256xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %empty = tensor.empty() : tensor<64x4xi32>
  %rows = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x64xi32>) outs(%empty : tensor<64x4xi32>) {
  ^bb0(%a: i32, %out: i32):
    linalg.yield %a : i32
  } -> tensor<64x4xi32>
  %r = scf.for %u = %c0 to %c64 step %c1 iter_args(%t = %y) -> tensor<256xi32> {
    %q = scf.for %v = %c0 to %c4 step %c1 iter_args(%w = %t) -> tensor<256xi32> {
      %e = tensor.extract %rows[%u, %v] : tensor<64x4xi32>
      %n = tensor.insert %e into %w[%v] : tensor<256xi32>
      scf.yield %n : tensor<256xi32>
    }
    scf.yield %q : tensor<256xi32>
  }
  %others = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x64xi32>) outs(%empty : tensor<64x4xi32>) {
  ^bb0(%a: i32, %out: i32):
    linalg.yield %a : i32
  } -> tensor<64x4xi32>
  %s = scf.for %u = %c0 to %c64 step %c1 iter_args(%t = %y) -> tensor<256xi32> {
    %e = tensor.extract %others[%u, %c1] : tensor<64x4xi32>
    %n = tensor.insert %e into %t[%u] : tensor<256xi32>
    scf.yield %n : tensor<256xi32>
  }
  return %r, %s : tensor<256xi32>, tensor<256xi32>
}

// Rows that are gathered are not gathered element by element for what transposes them.
// BOTH-LABEL: @rows_transposed
// BOTH: %[[ROWS:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<100xindex>) outs(%{{.*}} : tensor<100x64xf32>)
// BOTH: linalg.generic {{.*}} ins(%[[ROWS]] : tensor<100x64xf32>) outs(%{{.*}} : tensor<64x100xf32>)
func.func @rows_transposed(%x: tensor<32x64xf32>, %i: tensor<100xindex>) -> tensor<64x100xf32> {
  %empty = tensor.empty() : tensor<100x64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<100xindex>) outs(%empty : tensor<100x64xf32>) {
  ^bb0(%row: index, %out: f32):
    %column = linalg.index 1 : index
    %e = tensor.extract %x[%row, %column] : tensor<32x64xf32>
    linalg.yield %e : f32
  } -> tensor<100x64xf32>
  %transposed = tensor.empty() : tensor<64x100xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<100x64xf32>) outs(%transposed : tensor<64x100xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<64x100xf32>
  return %1 : tensor<64x100xf32>
}

// What is much work is not done for every row that reads it.
// BOTH-LABEL: @repeated
// BOTH: %[[MUCH:.*]] = linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%arg1 : tensor<64xf32>) outs(%{{.*}} : tensor<64xf32>)
// BOTH: linalg.generic
// BOTH-SAME: ins(%{{.*}}, %[[MUCH]]
func.func @repeated(%x: tensor<4x64xf32>, %k: tensor<64xf32>) -> tensor<4x64xf32> {
  %empty = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%k : tensor<64xf32>) outs(%empty : tensor<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = math.sin %a : f32
    %c = math.cos %a : f32
    %e = arith.mulf %s, %c : f32
    linalg.yield %e : f32
  } -> tensor<64xf32>
  %into = tensor.empty() : tensor<4x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %0 : tensor<4x64xf32>, tensor<64xf32>) outs(%into : tensor<4x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %e = arith.mulf %a, %b : f32
    linalg.yield %e : f32
  } -> tensor<4x64xf32>
  return %1 : tensor<4x64xf32>
}

// What is subtracted from each element is read by two ops, and so is the array: neither the differences nor the rows that a vector is
// broadcast to are written.
// BOTH-LABEL: @centered
// LARGE: linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]} ins(%arg0, %arg1 : tensor<64x32xf32>, tensor<32xf32>) outs(%arg3 : tensor<32xf32>)
// LARGE: arith.subf
// LARGE: math.fma
// LARGE: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1, %arg2 : tensor<64x32xf32>, tensor<32xf32>, tensor<32xf32>)
// LARGE: arith.subf
// LARGE: arith.mulf
// LARGE-NOT: linalg.generic
// LARGE: return
func.func @centered(%x: tensor<64x32xf32>, %mean: tensor<32xf32>, %scale: tensor<32xf32>, %start: tensor<32xf32>) -> (tensor<32xf32>, tensor<64x32xf32>) {
  %empty = tensor.empty() : tensor<64x32xf32>
  %rows = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%mean : tensor<32xf32>) outs(%empty : tensor<64x32xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<64x32xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %rows : tensor<64x32xf32>, tensor<64x32xf32>) outs(%empty : tensor<64x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %e = arith.subf %a, %b : f32
    linalg.yield %e : f32
  } -> tensor<64x32xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%0 : tensor<64x32xf32>) outs(%start : tensor<32xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.fma %a, %a, %out : f32
    linalg.yield %e : f32
  } -> tensor<32xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %scale : tensor<64x32xf32>, tensor<32xf32>) outs(%empty : tensor<64x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %e = arith.mulf %a, %b : f32
    linalg.yield %e : f32
  } -> tensor<64x32xf32>
  return %1, %2 : tensor<32xf32>, tensor<64x32xf32>
}

// To read two other arrays in three ops takes longer than to write one and to read that.
// BOTH-LABEL: @sums
// BOTH: %[[SUM:.*]] = linalg.generic
// BOTH-SAME: ins(%arg0, %arg1 : tensor<64xf32>, tensor<64xf32>)
// BOTH-COUNT-3: ins(%[[SUM]] : tensor<64xf32>)
// BOTH: return
func.func @sums(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %empty = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<64xf32>, tensor<64xf32>) outs(%empty : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %e = arith.addf %a, %b : f32
    linalg.yield %e : f32
  } -> tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<64xf32>) outs(%empty : tensor<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.absf %a : f32
    linalg.yield %e : f32
  } -> tensor<64xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<64xf32>) outs(%empty : tensor<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.floor %a : f32
    linalg.yield %e : f32
  } -> tensor<64xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<64xf32>) outs(%empty : tensor<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %e = math.ceil %a : f32
    linalg.yield %e : f32
  } -> tensor<64xf32>
  return %1, %2, %3 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}

// Few elements of an array that is backwards are read where they come from.
// BOTH-LABEL: @backwards
// BOTH-NOT: linalg.generic
// BOTH: linalg.generic {{.*}}iterator_types = ["parallel"]
// BOTH: %[[I:.*]] = linalg.index 0
// BOTH: %[[FLIPPED:.*]] = arith.addi %{{.*}}, %c99
// BOTH: tensor.extract %arg0[%[[FLIPPED]]]
// BOTH-NOT: linalg.generic
// BOTH: return
func.func @backwards(%x: tensor<100xf32>) -> tensor<10xf32> {
  %empty = tensor.empty() : tensor<100xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (99 - d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<100xf32>) outs(%empty : tensor<100xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<100xf32>
  %into = tensor.empty() : tensor<10xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%into : tensor<10xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %e = tensor.extract %0[%i] : tensor<100xf32>
    linalg.yield %e : f32
  } -> tensor<10xf32>
  return %1 : tensor<10xf32>
}

// A reduction of several results may be computed a second time, and so would be what it reads.
// BOTH-LABEL: @least
// BOTH: %[[POWERS:.*]] = linalg.generic
// BOTH: math.powf
// BOTH: linalg.generic
// BOTH-SAME: ins(%[[POWERS]], %arg1
func.func @least(%x: tensor<8x64xf64>, %i: tensor<8x64xi32>, %most: tensor<8xf64>, %first: tensor<8xi32>) -> (tensor<8xf64>, tensor<8xi32>) {
  %empty = tensor.empty() : tensor<8x64xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x64xf64>) outs(%empty : tensor<8x64xf64>) {
  ^bb0(%a: f64, %out: f64):
    %e = math.powf %a, %a : f64
    linalg.yield %e : f64
  } -> tensor<8x64xf64>
  %1:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%0, %i : tensor<8x64xf64>, tensor<8x64xi32>) outs(%most, %first : tensor<8xf64>, tensor<8xi32>) {
  ^bb0(%a: f64, %k: i32, %least: f64, %at: i32):
    %less = arith.cmpf olt, %a, %least : f64
    %e = arith.select %less, %a, %least : f64
    %n = arith.select %less, %k, %at : i32
    linalg.yield %e, %n : f64, i32
  } -> (tensor<8xf64>, tensor<8xi32>)
  return %1#0, %1#1 : tensor<8xf64>, tensor<8xi32>
}

// A division is much work, which a product of few columns, whose factors are not packed, would repeat for each of its rows.
// BOTH-LABEL: @quotients
// BOTH: %[[QUOTIENTS:.*]] = linalg.generic
// BOTH: arith.divui
// BOTH: linalg.generic
// BOTH-SAME: ins(%arg0, %[[QUOTIENTS]]
func.func @quotients(%x: tensor<16x64xi64>, %y: tensor<64x2xi64>, %z: tensor<64x2xi64>, %start: tensor<16x2xi64>) -> tensor<16x2xi64> {
  %empty = tensor.empty() : tensor<64x2xi64>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%y, %z : tensor<64x2xi64>, tensor<64x2xi64>) outs(%empty : tensor<64x2xi64>) {
  ^bb0(%a: i64, %b: i64, %out: i64):
    %e = arith.divui %a, %b : i64
    linalg.yield %e : i64
  } -> tensor<64x2xi64>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %0 : tensor<16x64xi64>, tensor<64x2xi64>) outs(%start : tensor<16x2xi64>) {
  ^bb0(%a: i64, %b: i64, %sum: i64):
    %m = arith.muli %a, %b : i64
    %e = arith.addi %sum, %m : i64
    linalg.yield %e : i64
  } -> tensor<16x2xi64>
  return %1 : tensor<16x2xi64>
}

// Arguments whose sizes of 1 are left out stay as they are, so that the reader of several need not have the loops of each.
// BOTH-LABEL: @outer
// BOTH-COUNT-1: linalg.generic
// BOTH-NOT: linalg.generic
// BOTH: return
func.func @outer(%x: tensor<1x7x7x1xi32>, %y: tensor<7x511x1x1xi32>) -> tensor<7x511x7xi32> {
  %flat = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<1x7x7x1xi32> into tensor<7x7xi32>
  %column = tensor.collapse_shape %y [[0], [1, 2, 3]] : tensor<7x511x1x1xi32> into tensor<7x511xi32>
  %empty = tensor.empty() : tensor<7x511x7xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%column : tensor<7x511xi32>) outs(%empty : tensor<7x511x7xi32>) {
  ^bb0(%a: i32, %out: i32):
    linalg.yield %a : i32
  } -> tensor<7x511x7xi32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%flat : tensor<7x7xi32>) outs(%empty : tensor<7x511x7xi32>) {
  ^bb0(%a: i32, %out: i32):
    linalg.yield %a : i32
  } -> tensor<7x511x7xi32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0, %1 : tensor<7x511x7xi32>, tensor<7x511x7xi32>) outs(%empty : tensor<7x511x7xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %e = arith.muli %a, %b : i32
    linalg.yield %e : i32
  } -> tensor<7x511x7xi32>
  return %2 : tensor<7x511x7xi32>
}
