#include "StablehloDialect.h"
#include "Registration.h"
#include "Sizes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "StablehloDialect.cpp.inc"
#include "StablehloEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "StablehloTypes.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "StablehloAttrs.cpp.inc"
#define GET_OP_LIST
#include "StablehloOps.cpp.inc"

void xla::stablehlo::StablehloDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "StablehloTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "StablehloAttrs.cpp.inc"
      >();
  registerStablehloDialectOperations(this);
  loadDialectsOfSizes(*this);
}

void *xla::stablehlo::StablehloDialect::getRegisteredInterfaceForOp(TypeID interface, OperationName) { return sizesInterface(interface); }

XLA_DEFINE_DIALECT(Stablehlo, stablehlo, xla::stablehlo::StablehloDialect)

namespace xla::stablehlo {
LogicalResult FutureType::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<Type> types) {
  for (Type type : types)
    if (!isa<TensorType, TokenType, TupleType, BaseMemRefType>(type))
      return emitError() << "a future is of tensors, not of " << type;
  return success();
}

// `[DEFAULT, HIGH]`
static ParseResult parsePrecisionList(AsmParser &parser, ArrayAttr &precision) {
  SmallVector<Attribute> entries;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
        llvm::SMLoc location = parser.getCurrentLocation();
        StringRef name;
        if (parser.parseKeyword(&name))
          return failure();
        std::optional<Precision> entry = symbolizePrecision(name);
        if (!entry)
          return parser.emitError(location) << "expected DEFAULT, HIGH or HIGHEST, not '" << name << "'";
        entries.push_back(PrecisionAttr::get(parser.getContext(), *entry));
        return success();
      }))
    return failure();
  precision = parser.getBuilder().getArrayAttr(entries);
  return success();
}

static ParseResult parsePrecisionEntry(OpAsmParser &parser, ArrayAttr &precision, DotAlgorithmAttr *algorithm) {
  if (succeeded(parser.parseOptionalKeyword("precision"))) {
    if (precision || (algorithm && *algorithm))
      return parser.emitError(parser.getCurrentLocation(), "precision is given twice or after algorithm");
    return failure(parser.parseEqual() || parsePrecisionList(parser, precision));
  }
  if (algorithm && !*algorithm && succeeded(parser.parseOptionalKeyword("algorithm")))
    return failure(parser.parseEqual() || parser.parseCustomAttributeWithFallback(*algorithm));
  return parser.emitError(parser.getCurrentLocation(), algorithm ? "expected precision or algorithm"
                                                                 : "expected precision");
}

ParseResult parsePrecision(OpAsmParser &parser, ArrayAttr &precision) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return parsePrecisionEntry(parser, precision, nullptr);
}

void printPrecision(OpAsmPrinter &printer, Operation *, ArrayAttr precision) {
  if (!precision)
    return;
  printer << ", precision = [";
  llvm::interleaveComma(precision.getAsRange<PrecisionAttr>(), printer,
                        [&](PrecisionAttr entry) { printer << stringifyPrecision(entry.getValue()); });
  printer << "]";
}

ParseResult parsePrecisionAndAlgorithm(OpAsmParser &parser, ArrayAttr &precision, DotAlgorithmAttr &algorithm) {
  while (succeeded(parser.parseOptionalComma()))
    if (parsePrecisionEntry(parser, precision, &algorithm))
      return failure();
  return success();
}

void printPrecisionAndAlgorithm(OpAsmPrinter &printer, Operation *op, ArrayAttr precision,
                                DotAlgorithmAttr algorithm) {
  printPrecision(printer, op, precision);
  if (!algorithm)
    return;
  printer << ", algorithm = ";
  printer.printStrippedAttrOrType(algorithm);
}

