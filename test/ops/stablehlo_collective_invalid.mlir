// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// Collective ops, and those that send and receive: what is refused, and why.

func.func @f(%x: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op has replica_groups of shape [2]; it must be a list of lists [replica-groups]}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<8x2xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op names process 1 twice in replica_groups [replica-groups-unique]}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [1, 3]]> : tensor<2x2xi64>}> : (tensor<8x2xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op names process 3 in replica_groups of 3 processes [replica-groups-ids]}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 3]]> : tensor<1x3xi64>}> : (tensor<8x2xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op has use_global_device_ids, which requires a positive channel id, not 0 [channel-positive]}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<8x2xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op refers to the mesh @missing, which is not defined [replica-groups-mesh]}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @missing, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<8x2xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op has 2 results of 1 operands [collective-results]}}
  %0:2 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x2xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op has all_gather_dim = 2, but operands of rank 2 [collective-dim]}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x2xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op has a result of type tensor<4x4xf32>, which does not fit the operand's type tensor<8x2xf32> [collective-type]}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x2xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op splits size 5 into parts of size 2, which leaves a remainder [collective-size]}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x2xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @f(%x: tensor<8x0xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op splits a dimension of size 0 into parts of size 0 [collective-size]}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x0xf32>) -> tensor<8x0xf32>
  return
}

// -----

func.func @f(%x: tensor<4x16xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op splits into 4 parts, but its groups have 2 processes [collective-split-count]}}
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x16xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x15xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op splits size 15 into 2 parts, which leaves a remainder [collective-size]}}
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x15xf32>) -> tensor<8x7xf32>
  return
}

// -----

func.func @f(%x: tensor<10xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op accumulates elements of type f32 in the type i32, which is no wider [collective-accumulator]}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 2, -1], [1, 3, 4]]> : tensor<2x3xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<10xf32>) -> tensor<10xf32>
  return
}

// -----

func.func @f(%x: tensor<10xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op its computation takes (tensor<f32>, tensor<i32>) but is given (tensor<f32>, tensor<f32>) [collective-body-arguments]}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  // expected-note@+1 {{the computation's arguments are declared here}}
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<10xf32>) -> tensor<10xf32>
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op its computation returns () but must return (tensor<f32>) [collective-body-results]}}
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expected-note@+1 {{the computation returns here}}
    stablehlo.return
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%root: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op needs an operand and a root [collective-operands]}}
  "stablehlo.collective_broadcast"(%root) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<1xi32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %root: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op has a root of type tensor<2xi32>; it must be a tensor<1xi32> [collective-root]}}
  %0 = "stablehlo.collective_broadcast"(%x, %root) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<4xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op has source_target_pairs of shape [1, 3]; it must be a list of pairs [source-target-pairs]}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op names process 1 twice in the targets [source-target-unique]}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op has a channel of type 2; it must be 1, as is_host_transfer says [channel-type]}}
  %0 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @f(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op has a last result of type tensor<4xf32>; it must be a token [received-types]}}
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op gives 2 layouts to the 1 tensors that it reads [infeed-layout]}}
  %0:2 = "stablehlo.infeed"(%t) <{layout = [[0], [0]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

// expected-error@+1 {{a future is of tensors, not of 'f32'}}
func.func private @future() -> !stablehlo.future<f32>
