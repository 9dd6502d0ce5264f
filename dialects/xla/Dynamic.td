// Sizes known only at run time, within bounds.
#ifndef XLA_DYNAMIC_TD
#define XLA_DYNAMIC_TD

include "xla/XlaBase.td"

def Xla_GetDimensionSizeOp : Xla_Op<"get_dimension_size", [Pure, RustInfer]> {
  let summary = "size of a dimension: the dynamic one, where it has one";
  let arguments = (ins Xla_Tensor:$operand, I64Attr:$dimension);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
}

def Xla_SetDimensionSizeOp : Xla_Op<"set_dimension_size", [Pure, RustInfer]> {
  let summary = "the operand with a dynamic size along a dimension; every later op ignores what is beyond it";
  let description = [{
    The dimension's static size becomes the bound of the dynamic one. A size below 0 counts as 0, one above the bound
    as the bound.

    ```mlir
    %0 = xla.set_dimension_size %x, %n, dim = 0 : (tensor<10xf32>, tensor<i32>) -> tensor<?xf32, #xla.bounds<10>>
    ```
  }];
  let arguments = (ins Xla_Tensor:$operand, Xla_Tensor:$size, I64Attr:$dimension);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)
  }];
}

#endif // XLA_DYNAMIC_TD