ParseResult parseDotDimensions(OpAsmParser &parser, DotDimensionNumbersAttr &dimensions) {
  SmallVector<int64_t> batching[2], contracting[2];
  auto parsePair = [&](SmallVector<int64_t> (&lists)[2]) -> ParseResult {
    auto parseList = [&](SmallVector<int64_t> &list) {
      return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                            [&] { return parser.parseInteger(list.emplace_back()); });
    };
    return failure(parser.parseEqual() || parseList(lists[0]) || parser.parseKeyword("x") || parseList(lists[1]));
  };
  if (succeeded(parser.parseOptionalKeyword("batching_dims")) && (parsePair(batching) || parser.parseComma()))
    return failure();
  if (parser.parseKeyword("contracting_dims") || parsePair(contracting))
    return failure();
  dimensions = DotDimensionNumbersAttr::get(parser.getContext(), batching[0], batching[1], contracting[0],
                                            contracting[1]);
  return success();
}

void printDotDimensions(OpAsmPrinter &printer, Operation *, DotDimensionNumbersAttr dimensions) {
  auto pair = [&](ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
    printDimensionList(printer, lhs);
    printer << " x ";
    printDimensionList(printer, rhs);
  };
  if (!dimensions.getLhsBatchingDimensions().empty() || !dimensions.getRhsBatchingDimensions().empty()) {
    printer << "batching_dims = ";
    pair(dimensions.getLhsBatchingDimensions(), dimensions.getRhsBatchingDimensions());
    printer << ", ";
  }
  printer << "contracting_dims = ";
  pair(dimensions.getLhsContractingDimensions(), dimensions.getRhsContractingDimensions());
}

namespace {
// The three operands of a convolution's dimension numbers, whichever way they are written.
struct ConvolutionNumbers {
  int64_t inputBatch = 0, inputFeature = 0, kernelInput = 0, kernelOutput = 0, outputBatch = 0, outputFeature = 0;
  SmallVector<int64_t> input, kernel, output;

  ConvDimensionNumbersAttr get(MLIRContext *context) const {
    return ConvDimensionNumbersAttr::get(context, input, kernel, output, inputBatch, inputFeature, kernelInput,
                                         kernelOutput, outputBatch, outputFeature);
  }
};
} // namespace

ParseResult parseConvolutionDimensions(AsmParser &parser, ConvDimensionNumbersAttr &dimensions) {
  ConvolutionNumbers numbers;
  if (parseLabelledDimensions(parser, "bf", {&numbers.inputBatch, &numbers.inputFeature}, numbers.input) ||
      parser.parseKeyword("x") ||
      parseLabelledDimensions(parser, "io", {&numbers.kernelInput, &numbers.kernelOutput}, numbers.kernel) ||
      parser.parseArrow() ||
      parseLabelledDimensions(parser, "bf", {&numbers.outputBatch, &numbers.outputFeature}, numbers.output))
    return failure();
  dimensions = numbers.get(parser.getContext());
  return success();
}

// The pretty form; empty when the numbers are no permutations, which only the raw form can say.
static std::string convolutionText(ConvDimensionNumbersAttr dimensions) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](StringRef labels, int64_t first, int64_t second, ArrayRef<int64_t> spatial) {
    return succeeded(printLabelledDimensions(os, labels, {first, second}, spatial));
  };
  if (!print("bf", dimensions.getInputBatchDimension(), dimensions.getInputFeatureDimension(),
             dimensions.getInputSpatialDimensions()))
    return {};
  os << "x";
  if (!print("io", dimensions.getKernelInputFeatureDimension(), dimensions.getKernelOutputFeatureDimension(),
             dimensions.getKernelSpatialDimensions()))
    return {};
  os << "->";
  if (!print("bf", dimensions.getOutputBatchDimension(), dimensions.getOutputFeatureDimension(),
             dimensions.getOutputSpatialDimensions()))
    return {};
  return text;
}

