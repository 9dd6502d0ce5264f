// Enums and structured attributes.
#ifndef STABLEHLO_ATTRIBUTES_TD
#define STABLEHLO_ATTRIBUTES_TD

include "stablehlo/Base.td"

// An enum whose attribute is written #stablehlo<mnemonic CASE>.
class Stablehlo_Enum<string name, list<I32EnumAttrCase> cases> : I32EnumAttr<name, "", cases> {
  let cppNamespace = "::xla::stablehlo";
  let genSpecializedAttr = 0;
}
class Stablehlo_EnumAttr<EnumInfo info, string mnemonic> : EnumAttr<Stablehlo_Dialect, info, mnemonic>;

def Stablehlo_ComparisonDirection : Stablehlo_Enum<"ComparisonDirection", [
  I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
  I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Stablehlo_ComparisonDirectionAttr : Stablehlo_EnumAttr<Stablehlo_ComparisonDirection, "comparison_direction">;

def Stablehlo_ComparisonType : Stablehlo_Enum<"ComparisonType", [
  I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>, I32EnumAttrCase<"TOTALORDER", 2>,
  I32EnumAttrCase<"SIGNED", 3>, I32EnumAttrCase<"UNSIGNED", 4>]>;
def Stablehlo_ComparisonTypeAttr : Stablehlo_EnumAttr<Stablehlo_ComparisonType, "comparison_type">;

def Stablehlo_Precision : Stablehlo_Enum<"Precision", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>, I32EnumAttrCase<"HIGHEST", 2>]>;
def Stablehlo_PrecisionAttr : Stablehlo_EnumAttr<Stablehlo_Precision, "precision">;
def Stablehlo_PrecisionConfigAttr : TypedArrayAttrBase<Stablehlo_PrecisionAttr, "array of precisions">;

def Stablehlo_ResultAccuracyMode : Stablehlo_Enum<"ResultAccuracyMode", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGHEST", 1>, I32EnumAttrCase<"TOLERANCE", 2>]>;
def Stablehlo_ResultAccuracyModeAttr : Stablehlo_EnumAttr<Stablehlo_ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

def Stablehlo_FftType : Stablehlo_Enum<"FftType", [
  I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>, I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;
def Stablehlo_FftTypeAttr : Stablehlo_EnumAttr<Stablehlo_FftType, "fft_type">;

def Stablehlo_Transpose : Stablehlo_Enum<"Transpose", [
  I32EnumAttrCase<"TRANSPOSE_INVALID", 0>, I32EnumAttrCase<"NO_TRANSPOSE", 1>, I32EnumAttrCase<"TRANSPOSE", 2>,
  I32EnumAttrCase<"ADJOINT", 3>]>;
def Stablehlo_TransposeAttr : Stablehlo_EnumAttr<Stablehlo_Transpose, "transpose">;

def Stablehlo_RngDistribution : Stablehlo_Enum<"RngDistribution", [
  I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]>;
def Stablehlo_RngDistributionAttr : Stablehlo_EnumAttr<Stablehlo_RngDistribution, "rng_distribution">;

def Stablehlo_RngAlgorithm : Stablehlo_Enum<"RngAlgorithm", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>, I32EnumAttrCase<"PHILOX", 2>]>;
def Stablehlo_RngAlgorithmAttr : Stablehlo_EnumAttr<Stablehlo_RngAlgorithm, "rng_algorithm">;

// Written as a plain i32.
def Stablehlo_CustomCallApiVersionAttr : I32EnumAttr<"CustomCallApiVersion", "custom call API version", [
    I32EnumAttrCase<"API_VERSION_UNSPECIFIED", 0>, I32EnumAttrCase<"API_VERSION_ORIGINAL", 1>,
    I32EnumAttrCase<"API_VERSION_STATUS_RETURNING", 2>, I32EnumAttrCase<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
    I32EnumAttrCase<"API_VERSION_TYPED_FFI", 4>]> {
  let cppNamespace = "::xla::stablehlo";
}

class Stablehlo_Attr<string name, string m, list<Trait> traits = []> : AttrDef<Stablehlo_Dialect, name, traits> {
  let mnemonic = m;
}

