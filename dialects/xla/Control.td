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

// A barrier whose results are unused may go, as what allocates them may, but two of them are not one.
def Xla_OptimizationBarrierOp : Xla_Op<"optimization_barrier", [RustInfer]> {
  let summary = "identity that no optimization crosses";
  let arguments = (ins Variadic<Xla_Value>:$operand);
  let results = (outs Res<Variadic<Xla_Value>, "", [MemAlloc]>:$results);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

// The ops whose regions end in xla.return.
class Xla_RegionOp<string mnemonic> :
    Xla_Op<mnemonic, [RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlockImplicitTerminator<"ReturnOp">,
                      DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let hasCustomAssemblyFormat = 1;
}

def Xla_ConditionalOp : Xla_RegionOp<"conditional"> {
  let summary = "runs one branch: of two by a predicate, of N by an index";
  let description = [{
    With a PRED `index`, true runs branch 0 and false branch 1. With an S32 `index`, that branch runs, and the
    last one when the index is out of range. A branch takes the operand of its own number, if operands are
    given, and may use values defined outside it.

    ```mlir
    %0 = xla.conditional %pred : tensor<i1> -> tensor<f32> then(%a = %x : tensor<f32>) {
      xla.return %a : tensor<f32>
    } else(%b = %y : tensor<f32>) {
      %1 = xla.neg %b : tensor<f32>
      xla.return %1 : tensor<f32>
    }
    %2 = xla.conditional %index : tensor<i32> -> tensor<f32> case {
      xla.return %x : tensor<f32>
    } case {
      xla.return %y : tensor<f32>
    }
    ```
  }];
  let arguments = (ins Xla_Tensor:$index, Variadic<Xla_Value>:$branch_operands);
  let results = (outs Variadic<Xla_Value>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
}

def Xla_WhileOp : Xla_RegionOp<"while"> {
  let summary = "runs the body as long as the condition holds";
  let description = [{
    ```mlir
    %0:2 = xla.while(%i = %zero, %x = %start) : tensor<i32>, tensor<f32>
    cond {
      %1 = xla.lt %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      xla.return %1 : tensor<i1>
    } do {
      %1 = xla.add %i, %one : tensor<i32>
      %2 = xla.mul %x, %x : tensor<f32>
      xla.return %1, %2 : tensor<i32>, tensor<f32>
    }
    ```
  }];
  let arguments = (ins Variadic<Xla_Value>:$init);
  let results = (outs Variadic<Xla_Value>:$results);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
}

def Xla_CustomCallOp : Xla_Op<"custom_call", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "calls a function by its symbol";
  let description = [{
    Arrays in memory, to which bufferization turns the operands and results of a call, are operands all: first those that
    are read, then those that are written.
  }];
  let arguments = (ins Variadic<AnyTypeOf<[Xla_Value, AnyMemRef]>>:$inputs, StrAttr:$call_target_name,
                       DefaultValuedAttr<BoolAttr, "false">:$has_side_effect);
  let results = (outs Variadic<Xla_Value>:$results);
  let assemblyFormat = "$call_target_name `(` $inputs `)` attr-dict `:` functional-type(operands, results)";
}

def Xla_ReturnOp : Xla_Op<"return", [Pure, Terminator]> {
  let summary = "the results of a computation";
  let arguments = (ins Variadic<Xla_Value>:$results);
  // What the parser puts at the end of a computation without one.
  let builders = [OpBuilder<(ins), "build($_builder, $_state, ::mlir::ValueRange());">];
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

#endif // XLA_CONTROL_TD
