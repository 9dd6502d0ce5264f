// The chlo input dialect: what frontends use beside stablehlo, in upstream's assembly.
#ifndef CHLO_TD
#define CHLO_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "glue/RustHooks.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let summary = "Client ops that frameworks export beside stablehlo, in upstream's assembly.";
  let cppNamespace = "::xla::chlo";
  let useDefaultAttributePrinterParser = 1;
  let hasOperationInterfaceFallback = 1;
}

class Chlo_Enum<string name, list<I32EnumAttrCase> cases> : I32EnumAttr<name, "", cases> {
  let cppNamespace = "::xla::chlo";
  let genSpecializedAttr = 0;
}

def Chlo_ComparisonDirection : Chlo_Enum<"ComparisonDirection", [
  I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
  I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Chlo_ComparisonDirectionAttr : EnumAttr<Chlo_Dialect, Chlo_ComparisonDirection, "comparison_direction">;

def Chlo_ComparisonType : Chlo_Enum<"ComparisonType", [
  I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>, I32EnumAttrCase<"TOTALORDER", 2>,
  I32EnumAttrCase<"SIGNED", 3>, I32EnumAttrCase<"UNSIGNED", 4>]>;
def Chlo_ComparisonTypeAttr : EnumAttr<Chlo_Dialect, Chlo_ComparisonType, "comparison_type">;

def Chlo_Precision : Chlo_Enum<"Precision", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>, I32EnumAttrCase<"HIGHEST", 2>]>;
def Chlo_PrecisionAttr : EnumAttr<Chlo_Dialect, Chlo_Precision, "precision">;

def Chlo_Dimensions : OptionalArrayRefParameter<"int64_t"> {
  let parser = "::xla::parseDimensionList($_parser)";
  let printer = "::xla::printDimensionList($_printer, $_self)";
}

def Chlo_RaggedDotDimensionNumbersAttr : AttrDef<Chlo_Dialect, "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let parameters = (ins Chlo_Dimensions:$lhs_batching_dimensions, Chlo_Dimensions:$rhs_batching_dimensions,
                        Chlo_Dimensions:$lhs_contracting_dimensions,
                        Chlo_Dimensions:$rhs_contracting_dimensions, Chlo_Dimensions:$lhs_ragged_dimensions,
                        Chlo_Dimensions:$rhs_group_dimensions);
  let assemblyFormat = "`<` struct(params) `>`";
}

// Broadcasting is for values of unknown rank too.
def Chlo_Tensor : TensorOf<[AnyType]>;

class Chlo_Op<string mnemonic, list<Trait> traits = [Pure]> :
    Op<Chlo_Dialect, mnemonic, !listconcat([RustVerify], traits)>;

class Chlo_UnaryOp<string mnemonic> : Chlo_Op<mnemonic> {
  let arguments = (ins Chlo_Tensor:$operand);
  let results = (outs Chlo_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

foreach mnemonic = ["_asin_acos_kernel", "acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "conj",
                    "cosh", "digamma", "erf", "erf_inv", "erfc", "is_inf", "is_neg_inf", "is_pos_inf", "lgamma",
                    "sinh", "square", "tan"] in
def Chlo_Unary_#mnemonic#_Op : Chlo_UnaryOp<mnemonic> { let summary = mnemonic # " of each element"; }

class Chlo_BinaryOp<string mnemonic> : Chlo_Op<mnemonic> {
  let arguments = (ins Chlo_Tensor:$lhs, Chlo_Tensor:$rhs);
  let results = (outs Chlo_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
}

foreach mnemonic = ["next_after", "polygamma", "zeta", "mulhi"] in
def Chlo_Binary_#mnemonic#_Op : Chlo_BinaryOp<mnemonic> { let summary = mnemonic # " of each pair of elements"; }

class Chlo_BroadcastOp<string mnemonic> : Chlo_Op<mnemonic> {
  let arguments = (ins Chlo_Tensor:$lhs, Chlo_Tensor:$rhs, OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs Chlo_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)";
}

foreach mnemonic = ["add", "and", "atan2", "complex", "divide", "maximum", "minimum", "multiply", "next_after", "or",
                    "polygamma", "power", "remainder", "shift_left", "shift_right_arithmetic", "shift_right_logical",
                    "subtract", "xor", "zeta"] in
def Chlo_Broadcast_#mnemonic#_Op : Chlo_BroadcastOp<"broadcast_" # mnemonic> {
  let summary = mnemonic # " of operands that are broadcast to one shape";
}

def Chlo_BroadcastCompareOp : Chlo_BroadcastOp<"broadcast_compare"> {
  let summary = "comparison of operands that are broadcast to one shape";
  let arguments = (ins Chlo_Tensor:$lhs, Chlo_Tensor:$rhs, OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
                       Chlo_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type);
}

def Chlo_BroadcastSelectOp : Chlo_Op<"broadcast_select"> {
  let summary = "select between operands that are broadcast to one shape";
  let arguments = (ins Chlo_Tensor:$pred, Chlo_Tensor:$on_true, Chlo_Tensor:$on_false);
  let results = (outs Chlo_Tensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:` `(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->`
      type($result)
  }];
}

def Chlo_ConstantOp : Chlo_Op<"constant", [Pure, ConstantLike, AllTypesMatch<["value", "output"]>]> {
  let summary = "a literal";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Chlo_Tensor:$output);
  let assemblyFormat = "attr-dict $value";
}

def Chlo_ConstantLikeOp : Chlo_Op<"constant_like"> {
  let summary = "a splat of the operand's shape";
  let arguments = (ins TypedAttrInterface:$value, Chlo_Tensor:$operand);
  let results = (outs Chlo_Tensor:$result);
}

def Chlo_TopKOp : Chlo_Op<"top_k"> {
  let summary = "the k largest elements along the last dimension, and where they are";
  let arguments = (ins Chlo_Tensor:$operand, I64Attr:$k, DefaultValuedOptionalAttr<BoolAttr, "true">:$is_stable);
  let results = (outs Chlo_Tensor:$values, Chlo_Tensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict `:` type($operand) `->`
      `(` type($values) `,` type($indices) `)`
  }];
}

def Chlo_RaggedDotOp : Chlo_Op<"ragged_dot"> {
  let summary = "dot_general of groups of rows whose sizes are an operand";
  let arguments = (ins Chlo_Tensor:$lhs, Chlo_Tensor:$rhs, Chlo_Tensor:$group_sizes,
                       Chlo_RaggedDotDimensionNumbersAttr:$ragged_dot_dimension_numbers,
                       OptionalAttr<TypedArrayAttrBase<Chlo_PrecisionAttr, "array of precisions">>:$precision_config);
  let results = (outs Chlo_Tensor:$result);
}

def Chlo_ScanOp : Chlo_Op<"scan", [AttrSizedOperandSegments, AttrSizedResultSegments, IsolatedFromAbove,
                                   RecursiveMemoryEffects]> {
  let summary = "carries values along a dimension, giving one output an index";
  let arguments = (ins Variadic<Chlo_Tensor>:$inputs, Variadic<Chlo_Tensor>:$inits,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$scan_dim_size,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_reverse,
                       OptionalAttr<BoolAttr>:$is_associative);
  let results = (outs Variadic<Chlo_Tensor>:$outputs, Variadic<Chlo_Tensor>:$carries);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

#endif // CHLO_TD
