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

#endif // SDY_TD
