#include "SdyDialect.h"
#include "Registration.h"

using namespace mlir;

#include "SdyDialect.cpp.inc"
#define GET_OP_LIST
#include "SdyOps.cpp.inc"

void xla::sdy::SdyDialect::initialize() {
  registerSdyDialectOperations(this);
  // In the generic form at least, ops that are not declared parse; importing refuses them by name.
  allowUnknownOperations();
}

XLA_DEFINE_DIALECT(Sdy, sdy, xla::sdy::SdyDialect)

namespace xla::sdy {
static OpaqueAttr opaque(MLIRContext *context, const Twine &text) {
  return OpaqueAttr::get(StringAttr::get(context, SdyDialect::getDialectNamespace()), text.str(),
                         NoneType::get(context));
}

// Opaque attributes print themselves: only the way in is ours.
Attribute SdyDialect::parseAttribute(DialectAsmParser &parser, Type) const {
  return opaque(getContext(), parser.getFullSymbolSpec());
}
void SdyDialect::printAttribute(Attribute, DialectAsmPrinter &) const {}

// Tokens up to the bracket that closes the first one, behind which is `end`; nothing between them is looked at.
static ParseResult skipBalanced(OpAsmParser &parser, const char *&end) {
  int depth = 0;
  do {
    end = parser.getCurrentLocation().getPointer() + 1;
    StringRef keyword;
    std::string text;
    StringAttr symbol;
    int64_t number;
    if (succeeded(parser.parseOptionalLess()) || succeeded(parser.parseOptionalLSquare()) ||
        succeeded(parser.parseOptionalLBrace()) || succeeded(parser.parseOptionalLParen())) {
      ++depth;
    } else if (succeeded(parser.parseOptionalGreater()) || succeeded(parser.parseOptionalRSquare()) ||
               succeeded(parser.parseOptionalRBrace()) || succeeded(parser.parseOptionalRParen())) {
      --depth;
    } else {
      OptionalParseResult integer = parser.parseOptionalInteger(number);
      bool taken = (integer.has_value() && succeeded(*integer)) || succeeded(parser.parseOptionalString(&text)) ||
                   succeeded(parser.parseOptionalSymbolName(symbol)) || succeeded(parser.parseOptionalComma()) ||
                   succeeded(parser.parseOptionalEqual()) || succeeded(parser.parseOptionalColon()) ||
                   succeeded(parser.parseOptionalQuestion()) || succeeded(parser.parseOptionalArrow()) ||
                   succeeded(parser.parseOptionalKeyword(&keyword));
      if (!taken)
        return parser.emitError(parser.getCurrentLocation(), "expected '>' at the end of the notes on sharding");
    }
  } while (depth > 0);
  return success();
}

ParseResult parseNotes(OpAsmParser &parser, OpaqueAttr &notes, StringRef mnemonic) {
  const char *start = parser.getCurrentLocation().getPointer();
  const char *end;
  if (skipBalanced(parser, end))
    return failure();
  notes = opaque(parser.getContext(), mnemonic + StringRef(start, end - start));
  return success();
}

void printNotes(OpAsmPrinter &printer, Operation *, OpaqueAttr notes, StringRef mnemonic) {
  StringRef text = notes.getAttrData();
  text.consume_front(mnemonic);
  printer << text;
}

constexpr StringLiteral SHARDINGS = "sharding_per_value<";

ParseResult parseShardings(OpAsmParser &parser, OpaqueAttr &notes) {
  if (parseNotes(parser, notes, SHARDINGS))
    return failure();
  notes = opaque(parser.getContext(), notes.getAttrData() + ">");
  return success();
}

void printShardings(OpAsmPrinter &printer, Operation *, OpaqueAttr notes) {
  StringRef text = notes.getAttrData();
  if (text.consume_front(SHARDINGS))
    text.consume_back(">");
  printer << text;
}

ParseResult parseAxes(OpAsmParser &parser, OpaqueAttr &notes) { return parseNotes(parser, notes, "manual_axes"); }

void printAxes(OpAsmPrinter &printer, Operation *op, OpaqueAttr notes) { printNotes(printer, op, notes, "manual_axes"); }
} // namespace xla::sdy
