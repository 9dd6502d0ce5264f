#include "XlaDialect.h"
#include "Registration.h"
#include "Sizes.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "XlaDialect.cpp.inc"
#include "XlaEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "XlaTypes.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "XlaAttrs.cpp.inc"
#define GET_OP_LIST
#include "XlaOps.cpp.inc"

namespace {
// Every op may move into the function that calls it: what an op means does not depend on where it stands.
struct Inliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Operation *, bool) const final { return true; }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final { return true; }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
};
} // namespace

void xla::XlaDialect::initialize() {
  addInterfaces<Inliner>();
  addTypes<
#define GET_TYPEDEF_LIST
#include "XlaTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "XlaAttrs.cpp.inc"
      >();
  registerXlaDialectOperations(this);
  attachBufferization(getContext());
  loadDialectsOfSizes(*this);
}

void *xla::XlaDialect::getRegisteredInterfaceForOp(TypeID interface, OperationName) { return sizesInterface(interface); }

Operation *xla::XlaDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location location) {
  Operation *op = unwrap(xla_rs_materialize_constant(wrap(value), wrap(type), wrap(location)));
  return op ? builder.insert(op) : nullptr;
}

void xla::XlaDialect::getCanonicalizationPatterns(RewritePatternSet &set) const {
  xla_rs_canonicalization_patterns(wrap(getContext()), wrap(getNamespace()), &set);
}

XLA_DEFINE_DIALECT(Xla, xla, xla::XlaDialect)

LogicalResult xla::LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                                              function_ref<InFlightDiagnostic()> emitError) const {
  auto report = [](MlirStringRef message, void *userData) {
    (*static_cast<function_ref<InFlightDiagnostic()> *>(userData))() << unwrap(message);
  };
  XlaLayout layout{static_cast<intptr_t>(getMinorToMajor().size()),
                   getMinorToMajor().data(),
                   static_cast<intptr_t>(getPaddedDimensions().size()),
                   getPaddedDimensions().data(),
                   wrap(Attribute(getPaddingValue())),
                   static_cast<intptr_t>(shape.size()),
                   shape.data(),
                   wrap(elementType)};
  return unwrap(xla_rs_verify_layout(&layout, report, &emitError));
}

static ParseResult parseSizes(AsmParser &parser, SmallVectorImpl<int64_t> &sizes) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        [&] { return parser.parseInteger(sizes.emplace_back()); });
}

// <minor_to_major = [1, 0], padded_dimensions = [3, 5], padding_value = 0.0 : f32>
Attribute xla::LayoutAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> minorToMajor, padded;
  TypedAttr paddingValue;
  if (parser.parseLess() || parser.parseKeyword("minor_to_major") || parser.parseEqual() ||
      parseSizes(parser, minorToMajor))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    llvm::SMLoc location = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return {};
    if (key == "padded_dimensions" && padded.empty()) {
      if (parseSizes(parser, padded))
        return {};
    } else if (key == "padding_value" && !paddingValue) {
      if (parser.parseAttribute(paddingValue))
        return {};
    } else {
      parser.emitError(location) << "expected padded_dimensions or padding_value, once each";
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), minorToMajor, padded, paddingValue);
}

void xla::LayoutAttr::print(AsmPrinter &printer) const {
  printer << "<minor_to_major = [" << getMinorToMajor() << "]";
  if (!getPaddedDimensions().empty())
    printer << ", padded_dimensions = [" << getPaddedDimensions() << "]";
  if (getPaddingValue())
    printer << ", padding_value = " << getPaddingValue();
  printer << ">";
}

Attribute xla::BoundsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> bounds;
  if (parseBounds(parser, bounds))
    return {};
  return get(parser.getContext(), bounds);
}

void xla::BoundsAttr::print(AsmPrinter &printer) const { printBounds(printer, getBounds()); }

LogicalResult xla::BoundsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                                              function_ref<InFlightDiagnostic()> emitError) const {
  return verifyBounds(getBounds(), shape, emitError);
}

namespace xla {
ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) { return parseReduce(parser, result); }
void ReduceOp::print(OpAsmPrinter &printer) { printReduce(printer, *this); }

ParseResult ReduceWindowOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseReduceWindow(parser, result);
}
void ReduceWindowOp::print(OpAsmPrinter &printer) { printReduceWindow(printer, *this); }

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) { return parseWhile(parser, result); }
void WhileOp::print(OpAsmPrinter &printer) { printWhile(printer, *this); }
void WhileOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn set) { nameArguments(region, "i", set); }

ParseResult ConditionalOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseConditional(parser, result);
}
void ConditionalOp::print(OpAsmPrinter &printer) { printConditional(printer, *this); }
void ConditionalOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn set) {
  nameArguments(region, "arg", set);
}
} // namespace xla
