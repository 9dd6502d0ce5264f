// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// Ops of several replicas, channels and feeds: what is refused, and why.

func.func @f() {
  // expected-error@+1 {{'xla.replica_id' op has a result of type tensor<i32>; it must be tensor<ui32> [result-type]}}
  %0 = xla.replica_id : tensor<i32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'xla.partition_id' op has a result of type tensor<1xui32>; it must be tensor<ui32> [result-type]}}
  %0 = xla.partition_id : tensor<1xui32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'xla.all_gather' op has replica_groups = [7]; it must be a list of lists of numbers [replica-groups]}}
  %0 = "xla.all_gather"(%x) <{all_gather_dim = 0 : i64, shard_count = 2 : i64, replica_groups = [7]}> : (tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'xla.all_reduce' op names replica [0, -1] in replica_groups [replica-groups]}}
  %0 = xla.all_reduce %x {replica_groups = [[0, -1]]} : (tensor<2xf32>) -> tensor<2xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    xla.return %a : tensor<f32>
  }
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'xla.all_gather' op names process 0 twice in replica_groups [replica-groups-unique]}}
  %0 = xla.all_gather %x dim = 0, shard_count = 2 {replica_groups = [[0, 0]]} : (tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'xla.cross_replica_sum' op names replica 2 in replica_groups of 2 replicas [replica-groups-ids]}}
  %0 = xla.cross_replica_sum %x {replica_groups = [[0, 2]]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'xla.all_gather' op numbers processes globally, for which it needs a positive channel_id, not 0 [channel-positive]}}
  %0 = xla.all_gather %x dim = 0, shard_count = 1 {replica_groups = [[0]], use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'xla.all_gather' op has shard_count = 3, but a group of 2 members [shard-count]}}
  %0 = xla.all_gather %x dim = 0, shard_count = 3 {replica_groups = [[0, 1]]} : (tensor<2xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'xla.all_to_all' op has split_count = 0; it must be positive [shard-count]}}
  %0 = xla.all_to_all %x split_dim = 0, concat_dim = 0, split_count = 0 : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2xf32>}}
func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'xla.all_gather' op has all_gather_dim = 1, but an operand of rank 1 [collective-dim]}}
  %0 = xla.all_gather %x dim = 1, shard_count = 2 : (tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<3xf32>}}
func.func @f(%x: tensor<3xf32>) {
  // expected-error@+1 {{'xla.all_to_all' op splits dimension 0 of size 3 into 2 parts, which leaves a remainder [collective-size]}}
  %0 = xla.all_to_all %x split_dim = 0, concat_dim = 0, split_count = 2 : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<3xf32>}}
func.func @f(%x: tensor<3xf32>) {
  // expected-error@+1 {{'xla.reduce_scatter' op splits dimension 0 of size 3 into 2 parts, which leaves a remainder [collective-size]}}
  %0 = xla.reduce_scatter %x dim = 0, shard_count = 2 : (tensor<3xf32>) -> tensor<1xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    xla.return %a : tensor<f32>
  }
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'xla.cross_replica_sum' op needs an operand [collective-operands]}}
  "xla.cross_replica_sum"() : () -> ()
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+2 {{'xla.all_reduce' op its computation takes (tensor<i32>, tensor<i32>) but is given (tensor<f32>, tensor<f32>) [collective-body-arguments]}}
  // expected-note@+2 {{the computation's arguments are declared here}}
  %0 = xla.all_reduce %x : (tensor<2xf32>) -> tensor<2xf32>
    (%a: tensor<i32>, %b: tensor<i32>) {
    xla.return %a : tensor<i32>
  }
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'xla.collective_reduce' op its computation returns (tensor<f32>, tensor<f32>) but must return (tensor<f32>) [collective-body-results]}}
  %0 = xla.collective_reduce %x : (tensor<2xf32>) -> tensor<2xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    // expected-note@+1 {{the computation returns here}}
    xla.return %a, %b : tensor<f32>, tensor<f32>
  }
  return
}

