#include "Syntax.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace xla {
ParseResult parseOneOrFunctionType(OpAsmParser &parser, ArrayRef<Type *> operands, Type &result) {
  llvm::SMLoc location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type)) {
    if (function.getNumInputs() != operands.size() || function.getNumResults() != 1)
      return parser.emitError(location) << "expected a type with " << operands.size() << " operands and 1 result";
    for (auto [operand, input] : llvm::zip(operands, function.getInputs()))
      *operand = input;
    result = function.getResult(0);
    return success();
  }
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
} // namespace xla
