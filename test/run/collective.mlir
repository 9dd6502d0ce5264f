// RUN: xla-run %s --replicas 2
// RUN: xla-run %s --replicas 2 --threads 1
//
// The documents' examples for two replicas, whose operands are [1.0, 2.5] and [3.0, 5.25].

func.func private @operand() -> tensor<2xf32> {
  %both = xla.constant dense<[[1.0, 2.5], [3.0, 5.25]]> : tensor<2x2xf32>
  %id = xla.replica_id : tensor<ui32>
  %zero = xla.constant dense<0> : tensor<ui32>
  %row = xla.dynamic_slice %both at [%id, %zero], sizes = [1, 2] : (tensor<2x2xf32>, tensor<ui32>, tensor<ui32>) -> tensor<1x2xf32>
  %x = xla.reshape %row : (tensor<1x2xf32>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}

func.func @main() {
  %x = func.call @operand() : () -> tensor<2xf32>
  %id = xla.replica_id : tensor<ui32>
  %is_first = xla.constant dense<0> : tensor<ui32>
  %first = xla.eq %id, %is_first : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %part = xla.partition_id : tensor<ui32>
  xla.custom_call "check.expect_eq"(%part, %is_first) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()

  // all_gather
  %0 = xla.all_gather %x dim = 0, shard_count = 2 : (tensor<2xf32>) -> tensor<4xf32>
  %e0 = xla.constant dense<[1.0, 2.5, 3.0, 5.25]> : tensor<4xf32>
  xla.custom_call "check.expect_eq"(%0, %e0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  // in the group's order
  %1 = xla.all_gather %x dim = 0, shard_count = 2 {replica_groups = [[1, 0]]} : (tensor<2xf32>) -> tensor<4xf32>
  %e1 = xla.constant dense<[3.0, 5.25, 1.0, 2.5]> : tensor<4xf32>
  xla.custom_call "check.expect_eq"(%1, %e1) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()

  // all_reduce
  %e2 = xla.constant dense<[4.0, 7.75]> : tensor<2xf32>
  %2 = xla.all_reduce %x : (tensor<2xf32>) -> tensor<2xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %sum = xla.add %a, %b : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  xla.custom_call "check.expect_eq"(%2, %e2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  // of several operands; the computation takes them in the group's order
  %3:2 = xla.all_reduce %x, %0 {replica_groups = [[1, 0]]} : (tensor<2xf32>, tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>)
    (%a: tensor<f32>, %b: tensor<f32>) {
    %difference = xla.sub %a, %b : tensor<f32>
    xla.return %difference : tensor<f32>
  }
  %e3 = xla.constant dense<[2.0, 2.75]> : tensor<2xf32>
  %zeros = xla.constant dense<0.0> : tensor<4xf32>
  xla.custom_call "check.expect_eq"(%3#0, %e3) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_eq"(%3#1, %zeros) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()

  // cross_replica_sum
  %4 = xla.cross_replica_sum %x : (tensor<2xf32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%4, %e2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // reduce_scatter: the first replica of [1.0, 2.25] and [3.0, 5.25]
  %quarter = xla.constant dense<[0.0, 0.25]> : tensor<2xf32>
  %none = xla.constant dense<0.0> : tensor<2xf32>
  %less = xla.select %first, %quarter, %none : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %x5 = xla.sub %x, %less : tensor<2xf32>
  %5 = xla.reduce_scatter %x5 dim = 0, shard_count = 2 : (tensor<2xf32>) -> tensor<1xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %sum = xla.add %a, %b : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  %first5 = xla.constant dense<4.0> : tensor<1xf32>
  %second5 = xla.constant dense<7.5> : tensor<1xf32>
  %e5 = xla.select %first, %first5, %second5 : (tensor<i1>, tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  xla.custom_call "check.expect_eq"(%5, %e5) {has_side_effect = true} : (tensor<1xf32>, tensor<1xf32>) -> ()

  // collective_permute: nobody sends to replica 1, which gets zeros
  %6 = xla.collective_permute %x pairs = [[1, 0]] : (tensor<2xf32>) -> tensor<2xf32>
  %second = xla.constant dense<[3.0, 5.25]> : tensor<2xf32>
  %e6 = xla.select %first, %second, %none : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%6, %e6) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // collective_broadcast
  %7 = xla.collective_broadcast %x {replica_groups = [[1, 0]]} : (tensor<2xf32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%7, %second) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %root = xla.constant dense<1> : tensor<1xi32>
  %8 = xla.collective_broadcast %x, %root {has_dynamic_root} : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%8, %second) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // collective_reduce
  %9 = xla.collective_reduce %x, %root {has_dynamic_root} : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %sum = xla.add %a, %b : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  %e9 = xla.select %first, %none, %e2 : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  xla.custom_call "check.expect_eq"(%9, %e9) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