// -----

// expected-note@+1 {{operand 1 is defined here with type tensor<2xi32>}}
func.func @f(%x: tensor<2xf32>, %r: tensor<2xi32>) {
  // expected-error@+1 {{'xla.collective_broadcast' op has a root of type tensor<2xi32>; it must be a tensor<1xi32> [collective-root]}}
  %0 = xla.collective_broadcast %x, %r {has_dynamic_root} : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'xla.collective_permute' op has the pairs [[0, 1, 2]]; it must be a list of pairs of numbers [source-target-pairs]}}
  %0 = xla.collective_permute %x pairs = [[0, 1, 2]] : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'xla.collective_permute' op names process 1 twice in the list of targets [source-target-unique]}}
  %0 = xla.collective_permute %x pairs = [[0, 1], [2, 1]] : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>, %t: !xla.token) {
  // expected-error@+1 {{'xla.send' op has a context that must go to one send_done, and to nothing else [channel-context]}}
  %0 = xla.send %x, %t channel = 1 : (tensor<2xf32>, !xla.token) -> tuple<tensor<2xf32>, tensor<ui32>>
  return
}

// -----

func.func @f(%t: !xla.token) {
  // expected-error@+1 {{'xla.recv' op has the context tuple<tensor<2xf32>>; it must be a tuple of tensors, then the request's number, a tensor<ui32> [channel-context]}}
  %0 = xla.recv %t, channel = 1 : (!xla.token) -> tuple<tensor<2xf32>>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tuple<tensor<2xf32>, tensor<ui32>>}}
func.func @f(%c: tuple<tensor<2xf32>, tensor<ui32>>) {
  // expected-error@+1 {{'xla.recv_done' op takes a context that is no result of a recv [channel-context]}}
  %x, %t = xla.recv_done %c, channel = 1 : (tuple<tensor<2xf32>, tensor<ui32>>) -> (tensor<2xf32>, !xla.token)
  return
}

// -----

func.func @f(%x: tensor<2xf32>, %t: !xla.token) {
  // expected-note@+1 {{it began here}}
  %0 = xla.send %x, %t channel = 1 : (tensor<2xf32>, !xla.token) -> tuple<tensor<2xf32>, tensor<ui32>>
  // expected-error@+1 {{'xla.send_done' op waits on channel 2 for what began on channel 1 [channel-id]}}
  %1 = xla.send_done %0, channel = 2 : (tuple<tensor<2xf32>, tensor<ui32>>) -> !xla.token
  return
}

// -----

func.func @f(%t: !xla.token) {
  // expected-error@+1 {{'xla.infeed' op has a last result of type tensor<2xf32>; it must be a token [infeed-types]}}
  %x = xla.infeed %t : (!xla.token) -> tensor<2xf32>
  return
}

// -----

func.func @f(%t: !xla.token) {
  // expected-error@+1 {{'xla.infeed' op reads a value of type tuple<tuple<tensor<f32>>>; it must be a tensor or a tuple of tensors [infeed-types]}}
  %x, %u = xla.infeed %t : (!xla.token) -> (tuple<tuple<tensor<f32>>>, !xla.token)
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'xla.after_all' op operand #0 must be variadic of orders ops that have side effects, but got 'tensor<2xf32>'}}
  %0 = "xla.after_all"(%x) : (tensor<2xf32>) -> !xla.token
  return
}

// -----

func.func @f(%x: tensor<2xf32>, %t: !xla.token) {
  // expected-error@+1 {{'xla.outfeed' op operand #1 must be orders ops that have side effects, but got 'tensor<2xf32>'}}
  %0 = "xla.outfeed"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> !xla.token
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<2xi3>}}
func.func @f(%x: tensor<2xi3>) {
  // expected-error@+1 {{'xla.cross_replica_sum' op operand 0 has elements of type i3, which xla does not have [element-type]}}
  %0 = xla.cross_replica_sum %x : (tensor<2xi3>) -> tensor<2xi3>
  return
}
