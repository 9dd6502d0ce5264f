// Registration of our dialects in contexts of others, who may have dialects of the same names.
#ifndef XLA_GLUE_REGISTRATION_H
#define XLA_GLUE_REGISTRATION_H

#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"

namespace xla {
struct OwnDialect {
  llvm::StringRef name;
  mlir::TypeID id;
  void (*insert)(mlir::DialectRegistry &registry);
  mlir::Dialect *(*load)(mlir::MLIRContext *context);
};

OwnDialect ownXlaDialect();
OwnDialect ownStablehloDialect();
OwnDialect ownChloDialect();
OwnDialect ownSdyDialect();
OwnDialect ownInterpreterDialect();

// Adds these to the registry if none of their names is another dialect's; says on standard error which one is.
bool insertDialects(mlir::DialectRegistry &registry, llvm::ArrayRef<OwnDialect> dialects);
// Loads these unless a name is another dialect's; a diagnostic says which one is.
bool loadDialects(mlir::MLIRContext *context, llvm::ArrayRef<OwnDialect> dialects);
// Whether those of our dialects' names that are in use in the context are ours; a diagnostic says which one is not.
bool checkDialects(mlir::MLIRContext *context);
} // namespace xla

// mlirGetDialectHandle__namespace__ and xla::ownNameDialect. MLIR's own macro makes a handle that aborts the process if the
// name is taken.
#define XLA_DEFINE_DIALECT(Name, Namespace, Class)                                                                     \
  xla::OwnDialect xla::own##Name##Dialect() {                                                                          \
    return {Class::getDialectNamespace(), mlir::TypeID::get<Class>(),                                                  \
            [](mlir::DialectRegistry &registry) { registry.insert<Class>(); },                                         \
            [](mlir::MLIRContext *context) -> mlir::Dialect * { return context->getOrLoadDialect<Class>(); }};         \
  }                                                                                                                    \
  extern "C" MlirDialectHandle mlirGetDialectHandle__##Namespace##__() {                                               \
    static MlirDialectRegistrationHooks hooks = {                                                                      \
        [](MlirDialectRegistry registry) { xla::insertDialects(*unwrap(registry), xla::own##Name##Dialect()); },       \
        [](MlirContext context) {                                                                                      \
          mlir::MLIRContext *unwrapped = unwrap(context);                                                              \
          bool loaded = xla::loadDialects(unwrapped, xla::own##Name##Dialect());                                       \
          return wrap(loaded ? unwrapped->getLoadedDialect(Class::getDialectNamespace()) : nullptr);                   \
        },                                                                                                             \
        [] { return wrap(llvm::StringRef(Class::getDialectNamespace())); }};                                           \
    return MlirDialectHandle{&hooks};                                                                                  \
  }

#endif // XLA_GLUE_REGISTRATION_H
