// RUN: xla-run %s --replicas 2
// RUN: xla-run %s --replicas 2 --threads 1
//
// Exchanges that go on while the program computes give what they give at once: nothing is written over what they read or
// write, whichever op needs memory meanwhile.

func.func private @operand(%scale: tensor<f32>) -> tensor<64x64xf32> {
  %iota = xla.iota dim = 0 : tensor<4096xf32>
  %id = xla.replica_id : tensor<ui32>
  %own = xla.convert %id : (tensor<ui32>) -> tensor<f32>
  %thousandth = xla.constant dense<0.001> : tensor<f32>
  %x = xla.mul %iota, %thousandth : (tensor<4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %y = xla.add %x, %own : (tensor<4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %z = xla.mul %y, %scale : (tensor<4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %t = xla.sin %z : tensor<4096xf32>
  %r = xla.reshape %t : (tensor<4096xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// Takes memory, and writes over what nobody needs.
func.func private @compute(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = xla.dot %x, %x : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = xla.transpose %0, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = xla.dot %1, %x : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

func.func @main() {
  %one = xla.constant dense<1.0> : tensor<f32>
  %two = xla.constant dense<2.0> : tensor<f32>
  %zero = xla.constant dense<0> : tensor<i32>
  %unit = xla.constant dense<1> : tensor<i32>
  %turns = xla.constant dense<5> : tensor<i32>
  %x = func.call @operand(%one) : (tensor<f32>) -> tensor<64x64xf32>
  %y = func.call @operand(%two) : (tensor<f32>) -> tensor<64x64xf32>

  // Two of the same group at once, and one that is not asynchronous behind them.
  %a0 = xla.all_reduce %x {xla.async} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.add %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  %a1 = xla.all_reduce %y {xla.async} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.sub %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  %a2 = xla.all_gather %y dim = 1, shard_count = 2 {xla.async} : (tensor<64x64xf32>) -> tensor<64x128xf32>
  %a3 = xla.all_to_all %x split_dim = 0, concat_dim = 1, split_count = 2 {xla.async} : (tensor<64x64xf32>) -> tensor<32x128xf32>
  %a4 = xla.collective_permute %y pairs = [[0, 1], [1, 0]] {xla.async} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %a5 = xla.reduce_scatter %x dim = 1, shard_count = 2 {xla.async} : (tensor<64x64xf32>) -> tensor<64x32xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.max %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  %a6 = xla.cross_replica_sum %x {xla.async} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %a7 = xla.collective_broadcast %x {replica_groups = [[1, 0]], xla.async} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %unused = xla.all_gather %x dim = 0, shard_count = 2 {xla.async} : (tensor<64x64xf32>) -> tensor<128x64xf32>
  %c0 = func.call @compute(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %c1 = func.call @compute(%c0) : (tensor<64x64xf32>) -> tensor<64x64xf32>

  // The same, one after the other.
  %s0 = xla.all_reduce %x : (tensor<64x64xf32>) -> tensor<64x64xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.add %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  %s1 = xla.all_reduce %y : (tensor<64x64xf32>) -> tensor<64x64xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.sub %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  %s2 = xla.all_gather %y dim = 1, shard_count = 2 : (tensor<64x64xf32>) -> tensor<64x128xf32>
  %s3 = xla.all_to_all %x split_dim = 0, concat_dim = 1, split_count = 2 : (tensor<64x64xf32>) -> tensor<32x128xf32>
  %s4 = xla.collective_permute %y pairs = [[0, 1], [1, 0]] : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %s5 = xla.reduce_scatter %x dim = 1, shard_count = 2 : (tensor<64x64xf32>) -> tensor<64x32xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.max %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  %s7 = xla.collective_broadcast %x {replica_groups = [[1, 0]]} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  xla.custom_call "check.expect_eq"(%a0, %s0) {has_side_effect = true} : (tensor<64x64xf32>, tensor<64x64xf32>) -> ()
  xla.custom_call "check.expect_eq"(%a1, %s1) {has_side_effect = true} : (tensor<64x64xf32>, tensor<64x64xf32>) -> ()
  xla.custom_call "check.expect_eq"(%a2, %s2) {has_side_effect = true} : (tensor<64x128xf32>, tensor<64x128xf32>) -> ()
  xla.custom_call "check.expect_eq"(%a3, %s3) {has_side_effect = true} : (tensor<32x128xf32>, tensor<32x128xf32>) -> ()
  xla.custom_call "check.expect_eq"(%a4, %s4) {has_side_effect = true} : (tensor<64x64xf32>, tensor<64x64xf32>) -> ()
  xla.custom_call "check.expect_eq"(%a5, %s5) {has_side_effect = true} : (tensor<64x32xf32>, tensor<64x32xf32>) -> ()
  xla.custom_call "check.expect_eq"(%a6, %s0) {has_side_effect = true} : (tensor<64x64xf32>, tensor<64x64xf32>) -> ()
  xla.custom_call "check.expect_eq"(%a7, %s7) {has_side_effect = true} : (tensor<64x64xf32>, tensor<64x64xf32>) -> ()

  // In a loop, of whose state it is a part, and beside one; used in a branch.
  %b = xla.all_reduce %c1 {xla.async} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    (%p: tensor<f32>, %q: tensor<f32>) {
    %s = xla.min %p, %q : tensor<f32>
    xla.return %s : tensor<f32>
  }
  %tenth = xla.constant dense<0.1> : tensor<f32>
  %r:3 = xla.while(%i = %zero, %u = %x, %v = %x) : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
  cond {
    %more = xla.lt %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %more : tensor<i1>
  } do {
    %u1 = xla.cross_replica_sum %u {xla.async} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %c = func.call @compute(%y) : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %u2 = xla.mul %u1, %tenth : (tensor<64x64xf32>, tensor<f32>) -> tensor<64x64xf32>
    %u3 = xla.add %u2, %c : tensor<64x64xf32>
    %v1 = xla.cross_replica_sum %v : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %v2 = xla.mul %v1, %tenth : (tensor<64x64xf32>, tensor<f32>) -> tensor<64x64xf32>
    %v3 = xla.add %v2, %c : tensor<64x64xf32>
    %next = xla.add %i, %unit : tensor<i32>
    xla.return %next, %u3, %v3 : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
  }
  xla.custom_call "check.expect_eq"(%r#1, %r#2) {has_side_effect = true} : (tensor<64x64xf32>, tensor<64x64xf32>) -> ()
  %always = xla.eq %r#0, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %chosen = xla.conditional %always : tensor<i1> -> tensor<64x64xf32> then(%d = %c1 : tensor<64x64xf32>) {
    %d1 = xla.add %b, %d : tensor<64x64xf32>
    xla.return %d1 : tensor<64x64xf32>
  } else(%d = %c1 : tensor<64x64xf32>) {
    xla.return %d : tensor<64x64xf32>
  }
  %b1 = xla.all_reduce %c1 : (tensor<64x64xf32>) -> tensor<64x64xf32>
    (%p: tensor<f32>, %q: tensor<f32>) {
    %s = xla.min %p, %q : tensor<f32>
    xla.return %s : tensor<f32>
  }
  %e = xla.add %b1, %c1 : tensor<64x64xf32>
  xla.custom_call "check.expect_eq"(%chosen, %e) {has_side_effect = true} : (tensor<64x64xf32>, tensor<64x64xf32>) -> ()

  // What is received while the program computes; the second message overtakes the first one's program text.
  %t = xla.after_all : () -> !xla.token
  %in = xla.recv %t, channel = 1 {source_target_pairs = [[0, 1], [1, 0]]} : (!xla.token) -> tuple<tensor<64x64xf32>, tensor<ui32>>
  %out = xla.send %y, %t channel = 1 {source_target_pairs = [[0, 1], [1, 0]]} : (tensor<64x64xf32>, !xla.token) -> tuple<tensor<64x64xf32>, tensor<ui32>>
  %w = func.call @compute(%c1) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %in2 = xla.recv %t, channel = 1 {source_target_pairs = [[0, 1], [1, 0]]} : (!xla.token) -> tuple<tensor<64x64xf32>, tensor<ui32>>
  %sent = xla.send_done %out, channel = 1 : (tuple<tensor<64x64xf32>, tensor<ui32>>) -> !xla.token
  %out2 = xla.send %x, %sent channel = 1 {source_target_pairs = [[0, 1], [1, 0]]} : (tensor<64x64xf32>, !xla.token) -> tuple<tensor<64x64xf32>, tensor<ui32>>
  %w2 = func.call @compute(%w) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %z2, %received2 = xla.recv_done %in2, channel = 1 : (tuple<tensor<64x64xf32>, tensor<ui32>>) -> (tensor<64x64xf32>, !xla.token)
  %z1, %received = xla.recv_done %in, channel = 1 : (tuple<tensor<64x64xf32>, tensor<ui32>>) -> (tensor<64x64xf32>, !xla.token)
  %sent2 = xla.send_done %out2, channel = 1 : (tuple<tensor<64x64xf32>, tensor<ui32>>) -> !xla.token
  xla.custom_call "check.expect_eq"(%z1, %s4) {has_side_effect = true} : (tensor<64x64xf32>, tensor<64x64xf32>) -> ()
  %ex = xla.collective_permute %x pairs = [[0, 1], [1, 0]] : (tensor<64x64xf32>) -> tensor<64x64xf32>
  xla.custom_call "check.expect_eq"(%z2, %ex) {has_side_effect = true} : (tensor<64x64xf32>, tensor<64x64xf32>) -> ()
  xla.custom_call "check.expect_eq"(%w2, %w2) {has_side_effect = true} : (tensor<64x64xf32>, tensor<64x64xf32>) -> ()
  return
}
