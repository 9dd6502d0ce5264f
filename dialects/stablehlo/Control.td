// Control flow, tuples, calls, tokens and ops that talk to the host.
#ifndef STABLEHLO_CONTROL_TD
#define STABLEHLO_CONTROL_TD

include "stablehlo/Reduce.td"

def Stablehlo_ReturnOp : Stablehlo_Op<"return", [Pure, Terminator]> {
  let summary = "the results of a computation";
  let arguments = (ins Variadic<Stablehlo_Value>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

def Stablehlo_IfOp : Stablehlo_ComputationOp<"if"> {
  let summary = "runs one of two branches by a predicate";
  let arguments = (ins Stablehlo_Tensor:$pred);
  let results = (outs Variadic<Stablehlo_Value>:$results);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
}

def Stablehlo_CaseOp : Stablehlo_ComputationOp<"case"> {
  let summary = "runs one of N branches by an index; the last when it is out of range";
  let arguments = (ins Stablehlo_Tensor:$index);
  let results = (outs Variadic<Stablehlo_Value>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
}

def Stablehlo_WhileOp : Stablehlo_ComputationOp<"while", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "runs the body as long as the condition holds";
  let arguments = (ins Variadic<Stablehlo_Value>:$operand);
  let results = (outs Variadic<Stablehlo_Value>:$results);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_TupleOp : Stablehlo_Op<"tuple", [Pure]> {
  let summary = "a tuple of values";
  let arguments = (ins Variadic<Stablehlo_Value>:$val);
  let results = (outs AnyTuple:$result);
  let assemblyFormat = "$val attr-dict `:` custom<TupleType>(type($val), type($result))";
}

def Stablehlo_GetTupleElementOp : Stablehlo_Op<"get_tuple_element", [Pure]> {
  let summary = "one element of a tuple";
  let arguments = (ins AnyTuple:$operand, ConfinedAttr<I32Attr, [IntNonNegative]>:$index);
  let results = (outs Stablehlo_Value:$result);
  let assemblyFormat = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)";
}

// Not Pure as upstream's is: a barrier whose results are unused may go, as what allocates them may, but two of them are not one.
def Stablehlo_OptimizationBarrierOp : Stablehlo_Op<"optimization_barrier"> {
  let summary = "identity that no optimization crosses";
  let arguments = (ins Variadic<Stablehlo_Value>:$operand);
  let results = (outs Res<Variadic<Stablehlo_Value>, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<SameTypes>(type($operand), type($result))):(`(` `)`)?
  }];
}

def Stablehlo_CompositeOp : Stablehlo_Op<"composite"> {
  let summary = "a named op, given with the function that does the same";
  let arguments = (ins Variadic<Stablehlo_Value>:$inputs, StrAttr:$name,
                       DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes,
                       FlatSymbolRefAttr:$decomposition, DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let results = (outs Variadic<Stablehlo_Value>:$results);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let assemblyFormat = [{
    $name operands (` ` `(` $composite_regions^ `)`)? attr-dict `:` functional-type(operands, results)
  }];
}

// Layouts are 1-D tensors of indices.
def Stablehlo_LayoutsAttr : TypedArrayAttrBase<IndexElementsAttr, "array of layouts">;

def Stablehlo_CustomCallOp : Stablehlo_Op<"custom_call"> {
  let summary = "calls a function by its name";
  let arguments = (ins
    Variadic<Stablehlo_Value>:$inputs,
    StrAttr:$call_target_name,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
    OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
    DefaultValuedOptionalAttr<Stablehlo_CustomCallApiVersionAttr,
                              "::xla::stablehlo::CustomCallApiVersion::API_VERSION_ORIGINAL">:$api_version,
    DefaultValuedOptionalAttr<TypedArrayAttrBase<FlatSymbolRefAttr, "array of symbols">, "{}">:$called_computations,
    OptionalAttr<Stablehlo_LayoutsAttr>:$operand_layouts,
    OptionalAttr<Stablehlo_LayoutsAttr>:$result_layouts,
    DefaultValuedOptionalAttr<TypedArrayAttrBase<Stablehlo_OutputOperandAliasAttr, "array of aliases">,
                              "{}">:$output_operand_aliases,
    OptionalAttr<ArrayAttr>:$result_tilings);
  let results = (outs Variadic<Stablehlo_Value>:$results);
  let assemblyFormat = [{
    custom<SymbolText>($call_target_name) `(` $inputs `)` attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_AsyncStartOp : Stablehlo_ComputationOp<"async_start", [IsolatedFromAbove]> {
  let summary = "starts a computation";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands);
  let results = (outs Stablehlo_FutureType:$result);
  let regions = (region SizedRegion<1>:$body);
}

def Stablehlo_AsyncDoneOp : Stablehlo_Op<"async_done"> {
  let summary = "waits for a computation's results";
  let arguments = (ins Stablehlo_FutureType:$operand);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_CreateTokenOp : Stablehlo_Op<"create_token", [Pure]> {
  let summary = "a token that waits for nothing";
  let results = (outs Stablehlo_TokenType:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def Stablehlo_AfterAllOp : Stablehlo_Op<"after_all", [Pure]> {
  let summary = "a token that waits for others";
  let arguments = (ins Variadic<Stablehlo_TokenType>:$inputs);
  let results = (outs Stablehlo_TokenType:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:` custom<VariadicSameOperandsAndResultType>(ref($inputs), type($inputs), type($result))
  }];
}

def Stablehlo_InfeedOp : Stablehlo_Op<"infeed"> {
  let summary = "reads what the host feeds in";
  let arguments = (ins Stablehlo_TokenType:$token, DefaultValuedStrAttr<StrAttr, "">:$infeed_config,
                       OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<Stablehlo_Value>:$results);
}

def Stablehlo_OutfeedOp : Stablehlo_Op<"outfeed"> {
  let summary = "writes to the host";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, Stablehlo_TokenType:$token,
                       DefaultValuedStrAttr<StrAttr, "">:$outfeed_config);
  let results = (outs Stablehlo_TokenType:$result);
}

def Stablehlo_SendOp : Stablehlo_Op<"send"> {
  let summary = "sends values over a channel";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, Stablehlo_TokenType:$token,
                       Stablehlo_ChannelHandleAttr:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Stablehlo_TokenType:$result);
}

def Stablehlo_RecvOp : Stablehlo_Op<"recv"> {
  let summary = "receives values over a channel";
  let arguments = (ins Stablehlo_TokenType:$token, Stablehlo_ChannelHandleAttr:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<Stablehlo_Value>:$results);
}

#endif // STABLEHLO_CONTROL_TD
