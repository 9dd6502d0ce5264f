// Ops that several replicas or partitions run together.
#ifndef STABLEHLO_COLLECTIVE_TD
#define STABLEHLO_COLLECTIVE_TD

include "stablehlo/Reduce.td"

def Stablehlo_ReplicaGroups : AnyAttrOf<[I64ElementsAttr, Stablehlo_ReplicaGroupMeshAxesAttr]>;

let summary = "number of this replica" in def Stablehlo_ReplicaIdOp : Stablehlo_Op<"replica_id", [Pure]> {
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}

let summary = "number of this partition" in def Stablehlo_PartitionIdOp : Stablehlo_Op<"partition_id", [Pure]> {
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def Stablehlo_AllGatherOp : Stablehlo_Op<"all_gather"> {
  let summary = "the operands of a group, concatenated";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$all_gather_dim, Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle, UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
}

def Stablehlo_AllReduceOp : Stablehlo_ComputationOp<"all_reduce"> {
  let summary = "the operands of a group, combined elementwise";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands, Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle, UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$computation);
}

def Stablehlo_ReduceScatterOp : Stablehlo_ComputationOp<"reduce_scatter"> {
  let summary = "all_reduce, of which each member keeps its part";
  let arguments = (ins Stablehlo_Tensor:$operand, ConfinedAttr<I64Attr, [IntNonNegative]>:$scatter_dimension,
                       Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle, UnitAttr:$use_global_device_ids);
  let results = (outs Stablehlo_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
}

def Stablehlo_AllToAllOp : Stablehlo_Op<"all_to_all"> {
  let summary = "splits the operands and exchanges the parts";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$split_dimension,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$concat_dimension,
                       ConfinedAttr<I64Attr, [IntPositive]>:$split_count, Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
}

def Stablehlo_CollectiveBroadcastOp : Stablehlo_Op<"collective_broadcast"> {
  let summary = "the operands of a group's first member";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands, Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle, UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
}

def Stablehlo_CollectiveReduceOp : Stablehlo_ComputationOp<"collective_reduce"> {
  let summary = "all_reduce whose result only the root has";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands, Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle, UnitAttr:$use_global_device_ids,
                       UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$computation);
}

def Stablehlo_CollectivePermuteOp : Stablehlo_Op<"collective_permute"> {
  let summary = "the operand of the replica that sends to this one";
  let arguments = (ins Stablehlo_Tensor:$operand, I64ElementsAttr:$source_target_pairs,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_CrossReplicaSumOp : Stablehlo_Op<"cross-replica-sum"> {
  let summary = "sum over the replicas of a group";
  let arguments = (ins Stablehlo_Tensor:$operand, I64ElementsAttr:$replica_groups);
  let results = (outs Stablehlo_Tensor:$result);
}

#endif // STABLEHLO_COLLECTIVE_TD
