// Contractions.
#ifndef XLA_DOT_TD
#define XLA_DOT_TD

include "xla/XlaBase.td"

def Xla_DotOp : Xla_Op<"dot", [Pure]> {
  let summary = "vector.vector, matrix.vector or matrix.matrix product";
  let arguments = (ins Xla_Tensor:$lhs, Xla_Tensor:$rhs);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def Xla_DotGeneralOp : Xla_Op<"dot_general", [Pure]> {
  let summary = "product over contracting dimensions, for each index of the batching dimensions";
  let description = [{
    The result's dimensions are the batching ones, then lhs's free ones, then rhs's. Its element type, which may
    be wider than the operands', is the accumulation type.
  }];
  let arguments = (ins Xla_Tensor:$lhs, Xla_Tensor:$rhs,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$lhs_batching_dimensions,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$rhs_batching_dimensions,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$lhs_contracting_dimensions,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$rhs_contracting_dimensions);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs
      `,` `contracting_dims` `=` $lhs_contracting_dimensions `x` $rhs_contracting_dimensions
      (`,` `batching_dims` `=` $lhs_batching_dimensions^ `x` $rhs_batching_dimensions)?
      attr-dict `:` functional-type(operands, results)
  }];
}

#endif // XLA_DOT_TD
