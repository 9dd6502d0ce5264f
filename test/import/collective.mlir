// RUN: xla-opt %s --split-input-file --stablehlo-legalize-to-xla | FileCheck %s
// RUN: xla-opt %s --split-input-file | xla-opt --split-input-file | FileCheck %s --check-prefix=SYNTAX

// CHECK-LABEL: @groups
func.func @groups(%x: tensor<2x2xf32>) {
  // CHECK: xla.all_gather %arg0 dim = 1, shard_count = 2 {replica_groups = {{\[\[0, 1\]\]}}} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  // CHECK: xla.all_reduce %arg0 {channel_id = 1 : i64, replica_groups = {{\[\[0, 1\], \[2\]\]}}, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // Sums in a wider type.
  // CHECK: %[[WIDE:.*]] = xla.convert %arg0 : (tensor<2x2xf32>) -> tensor<2x2xf64>
  // CHECK: xla.reduce_scatter %[[WIDE]] dim = 0, shard_count = 2 : (tensor<2x2xf64>) -> tensor<1x2xf64>
  %2 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<2x2xf32>) -> tensor<1x2xf64>
  // CHECK: xla.all_to_all %arg0 split_dim = 1, concat_dim = 0, split_count = 2 {replica_groups = {{\[\[0, 1\]\]}}} : (tensor<2x2xf32>) -> tensor<4x1xf32>
  %5 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<4x1xf32>
  // CHECK: xla.collective_permute %arg0 pairs = {{\[\[0, 1\]\]}} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: xla.cross_replica_sum %arg0 {replica_groups = {{\[\[0\], \[1\]\]}}} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %4 = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// CHECK-LABEL: @channels
func.func @channels(%x: tensor<f32>) -> !stablehlo.token {
  // CHECK: %[[START:.*]] = xla.after_all : () -> !xla.token
  %t = stablehlo.create_token : !stablehlo.token
  // CHECK: %[[CONTEXT:.*]] = xla.send %arg0, %[[START]] channel = 3 : (tensor<f32>, !xla.token) -> tuple<tensor<f32>, tensor<ui32>>
  // CHECK: %[[SENT:.*]] = xla.send_done %[[CONTEXT]], channel = 3
  %sent = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 2>, is_host_transfer = true}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: %[[INCOMING:.*]] = xla.recv %[[SENT]], channel = 3 : (!xla.token) -> tuple<tensor<f32>, tensor<ui32>>
  // CHECK: xla.recv_done %[[INCOMING]], channel = 3
  %y, %received = "stablehlo.recv"(%sent) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  return %received : !stablehlo.token
}

// -----

// An asynchronous computation begins where it starts; what it gives is waited for where it is used.
// CHECK-LABEL: @async
// CHECK: %[[GATHERED:.*]] = xla.all_gather {{.*}} {replica_groups = {{\[\[0, 1\]\]}}, xla.async}
// CHECK: %[[NEXT:.*]] = xla.neg
// CHECK-NOT: async
// CHECK: return %[[GATHERED]], %[[NEXT]]
func.func @async(%x: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %1 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<4xf32>>
  %next = stablehlo.negate %x : tensor<2xf32>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  return %2, %next : tensor<4xf32>, tensor<2xf32>
}

// -----

// Each device cuts its part out of the whole, and all gather the parts of the result.
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  // CHECK-LABEL: @manual
  // CHECK: %[[PART:.*]] = xla.dynamic_slice %arg0 at {{.*}}, sizes = [2, 2]
  // CHECK: %[[RESULT:.*]] = xla.neg %[[PART]] : tensor<2x2xf32>
  // CHECK: %[[ROWS:.*]] = xla.all_gather %[[RESULT]] dim = 0, shard_count = 2 {channel_id = 1 : i64, replica_groups = {{\[\[0, 1\], \[2, 3\]\]}}, use_global_device_ids}
  // CHECK: %[[ALL:.*]] = xla.all_gather %[[ROWS]] dim = 1, shard_count = 2 {channel_id = 1 : i64, replica_groups = {{\[\[0, 2\], \[1, 3\]\]}}, use_global_device_ids}
  // CHECK: return %[[ALL]]
  // SYNTAX: sdy.manual_computation(%arg0) in_shardings = [<@mesh, [{"y"}, {"x"}]>] out_shardings = [<@mesh, [{"y"}, {"x"}]>] manual_axes = {"x", "y"} (%arg1: tensor<2x2xf32>) {
  func.func @manual(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"y"}, {"x"}]>] out_shardings=[<@mesh, [{"y"}, {"x"}]>] manual_axes={"x", "y"} (%a: tensor<2x2xf32>) {
      %1 = stablehlo.negate %a : tensor<2x2xf32>
      sdy.return %1 : tensor<2x2xf32>
    } : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
