// The stablehlo input dialect, with upstream's assembly.
#ifndef STABLEHLO_TD
#define STABLEHLO_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "glue/RustHooks.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::xla::stablehlo";
  let useDefaultTypePrinterParser = 1;
}

class Stablehlo_Op<string mnemonic, list<Trait> traits = []> :
    Op<Stablehlo_Dialect, mnemonic, !listconcat([RustVerify], traits)>;

def Stablehlo_TokenType : TypeDef<Stablehlo_Dialect, "Token"> { let mnemonic = "token"; }

def Stablehlo_ReturnOp : Stablehlo_Op<"return", [Pure, Terminator]> {
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

#endif // STABLEHLO_TD
