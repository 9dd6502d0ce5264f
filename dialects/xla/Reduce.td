// Ops that combine elements with a computation given as a region.
#ifndef XLA_REDUCE_TD
#define XLA_REDUCE_TD

include "xla/XlaBase.td"

def Xla_ReduceOp : Xla_Op<"reduce", [RecursiveMemoryEffects, RustInfer, SameVariadicOperandSize,
                                     RecursivelySpeculatable, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "combines the elements along dimensions; several operands are reduced together";
  let description = [{
    ```mlir
    %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [1]
      : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %1:2 = xla.reduce(%x init: %lowest), (%i init: %none) across dimensions = [0]
      : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
      …
    }
    ```
  }];
  let arguments = (ins Variadic<Xla_Tensor>:$inputs, Variadic<Xla_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<Xla_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

#endif // XLA_REDUCE_TD
