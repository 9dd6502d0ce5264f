// Ops that combine elements with a computation given as a region.
#ifndef STABLEHLO_REDUCE_TD
#define STABLEHLO_REDUCE_TD

include "stablehlo/Attributes.td"

class Stablehlo_ComputationOp<string mnemonic, list<Trait> traits = []> :
    Stablehlo_Op<mnemonic, !listconcat([RecursiveMemoryEffects, RecursivelySpeculatable,
                                        SingleBlockImplicitTerminator<"ReturnOp">], traits)>;

def Stablehlo_ReduceOp : Stablehlo_ComputationOp<"reduce", [SameVariadicOperandSize]> {
  let summary = "combines the elements along dimensions; several operands are reduced together";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, Variadic<Stablehlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_ReduceWindowOp : Stablehlo_ComputationOp<"reduce_window", [SameVariadicOperandSize]> {
  let summary = "combines the elements of each window";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, Variadic<Stablehlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$window_dimensions, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations, OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
}

def Stablehlo_SelectAndScatterOp : Stablehlo_ComputationOp<"select_and_scatter"> {
  let summary = "selects an element of each window and adds the source's element there";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$source, Stablehlo_Tensor:$init_value,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides, OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Stablehlo_Tensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
}

def Stablehlo_SortOp : Stablehlo_ComputationOp<"sort"> {
  let summary = "sorts slices along a dimension, moving several operands together";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$comparator);
}

def Stablehlo_MapOp : Stablehlo_ComputationOp<"map"> {
  let summary = "applies a computation to the elements of all operands at each index";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, DenseI64ArrayAttr:$dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
}

#endif // STABLEHLO_REDUCE_TD
