// Ops that several replicas run together, and those that talk to other programs and to the host.
//
// A program runs as a grid of replicas times partitions. Replicas in `replica_groups` work together; without groups
// all of them do. With a `channel_id` all partitions of a group's replicas join in, and with `use_global_device_ids`
// groups number processes, replica by replica.
#ifndef XLA_COLLECTIVE_TD
#define XLA_COLLECTIVE_TD

include "xla/XlaBase.td"

class Xla_CollectiveOp<string mnemonic, dag own> : Xla_Op<mnemonic, [RustInfer]> {
  let arguments = !con(own, (ins OptionalAttr<ArrayAttr>:$replica_groups, OptionalAttr<I64Attr>:$channel_id,
                                 UnitAttr:$use_global_device_ids));
  let results = (outs Variadic<Xla_Tensor>:$results);
}

// The combining function is a computation of two scalars.
class Xla_CombiningOp<string mnemonic, dag own> : Xla_CollectiveOp<mnemonic, own> {
  let traits = [RustVerify, RustFold, RustInfer, SingleBlockImplicitTerminator<"ReturnOp">];
  let regions = (region SizedRegion<1>:$computation);
}

def Xla_ReplicaIdOp : Xla_Op<"replica_id", [Pure, RustInfer]> {
  let summary = "the number of this replica";
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Xla_PartitionIdOp : Xla_Op<"partition_id", [Pure, RustInfer]> {
  let summary = "the number of this partition of the replica";
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Xla_AllGatherOp : Xla_CollectiveOp<"all_gather", (ins Variadic<Xla_Tensor>:$inputs, I64Attr:$all_gather_dim,
                                                       I64Attr:$shard_count)> {
  let summary = "the operands of all members of a group, concatenated in the group's order";
  let description = [{
    ```mlir
    %0 = xla.all_gather %x dim = 0, shard_count = 2 {replica_groups = [[0, 2], [1, 3]]}
      : (tensor<2xf32>) -> tensor<4xf32>
    ```
  }];
  let assemblyFormat = [{
    $inputs `dim` `=` $all_gather_dim `,` `shard_count` `=` $shard_count attr-dict
      `:` functional-type(operands, results)
  }];
}

def Xla_AllReduceOp : Xla_CombiningOp<"all_reduce", (ins Variadic<Xla_Tensor>:$inputs)> {
  let summary = "the operands of all members of a group, combined elementwise in the group's order";
  let description = [{
    ```mlir
    %0 = xla.all_reduce %x {replica_groups = [[0, 1], [2]]} : (tensor<2xf32>) -> tensor<2xf32>
      (%a: tensor<f32>, %b: tensor<f32>) {
      %sum = xla.add %a, %b : tensor<f32>
      xla.return %sum : tensor<f32>
    }
    ```
  }];
  let assemblyFormat = "$inputs attr-dict `:` functional-type(operands, results) custom<Computation>($computation)";
}

def Xla_CrossReplicaSumOp : Xla_Op<"cross_replica_sum", [RustInfer]> {
  let summary = "all_reduce by addition";
  let arguments = (ins Variadic<Xla_Tensor>:$inputs, OptionalAttr<ArrayAttr>:$replica_groups);
  let results = (outs Variadic<Xla_Tensor>:$results);
  let assemblyFormat = "$inputs attr-dict `:` functional-type(operands, results)";
}

def Xla_CollectiveReduceOp : Xla_CombiningOp<"collective_reduce", (ins Variadic<Xla_Tensor>:$inputs,
                                                                 UnitAttr:$has_dynamic_root)> {
  let summary = "all_reduce of which the first member of each group has the result, and all others zeros";
  let description = [{
    `has_dynamic_root` is as for `collective_broadcast`. Groups number partitions when there is a `channel_id`.

    ```mlir
    %0 = xla.collective_reduce %x {replica_groups = [[1, 0]]} : (tensor<2xf32>) -> tensor<2xf32>
      (%a: tensor<f32>, %b: tensor<f32>) {
      %sum = xla.add %a, %b : tensor<f32>
      xla.return %sum : tensor<f32>
    }
    ```
  }];
  let assemblyFormat = "$inputs attr-dict `:` functional-type(operands, results) custom<Computation>($computation)";
}

def Xla_ReduceScatterOp : Xla_CombiningOp<"reduce_scatter", (ins Variadic<Xla_Tensor>:$inputs,
                                                              I64Attr:$scatter_dimension, I64Attr:$shard_count)> {
  let summary = "all_reduce, of which the i-th member of a group keeps the i-th part";
  let description = [{
    ```mlir
    %0 = xla.reduce_scatter %x dim = 0, shard_count = 2 : (tensor<2xf32>) -> tensor<1xf32>
      (%a: tensor<f32>, %b: tensor<f32>) {
      %sum = xla.add %a, %b : tensor<f32>
      xla.return %sum : tensor<f32>
    }
    ```
  }];
  let assemblyFormat = [{
    $inputs `dim` `=` $scatter_dimension `,` `shard_count` `=` $shard_count attr-dict
      `:` functional-type(operands, results) custom<Computation>($computation)
  }];
}

def Xla_AllToAllOp : Xla_CollectiveOp<"all_to_all", (ins Variadic<Xla_Tensor>:$inputs, I64Attr:$split_dimension,
                                                      I64Attr:$concat_dimension, I64Attr:$split_count)> {
  let summary = "splits the operands; part i goes to the i-th member of the group, which concatenates what it gets";
  let description = [{
    Groups number partitions when there is a `channel_id`.

    ```mlir
    %0 = xla.all_to_all %x split_dim = 1, concat_dim = 0, split_count = 4 : (tensor<4x16xf32>) -> tensor<16x4xf32>
    ```
  }];
  let assemblyFormat = [{
    $inputs `split_dim` `=` $split_dimension `,` `concat_dim` `=` $concat_dimension
      `,` `split_count` `=` $split_count attr-dict `:` functional-type(operands, results)
  }];
}

def Xla_CollectiveBroadcastOp : Xla_CollectiveOp<"collective_broadcast", (ins Variadic<Xla_Tensor>:$inputs,
                                                                           UnitAttr:$has_dynamic_root)> {
  let summary = "the operands of the first member of the group; zeros where a replica is in no group";
  let description = [{
    With `has_dynamic_root` the last operand has, for each of the others, the place in the group of the member whose
    operand is taken. Groups number partitions when there is a `channel_id`.

    ```mlir
    %0 = xla.collective_broadcast %x {replica_groups = [[1, 0]]} : (tensor<2xf32>) -> tensor<2xf32>
    %1 = xla.collective_broadcast %x, %r {has_dynamic_root} : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
    ```
  }];
  let assemblyFormat = "$inputs attr-dict `:` functional-type(operands, results)";
}

def Xla_CollectivePermuteOp : Xla_Op<"collective_permute", [RustInfer]> {
  let summary = "the operand of the replica that sends to this one; zeros where none does";
  let description = [{
    Pairs number partitions when there is a `channel_id`.

    ```mlir
    %0 = xla.collective_permute %x pairs = [[0, 1], [1, 0]] : (tensor<2xf32>) -> tensor<2xf32>
    ```
  }];
  let arguments = (ins Variadic<Xla_Tensor>:$inputs, ArrayAttr:$source_target_pairs, OptionalAttr<I64Attr>:$channel_id);
  let results = (outs Variadic<Xla_Tensor>:$results);
  let assemblyFormat = "$inputs `pairs` `=` $source_target_pairs attr-dict `:` functional-type(operands, results)";
}

def Xla_AfterAllOp : Xla_Op<"after_all", [Pure]> {
  let summary = "a token that waits for others";
  let arguments = (ins Variadic<Xla_TokenType>:$tokens);
  let results = (outs Xla_TokenType:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Xla_SendOp : Xla_Op<"send", [RustInfer]> {
  let summary = "sends values over a channel; the result goes to send_done alone";
  let description = [{
    The context is a tuple of the operands and the number of the request. Between `source_target_pairs` of partitions,
    or of replicas where there is one partition; without pairs, to whoever receives on the channel.

    ```mlir
    %context = xla.send %x, %token channel = 1 : (tensor<2xf32>, !xla.token) -> tuple<tensor<2xf32>, tensor<ui32>>
    %sent = xla.send_done %context, channel = 1 : (tuple<tensor<2xf32>, tensor<ui32>>) -> !xla.token
    ```
  }];
  let arguments = (ins Variadic<Xla_Tensor>:$inputs, Xla_TokenType:$token, I64Attr:$channel_id,
                       OptionalAttr<ArrayAttr>:$source_target_pairs);
  let results = (outs AnyTuple:$context);
  let assemblyFormat = [{
    operands `channel` `=` $channel_id attr-dict `:` functional-type(operands, results)
  }];
}

def Xla_SendDoneOp : Xla_Op<"send_done"> {
  let summary = "waits until values are sent";
  let arguments = (ins AnyTuple:$context, I64Attr:$channel_id);
  let results = (outs Xla_TokenType:$token);
  let assemblyFormat = [{
    $context `,` `channel` `=` $channel_id attr-dict `:` functional-type(operands, results)
  }];
}

def Xla_RecvOp : Xla_Op<"recv"> {
  let summary = "gets ready to receive values over a channel; the result goes to recv_done alone";
  let description = [{
    ```mlir
    %context = xla.recv %token, channel = 1 : (!xla.token) -> tuple<tensor<2xf32>, tensor<ui32>>
    %x, %received = xla.recv_done %context, channel = 1
      : (tuple<tensor<2xf32>, tensor<ui32>>) -> (tensor<2xf32>, !xla.token)
    ```
  }];
  let arguments = (ins Xla_TokenType:$token, I64Attr:$channel_id, OptionalAttr<ArrayAttr>:$source_target_pairs);
  let results = (outs AnyTuple:$context);
  let assemblyFormat = [{
    $token `,` `channel` `=` $channel_id attr-dict `:` functional-type(operands, results)
  }];
}

def Xla_RecvDoneOp : Xla_Op<"recv_done", [RustInfer]> {
  let summary = "waits for values that are received";
  let arguments = (ins AnyTuple:$context, I64Attr:$channel_id);
  let results = (outs Variadic<Xla_Value>:$results);
  let assemblyFormat = [{
    $context `,` `channel` `=` $channel_id attr-dict `:` functional-type(operands, results)
  }];
}

def Xla_InfeedOp : Xla_Op<"infeed"> {
  let summary = "takes the next values of the queue that the host feeds";
  let description = [{
    ```mlir
    %x, %y, %read = xla.infeed %token : (!xla.token) -> (tensor<2xf32>, tensor<i32>, !xla.token)
    ```
  }];
  let arguments = (ins Xla_TokenType:$token, DefaultValuedOptionalAttr<StrAttr, "\"\"">:$infeed_config);
  let results = (outs Variadic<Xla_Value>:$results);
  let assemblyFormat = "$token attr-dict `:` functional-type(operands, results)";
}

def Xla_OutfeedOp : Xla_Op<"outfeed"> {
  let summary = "puts values into a queue that the host reads";
  let arguments = (ins Variadic<Xla_Tensor>:$inputs, Xla_TokenType:$token,
                       DefaultValuedOptionalAttr<StrAttr, "\"\"">:$outfeed_config);
  let results = (outs Xla_TokenType:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

#endif // XLA_COLLECTIVE_TD
