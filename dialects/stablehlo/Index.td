// Ops that read or write at indices known only at run time.
#ifndef STABLEHLO_INDEX_TD
#define STABLEHLO_INDEX_TD

include "stablehlo/Reduce.td"

def Stablehlo_DynamicSliceOp : Stablehlo_Op<"dynamic_slice", [Pure]> {
  let summary = "a slice at start indices that are operands, clamped so that it fits";
  let arguments = (ins Stablehlo_Tensor:$operand, Variadic<Stablehlo_Tensor>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<OperandsThenComma>($start_indices) `sizes` `=` $slice_sizes attr-dict
      `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicUpdateSliceOp : Stablehlo_Op<"dynamic_update_slice", [Pure]> {
  let summary = "the operand with a slice replaced, at start indices clamped so that it fits";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$update, Variadic<Stablehlo_Tensor>:$start_indices);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_GatherOp : Stablehlo_Op<"gather", [Pure]> {
  let summary = "slices of the operand at an array of indices";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$start_indices,
                       Stablehlo_GatherDimensionNumbersAttr:$dimension_numbers, DenseI64ArrayAttr:$slice_sizes,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_DynamicGatherOp : Stablehlo_Op<"dynamic_gather", [Pure]> {
  let summary = "gather whose slice sizes are an operand";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$start_indices, Stablehlo_Tensor:$slice_sizes,
                       Stablehlo_GatherDimensionNumbersAttr:$dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_ScatterOp : Stablehlo_ComputationOp<"scatter", [SameVariadicOperandSize]> {
  let summary = "the operands with slices combined into them at an array of indices";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, Stablehlo_Tensor:$scatter_indices,
                       Variadic<Stablehlo_Tensor>:$updates,
                       Stablehlo_ScatterDimensionNumbersAttr:$scatter_dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$update_computation);
}

def Stablehlo_TorchIndexSelectOp : Stablehlo_Op<"torch_index_select", [Pure]> {
  let summary = "slices along a dimension at an array of indices";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$index, I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs Stablehlo_Tensor:$result);
}

#endif // STABLEHLO_INDEX_TD
