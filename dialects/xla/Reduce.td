// Ops that combine elements with a computation given as a region.
#ifndef XLA_REDUCE_TD
#define XLA_REDUCE_TD

include "xla/XlaBase.td"

def Xla_ReduceOp : Xla_Op<"reduce", [RecursiveMemoryEffects, RustInfer, SameVariadicOperandSize,
                                     RecursivelySpeculatable]> {
  let summary = "combines the elements along dimensions; several operands are reduced together";
  let arguments = (ins Variadic<Xla_Tensor>:$inputs, Variadic<Xla_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<Xla_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
}

#endif // XLA_REDUCE_TD
