// Custom assembly of reduce, reduce_window, while, conditional and computations.
#include "Syntax.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace {
// `(%a: type loc(…), %b: type loc(…))`
ParseResult parseArgumentPair(OpAsmParser &parser, OpAsmParser::Argument &first, OpAsmParser::Argument &second) {
  auto parse = [&](OpAsmParser::Argument &argument) -> ParseResult {
    return failure(parser.parseOperand(argument.ssaName, /*allowResultNumber=*/false) || parser.parseColonType(argument.type) ||
                   parser.parseOptionalLocationSpecifier(argument.sourceLoc));
  };
  return failure(parse(first) || parser.parseComma() || parse(second) || parser.parseRParen());
}

// Whether ops called `name` may stand for a whole reducer: commutative ones with two operands and one result.
bool isCombiner(OperationName name, StringRef dialect) {
  return name.isRegistered() && name.getDialectNamespace() == dialect && name.hasTrait<OpTrait::NOperands<2>::Impl>() &&
         name.hasTrait<OpTrait::OneResult>() && name.hasTrait<OpTrait::ZeroRegions>() &&
         name.hasTrait<OpTrait::IsCommutative>();
}

RankedTensorType scalarOf(Type type) { return RankedTensorType::get({}, getElementTypeOrSelf(type)); }

// The op that the compact form names: the body must be it alone, applied to the body's two arguments in order,
// without anything the compact form does not spell.
Operation *combinerOf(Operation *op, Region &body) {
  if (op->getNumOperands() != 2 || !llvm::hasSingleElement(body))
    return nullptr;
  Block &block = body.front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2)
    return nullptr;
  Operation &combiner = block.front(), &terminator = block.back();
  StringRef dialect = op->getName().getDialectNamespace();
  RankedTensorType scalar = scalarOf(op->getOperand(0).getType());
  auto isScalar = [&](Type type) { return type == scalar; };
  if (!isCombiner(combiner.getName(), dialect) || !combiner.getAttrDictionary().empty() ||
      !llvm::equal(combiner.getOperands(), block.getArguments()) ||
      !llvm::all_of(combiner.getOperandTypes(), isScalar) || !llvm::all_of(combiner.getResultTypes(), isScalar))
    return nullptr;
  if (terminator.getName().getDialectNamespace() != dialect || terminator.getName().stripDialect() != "return" ||
      !llvm::equal(terminator.getOperands(), combiner.getResults()) || !terminator.getAttrDictionary().empty())
    return nullptr;
  return &combiner;
}

void buildCombiner(OpAsmParser &parser, OperationState &result, OperationName name, Type operand, Location location) {
  Type scalar = scalarOf(operand);
  Block &block = result.addRegion()->emplaceBlock();
  block.addArguments({scalar, scalar}, {location, location});
  // The region belongs to no op yet, so the builder cannot get its context from the block.
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToEnd(&block);
  OperationState combiner(location, name, block.getArguments(), TypeRange(scalar));
  Operation *combined = builder.create(combiner);
  OperationState terminator(location, (result.name.getDialectNamespace() + ".return").str(), combined->getResults(),
                            TypeRange());
  builder.create(terminator);
}
} // namespace

namespace xla {
ParseResult parseComputation(OpAsmParser &parser, Region &body) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren, /*allowType=*/true) ||
                 parser.parseRegion(body, arguments));
}

void printComputation(OpAsmPrinter &printer, Operation *, Region &body) {
  printer << "(";
  llvm::interleaveComma(body.getArguments(), printer,
                        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

} // namespace xla

// `(%x init: %a), (%y init: %b) applies dialect.op <along> {attributes} : type` and, without `applies`, the reducer.
static ParseResult parseReduction(OpAsmParser &parser, OperationState &result,
                                  llvm::function_ref<ParseResult()> parseAlong) {
  llvm::SMLoc start = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  if (parser.parseCommaSeparatedList([&]() -> ParseResult {
        return failure(parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
                       parser.parseKeyword("init") || parser.parseColon() ||
                       parser.parseOperand(inits.emplace_back()) || parser.parseRParen());
      }))
    return failure();
  llvm::append_range(operands, inits);

  std::optional<OperationName> combiner;
  StringRef dialect = result.name.getDialectNamespace();
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    llvm::SMLoc location = parser.getCurrentLocation();
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name))
      return failure();
    if (!isCombiner(*name, dialect))
      return parser.emitError(location) << "expected a commutative binary op of the " << dialect << " dialect, not "
                                        << name->getStringRef();
    combiner = *name;
  }

  FunctionType type;
  if (parseAlong() || parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), start, result.operands))
    return failure();
  result.addTypes(type.getResults());

  if (combiner) {
    // The combiner gets the location of the reduction, which may follow the type.
    std::optional<Location> location;
    if (parser.parseOptionalLocationSpecifier(location))
      return failure();
    if (location)
      result.location = *location;
    buildCombiner(parser, result, *combiner, type.getInput(0), result.location);
    return success();
  }

  SmallVector<OpAsmParser::Argument> elements, accumulators;
  if (parser.parseKeyword("reducer"))
    return failure();
  while (succeeded(parser.parseOptionalLParen()))
    if (parseArgumentPair(parser, elements.emplace_back(), accumulators.emplace_back()))
      return failure();
  llvm::append_range(elements, accumulators);
  return parser.parseRegion(*result.addRegion(), elements);
}

