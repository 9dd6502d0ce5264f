// RUN: xla-run %s --entry sum '[1, 2]' --replicas 3 | FileCheck %s --check-prefix=SAME
// RUN: xla-run %s --entry sum '[[1, 2], [3, 4]]' --replicas 2 -o %t.{}.npy
// RUN: xla-run %s --entry sum %t.{}.npy --replicas 2 | FileCheck %s --check-prefix=EACH
// RUN: xla-run %s --entry sum '[[1, 2], [3, 4]]' --replicas 2 -o %t.npy
// RUN: xla-run %s --entry sum %t.npy --replicas 2 | FileCheck %s --check-prefix=EACH
// RUN: xla-run %s --entry sum %t.npy --replicas 2 -o %t.twice.npy
// RUN: xla-run %s --entry sum '[[4, 6], [4, 6]]' --replicas 2 --expect %t.twice.npy
// RUN: xla-run %s --entry sum '[[3, 4], [1, 2]]' --replicas 2 --expect %t.1.npy
// RUN: xla-run %s --entry sum '[1, 2]' | FileCheck %s --check-prefix=ALONE
// RUN: expect-exit 1 xla-run %s --entry uneven --replicas 2 2>&1 | FileCheck %s --check-prefix=ENDED
// RUN: expect-exit 1 xla-run %s --entry mismatch --replicas 2 2>&1 | FileCheck %s --check-prefix=MISMATCH
// RUN: expect-exit 1 xla-run %s --entry cycle --replicas 2 --timeout 0.2 2>&1 | FileCheck %s --check-prefix=CYCLE
// RUN: expect-exit 1 xla-run %s --entry unheard --replicas 2 2>&1 | FileCheck %s --check-prefix=UNHEARD
// RUN: expect-exit 1 xla-run %s --entry starving 2>&1 | FileCheck %s --check-prefix=STARVING
// RUN: expect-exit 2 xla-run %s --entry pairs 1 --replicas 2 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: expect-exit 2 xla-run %s --entry sum '[[1, 2], [3, 4], [5, 6]]' --replicas 2 2>&1 | FileCheck %s --check-prefix=STACK

func.func private @add(%a: tensor<2xf32>) -> tensor<2xf32> {
  %sum = xla.all_reduce %a : (tensor<2xf32>) -> tensor<2xf32>
    (%x: tensor<f32>, %y: tensor<f32>) {
    %sum = xla.add %x, %y : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  return %sum : tensor<2xf32>
}

// SAME: replica 0: result 0: tensor<2xf32> [3.0, 6.0]
// SAME: replica 2: result 0: tensor<2xf32> [3.0, 6.0]
// EACH: replica 0: result 0: tensor<2xf32> [8.0, 12.0]
// EACH: replica 1: result 0: tensor<2xf32> [8.0, 12.0]
// ALONE: {{^}}result 0: tensor<2xf32> [1.0, 2.0]
// STACK: error: input 0 is tensor<2xf32>, but
func.func @sum(%x: tensor<2xf32>) -> tensor<2xf32> {
  %sum = func.call @add(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %sum : tensor<2xf32>
}

// Replica 0 runs it twice.
// ENDED: error: replica 0 waits in all_reduce of (tensor<2xf32>) at {{.*}} for replica 1, which has ended
func.func @uneven() {
  %x = xla.constant dense<1.0> : tensor<2xf32>
  %id = xla.replica_id : tensor<ui32>
  %y = func.call @add(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %one = xla.constant dense<1> : tensor<ui32>
  %r = xla.while(%i = %id) : tensor<ui32>
  cond {
    %more = xla.lt %i, %one : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    xla.return %more : tensor<i1>
  } do {
    %z = func.call @add(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %next = xla.add %i, %one : tensor<ui32>
    xla.return %next : tensor<ui32>
  }
  return
}

// MISMATCH: error: replica {{[01]}} runs all_{{.*}}, but replica {{[01]}} runs all_
func.func @mismatch() {
  %x = xla.constant dense<1.0> : tensor<2xf32>
  %id = xla.replica_id : tensor<ui32>
  %index = xla.convert %id : (tensor<ui32>) -> tensor<i32>
  xla.conditional %index : tensor<i32> case {
    %0 = func.call @add(%x) : (tensor<2xf32>) -> tensor<2xf32>
    xla.return
  } case {
    %0 = xla.all_gather %x dim = 0, shard_count = 2 : (tensor<2xf32>) -> tensor<4xf32>
    xla.return
  }
  return
}

// Each waits for the other before it sends.
// CYCLE: error: replica {{[01]}} has waited 0.2 s in recv on channel 7
func.func @cycle() -> tensor<f32> {
  %t = xla.after_all : () -> !xla.token
  %in = xla.recv %t, channel = 7 {source_target_pairs = [[0, 1], [1, 0]]} : (!xla.token) -> tuple<tensor<f32>, tensor<ui32>>
  %x, %u = xla.recv_done %in, channel = 7 : (tuple<tensor<f32>, tensor<ui32>>) -> (tensor<f32>, !xla.token)
  %out = xla.send %x, %u channel = 7 {source_target_pairs = [[0, 1], [1, 0]]} : (tensor<f32>, !xla.token) -> tuple<tensor<f32>, tensor<ui32>>
  %v = xla.send_done %out, channel = 7 : (tuple<tensor<f32>, tensor<ui32>>) -> !xla.token
  return %x : tensor<f32>
}

// UNHEARD: replica {{[01]}}: send on channel 3 of (tensor<f32>) at {{.*}}: nobody received it
func.func @unheard() {
  %t = xla.after_all : () -> !xla.token
  %x = xla.constant dense<1.0> : tensor<f32>
  %out = xla.send %x, %t channel = 3 : (tensor<f32>, !xla.token) -> tuple<tensor<f32>, tensor<ui32>>
  %v = xla.send_done %out, channel = 3 : (tuple<tensor<f32>, tensor<ui32>>) -> !xla.token
  return
}

// STARVING: error: infeed: a tensor<f32> is taken from the queue, which is empty
func.func @starving() -> tensor<f32> {
  %t = xla.after_all : () -> !xla.token
  %x, %u = xla.infeed %t : (!xla.token) -> (tensor<f32>, !xla.token)
  return %x : tensor<f32>
}

// GRID: error: 'xla.collective_permute' op names number 2 of 2 replicas [grid]: the program runs as 2 x 1 processes
func.func @pairs(%x: tensor<f32>) -> tensor<f32> {
  %0 = xla.collective_permute %x pairs = [[0, 2]] : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
