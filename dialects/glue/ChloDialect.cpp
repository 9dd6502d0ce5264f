#include "ChloDialect.h"
#include "Registration.h"
#include "Sizes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "ChloDialect.cpp.inc"
#include "ChloEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "ChloAttrs.cpp.inc"
#define GET_OP_LIST
#include "ChloOps.cpp.inc"

void xla::chlo::ChloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ChloAttrs.cpp.inc"
      >();
  registerChloDialectOperations(this);
  loadDialectsOfSizes(*this);
}

void *xla::chlo::ChloDialect::getRegisteredInterfaceForOp(TypeID interface, OperationName) { return sizesInterface(interface); }

XLA_DEFINE_DIALECT(Chlo, chlo, xla::chlo::ChloDialect)

namespace xla::chlo {
// (%x) inits(%a) dimension=0 attributes {is_reverse = true} { … } : (inputs, inits) -> (outputs, carries)
ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  llvm::SMLoc start = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  int64_t dimension;
  FunctionType type;
  if (parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren) || parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren) || parser.parseKeyword("dimension") ||
      parser.parseEqual() || parser.parseInteger(dimension) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) || parser.parseRegion(*result.addRegion()))
    return failure();
  llvm::SMLoc typeStart = parser.getCurrentLocation();
  int32_t nInputs = operands.size(), nInits = inits.size();
  llvm::append_range(operands, inits);
  if (parser.parseColonType(type) || parser.resolveOperands(operands, type.getInputs(), start, result.operands))
    return failure();
  int32_t nResults = type.getNumResults();
  if (nResults < nInits)
    return parser.emitError(typeStart) << "expected at least one result for each of the " << nInits
                                       << " initial values";
  result.addTypes(type.getResults());
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.dimension = parser.getBuilder().getI64IntegerAttr(dimension);
  properties.operandSegmentSizes = {nInputs, nInits};
  properties.resultSegmentSizes = {nResults - nInits, nInits};
  return success();
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << "(" << getInputs() << ") inits (" << getInits() << ") dimension=" << getDimension();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {"dimension", "operandSegmentSizes", "resultSegmentSizes"});
  printer << " ";
  printer.printRegion(getBody());
  printer << " : ";
  printer.printFunctionalType(*this);
}
} // namespace xla::chlo