static void printReduction(OpAsmPrinter &printer, Operation *op, ArrayRef<StringRef> elided,
                           llvm::function_ref<void()> printAlong) {
  unsigned n = op->getNumOperands() / 2;
  Region &body = op->getRegion(0);
  if (n == 0 || body.empty() || body.getNumArguments() != 2 * n) {
    printer.printGenericOp(op, /*printOpName=*/false);
    return;
  }
  llvm::interleaveComma(llvm::seq(0u, n), printer, [&](unsigned i) {
    printer << "(" << op->getOperand(i) << " init: " << op->getOperand(i + n) << ")";
  });
  Operation *combiner = combinerOf(op, body);
  if (combiner)
    printer << " applies " << combiner->getName().getStringRef();
  printAlong();
  printer.printOptionalAttrDict(op->getAttrs(), elided);
  printer << " : ";
  printer.printFunctionalType(op);
  if (combiner)
    return;
  printer.printNewline();
  printer << " reducer";
  for (unsigned i = 0; i < n; ++i) {
    printer << "(";
    printer.printRegionArgument(body.getArgument(i));
    printer << ", ";
    printer.printRegionArgument(body.getArgument(i + n));
    printer << ") ";
  }
  printer << ' ';
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

namespace xla {
ParseResult parseReduce(OpAsmParser &parser, OperationState &result) {
  return parseReduction(parser, result, [&]() -> ParseResult {
    SmallVector<int64_t> dimensions;
    if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                       [&] { return parser.parseInteger(dimensions.emplace_back()); }))
      return failure();
    result.addAttribute("dimensions", parser.getBuilder().getDenseI64ArrayAttr(dimensions));
    return success();
  });
}

void printReduce(OpAsmPrinter &printer, Operation *op) {
  printReduction(printer, op, {"dimensions"}, [&] {
    printer << " across dimensions = [";
    if (auto dimensions = op->getAttrOfType<DenseI64ArrayAttr>("dimensions"))
      llvm::interleaveComma(dimensions.asArrayRef(), printer);
    printer << "]";
  });
}

static constexpr StringRef windowAttributes[] = {"window_dimensions", "window_strides", "padding", "base_dilations",
                                                 "window_dilations"};

ParseResult parseReduceWindow(OpAsmParser &parser, OperationState &result) {
  return parseReduction(parser, result, [&]() -> ParseResult {
    WindowFields window;
    window.kinds = true;
    if (parser.parseKeyword("window") || parser.parseEqual() || parser.parseLBrace() ||
        parseWindowFields(parser, {"size", "stride", "pad", "lhs_dilate", "rhs_dilate"}, window) ||
        parser.parseRBrace())
      return failure();
    Attribute values[] = {window.size, window.stride, window.pad, window.lhsDilate, window.rhsDilate};
    for (auto [name, value] : llvm::zip(windowAttributes, values))
      if (value)
        result.addAttribute(name, value);
    return success();
  });
}

void printReduceWindow(OpAsmPrinter &printer, Operation *op) {
  printReduction(printer, op, windowAttributes, [&] {
    auto list = [&](StringRef name) { return op->getAttrOfType<DenseI64ArrayAttr>(name); };
    printer << " window = {";
    printWindowFields(printer, {list("window_dimensions"), list("window_strides"), op->getAttr("padding"),
                                list("base_dilations"), list("window_dilations"), {}});
    printer << "}";
  });
}

