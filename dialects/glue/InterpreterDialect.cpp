// The dialect in which StableHLO's own test programs ask for several replicas. Its ops have no meaning here, but a
// program that holds one is valid, and is refused as unsupported and not as a syntax error.
#include "mlir/CAPI/Registration.h"
#include "mlir/IR/Dialect.h"

namespace xla {
class InterpreterDialect : public mlir::Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InterpreterDialect)
  static constexpr llvm::StringLiteral getDialectNamespace() { return "interpreter"; }
  explicit InterpreterDialect(mlir::MLIRContext *context)
      : Dialect(getDialectNamespace(), context, mlir::TypeID::get<InterpreterDialect>()) {
    allowUnknownOperations();
  }
};
} // namespace xla

extern "C" {
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Interpreter, interpreter);
}
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Interpreter, interpreter, xla::InterpreterDialect)
