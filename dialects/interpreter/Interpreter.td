// What StableHLO's own test programs ask of the interpreter that runs them. Names of ops and attributes, and the
// assembly, are upstream's.
#ifndef INTERPRETER_TD
#define INTERPRETER_TD

include "stablehlo/Base.td"

def Interpreter_Dialect : Dialect {
  let name = "interpreter";
  let summary = "What StableHLO's own test programs ask of the interpreter that runs them.";
  let cppNamespace = "::xla::interpreter";
}

class Interpreter_Op<string mnemonic, list<Trait> traits = []> :
    Op<Interpreter_Dialect, mnemonic, !listconcat([RustVerify], traits)>;

def Interpreter_Value : AnyTypeOf<[Stablehlo_Tensor, Stablehlo_TokenType]>;

def Interpreter_RunParallelOp : Interpreter_Op<"run_parallel"> {
  let summary = "runs a grid of functions, one for each process, and gives the results of all";
  let arguments = (ins Variadic<Interpreter_Value>:$inputs, OptionalAttr<FlatSymbolRefArrayAttr>:$infeed,
                       TypedArrayAttrBase<FlatSymbolRefArrayAttr, "grid of symbols">:$programs);
  let results = (outs Variadic<Interpreter_Value>:$results);
}

def Interpreter_PrintOp : Interpreter_Op<"print"> {
  let summary = "prints a value";
  let arguments = (ins Stablehlo_Tensor:$operand);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

def Interpreter_ProbeOp : Interpreter_Op<"probe", [AllTypesMatch<["operand", "result"]>]> {
  let summary = "the operand, which is written to a file on the way";
  let arguments = (ins Stablehlo_Tensor:$operand, StrAttr:$probe_id);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand `,` `probe_id` `=` $probe_id attr-dict `:` type($result)";
}

#endif // INTERPRETER_TD
