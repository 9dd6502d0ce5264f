// What frameworks say about sharding, as far as a program for one device needs it: attributes are kept as text.
#ifndef SDY_TD
#define SDY_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let summary = "Notes on sharding in exported programs, kept as text.";
  let cppNamespace = "::xla::sdy";
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser, ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute, ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

def Sdy_Notes : Attr<CPred<"::llvm::isa<::mlir::OpaqueAttr>($_self)">, "notes kept as text"> {
  let storageType = "::mlir::OpaqueAttr";
  let returnType = "::mlir::OpaqueAttr";
  let convertFromStorage = "$_self";
}

def Sdy_MeshOp : Op<Sdy_Dialect, "mesh", [Symbol]> {
  let summary = "names the axes of an array of devices";
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_Notes:$mesh);
  let assemblyFormat = [{ $sym_name `=` custom<Notes>($mesh, "\"mesh\"") attr-dict }];
}

def Sdy_ShardingConstraintOp : Op<Sdy_Dialect, "sharding_constraint", [Pure, AllTypesMatch<["input", "result"]>]> {
  let summary = "the operand, with a note on how to spread it";
  let arguments = (ins AnyType:$input, Sdy_Notes:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{ $input custom<Notes>($sharding, "\"sharding\"") attr-dict `:` type($result) }];
}

def Sdy_ManualComputationOp : Op<Sdy_Dialect, "manual_computation", [SingleBlock, RecursiveMemoryEffects]> {
  let summary = "what each device computes from its parts of the operands";
  let arguments = (ins Variadic<AnyType>:$inputs, Sdy_Notes:$in_shardings, Sdy_Notes:$out_shardings,
                       Sdy_Notes:$manual_axes);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $inputs `)` `in_shardings` `=` custom<Shardings>($in_shardings)
      `out_shardings` `=` custom<Shardings>($out_shardings) `manual_axes` `=` custom<Axes>($manual_axes)
      custom<Computation>($body) attr-dict `:` functional-type(operands, results)
  }];
}

def Sdy_ReturnOp : Op<Sdy_Dialect, "return", [Pure, Terminator]> {
  let summary = "the results of a device's computation";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

#endif // SDY_TD
