// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-fuse-elementwise))' | FileCheck %s --check-prefix=BOTH
// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-fuse-elementwise{limit=17}))' \
// RUN:   | FileCheck %s --check-prefixes=BOTH,TWO

// The bodies cost 17, for a function and a yield, and 2.
// BOTH-LABEL: @chain
// BOTH: linalg.generic
// TWO: linalg.generic
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
// BOTH-SAME: iterator_types = ["parallel"]
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
