/* The dialects, for contexts of MLIR 22's interface for C.
 *
 * A context or registry may already have a different dialect of the same name, such as the original StableHLO. Then none
 * of these dialects is added, and a message reports it. `mlirDialectHandleRegisterDialect` cannot see dialects that a
 * context has registered but not loaded: use the functions below.
 */
#ifndef XLA_MLIR_C_DIALECTS_H
#define XLA_MLIR_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Xla, xla);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Stablehlo, stablehlo);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Chlo, chlo);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Sdy, sdy);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Interpreter, interpreter);

/* Adds all of them, or none: false, after a message on standard error. */
bool mlirRegisterXlaDialects(MlirDialectRegistry registry);
/* Loads all of them, or none: false, after a diagnostic. */
bool mlirContextLoadXlaDialects(MlirContext context);

#ifdef __cplusplus
}
#endif

#endif /* XLA_MLIR_C_DIALECTS_H */
