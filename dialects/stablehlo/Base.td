// The stablehlo input dialect: its types and the classes its op families derive from. Names of ops, attributes
// and enum cases, and the assembly, are upstream's, so that what JAX prints parses here and what we print parses
// there.
#ifndef STABLEHLO_BASE_TD
#define STABLEHLO_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/TensorEncoding.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "glue/RustHooks.td"
include "glue/Interfaces.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let summary = "The programs that frameworks export, in upstream's assembly.";
  let cppNamespace = "::xla::stablehlo";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationInterfaceFallback = 1;
}

def Stablehlo_TokenType : TypeDef<Stablehlo_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "orders ops that have side effects";
}

def Stablehlo_FutureType : TypeDef<Stablehlo_Dialect, "Future"> {
  let mnemonic = "future";
  let summary = "the results of a computation that may still be running";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
  let genVerifyDecl = 1;
}

def Stablehlo_Tensor : RankedTensorOf<[AnyType]>;
// While loops and custom calls may also carry buffers, and custom calls tensors of unknown rank.
def Stablehlo_Value : AnyTypeOf<[AnyTensor, Stablehlo_TokenType, AnyTuple, AnyMemRef, Stablehlo_FutureType]>;

class Stablehlo_Op<string mnemonic, list<Trait> traits = []> :
    Op<Stablehlo_Dialect, mnemonic, !listconcat([RustVerify], traits)>;

#endif // STABLEHLO_BASE_TD
