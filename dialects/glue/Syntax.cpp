#include "Syntax.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace xla {
static ParseResult takeFunctionType(OpAsmParser &parser, llvm::SMLoc location, FunctionType function,
                                    ArrayRef<Type *> operands, Type &result) {
  if (function.getNumInputs() != operands.size() || function.getNumResults() != 1)
    return parser.emitError(location) << "expected a type with " << operands.size() << " operands and 1 result";
  for (auto [operand, input] : llvm::zip(operands, function.getInputs()))
    *operand = input;
  result = function.getResult(0);
  return success();
}

ParseResult parseOneOrFunctionType(OpAsmParser &parser, ArrayRef<Type *> operands, Type &result) {
  llvm::SMLoc location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type))
    return takeFunctionType(parser, location, function, operands, result);
  for (Type *operand : operands)
    *operand = type;
  result = type;
  return success();
}

void printOneOrFunctionType(OpAsmPrinter &printer, ArrayRef<Type> operands, Type result) {
  if (llvm::all_of(operands, [&](Type operand) { return operand == result; })) {
    printer.printType(result);
    return;
  }
  printer.printFunctionalType(operands, ArrayRef<Type>(result));
}

ParseResult parseVariadicSameOperandsAndResultType(OpAsmParser &parser,
                                                   ArrayRef<OpAsmParser::UnresolvedOperand> operands,
                                                   SmallVectorImpl<Type> &types, Type &result) {
  types.resize(operands.size());
  SmallVector<Type *> pointers;
  for (Type &type : types)
    pointers.push_back(&type);
  return parseOneOrFunctionType(parser, pointers, result);
}

void printVariadicSameOperandsAndResultType(OpAsmPrinter &printer, Operation *, OperandRange, TypeRange types,
                                            Type result) {
  printOneOrFunctionType(printer, llvm::to_vector(types), result);
}

// The type of the real and of the imaginary part; null when `type` is no complex tensor.
static Type partType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto complex = tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  if (!complex)
    return {};
  return RankedTensorType::get(tensor.getShape(), complex.getElementType(), tensor.getEncoding());
}

ParseResult parseComplexType(OpAsmParser &parser, Type &real, Type &imag, Type &result) {
  llvm::SMLoc location = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result))
    return takeFunctionType(parser, location, function, {&real, &imag}, result);
  real = imag = partType(result);
  if (!real)
    return parser.emitError(location, "expected a tensor of complex elements");
  return success();
}

void printComplexType(OpAsmPrinter &printer, Operation *, Type real, Type imag, Type result) {
  Type part = partType(result);
  if (real == part && imag == part)
    printer.printType(result);
  else
    printer.printFunctionalType(ArrayRef<Type>{real, imag}, ArrayRef<Type>(result));
}

ParseResult parseSelectType(OpAsmParser &parser, Type &pred, Type &onTrue, Type &onFalse, Type &result) {
  llvm::SMLoc location = parser.getCurrentLocation();
  if (parser.parseType(pred))
    return failure();
  if (auto function = dyn_cast<FunctionType>(pred))
    return takeFunctionType(parser, location, function, {&pred, &onTrue, &onFalse}, result);
  if (parser.parseComma() || parser.parseType(result))
    return failure();
  onTrue = onFalse = result;
  return success();
}

void printSelectType(OpAsmPrinter &printer, Operation *, Type pred, Type onTrue, Type onFalse, Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printer.printFunctionalType(ArrayRef<Type>{pred, onTrue, onFalse}, ArrayRef<Type>(result));
}

ParseResult parseTupleType(OpAsmParser &parser, SmallVectorImpl<Type> &elements, Type &result) {
  llvm::SMLoc location = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(location, "expected a tuple type");
  llvm::append_range(elements, tuple.getTypes());
  return success();
}

void printTupleType(OpAsmPrinter &printer, Operation *, TypeRange, Type result) { printer.printType(result); }

ParseResult parseSameTypes(OpAsmParser &parser, SmallVectorImpl<Type> &operands, SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(operands))
    return failure();
  results.assign(operands.begin(), operands.end());
  return success();
}

void printSameTypes(OpAsmPrinter &printer, Operation *, TypeRange operands, TypeRange) {
  llvm::interleaveComma(operands, printer);
}

