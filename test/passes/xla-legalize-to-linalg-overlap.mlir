// RUN: xla-opt %s --split-input-file --xla-legalize-to-linalg | FileCheck %s
// RUN: xla-opt %s --split-input-file --xla-legalize-to-linalg=storage-types=true --xla-bufferize | FileCheck %s --check-prefix=MEMORY

// With work before the first use, what is begun and what is waited for are two calls. What is made of the results comes
// after the second one.
// CHECK-LABEL: func.func @work(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>
// CHECK: %[[BEGUN:.*]]:2 = xla.custom_call "xla_rt.all_gather"(%[[X]]) {has_side_effect = true, xla.site = 0 : i64} : (tensor<4xf32>) -> (tensor<1x4xf32>, tensor<i32>)
// CHECK-NOT: collapse_shape
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%arg1 : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK: arith.negf
// CHECK: %[[ALL:.*]] = xla.custom_call "xla_rt.wait"(%[[BEGUN]]#1, %[[X]], %[[BEGUN]]#0) {has_side_effect = true, xla.site = 1 : i64, xla.waits} : (tensor<i32>, tensor<4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
// CHECK: tensor.collapse_shape %[[ALL]]
//
// All is in the result's memory, and the operand is not written over.
// MEMORY-LABEL: func.func @work(
// MEMORY-SAME: %{{.*}}: !llvm.ptr, %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>, %[[FIRST:.*]]: memref<4xf32>, %{{.*}}: memref<4xf32>
// MEMORY: %[[OUT:.*]] = memref.reinterpret_cast %[[FIRST]]
// MEMORY: memref.extract_aligned_pointer_as_index %[[OUT]]
// MEMORY: call @xla_rt_custom_call
// MEMORY: call @xla_rt_custom_call
// MEMORY-NOT: memref.copy
// MEMORY: return
func.func @work(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = xla.all_gather %x dim = 0, shard_count = 1 {xla.async} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = xla.neg %y : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Without, they are one.
// CHECK-LABEL: func.func @nothing
// CHECK: xla.custom_call "xla_rt.all_gather"(%{{.*}}) {{.*}} : (tensor<4xf32>) -> tensor<1x4xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK-NOT: xla.custom_call "xla_rt.wait
func.func @nothing(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = xla.all_gather %x dim = 0, shard_count = 1 {xla.async} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = xla.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// A channel begins where it is written, and is waited for where it is done.
// CHECK-LABEL: func.func @channel
// CHECK: %[[IN:.*]]:2 = xla.custom_call "xla_rt.receive"()
// CHECK: %[[OUT:.*]] = xla.custom_call "xla_rt.send"(%[[X:.*]]) {{.*}} : (tensor<4xf32>) -> tensor<i32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK: xla.custom_call "xla_rt.wait"(%[[IN]]#1, %[[IN]]#0)
// CHECK: xla.custom_call "xla_rt.wait"(%[[OUT]], %[[X]]) {{.*}} : (tensor<i32>, tensor<4xf32>) -> ()
// CHECK-NOT: xla.custom_call "
func.func @channel(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %t = xla.after_all : () -> !xla.token
  %in = xla.recv %t, channel = 1 : (!xla.token) -> tuple<tensor<4xf32>, tensor<ui32>>
  %out = xla.send %x, %t channel = 1 : (tensor<4xf32>, !xla.token) -> tuple<tensor<4xf32>, tensor<ui32>>
  %1 = xla.neg %x : tensor<4xf32>
  %y, %received = xla.recv_done %in, channel = 1 : (tuple<tensor<4xf32>, tensor<ui32>>) -> (tensor<4xf32>, !xla.token)
  %sent = xla.send_done %out, channel = 1 : (tuple<tensor<4xf32>, tensor<ui32>>) -> !xla.token
  return %1, %y : tensor<4xf32>, tensor<4xf32>
}

// -----

// In a loop each turn waits for what it began; what was begun before, a loop waits for that uses it.
// CHECK-LABEL: func.func @loop
// CHECK: %[[OUTER:.*]]:2 = xla.custom_call "xla_rt.all_reduce"
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK: %[[SUM:.*]] = xla.custom_call "xla_rt.wait"(%[[OUTER]]#1
// CHECK: scf.while
// CHECK: } do {
// CHECK: %[[INNER:.*]]:2 = xla.custom_call "xla_rt.permute"
// CHECK: linalg.generic {{.*}}iterator_types = []} ins(%{{.*}}, %{{.*}} : tensor<i32>, tensor<i32>) outs(%{{.*}} : tensor<i32>)
// CHECK: xla.custom_call "xla_rt.wait"(%[[INNER]]#1
// CHECK: scf.yield
func.func @loop(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  %one = xla.constant dense<1> : tensor<i32>
  %zero = xla.constant dense<0> : tensor<i32>
  %sum = xla.all_reduce %x {xla.async} : (tensor<4xf32>) -> tensor<4xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.add %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  %y = xla.neg %x : tensor<4xf32>
  %r:2 = xla.while(%i = %zero, %z = %y) : tensor<i32>, tensor<4xf32>
  cond {
    %more = xla.lt %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %more : tensor<i1>
  } do {
    %p = xla.collective_permute %sum pairs = [[0, 0]] {xla.async} : (tensor<4xf32>) -> tensor<4xf32>
    %next = xla.add %i, %one : tensor<i32>
    xla.return %next, %p : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}
