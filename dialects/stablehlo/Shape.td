// Ops that make or move elements: constants, broadcasts, reshapes, slices, padding.
#ifndef STABLEHLO_SHAPE_TD
#define STABLEHLO_SHAPE_TD

include "stablehlo/Attributes.td"

class Stablehlo_ShapeOp<string mnemonic, list<Trait> traits = []> :
    Stablehlo_Op<mnemonic, !listconcat([Pure], traits)> {
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_ConstantOp : Stablehlo_ShapeOp<"constant", [
    ConstantLike, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a literal";
  let arguments = (ins ElementsAttr:$value);
  // Quantized constants state a type that their value does not have.
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_IotaOp : Stablehlo_ShapeOp<"iota"> {
  let summary = "each element is its index along one dimension";
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$iota_dimension);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($result)";
}

def Stablehlo_BroadcastOp : Stablehlo_ShapeOp<"broadcast"> {
  let summary = "adds dimensions on the left";
  let arguments = (ins Stablehlo_Tensor:$operand, DenseI64ArrayAttr:$broadcast_sizes);
  let assemblyFormat = "$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_BroadcastInDimOp : Stablehlo_ShapeOp<"broadcast_in_dim"> {
  let summary = "maps the operand's dimensions into a larger shape, expanding those of size 1";
  let arguments = (ins Stablehlo_Tensor:$operand, DenseI64ArrayAttr:$broadcast_dimensions);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_ReshapeOp : Stablehlo_ShapeOp<"reshape"> {
  let summary = "the same elements in row-major order under another shape";
  let arguments = (ins Stablehlo_Tensor:$operand);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_TransposeOp : Stablehlo_ShapeOp<"transpose"> {
  let summary = "permutes dimensions: result dimension i is operand dimension permutation[i]";
  let arguments = (ins Stablehlo_Tensor:$operand, DenseI64ArrayAttr:$permutation);
  let assemblyFormat = "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_SliceOp : Stablehlo_ShapeOp<"slice"> {
  let summary = "a strided sub-array: [start:limit:stride] a dimension";
  let arguments = (ins Stablehlo_Tensor:$operand, DenseI64ArrayAttr:$start_indices, DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict
      `:` functional-type(operands, results)
  }];
}

def Stablehlo_ConcatenateOp : Stablehlo_ShapeOp<"concatenate"> {
  let summary = "joins arrays along one dimension";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let assemblyFormat = [{
    custom<OperandsThenComma>($inputs) `dim` `=` $dimension attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_PadOp : Stablehlo_ShapeOp<"pad"> {
  let summary = "padding at the low edge, at the high edge and between elements; negative edges crop";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low, DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,`
      `interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_ReverseOp : Stablehlo_ShapeOp<"reverse"> {
  let summary = "reverses the given dimensions";
  let arguments = (ins Stablehlo_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict
      `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

#endif // STABLEHLO_SHAPE_TD
