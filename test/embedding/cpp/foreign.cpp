// A plugin with a dialect `stablehlo` that is not xla-mlir's, as a tool has that links StableHLO's own.
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"

namespace {
struct ForeignDialect : mlir::Dialect {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ForeignDialect)
  static constexpr llvm::StringLiteral getDialectNamespace() { return "stablehlo"; }
  explicit ForeignDialect(mlir::MLIRContext *context)
      : Dialect(getDialectNamespace(), context, mlir::TypeID::get<ForeignDialect>()) {
    allowUnknownOperations();
  }
};
} // namespace

extern "C" __attribute__((visibility("default"))) mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "foreign", "1",
          [](mlir::DialectRegistry *registry) { registry->insert<ForeignDialect>(); }};
}