ParseResult parseWhile(OpAsmParser &parser, OperationState &result) {
  llvm::SMLoc start = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&]() -> ParseResult {
        return failure(parser.parseOperand(arguments.emplace_back().ssaName, /*allowResultNumber=*/false) ||
                       parser.parseEqual() || parser.parseOperand(operands.emplace_back()));
      }))
    return failure();
  if (!operands.empty() && (parser.parseColon() || parser.parseTypeList(result.types)))
    return failure();
  if (parser.resolveOperands(operands, result.types, start, result.operands))
    return failure();
  for (auto [argument, type] : llvm::zip(arguments, result.types))
    argument.type = type;
  return failure(parser.parseOptionalAttrDictWithKeyword(result.attributes) || parser.parseKeyword("cond") ||
                 parser.parseRegion(*result.addRegion(), arguments) || parser.parseKeyword("do") ||
                 parser.parseRegion(*result.addRegion(), arguments));
}

void printWhile(OpAsmPrinter &printer, Operation *op) {
  Region &condition = op->getRegion(0), &body = op->getRegion(1);
  auto fits = [&](Region &region) { return !region.empty() && region.getArgumentTypes() == op->getOperandTypes(); };
  if (!fits(condition) || !fits(body) || op->getResultTypes() != op->getOperandTypes()) {
    printer.printGenericOp(op, /*printOpName=*/false);
    return;
  }
  printer << "(";
  // Both regions' arguments get the same names: see nameArguments.
  llvm::interleaveComma(llvm::zip(body.getArguments(), op->getOperands()), printer, [&](auto pair) {
    printer << std::get<0>(pair) << " = " << std::get<1>(pair);
  });
  printer << ")";
  if (op->getNumOperands())
    printer << " : " << op->getOperandTypes();
  printer.printOptionalAttrDictWithKeyword(op->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(condition, /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

// `(%a = %x : type)`, or nothing, and the branch itself.
static ParseResult parseBranch(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  if (succeeded(parser.parseOptionalLParen())) {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    OpAsmParser::UnresolvedOperand operand;
    if (parser.parseOperand(argument.ssaName, /*allowResultNumber=*/false) || parser.parseEqual() ||
        parser.parseOperand(operand) || parser.parseColonType(argument.type) ||
        parser.parseOptionalLocationSpecifier(argument.sourceLoc) || parser.parseRParen() ||
        parser.resolveOperand(operand, argument.type, result.operands))
      return failure();
  }
  return parser.parseRegion(*result.addRegion(), arguments);
}

ParseResult parseConditional(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand index;
  Type indexType;
  if (parser.parseOperand(index) || parser.parseColonType(indexType) ||
      parser.resolveOperand(index, indexType, result.operands) || parser.parseOptionalArrowTypeList(result.types) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("then")))
    return failure(parseBranch(parser, result) || parser.parseKeyword("else") || parseBranch(parser, result));
  if (parser.parseKeyword("case", " or 'then' before the first branch"))
    return failure();
  do {
    if (parseBranch(parser, result))
      return failure();
  } while (succeeded(parser.parseOptionalKeyword("case")));
  return success();
}

void printConditional(OpAsmPrinter &printer, Operation *op) {
  // Each operand after the index goes to the next branch that takes one.
  unsigned taken = 1;
  bool fits = op->getNumRegions() > 0;
  for (Region &branch : op->getRegions()) {
    if (branch.empty() || branch.getNumArguments() > 1 || taken + branch.getNumArguments() > op->getNumOperands() ||
        (branch.getNumArguments() == 1 && branch.getArgument(0).getType() != op->getOperand(taken).getType())) {
      fits = false;
      break;
    }
    taken += branch.getNumArguments();
  }
  if (!fits || taken != op->getNumOperands()) {
    printer.printGenericOp(op, /*printOpName=*/false);
    return;
  }
  printer << " " << op->getOperand(0) << " : " << op->getOperand(0).getType();
  printer.printOptionalArrowTypeList(op->getResultTypes());
  printer.printOptionalAttrDictWithKeyword(op->getAttrs());
  bool byPredicate = op->getNumRegions() == 2 && getElementTypeOrSelf(op->getOperand(0).getType()).isInteger(1);
  unsigned operand = 1;
  for (auto [number, branch] : llvm::enumerate(op->getRegions())) {
    printer << " " << (!byPredicate ? "case" : number == 0 ? "then" : "else");
    if (branch.getNumArguments() == 1) {
      Value argument = branch.getArgument(0);
      printer << "(" << argument << " = " << op->getOperand(operand++) << " : " << argument.getType() << ")";
    }
    printer << " ";
    printer.printRegion(branch, /*printEntryBlockArgs=*/false);
  }
}
} // namespace xla
