// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize --cse | FileCheck %s --check-prefix=KEPT
// RUN: xla-opt %s --xla-expand-client-ops | FileCheck %s --check-prefix=SUGAR

// CHECK-LABEL: @groups
// Ops that wait for others are neither merged nor removed.
// KEPT-LABEL: @groups
// KEPT-COUNT-2: xla.all_gather
func.func @groups(%x: tensor<2xf32>) -> (tensor<ui32>, tensor<ui32>) {
  // CHECK: xla.replica_id : tensor<ui32>
  %0 = xla.replica_id : tensor<ui32>
  // CHECK: xla.partition_id : tensor<ui32>
  %1 = xla.partition_id : tensor<ui32>
  // CHECK: xla.all_gather %arg0 dim = 0, shard_count = 2 {replica_groups = {{\[\[}}0, 2], [1, 3]]} : (tensor<2xf32>) -> tensor<4xf32>
  %2 = xla.all_gather %x dim = 0, shard_count = 2 {replica_groups = [[0, 2], [1, 3]]} : (tensor<2xf32>) -> tensor<4xf32>
  %3 = xla.all_gather %x dim = 0, shard_count = 2 {replica_groups = [[0, 2], [1, 3]]} : (tensor<2xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<ui32>, tensor<ui32>
}

// CHECK-LABEL: @reductions
// SUGAR-LABEL: @reductions
func.func @reductions(%x: tensor<2xf32>, %y: tensor<4x2xf32>) {
  // CHECK: xla.all_reduce %arg0 {replica_groups = {{\[\[}}0, 1], [2]]} : (tensor<2xf32>) -> tensor<2xf32> (%arg2: tensor<f32>, %arg3: tensor<f32>) {
  %0 = xla.all_reduce %x {replica_groups = [[0, 1], [2]]} : (tensor<2xf32>) -> tensor<2xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %sum = xla.add %a, %b : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  // CHECK: xla.reduce_scatter %arg1 dim = 0, shard_count = 2 : (tensor<4x2xf32>) -> tensor<2x2xf32> (%arg2: tensor<f32>, %arg3: tensor<f32>) {
  %1 = xla.reduce_scatter %y dim = 0, shard_count = 2 : (tensor<4x2xf32>) -> tensor<2x2xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %max = xla.max %a, %b : tensor<f32>
    xla.return %max : tensor<f32>
  }
  // CHECK: xla.collective_reduce %arg0 {replica_groups = {{\[\[}}1, 0]]} : (tensor<2xf32>) -> tensor<2xf32> (%arg2: tensor<f32>, %arg3: tensor<f32>) {
  %2 = xla.collective_reduce %x {replica_groups = [[1, 0]]} : (tensor<2xf32>) -> tensor<2xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %sum = xla.add %a, %b : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  // CHECK: xla.cross_replica_sum %{{.*}} : (tensor<2xf32>) -> tensor<2xf32>
  // SUGAR: xla.all_reduce %arg0 {replica_groups = {{\[\[0, 1\]\]}}} : (tensor<2xf32>) -> tensor<2xf32>
  // SUGAR: xla.add
  // SUGAR-NOT: cross_replica_sum
  %3 = xla.cross_replica_sum %x {replica_groups = [[0, 1]]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: @moves
func.func @moves(%x: tensor<4x16xf32>, %root: tensor<1xi32>) {
  // CHECK: xla.all_to_all %arg0 split_dim = 1, concat_dim = 0, split_count = 4 : (tensor<4x16xf32>) -> tensor<16x4xf32>
  %0 = xla.all_to_all %x split_dim = 1, concat_dim = 0, split_count = 4 : (tensor<4x16xf32>) -> tensor<16x4xf32>
  // CHECK: xla.collective_broadcast %arg0 {replica_groups = {{\[\[}}1, 0]]} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = xla.collective_broadcast %x {replica_groups = [[1, 0]]} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  // CHECK: xla.collective_broadcast %arg0, %arg1 {has_dynamic_root} : (tensor<4x16xf32>, tensor<1xi32>) -> tensor<4x16xf32>
  %2 = xla.collective_broadcast %x, %root {has_dynamic_root} : (tensor<4x16xf32>, tensor<1xi32>) -> tensor<4x16xf32>
  // CHECK: xla.collective_permute %arg0 pairs = {{\[\[}}0, 1], [1, 0]] : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %3 = xla.collective_permute %x pairs = [[0, 1], [1, 0]] : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// CHECK-LABEL: @channels
// KEPT-LABEL: @channels
// KEPT: xla.infeed
// KEPT: xla.outfeed
func.func @channels(%x: tensor<2xf32>) -> !xla.token {
  // CHECK: xla.after_all  : () -> !xla.token
  %start = xla.after_all : () -> !xla.token
  // CHECK: xla.recv %{{.*}}, channel = 1 : (!xla.token) -> tuple<tensor<2xf32>, tensor<ui32>>
  %incoming = xla.recv %start, channel = 1 : (!xla.token) -> tuple<tensor<2xf32>, tensor<ui32>>
  // CHECK: xla.send %arg0, %{{.*}} channel = 1 {source_target_pairs = {{\[\[0, 1\]\]}}} : (tensor<2xf32>, !xla.token) -> tuple<tensor<2xf32>, tensor<ui32>>
  %outgoing = xla.send %x, %start channel = 1 {source_target_pairs = [[0, 1]]} : (tensor<2xf32>, !xla.token) -> tuple<tensor<2xf32>, tensor<ui32>>
  // CHECK: xla.recv_done %{{.*}}, channel = 1 : (tuple<tensor<2xf32>, tensor<ui32>>) -> (tensor<2xf32>, !xla.token)
  %y, %received = xla.recv_done %incoming, channel = 1 : (tuple<tensor<2xf32>, tensor<ui32>>) -> (tensor<2xf32>, !xla.token)
  // CHECK: xla.send_done %{{.*}}, channel = 1 : (tuple<tensor<2xf32>, tensor<ui32>>) -> !xla.token
  %sent = xla.send_done %outgoing, channel = 1 : (tuple<tensor<2xf32>, tensor<ui32>>) -> !xla.token
  // CHECK: xla.after_all %{{.*}}, %{{.*}} : (!xla.token, !xla.token) -> !xla.token
  %both = xla.after_all %received, %sent : (!xla.token, !xla.token) -> !xla.token
  // CHECK: xla.infeed %{{.*}} : (!xla.token) -> (tensor<2xf32>, tuple<tensor<i32>>, !xla.token)
  %z, %t, %read = xla.infeed %both : (!xla.token) -> (tensor<2xf32>, tuple<tensor<i32>>, !xla.token)
  // CHECK: xla.outfeed %{{.*}}, %{{.*}} : (tensor<2xf32>, !xla.token) -> !xla.token
  %written = xla.outfeed %z, %read : (tensor<2xf32>, !xla.token) -> !xla.token
  return %written : !xla.token
}
