#include "Registration.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

using namespace mlir;

static std::string foreignMessage(StringRef name) {
  return ("xla-mlir: another dialect is registered as '" + name + "'; none of xla-mlir's dialects is registered")
      .str();
}

bool xla::insertDialects(DialectRegistry &registry, ArrayRef<OwnDialect> dialects) {
  for (const OwnDialect &dialect : dialects) {
    DialectAllocatorFunctionRef make = registry.getDialectAllocator(dialect.name);
    if (!make)
      continue;
    MLIRContext scratch(MLIRContext::Threading::DISABLED);
    if (make(&scratch)->getTypeID() != dialect.id) {
      llvm::errs() << "error: " << foreignMessage(dialect.name) << "\n";
      return false;
    }
  }
  for (const OwnDialect &dialect : dialects)
    dialect.insert(registry);
  return true;
}

// Returns true, after a diagnostic, if the context has another dialect of this name.
static bool diagnoseForeign(MLIRContext *context, const xla::OwnDialect &dialect) {
  Dialect *loaded = context->getLoadedDialect(dialect.name);
  if (!loaded || loaded->getTypeID() == dialect.id)
    return false;
  emitError(UnknownLoc::get(context)) << foreignMessage(dialect.name);
  return true;
}

bool xla::loadDialects(MLIRContext *context, ArrayRef<OwnDialect> dialects) {
  for (const OwnDialect &dialect : dialects)
    if (diagnoseForeign(context, dialect))
      return false;
  for (const OwnDialect &dialect : dialects)
    dialect.load(context);
  return true;
}

static std::array<xla::OwnDialect, 5> ownDialects() {
  return {xla::ownXlaDialect(), xla::ownStablehloDialect(), xla::ownChloDialect(), xla::ownSdyDialect(),
          xla::ownInterpreterDialect()};
}

bool xla::checkDialects(MLIRContext *context) {
  return llvm::none_of(ownDialects(), [&](const OwnDialect &dialect) { return diagnoseForeign(context, dialect); });
}

extern "C" {
// Adds all of our dialects to the registry, or none.
bool xla_insert_dialects(MlirDialectRegistry registry) { return xla::insertDialects(*unwrap(registry), ownDialects()); }

// Loads all of our dialects into the context, or none.
bool xla_load_dialects(MlirContext context) { return xla::loadDialects(unwrap(context), ownDialects()); }

// Whether a pass of this name is registered.
bool xla_has_pass(MlirStringRef name) { return PassInfo::lookup(unwrap(name)) != nullptr; }
}