// A list of dimensions, written [0, 1].
def Stablehlo_Dimensions : ArrayRefParameter<"int64_t"> {
  let parser = "::xla::parseDimensionList($_parser)";
  let printer = "::xla::printDimensionList($_printer, $_self)";
}

// An attribute made of lists of dimensions and single numbers, which Rust reads by name through NamedDimensions.
class Stablehlo_DimensionsAttr<string name, string m, list<string> lists, list<string> singles> :
    Stablehlo_Attr<name, m, [NamedDimensions]> {
  let parameters = !con(
    !dag(ins, !listsplat(Stablehlo_Dimensions, !size(lists)), lists),
    !dag(ins, !listsplat("int64_t", !size(singles)), singles));
  string visit = "void $cppClass::visitDimensions("
    "::llvm::function_ref<void(::llvm::StringRef, ::llvm::ArrayRef<int64_t>)> visit) const {\n"
    # !interleave(!foreach(name, lists, "  visit(\"" # name # "\", getImpl()->" # name # ");\n"), "")
    # !interleave(!foreach(name, singles, "  visit(\"" # name # "\", getImpl()->" # name # ");\n"), "")
    # "}\n";
  let extraClassDefinition = visit;
}

// One that is written as a struct of its fields, <offset_dims = [1], index_vector_dim = 2>, without those that are
// empty or zero. MLIR's own struct directive refuses the comma that may stand after the last field.
class Stablehlo_DimensionFieldsAttr<string name, string m, list<string> lists, list<string> singles> :
    Stablehlo_DimensionsAttr<name, m, lists, singles> {
  let hasCustomAssemblyFormat = 1;
  let extraClassDefinition = visit
    # "::mlir::Attribute $cppClass::parse(::mlir::AsmParser &parser, ::mlir::Type) {\n"
    # !interleave(!foreach(name, lists, "  ::llvm::SmallVector<int64_t> " # name # ";\n"), "")
    # !interleave(!foreach(name, singles, "  int64_t " # name # " = 0;\n"), "")
    # "  if (parser.parseLess() || ::xla::parseDimensionFields(parser, {\n"
    # !interleave(!foreach(name, lists, "        {\"" # name # "\", nullptr, &" # name # "},\n"), "")
    # !interleave(!foreach(name, singles, "        {\"" # name # "\", &" # name # ", nullptr},\n"), "")
    # "      }))\n    return {};\n  return get(parser.getContext(), "
    # !interleave(!listconcat(lists, singles), ", ") # ");\n}\n"
    # "void $cppClass::print(::mlir::AsmPrinter &printer) const {\n  ::xla::printDimensionFields(printer, *this, {"
    # !interleave(!foreach(name, singles, "\"" # name # "\""), ", ") # "});\n}\n";
}

def Stablehlo_DotDimensionNumbersAttr : Stablehlo_DimensionFieldsAttr<"DotDimensionNumbers", "dot", [
  "lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions", "rhs_contracting_dimensions"
], []>;

def Stablehlo_GatherDimensionNumbersAttr : Stablehlo_DimensionFieldsAttr<"GatherDimensionNumbers", "gather", [
  "offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims", "start_index_map"
], ["index_vector_dim"]>;

def Stablehlo_ScatterDimensionNumbersAttr : Stablehlo_DimensionFieldsAttr<"ScatterDimensionNumbers", "scatter", [
  "update_window_dims", "inserted_window_dims", "input_batching_dims", "scatter_indices_batching_dims",
  "scatter_dims_to_operand_dims"
], ["index_vector_dim"]>;

