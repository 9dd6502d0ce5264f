// Control flow, tuples and calls.
#ifndef XLA_CONTROL_TD
#define XLA_CONTROL_TD

include "xla/XlaBase.td"

def Xla_TupleOp : Xla_Op<"tuple", [Pure, RustInfer]> {
  let summary = "a tuple of values";
  let arguments = (ins Variadic<Xla_Value>:$elements);
  let results = (outs AnyTuple:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Xla_GetTupleElementOp : Xla_Op<"get_tuple_element", [Pure, RustInfer]> {
  let summary = "one element of a tuple";
  let arguments = (ins AnyTuple:$operand, I32Attr:$index);
  let results = (outs Xla_Value:$result);
  let assemblyFormat = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)";
}

def Xla_CallOp : Xla_Op<"call"> {
  let summary = "calls a computation";
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<Xla_Value>:$inputs);
  let results = (outs Variadic<Xla_Value>:$results);
  let assemblyFormat = "$callee `(` $inputs `)` attr-dict `:` functional-type(operands, results)";
}

def Xla_OptimizationBarrierOp : Xla_Op<"optimization_barrier", [RustInfer]> {
  let summary = "identity that no optimization crosses";
  let arguments = (ins Variadic<Xla_Value>:$operand);
  let results = (outs Variadic<Xla_Value>:$results);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Xla_ConditionalOp : Xla_Op<"conditional", [RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "runs one branch: of two by a predicate, of N by an index";
  let description = [{
    With a PRED `index`, true runs branch 0 and false branch 1. With an S32 `index`, that branch runs, and the
    last one when the index is out of range. A branch takes the operand of its own number, if operands are
    given, and may use values defined outside it.
  }];
  let arguments = (ins Xla_Tensor:$index, Variadic<Xla_Value>:$branch_operands);
  let results = (outs Variadic<Xla_Value>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
}

def Xla_WhileOp : Xla_Op<"while", [RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "runs the body as long as the condition holds";
  let arguments = (ins Variadic<Xla_Value>:$init);
  let results = (outs Variadic<Xla_Value>:$results);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
}

def Xla_CustomCallOp : Xla_Op<"custom_call"> {
  let summary = "calls a function by its symbol";
  let arguments = (ins Variadic<Xla_Value>:$inputs, StrAttr:$call_target_name,
                       DefaultValuedAttr<BoolAttr, "false">:$has_side_effect);
  let results = (outs Variadic<Xla_Value>:$results);
  let assemblyFormat = "$call_target_name `(` $inputs `)` attr-dict `:` functional-type(operands, results)";
}

def Xla_ReturnOp : Xla_Op<"return", [Pure, Terminator]> {
  let summary = "the results of a computation";
  let arguments = (ins Variadic<Xla_Value>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

#endif // XLA_CONTROL_TD