ParseResult parseOperandsThenComma(OpAsmParser &parser, SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  OpAsmParser::UnresolvedOperand operand;
  for (;;) {
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value()) {
      // Without any operand, upstream prints a comma all the same.
      if (operands.empty())
        (void)parser.parseOptionalComma();
      return success();
    }
    if (failed(*parsed) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void printOperandsThenComma(OpAsmPrinter &printer, Operation *, OperandRange operands) {
  printer << operands;
  // dynamic_slice of a scalar has no start index, and its comma stands after the operand already.
  if (!operands.empty())
    printer << ",";
}

ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &start, DenseI64ArrayAttr &limit,
                             DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> starts, limits, steps;
  auto parseRange = [&]() -> ParseResult {
    int64_t step = 1;
    if (parser.parseInteger(starts.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limits.emplace_back()))
      return failure();
    if (succeeded(parser.parseOptionalColon()) && parser.parseInteger(step))
      return failure();
    steps.push_back(step);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseRange))
    return failure();
  start = parser.getBuilder().getDenseI64ArrayAttr(starts);
  limit = parser.getBuilder().getDenseI64ArrayAttr(limits);
  strides = parser.getBuilder().getDenseI64ArrayAttr(steps);
  return success();
}

void printSliceRanges(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr start, DenseI64ArrayAttr limit,
                      DenseI64ArrayAttr strides) {
  printer << "[";
  // Unequal lengths reach the printer when it shows an op that does not verify: print what all three have.
  size_t n = std::min({start.size(), limit.size(), strides.size()});
  for (size_t i = 0; i < n; ++i) {
    printer << (i ? ", " : "") << start[i] << ":" << limit[i];
    if (strides[i] != 1)
      printer << ":" << strides[i];
  }
  printer << "]";
}

ParseResult parseFloatFormat(OpAsmParser &parser, IntegerAttr &exponent, IntegerAttr &mantissa) {
  llvm::SMLoc location = parser.getCurrentLocation();
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  StringRef rest = text;
  int32_t exponentBits, mantissaBits;
  if (!rest.consume_front("e") || rest.consumeInteger(10, exponentBits) || !rest.consume_front("m") ||
      rest.getAsInteger(10, mantissaBits))
    return parser.emitError(location) << "expected a float format such as e8m10, not '" << text << "'";
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

void printFloatFormat(OpAsmPrinter &printer, Operation *, IntegerAttr exponent, IntegerAttr mantissa) {
  printer << "e" << exponent.getValue() << "m" << mantissa.getValue();
}

ParseResult parseSymbolText(OpAsmParser &parser, StringAttr &name) { return parser.parseSymbolName(name); }

void printSymbolText(OpAsmPrinter &printer, Operation *, StringAttr name) { printer.printSymbolName(name); }

// A list of integers; true and false are 1 and 0.
static ParseResult parseIntegers(AsmParser &parser, SmallVectorImpl<int64_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalKeyword("true")))
      return values.push_back(1), success();
    if (succeeded(parser.parseOptionalKeyword("false")))
      return values.push_back(0), success();
    return parser.parseInteger(values.emplace_back());
  });
}

// [[0, 1], [2, 2]]: low and high a dimension.
static ParseResult parsePairs(AsmParser &parser, Attribute &pairs) {
  SmallVector<int64_t> values;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
        int64_t low, high;
        if (parser.parseLSquare() || parser.parseInteger(low) || parser.parseComma() || parser.parseInteger(high) ||
            parser.parseRSquare())
          return failure();
        values.append({low, high});
        return success();
      }))
    return failure();
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size() / 2), 2}, parser.getBuilder().getI64Type());
  pairs = DenseIntElementsAttr::get(type, values);
  return success();
}

ParseResult parseWindowFields(OpAsmParser &parser, ArrayRef<StringRef> keys, WindowFields &window) {
  // The braces are the caller's.
  while (true) {
    llvm::SMLoc location = parser.getCurrentLocation();
    StringRef key;
    if (failed(parser.parseOptionalKeyword(&key, keys)))
      return success();
    if (parser.parseEqual())
      return failure();
    bool repeated = false;
    SmallVector<int64_t> values;
    StringRef kind;
    if (key == "pad") {
      repeated = bool(window.pad);
      if (window.kinds && succeeded(parser.parseOptionalKeyword(&kind, {"same", "valid"})))
        window.pad = parser.getBuilder().getStringAttr(kind);
      else if (parsePairs(parser, window.pad))
        return failure();
    } else {
      if (parseIntegers(parser, values))
        return failure();
      if (key == "reverse") {
        repeated = bool(window.reverse);
        SmallVector<bool> flags(llvm::map_range(values, [](int64_t value) { return value != 0; }));
        window.reverse = parser.getBuilder().getDenseBoolArrayAttr(flags);
      } else {
        DenseI64ArrayAttr &field = key == "size"         ? window.size
                                   : key == "stride"     ? window.stride
                                   : key == "lhs_dilate" ? window.lhsDilate
                                                         : window.rhsDilate;
        repeated = bool(field);
        field = parser.getBuilder().getDenseI64ArrayAttr(values);
      }
    }
    if (repeated)
      return parser.emitError(location) << "'" << key << "' is given twice";
    if (failed(parser.parseOptionalComma()))
      return success();
  }
}