// [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]; `raw` and a struct of the parameters when they are not a permutation.
def Stablehlo_ConvDimensionNumbersAttr : Stablehlo_DimensionsAttr<"ConvDimensionNumbers", "conv", [
  "input_spatial_dimensions", "kernel_spatial_dimensions", "output_spatial_dimensions"
], [
  "input_batch_dimension", "input_feature_dimension", "kernel_input_feature_dimension",
  "kernel_output_feature_dimension", "output_batch_dimension", "output_feature_dimension"
]> {
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_DotAlgorithmAttr : Stablehlo_Attr<"DotAlgorithm", "dot_algorithm"> {
  let parameters = (ins "::mlir::Type":$lhs_precision_type, "::mlir::Type":$rhs_precision_type,
                        "::mlir::Type":$accumulation_type, "int64_t":$lhs_component_count,
                        "int64_t":$rhs_component_count, "int64_t":$num_primitive_operations,
                        "bool":$allow_imprecise_accumulation);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_Tolerance : APFloatParameter<""> {
  let parser = "::xla::parseDouble($_parser)";
  let printer = "$_printer.printFloat($_self)";
  let defaultValue = "::llvm::APFloat(0.0)";
}

// Written whole, #stablehlo.result_accuracy_mode<DEFAULT>, although the type is known.
def Stablehlo_WholeResultAccuracyMode : AttrParameter<"::xla::stablehlo::ResultAccuracyModeAttr", ""> {
  let parser = "::xla::parseWholeAttribute<::xla::stablehlo::ResultAccuracyModeAttr>($_parser)";
  let printer = "$_printer.printAttribute($_self)";
}

def Stablehlo_ResultAccuracyAttr : Stablehlo_Attr<"ResultAccuracy", "result_accuracy"> {
  let parameters = (ins Stablehlo_Tolerance:$atol, Stablehlo_Tolerance:$rtol,
                        DefaultValuedParameter<"int64_t", "0">:$ulps,
                        Stablehlo_WholeResultAccuracyMode:$mode);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_OutputOperandAliasAttr : Stablehlo_DimensionsAttr<"OutputOperandAlias", "output_operand_alias", [
  "output_tuple_indices", "operand_tuple_indices"
], ["operand_index"]> {
  let parameters = (ins Stablehlo_Dimensions:$output_tuple_indices, "int64_t":$operand_index,
                        Stablehlo_Dimensions:$operand_tuple_indices);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_ChannelHandleAttr : Stablehlo_DimensionsAttr<"ChannelHandle", "channel_handle", [], ["handle", "type"]> {
  let assemblyFormat = "`<` struct(params) `>`";
}

// tensor<?x4xf32, #stablehlo.bounds<8, ?>>
def Stablehlo_BoundsAttr : Stablehlo_Attr<"Bounds", "bounds", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "upper bounds of dynamic dimensions: the encoding of a tensor type";
  let parameters = (ins ArrayRefParameter<"int64_t">:$bounds);
  let hasCustomAssemblyFormat = 1;
}

// Another spelling of bounds, which parses to it.
def Stablehlo_TypeExtensionsAttr : Stablehlo_Attr<"TypeExtensions", "type_extensions"> {
  let parameters = (ins Stablehlo_Dimensions:$bounds);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_SubAxisInfoAttr : Stablehlo_Attr<"SubAxisInfo", "sub_axis_info"> {
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let assemblyFormat = "`(` $pre_size `)` `` $size";
}
def Stablehlo_AxisRefAttr : Stablehlo_Attr<"AxisRef", "axis_ref"> {
  let parameters = (ins StringRefParameter<"">:$name,
                        OptionalParameter<"::xla::stablehlo::SubAxisInfoAttr">:$sub_axis_info);
  let assemblyFormat = "`<` struct(params) `>`";
}
def Stablehlo_MeshAxisAttr : Stablehlo_Attr<"MeshAxis", "mesh_axis"> {
  let parameters = (ins StringRefParameter<"">:$name, "int64_t":$size);
  let assemblyFormat = "`<` struct(params) `>`";
}
def Stablehlo_MeshAttr : Stablehlo_Attr<"Mesh", "mesh"> {
  let parameters = (ins ArrayRefParameter<"::xla::stablehlo::MeshAxisAttr">:$axes,
                        OptionalParameter<"::mlir::DenseIntElementsAttr">:$device_ids);
  let assemblyFormat = "`<` `axes` `=` `[` $axes `]` (`,` `device_ids` `=` $device_ids^)? `>`";
}
def Stablehlo_ReplicaGroupMeshAxesAttr : Stablehlo_Attr<"ReplicaGroupMeshAxes", "replica_group_mesh_axes"> {
  let parameters = (ins "::mlir::Attribute":$mesh, "::mlir::ArrayAttr":$axes);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // STABLEHLO_ATTRIBUTES_TD
