// Ops that move elements: constants, broadcasts, reshapes, slices, padding.
#ifndef XLA_SHAPE_TD
#define XLA_SHAPE_TD

include "xla/XlaBase.td"

def Xla_ConstantOp : Xla_Op<"constant", [Pure, ConstantLike, RustInfer]> {
  let summary = "a literal";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
}

def Xla_IotaOp : Xla_Op<"iota", [Pure]> {
  let summary = "each element is its index along one dimension";
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($result)";
}

def Xla_BroadcastOp : Xla_Op<"broadcast", [Pure, RustInfer]> {
  let summary = "adds dimensions on the left";
  let arguments = (ins Xla_Tensor:$operand, DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = "$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type(operands, results)";
}

def Xla_BroadcastInDimOp : Xla_Op<"broadcast_in_dim", [Pure]> {
  let summary = "maps the operand's dimensions into a larger shape, expanding those of size 1";
  let arguments = (ins Xla_Tensor:$operand, DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)";
}

def Xla_ReshapeOp : Xla_Op<"reshape", [Pure]> {
  let summary = "the same elements in row-major order under another shape";
  let description = [{
    With `dimensions`, a permutation of the operand's dimensions, the elements are read in that collapse order
    instead of row-major order.
  }];
  let arguments = (ins Xla_Tensor:$operand, OptionalAttr<DenseI64ArrayAttr>:$dimensions);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $operand (`,` `dims` `=` $dimensions^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Xla_CollapseOp : Xla_Op<"collapse", [Pure, RustInfer]> {
  let summary = "replaces consecutive dimensions by one";
  let arguments = (ins Xla_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $dimensions attr-dict `:` functional-type(operands, results)";
}

def Xla_TransposeOp : Xla_Op<"transpose", [Pure, RustInfer]> {
  let summary = "permutes dimensions: result dimension i is operand dimension permutation[i]";
  let arguments = (ins Xla_Tensor:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)";
}

def Xla_SliceOp : Xla_Op<"slice", [Pure, RustInfer]> {
  let summary = "a strided sub-array: [start:limit:stride] a dimension";
  let arguments = (ins Xla_Tensor:$operand, DenseI64ArrayAttr:$start_indices, DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict
      `:` functional-type(operands, results)
  }];
}

def Xla_ConcatenateOp : Xla_Op<"concatenate", [Pure, RustInfer]> {
  let summary = "joins arrays along one dimension";
  let arguments = (ins Variadic<Xla_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    custom<OperandsThenComma>($inputs) `dim` `=` $dimension attr-dict `:` functional-type(operands, results)
  }];
}

def Xla_PadOp : Xla_Op<"pad", [Pure, RustInfer]> {
  let summary = "padding at the low edge, at the high edge and between elements; negative edges crop";
  let arguments = (ins Xla_Tensor:$operand, Xla_Tensor:$padding_value, DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high, DenseI64ArrayAttr:$interior_padding);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,`
      `interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)
  }];
}

def Xla_RevOp : Xla_Op<"rev", [Pure, RustInfer]> {
  let summary = "reverses the given dimensions";
  let arguments = (ins Xla_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict
      `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

#endif // XLA_SHAPE_TD