void printConvolutionDimensions(AsmPrinter &printer, Operation *, ConvDimensionNumbersAttr dimensions) {
  printer << convolutionText(dimensions);
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  if (failed(parser.parseOptionalKeyword("raw"))) {
    ConvDimensionNumbersAttr dimensions;
    if (parseConvolutionDimensions(parser, dimensions) || parser.parseGreater())
      return {};
    return dimensions;
  }
  ConvolutionNumbers numbers;
  if (parseDimensionFields(parser, {{"input_batch_dimension", &numbers.inputBatch, nullptr},
                                    {"input_feature_dimension", &numbers.inputFeature, nullptr},
                                    {"input_spatial_dimensions", nullptr, &numbers.input},
                                    {"kernel_input_feature_dimension", &numbers.kernelInput, nullptr},
                                    {"kernel_output_feature_dimension", &numbers.kernelOutput, nullptr},
                                    {"kernel_spatial_dimensions", nullptr, &numbers.kernel},
                                    {"output_batch_dimension", &numbers.outputBatch, nullptr},
                                    {"output_feature_dimension", &numbers.outputFeature, nullptr},
                                    {"output_spatial_dimensions", nullptr, &numbers.output}}))
    return {};
  return numbers.get(parser.getContext());
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  std::string text = convolutionText(*this);
  if (!text.empty()) {
    printer << "<" << text << ">";
    return;
  }
  printer << "<raw";
  bool first = true;
  visitDimensions([&](StringRef name, ArrayRef<int64_t> values) {
    printer << (std::exchange(first, false) ? " " : ", ") << name << " = ";
    if (name.ends_with("_dimensions"))
      printDimensionList(printer, values);
    else
      printer << values.front();
  });
  printer << ">";
}

Attribute BoundsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> bounds;
  if (parseBounds(parser, bounds))
    return {};
  return get(parser.getContext(), bounds);
}

void BoundsAttr::print(AsmPrinter &printer) const { printBounds(printer, getBounds()); }

LogicalResult BoundsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                                         function_ref<InFlightDiagnostic()> emitError) const {
  return verifyBounds(getBounds(), shape, emitError);
}

Attribute TypeExtensionsAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess() || parser.parseKeyword("bounds") || parser.parseEqual())
    return {};
  FailureOr<SmallVector<int64_t>> bounds = parseDimensionList(parser);
  if (failed(bounds) || parser.parseGreater())
    return {};
  return BoundsAttr::get(parser.getContext(), *bounds);
}

void TypeExtensionsAttr::print(AsmPrinter &printer) const {
  printer << "<bounds = ";
  printDimensionList(printer, getBounds());
  printer << ">";
}

// `dense<…> : type`; the generic form, which states a type of its own, for quantized constants.
ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  if (succeeded(parser.parseOptionalLParen())) {
    Type type;
    if (parser.parseRParen())
      return failure();
    if (succeeded(parser.parseOptionalLess()) &&
        (parser.parseAttribute(result.propertiesAttr) || parser.parseGreater()))
      return failure();
    if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() || parser.parseLParen() ||
        parser.parseRParen() || parser.parseArrow() || parser.parseType(type))
      return failure();
    result.addTypes(type);
    return success();
  }
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) || parseUnpackedBooleans(parser, value))
    return failure();
  if (value)
    result.addAttribute("value", value);
  else if (parser.parseCustomAttributeWithFallback(value, Type(), "value", result.attributes))
    return failure();
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  if (getValue().getType() != getType()) {
    printer.printGenericOp(*this, /*printOpName=*/false);
    return;
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
  printer << " ";
  printer.printStrippedAttrOrType(getValue());
}

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn set) { nameConstant(getResult(), set); }

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) { return parseReduce(parser, result); }
void ReduceOp::print(OpAsmPrinter &printer) { printReduce(printer, *this); }

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) { return parseWhile(parser, result); }
void WhileOp::print(OpAsmPrinter &printer) { printWhile(printer, *this); }
void WhileOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn set) {
  nameArguments(region, "iterArg", set);
}
} // namespace xla::stablehlo

// The types of what `type`, a future, will be: it calls `visit` with them, and returns false for another type.
extern "C" bool xla_visit_future(MlirType type, void (*visit)(intptr_t, const MlirType *, void *), void *userData) {
  auto future = dyn_cast<xla::stablehlo::FutureType>(unwrap(type));
  if (!future)
    return false;
  SmallVector<MlirType> types = llvm::map_to_vector(future.getTypes(), [](Type type) { return wrap(type); });
  visit(types.size(), types.data(), userData);
  return true;
}
