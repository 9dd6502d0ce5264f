// RUN: xla-run %s --replicas 2 --infeed 1 2 3 4 5 --outfeed %t.out
// RUN: xla-run %s --replicas 2 --infeed 1 2 3 4 5 | FileCheck %s
//
// send and recv between replicas, and the documents' loops that read the infeed one after the other.

func.func @main() {
  %start = xla.after_all : () -> !xla.token
  %id = xla.replica_id : tensor<ui32>
  %x = xla.broadcast_in_dim %id, dims = [] : (tensor<ui32>) -> tensor<2xui32>

  // Each sends its number to the other.
  %incoming = xla.recv %start, channel = 1 {source_target_pairs = [[0, 1], [1, 0]]} : (!xla.token) -> tuple<tensor<2xui32>, tensor<ui32>>
  %outgoing = xla.send %x, %start channel = 1 {source_target_pairs = [[0, 1], [1, 0]]} : (tensor<2xui32>, !xla.token) -> tuple<tensor<2xui32>, tensor<ui32>>
  %y, %received = xla.recv_done %incoming, channel = 1 : (tuple<tensor<2xui32>, tensor<ui32>>) -> (tensor<2xui32>, !xla.token)
  %sent = xla.send_done %outgoing, channel = 1 : (tuple<tensor<2xui32>, tensor<ui32>>) -> !xla.token
  %one = xla.constant dense<1> : tensor<ui32>
  %other = xla.sub %one, %id : tensor<ui32>
  %expected = xla.broadcast_in_dim %other, dims = [] : (tensor<ui32>) -> tensor<2xui32>
  xla.custom_call "check.expect_eq"(%y, %expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()

  // The first loop reads 1 and 2, the second one 3, 4 and 5.
  %two = xla.constant dense<2> : tensor<i32>
  %five = xla.constant dense<5> : tensor<i32>
  %zero = xla.constant dense<0> : tensor<i32>
  %unit = xla.constant dense<1> : tensor<i32>
  %r1:2 = xla.while(%i = %zero, %t = %sent) : tensor<i32>, !xla.token
  cond {
    %more = xla.lt %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %more : tensor<i1>
  } do {
    %next, %u = xla.infeed %t : (!xla.token) -> (tensor<i32>, !xla.token)
    xla.return %next, %u : tensor<i32>, !xla.token
  }
  xla.custom_call "check.expect_eq"(%r1#0, %two) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %r2:2 = xla.while(%i = %r1#0, %t = %r1#1) : tensor<i32>, !xla.token
  cond {
    %more = xla.lt %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %more : tensor<i1>
  } do {
    %in, %u = xla.infeed %t : (!xla.token) -> (tuple<tensor<i32>>, !xla.token)
    %next = xla.get_tuple_element %in[0] : (tuple<tensor<i32>>) -> tensor<i32>
    %before = xla.add %i, %unit : tensor<i32>
    xla.custom_call "check.expect_eq"(%next, %before) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    %v = xla.outfeed %next, %u : (tensor<i32>, !xla.token) -> !xla.token
    xla.return %next, %v : tensor<i32>, !xla.token
  }
  // An empty tuple reads nothing.
  %empty, %end = xla.infeed %r2#1 : (!xla.token) -> (tuple<>, !xla.token)
  return
}

// CHECK: replica 0: outfeed 0: tensor<i32> 3
// CHECK: replica 0: outfeed 2: tensor<i32> 5
// CHECK: replica 1: outfeed 0: tensor<i32> 3
// CHECK: checks: 10
