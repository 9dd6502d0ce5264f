// Contractions.
#ifndef STABLEHLO_DOT_TD
#define STABLEHLO_DOT_TD

include "stablehlo/Attributes.td"

class Stablehlo_ContractionOp<string mnemonic> : Stablehlo_Op<mnemonic, [Pure]> {
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_DotOp : Stablehlo_ContractionOp<"dot"> {
  let summary = "vector.vector, matrix.vector or matrix.matrix product";
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<Precision>($precision_config) attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_DotGeneralOp : Stablehlo_ContractionOp<"dot_general"> {
  let summary = "product over contracting dimensions, for each index of the batching dimensions";
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       Stablehlo_DotDimensionNumbersAttr:$dot_dimension_numbers,
                       OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config,
                       OptionalAttr<Stablehlo_DotAlgorithmAttr>:$algorithm);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensions>($dot_dimension_numbers) ``
      custom<PrecisionAndAlgorithm>($precision_config, $algorithm) attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_EinsumOp : Stablehlo_ContractionOp<"einsum"> {
  let summary = "a contraction written as index letters";
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs, StrAttr:$einsum_config);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_UnaryEinsumOp : Stablehlo_ContractionOp<"unary_einsum"> {
  let summary = "a sum or transposition written as index letters";
  let arguments = (ins Stablehlo_Tensor:$operand, StrAttr:$einsum_config);
  let assemblyFormat = "$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_ConvolutionOp : Stablehlo_ContractionOp<"convolution"> {
  let summary = "convolution with strides, padding, dilations, reversal and groups";
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides, OptionalAttr<I64ElementsAttr>:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation, OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       Stablehlo_ConvDimensionNumbersAttr:$dimension_numbers,
                       ConfinedAttr<I64Attr, [IntPositive]>:$feature_group_count,
                       ConfinedAttr<I64Attr, [IntPositive]>:$batch_group_count,
                       OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config);
  let assemblyFormat = [{
    `(` operands `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,`
      `window` `=` `{` custom<Window>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) `}`
      attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicConvOp : Stablehlo_ContractionOp<"dynamic_conv"> {
  let summary = "convolution whose padding is an operand";
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs, Stablehlo_Tensor:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation, OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       Stablehlo_ConvDimensionNumbersAttr:$dimension_numbers,
                       ConfinedAttr<I64Attr, [IntPositive]>:$feature_group_count,
                       ConfinedAttr<I64Attr, [IntPositive]>:$batch_group_count,
                       OptionalAttr<Stablehlo_PrecisionConfigAttr>:$precision_config);
}

#endif // STABLEHLO_DOT_TD
