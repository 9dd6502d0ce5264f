#include "Registration.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static std::string takenMessage(StringRef name) {
  return ("xla-mlir: the dialect '" + name +
          "' that is here is not xla-mlir's, and the contents of the two differ: no dialect of xla-mlir is registered "
          "beside it")
      .str();
}

bool xla::insertDialects(DialectRegistry &registry, ArrayRef<OwnDialect> dialects) {
  for (const OwnDialect &dialect : dialects) {
    DialectAllocatorFunctionRef make = registry.getDialectAllocator(dialect.name);
    if (!make)
      continue;
    MLIRContext scratch(MLIRContext::Threading::DISABLED);
    if (make(&scratch)->getTypeID() != dialect.id) {
      llvm::errs() << "error: " << takenMessage(dialect.name) << "\n";
      return false;
    }
  }
  for (const OwnDialect &dialect : dialects)
    dialect.insert(registry);
  return true;
}

static bool isForeign(MLIRContext *context, const xla::OwnDialect &dialect) {
  Dialect *loaded = context->getLoadedDialect(dialect.name);
  if (!loaded || loaded->getTypeID() == dialect.id)
    return false;
  emitError(UnknownLoc::get(context)) << takenMessage(dialect.name);
  return true;
}

bool xla::loadDialects(MLIRContext *context, ArrayRef<OwnDialect> dialects) {
  for (const OwnDialect &dialect : dialects)
    if (isForeign(context, dialect))
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
  return llvm::none_of(ownDialects(), [&](const OwnDialect &dialect) { return isForeign(context, dialect); });
}

extern "C" {
// Adds all of our dialects to the registry, or none.
bool xla_insert_dialects(MlirDialectRegistry registry) { return xla::insertDialects(*unwrap(registry), ownDialects()); }

// Loads all of our dialects into the context, or none.
bool xla_load_dialects(MlirContext context) { return xla::loadDialects(unwrap(context), ownDialects()); }

// Whether there is a pass of this name.
bool xla_has_pass(MlirStringRef name) { return PassInfo::lookup(unwrap(name)) != nullptr; }
}