void printWindowFields(OpAsmPrinter &printer, const WindowFields &window) {
  bool first = true;
  auto key = [&](StringRef name) -> OpAsmPrinter & {
    printer << (first ? "" : ", ") << name << " = ";
    first = false;
    return printer;
  };
  auto list = [&](StringRef name, DenseI64ArrayAttr values) {
    if (values)
      key(name) << "[" << values.asArrayRef() << "]";
  };
  list("size", window.size);
  list("stride", window.stride);
  if (auto kind = dyn_cast_if_present<StringAttr>(window.pad))
    key("pad").printKeywordOrString(kind);
  if (auto pairs = dyn_cast_if_present<DenseIntElementsAttr>(window.pad)) {
    key("pad") << "[";
    SmallVector<int64_t> values(llvm::map_range(pairs.getValues<APInt>(), [](const APInt &v) { return v.getSExtValue(); }));
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      printer << (i ? ", " : "") << "[" << values[i] << ", " << values[i + 1] << "]";
    printer << "]";
  }
  list("lhs_dilate", window.lhsDilate);
  list("rhs_dilate", window.rhsDilate);
  if (window.reverse) {
    key("reverse") << "[";
    llvm::interleaveComma(window.reverse.asArrayRef(), printer,
                          [&](bool flag) { printer << (flag ? "true" : "false"); });
    printer << "]";
  }
}

ParseResult parseWindow(OpAsmParser &parser, DenseI64ArrayAttr &strides, DenseIntElementsAttr &padding,
                        DenseI64ArrayAttr &lhsDilation, DenseI64ArrayAttr &rhsDilation,
                        DenseBoolArrayAttr &reversal) {
  WindowFields window;
  if (parseWindowFields(parser, {"stride", "pad", "lhs_dilate", "rhs_dilate", "reverse"}, window))
    return failure();
  strides = window.stride;
  padding = cast_if_present<DenseIntElementsAttr>(window.pad);
  lhsDilation = window.lhsDilate;
  rhsDilation = window.rhsDilate;
  reversal = window.reverse;
  return success();
}

void printWindow(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr strides, DenseIntElementsAttr padding,
                 DenseI64ArrayAttr lhsDilation, DenseI64ArrayAttr rhsDilation, DenseBoolArrayAttr reversal) {
  printWindowFields(printer, {{}, strides, padding, lhsDilation, rhsDilation, reversal});
}

ParseResult parsePlainWindow(OpAsmParser &parser, DenseI64ArrayAttr &size, DenseI64ArrayAttr &strides,
                             Attribute &padding) {
  WindowFields window;
  window.kinds = true;
  if (parseWindowFields(parser, {"size", "stride", "pad"}, window))
    return failure();
  size = window.size ? window.size : parser.getBuilder().getDenseI64ArrayAttr({});
  strides = window.stride;
  padding = window.pad;
  return success();
}

void printPlainWindow(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr size, DenseI64ArrayAttr strides,
                      Attribute padding) {
  printWindowFields(printer, {size, strides, padding, {}, {}, {}});
}

ParseResult parsePaddingKind(OpAsmParser &parser, StringAttr &kind) {
  std::string text;
  if (parser.parseKeywordOrString(&text))
    return failure();
  kind = parser.getBuilder().getStringAttr(text);
  return success();
}

void printPaddingKind(OpAsmPrinter &printer, Operation *, StringAttr kind) { printer.printKeywordOrString(kind); }

ParseResult parseSizeOrQuestion(AsmParser &parser, int64_t &size) {
  if (succeeded(parser.parseOptionalQuestion())) {
    size = ShapedType::kDynamic;
    return success();
  }
  return parser.parseInteger(size);
}

