// Ops whose result's shape is known only at run time.
#ifndef STABLEHLO_DYNAMIC_TD
#define STABLEHLO_DYNAMIC_TD

include "stablehlo/Attributes.td"

class Stablehlo_DynamicOp<string mnemonic> : Stablehlo_Op<mnemonic, [Pure]> {
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_DynamicIotaOp : Stablehlo_DynamicOp<"dynamic_iota"> {
  let summary = "iota whose shape is an operand";
  let arguments = (ins Stablehlo_Tensor:$output_shape, ConfinedAttr<I64Attr, [IntNonNegative]>:$iota_dimension);
  let assemblyFormat = "$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_DynamicReshapeOp : Stablehlo_DynamicOp<"dynamic_reshape"> {
  let summary = "reshape whose shape is an operand";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$output_shape);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_DynamicBroadcastInDimOp : Stablehlo_DynamicOp<"dynamic_broadcast_in_dim"> {
  let summary = "broadcast_in_dim whose shape is an operand";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$output_dimensions,
                       DenseI64ArrayAttr:$broadcast_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict
      `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicPadOp : Stablehlo_DynamicOp<"dynamic_pad"> {
  let summary = "pad whose amounts are operands";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$padding_value, Stablehlo_Tensor:$edge_padding_low,
                       Stablehlo_Tensor:$edge_padding_high, Stablehlo_Tensor:$interior_padding);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_RealDynamicSliceOp : Stablehlo_DynamicOp<"real_dynamic_slice"> {
  let summary = "slice whose ranges are operands";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$start_indices, Stablehlo_Tensor:$limit_indices,
                       Stablehlo_Tensor:$strides);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_GetDimensionSizeOp : Stablehlo_DynamicOp<"get_dimension_size"> {
  let summary = "size of a dimension";
  let arguments = (ins Stablehlo_Tensor:$operand, ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let assemblyFormat = "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_SetDimensionSizeOp : Stablehlo_DynamicOp<"set_dimension_size"> {
  let summary = "sets the size of a dimension, within its bound";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$size,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let assemblyFormat = [{
    $operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)
  }];
}

#endif // STABLEHLO_DYNAMIC_TD
