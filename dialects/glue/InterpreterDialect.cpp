// The dialect in which StableHLO's own test programs ask for several replicas. Its ops have no meaning here, but a
// program that holds one is valid, and is refused as unsupported and not as a syntax error.
#include "Registration.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"

namespace xla {
class InterpreterDialect : public mlir::Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InterpreterDialect)
  static constexpr llvm::StringLiteral getDialectNamespace() { return "interpreter"; }
  explicit InterpreterDialect(mlir::MLIRContext *context)
      : Dialect(getDialectNamespace(), context, mlir::TypeID::get<InterpreterDialect>()) {
    allowUnknownOperations();
  }

  // interpreter.print %x : tensor<f32>; the others are written in the generic form.
  std::optional<ParseOpHook> getParseOperationHook(llvm::StringRef name) const override {
    if (name != "interpreter.print")
      return std::nullopt;
    return [](mlir::OpAsmParser &parser, mlir::OperationState &result) -> mlir::ParseResult {
      mlir::OpAsmParser::UnresolvedOperand operand;
      mlir::Type type;
      return mlir::failure(parser.parseOperand(operand) || parser.parseOptionalAttrDict(result.attributes) ||
                           parser.parseColonType(type) || parser.resolveOperand(operand, type, result.operands));
    };
  }
};
} // namespace xla

XLA_DEFINE_DIALECT(Interpreter, interpreter, xla::InterpreterDialect)