void printSizeOrQuestion(AsmPrinter &printer, int64_t size) {
  if (ShapedType::isDynamic(size))
    printer << "?";
  else
    printer << size;
}

ParseResult parseBounds(AsmParser &parser, SmallVectorImpl<int64_t> &bounds) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                        [&] { return parseSizeOrQuestion(parser, bounds.emplace_back()); });
}

void printBounds(AsmPrinter &printer, ArrayRef<int64_t> bounds) {
  printer << "<";
  llvm::interleaveComma(bounds, printer, [&](int64_t bound) { printSizeOrQuestion(printer, bound); });
  printer << ">";
}

LogicalResult verifyBounds(ArrayRef<int64_t> bounds, ArrayRef<int64_t> shape,
                           function_ref<InFlightDiagnostic()> emitError) {
  if (bounds.size() != shape.size())
    return emitError() << "has " << bounds.size() << " bounds but the tensor has " << shape.size() << " dimensions";
  for (auto [dimension, size, bound] : llvm::enumerate(shape, bounds)) {
    if (ShapedType::isDynamic(bound))
      continue;
    if (!ShapedType::isDynamic(size))
      return emitError() << "bounds dimension " << dimension << ", whose size is known";
    if (bound < 0)
      return emitError() << "bounds dimension " << dimension << " by " << bound;
  }
  return success();
}

FailureOr<SmallVector<int64_t>> parseDimensionList(AsmParser &parser) {
  SmallVector<int64_t> dimensions;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parseSizeOrQuestion(parser, dimensions.emplace_back()); }))
    return failure();
  return dimensions;
}

void printDimensionList(AsmPrinter &printer, ArrayRef<int64_t> dimensions) {
  printer << "[";
  llvm::interleaveComma(dimensions, printer, [&](int64_t size) { printSizeOrQuestion(printer, size); });
  printer << "]";
}

FailureOr<APFloat> parseDouble(AsmParser &parser) {
  double value;
  if (parser.parseFloat(value))
    return failure();
  return APFloat(value);
}

ParseResult parseLabelledDimensions(AsmParser &parser, StringRef labels, ArrayRef<int64_t *> labelled,
                                    SmallVectorImpl<int64_t> &spatial) {
  constexpr int64_t absent = -1;
  llvm::SMLoc location = parser.getCurrentLocation();
  for (int64_t *position : labelled)
    *position = absent;
  // Position of each spatial dimension, in the order of their numbers.
  llvm::SmallVector<std::pair<int64_t, int64_t>> positions;
  int64_t position = 0;
  auto parseEntry = [&]() -> ParseResult {
    llvm::SMLoc location = parser.getCurrentLocation();
    int64_t number;
    OptionalParseResult parsed = parser.parseOptionalInteger(number);
    if (parsed.has_value()) {
      if (failed(*parsed))
        return failure();
      if (number < 0)
        return parser.emitError(location) << "spatial dimension " << number << " is negative";
      if (llvm::any_of(positions, [&](auto &other) { return other.first == number; }))
        return parser.emitError(location) << "spatial dimension " << number << " is given twice";
      positions.push_back({number, position++});
      return success();
    }
    StringRef label;
    if (parser.parseKeyword(&label))
      return failure();
    size_t index = label.size() == 1 ? labels.find(label[0]) : StringRef::npos;
    if (index == StringRef::npos)
      return parser.emitError(location) << "expected a spatial dimension's number or one of '" << labels
                                        << "', not '" << label << "'";
    if (*labelled[index] != absent)
      return parser.emitError(location) << "dimension '" << label << "' is given twice";
    *labelled[index] = position++;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseEntry))
    return failure();
  for (auto [label, where] : llvm::zip(labels, labelled))
    if (*where == absent)
      return parser.emitError(location) << "dimension '" << Twine(label) << "' is missing";
  llvm::sort(positions);
  for (auto [expected, entry] : llvm::enumerate(positions)) {
    if (entry.first != static_cast<int64_t>(expected))
      return parser.emitError(location) << "spatial dimension " << expected << " is missing";
    spatial.push_back(entry.second);
  }
  return success();
}

