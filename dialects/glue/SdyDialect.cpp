#include "SdyDialect.h"
#include "mlir/CAPI/Registration.h"

using namespace mlir;

#include "SdyDialect.cpp.inc"
#define GET_OP_LIST
#include "SdyOps.cpp.inc"

void xla::sdy::SdyDialect::initialize() {
  registerSdyDialectOperations(this);
  // In the generic form at least, ops that are not declared parse; importing refuses them by name.
  allowUnknownOperations();
}

extern "C" {
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Sdy, sdy);
}
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Sdy, sdy, xla::sdy::SdyDialect)

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

ParseResult parseNotes(OpAsmParser &parser, OpaqueAttr &notes, StringRef mnemonic) {
  const char *start = parser.getCurrentLocation().getPointer();
  if (parser.parseLess())
    return failure();
  for (int depth = 1; depth > 0;) {
    StringRef keyword;
    std::string text;
    StringAttr symbol;
    int64_t number;
    if (succeeded(parser.parseOptionalLess())) {
      ++depth;
    } else if (succeeded(parser.parseOptionalGreater())) {
      --depth;
    } else {
      // Whatever else may stand in the notes; nothing of it is looked at.
      OptionalParseResult integer = parser.parseOptionalInteger(number);
      bool taken = (integer.has_value() && succeeded(*integer)) || succeeded(parser.parseOptionalString(&text)) ||
                   succeeded(parser.parseOptionalSymbolName(symbol)) || succeeded(parser.parseOptionalComma()) ||
                   succeeded(parser.parseOptionalEqual()) || succeeded(parser.parseOptionalColon()) ||
                   succeeded(parser.parseOptionalQuestion()) || succeeded(parser.parseOptionalLSquare()) ||
                   succeeded(parser.parseOptionalRSquare()) || succeeded(parser.parseOptionalLBrace()) ||
                   succeeded(parser.parseOptionalRBrace()) || succeeded(parser.parseOptionalLParen()) ||
                   succeeded(parser.parseOptionalRParen()) || succeeded(parser.parseOptionalArrow()) ||
                   succeeded(parser.parseOptionalKeyword(&keyword));
      if (!taken)
        return parser.emitError(parser.getCurrentLocation(), "expected '>' at the end of the notes on sharding");
    }
  }
  // The next token's location is where the notes, and the blanks after them, end.
  const char *end = parser.getCurrentLocation().getPointer();
  notes = opaque(parser.getContext(), mnemonic + StringRef(start, end - start).rtrim());
  return success();
}

void printNotes(OpAsmPrinter &printer, Operation *, OpaqueAttr notes, StringRef mnemonic) {
  StringRef text = notes.getAttrData();
  text.consume_front(mnemonic);
  printer << text;
}
} // namespace xla::sdy
