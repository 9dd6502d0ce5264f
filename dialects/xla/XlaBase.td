// The xla dialect itself, its types and attributes, and the classes its op families derive from.
#ifndef XLA_BASE_TD
#define XLA_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/TensorEncoding.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "glue/RustHooks.td"

def Xla_Dialect : Dialect {
  let name = "xla";
  let summary = "One op per XlaBuilder operation, with XLA's semantics.";
  let cppNamespace = "::xla";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationInterfaceFallback = 1;
  let hasCanonicalizer = 1;
}

class Xla_Type<string name, string m> : TypeDef<Xla_Dialect, name> { let mnemonic = m; }

def Xla_TokenType : Xla_Type<"Token", "token"> {
  let summary = "orders ops that have side effects";
}

def Xla_LayoutAttr : AttrDef<Xla_Dialect, "Layout", [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "how an array lies in memory: the encoding of a tensor type";
  let description = [{
    `minor_to_major` lists the dimensions from the fastest varying to the slowest. `padded_dimensions`, when
    present, gives the width each dimension is padded to, and `padding_value` what the padding holds.

    ```mlir
    tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1], padded_dimensions = [3, 5], padding_value = 0.0 : f32>>
    ```
  }];
  let mnemonic = "layout";
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$minorToMajor,
    ArrayRefParameter<"int64_t">:$paddedDimensions,
    OptionalParameter<"::mlir::TypedAttr">:$paddingValue);
  let hasCustomAssemblyFormat = 1;
}

def Xla_BoundsAttr : AttrDef<Xla_Dialect, "Bounds", [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "upper bounds of dynamic dimensions: the encoding of a tensor type";
  let description = [{
    One bound a dimension, `?` for those of static size.

    ```mlir
    tensor<?x4xf32, #xla.bounds<8, ?>>
    ```
  }];
  let mnemonic = "bounds";
  let parameters = (ins ArrayRefParameter<"int64_t">:$bounds);
  let hasCustomAssemblyFormat = 1;
}

// A ranked tensor of any XLA element type; src/ops decides which element types an op takes.
def Xla_Tensor : RankedTensorOf<[AnyType]>;
def Xla_TensorOrTuple : AnyTypeOf<[Xla_Tensor, AnyTuple]>;
def Xla_Value : AnyTypeOf<[Xla_Tensor, Xla_TokenType, AnyTuple]>;

class Xla_Op<string mnemonic, list<Trait> traits = []> :
    Op<Xla_Dialect, mnemonic, !listconcat([RustVerify, RustFold], traits)>;

#endif // XLA_BASE_TD