ParseResult printLabelledDimensions(llvm::raw_ostream &os, StringRef labels, ArrayRef<int64_t> labelled,
                                    ArrayRef<int64_t> spatial) {
  SmallVector<std::string> entries(labelled.size() + spatial.size());
  auto place = [&](int64_t position, std::string text) -> ParseResult {
    if (position < 0 || position >= static_cast<int64_t>(entries.size()) || !entries[position].empty())
      return failure();
    entries[position] = std::move(text);
    return success();
  };
  for (auto [label, position] : llvm::zip(labels, labelled))
    if (place(position, std::string(1, label)))
      return failure();
  for (auto [number, position] : llvm::enumerate(spatial))
    if (place(position, std::to_string(number)))
      return failure();
  os << "[";
  llvm::interleaveComma(entries, os);
  os << "]";
  return success();
}

ParseResult parseDimensionFields(AsmParser &parser, ArrayRef<DimensionField> fields) {
  SmallVector<bool> seen(fields.size());
  while (failed(parser.parseOptionalGreater())) {
    llvm::SMLoc location = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    const DimensionField *field = llvm::find_if(fields, [&](auto &candidate) { return candidate.name == key; });
    if (field == fields.end())
      return parser.emitError(location) << "unknown field '" << key << "'";
    if (std::exchange(seen[field - fields.begin()], true))
      return parser.emitError(location) << "field '" << key << "' is given twice";
    if (field->single) {
      if (parser.parseInteger(*field->single))
        return failure();
    } else {
      FailureOr<SmallVector<int64_t>> list = parseDimensionList(parser);
      if (failed(list))
        return failure();
      *field->list = std::move(*list);
    }
    if (failed(parser.parseOptionalComma()))
      return parser.parseGreater();
  }
  return success();
}

void printDimensionFields(AsmPrinter &printer, NamedDimensions dimensions, ArrayRef<StringRef> singles) {
  StringRef separator = "<";
  dimensions.visitDimensions([&](StringRef name, ArrayRef<int64_t> numbers) {
    bool single = llvm::is_contained(singles, name);
    if (numbers.empty() || (single && numbers.front() == 0))
      return;
    printer << separator << name << " = ";
    separator = ", ";
    if (single)
      printer << numbers.front();
    else
      printDimensionList(printer, numbers);
  });
  printer << (separator == "<" ? "<>" : ">");
}

ParseResult parseUnpackedBooleans(OpAsmParser &parser, ElementsAttr &value) {
  // Only the text tells, before anything is taken, and the buffer it lies in ends with a NUL. The type stands behind
  // the digits.
  const char *text = parser.getCurrentLocation().getPointer();
  static constexpr StringLiteral prefix = "dense<\"0x", middle = "\"> : tensor<", suffix = "xi1>";
  if (strncmp(text, prefix.data(), prefix.size()) != 0)
    return success();
  size_t digits = strspn(text + prefix.size(), "0123456789abcdefABCDEF");
  const char *type = text + prefix.size() + digits;
  if (digits % 2 != 0 || strncmp(type, middle.data(), middle.size()) != 0)
    return success();
  type += middle.size();
  size_t length = strspn(type, "0123456789x");
  // The shape's last x belongs to the suffix, whose i the span stops at.
  StringRef shape(type, length);
  if (!shape.consume_back("x") || strncmp(type + length - 1, suffix.data(), suffix.size()) != 0)
    return success();
  SmallVector<StringRef> sizes;
  shape.split(sizes, 'x');
  uint64_t count = 1;
  for (StringRef size : sizes) {
    uint64_t number;
    // More elements than a buffer in memory can spell out are none of our business.
    if (size.getAsInteger(10, number) || number > digits)
      return success();
    count *= number;
    if (count > digits)
      return success();
  }
  if (count != digits / 2 || count <= 1)
    return success();

  std::string hex;
  RankedTensorType tensor;
  if (parser.parseKeyword("dense") || parser.parseLess() || parser.parseString(&hex) || parser.parseGreater() ||
      parser.parseColonType(tensor))
    return failure();
  SmallVector<bool> booleans;
  booleans.reserve(count);
  // After the 0x.
  for (size_t i = 2; i + 1 < hex.size(); i += 2)
    booleans.push_back(hex[i] != '0' || hex[i + 1] != '0');
  value = DenseElementsAttr::get(tensor, booleans);
  return success();
}

void nameArguments(Region &region, StringRef name, function_ref<void(Value, StringRef)> set) {
  for (Value argument : region.getArguments())
    set(argument, name);
}

void nameConstant(Value result, function_ref<void(Value, StringRef)> set) {
  set(result, isa<IntegerType>(getElementTypeOrSelf(result.getType())) ? "c" : "cst");
}
} // namespace xla
